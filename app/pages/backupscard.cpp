#include "pages/backupscard.h"

#include "api/errortext.h"
#include "dialogs/backupdialogs.h"
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
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kRowHeight = 32;
constexpr int kRowsShown = 5;
constexpr int kSizeWidth = 84;
constexpr int kKindWidth = 104;
constexpr int kStateWidth = 136;
constexpr int kToldForMs = 8000;
constexpr int kPatienceMs = 90000;
constexpr int kFolderNameWidth = 64;

const QString kBackupMessage = QStringLiteral("service-backup");
const QString kRestoreMessage = QStringLiteral("service-restore");

} // namespace

BackupsCard::BackupsCard(AdminClient &client, EventStream &stream, QWidget *parent)
    : QWidget(parent)
    , m_client(client)
    , m_card(new Card(tr("Backups"), this))
    , m_last(new NoteLine)
    , m_next(new NoteLine)
    , m_folderRow(new FieldRow(tr("Folder")))
    , m_job(new JobLine(client, stream, {u"backup"_qs, u"restore"_qs}))
    , m_table(new QTableView)
    , m_nothing(new NoteLine)
    , m_backUp(makeButton(tr("Back up now"), ButtonKind::Secondary))
    , m_change(makeButton(tr("Change…"), ButtonKind::Link))
    , m_restoreButton(makeButton(tr("Restore…"), ButtonKind::Secondary, "restart"))
    , m_delete(makeButton(tr("Delete…"), ButtonKind::DangerQuiet))
{
    setObjectName(u"backupsCard"_qs);
    m_last->setObjectName(u"backupLast"_qs);
    m_next->setObjectName(u"backupNext"_qs);
    m_table->setObjectName(u"backupsTable"_qs);
    m_backUp->setObjectName(u"backUpNow"_qs);
    m_change->setObjectName(u"backupPlan"_qs);
    m_restoreButton->setObjectName(u"backupRestore"_qs);
    m_delete->setObjectName(u"backupDelete"_qs);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    build();
    wire(stream);
    showState();
}

void BackupsCard::build()
{
    for (QPushButton *button : {m_backUp, m_restoreButton, m_delete, m_change})
        setControlSize(button, ControlSize::Small);
    m_table->setModel(&m_model);
    m_table->setAccessibleName(tr("Backups"));
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setShowGrid(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    QHeaderView *header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setSectionResizeMode(QHeaderView::Fixed);
    header->setSectionResizeMode(int(BackupColumn::When), QHeaderView::Stretch);
    header->resizeSection(int(BackupColumn::Size), kSizeWidth);
    header->resizeSection(int(BackupColumn::Kind), kKindWidth);
    header->resizeSection(int(BackupColumn::State), kStateWidth);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->setFixedHeight(kRowHeight * (kRowsShown + 1));
    m_nothing->set("info", Tone::Text3, tr("There is no backup yet."));
    m_folderRow->setValueElide(Qt::ElideMiddle);
    m_folderRow->setNameWidth(kFolderNameWidth);

    m_card->addHeaderWidget(m_backUp);
    QVBoxLayout *body = m_card->body();
    body->addWidget(m_last);
    m_next->addWidget(m_change);
    body->addWidget(m_next);
    body->addWidget(m_job);
    body->addWidget(m_nothing);
    body->addWidget(m_table);
    body->addSpacing(8);
    body->addWidget(m_folderRow);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(m_delete);
    buttons->addWidget(m_restoreButton);
    body->addLayout(buttons);
    body->addStretch(1);
    auto *outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(m_card);
}

void BackupsCard::wire(EventStream &stream)
{
    connect(m_backUp, &QPushButton::clicked, this, &BackupsCard::backUp);
    connect(m_change, &QPushButton::clicked, this, &BackupsCard::changePlan);
    connect(m_restoreButton, &QPushButton::clicked, this, [this] { askBefore(true); });
    connect(m_delete, &QPushButton::clicked, this, [this] { askBefore(false); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BackupsCard::updateButtons);
    connect(m_job, &JobLine::runningChanged, this, &BackupsCard::updateButtons);
    connect(m_job, &JobLine::ended, this, &BackupsCard::jobEnded);
    connect(m_job, &JobLine::lost, this, [this](const JobInfo &job, const ApiError &error) {
        if (job.kind == u"restore")
            waitForRestart();
        else
            fail(tr("It is not known what became of the backup."), error);
    });
    connect(&stream, &EventStream::jobChanged, this, [this](const JobInfo &job) {
        if (job.kind == u"restore" && !job.isOver() && !m_restore)
            restoreBegan({});
    });
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_restore.reset();
        Q_EMIT messageWithdrawn(kRestoreMessage);
        updateButtons();
        Q_EMIT restoreEnded();
    });
}

