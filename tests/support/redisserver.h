// RedisServer: a redis-server of the test's own on a socket in a temporary folder, without anything on disk.
#pragma once

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace linkdesk::test {

class RedisServer final {
public:
    RedisServer() = default;
    ~RedisServer() { kill(); }

    // False where the program is not installed: the test is to skip then. Waits until it answers.
    [[nodiscard]] bool start(const QStringList &flags = {});
    [[nodiscard]] static bool isInstalled();
    // SIGKILL: the socket stays behind, nobody answers.
    void kill();
    // SIGSTOP and SIGCONT: connections stay, nobody answers.
    void freeze();
    void thaw();

    [[nodiscard]] QString socket() const { return m_folder.filePath(QStringLiteral("redis.sock")); }
    // As --redis has it.
    [[nodiscard]] QString address() const { return QStringLiteral("unix:") + socket(); }
    // Runs redis-cli; its output without the line's end.
    [[nodiscard]] QByteArray cli(const QStringList &command) const;

private:
    QTemporaryDir m_folder;
    std::unique_ptr<QProcess> m_process;
    QStringList m_flags;
};

} // namespace linkdesk::test
