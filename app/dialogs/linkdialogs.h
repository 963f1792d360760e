// LinkDialogs: opens the link window for the pages and the shell, brings an open one to the front instead of opening it
// twice, and passes on what came of it. GUI thread; owned by the shell. The client is borrowed.
#pragma once

#include "api/adminclient.h"

#include <QHash>
#include <QPointer>

class QWidget;

namespace linkdesk::app {

class NewLinkDialog;

class LinkDialogs final : public QObject {
    Q_OBJECT

public:
    // Windows are children of `window` and close with it.
    LinkDialogs(AdminClient &client, QWidget *window);

    NewLinkDialog *newLink(const QString &target = {});
    NewLinkDialog *editLink(const LinkInfo &link);

Q_SIGNALS:
    void created(const linkdesk::app::CreatedLink &created);
    void edited(const linkdesk::app::LinkInfo &link);
    void existingUsed(const linkdesk::app::LinkInfo &link);

private:
    AdminClient &m_client;
    QWidget *m_window;
    QPointer<NewLinkDialog> m_new;
    QHash<qint64, QPointer<NewLinkDialog>> m_edits; // by link
};

} // namespace linkdesk::app
