// ClickRateSeries: clicks of each of the last 300 seconds, the newest last. Filled from a snapshot, kept up by ticks; a
// second nobody told of counts zero. GUI thread.
#pragma once

#include "api/types.h"

#include <QObject>
#include <QVector>

#include <array>

namespace linkdesk::app {

enum class ClickKind { Humans, Bots, Both };
[[nodiscard]] qint64 of(const Clicks &clicks, ClickKind kind);

class ClickRateSeries final : public QObject {
    Q_OBJECT

public:
    static constexpr int kSeconds = 300;

    explicit ClickRateSeries(QObject *parent = nullptr) : QObject(parent) {}

    void load(const LiveSnapshot &snapshot);
    // A tick of a second that is already there replaces it; one that is older than the ring is left out.
    void add(const ClickTick &tick);
    void clear();

    [[nodiscard]] bool isEmpty() const { return m_newest == 0; }
    // UTC seconds since 1970 of the newest value; 0 if there is none.
    [[nodiscard]] qint64 newestSecond() const { return m_newest; }
    // i = 0 is the oldest of the 300.
    [[nodiscard]] qint64 at(int i, ClickKind kind) const;
    [[nodiscard]] qint64 latest(ClickKind kind) const { return at(kSeconds - 1, kind); }
    [[nodiscard]] qint64 largest(ClickKind kind) const;
    // The last `count` values.
    [[nodiscard]] QVector<qreal> tail(int count, ClickKind kind) const;
    // The largest number of humans in a second the service or this app has seen.
    [[nodiscard]] qint64 peak() const { return m_peak; }
    [[nodiscard]] QDateTime peakAt() const { return m_peakAt; }

Q_SIGNALS:
    void changed();

private:
    void put(qint64 second, const Clicks &clicks);
    void moveTo(qint64 second);

    std::array<Clicks, kSeconds> m_ring{}; // second % kSeconds
    qint64 m_newest = 0;
    qint64 m_peak = 0;
    QDateTime m_peakAt;
};

} // namespace linkdesk::app
