// EventStream: GET /events, kept open and opened again. Turns server-sent events into typed signals.
//
// After a cut it waits 0.5 s, then twice as long each time up to 10 s, with a fifth of jitter so that many windows do
// not come back together. The service speaks every second; silence for 15 s counts as a cut. What was missed is not
// sent again: who keeps counts asks for a snapshot on connectedChanged(true). An event that breaks the contract is
// logged and left out. GUI thread; owned by main.
#pragma once

#include "api/adminclient.h"
#include "api/sseparser.h"
#include "api/types.h"

#include <QObject>
#include <QTimer>

#include <chrono>

class QNetworkAccessManager;
class QNetworkReply;

namespace linkdesk::app {

class EventStream final : public QObject {
    Q_OBJECT

public:
    struct Timing {
        std::chrono::milliseconds firstDelay{500};
        std::chrono::milliseconds longestDelay{10000};
        std::chrono::milliseconds silence{15000};
    };

    explicit EventStream(QObject *parent = nullptr);
    EventStream(Timing timing, QObject *parent = nullptr);
    ~EventStream() override;

    void start(const Endpoint &endpoint);
    void stop();
    [[nodiscard]] bool isConnected() const { return m_connected; }
    // The wait before the next try, without jitter; for the status text and tests.
    [[nodiscard]] std::chrono::milliseconds nextDelay() const { return m_delay; }

Q_SIGNALS:
    void connectedChanged(bool connected);
    void refused(); // the key is not accepted; tries go on at the longest delay
    void clicks(const linkdesk::app::ClickTick &tick);
    void linkChanged(const linkdesk::app::LinkChange &change);
    void jobChanged(const linkdesk::app::JobInfo &job); // twice a second while it runs, and at its end
    // Many at once, not told one by one: load again what is on the screen.
    void linksChanged(const linkdesk::app::LinksChange &change);
    void serviceState(const linkdesk::app::ServiceTick &tick);

private:
    void open();
    void read();
    void ended();
    void dispatch(const SseEvent &event);
    void setConnected(bool connected);
    void dropReply();

    Timing m_timing;
    QNetworkAccessManager *m_network;
    QNetworkReply *m_reply = nullptr;
    Endpoint m_endpoint;
    SseParser m_parser;
    QTimer m_retry;
    QTimer m_silence;
    std::chrono::milliseconds m_delay;
    bool m_connected = false;
};

} // namespace linkdesk::app
