#include "program/terminationsignals.h"

#include <QSocketNotifier>
#include <QtGlobal>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace linkdesk::app {

#ifdef Q_OS_UNIX

namespace {

// Written by the handler, read by the notifier; a handler may do no more than write.
int g_ends[2] = {-1, -1};

void onSignal(int)
{
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(g_ends[0], &byte, sizeof byte);
}

void install(void (*handler)(int))
{
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) {
        struct sigaction action = {};
        action.sa_handler = handler;
        action.sa_flags = SA_RESTART;
        ::sigemptyset(&action.sa_mask);
        ::sigaction(number, &action, nullptr);
    }
}

} // namespace

TerminationSignals::TerminationSignals(QObject *parent) : QObject(parent)
{
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, g_ends) != 0)
        return;
    m_notifier = new QSocketNotifier(g_ends[1], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (::read(g_ends[1], &byte, sizeof byte) > 0)
            Q_EMIT received();
    });
    install(onSignal);
}

TerminationSignals::~TerminationSignals()
{
    if (!m_notifier)
        return;
    install(SIG_DFL);
    m_notifier->setEnabled(false);
    ::close(g_ends[0]);
    ::close(g_ends[1]);
}

#else

TerminationSignals::TerminationSignals(QObject *parent) : QObject(parent) {}
TerminationSignals::~TerminationSignals() = default;

#endif

} // namespace linkdesk::app
