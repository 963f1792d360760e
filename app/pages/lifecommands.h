// LifeCommands: changes of many links (renew, ban, unban, let expire ...) as jobs of the service that can be undone
// with Ctrl+Z. What a job did is taken back by the service's audit, all at once or not at all: where somebody changed
// a link since, nothing is changed and failed() tells who. A command is on the undo stack from the moment its job has
// begun; undoing one that still runs stops it first. GUI thread; client, stream and stack are borrowed and must
// outlive it.
#pragma once

#include "api/adminclient.h"

#include <QObject>

#include <memory>

class QUndoStack;

namespace linkdesk::app {

class EventStream;

class LifeCommands final : public QObject {
    Q_OBJECT

public:
    LifeCommands(AdminClient &client, EventStream &stream, QUndoStack &stack, QObject *parent = nullptr);
    ~LifeCommands() override;

    void run(const BatchRequest &request);
    void undo();
    // The jobs that are under way; what is done stays done and can be undone.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_running > 0; }

Q_SIGNALS:
    void runningChanged();
    void progressed(const linkdesk::app::JobInfo &job);
    // `undone`: the links are again as they were.
    void finished(const linkdesk::app::BatchRequest &request, const linkdesk::app::JobInfo &job, bool undone);
    void failed(const linkdesk::app::ApiError &error, bool undoing);

private:
    friend class BatchCommand;
    struct Step;
    void start(const std::shared_ptr<Step> &step, bool first);
    void takeBack(const std::shared_ptr<Step> &step);
    void follow(const std::shared_ptr<Step> &step, const JobInfo &job);
    void ended(const std::shared_ptr<Step> &step, const JobInfo &job);
    void goOn(const std::shared_ptr<Step> &step);
    void fail(const std::shared_ptr<Step> &step, const ApiError &error);
    void setRunning(int change);

    AdminClient &m_client;
    EventStream &m_stream;
    QUndoStack &m_stack;
    int m_running = 0;
};

// "Renewed 4 links", "4 links are as they were before". GUI thread (translations).
[[nodiscard]] QString batchDoneText(const BatchRequest &request, const JobInfo &job, bool undone);
// What could not be done; empty: everything was.
[[nodiscard]] QString batchFailuresText(const JobInfo &job);

} // namespace linkdesk::app
