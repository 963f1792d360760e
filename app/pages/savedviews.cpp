#include "pages/savedviews.h"

#include <QPointer>
#include <QUndoCommand>
#include <QUndoStack>

#include <algorithm>

namespace linkdesk::app {

// A view that is made again is another one with another number; it is found by what it is.
class ViewRemoval final : public QUndoCommand {
public:
    ViewRemoval(SavedViews *owner, SavedView view) : m_owner(owner), m_view(std::move(view)) {}
    void redo() override
    {
        if (m_owner)
            m_owner->takeAway(m_view);
    }
    void undo() override
    {
        if (m_owner)
            m_owner->putBack(m_view);
    }

private:
    QPointer<SavedViews> m_owner; // the stack may outlive the page
    SavedView m_view;
};

SavedViews::SavedViews(AdminClient &client, QUndoStack &stack, QObject *parent)
    : QObject(parent), m_client(client), m_stack(stack)
{
}

void SavedViews::load()
{
    m_client.cancel(m_request);
    m_request = m_client.views(this, [this](const ApiResult<QList<SavedView>> &views) {
        if (!views)
            return; // an older service has none; what is known stays
        QList<SavedView> sorted = *views;
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const SavedView &a, const SavedView &b) { return a.position < b.position; });
        if (sorted == m_views)
            return;
        m_views = sorted;
        Q_EMIT changed();
    });
}

const SavedView *SavedViews::find(qint64 id) const
{
    const auto found = std::find_if(m_views.begin(), m_views.end(), [id](const SavedView &v) { return v.id == id; });
    return found == m_views.end() ? nullptr : &*found;
}

const SavedView *SavedViews::showing(const QString &filter, const QString &sort) const
{
    const auto found = std::find_if(m_views.begin(), m_views.end(), [&](const SavedView &view) {
        return view.filter == filter && (view.sort.isEmpty() || view.sort == sort);
    });
    return found == m_views.end() ? nullptr : &*found;
}

void SavedViews::create(const ViewDraft &draft)
{
    m_client.createView(draft, this, [this](const ApiResult<SavedView> &view) {
        if (!view) {
            Q_EMIT failed(view.error());
            return;
        }
        m_views << *view;
        Q_EMIT changed();
        Q_EMIT created(*view);
        load(); // how many links it finds
    });
}

void SavedViews::change(qint64 id, const ViewEdit &edit)
{
    m_client.changeView(id, edit, this, [this](const ApiResult<SavedView> &view) {
        if (!view)
            Q_EMIT failed(view.error());
        load(); // a new place is about the others as well
    });
}

void SavedViews::remove(qint64 id)
{
    if (const SavedView *view = find(id))
        m_stack.push(new ViewRemoval(this, *view));
}

void SavedViews::takeAway(const SavedView &view)
{
    const auto same = std::find_if(m_views.begin(), m_views.end(), [&view](const SavedView &other) {
        return other.name == view.name && other.filter == view.filter;
    });
    const qint64 id = find(view.id) ? view.id : same != m_views.end() ? same->id : view.id;
    m_client.removeView(id, this, [this, id, name = view.name](const ApiResult<bool> &done) {
        if (!done) {
            Q_EMIT failed(done.error());
            load();
            return;
        }
        m_views.removeIf([id](const SavedView &other) { return other.id == id; });
        Q_EMIT changed();
        Q_EMIT removed(name);
    });
}

void SavedViews::putBack(const SavedView &view)
{
    m_client.createView({view.name, view.filter, view.sort, view.colour}, this,
                        [this, position = view.position](const ApiResult<SavedView> &made) {
                            if (!made) {
                                Q_EMIT failed(made.error());
                                return;
                            }
                            ViewEdit place;
                            place.position = position;
                            change(made->id, place);
                        });
}

} // namespace linkdesk::app
