#include "models/bansmodel.h"

#include "models/lifetexts.h"
#include "models/rowmerge.h"
#include "models/texts.h"
#include "widgets/elidedlabel.h"

#include <QUrl>

#include <algorithm>

namespace linkdesk::app {

BansModel::BansModel(AdminClient &client, QObject *parent) : LinkRowsModel(parent), m_client(client) {}

void BansModel::askPage(const QString &cursor, int limit, const PageReply &done)
{
    LinkQuery query;
    query.state = StateFilter::Banned;
    query.limit = limit;
    query.cursor = cursor;
    m_request = m_client.listLinks(query, this, [done](const ApiResult<LinkPageInfo> &page) {
        if (!page) {
            done(page.error());
            return;
        }
        RenewalPageInfo rows;
        for (const LinkInfo &link : page->links) {
            RenewalLink row;
            row.link = link;
            rows.links << row;
        }
        rows.nextCursor = page->nextCursor;
        done(rows);
    });
}

void BansModel::dropRequest()
{
    m_client.cancel(m_request);
}

int BansModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kBanColumns;
}

QVariant BansModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RenewalLink &row = rowAt(index.row());
    const auto column = static_cast<BanColumn>(index.column());
    switch (role) {
    case RowRole: return QVariant::fromValue(row);
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text(row.link, column);
    case Qt::ToolTipRole: return toolTip(row.link, column);
    case Qt::CheckStateRole:
        if (column == BanColumn::Check)
            return isChecked(index.row()) ? Qt::Checked : Qt::Unchecked;
        return {};
    default: return {};
    }
}

QString BansModel::text(const LinkInfo &link, BanColumn column)
{
    const BanInfo ban = link.ban.value_or(BanInfo{});
    switch (column) {
    case BanColumn::Check: return {};
    case BanColumn::Link: return visibleText(shortName(link).whole());
    case BanColumn::Target: return visibleText(QUrl(link.url).host(QUrl::PrettyDecoded));
    case BanColumn::Reason: return ban.reason.isEmpty() ? tr("No reason kept") : visibleText(ban.reason);
    case BanColumn::By: return visibleText(ban.by);
    case BanColumn::When: return ban.at.isValid() ? agoText(ban.at, QDateTime::currentDateTimeUtc()) : QString();
    case BanColumn::Unban: return tr("Unban");
    }
    return {};
}

QString BansModel::toolTip(const LinkInfo &link, BanColumn column)
{
    switch (column) {
    case BanColumn::Check:
    case BanColumn::Unban: return {};
    case BanColumn::Link: return plainToolTip(shortName(link).whole() + u'\n' + link.title);
    case BanColumn::Target: return plainToolTip(link.url);
    case BanColumn::Reason: return plainToolTip(link.ban ? link.ban->reason : QString());
    case BanColumn::By: return plainToolTip(link.ban ? link.ban->by : QString());
    case BanColumn::When:
        return link.ban && link.ban->at.isValid()
                   ? plainToolTip(tr("%1 (%2)", "time, zone").arg(exactTime(link.ban->at), zoneName()))
                   : QString();
    }
    return {};
}

QVariant BansModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<BanColumn>(section);
    if (role == Qt::CheckStateRole && column == BanColumn::Check)
        return allChecked();
    if (role == Qt::AccessibleTextRole && column == BanColumn::Check)
        return tr("Selected");
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case BanColumn::Check: return QString();
    case BanColumn::Link: return tr("Link");
    case BanColumn::Target: return tr("Leads to");
    case BanColumn::Reason: return tr("Reason");
    case BanColumn::By: return tr("Banned by");
    case BanColumn::When: return tr("When");
    case BanColumn::Unban: return QString();
    }
    return {};
}

void HostsModel::setHosts(const QList<BannedHost> &hosts)
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
    mergeRows(m_hosts, hosts, [](const BannedHost &host) { return host.host; }, ops);
    const qsizetype count = std::min(hosts.size(), m_hosts.size());
    for (qsizetype i = 0; i < count; ++i)
        m_hosts[i] = hosts.at(i);
    if (count > 0)
        Q_EMIT dataChanged(index(0, 0), index(int(count) - 1, kHostColumns - 1));
}

int HostsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_hosts.size());
}

int HostsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kHostColumns;
}

QVariant HostsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const BannedHost &host = m_hosts.at(index.row());
    const auto column = static_cast<HostColumn>(index.column());
    if (role == HostRole)
        return QVariant::fromValue(host);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(column == HostColumn::Links ? Qt::AlignRight | Qt::AlignVCenter
                                                               : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == HostColumn::Host)
        return plainToolTip(host.host + u'\n'
                            + banText({host.reason, host.by, host.at}, QDateTime::currentDateTimeUtc()));
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case HostColumn::Host: return visibleText(host.host);
    case HostColumn::Links: return countText(host.links);
    case HostColumn::Unban: return tr("Unban");
    }
    return {};
}

QVariant HostsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<HostColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(column == HostColumn::Links ? Qt::AlignRight | Qt::AlignVCenter
                                                               : Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case HostColumn::Host: return tr("Host");
    case HostColumn::Links: return tr("Banned links");
    case HostColumn::Unban: return QString();
    }
    return {};
}

} // namespace linkdesk::app
