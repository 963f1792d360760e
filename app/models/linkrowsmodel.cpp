#include "models/linkrowsmodel.h"

#include "models/rowmerge.h"

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kLargePage = 500;

} // namespace

int LinkRowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

Qt::ItemFlags LinkRowsModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return index.column() == 0 ? flags | Qt::ItemIsUserCheckable : flags;
}

bool LinkRowsModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole || index.column() != 0)
        return false;
    setChecked(index.row(), value.toInt() == Qt::Checked);
    return true;
}

int LinkRowsModel::rowOf(LinkId id) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [id](const RenewalLink &row) { return row.link.id == id; });
    return found == m_rows.end() ? -1 : int(found - m_rows.begin());
}

void LinkRowsModel::restart()
{
    dropRequest();
    m_checkAll = false;
    m_next.clear();
    if (!m_rows.isEmpty()) {
        beginRemoveRows({}, 0, int(m_rows.size()) - 1);
        m_rows.clear();
        endRemoveRows();
    }
    m_answered = false;
    if (!m_checked.isEmpty()) {
        m_checked.clear();
        Q_EMIT checkedChanged();
    }
    ask({}, kPageRows);
}

void LinkRowsModel::reload()
{
    dropRequest();
    // As much as was there, so that the view does not jump.
    ask({}, std::clamp(int(m_rows.size()), kPageRows, kLargePage));
}

bool LinkRowsModel::canFetchMore(const QModelIndex &parent) const
{
    return !parent.isValid() && !m_loading && !m_next.isEmpty();
}

void LinkRowsModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        ask(m_next, kPageRows);
}

void LinkRowsModel::ask(const QString &cursor, int limit)
{
    m_loading = true;
    const quint64 token = ++m_token;
    askPage(cursor, limit, [this, token, first = cursor.isEmpty()](const ApiResult<RenewalPageInfo> &page) {
        if (token == m_token)
            answered(first, page);
    });
}

void LinkRowsModel::answered(bool first, const ApiResult<RenewalPageInfo> &page)
{
    m_loading = false;
    if (!page) {
        m_checkAll = false;
        Q_EMIT failed(page.error());
        return;
    }
    m_next = page->nextCursor;
    if (first)
        replace(page->links);
    else
        append(page->links);
    if (first) {
        m_answered = true;
        Q_EMIT loaded();
    }
    if (m_checkAll && !m_next.isEmpty() && m_rows.size() < kMostChecked)
        ask(m_next, kLargePage);
    else
        m_checkAll = false;
}

// Rows that stay keep their selection and their check; nothing is reset.
void LinkRowsModel::replace(const QList<RenewalLink> &rows)
{
    const RowOps ops{[this](int row, const auto &change) {
                     beginInsertRows({}, row, row);
                     change();
                     endInsertRows();
                 },
                 [this](int row, const auto &change) {
                     beginRemoveRows({}, row, row);
                     change();
                     endRemoveRows();
                 },
                 [this](int from, int to, const auto &change) {
                     beginMoveRows({}, from, from, {}, to);
                     change();
                     endMoveRows();
                 }};
    mergeRows(m_rows, rows, [](const RenewalLink &row) { return row.link.id; }, ops);
    const qsizetype count = std::min(rows.size(), m_rows.size());
    for (qsizetype i = 0; i < count; ++i)
        m_rows[i] = rows.at(i);
    if (count > 0)
        Q_EMIT dataChanged(index(0, 0), index(int(count) - 1, columnCount() - 1));
    QSet<LinkId> still;
    for (const RenewalLink &row : std::as_const(m_rows)) {
        if (m_checkAll || m_checked.contains(row.link.id))
            still.insert(row.link.id);
    }
    if (still == m_checked)
        return;
    m_checked = still;
    Q_EMIT checkedChanged();
}

void LinkRowsModel::append(const QList<RenewalLink> &rows)
{
    QList<RenewalLink> fresh;
    for (const RenewalLink &row : rows) {
        if (rowOf(row.link.id) < 0) // it may have moved between two pages
            fresh << row;
    }
    if (fresh.isEmpty())
        return;
    const int before = int(m_rows.size());
    beginInsertRows({}, before, before + int(fresh.size()) - 1);
    m_rows << fresh;
    endInsertRows();
    if (m_checkAll)
        checkRows(before, int(m_rows.size()) - 1);
    else
        Q_EMIT checkedChanged(); // "all" is no longer all
}

void LinkRowsModel::tellChecks(int first, int last)
{
    Q_EMIT dataChanged(index(first, 0), index(last, columnCount() - 1));
    Q_EMIT checkedChanged();
}

void LinkRowsModel::setChecked(int row, bool checked)
{
    if (row < 0 || row >= m_rows.size() || checked == isChecked(row))
        return;
    if (checked)
        m_checked.insert(m_rows.at(row).link.id);
    else
        m_checked.remove(m_rows.at(row).link.id);
    tellChecks(row, row);
}

void LinkRowsModel::checkRows(int first, int last)
{
    first = std::max(first, 0);
    last = std::min(last, int(m_rows.size()) - 1);
    if (first > last)
        return;
    for (int row = first; row <= last; ++row)
        m_checked.insert(m_rows.at(row).link.id);
    tellChecks(first, last);
}

void LinkRowsModel::checkAll(bool checked)
{
    m_checkAll = checked && !m_next.isEmpty();
    if (m_rows.isEmpty())
        return;
    if (checked) {
        checkRows(0, int(m_rows.size()) - 1);
        if (m_checkAll && !m_loading)
            ask(m_next, kLargePage);
        return;
    }
    m_checked.clear();
    tellChecks(0, int(m_rows.size()) - 1);
}

Qt::CheckState LinkRowsModel::allChecked() const
{
    if (m_checked.isEmpty())
        return Qt::Unchecked;
    return m_checked.size() == m_rows.size() && m_next.isEmpty() ? Qt::Checked : Qt::PartiallyChecked;
}

QList<LinkId> LinkRowsModel::checkedIds() const
{
    QList<LinkId> ids;
    for (const RenewalLink &row : m_rows) {
        if (m_checked.contains(row.link.id))
            ids << row.link.id;
    }
    return ids;
}

} // namespace linkdesk::app
