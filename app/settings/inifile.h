// A small INI file that is read once and written behind the GUI's back: changes are gathered for half a second, then
// the whole file is replaced in one step by another thread. GUI thread; the destructor writes what is left and waits
// for it.
#pragma once

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <QVariantMap>

namespace linkdesk::app {

class IniFile final : public QObject {
    Q_OBJECT

public:
    // An empty path keeps everything in memory (tests, pictures). Reads at once: for start-up.
    explicit IniFile(const QString &path, QObject *parent = nullptr);
    ~IniFile() override;

    [[nodiscard]] QVariant value(const QString &key) const { return m_values.value(key); }
    [[nodiscard]] bool contains(const QString &key) const { return m_values.contains(key); }
    // An invalid variant removes the key.
    void setValue(const QString &key, const QVariant &value);
    // Writes now and waits; for tests and the end of the program.
    void flush();

Q_SIGNALS:
    // The file could not be written: the choices hold until the program ends.
    void writeFailed(const QString &path);

private:
    void write();

    QString m_path;
    QVariantMap m_values;
    QTimer m_later;
    QThreadPool m_writer; // one thread: writes keep their order
    bool m_dirty = false;
};

// The file `name` in the platform's configuration folder of the program.
[[nodiscard]] QString configPath(const QString &name);

} // namespace linkdesk::app
