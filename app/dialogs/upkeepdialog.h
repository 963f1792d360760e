// UpkeepDialog: what becomes of deleted, expired and forgotten links, when people are reminded, and the office's time
// zone. GUI thread.
#pragma once

#include "dialogs/settingsdialog.h"

class QCheckBox;
class QSpinBox;

namespace linkdesk::app {

class ZoneCombo;

class UpkeepDialog final : public SettingsDialog {
    Q_OBJECT

public:
    UpkeepDialog(AdminClient &client, const ServiceSettings &before, QWidget *parent);

protected:
    [[nodiscard]] ServiceSettings wanted() const override;
    [[nodiscard]] QString fault() override;

private:
    QSpinBox *m_restore;
    QCheckBox *m_keepOn;
    QSpinBox *m_keep;
    QCheckBox *m_archiveOn;
    QSpinBox *m_archive;
    QSpinBox *m_reminder;
    ZoneCombo *m_zone;
};

} // namespace linkdesk::app
