#include "pages/linkbatch.h"

#include "dialogs/expirychooser.h"
#include "dialogs/lifedialogs.h"
#include "models/linkfilter.h"
#include "models/texts.h"
#include "pages/tagdialog.h"
#include "style/icons.h"
#include "widgets/batchbar.h"
#include "widgets/elidedlabel.h"

#include <QMenu>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr qsizetype kNamesKept = 500;

bool isDeleted(const LinkInfo &link)
{
    return link.state == LinkState::Deleted;
}

bool isBanned(const LinkInfo &link)
{
    return link.state == LinkState::Banned;
}

} // namespace

QString batchFilter(const QString &typed)
{
    return typed.isEmpty() ? u"id>0"_qs : typed;
}

LinkBatch::LinkBatch(AdminClient &client, LifeCommands &commands, QWidget *window, std::function<LinkChoice()> choose)
    : QObject(window), m_client(client), m_commands(commands), m_window(window), m_choose(std::move(choose))
{
    makeActions();
    makeRenewMenu();
    m_tagMenu = std::make_unique<QMenu>();
    m_tagMenu->addAction(tr("Add tags…"), this, [this] { askTags(true); })->setObjectName(u"addTags"_qs);
    m_tagMenu->addAction(tr("Take tags off…"), this, [this] { askTags(false); })->setObjectName(u"removeTags"_qs);
    m_tag->setMenu(m_tagMenu.get());
    m_moveMenu = std::make_unique<QMenu>();
    m_move->setMenu(m_moveMenu.get());
    setDomains({});
    update({});
}

LinkBatch::~LinkBatch() = default;

void LinkBatch::makeActions()
{
    const auto make = [this](const QString &text, const char *iconName, const QString &name) {
        auto *action = new QAction(icon(iconName), text, this);
        action->setObjectName(name);
        return action;
    };
    m_renew = make(tr("Renew"), "renew", u"renewLinks"_qs);
    m_tag = make(tr("Tag"), "tag", u"tagLinks"_qs);
    m_move = make(tr("Move"), "globe", u"moveLinks"_qs);
    m_favourite = make(tr("Favourite"), "star", u"favouriteLinks"_qs);
    m_unfavourite = make(tr("No favourite"), "star", u"unfavouriteLinks"_qs);
    m_ban = make(tr("Ban…"), "ban", u"banLinks"_qs);
    m_unban = make(tr("Unban"), "check-circle", u"unbanLinks"_qs);
    m_delete = make(tr("Delete"), "trash", u"deleteLinks"_qs);
    m_restore = make(tr("Restore"), "undo", u"restoreLinks"_qs);
    m_delete->setShortcut(QKeySequence::Delete);
    m_delete->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_favourite, &QAction::triggered, this, [this] { setFavourite(m_choose(), true); });
    connect(m_unfavourite, &QAction::triggered, this, [this] { setFavourite(m_choose(), false); });
    connect(m_ban, &QAction::triggered, this, [this] { ban(m_choose()); });
    connect(m_unban, &QAction::triggered, this, [this] { unban(m_choose()); });
    connect(m_delete, &QAction::triggered, this, [this] { remove(m_choose()); });
    connect(m_restore, &QAction::triggered, this, [this] { restore(m_choose()); });
}

void LinkBatch::makeRenewMenu()
{
    m_renewMenu = std::make_unique<QMenu>();
    const auto add = [this](const QString &name, const QString &text, const RenewTo &to) {
        m_renewMenu->addAction(text, this, [this, to] { renew(to); })->setObjectName(name);
    };
    add(u"renew30"_qs, tr("30 days"), RenewTo::days(30));
    add(u"renew90"_qs, tr("90 days"), RenewTo::days(90));
    const QDate end = quarterEnd(QDate::currentDate());
    add(u"renewQuarter"_qs, tr("Quarter end, %1").arg(dayText(end, QDate::currentDate())), RenewTo::quarterEnd());
    add(u"renewYear"_qs, tr("1 year"), RenewTo::years(1));
    add(u"renewNever"_qs, tr("For ever"), RenewTo::never());
    m_renewMenu->addSeparator();
    m_renewMenu->addAction(icon("calendar"), tr("Date…"), this, &LinkBatch::askDate)->setObjectName(u"renewToDate"_qs);
    m_renew->setMenu(m_renewMenu.get());
}

