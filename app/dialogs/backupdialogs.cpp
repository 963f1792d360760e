#include "dialogs/backupdialogs.h"

#include "dialogs/dialogparts.h"
#include "models/texts.h"
#include "models/upkeeptexts.h"
#include "style/appstyle.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"
#include "widgets/label.h"
#include "widgets/switch.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHostAddress>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kWidth = 500;
constexpr int kSpinWidth = 120;
constexpr int kHourWidth = 120;
constexpr int kMostDaily = 366;
constexpr int kMostWeekly = 520;

void addPart(QDialog *dialog, QVBoxLayout *column, const QString &head, const QString &text)
{
    auto *part = new QVBoxLayout;
    part->setSpacing(4);
    part->addWidget(new Label(head, TextRole::Heading, Tone::Text, dialog));
    auto *label = new Label(text, TextRole::Body, Tone::Text2, dialog);
    label->setWordWrap(true);
    part->addWidget(label);
    column->addLayout(part);
}

// Only then a folder can be chosen from what this computer has.
bool isThisComputer(const QUrl &url)
{
    return url.host() == u"localhost" || QHostAddress(url.host()).isLoopback();
}

QSpinBox *makeCount(int least, int most, int value, const char *name)
{
    auto *spin = new QSpinBox;
    spin->setObjectName(QString::fromLatin1(name));
    spin->setRange(least, most);
    spin->setValue(value);
    spin->setFixedWidth(kSpinWidth);
    return spin;
}

} // namespace

RestoreDialog::RestoreDialog(const BackupFile &backup, const QString &when, QWidget *parent) : QDialog(parent)
{
    setObjectName(u"restoreDialog"_qs);
    QVBoxLayout *column = makeDialogColumn(this, tr("Restore the backup of %1?", "a time").arg(when), kWidth);
    addPart(this, column, tr("What happens"),
            tr("The service checks the backup (%1), puts it in the place of its database, and starts anew on the same "
               "addresses. Short links do not answer for some seconds.")
                .arg(sizeText(backup.bytes)));
    addPart(this, column, tr("What is lost"),
            tr("What came after the backup: links made or changed, bans, settings and clicks. This cannot be undone "
               "from here."));
    addPart(this, column, tr("What is kept"),
            tr("The present database stays in the data folder as linkdesk-before-restore-….db. All backups stay, "
               "too."));
    auto *sure = new QCheckBox(tr("Give up what came after the backup"), this);
    sure->setObjectName(u"restoreSure"_qs);
    column->addWidget(sure);
    QPushButton *restore = makeButton(tr("Restore"), ButtonKind::Danger, "restart", this);
    restore->setObjectName(u"restoreConfirm"_qs);
    restore->setEnabled(false);
    addDialogButtons(this, column, restore, false);
    connect(sure, &QCheckBox::toggled, restore, &QPushButton::setEnabled);
    connect(restore, &QPushButton::clicked, this, [this] {
        Q_EMIT confirmed();
        accept();
    });
}

DeleteBackupDialog::DeleteBackupDialog(const BackupFile &backup, const QString &when, bool isLast, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"deleteBackupDialog"_qs);
    QVBoxLayout *column = makeDialogColumn(this, tr("Delete the backup of %1?", "a time").arg(when), kWidth);
    auto *text = new Label(visibleText(tr("%1 is removed from the disk, for good.", "a file").arg(backup.name)),
                           TextRole::Body, Tone::Text2, this);
    text->setWordWrap(true);
    column->addWidget(text);
    if (isLast) {
        auto *warning = new Label(tr("It is the only backup that can be used. Make another one first."),
                                  TextRole::Body, Tone::Danger, this);
        warning->setWordWrap(true);
        column->addWidget(warning);
    }
    QPushButton *remove = makeButton(tr("Delete the backup"), ButtonKind::Danger, "trash", this);
    remove->setObjectName(u"deleteBackupConfirm"_qs);
    addDialogButtons(this, column, remove, false);
    connect(remove, &QPushButton::clicked, this, [this] {
        Q_EMIT confirmed();
        accept();
    });
}

