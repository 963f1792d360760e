// What LinksModel tells views: texts, tooltips, sort values.
#include "models/linksmodel.h"
#include "models/texts.h"
#include "widgets/elidedlabel.h"

namespace linkdesk::app {

int LinksModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_total);
}

int LinksModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kLinkColumns;
}

Qt::ItemFlags LinksModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsSelectable | Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    if (index.column() == toInt(LinkColumn::Check))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QVariant LinksModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const LinkInfo *link = m_cache.at(index.row());
    if (role == LoadedRole)
        return link != nullptr;
    if (!link)
        return role == Qt::AccessibleTextRole ? QVariant(tr("Loading")) : QVariant();
    return linkData(*link, static_cast<LinkColumn>(index.column()), role);
}

QVariant LinksModel::linkData(const LinkInfo &link, LinkColumn column, int role) const
{
    switch (role) {
    case LinkRole: return QVariant::fromValue(link);
    case IdRole: return qint64(link.id.value);
    case SortRole: return sortValue(link, column);
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return displayText(link, column);
    case Qt::ToolTipRole: return toolTip(link, column);
    case Qt::CheckStateRole:
        if (column == LinkColumn::Check)
            return isChecked(link.id) ? Qt::Checked : Qt::Unchecked;
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(column == LinkColumn::Clicks ? Qt::AlignRight | Qt::AlignVCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant LinksModel::displayText(const LinkInfo &link, LinkColumn column) const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (column) {
    case LinkColumn::Check: return {};
    case LinkColumn::Link: return visibleText(shortName(link).whole());
    case LinkColumn::Target: return visibleText(addressText(link.url));
    case LinkColumn::Tags: return visibleText(link.tags.join(u", "_qs));
    case LinkColumn::Clicks: return countText(link.clicks.humans);
    case LinkColumn::Created: return agoText(link.createdAt, now);
    case LinkColumn::Expires: return expiryText(link.expiresAt, now);
    case LinkColumn::State: return stateText(link, now);
    }
    return {};
}

QVariant LinksModel::sortValue(const LinkInfo &link, LinkColumn column) const
{
    switch (column) {
    case LinkColumn::Check: return isChecked(link.id);
    case LinkColumn::Link: return link.code;
    case LinkColumn::Target: return link.url;
    case LinkColumn::Tags: return link.tags.join(u',');
    case LinkColumn::Clicks: return link.clicks.humans;
    case LinkColumn::Created: return link.createdAt;
    case LinkColumn::Expires: return link.expiresAt;
    case LinkColumn::State: return int(link.state);
    }
    return {};
}

QString LinksModel::toolTip(const LinkInfo &link, LinkColumn column) const
{
    switch (column) {
    case LinkColumn::Check:
    case LinkColumn::State: return {};
    case LinkColumn::Link:
        return plainToolTip(link.title.isEmpty() ? shortName(link).whole()
                                                 : shortName(link).whole() + u'\n' + link.title);
    case LinkColumn::Target: return plainToolTip(link.url);
    case LinkColumn::Tags: return plainToolTip(link.tags.join(u", "_qs));
    case LinkColumn::Clicks:
        return plainToolTip(
            tr("%1 by people, %2 by bots").arg(countText(link.clicks.humans), countText(link.clicks.bots)));
    case LinkColumn::Created:
        return plainToolTip(tr("%1 (%2)", "time, zone").arg(exactTime(link.createdAt), zoneName()));
    case LinkColumn::Expires:
        if (!link.expiresAt.isValid())
            return {};
        return plainToolTip(tr("%1 (%2)", "time, zone").arg(exactTime(link.expiresAt), zoneName()));
    }
    return {};
}

bool LinksModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != toInt(LinkColumn::Check) || !m_cache.at(index.row()))
        return false;
    setChecked(index.row(), value.toInt() == Qt::Checked);
    return true;
}

QVariant LinksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<LinkColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(column == LinkColumn::Clicks ? Qt::AlignRight | Qt::AlignVCenter
                                                                : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::AccessibleTextRole && column == LinkColumn::Check)
        return tr("Selected");
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case LinkColumn::Check: return QString();
    case LinkColumn::Link: return tr("Link");
    case LinkColumn::Target: return tr("Target");
    case LinkColumn::Tags: return tr("Tags");
    case LinkColumn::Clicks: return tr("Clicks");
    case LinkColumn::Created: return tr("Created");
    case LinkColumn::Expires: return tr("Expires");
    case LinkColumn::State: return tr("State");
    }
    return {};
}

} // namespace linkdesk::app
