#include "shell/actions.h"

#include "shell/actionregistry.h"

#include <QAction>
#include <QCoreApplication>

namespace linkdesk::app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Actions", text);
}

QString id(const char *name)
{
    return QString::fromLatin1(name);
}

} // namespace

void addStandardActions(ActionRegistry &actions)
{
    const auto add = [&actions](const char *name, const QString &text, const char *icon, const QKeySequence &keys,
                                MenuPlace place) { return actions.add({id(name), text, icon, keys, place}); };
    add("link.new", tr("&New link"), "plus", QKeySequence(Qt::CTRL | Qt::Key_N), MenuPlace::Link);
    add("edit.undo", tr("&Undo"), "undo", QKeySequence(Qt::CTRL | Qt::Key_Z), MenuPlace::Edit);
    add("edit.redo", tr("&Redo"), "redo", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), MenuPlace::Edit);
    add("search.focus", tr("&Search"), "search", QKeySequence(Qt::CTRL | Qt::Key_K), MenuPlace::Edit);
    // The window shows the page of the same id.
    add("page.live", tr("Li&ve"), "activity", QKeySequence(Qt::CTRL | Qt::Key_1), MenuPlace::Page);
    add("page.links", tr("&All links"), "link", QKeySequence(Qt::CTRL | Qt::Key_2), MenuPlace::Page);
    add("page.renewal", tr("Rene&wal"), "renew", QKeySequence(Qt::CTRL | Qt::Key_3), MenuPlace::Page);
    add("page.bans", tr("&Bans && safety"), "shield-check", QKeySequence(Qt::CTRL | Qt::Key_4), MenuPlace::Page);
    add("page.domains", tr("Do&mains"), "globe", QKeySequence(Qt::CTRL | Qt::Key_5), MenuPlace::Page);
    add("page.service", tr("S&ervice"), "server", QKeySequence(Qt::CTRL | Qt::Key_6), MenuPlace::Page);
    add("view.refresh", tr("Re&fresh"), "restart", QKeySequence(Qt::Key_F5), MenuPlace::View);
    const auto look = [&](const char *name, const QString &text) {
        QAction *action = add(name, text, nullptr, {}, MenuPlace::View);
        action->setCheckable(true);
    };
    look("look.system", tr("Look of the s&ystem"));
    look("look.light", tr("&Light"));
    look("look.dark", tr("&Dark"));
    add("service.restart", tr("Res&tart the service"), "restart", {}, MenuPlace::Service);
    add("window.show", tr("Sh&ow Linkdesk"), "window", {}, MenuPlace::None);
    add("app.quit", tr("&Quit Linkdesk"), "power", QKeySequence(Qt::CTRL | Qt::Key_Q), MenuPlace::Application);
}

} // namespace linkdesk::app
