// Saved views of the links page, and the two that are always there: the archive and the bin.
#include "api/errortext.h"
#include "models/texts.h"
#include "pages/filterfield.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/savedviews.h"
#include "pages/viewdialog.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"

#include <QMenu>
#include <QPushButton>

namespace linkdesk::app {

namespace {

constexpr int kSaidMs = 4000;
constexpr int kUndoOfferMs = 12'000;

struct ReadyView {
    QLatin1String id;
    QLatin1String filter;
    QLatin1String iconName;
};
constexpr ReadyView kArchive{QLatin1String("archive"), QLatin1String("is:archived"), QLatin1String("archive")};
constexpr ReadyView kBin{QLatin1String("bin"), QLatin1String("status:deleted"), QLatin1String("trash")};

} // namespace

void LinksPage::wireViews()
{
    connect(m_views, &SavedViews::changed, this, &LinksPage::choicesChanged);
    connect(m_views, &SavedViews::changed, this, &LinksPage::updateSaveView);
    connect(m_views, &SavedViews::created, this, [this](const SavedView &view) {
        post(u"view"_qs, Level::Ok, tr("Saved the view “%1”").arg(visibleText(view.name)), {}, {}, kSaidMs);
    });
    connect(m_views, &SavedViews::removed, this, [this](const QString &name) {
        post(u"view"_qs, Level::Info, tr("Deleted the view “%1”").arg(visibleText(name)), {},
             {{u"undo"_qs, tr("Undo")}}, kUndoOfferMs);
    });
    connect(m_views, &SavedViews::failed, this, [this](const ApiError &error) {
        post(u"view"_qs, Level::Danger, whatHappened(error), visibleText(whatToDo(error)));
    });
    connect(m_filter, &QLineEdit::textChanged, this, &LinksPage::updateSaveView);
    connect(m_saveView, &QPushButton::clicked, this, &LinksPage::saveView);
    // The sidebar shows the ready ones before the service has answered.
    QMetaObject::invokeMethod(this, &LinksPage::choicesChanged, Qt::QueuedConnection);
}

QList<Page::Choice> LinksPage::choices() const
{
    QList<Choice> list;
    for (const SavedView &view : m_views->views())
        list << Choice{QString::number(view.id), view.name, view.colour, {},
                       view.links ? countText(*view.links) : QString(), true};
    list << Choice{kArchive.id, tr("Archive"), -1, kArchive.iconName, {}, false}
         << Choice{kBin.id, tr("Bin"), -1, kBin.iconName, {}, false};
    return list;
}

QString LinksPage::currentChoice() const
{
    const LinkQuery &query = m_model.query();
    if (query.filter.isEmpty())
        return {};
    for (const ReadyView &ready : {kArchive, kBin}) {
        if (query.filter == ready.filter)
            return ready.id;
    }
    const SavedView *view = m_views->showing(query.filter, sortText(query));
    return view ? QString::number(view->id) : QString();
}

void LinksPage::applyChoice(const QString &id)
{
    for (const ReadyView &ready : {kArchive, kBin}) {
        if (id == ready.id) {
            showFilter(ready.filter);
            return;
        }
    }
    const SavedView *view = m_views->find(id.toLongLong());
    if (view && !view->sort.isEmpty()) {
        LinkQuery query = m_model.query();
        takeSort(query, view->sort);
        query.filter = readFilter(view->filter).isValid() ? view->filter : query.filter;
        m_model.setQuery(query);
        m_table->showSort(query.sort, query.descending);
    }
    showFilter(view ? view->filter : QString());
}

void LinksPage::showChoiceMenu(const QString &id, const QPoint &at)
{
    const SavedView *view = m_views->find(id.toLongLong());
    if (!view)
        return;
    const qint64 number = view->id;
    const int position = int(view - m_views->views().constData());
    auto *menu = new QMenu(this);
    menu->setObjectName(u"viewMenu"_qs);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &name, const QString &text, const char *iconName, auto what) {
        QAction *action = iconName ? menu->addAction(icon(iconName), text) : menu->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, what);
        return action;
    };
    add(u"viewEdit"_qs, tr("Name and colour…"), "pencil", [this, number] { editView(number); });
    const QString filter = m_model.query().filter;
    add(u"viewUpdate"_qs, tr("Take over the present filter"), "save", [this, number, filter] {
        ViewEdit edit;
        edit.filter = filter;
        edit.sort = sortText(m_model.query());
        m_views->change(number, edit);
    })->setEnabled(!filter.isEmpty() && QString::number(number) != currentChoice());
    add(u"viewUp"_qs, tr("Move up"), "arrow-up", [this, id, position] { moveChoice(id, position - 1); })
        ->setEnabled(position > 0);
    add(u"viewDown"_qs, tr("Move down"), "arrow-down", [this, id, position] { moveChoice(id, position + 1); })
        ->setEnabled(position + 1 < m_views->views().size());
    menu->addSeparator();
    add(u"viewDelete"_qs, tr("Delete"), "trash", [this, number] { m_views->remove(number); });
    menu->popup(at);
}

void LinksPage::moveChoice(const QString &id, int to)
{
    ViewEdit edit;
    edit.position = to;
    m_views->change(id.toLongLong(), edit);
}

void LinksPage::saveView()
{
    const LinkQuery query = m_model.query();
    auto *dialog = new ViewDialog({}, int(m_views->views().size()) % kViewColours, query.filter, this);
    connect(dialog, &ViewDialog::given, this, [this, query](const QString &name, int colour) {
        m_views->create({name, query.filter, sortText(query), colour});
    });
    dialog->open();
}

void LinksPage::editView(qint64 id)
{
    const SavedView *view = m_views->find(id);
    if (!view)
        return;
    auto *dialog = new ViewDialog(view->name, view->colour, view->filter, this);
    connect(dialog, &ViewDialog::given, this, [this, id](const QString &name, int colour) {
        ViewEdit edit;
        edit.name = name;
        edit.colour = colour;
        m_views->change(id, edit);
    });
    dialog->open();
}

// What is no filter, or a view already, is not worth a name.
void LinksPage::updateSaveView()
{
    const bool worth = !m_model.query().filter.isEmpty() && m_filter->text().trimmed() == m_model.query().filter;
    m_saveView->setEnabled(worth && currentChoice().isEmpty());
}

QString LinksPage::sortText(const LinkQuery &query)
{
    return query.toUrlQuery().queryItemValue(u"sort"_qs);
}

void LinksPage::takeSort(LinkQuery &query, const QString &sort)
{
    query.descending = sort.startsWith(u'-');
    const QString name = query.descending ? sort.mid(1) : sort;
    query.sort = name == u"clicks"    ? LinkSort::Clicks
                 : name == u"code"    ? LinkSort::Code
                 : name == u"expires" ? LinkSort::Expires
                                      : LinkSort::Created;
}

} // namespace linkdesk::app
