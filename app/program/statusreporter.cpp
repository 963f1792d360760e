#include "program/statusreporter.h"

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "models/texts.h"
#include "pages/servicetexts.h"
#include "program/startmessages.h"
#include "shell/mainwindow.h"
#include "shell/trayicon.h"
#include "widgets/statusstrip.h"

#include <cmath>

namespace linkdesk::app {

StatusReporter::StatusReporter(AdminClient &client, EventStream &events, MainWindow &window, TrayIcon &tray)
    : m_client(client), m_events(events), m_window(window), m_tray(tray)
{
    connect(&m_events, &EventStream::serviceState, this, &StatusReporter::onTick);
    connect(&m_events, &EventStream::connectedChanged, this, [this](bool isConnected) {
        if (isConnected)
            askService();
    });
    connect(&m_client.connection(), &ConnectionState::reachChanged, this, &StatusReporter::onReach);
    starting();
}

void StatusReporter::starting()
{
    m_live = false;
    m_window.strip()->setService(StatusStrip::Service::Starting, tr("Starting"));
    m_window.strip()->setAddress(QString(), QString());
    m_window.strip()->setClicksPerSecond(QString());
    m_window.strip()->setCacheHits(QString());
    m_window.setProblem(Level::Warn, QString());
    sayTray(tr("starting"));
}

void StatusReporter::stopped()
{
    starting();
    m_window.strip()->setService(StatusStrip::Service::Stopped, tr("Stopped"));
    sayTray(tr("stopped"));
}

void StatusReporter::failed(const HostFailure &failure)
{
    starting();
    m_window.strip()->setService(StatusStrip::Service::Failed, startFailureShort(failure));
    sayTray(tr("not started"));
}

void StatusReporter::connected()
{
    m_live = true;
    askService();
}

void StatusReporter::askService()
{
    m_client.service(this, [this](const ApiResult<ServiceInfo> &result) {
        if (!result)
            return;
        m_window.strip()->setService(StatusStrip::Service::Running, tr("Running"));
        m_window.strip()->setAddress(result->publicUrl, result->publicAddress);
        showCacheHits(result->cache.hitRatio);
    });
}

void StatusReporter::showCacheHits(std::optional<double> ratio)
{
    m_window.strip()->setCacheHits(tr("Cache hits %1").arg(ratio ? shareText(*ratio) : QStringLiteral("\u2013")));
}

void StatusReporter::onTick(const ServiceTick &tick)
{
    m_clicks = tr("%1 clicks/s").arg(countText(std::llround(tick.clicksPerSecond)));
    m_window.strip()->setService(StatusStrip::Service::Running, tr("Running"));
    m_window.strip()->setClicksPerSecond(m_clicks);
    showCacheHits(tick.cacheHitRatio);
    m_window.setProblem(Level::Warn, tick.problems.isEmpty() ? QString() : problemText(tick.problems.front()));
    sayTray(tr("running, %1").arg(m_clicks));
}

void StatusReporter::onReach()
{
    if (!m_live)
        return;
    switch (m_client.connection().reach()) {
    case ConnectionState::Reach::Unknown: break;
    case ConnectionState::Reach::Online:
        m_window.strip()->setService(StatusStrip::Service::Running, tr("Running"));
        break;
    case ConnectionState::Reach::Unreachable:
        m_window.strip()->setService(StatusStrip::Service::Unreachable, tr("Does not answer"));
        sayTray(tr("does not answer"));
        break;
    case ConnectionState::Reach::Refused:
        m_window.strip()->setService(StatusStrip::Service::Unreachable, tr("Key refused"));
        sayTray(tr("key refused"));
        break;
    }
}

void StatusReporter::sayTray(const QString &state)
{
    //: tooltip of the tray icon; %1 is the state of the service
    m_tray.setStatus(tr("Linkdesk: %1").arg(state));
}

} // namespace linkdesk::app
