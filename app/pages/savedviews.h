// SavedViews: the service's saved views as the app knows them, and changes to them. Removing one can be undone: it is
// made again, at its place. Everybody's app shows the same views, so they are asked for again now and then. GUI thread;
// client and stack are borrowed and must outlive it.
#pragma once

#include "api/adminclient.h"

#include <QObject>

class QUndoStack;

namespace linkdesk::app {

class SavedViews final : public QObject {
    Q_OBJECT

public:
    SavedViews(AdminClient &client, QUndoStack &stack, QObject *parent = nullptr);

    void load();
    [[nodiscard]] const QList<SavedView> &views() const { return m_views; } // in their order
    [[nodiscard]] const SavedView *find(qint64 id) const;
    // The first that shows this; null: none does. `sort` as in the API.
    [[nodiscard]] const SavedView *showing(const QString &filter, const QString &sort) const;

    void create(const ViewDraft &draft);
    void change(qint64 id, const ViewEdit &edit);
    void remove(qint64 id);

Q_SIGNALS:
    void changed();
    void created(const linkdesk::app::SavedView &view);
    void removed(const QString &name);
    void failed(const linkdesk::app::ApiError &error);

private:
    friend class ViewRemoval;
    void takeAway(const SavedView &view);
    void putBack(const SavedView &view);

    AdminClient &m_client;
    QUndoStack &m_stack;
    QList<SavedView> m_views;
    RequestId m_request = 0;
};

} // namespace linkdesk::app
