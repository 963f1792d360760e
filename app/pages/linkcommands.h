// LinkCommands: deleting links as an undo command (DELETE, undone by restore). A few calls at a time; what came of
// each is told at once, what could not be done at the end. GUI thread; the client and the stack are borrowed and must
// outlive it.
#pragma once

#include "api/adminclient.h"

#include <QObject>

#include <memory>

class QUndoStack;

namespace linkdesk::app {

class LinkCommands final : public QObject {
    Q_OBJECT

public:
    enum class Verb { Delete, Restore };

    LinkCommands(AdminClient &client, QUndoStack &stack, QObject *parent = nullptr);

    // By id: what is on the screen may have been sorted anew meanwhile.
    void deleteLinks(const QList<LinkInfo> &links);
    void undo();

Q_SIGNALS:
    void changed(const linkdesk::app::LinkChange &change);
    void finished(linkdesk::app::LinkCommands::Verb verb, const QList<linkdesk::app::LinkInfo> &done);
    // The first failure of a run, and how many there were.
    void failed(const linkdesk::app::ApiError &error, int count);

private:
    friend class DeleteCommand;
    struct Run;
    void run(Verb verb, const QList<LinkInfo> &links);
    void next(const std::shared_ptr<Run> &run);

    AdminClient &m_client;
    QUndoStack &m_stack;
};

} // namespace linkdesk::app
