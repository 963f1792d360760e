// AuditCommands: changes of single links that are made already (an edit, an undo from the history), put on the undo
// stack. Both directions are the service's: undo takes the audit's entry back, redo takes that back again. Where
// somebody changed the link since nothing is changed, and failed() tells. GUI thread; client and stack are borrowed and
// must outlive it.
#pragma once

#include "api/adminclient.h"

#include <QObject>

#include <memory>

class QUndoStack;

namespace linkdesk::app {

class AuditCommands final : public QObject {
    Q_OBJECT

public:
    AuditCommands(AdminClient &client, QUndoStack &stack, QObject *parent = nullptr);

    // The edit that was just made to this link can be undone from now on.
    void adoptEdit(LinkId link);
    // Takes one entry back now; that can be undone as well. A batch's entry is none for this.
    void undo(qint64 auditId);

Q_SIGNALS:
    void changed(const linkdesk::app::LinkInfo &link); // it is again as it was, or undone no more
    void failed(const linkdesk::app::ApiError &error);

private:
    friend class AuditCommand;
    struct Step;
    void push(qint64 auditId);
    void turnBack(const std::shared_ptr<Step> &step);

    AdminClient &m_client;
    QUndoStack &m_stack;
};

} // namespace linkdesk::app
