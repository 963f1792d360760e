#include "pages/jobline.h"

#include "api/eventstream.h"
#include "models/lifetexts.h"
#include "models/upkeeptexts.h"
#include "widgets/elidedlabel.h"
#include "widgets/progressline.h"

#include <QVBoxLayout>

namespace linkdesk::app {

JobLine::JobLine(AdminClient &client, EventStream &stream, const QStringList &kinds, QWidget *parent)
    : QWidget(parent), m_kinds(kinds), m_follower(client, stream), m_progress(new ProgressLine(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 4, 0, 4);
    column->addWidget(m_progress);
    hide();
    connect(m_progress, &ProgressLine::cancelRequested, &m_follower, &JobFollower::cancel);
    connect(&m_follower, &JobFollower::progressed, this, &JobLine::present);
    connect(&m_follower, &JobFollower::ended, this, [this](const JobInfo &job) {
        hide();
        Q_EMIT runningChanged();
        Q_EMIT ended(job);
    });
    connect(&m_follower, &JobFollower::lost, this, [this](const ApiError &error) {
        hide();
        Q_EMIT runningChanged();
        Q_EMIT lost(m_follower.job(), error);
    });
    connect(&stream, &EventStream::jobChanged, this, [this](const JobInfo &job) { take({job}); });
}

void JobLine::follow(const JobInfo &job)
{
    m_follower.follow(job);
    Q_EMIT runningChanged();
}

void JobLine::take(const QList<JobInfo> &jobs)
{
    if (isRunning())
        return;
    for (const JobInfo &job : jobs) {
        if (m_kinds.contains(job.kind) && !job.isOver()) {
            follow(job);
            return;
        }
    }
}

void JobLine::present(const JobInfo &job)
{
    m_progress->set(jobFraction(job), visibleText(upkeepProgressText(job, QDateTime::currentDateTimeUtc())));
    m_progress->setCancelVisible(job.kind != u"restore"); // half a restore would be none
    setVisible(true);
}

} // namespace linkdesk::app
