// What can be done with links on the links page: copy, open, edit, delete and undo, and how it is told.
#include "api/errortext.h"
#include "dialogs/lifedialogs.h"
#include "models/texts.h"
#include "pages/detailspane.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "style/icons.h"
#include "widgets/batchbar.h"
#include "widgets/elidedlabel.h"

#include <QAction>
#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QMenu>
#include <QUrl>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kUndoOfferMs = 12'000;
constexpr int kSaidMs = 4000;

} // namespace

void LinksPage::makeActions()
{
    const auto make = [this](const QString &text, const char *iconName, const QKeySequence &keys, const QString &name) {
        auto *action = new QAction(icon(iconName), text, this);
        action->setObjectName(name);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_table->addAction(action);
        return action;
    };
    m_copyAction = make(tr("Copy"), "copy", QKeySequence::Copy, u"copyLinks"_qs);
    m_openAction = make(tr("Open"), "external", QKeySequence(Qt::CTRL | Qt::Key_Return), u"openLink"_qs);
    m_editAction = make(tr("Edit"), "pencil", QKeySequence(Qt::Key_F2), u"editLink"_qs);
    m_banAction = make(tr("Ban…"), "ban", QKeySequence(), u"banLinks"_qs);
    m_unbanAction = make(tr("Unban"), "check-circle", QKeySequence(), u"unbanLinks"_qs);
    m_deleteAction = make(tr("Delete"), "trash", QKeySequence::Delete, u"deleteLinks"_qs);
    connect(m_copyAction, &QAction::triggered, this, [this] { copy(chosen()); });
    connect(m_openAction, &QAction::triggered, this, [this] {
        if (const QList<LinkInfo> links = chosen(); !links.isEmpty())
            open(links.first());
    });
    connect(m_editAction, &QAction::triggered, this, [this] {
        if (const QList<LinkInfo> links = chosen(); !links.isEmpty())
            m_dialogs.editLink(links.first());
    });
    connect(m_banAction, &QAction::triggered, this, [this] { askBan(chosen()); });
    connect(m_unbanAction, &QAction::triggered, this, [this] { unban(chosen()); });
    connect(m_deleteAction, &QAction::triggered, this, [this] { remove(chosen()); });
    m_batch->addBatchAction(m_copyAction, "copy");
    m_batch->addBatchAction(m_deleteAction, "trash");
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
}

void LinksPage::showMenu(const QPoint &at)
{
    if (!m_table->indexAt(at).isValid())
        return;
    auto *popup = new QMenu(this);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    popup->addActions({m_copyAction, m_openAction, m_editAction});
    popup->addSeparator();
    const QList<LinkInfo> links = chosen();
    const auto banned = std::count_if(links.begin(), links.end(),
                                      [](const LinkInfo &link) { return link.state == LinkState::Banned; });
    if (banned < links.size())
        popup->addAction(m_banAction);
    if (banned > 0)
        popup->addAction(m_unbanAction);
    popup->addAction(m_deleteAction);
    popup->popup(m_table->viewport()->mapToGlobal(at));
}

QList<LinkInfo> LinksPage::chosen() const
{
    if (m_model.checkedCount() > 0)
        return m_model.checkedLinks();
    const LinkInfo *link = m_model.linkAt(m_table->currentIndex().row());
    return link ? QList<LinkInfo>{*link} : QList<LinkInfo>{};
}

void LinksPage::copy(const QList<LinkInfo> &links)
{
    if (links.isEmpty())
        return;
    QStringList urls;
    for (const LinkInfo &link : links)
        urls << link.shortUrl;
    QGuiApplication::clipboard()->setText(urls.join(u'\n'));
    const QString what = links.size() == 1 ? tr("Copied %1").arg(visibleText(shortName(links.first()).whole()))
                                           : tr("Copied %n short link(s)", nullptr, int(links.size()));
    post(u"copied"_qs, Level::Ok, what, {}, {}, kSaidMs);
}

void LinksPage::open(const LinkInfo &link)
{
    // Only what a browser is for, whatever the service sent.
    const QUrl url(link.shortUrl);
    if (url.scheme() != u"http" && url.scheme() != u"https")
        return;
    if (!QDesktopServices::openUrl(url))
        post(u"open"_qs, Level::Warn, tr("No browser could be started."), tr("Copy the link and paste it there."), {},
             kSaidMs);
}

void LinksPage::remove(const QList<LinkInfo> &links)
{
    m_commands.deleteLinks(links);
}

