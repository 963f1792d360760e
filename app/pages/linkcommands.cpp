#include "pages/linkcommands.h"

#include "models/texts.h"
#include "widgets/elidedlabel.h"

#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>

namespace linkdesk::app {

namespace {

constexpr int kAtOnce = 4;

} // namespace

class DeleteCommand final : public QUndoCommand {
public:
    DeleteCommand(LinkCommands *owner, QList<LinkInfo> links) : m_owner(owner), m_links(std::move(links))
    {
        setText(m_links.size() == 1 ? LinkCommands::tr("delete %1").arg(visibleText(shortName(m_links.first()).whole()))
                                    : LinkCommands::tr("delete %n link(s)", nullptr, int(m_links.size())));
    }
    void redo() override
    {
        if (m_owner)
            m_owner->run(LinkCommands::Verb::Delete, m_links);
    }
    void undo() override
    {
        if (m_owner)
            m_owner->run(LinkCommands::Verb::Restore, m_links);
    }

private:
    QPointer<LinkCommands> m_owner; // the stack may outlive the page
    QList<LinkInfo> m_links;
};

struct LinkCommands::Run {
    Verb verb = Verb::Delete;
    QList<LinkInfo> links;
    qsizetype started = 0;
    qsizetype answered = 0;
    QList<LinkInfo> done;
    std::optional<ApiError> firstError;
    int failures = 0;
};

LinkCommands::LinkCommands(AdminClient &client, QUndoStack &stack, QObject *parent)
    : QObject(parent), m_client(client), m_stack(stack)
{
}

void LinkCommands::deleteLinks(const QList<LinkInfo> &links)
{
    if (!links.isEmpty())
        m_stack.push(new DeleteCommand(this, links));
}

void LinkCommands::undo()
{
    m_stack.undo();
}

void LinkCommands::run(Verb verb, const QList<LinkInfo> &links)
{
    auto run = std::make_shared<Run>();
    run->verb = verb;
    run->links = links;
    for (int i = 0; i < kAtOnce; ++i)
        next(run);
}

void LinkCommands::next(const std::shared_ptr<Run> &run)
{
    if (run->started == run->links.size())
        return;
    const LinkId id = run->links.at(run->started++).id;
    const auto done = [this, run](const ApiResult<LinkInfo> &result) {
        ++run->answered;
        if (result) {
            run->done << *result;
            Q_EMIT changed({run->verb == Verb::Delete ? ChangeKind::Deleted : ChangeKind::Restored, *result});
        } else {
            ++run->failures;
            if (!run->firstError)
                run->firstError = result.error();
        }
        if (run->answered < run->links.size()) {
            next(run);
            return;
        }
        if (!run->done.isEmpty())
            Q_EMIT finished(run->verb, run->done);
        if (run->firstError)
            Q_EMIT failed(*run->firstError, run->failures);
    };
    if (run->verb == Verb::Delete)
        m_client.deleteLink(id, this, done);
    else
        m_client.restoreLink(id, this, done);
}

} // namespace linkdesk::app
