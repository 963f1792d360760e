// Keeps status strip, tray tooltip and sidebar head up to date from what the service says and whether it can be
// reached. GUI thread; owned by Program. Everything given is borrowed and outlives it.
#pragma once

#include "api/types.h"
#include "embed/servicehost.h"

#include <QObject>

#include <optional>

namespace linkdesk::app {

class AdminClient;
class EventStream;
class MainWindow;
class TrayIcon;

class StatusReporter final : public QObject {
    Q_OBJECT

public:
    StatusReporter(AdminClient &client, EventStream &events, MainWindow &window, TrayIcon &tray);

    void starting();
    void stopped();
    void failed(const HostFailure &failure);
    // The service at this endpoint is asked for its addresses.
    void connected();

private:
    void askService();
    void onTick(const ServiceTick &tick);
    void onReach();
    void showCacheHits(std::optional<double> ratio);
    void sayTray(const QString &state);

    AdminClient &m_client;
    EventStream &m_events;
    MainWindow &m_window;
    TrayIcon &m_tray;
    bool m_live = false; // an endpoint is set: reach counts
    QString m_clicks;
};

} // namespace linkdesk::app
