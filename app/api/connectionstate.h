// ConnectionState: can the service be reached, and how far away is it. Fed by AdminClient and EventStream, shown by the
// status strip and the pages. GUI thread; owned by AdminClient.
#pragma once

#include <QObject>

#include <chrono>

namespace linkdesk::app {

class ConnectionState final : public QObject {
    Q_OBJECT

public:
    enum class Reach {
        Unknown,     // nothing asked yet
        Online,      // the last call was answered
        Unreachable, // the last call was not
        Refused,     // answered, but the key is not accepted
    };
    Q_ENUM(Reach)

    explicit ConnectionState(QObject *parent = nullptr) : QObject(parent) {}

    [[nodiscard]] Reach reach() const { return m_reach; }
    [[nodiscard]] bool isOnline() const { return m_reach == Reach::Online; }
    // Smoothed round trip; zero before the first answer.
    [[nodiscard]] std::chrono::microseconds latency() const { return m_latency; }

    void answered(std::chrono::microseconds roundTrip);
    void refused();
    void unreachable();
    void reset();

Q_SIGNALS:
    // reach() is another one; latency changes all the time and is to be asked for.
    void reachChanged(linkdesk::app::ConnectionState::Reach reach);

private:
    void set(Reach reach);

    Reach m_reach = Reach::Unknown;
    std::chrono::microseconds m_latency{0};
};

} // namespace linkdesk::app
