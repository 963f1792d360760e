// JobFollower: tells how one job of the service goes on, from its first answer to its end. By the event stream, and
// by asking where events do not come (the stream is cut, or the job ended before anybody listened). GUI thread; client
// and stream are borrowed and must outlive it.
#pragma once

#include "api/adminclient.h"

#include <QObject>
#include <QTimer>

#include <chrono>

namespace linkdesk::app {

class EventStream;

class JobFollower final : public QObject {
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds kAskAfter{700};

    JobFollower(AdminClient &client, EventStream &stream, QObject *parent = nullptr);

    // `job` is what the service answered when it began. Another one that was followed is let go.
    void follow(const JobInfo &job);
    [[nodiscard]] const JobInfo &job() const { return m_job; }
    [[nodiscard]] bool isRunning() const { return m_following; }
    void cancel();

Q_SIGNALS:
    void progressed(const linkdesk::app::JobInfo &job);
    void ended(const linkdesk::app::JobInfo &job);
    // The service forgot the job or cannot be asked any more; what it did is not known.
    void lost(const linkdesk::app::ApiError &error);

private:
    void take(const JobInfo &job);
    void ask();

    AdminClient &m_client;
    JobInfo m_job;
    QTimer m_ask;
    RequestId m_request = 0;
    int m_unanswered = 0;
    bool m_following = false;
};

} // namespace linkdesk::app
