#include "daemon.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcessEnvironment>

#ifdef Q_OS_UNIX
#include <signal.h>
#include <sys/resource.h>
#endif

namespace linkdesk::test {

namespace {

constexpr int kStartPatience = 30'000;
constexpr int kRunPatience = 60'000;

QProcessEnvironment environmentWith(const QStringList &entries)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QStringList names = environment.keys();
    for (const QString &name : names) {
        if (name.startsWith(QStringLiteral("LINKDESK_")))
            environment.remove(name);
    }
    for (const QString &entry : entries)
        environment.insert(entry.section(u'=', 0, 0), entry.section(u'=', 1));
    return environment;
}

void limitDescriptors(QProcess &process, int descriptors, bool hard)
{
#ifdef Q_OS_UNIX
    if (descriptors <= 0)
        return;
    process.setChildProcessModifier([descriptors, hard] {
        rlimit limit{};
        ::getrlimit(RLIMIT_NOFILE, &limit);
        limit.rlim_cur = static_cast<rlim_t>(descriptors);
        if (hard)
            limit.rlim_max = limit.rlim_cur;
        ::setrlimit(RLIMIT_NOFILE, &limit);
    });
#else
    Q_UNUSED(process);
    Q_UNUSED(descriptors);
    Q_UNUSED(hard);
#endif
}

quint16 portIn(const QByteArray &lines, const QByteArray &name)
{
    for (const QByteArray &line : lines.split('\n')) {
        if (line.startsWith(name + " http://"))
            return line.mid(line.lastIndexOf(':') + 1).toUShort();
    }
    return 0;
}

} // namespace

QString daemonProgram()
{
    const QString folder =
        qEnvironmentVariable("LINKDESK_BIN", QCoreApplication::applicationDirPath() + QStringLiteral("/../bin"));
    return folder + QStringLiteral("/linkdeskd");
}

Finished runLinkdeskd(const QStringList &arguments, const QStringList &environment)
{
    QProcess process;
    process.setProcessEnvironment(environmentWith(environment));
    process.start(daemonProgram(), arguments);
    Finished finished;
    const bool ended = process.waitForFinished(kRunPatience);
    finished.out = process.readAllStandardOutput();
    finished.err = process.readAllStandardError();
    if (ended && process.exitStatus() == QProcess::NormalExit)
        finished.exitCode = process.exitCode();
    else
        process.kill();
    process.waitForFinished();
    return finished;
}

Daemon::Daemon()
    : m_temporary(std::make_unique<QTemporaryDir>()), m_folder(m_temporary->filePath(QStringLiteral("data")))
{
}

Daemon::Daemon(const QString &dataFolder) : m_folder(dataFolder) {}

Daemon::~Daemon()
{
    kill();
}

bool Daemon::start(const DaemonOptions &options)
{
    m_process = std::make_unique<QProcess>();
    m_process->setProcessEnvironment(environmentWith(options.environment));
    m_process->setStandardErrorFile(m_logs->filePath(QStringLiteral("errors")));
    limitDescriptors(*m_process, options.descriptors, options.hardLimit);
    const QStringList own{
        QStringLiteral("serve"), QStringLiteral("--data-dir"),     m_folder,           QStringLiteral("--listen"),
        options.listen,          QStringLiteral("--admin-listen"), options.adminListen};
    m_process->start(daemonProgram(), own + options.flags);
    m_lines.clear();
    QElapsedTimer clock;
    clock.start();
    while (!m_lines.endsWith("\nready\n") && clock.elapsed() < kStartPatience) {
        const bool more = m_process->waitForReadyRead(1000);
        m_lines += m_process->readAllStandardOutput();
        if (!more && m_process->state() == QProcess::NotRunning)
            break;
    }
    m_publicPort = portIn(m_lines, "public");
    m_adminPort = portIn(m_lines, "admin");
    return m_lines.endsWith("\nready\n");
}

QByteArray Daemon::errors() const
{
    QFile file(m_logs->filePath(QStringLiteral("errors")));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray Daemon::publicUrl() const
{
    return "http://127.0.0.1:" + QByteArray::number(m_publicPort);
}

bool Daemon::isRunning() const
{
    // Its own state is only as new as the last look at its events.
    return m_process && m_process->state() == QProcess::Running && !m_process->waitForFinished(0);
}

QByteArray Daemon::key()
{
    if (m_key.isEmpty())
        m_key = makeKey(QStringLiteral("admin"));
    return m_key;
}

QByteArray Daemon::makeKey(const QString &scope) const
{
    const Finished made =
        runLinkdeskd({QStringLiteral("keys"), QStringLiteral("create"), QStringLiteral("--data-dir"), m_folder,
                      QStringLiteral("--name"), QStringLiteral("test ") + scope, QStringLiteral("--scope"), scope});
    if (made.exitCode != 0)
        qWarning("no key was made: %s", made.err.constData());
    return made.out.trimmed();
}

void Daemon::terminate()
{
    if (m_process)
        m_process->terminate();
}

void Daemon::interrupt()
{
#ifdef Q_OS_UNIX
    if (processId() > 0)
        ::kill(static_cast<pid_t>(processId()), SIGINT);
#endif
}

void Daemon::kill()
{
    if (!m_process || m_process->state() == QProcess::NotRunning)
        return;
    m_process->kill();
    m_process->waitForFinished();
}

std::optional<int> Daemon::waitForExit(int milliseconds)
{
    if (!m_process)
        return std::nullopt;
    if (m_process->state() != QProcess::NotRunning && !m_process->waitForFinished(milliseconds))
        return std::nullopt;
    return m_process->exitStatus() == QProcess::NormalExit ? std::optional(m_process->exitCode()) : std::nullopt;
}

std::optional<int> Daemon::stop()
{
    terminate();
    return waitForExit(5000);
}

} // namespace linkdesk::test
