// ClickWindow: clicks per link over the last 60 seconds, kept up by ticks. Bounded by what can happen in a minute.
//
// A snapshot has sums only; they are spread evenly over the minute before it and so leave the window evenly.
#pragma once

#include "api/types.h"

#include <QHash>
#include <QList>

#include <deque>

namespace linkdesk::app {

class ClickWindow final {
public:
    static constexpr int kSeconds = 60;

    void load(const LiveSnapshot &snapshot);
    void add(const ClickTick &tick);
    void clear();
    // Names may come later than the first click.
    void learn(const LinkInfo &link);

    [[nodiscard]] const QHash<LinkId, LinkCount> &sums() const { return m_sums; }

private:
    struct Second {
        qint64 at = 0;
        QList<std::pair<LinkId, Clicks>> links;
    };
    void dropBefore(qint64 second);

    std::deque<Second> m_seconds; // oldest first
    QHash<LinkId, LinkCount> m_sums;
};

} // namespace linkdesk::app
