#include "pages/upkeepcard.h"

#include "api/errortext.h"
#include "dialogs/separator.h"
#include "dialogs/upkeepdialog.h"
#include "models/texts.h"
#include "models/upkeeptexts.h"
#include "models/zonedmoment.h"
#include "pages/jobline.h"
#include "pages/noteline.h"
#include "style/appstyle.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kToldForMs = 8000;
constexpr int kFindingsShown = 8;

const QString kMessage = QStringLiteral("service-upkeep");

} // namespace

UpkeepCard::UpkeepCard(AdminClient &client, EventStream &stream, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_card(new Card(tr("Upkeep"), this))
    , m_check(new NoteLine)
    , m_findings(new QVBoxLayout)
    , m_job(new JobLine(client, stream, {u"check"_qs, u"sweep"_qs, u"archive"_qs}))
    , m_sweep(new FieldRow(tr("Last sweep")))
    , m_archive(new FieldRow(tr("Last look for unused links")))
    , m_restoreDays(new FieldRow(tr("Deleted links can be restored")))
    , m_keepDays(new FieldRow(tr("Expired links are kept")))
    , m_archiveDays(new FieldRow(tr("Unused links are put away")))
    , m_reminder(new FieldRow(tr("Reminders before the end")))
    , m_zoneRow(new FieldRow(tr("Time zone of the office")))
    , m_checkNow(makeButton(tr("Check now"), ButtonKind::Secondary))
    , m_repair(makeButton(tr("Repair"), ButtonKind::Secondary, "renew"))
    , m_sweepNow(makeButton(tr("Sweep now"), ButtonKind::Link))
    , m_change(makeButton(tr("Change…"), ButtonKind::Secondary))
{
    setObjectName(u"upkeepCard"_qs);
    m_check->setObjectName(u"checkState"_qs);
    m_checkNow->setObjectName(u"checkNow"_qs);
    m_repair->setObjectName(u"repairNow"_qs);
    m_sweepNow->setObjectName(u"sweepNow"_qs);
    m_change->setObjectName(u"upkeepChange"_qs);
    m_check->set("shield-check", Tone::Text3, tr("The database was not checked since the service started"));
    build();
    wire();
    updateButtons();
}

void UpkeepCard::build()
{
    for (QPushButton *button : {m_checkNow, m_repair, m_sweepNow, m_change})
        setControlSize(button, ControlSize::Small);
    m_card->addHeaderWidget(m_change);
    QVBoxLayout *body = m_card->body();
    m_check->addWidget(m_checkNow);
    body->addWidget(m_check);
    m_findings->setSpacing(0);
    body->addLayout(m_findings);
    auto *repair = new QHBoxLayout;
    repair->addStretch(1);
    repair->addWidget(m_repair);
    body->addLayout(repair);
    body->addWidget(m_job);
    body->addSpacing(4);
    body->addWidget(new Separator(m_card));
    body->addSpacing(4);
    for (FieldRow *row : {m_sweep, m_archive, m_restoreDays, m_keepDays, m_archiveDays, m_reminder, m_zoneRow}) {
        row->setValueRight(true);
        body->addWidget(row);
    }
    auto *sweep = new QHBoxLayout;
    sweep->addStretch(1);
    sweep->addWidget(m_sweepNow);
    body->addLayout(sweep);
    body->addStretch(1);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_card);
}

void UpkeepCard::wire()
{
    connect(m_checkNow, &QPushButton::clicked, this, [this] { startCheck(false); });
    connect(m_repair, &QPushButton::clicked, this, [this] { startCheck(true); });
    connect(m_sweepNow, &QPushButton::clicked, this, [this] { startTask(u"sweep"_qs); });
    connect(m_change, &QPushButton::clicked, this, &UpkeepCard::changeSettings);
    connect(m_job, &JobLine::runningChanged, this, &UpkeepCard::updateButtons);
    connect(m_job, &JobLine::ended, this, &UpkeepCard::jobEnded);
    connect(m_job, &JobLine::lost, this, [this](const JobInfo &, const ApiError &error) {
        fail(tr("It is not known what became of the work."), error);
    });
}

void UpkeepCard::present(const UpkeepInfo &upkeep)
{
    m_upkeep = upkeep;
    showUpkeep();
}

void UpkeepCard::setSettings(const ServiceSettings &settings)
{
    m_settings = settings;
    m_zone = zoneNamed(settings.timeZone);
    m_restoreDays->setValue(daysText(settings.restoreDays, {}));
    m_keepDays->setValue(daysText(settings.keepExpiredDays, tr("until you delete them")));
    m_archiveDays->setValue(settings.archiveAfterDays
                                ? tr("after %1", "30 days").arg(daysText(settings.archiveAfterDays, {}))
                                : tr("never"));
    m_reminder->setValue(daysText(settings.reminderDays, {}));
    m_zoneRow->setValue(settings.timeZone);
    showUpkeep();
    updateButtons();
}

