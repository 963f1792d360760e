#include "api/jobfollower.h"

#include "api/eventstream.h"

namespace linkdesk::app {

namespace {

constexpr int kMostUnanswered = 8; // questions in a row; a restart of the service takes a few

} // namespace

JobFollower::JobFollower(AdminClient &client, EventStream &stream, QObject *parent) : QObject(parent), m_client(client)
{
    m_ask.setSingleShot(true);
    m_ask.setInterval(kAskAfter);
    connect(&m_ask, &QTimer::timeout, this, &JobFollower::ask);
    connect(&stream, &EventStream::jobChanged, this, [this](const JobInfo &job) {
        if (m_following && job.id == m_job.id)
            take(job);
    });
}

void JobFollower::follow(const JobInfo &job)
{
    m_client.cancel(m_request);
    m_following = true;
    m_unanswered = 0;
    take(job);
}

void JobFollower::cancel()
{
    if (!m_following)
        return;
    m_client.cancelJob(m_job.id, this, [this, id = m_job.id](const ApiResult<JobInfo> &job) {
        if (job && m_following && job->id == id)
            take(*job);
    });
}

void JobFollower::take(const JobInfo &job)
{
    m_job = job;
    m_unanswered = 0;
    if (!job.isOver()) {
        m_ask.start();
        Q_EMIT progressed(job);
        return;
    }
    m_ask.stop();
    m_client.cancel(m_request);
    m_following = false;
    Q_EMIT ended(job);
}

void JobFollower::ask()
{
    m_client.cancel(m_request);
    m_request = m_client.job(m_job.id, this, [this](const ApiResult<JobInfo> &job) {
        if (!m_following)
            return;
        if (job) {
            take(*job);
            return;
        }
        const bool forgotten = job.error().is(apicode::kNotFound);
        if (!forgotten && ++m_unanswered < kMostUnanswered) {
            m_ask.start();
            return;
        }
        m_following = false;
        Q_EMIT lost(job.error());
    });
}

} // namespace linkdesk::app
