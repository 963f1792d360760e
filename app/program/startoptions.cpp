#include "program/startoptions.h"

#include <QCommandLineParser>
#include <QCoreApplication>

namespace linkdesk::app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("CommandLine", text);
}

bool isServiceAddress(const QUrl &url)
{
    const bool web = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return web && url.isValid() && !url.host().isEmpty();
}

StartText refusal(const QString &text)
{
    return {text + QLatin1Char('\n'), 2};
}

} // namespace

std::variant<StartOptions, StartText> parseArguments(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(tr("Shortens links, serves them and shows the clicks as they happen."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const QCommandLineOption connect(QStringLiteral("connect"),
                                     tr("Manage the service at this address instead of running one. Its key is taken "
                                        "from the variable LINKDESK_KEY or asked for."), QStringLiteral("URL"));
    const QCommandLineOption grab(QStringLiteral("grab"), tr("Render every page to PNG files in this folder and exit."),
                                  QStringLiteral("DIR"));
    const QCommandLineOption data(QStringLiteral("data-dir"), tr("Folder of the database."), QStringLiteral("DIR"));
    const QCommandLineOption listen(QStringLiteral("listen"), tr("Public address, for visitors."),
                                    QStringLiteral("ADDR:PORT"));
    const QCommandLineOption admin(QStringLiteral("admin-listen"), tr("Address of the admin API."),
                                   QStringLiteral("ADDR:PORT"));
    parser.addOptions({connect, grab, data, listen, admin});
    parser.addPositionalArgument(QStringLiteral("URL"), tr("Addresses to shorten."), QStringLiteral("[URL…]"));

    if (!parser.parse(arguments))
        return refusal(parser.errorText());
    if (parser.isSet(help))
        return StartText{parser.helpText(), 0};
    if (parser.isSet(version))
        return StartText{QStringLiteral("linkdesk %1\n").arg(QCoreApplication::applicationVersion()), 0};

    StartOptions options;
    if (parser.isSet(connect)) {
        options.connect = QUrl(parser.value(connect), QUrl::StrictMode);
        if (!isServiceAddress(options.connect))
            return refusal(tr("--connect wants a web address such as http://192.0.2.7:8081"));
        if (!options.connect.userInfo().isEmpty())
            return refusal(tr("--connect: put the key into the variable LINKDESK_KEY, not into the address"));
    }
    options.grabDir = parser.value(grab);
    options.dataDir = parser.value(data);
    options.listen = parser.value(listen);
    options.adminListen = parser.value(admin);
    options.urls = parser.positionalArguments();
    return options;
}

} // namespace linkdesk::app
