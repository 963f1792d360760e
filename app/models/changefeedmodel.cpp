#include "models/changefeedmodel.h"

#include "models/texts.h"
#include "widgets/elidedlabel.h"

namespace linkdesk::app {

QString changeText(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Created: return ChangeFeedModel::tr("Created");
    case ChangeKind::Edited: return ChangeFeedModel::tr("Edited");
    case ChangeKind::Deleted: return ChangeFeedModel::tr("Deleted");
    case ChangeKind::Restored: return ChangeFeedModel::tr("Restored");
    }
    return {};
}

ChangeFeedModel::ChangeFeedModel(QObject *parent) : QAbstractListModel(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(1000);
    connect(&m_timer, &QTimer::timeout, this, &ChangeFeedModel::flush);
}

void ChangeFeedModel::seed(const QList<LinkInfo> &newest)
{
    beginResetModel();
    m_rows.clear();
    for (const LinkInfo &link : newest)
        m_rows << Row{ChangeKind::Created, link, link.createdAt};
    endResetModel();
}

void ChangeFeedModel::add(const LinkChange &change, const QDateTime &at)
{
    m_waiting << Row{change.kind, change.link, at};
    if (m_waiting.size() > kRowsPerSecond) {
        m_waiting.removeFirst();
        ++m_leftOut;
    }
    if (m_updating && !m_timer.isActive())
        flush();
}

void ChangeFeedModel::setUpdating(bool updating)
{
    m_updating = updating;
    if (updating && !m_timer.isActive())
        flush();
}

void ChangeFeedModel::flush()
{
    if (!m_updating || m_waiting.isEmpty())
        return;
    m_timer.start();
    const int count = int(m_waiting.size());
    beginInsertRows({}, 0, count - 1);
    for (const Row &row : std::as_const(m_waiting))
        m_rows.prepend(row);
    m_waiting.clear();
    endInsertRows();
    if (m_rows.size() > kMostRows) {
        beginRemoveRows({}, kMostRows, int(m_rows.size()) - 1);
        m_rows.remove(kMostRows, m_rows.size() - kMostRows);
        endRemoveRows();
    }
}

int ChangeFeedModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant ChangeFeedModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole: return visibleText(shortName(row.link).whole());
    case WhatRole: return changeText(row.kind);
    case Qt::AccessibleTextRole:
        return QString(visibleText(shortName(row.link).whole()) + u", "_qs + changeText(row.kind) + u", "_qs
                       + exactTime(row.at));
    case Qt::ToolTipRole:
        return plainToolTip(shortName(row.link).whole() + u", "_qs + changeText(row.kind) + u", "_qs
                            + exactTime(row.at));
    case KindRole: return int(row.kind);
    case LinkRole: return QVariant::fromValue(row.link);
    case TimeRole: return row.at;
    case IdRole: return qint64(row.link.id.value);
    default: return {};
    }
}

} // namespace linkdesk::app
