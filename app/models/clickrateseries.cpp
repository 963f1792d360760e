#include "models/clickrateseries.h"

#include <algorithm>

namespace linkdesk::app {

qint64 of(const Clicks &clicks, ClickKind kind)
{
    switch (kind) {
    case ClickKind::Humans: return clicks.humans;
    case ClickKind::Bots: return clicks.bots;
    case ClickKind::Both: return clicks.all();
    }
    return clicks.humans;
}

void ClickRateSeries::clear()
{
    m_ring.fill({});
    m_newest = 0;
    m_peak = 0;
    m_peakAt = {};
    Q_EMIT changed();
}

void ClickRateSeries::load(const LiveSnapshot &snapshot)
{
    m_ring.fill({});
    m_newest = 0;
    // The second that runs is not over: the newest value is the one before.
    if (snapshot.seconds.isEmpty())
        moveTo(snapshot.now.toSecsSinceEpoch() - 1);
    for (const SecondCount &second : snapshot.seconds)
        put(second.at.toSecsSinceEpoch(), second.clicks);
    m_peak = snapshot.peak;
    m_peakAt = snapshot.peakAt;
    Q_EMIT changed();
}

void ClickRateSeries::add(const ClickTick &tick)
{
    put(tick.at.toSecsSinceEpoch(), tick.total);
    if (tick.total.humans > m_peak) {
        m_peak = tick.total.humans;
        m_peakAt = tick.at;
    }
    Q_EMIT changed();
}

void ClickRateSeries::moveTo(qint64 second)
{
    if (m_newest == 0 || second - m_newest >= kSeconds)
        m_ring.fill({});
    else
        for (qint64 s = m_newest + 1; s <= second; ++s)
            m_ring[size_t(s % kSeconds)] = {};
    m_newest = second;
}

void ClickRateSeries::put(qint64 second, const Clicks &clicks)
{
    if (second <= 0 || (m_newest != 0 && second <= m_newest - kSeconds))
        return;
    if (second > m_newest)
        moveTo(second);
    m_ring[size_t(second % kSeconds)] = clicks;
}

qint64 ClickRateSeries::at(int i, ClickKind kind) const
{
    const qint64 second = m_newest - (kSeconds - 1) + i;
    return second <= 0 ? 0 : of(m_ring[size_t(second % kSeconds)], kind);
}

qint64 ClickRateSeries::largest(ClickKind kind) const
{
    qint64 result = 0;
    for (const Clicks &clicks : m_ring)
        result = std::max(result, of(clicks, kind));
    return result;
}

QVector<qreal> ClickRateSeries::tail(int count, ClickKind kind) const
{
    QVector<qreal> values;
    values.reserve(count);
    for (int i = kSeconds - std::min(count, kSeconds); i < kSeconds; ++i)
        values << qreal(at(i, kind));
    return values;
}

} // namespace linkdesk::app
