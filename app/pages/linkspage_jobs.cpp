// How work on many links is told on the links page: under way, done, undone, and what could not be done.
#include "models/lifetexts.h"
#include "models/texts.h"
#include "pages/detailspane.h"
#include "pages/linkspage.h"
#include "widgets/elidedlabel.h"
#include "widgets/progressline.h"

#include <QHBoxLayout>
#include <QTimer>

namespace linkdesk::app {

namespace {

constexpr int kUndoOfferMs = 12'000;
constexpr int kSaidMs = 4000;
constexpr int kRowHeight = 40;
constexpr int kMostReadOneByOne = 20;
constexpr int kMostNamed = 3;
constexpr int kTextWidth = 190;
constexpr int kProgressAfterMs = 250; // what is done sooner needs no bar

QString doingText(const JobInfo &job)
{
    if (job.kind == u"undo")
        return LinksPage::tr("Undoing");
    if (job.action == u"renew")
        return LinksPage::tr("Renewing links");
    if (job.action == u"ban")
        return LinksPage::tr("Banning links");
    if (job.action == u"delete")
        return LinksPage::tr("Deleting links");
    if (job.action == u"restore")
        return LinksPage::tr("Restoring links");
    return LinksPage::tr("Changing links");
}

QString oneDoneText(BatchAction action, const QString &name)
{
    switch (action) {
    case BatchAction::Renew: return LinksPage::tr("Renewed %1").arg(name);
    case BatchAction::Ban: return LinksPage::tr("Banned %1").arg(name);
    case BatchAction::Unban: return LinksPage::tr("%1 leads on again").arg(name);
    case BatchAction::Delete: return LinksPage::tr("Deleted %1").arg(name);
    case BatchAction::Restore: return LinksPage::tr("Restored %1").arg(name);
    case BatchAction::Favourite: return LinksPage::tr("%1 is a favourite").arg(name);
    case BatchAction::Unfavourite: return LinksPage::tr("%1 is no favourite any more").arg(name);
    case BatchAction::Tag:
    case BatchAction::Untag:
    case BatchAction::Edit:
    case BatchAction::LetExpire:
    case BatchAction::Move: return LinksPage::tr("Changed %1").arg(name);
    }
    return {};
}

} // namespace

QWidget *LinksPage::progressRow()
{
    m_progressRow = new QWidget(m_full);
    m_progressRow->setObjectName(u"jobProgress"_qs);
    m_progressRow->setFixedHeight(kRowHeight);
    m_progressText = new ElidedLabel(QString(), m_progressRow);
    m_progressText->setRole(TextRole::Medium);
    m_progressText->setFixedWidth(kTextWidth);
    auto *row = new QHBoxLayout(m_progressRow);
    row->setContentsMargins(24, 0, 24, 0);
    row->setSpacing(12);
    row->addWidget(m_progressText);
    row->addWidget(m_progress, 1);
    m_progressRow->hide();
    return m_progressRow;
}

void LinksPage::jobProgressed(const JobInfo &job)
{
    m_progressText->setText(doingText(job));
    m_progress->set(jobFraction(job), jobProgressText(job));
    if (m_progressRow->isHidden())
        QTimer::singleShot(kProgressAfterMs, m_progressRow, [this] { m_progressRow->setVisible(m_life.isRunning()); });
}

// Single links come as events, too; one that is shown is read again in any case.
void LinksPage::batchFinished(const BatchRequest &request, const JobInfo &job, bool undone)
{
    // Where a filter chose the rows, some may fit no longer.
    const bool many = !request.filter.isEmpty() || request.ids.size() > kMostReadOneByOne
                      || !m_model.query().filter.isEmpty();
    if (many)
        m_model.refresh();
    for (LinkId id : request.ids) {
        const bool inPane = m_pane->link() && m_pane->link()->id == id;
        if (!inPane && (many || (m_model.rowOf(id) < 0 && !undone)))
            continue;
        m_client.fetchLink(id, this, [this](const ApiResult<LinkInfo> &link) {
            if (!link)
                return;
            const bool known = m_model.rowOf(link->id) >= 0;
            applyChange({link->state == LinkState::Deleted ? ChangeKind::Deleted
                         : known                           ? ChangeKind::Edited
                                                           : ChangeKind::Restored,
                         *link});
        });
    }
    if (!undone && request.action == BatchAction::Delete)
        m_model.clearChecked();
    tellFinished(request, job, undone);
}

void LinksPage::tellFinished(const BatchRequest &request, const JobInfo &job, bool undone)
{
    const QString name = visibleText(m_many->nameOf(request));
    const QString leftAlone = undone ? leftAloneText(job) : visibleText(batchFailuresText(job));
    QString what = batchDoneText(request, job, undone);
    if (undone && job.changed == 0)
        what = tr("Nothing was undone.");
    else if (undone && !name.isEmpty())
        what = tr("%1 is as it was").arg(name);
    else if (!name.isEmpty() && job.changed == 1)
        what = oneDoneText(request.action, name);
    else if (job.changed == 0 && job.failed == 0)
        what = tr("There was nothing to change.");
    QVector<MessageButton> buttons;
    if (!undone && job.auditId > 0)
        buttons << MessageButton{u"undo"_qs, tr("Undo")};
    const Level level = !leftAlone.isEmpty() ? Level::Warn : undone ? Level::Ok : Level::Info;
    // What was left alone is read at leisure.
    const int time = undone && leftAlone.isEmpty() ? kSaidMs : leftAlone.isEmpty() ? kUndoOfferMs : 0;
    post(u"batch"_qs, level, what, leftAlone, buttons, time);
}

QString LinksPage::leftAloneText(const JobInfo &job) const
{
    if (job.failed == 0)
        return job.state == JobState::Cancelled ? tr("It was stopped before the end.") : QString();
    QStringList names;
    for (const JobFailure &failure : job.failures) {
        if (names.size() == kMostNamed)
            break;
        const LinkInfo *link = m_model.linkAt(m_model.rowOf(LinkId{failure.id}));
        const QString name = link ? shortName(*link).whole() : m_many->nameOf(LinkId{failure.id});
        names << (name.isEmpty() ? tr("no. %1", "a link's number").arg(failure.id) : visibleText(name));
    }
    QString text = tr("%n link(s) were changed meanwhile and left alone: %1", nullptr, int(job.failed))
                       .arg(names.join(u", "_qs));
    if (job.failed > names.size())
        text += tr(" and others");
    return text;
}

} // namespace linkdesk::app