void LinkBatch::setDomains(const QList<DomainInfo> &domains)
{
    m_moveMenu->clear();
    for (const DomainInfo &domain : domains) {
        const QString host = domain.host;
        QAction *action = m_moveMenu->addAction(
            host.isEmpty() ? tr("The first domain") : visibleText(host), this, [this, host] { move(host); });
        action->setObjectName(u"moveTo."_qs + host);
    }
    m_move->setEnabled(domains.size() > 1);
    m_move->setToolTip(domains.size() > 1 ? tr("Move to another short domain") : tr("There is only one domain."));
}

void LinkBatch::addTo(BatchBar &bar)
{
    bar.addBatchAction(m_restore, "undo");
    bar.addBatchAction(m_renew, "renew");
    bar.addBatchAction(m_tag, "tag");
    bar.addBatchAction(m_move, "globe");
    bar.addBatchAction(m_favourite, "star");
    bar.addBatchAction(m_unfavourite, "star");
    bar.addBatchAction(m_unban, "check-circle");
    bar.addBatchAction(m_ban, "ban");
    bar.addBatchAction(m_delete, "trash");
}

void LinkBatch::fillMenu(QMenu &menu)
{
    menu.addActions({m_restore, m_renew, m_tag, m_move, m_favourite, m_unfavourite});
    menu.addSeparator();
    menu.addActions({m_ban, m_unban, m_delete});
}

void LinkBatch::update(const LinkChoice &choice)
{
    const auto any = [&choice](const std::function<bool(const LinkInfo &)> &fits) {
        return std::any_of(choice.links.begin(), choice.links.end(), fits);
    };
    const auto not_ = [](bool (*fits)(const LinkInfo &)) {
        return [fits](const LinkInfo &link) { return !fits(link); };
    };
    const FilterReading reading = choice.byFilter ? readFilter(choice.filter) : FilterReading();
    const bool bin = choice.byFilter ? reading.findsDeleted : any(isDeleted);
    const bool live = choice.byFilter ? !reading.findsDeleted : any(not_(isDeleted));
    const auto isFavourite = [](const LinkInfo &link) { return link.favourite; };
    m_restore->setVisible(bin);
    for (QAction *action : {m_renew, m_tag, m_move, m_delete})
        action->setVisible(live || choice.isEmpty());
    m_favourite->setVisible(live && (choice.byFilter || any([&](const LinkInfo &link) { return !link.favourite; })));
    m_unfavourite->setVisible(live && !m_favourite->isVisible() && any(isFavourite));
    m_ban->setVisible(live && (choice.byFilter || any(not_(isBanned))));
    m_unban->setVisible(live && (choice.byFilter || any(isBanned)));
}

LinkChoice LinkBatch::only(LinkChoice choice, const std::function<bool(const LinkInfo &)> &fits)
{
    if (choice.byFilter)
        return choice;
    QList<LinkInfo> fitting;
    std::copy_if(choice.links.begin(), choice.links.end(), std::back_inserter(fitting), fits);
    choice.links = fitting;
    choice.count = fitting.size();
    return choice;
}

BatchRequest LinkBatch::requestFor(const LinkChoice &choice, BatchRequest request)
{
    if (choice.byFilter) {
        request.filter = batchFilter(choice.filter);
        return request;
    }
    for (const LinkInfo &link : choice.links)
        request.ids << link.id;
    return request;
}