void BackupsCard::present(const ServiceInfo &service)
{
    const std::optional<BackupState> before = std::exchange(m_state, service.backup);
    m_startedAt = service.startedAt;
    if (!m_state)
        return;
    if (m_restore) {
        const auto &result = m_state->lastRestore;
        if (service.startedAt != m_restore->startedAt || (result && result->at != m_restore->formerlyAt))
            restarted(result);
    }
    if (!before || before->lastAt != m_state->lastAt || before->lastFile != m_state->lastFile)
        load();
    showState();
}

void BackupsCard::setSettings(const ServiceSettings &settings)
{
    m_settings = settings;
    m_zone = zoneNamed(settings.timeZone);
    m_model.setZone(m_zone);
    showState();
}

void BackupsCard::takeJobs(const QList<JobInfo> &jobs)
{
    m_job->take(jobs);
}

void BackupsCard::load()
{
    m_client.backups(this, [this](const ApiResult<BackupList> &list) { loaded(list); });
}

void BackupsCard::loaded(const ApiResult<BackupList> &list)
{
    // Without the right to them the state alone is shown; other failures are the page's to tell.
    m_mayManage = list.ok() || !list.error().is(apicode::kForbidden);
    if (list) {
        const BackupFile *chosen = current();
        const QString name = chosen ? chosen->name : QString();
        m_model.setBackups(list->backups);
        m_hasList = true;
        m_folder = list->folder;
        m_folderRow->setValue(list->folder);
        if (const int row = m_model.rowOf(name); row >= 0)
            m_table->selectRow(row);
    }
    showState();
}

void BackupsCard::showState()
{
    const BackupState state = m_state.value_or(BackupState{});
    if (!state.lastError.isEmpty())
        m_last->set("error", Tone::Danger,
                    tr("The last backup failed: %1", "why").arg(upkeepErrorText(state.lastError)));
    else if (state.lastAt.isValid())
        m_last->set("check-circle", Tone::Ok,
                    tr("Last: %1, %2, checked", "time, size").arg(dayAndTime(state.lastAt, m_zone),
                                                                  sizeText(state.lastBytes)));
    else
        m_last->set("info", Tone::Text3, tr("None was made since the service started"));
    const bool planned = !m_settings || m_settings->backup.enabled;
    if (!planned)
        m_next->set("warning", Tone::Warn, tr("None are planned: a lost disk would take all links with it"));
    else
        m_next->set("clock", Tone::Text3,
                    tr("Next: %1", "time").arg(dayAndTime(state.nextAt, m_zone))
                        + (m_settings ? u", "_qs + keptText(m_settings->backup) : QString()));
    const bool any = m_model.rowCount() > 0;
    m_table->setVisible(m_mayManage && any);
    m_nothing->setVisible(!m_mayManage || (m_hasList && !any));
    m_nothing->set("info", Tone::Text3,
                   m_mayManage ? tr("There is no backup yet.")
                               : tr("The key of this app may not see or make backups: it needs administrator rights."));
    m_folderRow->setVisible(m_mayManage && !m_folder.isEmpty());
    updateButtons();
}

void BackupsCard::updateButtons()
{
    const BackupFile *backup = current();
    const bool free = !m_job->isRunning() && !m_restore;
    for (QPushButton *button : {m_backUp, m_restoreButton, m_delete})
        button->setVisible(m_mayManage && (button == m_backUp || m_model.rowCount() > 0));
    m_backUp->setEnabled(free);
    m_restoreButton->setEnabled(free && backup && backup->verified);
    m_delete->setEnabled(free && backup);
    m_change->setVisible(m_mayManage && m_settings.has_value());
}

const BackupFile *BackupsCard::current() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : m_model.backupAt(rows.first().row());
}

void BackupsCard::backUp()
{
    m_backUp->setEnabled(false);
    m_client.startBackup(this, [this](const ApiResult<JobInfo> &job) {
        updateButtons();
        if (job)
            m_job->follow(*job);
        else
            fail(tr("The backup could not begin."), job.error());
    });
}

