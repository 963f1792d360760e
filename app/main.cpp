// linkdesk: the app.
#include "embed/embeddedservice.h"
#include "program/grab.h"
#include "program/program.h"
#include "program/startoptions.h"
#include "program/terminationsignals.h"
#include "settings/inifile.h"
#include "style/appstyle.h"
#include "style/icons.h"
#include "translations.h"

#include <QApplication>
#include <QLocale>

#include <cstdio>
#include <cstring>

using namespace linkdesk::app;

namespace {

// Pictures need no screen; the platform has to be chosen before the application is made.
void chooseOffscreenForPictures(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i) {
        const bool grab = std::strcmp(argv[i], "--grab") == 0 || std::strncmp(argv[i], "--grab=", 7) == 0;
        if (grab && qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

int runProgram(const StartOptions &options)
{
    std::unique_ptr<ServiceHost> host;
    if (options.connect.isEmpty())
        host = std::make_unique<EmbeddedService>();
    Program program(options, {configPath(QStringLiteral("linkdesk.ini")), configPath(QStringLiteral("window.ini"))},
                    std::move(host));
    const TerminationSignals endings;
    QObject::connect(&endings, &TerminationSignals::received, &program, &Program::quit);
    QObject::connect(&program, &Program::finished, qApp, &QCoreApplication::quit);
    program.start();
    return QApplication::exec();
}

} // namespace

int main(int argc, char **argv)
{
    chooseOffscreenForPictures(argc, argv);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("linkdesk"));
    QApplication::setApplicationDisplayName(QStringLiteral("Linkdesk"));
    QApplication::setApplicationVersion(QStringLiteral(LINKDESK_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("linkdesk"));
    QApplication::setQuitOnLastWindowClosed(false);
    QApplication::setStyle(new AppStyle);
    installTranslations(QLocale());

    const auto parsed = parseArguments(QApplication::arguments());
    if (const auto *text = std::get_if<StartText>(&parsed)) {
        std::fputs(qUtf8Printable(text->text), text->exitCode == 0 ? stdout : stderr);
        return text->exitCode;
    }
    const StartOptions &options = std::get<StartOptions>(parsed);
    if (!options.grabDir.isEmpty())
        return grabPages(options.grabDir);
    QApplication::setWindowIcon(appIcon());
    return runProgram(options);
}
