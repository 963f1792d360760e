// What can be done with links on the links page: copy, open, edit and undo, and how it is told.
#include "api/errortext.h"
#include "models/texts.h"
#include "pages/detailspane.h"
#include "pages/filterfield.h"
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
#include <QUndoStack>
#include <QUrl>

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
    m_unarchiveAction = make(tr("Take out of the archive"), "undo", QKeySequence(), u"unarchiveLinks"_qs);
    connect(m_copyAction, &QAction::triggered, this, [this] { copy(chosen().links); });
    connect(m_openAction, &QAction::triggered, this, [this] {
        if (const QList<LinkInfo> links = chosen().links; !links.isEmpty())
            open(links.first());
    });
    connect(m_editAction, &QAction::triggered, this, [this] {
        if (const QList<LinkInfo> links = chosen().links; !links.isEmpty())
            m_dialogs.editLink(links.first());
    });
    connect(m_unarchiveAction, &QAction::triggered, this, [this] { unarchive(chosen().links); });
    m_batch->addBatchAction(m_copyAction, "copy");
    m_unarchiveAction->setVisible(false);
    m_batch->addBatchAction(m_unarchiveAction, "undo");
    m_many->addTo(*m_batch);
    m_table->addAction(m_many->deleteAction());
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
}

void LinksPage::showMenu(const QPoint &at)
{
    if (!m_table->indexAt(at).isValid())
        return;
    auto *popup = new QMenu(this);
    popup->setObjectName(u"rowMenu"_qs);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    updateActions();
    popup->addActions({m_copyAction, m_openAction, m_editAction, m_unarchiveAction});
    popup->addSeparator();
    m_many->fillMenu(*popup);
    popup->popup(m_table->viewport()->mapToGlobal(at));
}

LinkChoice LinksPage::chosen() const
{
    if (m_model.allChecked())
        return {{}, true, m_model.query().filter, m_model.rowCount()};
    if (m_model.checkedCount() > 0)
        return {m_model.checkedLinks(), false, {}, m_model.checkedCount()};
    const LinkInfo *link = m_model.linkAt(m_table->currentIndex().row());
    return link ? LinkChoice{{*link}, false, {}, 1} : LinkChoice();
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

// There is no batch for this: one after the other.
void LinksPage::unarchive(QList<LinkInfo> links, int done)
{
    links.removeIf([](const LinkInfo &link) { return !link.archived; });
    if (links.isEmpty()) {
        if (done > 0) {
            m_model.refresh();
            post(u"unarchived"_qs, Level::Ok, tr("Took %n link(s) out of the archive", nullptr, done), {}, {}, kSaidMs);
        }
        return;
    }
    const LinkId id = links.takeFirst().id;
    m_client.unarchiveLink(id, this, [this, links, done](const ApiResult<LinkInfo> &link) {
        if (!link) {
            commandFailed(link.error());
            return;
        }
        applyChange({ChangeKind::Edited, *link});
        unarchive(links, done + 1);
    });
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
            commandFailed(result.error());
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
    if (change.link.state == LinkState::Deleted && !m_filter->reading().findsDeleted)
        closePane();
    else if (change.link.version >= m_pane->link()->version)
        m_pane->setLink(change.link);
}

void LinksPage::edited(const LinkInfo &link)
{
    applyChange({ChangeKind::Edited, link});
    m_audit.adoptEdit(link.id);
    post(u"edited"_qs, Level::Info, tr("Saved %1").arg(visibleText(shortName(link).whole())), {},
         {{u"undo"_qs, tr("Undo")}}, kUndoOfferMs);
}

// An undo of one link's change, or the undo of that.
void LinksPage::changedAgain(const LinkInfo &link)
{
    Q_EMIT messageWithdrawn(u"edited"_qs);
    applyChange({link.state == LinkState::Deleted ? ChangeKind::Deleted : ChangeKind::Edited, link});
    post(u"batch"_qs, Level::Ok, tr("%1 is as it was").arg(visibleText(shortName(link).whole())), {}, {}, kSaidMs);
}

void LinksPage::commandFailed(const ApiError &error)
{
    m_pane->reloadHistory();
    Q_EMIT messageWithdrawn(u"edited"_qs);
    post(u"batch"_qs, Level::Danger, whatHappened(error), visibleText(whatToDo(error)));
}

void LinksPage::messageButtonClicked(const QString &messageId, const QString &buttonId)
{
    if (buttonId == u"undo") {
        Q_EMIT messageWithdrawn(messageId);
        m_undo.undo();
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
