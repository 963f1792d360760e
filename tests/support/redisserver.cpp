#include "redisserver.h"

#include <QDeadlineTimer>
#include <QLocalSocket>
#include <QStandardPaths>
#include <QTest>

#include <csignal>

namespace linkdesk::test {

bool RedisServer::isInstalled()
{
    return !QStandardPaths::findExecutable(QStringLiteral("redis-server")).isEmpty();
}

bool RedisServer::start(const QStringList &flags)
{
    if (!isInstalled())
        return false;
    kill();
    QFile::remove(socket());
    m_process = std::make_unique<QProcess>();
    m_process->setStandardOutputFile(QProcess::nullDevice());
    QStringList arguments{QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--unixsocket"), socket(),
                          QStringLiteral("--save"), QString(), QStringLiteral("--dir"), m_folder.path()};
    m_process->start(QStringLiteral("redis-server"), arguments + flags);
    if (!m_process->waitForStarted())
        return false;
    for (const QDeadlineTimer end(10'000); !end.hasExpired();) {
        QLocalSocket probe;
        probe.connectToServer(socket());
        if (probe.waitForConnected(100)) {
            probe.write("PING\r\n");
            if (probe.waitForReadyRead(1000))
                return true;
        }
        QTest::qWait(10);
    }
    return false;
}

void RedisServer::kill()
{
    if (!m_process)
        return;
    thaw();
    m_process->kill();
    m_process->waitForFinished();
    m_process.reset();
}

void RedisServer::freeze()
{
    ::kill(static_cast<pid_t>(m_process->processId()), SIGSTOP);
}

void RedisServer::thaw()
{
    if (m_process && m_process->processId() > 0)
        ::kill(static_cast<pid_t>(m_process->processId()), SIGCONT);
}

QByteArray RedisServer::cli(const QStringList &command) const
{
    QProcess cli;
    cli.start(QStringLiteral("redis-cli"), QStringList{QStringLiteral("-s"), socket()} + command);
    cli.waitForFinished();
    return cli.readAllStandardOutput().trimmed();
}

} // namespace linkdesk::test
