#include "models/backupsmodel.h"

#include "models/texts.h"
#include "models/upkeeptexts.h"
#include "widgets/elidedlabel.h"

#include <algorithm>

namespace linkdesk::app {

void BackupsModel::setBackups(QList<BackupFile> backups)
{
    std::stable_sort(backups.begin(), backups.end(),
                     [](const BackupFile &a, const BackupFile &b) { return a.at > b.at; });
    beginResetModel();
    m_backups = std::move(backups);
    endResetModel();
}

void BackupsModel::setZone(const QTimeZone &zone)
{
    if (zone == m_zone)
        return;
    m_zone = zone;
    if (!m_backups.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, kBackupColumns - 1));
}

const BackupFile *BackupsModel::backupAt(int row) const
{
    return row >= 0 && row < m_backups.size() ? &m_backups.at(row) : nullptr;
}

int BackupsModel::rowOf(const QString &name) const
{
    const auto found =
        std::find_if(m_backups.begin(), m_backups.end(), [&](const BackupFile &file) { return file.name == name; });
    return found == m_backups.end() ? -1 : int(found - m_backups.begin());
}

int BackupsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_backups.size());
}

int BackupsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : kBackupColumns;
}

QString BackupsModel::text(const BackupFile &backup, BackupColumn column) const
{
    switch (column) {
    case BackupColumn::When: return dayAndTime(backup.at, m_zone);
    case BackupColumn::Size: return sizeText(backup.bytes);
    case BackupColumn::Kind: return backupKindText(backup.kind);
    case BackupColumn::State: return backup.verified ? tr("Checked") : tr("Cannot be used");
    }
    return {};
}

QVariant BackupsModel::data(const QModelIndex &index, int role) const
{
    const BackupFile *backup = backupAt(index.row());
    if (!backup || index.column() >= kBackupColumns)
        return {};
    const auto column = static_cast<BackupColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole: return text(*backup, column);
    case Qt::ToolTipRole:
        return plainToolTip(column == BackupColumn::State && !backup->fault.isEmpty() ? backup->fault : backup->name);
    case Qt::TextAlignmentRole:
        return int((column == BackupColumn::Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::AccessibleTextRole: return text(*backup, column);
    default: return {};
    }
}

QVariant BackupsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kBackupColumns)
        return {};
    const auto column = static_cast<BackupColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return int((column == BackupColumn::Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case BackupColumn::When: return tr("Made");
    case BackupColumn::Size: return tr("Size");
    case BackupColumn::Kind: return tr("Kind");
    case BackupColumn::State: return tr("State");
    }
    return {};
}

} // namespace linkdesk::app