BackupPlanDialog::BackupPlanDialog(AdminClient &client, const ServiceSettings &before, const QString &folder,
                                   QWidget *parent)
    : SettingsDialog(client, before, tr("Backups"), parent)
    , m_enabled(new Switch(tr("Back up every day"), this))
    , m_hour(new QComboBox)
    , m_daily(makeCount(1, kMostDaily, before.backup.daily, "backupDaily"))
    , m_weekly(makeCount(0, kMostWeekly, before.backup.weekly, "backupWeekly"))
    , m_folder(new QLineEdit)
{
    setObjectName(u"backupPlanDialog"_qs);
    m_enabled->setObjectName(u"backupEnabled"_qs);
    m_enabled->setChecked(before.backup.enabled);
    m_hour->setObjectName(u"backupHour"_qs);
    for (int hour = 0; hour < 24; ++hour)
        m_hour->addItem(QLocale().toString(QTime(hour, 0), tr("HH:mm", "time of day")), hour);
    m_hour->setCurrentIndex(m_hour->findData(before.backup.hour));
    m_hour->setFixedWidth(kHourWidth);
    m_weekly->setSpecialValueText(tr("None"));
    m_folder->setObjectName(u"backupFolder"_qs);
    m_folder->setText(before.backup.folder);
    m_folder->setPlaceholderText(visibleText(folder));

    column()->addWidget(m_enabled);
    addField(u"hour"_qs, tr("Not before"), m_hour)
        ->setHint(visibleText(tr("On the clocks of %1. One that could not be made then is made as soon as it can.",
                                 "time zone")
                                  .arg(before.timeZone)));
    addField(u"daily"_qs, tr("Daily backups to keep"), m_daily);
    addField(u"weekly"_qs, tr("Weekly backups to keep"), m_weekly)
        ->setHint(tr("One of each week. Backups made by hand are kept until you delete them."));
    addField(u"folder"_qs, tr("Folder"), folderRow(isThisComputer(client.endpoint().baseUrl)))
        ->setHint(tr("A whole path on the service's computer, better on another disk. Empty: in the data folder."));
    addButtons();
    const auto updateEnabled = [this](bool on) {
        for (QWidget *widget : {static_cast<QWidget *>(m_hour), static_cast<QWidget *>(m_daily),
                                static_cast<QWidget *>(m_weekly)})
            widget->setEnabled(on);
    };
    updateEnabled(before.backup.enabled);
    connect(m_enabled, &Switch::toggled, this, updateEnabled);
}

QWidget *BackupPlanDialog::folderRow(bool isHere)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_folder, 1);
    row->setFocusProxy(m_folder);
    m_folder->setAccessibleName(tr("Folder"));
    if (isHere) {
        QPushButton *choose = makeButton(tr("Choose…"), ButtonKind::Secondary, "folder", row);
        choose->setAutoDefault(false);
        layout->addWidget(choose);
        connect(choose, &QPushButton::clicked, this, &BackupPlanDialog::chooseFolder);
    }
    return row;
}

void BackupPlanDialog::chooseFolder()
{
    auto *dialog = new QFileDialog(this, tr("Folder for backups"), m_folder->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, m_folder, &QLineEdit::setText);
    dialog->open();
}

ServiceSettings BackupPlanDialog::wanted() const
{
    ServiceSettings settings = before();
    settings.backup.enabled = m_enabled->isChecked();
    settings.backup.hour = m_hour->currentData().toInt();
    settings.backup.daily = m_daily->value();
    settings.backup.weekly = m_weekly->value();
    settings.backup.folder = m_folder->text().trimmed();
    return settings;
}

QString BackupPlanDialog::fault()
{
    const QString folder = m_folder->text().trimmed();
    if (folder.isEmpty() || folder.startsWith(u'/') || folder.contains(u':') || folder.startsWith(u"\\\\"))
        return {};
    field(u"folder"_qs)->setState(Level::Danger, tr("Type the whole path, from the root on."));
    return u"folder"_qs;
}

} // namespace linkdesk::app
