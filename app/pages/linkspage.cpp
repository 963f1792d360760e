#include "pages/linkspage.h"

#include "api/errortext.h"
#include "models/codetexts.h"
#include "models/texts.h"
#include "pages/detailspane.h"
#include "pages/filterfield.h"
#include "pages/linkstable.h"
#include "pages/savedviews.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/batchbar.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptypage.h"
#include "widgets/progressline.h"

#include <QAction>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyle>
#include <QVBoxLayout>
#include <QVariantAnimation>

namespace linkdesk::app {

namespace {

constexpr int kNarrowWindow = 1280; // below, the pane slides over the table
constexpr int kSlideMs = 160;

} // namespace

LinksPage::LinksPage(AdminClient &client, EventStream &stream, QUndoStack &undo, LinkDialogs &dialogs, QWidget *parent)
    : Page(parent)
    , m_client(client)
    , m_dialogs(dialogs)
    , m_model(client)
    , m_life(client, stream, undo)
    , m_audit(client, undo)
    , m_undo(undo)
    , m_views(new SavedViews(client, undo, this))
    , m_outer(new QStackedWidget(this))
    , m_full(new QWidget)
    , m_inner(new QStackedWidget(m_full))
    , m_filter(new FilterField(tr("Filter, e.g. expires<7d")))
    , m_mistake(new ElidedLabel)
    , m_progress(new ProgressLine)
    , m_saveView(makeButton(tr("Save view…"), ButtonKind::Secondary, "pin"))
    , m_columns(makeButton(tr("Columns"), ButtonKind::Secondary, "columns"))
    , m_table(new LinksTable(m_model))
    , m_batch(new BatchBar(m_table))
    , m_many(new LinkBatch(client, m_life, this, [this] { return chosen(); }))
    , m_pane(new DetailsPane(client, this))
    , m_slide(new QVariantAnimation(this))
{
    setObjectName(u"linksPage"_qs);
    build();
    makeActions();
    wire();
    wireService(stream, dialogs);
    wireViews();
    m_table->showSort(m_model.query().sort, m_model.query().descending);
    checkedChanged();
    place();
}

void LinksPage::build()
{
    auto *column = new QVBoxLayout(m_full);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(filterRow());
    column->addWidget(m_inner, 1);
    column->addWidget(progressRow());
    m_inner->addWidget(m_table);
    buildStates();
    m_outer->addWidget(m_full);

    auto *empty = new EmptyPage("link", tr("No links yet"),
                                tr("A short link sends visitors on to a long address and counts every click. Paste an "
                                   "address to make the first one."));
    empty->setObjectName(u"linksEmpty"_qs);
    QPushButton *create = empty->setPrimary(tr("New link"), "plus");
    create->setObjectName(u"emptyNewLink"_qs);
    connect(create, &QPushButton::clicked, this, [this] { Q_EMIT actionRequested(u"link.new"_qs); });
    empty->setTip(tr("Tip: copy an address anywhere and press %1 here.")
                      .arg(QKeySequence(QKeySequence::New).toString(QKeySequence::NativeText)));
    m_outer->addWidget(empty);
    m_pane->hide();
}

void LinksPage::buildStates()
{
    m_nothing = new EmptyPage("search", tr("Nothing found"),
                              tr("No link fits this filter. Try fewer terms. Deleted and archived links are only found "
                                 "where the filter asks for them."));
    m_nothing->setObjectName(u"nothingFound"_qs);
    QPushButton *all = m_nothing->setSecondary(tr("Show all links"));
    all->setObjectName(u"showAllLinks"_qs);
    connect(all, &QPushButton::clicked, this, [this] {
        showFilter({});
    });
    m_inner->addWidget(m_nothing);
    const ApiError none{0, QString(apicode::kUnreachable), {}, {}};
    m_failedPage = new EmptyPage("warning", whatHappened(none), whatToDo(none));
    m_failedPage->setObjectName(u"linksFailed"_qs);
    QPushButton *again = m_failedPage->setPrimary(tr("Try again"), "restart");
    again->setObjectName(u"tryAgain"_qs);
    connect(again, &QPushButton::clicked, &m_model, &LinksModel::refresh);
    m_inner->addWidget(m_failedPage);
}

void LinksPage::wire()
{
    connect(m_filter, &FilterField::changed, this, &LinksPage::search);
    connect(m_filter, &FilterField::mistakeChanged, this, &LinksPage::showMistake);
    connect(m_table, &LinksTable::rowActivated, this, &LinksPage::showRow);
    connect(m_table, &QWidget::customContextMenuRequested, this, &LinksPage::showMenu);
    connect(&m_model, &LinksModel::listReplaced, this, &LinksPage::listChanged);
    connect(&m_model, &LinksModel::totalChanged, this, &LinksPage::listChanged);
    connect(&m_model, &LinksModel::failed, this, &LinksPage::listFailed);
    connect(&m_model, &LinksModel::checkedChanged, this, &LinksPage::checkedChanged);
    connect(m_batch, &BatchBar::closeRequested, &m_model, &LinksModel::clearChecked);
    connect(m_pane, &DetailsPane::closeRequested, this, &LinksPage::closePane);
    connect(m_pane, &DetailsPane::copyRequested, this, [this](const LinkInfo &link) { copy({link}); });
    connect(m_pane, &DetailsPane::openRequested, this, &LinksPage::open);
    connect(m_pane, &DetailsPane::editRequested, this, [this](const LinkInfo &link) { m_dialogs.editLink(link); });
    const auto one = [](const LinkInfo &link) { return LinkChoice{{link}, false, {}, 1}; };
    connect(m_pane, &DetailsPane::deleteRequested, this,
            [=, this](const LinkInfo &link) { m_many->remove(one(link)); });
    connect(m_pane, &DetailsPane::restoreRequested, this,
            [=, this](const LinkInfo &link) { m_many->restore(one(link)); });
    connect(m_pane, &DetailsPane::banRequested, this, [=, this](const LinkInfo &link) { m_many->ban(one(link)); });
    connect(m_pane, &DetailsPane::unbanRequested, this, [=, this](const LinkInfo &link) { m_many->unban(one(link)); });
    connect(m_pane, &DetailsPane::favouriteRequested, this,
            [=, this](const LinkInfo &link) { m_many->setFavourite(one(link), !link.favourite); });
    connect(m_pane, &DetailsPane::unarchiveRequested, this, [this](const LinkInfo &link) { unarchive({link}); });
    connect(m_pane, &DetailsPane::undoRequested, this, [this](const AuditEntry &entry) { m_audit.undo(entry.id); });
    connect(m_pane, &DetailsPane::formerCopyRequested, this, &LinksPage::copyFormer);
    connect(m_pane, &DetailsPane::formerEndRequested, this, &LinksPage::endFormer);
    connect(m_pane, &DetailsPane::qrSaved, this, [this](const QString &path, const QString &problem) {
        if (problem.isEmpty())
            post(u"qr"_qs, Level::Ok, tr("Saved the QR code as %1").arg(path), {}, {}, 6000);
        else
            post(u"qr"_qs, Level::Danger, tr("The QR code could not be saved."), problem);
    });
    connect(m_batch, &BatchBar::linkClicked, &m_model, &LinksModel::checkAll);
    connect(m_many, &LinkBatch::failed, this, &LinksPage::commandFailed);
    connect(&m_life, &LifeCommands::progressed, this, &LinksPage::jobProgressed);
    connect(&m_life, &LifeCommands::runningChanged, this, [this] {
        if (!m_life.isRunning())
            m_progressRow->hide();
    });
    connect(m_progress, &ProgressLine::cancelRequested, &m_life, &LifeCommands::cancel);
    connect(&m_life, &LifeCommands::finished, this, &LinksPage::batchFinished);
    connect(&m_life, &LifeCommands::failed, this, &LinksPage::commandFailed);
    connect(&m_audit, &AuditCommands::changed, this, &LinksPage::changedAgain);
    connect(&m_audit, &AuditCommands::failed, this, &LinksPage::commandFailed);
    m_slide->setDuration(kSlideMs);
    m_slide->setEasingCurve(QEasingCurve::OutCubic);
    connect(m_slide, &QVariantAnimation::valueChanged, this, [this](const QVariant &value) {
        m_paneOpen = value.toReal();
        place();
    });
}

void LinksPage::wireService(EventStream &stream, LinkDialogs &dialogs)
{
    connect(&stream, &EventStream::linkChanged, this, &LinksPage::applyChange);
    connect(&stream, &EventStream::linksChanged, this, [this] {
        if (!m_started)
            return;
        m_model.refresh();
        m_views->load(); // other counts
    });
    connect(&stream, &EventStream::clicks, this, [this](const ClickTick &tick) {
        m_model.applyTick(tick);
        m_pane->applyTick(tick);
    });
    connect(&stream, &EventStream::connectedChanged, this, [this](bool connected) {
        if (connected && m_started)
            m_model.refresh();
    });
    connect(&dialogs, &LinkDialogs::created, this, [this](const CreatedLink &created) {
        applyChange({ChangeKind::Created, created.link});
        showLink(created.link);
        const QString what = tr("Created and copied %1").arg(visibleText(shortName(created.link).whole()));
        if (created.warnings.isEmpty())
            post(u"copied"_qs, Level::Ok, what, {}, {}, 6000);
        else // stays until it is closed: it is the last chance to think again
            post(u"copied"_qs, Level::Warn, what, visibleText(warningText(created.warnings.first())));
    });
    connect(&dialogs, &LinkDialogs::edited, this, &LinksPage::edited);
    connect(&dialogs, &LinkDialogs::existingUsed, this, [this](const LinkInfo &link) {
        showLink(link);
        post(u"copied"_qs, Level::Ok, tr("Copied %1").arg(visibleText(shortName(link).whole())), {}, {}, 6000);
    });
}

QString LinksPage::caption() const
{
    if (!m_model.hasAnswer() || m_allLinks == 0)
        return {};
    if (m_model.query().findsAll())
        return countText(m_model.rowCount());
    const QString found =
        m_model.totalIsKnown() ? countText(m_model.rowCount()) : tr("more than %1").arg(countText(m_model.rowCount()));
    return m_allLinks >= 0 ? tr("%1 of %2", "found links of all").arg(found, countText(m_allLinks)) : found;
}

Page::Badge LinksPage::badge() const
{
    return {m_allLinks > 0 ? countText(m_allLinks) : QString(), false};
}

void LinksPage::activated()
{
    if (!m_started) {
        m_started = true;
        search(m_wantedFilter);
    }
    loadWords();
    m_views->load();
    if (m_outer->currentIndex() == 0)
        m_table->setFocus();
}

void LinksPage::navigatedTo(const QString &argument)
{
    if (!argument.startsWith(u"id:")) {
        showFilter(argument);
        return;
    }
    m_client.fetchLink(LinkId{argument.mid(3).toLongLong()}, this, [this](const ApiResult<LinkInfo> &link) {
        if (link)
            showLink(*link);
        else
            post(u"links"_qs, Level::Warn, whatHappened(link.error()), whatToDo(link.error()), {}, 8000);
    });
}

void LinksPage::listChanged()
{
    if (!m_model.hasAnswer())
        return;
    Q_EMIT messageWithdrawn(u"links-failed"_qs);
    if (m_model.query().findsAll() && m_model.totalIsKnown())
        m_allLinks = m_model.rowCount();
    const bool none = m_model.query().findsAll() && m_model.rowCount() == 0;
    m_outer->setCurrentIndex(none ? 1 : 0);
    m_inner->setCurrentIndex(int(m_model.rowCount() == 0 ? View::NothingFound : View::Table));
    if (none && m_pane->link())
        closePane();
    m_table->markCurrent(m_pane->link() && m_paneOpen > 0 ? m_model.rowOf(m_pane->link()->id) : -1);
    checkedChanged();
    updateSaveView();
    Q_EMIT choicesChanged();
    Q_EMIT headerChanged();
}

void LinksPage::listFailed(const ApiError &error)
{
    if (error.is(apicode::kInvalidFilter)) {
        m_filter->setMistake(error.detail, error.position, error.length);
        return;
    }
    if (m_model.hasAnswer()) { // what is on the screen is still worth something
        post(u"links-failed"_qs, Level::Danger, whatHappened(error), whatToDo(error), {{u"retry"_qs, tr("Try again")}});
        return;
    }
    m_failedPage->setTexts(whatHappened(error), whatToDo(error));
    m_inner->setCurrentIndex(int(View::Failed));
}

void LinksPage::resizeEvent(QResizeEvent *event)
{
    Page::resizeEvent(event);
    place();
}

void LinksPage::place()
{
    const bool over = window()->width() < kNarrowWindow;
    const int paneWidth = int(DetailsPane::kWidth * m_paneOpen);
    m_outer->setGeometry(0, 0, width() - (over ? 0 : paneWidth), height());
    m_batch->setRightInset(over ? paneWidth : 0);
    m_pane->setVisible(m_paneOpen > 0);
    m_pane->setGeometry(width() - paneWidth, 0, DetailsPane::kWidth, height());
    m_pane->raise();
}

void LinksPage::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    if (m_outer->currentIndex() == 1) {
        painter.fillRect(rect(), t.surface);
        painter.fillRect(QRect(0, 0, width(), 1), t.border);
        return;
    }
    const int top = filterRowHeight();
    painter.fillRect(QRect(0, top, width(), height() - top), t.surface);
    painter.fillRect(QRect(0, top, width(), 1), t.border);
}

void LinksPage::slidePane(bool open)
{
    const qreal to = open ? 1 : 0;
    m_slide->stop();
    if (!isVisible() || style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) <= 0) {
        m_paneOpen = to;
        place();
        return;
    }
    m_slide->setStartValue(m_paneOpen);
    m_slide->setEndValue(to);
    m_slide->start();
}

void LinksPage::showRow(int row)
{
    if (const LinkInfo *link = m_model.linkAt(row))
        showLink(*link);
}

void LinksPage::showLink(const LinkInfo &link)
{
    m_pane->setLink(link);
    m_table->markCurrent(m_model.rowOf(link.id));
    if (m_paneOpen < 1)
        slidePane(true);
}

void LinksPage::closePane()
{
    m_table->markCurrent(-1);
    m_table->setFocus();
    m_pane->clear();
    slidePane(false);
}

} // namespace linkdesk::app