void UpkeepCard::showUpkeep()
{
    if (!m_upkeep)
        return;
    // Numbers are since the service started; a sweep that found nothing needs none.
    QStringList swept{dayAndTime(m_upkeep->lastSweepAt, m_zone)};
    if (m_upkeep->swept > 0)
        swept << tr("%1 expired deleted", "number of links").arg(countText(m_upkeep->swept));
    if (m_upkeep->purged > 0)
        swept << tr("%1 removed for good", "number of links").arg(countText(m_upkeep->purged));
    m_sweep->setValue(swept.join(u", "_qs));
    QStringList archived{dayAndTime(m_upkeep->lastArchiveAt, m_zone)};
    if (m_upkeep->archived > 0)
        archived << tr("%1 put away", "number of links").arg(countText(m_upkeep->archived));
    if (m_upkeep->unarchived > 0)
        archived << tr("%1 came back", "number of links").arg(countText(m_upkeep->unarchived));
    m_archive->setValue(archived.join(u", "_qs));
    for (FieldRow *row : {m_sweep, m_archive})
        row->setToolTip(plainToolTip(tr("Numbers since the service started")));
}

void UpkeepCard::takeJobs(const QList<JobInfo> &jobs)
{
    m_job->take(jobs);
    const auto last = std::find_if(jobs.begin(), jobs.end(), [](const JobInfo &job) {
        return job.kind == u"check" && job.state == JobState::Done;
    });
    if (last != jobs.end())
        showCheck(*last);
}

void UpkeepCard::startCheck(bool repair)
{
    m_checkNow->setEnabled(false);
    m_repair->setEnabled(false);
    m_client.startCheck(repair, this, [this](const ApiResult<JobInfo> &job) {
        updateButtons();
        if (job)
            m_job->follow(*job);
        else
            fail(tr("The check could not begin."), job.error());
    });
}

void UpkeepCard::startTask(const QString &task)
{
    m_sweepNow->setEnabled(false);
    m_client.startUpkeep(task, this, [this](const ApiResult<JobInfo> &job) {
        updateButtons();
        if (job)
            m_job->follow(*job);
        else
            fail(tr("The sweep could not begin."), job.error());
    });
}

void UpkeepCard::jobEnded(const JobInfo &job)
{
    if (job.state == JobState::Failed) {
        Q_EMIT messageRequested({kMessage, Level::Danger,
                                 job.kind == u"check" ? tr("The check failed.") : tr("The sweep failed."),
                                 visibleText(upkeepErrorText(job.detail)), {}, true, 0});
    } else if (job.kind == u"check" && job.state == JobState::Done) {
        showCheck(job);
    } else if (job.state == JobState::Done) {
        Q_EMIT messageRequested({kMessage, Level::Ok,
                                 job.changed > 0 ? tr("Swept %1 links.").arg(countText(job.changed))
                                                 : tr("Swept: there was nothing to do."),
                                 {}, {}, true, kToldForMs});
    }
    Q_EMIT done();
}

void UpkeepCard::showCheck(const JobInfo &job)
{
    while (QLayoutItem *item = m_findings->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_unrepaired = int(std::count_if(job.problems.begin(), job.problems.end(),
                                     [](const CheckProblem &problem) { return !problem.repaired; }));
    const QString when = dayAndTime(job.endedAt, m_zone);
    if (job.problems.isEmpty())
        m_check->set("check-circle", Tone::Ok, tr("The database is sound, checked %1", "time").arg(when));
    else if (m_unrepaired == 0)
        m_check->set("check-circle", Tone::Ok, tr("Everything that was found is repaired, %1", "time").arg(when));
    else
        m_check->set("warning", Tone::Warn,
                     tr("%n thing(s) found that should be repaired, checked %1", nullptr, m_unrepaired).arg(when));
    for (const CheckProblem &problem : job.problems.mid(0, kFindingsShown)) {
        auto *line = new NoteLine;
        line->set(problem.repaired ? "check" : "warning", problem.repaired ? Tone::Ok : Tone::Warn,
                  findingText(problem));
        m_findings->addWidget(line);
    }
    if (const auto more = job.problems.size() - kFindingsShown; more > 0) {
        auto *line = new NoteLine;
        line->set("info", Tone::Text3, tr("and %n more", nullptr, int(more)));
        m_findings->addWidget(line);
    }
    updateButtons();
}

void UpkeepCard::updateButtons()
{
    const bool free = !m_job->isRunning();
    m_checkNow->setEnabled(free);
    m_sweepNow->setEnabled(free);
    m_repair->setVisible(m_unrepaired > 0);
    m_repair->setEnabled(free);
    m_change->setVisible(m_settings.has_value());
}

void UpkeepCard::changeSettings()
{
    if (!m_settings)
        return;
    auto *dialog = new UpkeepDialog(m_client, *m_settings, this);
    connect(dialog, &SettingsDialog::saved, this, &UpkeepCard::settingsChanged);
    dialog->open();
}

void UpkeepCard::fail(const QString &what, const ApiError &error)
{
    Q_EMIT messageRequested({kMessage, Level::Danger, what, whatHappened(error), {}, true, 0});
}

} // namespace linkdesk::app
