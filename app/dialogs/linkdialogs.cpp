#include "dialogs/linkdialogs.h"

#include "dialogs/newlinkdialog.h"

namespace linkdesk::app {

namespace {

void bringToFront(QWidget *window)
{
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace

LinkDialogs::LinkDialogs(AdminClient &client, QWidget *window) : QObject(window), m_client(client), m_window(window) {}

NewLinkDialog *LinkDialogs::newLink(const QString &target)
{
    if (!m_new) {
        m_new = new NewLinkDialog(m_client, m_window);
        connect(m_new, &NewLinkDialog::created, this, &LinkDialogs::created);
        connect(m_new, &NewLinkDialog::existingUsed, this, &LinkDialogs::existingUsed);
    }
    if (!target.isEmpty())
        m_new->setTarget(target);
    bringToFront(m_new);
    return m_new;
}

NewLinkDialog *LinkDialogs::editLink(const LinkInfo &link)
{
    QPointer<NewLinkDialog> &dialog = m_edits[link.id.value];
    if (!dialog) {
        dialog = new NewLinkDialog(m_client, link, m_window);
        connect(dialog, &NewLinkDialog::edited, this, &LinkDialogs::edited);
    }
    bringToFront(dialog);
    return dialog;
}

} // namespace linkdesk::app
