#include "pages/auditcommands.h"

#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>

#include <utility>

namespace linkdesk::app {

// Each turn leaves an entry of its own, which the next one takes back.
struct AuditCommands::Step {
    qint64 auditId = 0;
    bool isDone = true;
    bool wantedDone = true;
    bool busy = false;
};

class AuditCommand final : public QUndoCommand {
public:
    AuditCommand(AuditCommands *owner, std::shared_ptr<AuditCommands::Step> step)
        : m_owner(owner), m_step(std::move(step))
    {
    }
    void redo() override
    {
        if (std::exchange(m_pushed, true))
            want(true);
    }
    void undo() override { want(false); }

private:
    void want(bool done)
    {
        m_step->wantedDone = done;
        if (m_owner)
            m_owner->turnBack(m_step);
    }

    QPointer<AuditCommands> m_owner; // the stack may outlive the page
    std::shared_ptr<AuditCommands::Step> m_step;
    bool m_pushed = false; // pushing is no redo: it is done already
};

AuditCommands::AuditCommands(AdminClient &client, QUndoStack &stack, QObject *parent)
    : QObject(parent), m_client(client), m_stack(stack)
{
}

void AuditCommands::adoptEdit(LinkId link)
{
    AuditQuery query;
    query.link = link;
    query.limit = 1;
    m_client.audit(query, this, [this](const ApiResult<AuditPage> &page) {
        if (!page || page->entries.isEmpty())
            return;
        // "retire": the edit gave it another short name.
        const AuditEntry &last = page->entries.first();
        if (last.undoable && (last.action == u"edit" || last.action == u"retire"))
            push(last.id);
    });
}

void AuditCommands::undo(qint64 auditId)
{
    m_client.undo(auditId, this, [this](const ApiResult<UndoAnswer> &answer) {
        if (!answer) {
            Q_EMIT failed(answer.error());
            return;
        }
        if (answer->auditId > 0)
            push(answer->auditId);
        if (answer->link)
            Q_EMIT changed(*answer->link);
    });
}

void AuditCommands::push(qint64 auditId)
{
    auto step = std::make_shared<Step>();
    step->auditId = auditId;
    m_stack.push(new AuditCommand(this, step));
}

void AuditCommands::turnBack(const std::shared_ptr<Step> &step)
{
    if (step->busy || step->isDone == step->wantedDone)
        return;
    step->busy = true;
    m_client.undo(step->auditId, this, [this, step](const ApiResult<UndoAnswer> &answer) {
        step->busy = false;
        if (!answer) {
            step->wantedDone = step->isDone;
            Q_EMIT failed(answer.error());
            return;
        }
        step->isDone = !step->isDone;
        step->auditId = answer->auditId > 0 ? answer->auditId : step->auditId;
        if (answer->link)
            Q_EMIT changed(*answer->link);
        turnBack(step);
    });
}

} // namespace linkdesk::app