void LinksPage::askBan(const QList<LinkInfo> &links)
{
    QList<LinkId> ids;
    QString name;
    for (const LinkInfo &link : links) {
        if (link.state == LinkState::Banned)
            continue;
        ids << link.id;
        name = shortName(link).whole();
    }
    if (ids.isEmpty())
        return;
    auto *dialog = new BanDialog(name, int(ids.size()), this);
    connect(dialog, &BanDialog::given, this,
            [this, ids](const QString &reason) { m_life.run(BatchRequest::ban(ids, reason)); });
    dialog->open();
}

void LinksPage::unban(const QList<LinkInfo> &links)
{
    QList<LinkId> ids;
    for (const LinkInfo &link : links) {
        if (link.state == LinkState::Banned)
            ids << link.id;
    }
    if (!ids.isEmpty())
        m_life.run(BatchRequest::unban(ids));
}

// Single links come as events, too; one that is shown is read again in any case.
void LinksPage::batchFinished(const BatchRequest &request, const JobInfo &job, bool undone)
{
    for (LinkId id : request.ids) {
        const bool inPane = m_pane->link() && m_pane->link()->id == id;
        if (!inPane && m_model.rowOf(id) < 0)
            continue;
        m_client.fetchLink(id, this, [this](const ApiResult<LinkInfo> &link) {
            if (link)
                applyChange({ChangeKind::Edited, *link});
        });
    }
    const QString failures = batchFailuresText(job);
    const QVector<MessageButton> undo{{u"undo"_qs, tr("Undo")}};
    post(u"batch"_qs, failures.isEmpty() ? (undone ? Level::Ok : Level::Info) : Level::Warn,
         batchDoneText(request, job, undone), visibleText(failures), undone ? QVector<MessageButton>() : undo,
         undone ? kSaidMs : kUndoOfferMs);
}

void LinksPage::copyFormer(const LinkAlias &alias)
{
    QGuiApplication::clipboard()->setText(alias.shortUrl);
    post(u"copied"_qs, Level::Ok, tr("Copied %1").arg(visibleText(alias.shortUrl)), {}, {}, kSaidMs);
}

void LinksPage::endFormer(const LinkInfo &link, const LinkAlias &alias)
{
    m_client.endAlias(link.id, alias.code, this, [this, link, alias](const ApiResult<LinkInfo> &result) {
        if (!result) {
            m_pane->endingFailed();
            commandFailed(result.error(), 1);
            return;
        }
        applyChange({ChangeKind::Edited, *result});
        post(u"ended"_qs, Level::Ok, tr("%1 no longer leads to %2.").arg(visibleText(alias.code),
                                                                        visibleText(shortName(link).whole())),
             {}, {}, kSaidMs);
    });
}

void LinksPage::applyChange(const LinkChange &change)
{
    m_model.applyChange(change);
    const bool inPane = m_pane->link() && m_pane->link()->id == change.link.id;
    if (!inPane)
        return;
    if (change.kind == ChangeKind::Deleted && m_model.query().state != StateFilter::Deleted)
        closePane();
    else if (change.link.version >= m_pane->link()->version)
        m_pane->setLink(change.link);
}

void LinksPage::commandFinished(LinkCommands::Verb verb, const QList<LinkInfo> &links)
{
    const QString name = visibleText(shortName(links.first()).whole());
    if (verb == LinkCommands::Verb::Delete) {
        post(u"deleted"_qs, Level::Info,
             links.size() == 1 ? tr("Deleted %1").arg(name) : tr("Deleted %n link(s)", nullptr, int(links.size())), {},
             {{u"undo"_qs, tr("Undo")}}, kUndoOfferMs);
        return;
    }
    Q_EMIT messageWithdrawn(u"deleted"_qs);
    post(u"restored"_qs, Level::Ok,
         links.size() == 1 ? tr("Restored %1").arg(name) : tr("Restored %n link(s)", nullptr, int(links.size())), {},
         {}, kSaidMs);
}

void LinksPage::commandFailed(const ApiError &error, int count)
{
    const QString what =
        count == 1 ? whatHappened(error) : tr("%n link(s): %1", nullptr, count).arg(whatHappened(error));
    post(u"command"_qs, Level::Danger, what, whatToDo(error));
}

void LinksPage::messageButtonClicked(const QString &messageId, const QString &buttonId)
{
    if ((messageId == u"deleted" || messageId == u"batch") && buttonId == u"undo") {
        Q_EMIT messageWithdrawn(messageId);
        m_commands.undo();
    } else if (messageId == u"links-failed") {
        m_model.refresh();
    }
}

void LinksPage::post(const QString &id, Level level, const QString &what, const QString &todo,
                     const QVector<MessageButton> &buttons, int timeoutMs)
{
    Q_EMIT messageRequested({id, level, what, todo, buttons, true, timeoutMs});
}

} // namespace linkdesk::app
