#include "models/renewalmodel.h"

#include "models/lifetexts.h"
#include "models/texts.h"
#include "models/verdict.h"
#include "widgets/elidedlabel.h"

namespace linkdesk::app {

RenewalModel::RenewalModel(AdminClient &client, QObject *parent)
    : LinkRowsModel(parent), m_client(client), m_zone(QTimeZone::systemTimeZone())
{
}

void RenewalModel::setWindow(RenewalWindow window)
{
    const bool same = window == m_window && hasAnswer();
    m_window = window;
    if (same)
        reload();
    else
        restart();
}

void RenewalModel::setTimeZone(const QTimeZone &zone)
{
    if (!zone.isValid() || zone == m_zone)
        return;
    m_zone = zone;
    Q_EMIT headerDataChanged(Qt::Horizontal, int(RenewalColumn::Exact), int(RenewalColumn::Exact));
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, int(RenewalColumn::Exact)), index(rowCount() - 1, int(RenewalColumn::Exact)));
}

void RenewalModel::askPage(const QString &cursor, int limit, const PageReply &done)
{
    m_request = m_client.renewalLinks(m_window, limit, cursor, this, done);
}

void RenewalModel::dropRequest()
{
    m_client.cancel(m_request);
}

int RenewalModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kRenewalColumns;
}

QVariant RenewalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RenewalLink &row = rowAt(index.row());
    const auto column = static_cast<RenewalColumn>(index.column());
    switch (role) {
    case RowRole: return QVariant::fromValue(row);
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: return text(row, column);
    case Qt::ToolTipRole: return toolTip(row, column);
    case Qt::CheckStateRole:
        if (column == RenewalColumn::Check)
            return isChecked(index.row()) ? Qt::Checked : Qt::Unchecked;
        return {};
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(column == RenewalColumn::Clicks ? Qt::AlignRight | Qt::AlignVCenter
                                                                   : Qt::AlignLeft | Qt::AlignVCenter);
    default: return {};
    }
}

QString RenewalModel::text(const RenewalLink &row, RenewalColumn column) const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    switch (column) {
    case RenewalColumn::Check: return {};
    case RenewalColumn::Link: return visibleText(shortName(row.link).whole());
    case RenewalColumn::Expires: return timeLeftText(row.link.expiresAt, now);
    case RenewalColumn::Exact: return zonedTime(row.link.expiresAt, m_zone, now);
    case RenewalColumn::Clicks: return countText(row.clicks30);
    case RenewalColumn::Verdict: return verdictText(verdictOf(row, now));
    case RenewalColumn::Renew: return tr("Renew");
    }
    return {};
}

QString RenewalModel::toolTip(const RenewalLink &row, RenewalColumn column) const
{
    switch (column) {
    case RenewalColumn::Check:
    case RenewalColumn::Renew: return {};
    case RenewalColumn::Link:
        return plainToolTip(shortName(row.link).whole() + u'\n' + row.link.title + u'\n' + addressText(row.link.url));
    case RenewalColumn::Expires:
    case RenewalColumn::Exact:
        return plainToolTip(tr("%1 (%2)", "time, zone").arg(exactTime(row.link.expiresAt), zoneName()));
    case RenewalColumn::Clicks:
        return row.refused7 > 0 ? plainToolTip(tr("%1 clicks in 30 days, %2 visits refused in 7 days")
                                                   .arg(countText(row.clicks30), countText(row.refused7)))
                                : plainToolTip(tr("%1 clicks in 30 days").arg(countText(row.clicks30)));
    case RenewalColumn::Verdict: return plainToolTip(verdictReason(verdictOf(row, QDateTime::currentDateTimeUtc())));
    }
    return {};
}

QVariant RenewalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const auto column = static_cast<RenewalColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(column == RenewalColumn::Clicks ? Qt::AlignRight | Qt::AlignVCenter
                                                                   : Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::CheckStateRole && column == RenewalColumn::Check)
        return allChecked();
    if (role == Qt::AccessibleTextRole && column == RenewalColumn::Check)
        return tr("Selected");
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (column) {
    case RenewalColumn::Check: return QString();
    case RenewalColumn::Link: return tr("Link");
    case RenewalColumn::Expires: return m_window == RenewalWindow::Expired ? tr("Expired") : tr("Expires");
    case RenewalColumn::Exact: return tr("Exact time, %1", "name of a time zone").arg(QString::fromLatin1(m_zone.id()));
    case RenewalColumn::Clicks: return tr("Clicks, 30 days");
    case RenewalColumn::Verdict: return tr("What the clicks say");
    case RenewalColumn::Renew: return QString();
    }
    return {};
}

} // namespace linkdesk::app
