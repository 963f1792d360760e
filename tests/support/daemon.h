// Daemon: the real linkdeskd as a user starts it, in a data folder of its own, on free ports of the loopback.
//
// Owned and used by the test's main thread; clients of it may run on any. The program is looked for in $LINKDESK_BIN.
// Its standard error goes to a file, so that a busy test never holds it up by not reading.
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace linkdesk::test {

// What a program left behind; exitCode is empty where it crashed, was killed or did not end in time.
struct Finished {
    std::optional<int> exitCode;
    QByteArray out;
    QByteArray err;
};

// Runs linkdeskd to its end. environment: "NAME=value" entries; LINKDESK_ variables of the caller are not inherited.
[[nodiscard]] Finished runLinkdeskd(const QStringList &arguments, const QStringList &environment = {});

// The path of linkdeskd.
[[nodiscard]] QString daemonProgram();

struct DaemonOptions {
    QStringList flags;       // besides the data folder and the two addresses
    QStringList environment; // "NAME=value"
    int descriptors = 0;     // limit of open files; 0: the system's own
    bool hardLimit = true;   // the program itself may not raise it
    QString listen = QStringLiteral("127.0.0.1:0");
    QString adminListen = QStringLiteral("127.0.0.1:0");
};

class Daemon final {
public:
    Daemon(); // a temporary folder, removed at the end
    explicit Daemon(const QString &dataFolder);
    ~Daemon(); // kills what still runs
    Daemon(const Daemon &) = delete;
    Daemon &operator=(const Daemon &) = delete;

    // False where it ends before it is ready, or is not ready within half a minute.
    [[nodiscard]] bool start(const DaemonOptions &options = {});
    // What it wrote to standard output until it was ready, and to standard error until now.
    [[nodiscard]] QByteArray lines() const { return m_lines; }
    [[nodiscard]] QByteArray errors() const;

    [[nodiscard]] QString dataFolder() const { return m_folder; }
    [[nodiscard]] QString databaseFile() const { return m_folder + QStringLiteral("/linkdesk.db"); }
    [[nodiscard]] quint16 publicPort() const { return m_publicPort; }
    [[nodiscard]] quint16 adminPort() const { return m_adminPort; }
    [[nodiscard]] QByteArray publicUrl() const;
    [[nodiscard]] qint64 processId() const { return m_process ? m_process->processId() : 0; }
    [[nodiscard]] bool isRunning() const;
    // A key of scope admin, made by the command line at the first call.
    [[nodiscard]] QByteArray key();
    [[nodiscard]] QByteArray makeKey(const QString &scope) const;

    void terminate(); // SIGTERM
    void interrupt(); // SIGINT
    void kill();      // SIGKILL, and waits for the end
    // The exit code; empty after a crash or when the time is over.
    [[nodiscard]] std::optional<int> waitForExit(int milliseconds = 10'000);
    // SIGTERM and the five seconds that a stop may take.
    [[nodiscard]] std::optional<int> stop();

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    std::unique_ptr<QTemporaryDir> m_logs = std::make_unique<QTemporaryDir>();
    QString m_folder;
    std::unique_ptr<QProcess> m_process;
    QByteArray m_lines;
    QByteArray m_key;
    quint16 m_publicPort = 0;
    quint16 m_adminPort = 0;
};

} // namespace linkdesk::test
