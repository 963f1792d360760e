#include "pages/lifecommands.h"

#include "api/jobfollower.h"

#include <QCoreApplication>
#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace linkdesk::app {

enum class StepState { Before, Doing, Done, Undoing };

// One change, from both sides of undo. `wanted` is what the person asked for last, while the service is at work.
struct LifeCommands::Step {
    BatchRequest request;
    StepState state = StepState::Before;
    bool wantedDone = true;
    qint64 auditId = 0;
    QPointer<JobFollower> follower;
};

// Without a text: what was done is told when it is done.
class BatchCommand final : public QUndoCommand {
public:
    BatchCommand(LifeCommands *owner, std::shared_ptr<LifeCommands::Step> step)
        : m_owner(owner), m_step(std::move(step))
    {
    }
    void redo() override
    {
        if (!std::exchange(m_pushed, true) || !m_owner)
            return; // its job has begun already
        m_step->wantedDone = true;
        m_owner->goOn(m_step);
    }
    void undo() override
    {
        if (!m_owner)
            return;
        m_step->wantedDone = false;
        m_owner->goOn(m_step);
    }

private:
    QPointer<LifeCommands> m_owner; // the stack may outlive the page
    std::shared_ptr<LifeCommands::Step> m_step;
    bool m_pushed = false;
};

LifeCommands::LifeCommands(AdminClient &client, EventStream &stream, QUndoStack &stack, QObject *parent)
    : QObject(parent), m_client(client), m_stream(stream), m_stack(stack)
{
}

LifeCommands::~LifeCommands() = default;

void LifeCommands::run(const BatchRequest &request)
{
    auto step = std::make_shared<Step>();
    step->request = request;
    start(step, true);
}

void LifeCommands::undo()
{
    m_stack.undo();
}

void LifeCommands::cancel()
{
    const auto followers = findChildren<JobFollower *>(QString(), Qt::FindDirectChildrenOnly);
    for (JobFollower *follower : followers)
        follower->cancel();
}

void LifeCommands::setRunning(int change)
{
    m_running += change;
    Q_EMIT runningChanged();
}

void LifeCommands::start(const std::shared_ptr<Step> &step, bool first)
{
    step->state = StepState::Doing;
    setRunning(1);
    m_client.startBatch(step->request, this, [this, step, first](const ApiResult<JobInfo> &job) {
        if (!job) {
            step->state = StepState::Before;
            fail(step, job.error());
            return;
        }
        if (first)
            m_stack.push(new BatchCommand(this, step));
        follow(step, *job);
    });
}

void LifeCommands::takeBack(const std::shared_ptr<Step> &step)
{
    step->state = StepState::Undoing;
    setRunning(1);
    m_client.undo(step->auditId, this, [this, step](const ApiResult<UndoAnswer> &answer) {
        if (!answer) {
            step->state = StepState::Done;
            fail(step, answer.error());
            return;
        }
        if (answer->job) {
            follow(step, *answer->job);
            return;
        }
        JobInfo job; // one link, taken back at once
        job.state = JobState::Done;
        job.done = job.changed = 1;
        ended(step, job);
    });
}

void LifeCommands::follow(const std::shared_ptr<Step> &step, const JobInfo &job)
{
    auto *follower = new JobFollower(m_client, m_stream, this);
    connect(follower, &JobFollower::progressed, this, &LifeCommands::progressed);
    connect(follower, &JobFollower::ended, this, [this, step, follower](const JobInfo &end) {
        follower->deleteLater();
        ended(step, end);
    });
    connect(follower, &JobFollower::lost, this, [this, step, follower](const ApiError &error) {
        follower->deleteLater();
        step->state = StepState::Before; // nobody knows; there is nothing to take back
        fail(step, error);
    });
    step->follower = follower;
    follower->follow(job);
}

void LifeCommands::ended(const std::shared_ptr<Step> &step, const JobInfo &job)
{
    const bool undone = step->state == StepState::Undoing;
    setRunning(-1);
    if (job.state == JobState::Failed && job.changed == 0) {
        step->state = undone ? StepState::Done : StepState::Before;
        Q_EMIT failed({0, job.failures.isEmpty() ? QString(apicode::kUnavailable) : job.failures.first().code,
                       job.detail, {}},
                      undone);
        return;
    }
    if (!undone)
        step->auditId = job.auditId;
    step->state = undone || step->auditId == 0 ? StepState::Before : StepState::Done;
    Q_EMIT finished(step->request, job, undone);
    // The person may have pressed undo or redo meanwhile.
    if (step->wantedDone == undone)
        goOn(step);
}

void LifeCommands::goOn(const std::shared_ptr<Step> &step)
{
    switch (step->state) {
    case StepState::Before:
        if (step->wantedDone)
            start(step, false);
        return;
    case StepState::Done:
        if (!step->wantedDone)
            takeBack(step);
        return;
    case StepState::Doing:
        if (!step->wantedDone && step->follower)
            step->follower->cancel();
        return;
    case StepState::Undoing: return; // ended() looks again
    }
}

void LifeCommands::fail(const std::shared_ptr<Step> &step, const ApiError &error)
{
    const bool undoing = step->state == StepState::Done;
    step->wantedDone = step->state == StepState::Done;
    setRunning(-1);
    Q_EMIT failed(error, undoing);
}

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(LifeCommands)
};

} // namespace

QString batchDoneText(const BatchRequest &request, const JobInfo &job, bool undone)
{
    const int links = int(job.changed);
    if (undone)
        return Tr::tr("%n link(s) are as before", nullptr, links);
    switch (request.action) {
    case BatchAction::Renew: return Tr::tr("Renewed %n link(s)", nullptr, links);
    case BatchAction::Ban: return Tr::tr("Banned %n link(s)", nullptr, links);
    case BatchAction::Unban: return Tr::tr("%n link(s) lead on again", nullptr, links);
    case BatchAction::Delete: return Tr::tr("Deleted %n link(s)", nullptr, links);
    case BatchAction::Restore: return Tr::tr("Restored %n link(s)", nullptr, links);
    case BatchAction::LetExpire: return Tr::tr("%n link(s) will be let go", nullptr, links);
    case BatchAction::Tag:
    case BatchAction::Untag:
    case BatchAction::Edit:
    case BatchAction::Favourite:
    case BatchAction::Unfavourite:
    case BatchAction::Move: return Tr::tr("Changed %n link(s)", nullptr, links);
    }
    return {};
}

QString batchFailuresText(const JobInfo &job)
{
    if (job.failed == 0)
        return job.state == JobState::Cancelled ? Tr::tr("It was stopped before the end.") : QString();
    const QString count = Tr::tr("%n link(s) could not be changed.", nullptr, int(job.failed));
    return job.failures.isEmpty() ? count : count + u' ' + job.failures.first().detail;
}

} // namespace linkdesk::app
