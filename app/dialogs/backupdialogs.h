// RestoreDialog: says what a restore does and what is lost by it, and wants that confirmed. DeleteBackupDialog: asks
// before a backup is gone. BackupPlanDialog: when backups are made, how many are kept, and where. GUI thread.
#pragma once

#include "dialogs/settingsdialog.h"

class QCheckBox;
class QLineEdit;
class QSpinBox;
class QComboBox;

namespace linkdesk::app {

class Switch;

class RestoreDialog final : public QDialog {
    Q_OBJECT

public:
    // `when` is the moment of the backup, as people read it.
    RestoreDialog(const BackupFile &backup, const QString &when, QWidget *parent);

Q_SIGNALS:
    void confirmed();
};

class DeleteBackupDialog final : public QDialog {
    Q_OBJECT

public:
    // `isLast`: there is no other that can be used.
    DeleteBackupDialog(const BackupFile &backup, const QString &when, bool isLast, QWidget *parent);

Q_SIGNALS:
    void confirmed();
};

class BackupPlanDialog final : public SettingsDialog {
    Q_OBJECT

public:
    // `folder` is where they are now.
    BackupPlanDialog(AdminClient &client, const ServiceSettings &before, const QString &folder, QWidget *parent);

protected:
    [[nodiscard]] ServiceSettings wanted() const override;
    [[nodiscard]] QString fault() override;

private:
    void chooseFolder();
    [[nodiscard]] QWidget *folderRow(bool isHere);

    Switch *m_enabled;
    QComboBox *m_hour;
    QSpinBox *m_daily;
    QSpinBox *m_weekly;
    QLineEdit *m_folder;
};

} // namespace linkdesk::app
