// What the command line asks for. Parsing has no effects: the caller prints and exits.
#pragma once

#include <QString>
#include <QStringList>
#include <QUrl>

#include <variant>

namespace linkdesk::app {

struct StartOptions {
    QUrl connect;         // a remote service; empty: the one inside
    QString grabDir;      // render every page there and exit
    QString dataDir;
    QString listen;
    QString adminListen;
    QStringList urls;     // to be shortened
};

// Printed on stdout (help, version) or stderr; the program ends with the code.
struct StartText {
    QString text;
    int exitCode = 0;
};

// `arguments` as in QCoreApplication::arguments().
[[nodiscard]] std::variant<StartOptions, StartText> parseArguments(const QStringList &arguments);

} // namespace linkdesk::app
