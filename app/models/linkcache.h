// LinkCache: the part of a long list of links that is loaded, as runs of neighbouring rows.
//
// Pure bookkeeping for LinksModel: which rows are there, which row an id has (O(1) plus the run's offset), what to ask
// for next. Bounded: trim() drops the runs that were looked at longest ago. Not thread-safe.
#pragma once

#include "api/types.h"

#include <QHash>

#include <memory>
#include <optional>
#include <vector>

namespace linkdesk::app {

class LinkCache final {
public:
    static constexpr int kPageRows = 100;

    // Rows [first, first + count) that are not loaded, in one gap; `cursor` leads there if it is known, else skip.
    struct Window {
        qint64 first = 0;
        int count = 0;
        QString cursor;
    };

    void clear();
    [[nodiscard]] const LinkInfo *at(qint64 row) const;
    [[nodiscard]] std::optional<qint64> rowOf(LinkId id) const;
    [[nodiscard]] qint64 loadedRows() const { return m_loaded; }
    [[nodiscard]] QList<LinkInfo> all() const;

    // What to fetch so that `row` gets loaded; count 0 if it is, or is not below `total`.
    [[nodiscard]] Window windowAround(qint64 row, qint64 total) const;
    // Rows that are loaded already must not be in it. An id seen elsewhere is taken to have moved here.
    void put(qint64 first, const QList<LinkInfo> &links, const QString &nextCursor);
    // Same id, new values; gives the row.
    std::optional<qint64> replace(const LinkInfo &link);
    std::optional<qint64> addClicks(LinkId id, const Clicks &more);
    // Rows at and below move by one.
    void insertAt(qint64 row, const LinkInfo &link);
    void removeAt(qint64 row);
    // The list ends at `total`: rows from there on are gone.
    void truncate(qint64 total);
    // Marks rows as looked at, then drops old runs until at most `maxRows` are loaded.
    void trim(qint64 firstUsed, qint64 lastUsed, qint64 maxRows);

private:
    struct Run {
        qint64 first = 0;
        std::vector<LinkInfo> links;
        QString nextCursor; // of the row after the last one; empty if unknown
        quint64 used = 0;
        [[nodiscard]] qint64 end() const { return first + qint64(links.size()); }
    };
    struct Place {
        Run *run = nullptr;
        size_t offset = 0;
    };

    [[nodiscard]] size_t firstRunEndingAfter(qint64 row) const;
    [[nodiscard]] Run *runAt(qint64 row) const;
    void reindex(Run &run, size_t from);
    void forget(const Run &run, size_t offset);

    std::vector<std::unique_ptr<Run>> m_runs; // by first row
    QHash<LinkId, Place> m_places;
    qint64 m_loaded = 0;
    quint64 m_clock = 0;
};

} // namespace linkdesk::app
