#include "dialogs/upkeepdialog.h"

#include "dialogs/zonecombo.h"
#include "widgets/formfield.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QSpinBox>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kSpinWidth = 140;
constexpr int kMostDays = 36500; // the service's own limits
constexpr int kMostReminder = 90;
constexpr int kUsualKeep = 90;
constexpr int kUsualArchive = 365;

QSpinBox *makeDays(int least, int most, int value, const char *name)
{
    auto *spin = new QSpinBox;
    spin->setObjectName(QString::fromLatin1(name));
    spin->setRange(least, most);
    spin->setValue(value);
    spin->setSuffix(UpkeepDialog::tr(" days"));
    spin->setGroupSeparatorShown(true);
    spin->setFixedWidth(kSpinWidth);
    return spin;
}

// A number of days that may be left out.
QWidget *makeRow(QCheckBox *box, QSpinBox *spin, bool on)
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(box);
    layout->addWidget(spin);
    layout->addStretch(1);
    row->setFocusProxy(spin);
    box->setChecked(on);
    spin->setEnabled(on);
    spin->setAccessibleName(box->text());
    QObject::connect(box, &QCheckBox::toggled, spin, &QSpinBox::setEnabled);
    return row;
}

} // namespace

UpkeepDialog::UpkeepDialog(AdminClient &client, const ServiceSettings &before, QWidget *parent)
    : SettingsDialog(client, before, tr("Upkeep"), parent)
    , m_restore(makeDays(0, kMostDays, before.restoreDays, "restoreDays"))
    , m_keepOn(new QCheckBox(tr("Delete them after")))
    , m_keep(makeDays(0, kMostDays, before.keepExpiredDays.value_or(kUsualKeep), "keepExpiredDays"))
    , m_archiveOn(new QCheckBox(tr("Put away after")))
    , m_archive(makeDays(1, kMostDays, before.archiveAfterDays.value_or(kUsualArchive), "archiveAfterDays"))
    , m_reminder(makeDays(1, kMostReminder, before.reminderDays, "reminderDays"))
    , m_zone(new ZoneCombo)
{
    setObjectName(u"upkeepDialog"_qs);
    m_keepOn->setObjectName(u"keepExpiredOn"_qs);
    m_archiveOn->setObjectName(u"archiveOn"_qs);
    m_zone->setObjectName(u"officeZone"_qs);
    m_zone->setZone(before.timeZone);
    addField(u"restoreDays"_qs, tr("Deleted links can be restored for"), m_restore)
        ->setHint(tr("After that they are removed for good, with their clicks."));
    addField(u"keepExpiredDays"_qs, tr("Expired links"), makeRow(m_keepOn, m_keep, before.keepExpiredDays.has_value()))
        ->setHint(tr("Counted from their end or their last change. Off: they stay until you delete them."));
    addField(u"archiveAfterDays"_qs, tr("Links nobody clicks"),
             makeRow(m_archiveOn, m_archive, before.archiveAfterDays.has_value()))
        ->setHint(tr("They go on working and come back with their next click; lists leave them out."));
    addField(u"reminderDays"_qs, tr("Remind before the end of a link"), m_reminder);
    addField(u"timeZone"_qs, tr("Time zone of the office"), m_zone)
        ->setHint(tr("Where days and quarters end, and backups are made."));
    addButtons();
}

ServiceSettings UpkeepDialog::wanted() const
{
    ServiceSettings settings = before();
    settings.restoreDays = m_restore->value();
    settings.keepExpiredDays = m_keepOn->isChecked() ? std::optional(m_keep->value()) : std::nullopt;
    settings.archiveAfterDays = m_archiveOn->isChecked() ? std::optional(m_archive->value()) : std::nullopt;
    settings.reminderDays = m_reminder->value();
    settings.timeZone = m_zone->zone();
    return settings;
}

QString UpkeepDialog::fault()
{
    if (!m_zone->zone().isEmpty())
        return {};
    field(u"timeZone"_qs)->setState(Level::Danger, tr("Choose a zone of the list, such as Europe/Berlin."));
    return u"timeZone"_qs;
}

} // namespace linkdesk::app
