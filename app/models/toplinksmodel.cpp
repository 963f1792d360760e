#include "models/toplinksmodel.h"

#include "models/texts.h"
#include "widgets/barlistview.h"
#include "widgets/elidedlabel.h"

#include <QUrl>

#include <algorithm>

namespace linkdesk::app {

void TopLinksModel::load(const LiveSnapshot &snapshot)
{
    m_window.load(snapshot);
    update();
}

void TopLinksModel::add(const ClickTick &tick)
{
    m_window.add(tick);
    update();
}

void TopLinksModel::learn(const LinkInfo &link)
{
    m_window.learn(link);
}

void TopLinksModel::clear()
{
    m_window.clear();
    update();
}

void TopLinksModel::setUpdating(bool updating)
{
    m_updating = updating;
    update();
}

void TopLinksModel::setKind(ClickKind kind)
{
    m_kind = kind;
    update();
}

void TopLinksModel::setFrozen(bool frozen)
{
    m_frozen = frozen;
    update();
}

void TopLinksModel::setMostRows(int rows)
{
    m_mostRows = std::clamp(rows, 1, kMostRows);
    update();
}

int TopLinksModel::linksClicked() const
{
    const auto &sums = m_window.sums();
    return int(
        std::count_if(sums.begin(), sums.end(), [this](const LinkCount &link) { return of(link.clicks, m_kind) > 0; }));
}

QList<LinkCount> TopLinksModel::ranked() const
{
    QList<LinkCount> links;
    for (const LinkCount &link : m_window.sums()) {
        if (of(link.clicks, m_kind) > 0)
            links << link;
    }
    const auto before = [this](const LinkCount &a, const LinkCount &b) {
        const qint64 left = of(a.clicks, m_kind);
        const qint64 right = of(b.clicks, m_kind);
        return left != right ? left > right : a.id < b.id;
    };
    const qsizetype keep = std::min<qsizetype>(links.size(), m_mostRows);
    std::partial_sort(links.begin(), links.begin() + keep, links.end(), before);
    links.resize(keep);
    return links;
}

int TopLinksModel::find(LinkId id, int from) const
{
    for (int i = from; i < m_rows.size(); ++i) {
        if (m_rows.at(i).id == id)
            return i;
    }
    return -1;
}

void TopLinksModel::reorder(const QList<LinkCount> &wanted)
{
    for (int i = 0; i < wanted.size(); ++i) {
        const int at = find(wanted.at(i).id, i);
        if (at < 0) {
            beginInsertRows({}, i, i);
            m_rows.insert(i, wanted.at(i));
            endInsertRows();
        } else if (at != i) {
            beginMoveRows({}, at, at, {}, i);
            m_rows.move(at, i);
            endMoveRows();
        }
    }
    if (m_rows.size() > wanted.size()) {
        beginRemoveRows({}, int(wanted.size()), int(m_rows.size()) - 1);
        m_rows.resize(wanted.size());
        endRemoveRows();
    }
}

void TopLinksModel::update()
{
    if (!m_updating)
        return;
    if (!m_frozen || m_rows.isEmpty())
        reorder(ranked());
    for (LinkCount &row : m_rows) {
        const auto sum = m_window.sums().constFind(row.id);
        if (sum == m_window.sums().constEnd())
            row.clicks = {};
        else
            row = *sum;
    }
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_rows.size()) - 1));
}

int TopLinksModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QString TopLinksModel::hostOf(const LinkCount &link) const
{
    if (!link.domain.isEmpty())
        return link.domain;
    return link.shortUrl.isEmpty() ? m_defaultHost : QUrl(link.shortUrl).authority();
}

QVariant TopLinksModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LinkCount &link = m_rows.at(index.row());
    const qint64 value = of(link.clicks, m_kind);
    switch (role) {
    case Qt::DisplayRole: return QString(u'/' + visibleText(link.code));
    case BarSecondTextRole: return visibleText(link.title.isEmpty() ? hostOf(link) : link.title);
    case BarValueRole: return countText(value);
    case BarFractionRole: {
        qint64 largest = 1;
        for (const LinkCount &row : m_rows)
            largest = std::max(largest, of(row.clicks, m_kind));
        return qreal(value) / qreal(largest);
    }
    case Qt::ToolTipRole:
        return plainToolTip(hostOf(link) + u'/' + link.code
                            + (link.title.isEmpty() ? QString() : u", "_qs + link.title));
    case Qt::AccessibleTextRole:
        return tr("%1, %n click(s) in the last minute", nullptr, int(value)).arg(visibleText(link.code));
    case IdRole: return qint64(link.id.value);
    case ShortUrlRole: return link.shortUrl;
    default: return {};
    }
}

} // namespace linkdesk::app