void BackupsCard::jobEnded(const JobInfo &job)
{
    if (job.kind == u"restore") {
        if (job.state == JobState::Done) {
            waitForRestart();
            return;
        }
        m_restore.reset();
        Q_EMIT messageRequested({kRestoreMessage, Level::Danger, tr("Nothing was restored; all is as before."),
                                 visibleText(upkeepErrorText(job.detail)), {}, true, 0});
        Q_EMIT restoreEnded();
        updateButtons();
        return;
    }
    load();
    if (job.state == JobState::Done)
        Q_EMIT messageRequested({kBackupMessage, Level::Ok, tr("The backup is made and checked."), {}, {}, true,
                                 kToldForMs});
    else if (job.state == JobState::Cancelled)
        Q_EMIT messageRequested({kBackupMessage, Level::Info, tr("The backup was cancelled; nothing is left of it."),
                                 {}, {}, true, kToldForMs});
    else
        Q_EMIT messageRequested({kBackupMessage, Level::Danger, tr("The backup failed."),
                                 visibleText(upkeepErrorText(job.detail)), {}, true, 0});
}

void BackupsCard::askBefore(bool isRestore)
{
    const BackupFile *chosen = current();
    if (!chosen)
        return;
    const BackupFile backup = *chosen; // the list may change while it is asked
    const QString when = dayAndTime(backup.at, m_zone);
    if (isRestore) {
        auto *dialog = new RestoreDialog(backup, when, this);
        connect(dialog, &RestoreDialog::confirmed, this, [this, backup] { restore(backup); });
        dialog->open();
        return;
    }
    int usable = 0;
    for (int row = 0; row < m_model.rowCount(); ++row)
        usable += m_model.backupAt(row)->verified ? 1 : 0;
    auto *dialog = new DeleteBackupDialog(backup, when, backup.verified && usable == 1, this);
    connect(dialog, &DeleteBackupDialog::confirmed, this, [this, backup] { remove(backup.name); });
    dialog->open();
}

void BackupsCard::restore(const BackupFile &backup)
{
    m_client.startRestore(backup.name, this, [this, backup](const ApiResult<JobInfo> &job) {
        if (!job) {
            fail(tr("Nothing was restored; all is as before."), job.error());
            return;
        }
        restoreBegan(dayAndTime(backup.at, m_zone));
        m_job->follow(*job);
    });
}

void BackupsCard::restoreBegan(const QString &when)
{
    const bool hadOne = m_state && m_state->lastRestore;
    m_restore = Restore{when, m_startedAt, hadOne ? m_state->lastRestore->at : QDateTime()};
    Q_EMIT messageWithdrawn(kBackupMessage); // what was said before would stand in front of what comes
    Q_EMIT messageWithdrawn(kRestoreMessage);
    updateButtons();
}

void BackupsCard::waitForRestart()
{
    if (!m_restore)
        return;
    m_patience.start();
    Q_EMIT messageRequested({kRestoreMessage, Level::Warn,
                             m_restore->when.isEmpty()
                                 ? tr("The service starts anew with a backup.")
                                 : tr("The service starts anew with the backup of %1.", "a time").arg(m_restore->when),
                             tr("Links answer again in some seconds; this app comes back by itself."), {}, false, 0});
}

void BackupsCard::restarted(const std::optional<RestoreResult> &result)
{
    const QString when = m_restore->when;
    m_restore.reset();
    m_patience.stop();
    Q_EMIT messageWithdrawn(kRestoreMessage);
    if (result && result->error.isEmpty())
        Q_EMIT messageRequested({kRestoreMessage, Level::Ok,
                                 when.isEmpty() ? tr("The service is back with the backup.")
                                                : tr("The service is back with the backup of %1.", "a time").arg(when),
                                 result->former.isEmpty()
                                     ? QString()
                                     : visibleText(tr("The database of before is kept as %1.").arg(result->former)),
                                 {}, true, 0});
    else if (result)
        Q_EMIT messageRequested({kRestoreMessage, Level::Danger,
                                 tr("The backup could not be used: the database of before is in use again."),
                                 visibleText(upkeepErrorText(result->error)), {}, true, 0});
    load();
    Q_EMIT restoreEnded();
}

void BackupsCard::remove(const QString &name)
{
    m_client.removeBackup(name, this, [this](const ApiResult<bool> &removed) {
        if (!removed && !removed.error().is(apicode::kNotFound)) // gone is what was wanted
            fail(tr("The backup was not deleted."), removed.error());
        load();
    });
}

void BackupsCard::changePlan()
{
    if (!m_settings)
        return;
    auto *dialog = new BackupPlanDialog(m_client, *m_settings, m_folder, this);
    connect(dialog, &SettingsDialog::saved, this, [this](const ServiceSettings &settings) {
        Q_EMIT settingsChanged(settings);
        load(); // the folder may be another one
    });
    dialog->open();
}

void BackupsCard::fail(const QString &what, const ApiError &error)
{
    const QString why = error.detail.isEmpty() ? whatHappened(error) : upkeepErrorText(error.detail);
    Q_EMIT messageRequested({kBackupMessage, Level::Danger, what, visibleText(why), {}, true, 0});
}

} // namespace linkdesk::app
