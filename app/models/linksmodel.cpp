#include "models/linksmodel.h"

#include "models/linkfilter.h"

#include <algorithm>
#include <limits>

namespace linkdesk::app {

namespace {

constexpr int kAheadRows = 40;    // loaded before they come into sight
constexpr int kFetchPauseMs = 30; // while somebody drags the scroll bar
constexpr int kCountPauseMs = 1000;
constexpr int kRefreshPauseMs = 1000;
constexpr int kMostInsertsAtATime = 20; // per refresh pause; an import makes thousands a second
constexpr qsizetype kRemovedRemembered = 256;

std::optional<LinkSort> sortOf(int column)
{
    switch (static_cast<LinkColumn>(column)) {
    case LinkColumn::Link: return LinkSort::Code;
    case LinkColumn::Clicks: return LinkSort::Clicks;
    case LinkColumn::Created: return LinkSort::Created;
    case LinkColumn::Expires: return LinkSort::Expires;
    case LinkColumn::Check:
    case LinkColumn::Target:
    case LinkColumn::Tags:
    case LinkColumn::State: return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

LinksModel::LinksModel(LinkSource &source, QObject *parent) : QAbstractTableModel(parent), m_source(source)
{
    m_fetchTimer.setSingleShot(true);
    m_fetchTimer.setInterval(kFetchPauseMs);
    connect(&m_fetchTimer, &QTimer::timeout, this, &LinksModel::fetchVisible);
    m_countTimer.setSingleShot(true);
    m_countTimer.setInterval(kCountPauseMs);
    connect(&m_countTimer, &QTimer::timeout, this, &LinksModel::flushCounts);
    m_refreshTimer.setSingleShot(true);
    m_refreshTimer.setInterval(kRefreshPauseMs);
    connect(&m_refreshTimer, &QTimer::timeout, this, &LinksModel::refresh);
}

bool LinksModel::isSortable(int column)
{
    return sortOf(column).has_value();
}

void LinksModel::setQuery(const LinkQuery &query)
{
    if (m_answered && query.sameList(m_query))
        return;
    if (query.filter != m_query.filter) {
        m_findsDeleted = readFilter(query.filter).findsDeleted;
        if (m_allChecked)
            clearChecked();
    }
    m_query = query;
    restart(0);
}

void LinksModel::sort(int column, Qt::SortOrder order)
{
    const auto wanted = sortOf(column);
    if (!wanted)
        return;
    LinkQuery query = m_query;
    query.sort = *wanted;
    query.descending = order == Qt::DescendingOrder;
    setQuery(query);
}

void LinksModel::refresh()
{
    restart(m_firstVisible - m_firstVisible % LinkCache::kPageRows);
}

void LinksModel::restart(qint64 firstRow)
{
    cancelAll();
    m_fetchTimer.stop();
    m_refreshTimer.stop();
    m_createdLately = 0;
    fetch({firstRow, LinkCache::kPageRows, {}}, true);
}

void LinksModel::setVisibleRows(int first, int last)
{
    m_firstVisible = std::max(first, 0);
    m_lastVisible = std::max(last, first);
    m_cache.trim(m_firstVisible, m_lastVisible, kMostLoaded);
    if (!m_fetchTimer.isActive())
        m_fetchTimer.start();
}

void LinksModel::fetchVisible()
{
    const bool replacing =
        std::any_of(m_requests.begin(), m_requests.end(), [](const Request &r) { return r.replaces; });
    if (replacing || !m_answered)
        return; // the list is about to change
    cancelOutOfSight();
    const qint64 last = std::min(m_lastVisible + kAheadRows, m_total - 1);
    for (qint64 row = std::max<qint64>(m_firstVisible - kAheadRows, 0); row <= last; ++row) {
        const bool asked = std::any_of(m_requests.begin(), m_requests.end(),
                                       [row](const Request &r) { return row >= r.first && row < r.first + r.count; });
        if (asked || m_cache.at(row))
            continue;
        const LinkCache::Window window = m_cache.windowAround(row, m_total);
        fetch(window, false);
        row = window.first + window.count - 1;
    }
}

void LinksModel::fetch(const LinkCache::Window &window, bool replaces)
{
    LinkQuery query = m_query;
    query.limit = window.count;
    query.cursor = window.cursor;
    query.skip = window.cursor.isEmpty() ? window.first : 0;
    const quint64 token = ++m_lastToken;
    const bool wasLoading = isLoading();
    m_requests.insert(token, {0, window.first, window.count, replaces});
    const RequestId id = m_source.listLinks(
        query, this, [this, token](const ApiResult<LinkPageInfo> &result) { answered(token, result); });
    m_requests[token].id = id;
    if (!wasLoading)
        Q_EMIT loadingChanged(true);
}

void LinksModel::cancelAll()
{
    const bool wasLoading = isLoading();
    for (const Request &request : std::as_const(m_requests))
        m_source.cancel(request.id);
    m_requests.clear();
    if (wasLoading)
        Q_EMIT loadingChanged(false);
}

void LinksModel::cancelOutOfSight()
{
    for (auto it = m_requests.begin(); it != m_requests.end();) {
        const bool inSight =
            it->replaces
            || (it->first <= m_lastVisible + kAheadRows && it->first + it->count >= m_firstVisible - kAheadRows);
        if (inSight) {
            ++it;
            continue;
        }
        m_source.cancel(it->id);
        it = m_requests.erase(it);
    }
}

void LinksModel::answered(quint64 token, const ApiResult<LinkPageInfo> &result)
{
    // A token that is gone belongs to a wish that a newer one replaced.
    const auto found = m_requests.constFind(token);
    if (found == m_requests.constEnd())
        return;
    const Request request = *found;
    m_requests.erase(found);
    if (!result) {
        Q_EMIT failed(result.error());
    } else if (request.replaces) {
        replaceList(request, *result);
    } else {
        addPage(request, *result);
    }
    if (!isLoading())
        Q_EMIT loadingChanged(false);
}

void LinksModel::takeTotal(const LinkPageInfo &page, qint64 end, qint64 atLeast)
{
    m_totalKnown = page.total.has_value();
    if (page.total)
        setTotal(std::max(*page.total, page.links.isEmpty() ? *page.total : end));
    else if (page.nextCursor.isEmpty())
        setTotal(end);
    else // at least one more page
        setTotal(std::max(atLeast, end + LinkCache::kPageRows));
}

void LinksModel::setTotal(qint64 total)
{
    total = std::clamp<qint64>(total, 0, std::numeric_limits<int>::max());
    if (total == m_total)
        return;
    const qint64 before = m_total;
    if (total > before) {
        beginInsertRows({}, int(before), int(total) - 1);
        m_total = total;
        endInsertRows();
    } else {
        beginRemoveRows({}, int(total), int(before) - 1);
        m_cache.truncate(total);
        m_total = total;
        endRemoveRows();
    }
    Q_EMIT totalChanged();
}

void LinksModel::replaceList(const Request &request, const LinkPageInfo &page)
{
    if (page.links.isEmpty() && request.first > 0) {
        restart(0); // the list became shorter than where we were
        return;
    }
    const QModelIndexList before = persistentIndexList();
    QList<std::optional<LinkId>> ids;
    for (const QModelIndex &index : before) {
        const LinkInfo *link = m_cache.at(index.row());
        ids << (link ? std::optional(link->id) : std::nullopt);
    }
    m_cache.clear();
    takeTotal(page, request.first + page.links.size(), 0);
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    m_cache.put(request.first, page.links, page.nextCursor);
    remapPersistent(ids, before);
    Q_EMIT layoutChanged({}, VerticalSortHint);
    m_answered = true;
    m_dirtyFirst = m_dirtyLast = -1;
    for (const LinkInfo &link : page.links) {
        if (const auto checked = m_checked.find(link.id); checked != m_checked.end())
            *checked = link;
    }
    Q_EMIT totalChanged();
    Q_EMIT listReplaced();
    m_fetchTimer.start();
}

void LinksModel::remapPersistent(const QList<std::optional<LinkId>> &ids, const QModelIndexList &before)
{
    for (qsizetype i = 0; i < before.size(); ++i) {
        if (before.at(i).row() >= m_total)
            continue; // went with the rows that were removed
        const auto row = ids.at(i) ? m_cache.rowOf(*ids.at(i)) : std::nullopt;
        const QModelIndex now = row ? index(int(*row), before.at(i).column()) : QModelIndex();
        changePersistentIndex(before.at(i), now);
    }
}

void LinksModel::addPage(const Request &request, const LinkPageInfo &page)
{
    QList<LinkInfo> links = page.links;
    if (links.size() > request.count)
        links.resize(request.count);
    for (qsizetype i = 0; i < links.size(); ++i) {
        if (m_cache.at(request.first + i)) { // rows were put in meanwhile
            links.resize(i);
            break;
        }
    }
    m_cache.put(request.first, links, links.size() == page.links.size() ? page.nextCursor : QString());
    const qint64 end = request.first + links.size();
    // Fewer rows than asked for: the list ends here, whatever was said before.
    if (page.links.size() < request.count && page.nextCursor.isEmpty())
        setTotal(end);
    else
        takeTotal(page, end, m_total);
    m_cache.trim(m_firstVisible, m_lastVisible, kMostLoaded);
    if (!links.isEmpty())
        Q_EMIT dataChanged(index(int(request.first), 0), index(int(end) - 1, kLinkColumns - 1));
    m_fetchTimer.start();
}

int LinksModel::rowOf(LinkId id) const
{
    const auto row = m_cache.rowOf(id);
    return row ? int(*row) : -1;
}

void LinksModel::applyChange(const LinkChange &change)
{
    const LinkInfo &link = change.link;
    if (const auto checked = m_checked.find(link.id); checked != m_checked.end())
        *checked = link;
    switch (change.kind) {
    case ChangeKind::Created:
        if (m_cache.rowOf(link.id))
            updateLink(link);
        else
            insertOnTop(link);
        return;
    case ChangeKind::Edited: updateLink(link); return;
    case ChangeKind::Deleted:
        if (m_query.state == StateFilter::All)
            updateLink(link);
        else if (m_query.state == StateFilter::Deleted || m_findsDeleted)
            refreshSoon();
        else
            removeLink(link.id);
        return;
    case ChangeKind::Restored:
        m_removedLately.removeAll(link.id);
        if (m_query.state == StateFilter::All)
            updateLink(link);
        else if (m_query.state == StateFilter::Deleted)
            removeLink(link.id);
        else if (m_findsDeleted)
            refresh(); // it may have left the list
        else if (!m_cache.rowOf(link.id))
            refresh();
        return;
    }
}

void LinksModel::updateLink(const LinkInfo &link)
{
    const auto known = m_cache.rowOf(link.id);
    // Answers and events can cross: an older version never replaces a newer one.
    if (!known || m_cache.at(*known)->version > link.version)
        return;
    m_cache.replace(link);
    Q_EMIT dataChanged(index(int(*known), 0), index(int(*known), kLinkColumns - 1));
}

void LinksModel::insertOnTop(const LinkInfo &link)
{
    const bool placeIsKnown =
        m_answered && m_query.findsAll() && m_query.sort == LinkSort::Created && m_query.descending;
    if (!placeIsKnown || ++m_createdLately > kMostInsertsAtATime) {
        refreshSoon();
        return;
    }
    beginInsertRows({}, 0, 0);
    m_cache.insertAt(0, link);
    ++m_total;
    endInsertRows();
    Q_EMIT totalChanged();
    rowsShifted();
    if (m_createdLately == 1)
        QTimer::singleShot(kRefreshPauseMs, this, [this] { m_createdLately = 0; });
}

void LinksModel::removeLink(LinkId id)
{
    if (m_checked.remove(id) > 0)
        Q_EMIT checkedChanged();
    const auto row = m_cache.rowOf(id);
    if (!row) {
        // Told twice (answer and event), or somewhere out of sight.
        if (!m_removedLately.contains(id))
            refreshSoon();
        return;
    }
    m_removedLately << id;
    if (m_removedLately.size() > kRemovedRemembered)
        m_removedLately.removeFirst();
    beginRemoveRows({}, int(*row), int(*row));
    m_cache.removeAt(*row);
    --m_total;
    endRemoveRows();
    Q_EMIT totalChanged();
    rowsShifted();
}

void LinksModel::rowsShifted()
{
    // Pages under way were asked for by the old row numbers.
    const bool replacing =
        std::any_of(m_requests.begin(), m_requests.end(), [](const Request &r) { return r.replaces; });
    m_dirtyFirst = m_dirtyFirst < 0 ? -1 : 0;
    m_dirtyLast = m_dirtyFirst < 0 ? -1 : m_total - 1;
    if (replacing)
        return;
    cancelAll();
    m_fetchTimer.start();
}

void LinksModel::refreshSoon()
{
    if (!m_refreshTimer.isActive())
        m_refreshTimer.start();
}

void LinksModel::applyTick(const ClickTick &tick)
{
    for (const LinkCount &count : tick.links) {
        const auto row = m_cache.addClicks(count.id, count.clicks);
        if (!row)
            continue;
        m_dirtyFirst = m_dirtyFirst < 0 ? *row : std::min(m_dirtyFirst, *row);
        m_dirtyLast = std::max(m_dirtyLast, *row);
    }
    if (m_dirtyFirst >= 0 && !m_countTimer.isActive())
        m_countTimer.start();
}

void LinksModel::flushCounts()
{
    const qint64 last = std::min(m_dirtyLast, m_total - 1);
    if (m_dirtyFirst >= 0 && m_dirtyFirst <= last)
        Q_EMIT dataChanged(index(int(m_dirtyFirst), toInt(LinkColumn::Clicks)),
                           index(int(last), toInt(LinkColumn::Clicks)));
    m_dirtyFirst = m_dirtyLast = -1;
}

void LinksModel::setChecked(int row, bool checked)
{
    const LinkInfo *link = m_cache.at(row);
    if (!link || checked == isChecked(link->id))
        return;
    if (m_allChecked) {
        leaveAll();
        m_checked.remove(link->id);
        Q_EMIT checkedChanged();
        return;
    }
    if (checked)
        m_checked.insert(link->id, *link);
    else
        m_checked.remove(link->id);
    Q_EMIT dataChanged(index(row, 0), index(row, kLinkColumns - 1));
    Q_EMIT checkedChanged();
}

void LinksModel::checkRows(int first, int last)
{
    if (m_allChecked)
        return;
    bool changed = false;
    for (int row = first; row <= last; ++row) {
        const LinkInfo *link = m_cache.at(row);
        if (!link || m_checked.contains(link->id))
            continue;
        m_checked.insert(link->id, *link);
        changed = true;
    }
    if (!changed)
        return;
    Q_EMIT dataChanged(index(first, 0), index(last, kLinkColumns - 1));
    Q_EMIT checkedChanged();
}

void LinksModel::checkAll()
{
    if (m_allChecked || m_total == 0)
        return;
    m_allChecked = true;
    Q_EMIT dataChanged(index(0, 0), index(int(m_total) - 1, kLinkColumns - 1));
    Q_EMIT checkedChanged();
}

// From "everything" to the ones that are loaded.
void LinksModel::leaveAll()
{
    m_allChecked = false;
    m_checked.clear();
    for (qint64 row = 0; row < m_total; ++row) {
        if (const LinkInfo *link = m_cache.at(row))
            m_checked.insert(link->id, *link);
    }
    Q_EMIT dataChanged(index(0, 0), index(int(m_total) - 1, kLinkColumns - 1));
}

void LinksModel::clearChecked()
{
    if (m_checked.isEmpty() && !m_allChecked)
        return;
    m_allChecked = false;
    m_checked.clear();
    if (m_total > 0)
        Q_EMIT dataChanged(index(0, 0), index(int(m_total) - 1, kLinkColumns - 1));
    Q_EMIT checkedChanged();
}

QList<LinkInfo> LinksModel::checkedLinks() const
{
    QList<LinkInfo> links = m_checked.values();
    std::sort(links.begin(), links.end(), [](const LinkInfo &a, const LinkInfo &b) { return a.id < b.id; });
    return links;
}

} // namespace linkdesk::app
