// linkdeskd: the service without a window.
#include "cli/verbs.h"

#include <QCoreApplication>

int main(int argc, char **argv)
{
    // Qt SQL's drivers and the standard paths need an application object; there is no Qt event loop.
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("linkdesk"));
    return linkdesk::server::runCommandLine({argv + 1, argv + argc});
}
