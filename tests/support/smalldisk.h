// SmallDisk: a file system of a test's own that can be filled, where this user may mount one.
#pragma once

#include <QFile>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace linkdesk::test {

class SmallDisk final {
public:
    explicit SmallDisk(const QString &size)
    {
        m_mounted = m_folder.isValid()
                    && run(QStringLiteral("mount"),
                           {QStringLiteral("-t"), QStringLiteral("tmpfs"), QStringLiteral("-o"),
                            QStringLiteral("size=") + size, QStringLiteral("linkdesk-test"), m_folder.path()});
    }
    ~SmallDisk()
    {
        if (m_mounted)
            run(QStringLiteral("umount"), {QStringLiteral("-l"), m_folder.path()});
    }
    SmallDisk(const SmallDisk &) = delete;
    SmallDisk &operator=(const SmallDisk &) = delete;

    [[nodiscard]] bool isMounted() const { return m_mounted; }
    [[nodiscard]] QString path(const QString &name) const { return m_folder.filePath(name); }
    [[nodiscard]] bool remountReadOnly() const
    {
        return run(QStringLiteral("mount"), {QStringLiteral("-o"), QStringLiteral("remount,ro"), m_folder.path()});
    }
    // Until nothing more goes in.
    void fill() const
    {
        QFile file(path(QStringLiteral("ballast")));
        if (!file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
            return;
        for (const qint64 size : {65536, 4096, 512, 1}) {
            while (file.write(QByteArray(size, 'x')) == size) {}
        }
    }
    void relieve() const { QFile::remove(path(QStringLiteral("ballast"))); }

private:
    static bool run(const QString &program, const QStringList &arguments)
    {
        QProcess process;
        process.start(program, arguments);
        return process.waitForFinished() && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
    }

    QTemporaryDir m_folder;
    bool m_mounted = false;
};

} // namespace linkdesk::test