void LinkBatch::run(const LinkChoice &choice, BatchRequest request)
{
    if (choice.isEmpty())
        return;
    if (m_names.size() > kNamesKept)
        m_names.clear();
    for (qsizetype i = 0; i < std::min(choice.links.size(), kNamesKept); ++i)
        m_names.insert(choice.links.at(i).id, shortName(choice.links.at(i)).whole());
    m_commands.run(requestFor(choice, std::move(request)));
}

QString LinkBatch::nameOf(const BatchRequest &request) const
{
    return request.ids.size() == 1 ? nameOf(request.ids.first()) : QString();
}

void LinkBatch::renew(const RenewTo &to)
{
    run(only(m_choose(), [](const LinkInfo &link) { return !isDeleted(link); }), BatchRequest::renew({}, to, zoneId()));
}

void LinkBatch::askDate()
{
    const LinkChoice choice = m_choose();
    if (choice.isEmpty())
        return;
    auto *dialog = new RenewDateDialog(int(choice.count), m_window);
    connect(dialog, &RenewDateDialog::given, this, [this, choice](const QDate &day) {
        const QDateTime end(day, QTime(23, 59, 59), Qt::LocalTime);
        run(choice, BatchRequest::renew({}, RenewTo::date(end), zoneId()));
    });
    dialog->open();
}

void LinkBatch::askTags(bool add)
{
    const LinkChoice choice = m_choose();
    if (choice.isEmpty())
        return;
    QStringList offered = m_tags;
    if (!add && !choice.byFilter) { // only what they have
        offered.clear();
        for (const LinkInfo &link : choice.links)
            offered << link.tags;
        offered.removeDuplicates();
    }
    auto *dialog = new TagDialog(add ? TagDialog::Kind::Add : TagDialog::Kind::Remove, int(choice.count), offered,
                                 m_window);
    connect(dialog, &TagDialog::given, this,
            [this, choice, add](const QStringList &tags) { run(choice, BatchRequest::tag({}, tags, add)); });
    dialog->open();
}

void LinkBatch::move(const QString &domain)
{
    run(m_choose(), BatchRequest::move({}, domain));
}

void LinkBatch::setFavourite(const LinkChoice &choice, bool favourite)
{
    run(only(choice, [favourite](const LinkInfo &link) { return link.favourite != favourite && !isDeleted(link); }),
        BatchRequest::plain({}, favourite ? BatchAction::Favourite : BatchAction::Unfavourite));
}

void LinkBatch::remove(const LinkChoice &choice)
{
    run(only(choice, [](const LinkInfo &link) { return !isDeleted(link); }),
        BatchRequest::plain({}, BatchAction::Delete));
}

void LinkBatch::restore(const LinkChoice &choice)
{
    run(only(choice, isDeleted), BatchRequest::plain({}, BatchAction::Restore));
}

void LinkBatch::unban(const LinkChoice &choice)
{
    run(only(choice, isBanned), BatchRequest::unban({}));
}

void LinkBatch::ban(const LinkChoice &given)
{
    const LinkChoice choice = only(given, [](const LinkInfo &link) { return !isBanned(link) && !isDeleted(link); });
    if (choice.isEmpty())
        return;
    const auto ask = [this, choice](qint64 count) {
        const QString name = choice.links.size() == 1 ? shortName(choice.links.first()).whole() : QString();
        auto *dialog = new BanDialog(name, int(count), m_window);
        connect(dialog, &BanDialog::given, this,
                [this, choice](const QString &reason) { run(choice, BatchRequest::ban({}, reason)); });
        dialog->open();
    };
    if (!choice.byFilter) {
        ask(choice.count);
        return;
    }
    // The table's count may be an hour old.
    m_client.countBatch(requestFor(choice, BatchRequest::ban({}, u"-"_qs)), this,
                        [this, ask](const ApiResult<qint64> &count) {
                            if (!count)
                                Q_EMIT failed(count.error());
                            else if (*count > 0)
                                ask(*count);
                        });
}

} // namespace linkdesk::app
