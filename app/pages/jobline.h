// JobLine: a job of the service under way, of the kinds it is for: how far it is, and Cancel. Hidden while there is
// none. Jobs that somebody else began are shown, too. GUI thread; client and stream are borrowed and must outlive it.
#pragma once

#include "api/jobfollower.h"

#include <QWidget>

namespace linkdesk::app {

class ProgressLine;

class JobLine final : public QWidget {
    Q_OBJECT

public:
    JobLine(AdminClient &client, EventStream &stream, const QStringList &kinds, QWidget *parent = nullptr);

    void follow(const JobInfo &job);
    // From the service's list: the one that still runs, if there is one of these kinds.
    void take(const QList<JobInfo> &jobs);
    [[nodiscard]] bool isRunning() const { return m_follower.isRunning(); }

Q_SIGNALS:
    void runningChanged();
    void ended(const linkdesk::app::JobInfo &job);
    // What became of it is not known.
    void lost(const linkdesk::app::JobInfo &job, const linkdesk::app::ApiError &error);

private:
    void present(const JobInfo &job);

    QStringList m_kinds;
    JobFollower m_follower;
    ProgressLine *m_progress;
};

} // namespace linkdesk::app
