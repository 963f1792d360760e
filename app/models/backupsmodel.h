// BackupsModel: the backups the service has, the newest first: when, how many bytes, of which kind, whether it can be
// used. GUI thread.
#pragma once

#include "api/upkeeptypes.h"

#include <QAbstractTableModel>
#include <QTimeZone>

namespace linkdesk::app {

enum class BackupColumn { When, Size, Kind, State };
inline constexpr int kBackupColumns = 4;

class BackupsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit BackupsModel(QObject *parent = nullptr) : QAbstractTableModel(parent) {}

    void setBackups(QList<BackupFile> backups);
    // The zone that times are written in.
    void setZone(const QTimeZone &zone);
    [[nodiscard]] const BackupFile *backupAt(int row) const; // null: no such row
    [[nodiscard]] int rowOf(const QString &name) const;      // -1: gone

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const BackupFile &backup, BackupColumn column) const;

    QList<BackupFile> m_backups;
    QTimeZone m_zone = QTimeZone::systemTimeZone();
};

} // namespace linkdesk::app
