#include "settings/inifile.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>

namespace linkdesk::app {

namespace {

constexpr int kGatherMs = 500;

// QSettings replaces the file in one step and takes a lock beside it.
bool writeIni(const QString &path, const QVariantMap &values)
{
    QDir().mkpath(QFileInfo(path).absolutePath());
    QSettings file(path, QSettings::IniFormat);
    file.clear();
    for (auto it = values.begin(); it != values.end(); ++it)
        file.setValue(it.key(), it.value());
    file.sync();
    return file.status() == QSettings::NoError;
}

} // namespace

IniFile::IniFile(const QString &path, QObject *parent) : QObject(parent), m_path(path)
{
    m_writer.setMaxThreadCount(1);
    m_later.setSingleShot(true);
    m_later.setInterval(kGatherMs);
    connect(&m_later, &QTimer::timeout, this, &IniFile::write);
    if (m_path.isEmpty())
        return;
    const QSettings file(m_path, QSettings::IniFormat);
    const QStringList keys = file.allKeys();
    for (const QString &key : keys)
        m_values.insert(key, file.value(key));
}

IniFile::~IniFile()
{
    flush();
}

void IniFile::setValue(const QString &key, const QVariant &value)
{
    if (m_values.value(key) == value && m_values.contains(key) == value.isValid())
        return;
    if (value.isValid())
        m_values.insert(key, value);
    else
        m_values.remove(key);
    m_dirty = true;
    if (!m_later.isActive())
        m_later.start();
}

void IniFile::flush()
{
    m_later.stop();
    write();
    m_writer.waitForDone();
}

void IniFile::write()
{
    if (!m_dirty || m_path.isEmpty())
        return;
    m_dirty = false;
    m_writer.start([this, path = m_path, values = m_values] {
        // The pool is joined before this object ends.
        if (!writeIni(path, values))
            QMetaObject::invokeMethod(this, [this, path] { Q_EMIT writeFailed(path); }, Qt::QueuedConnection);
    });
}

QString configPath(const QString &name)
{
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)).filePath(name);
}

} // namespace linkdesk::app
