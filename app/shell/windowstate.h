// Where the window was and which page was in front. Not a preference: a file of its own. GUI thread.
#pragma once

#include "settings/inifile.h"

class QWidget;

namespace linkdesk::app {

class WindowState final {
public:
    // An empty path keeps it in memory.
    explicit WindowState(const QString &path) : m_file(path) {}

    // Back to the stored place if a screen still shows it, else a size that fits the screen, centred.
    void restore(QWidget *window) const;
    void save(const QWidget *window);
    [[nodiscard]] QString page() const { return m_file.value(QStringLiteral("page")).toString(); }
    void setPage(const QString &id) { m_file.setValue(QStringLiteral("page"), id); }
    void flush() { m_file.flush(); }

private:
    IniFile m_file;
};

} // namespace linkdesk::app
