// Reminds of links that end soon: at most once a local day, however often the program is started or the service asked.
// The day is remembered in the settings. GUI thread; the settings are borrowed.
#pragma once

#include <QDate>
#include <QObject>

#include <functional>

namespace linkdesk::app {

class Settings;

class RenewalReminder final : public QObject {
    Q_OBJECT

public:
    // `today` is injected for tests; the local day else.
    explicit RenewalReminder(Settings &settings, std::function<QDate()> today = {});

    // So many links end within so many days. None: nobody is reminded, and the day is not spent.
    void offer(qint64 links, int days);

Q_SIGNALS:
    // What there is, and what to do about it.
    void due(const QString &what, const QString &whatToDo);

private:
    Settings &m_settings;
    std::function<QDate()> m_today;
};

} // namespace linkdesk::app
