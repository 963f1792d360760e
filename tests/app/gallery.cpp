// Renders the widgets in light and dark to PNG, to be looked at beside the pictures of the look: gallery DIR
#include "settings/inifile.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "style/icons.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/barlistview.h"
#include "widgets/batchbar.h"
#include "widgets/card.h"
#include "widgets/chip.h"
#include "widgets/emptypage.h"
#include "widgets/formfield.h"
#include "widgets/kpicard.h"
#include "widgets/label.h"
#include "widgets/messagebar.h"
#include "widgets/pill.h"
#include "widgets/progressline.h"
#include "widgets/searchfield.h"
#include "widgets/segmentedcontrol.h"
#include "widgets/sparkline.h"
#include "widgets/statusstrip.h"
#include "widgets/statustile.h"
#include "widgets/switch.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QUndoStack>

#include <cmath>

using namespace linkdesk::app;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

QVector<qreal> wave(int n, double seed)
{
    QVector<qreal> values;
    for (int i = 0; i < n; ++i)
        values << 10 + 4 * std::sin(i * 0.35 + seed) + 1.5 * std::sin(i * 2.1 + seed) + i * 0.1 * seed;
    return values;
}

struct Bar {
    const char *label, *second, *value, *code, *icon;
    double fraction;
};

BarListView *bars(const QVector<Bar> &rows, bool lead, bool emphasis, bool dense)
{
    auto *view = new BarListView;
    auto *model = new QStandardItemModel(view);
    for (const Bar &row : rows) {
        auto *item = new QStandardItem(s(row.label));
        item->setData(s(row.second), BarSecondTextRole);
        item->setData(s(row.value), BarValueRole);
        item->setData(s(row.code), BarCodeRole);
        item->setData(s(row.icon), BarIconRole);
        item->setData(row.fraction, BarFractionRole);
        item->setData(model->rowCount() == 0 && emphasis, BarPinnedRole);
        model->appendRow(item);
    }
    view->setModel(model);
    view->setLead(lead);
    view->setEmphasis(emphasis);
    view->setDense(dense);
    return view;
}

QWidget *toolbarRow()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new Label(s("Live"), TextRole::Title));
    layout->addWidget(new Label(s("Times in Europe/Berlin"), TextRole::Small, Tone::Text3));
    layout->addStretch(1);
    auto *segments = new SegmentedControl;
    segments->addSegment(s("humans"), s("Humans"), "user");
    segments->addSegment(s("bots"), s("Bots"), "bot");
    segments->addSegment(s("both"), s("Both"));
    layout->addWidget(segments);
    layout->addWidget(makeButton(s("Pause"), ButtonKind::Secondary, "pause"));
    layout->addSpacing(4);
    auto *search = new SearchField(s("Search links, actions"));
    search->setKeyCap(QKeySequence(Qt::CTRL | Qt::Key_K));
    search->setFixedWidth(248);
    layout->addWidget(search);
    layout->addWidget(makeButton(s("New link"), ButtonKind::Primary, "plus"));
    return row;
}

QWidget *kpiRow()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    auto *a = new KpiCard(s("Clicks per second"));
    a->setLive(true);
    a->setValue(s("1,284"));
    a->setNote(s("Peak 1,794 at 14:21:08"));
    a->setSeries(wave(60, 1));
    auto *b = new KpiCard(s("Clicks today"));
    b->setValue(s("3,482,190"));
    b->setTrend(0.124);
    b->setNote(s("vs. yesterday, same time"));
    b->setSeries(wave(60, 3));
    auto *c = new KpiCard(s("Links clicked today"));
    c->setValue(s("6,318"));
    c->setTrend(-0.031);
    c->setNote(s("vs. yesterday"));
    c->setSeries(wave(60, 0.3));
    auto *d = new KpiCard(s("Bots today"));
    d->setValue(s("8.1%"));
    d->setNote(s("308,204 requests, not counted"));
    d->setSeries(wave(60, 2));
    for (KpiCard *card : {a, b, c, d})
        layout->addWidget(card);
    return row;
}

QWidget *tileRow()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    auto add = [&](const char *icon, const char *name, PillKind kind, const char *state, const char *value, const char *note) {
        auto *tile = new StatusTile(icon, s(name));
        tile->setState(kind, s(state));
        tile->setValue(s(value));
        tile->setNote(s(note));
        layout->addWidget(tile);
    };
    add("globe", "Public address", PillKind::Ok, "Reachable", "https://go.example.com", "0.0.0.0:8080, 3 domains, TLS 1.3");
    add("badge", "Certificate", PillKind::Warn, "12 days", "Until 20 May 2025", "Let's Encrypt, last try 03:12");
    add("database", "Database", PillKind::Danger, "DNS points elsewhere", "SQLite, 3.8 GB", "WAL 14 MB, write queue 0");
    add("layers", "Redis", PillKind::Neutral, "Off", "0.3 ms round trip", "127.0.0.1:6379, 212 MB");
    return row;
}

QWidget *breakDowns()
{
    auto *row = new QWidget;
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(16);
    auto *top = new Card(s("Top links now"));
    top->setCaption(s("clicks/s"));
    top->addHeaderWidget(makeIconButton("pin", s("Pin")));
    top->body()->addWidget(bars({{"/spring", "go.example.com", "412", "", "", 1}, {"/nl-41", "go.example.com", "286", "", "", 0.7},
                                 {"/webinar", "go.example.com", "131", "", "", 0.32}, {"/app", "link.example.org", "97", "", "", 0.23},
                                 {"/menu", "go.example.com", "17", "", "", 0.04}}, false, true, false));
    layout->addWidget(top);
    auto *countries = new Card(s("Countries"));
    countries->setCaption(s("today"));
    countries->body()->addWidget(bars({{"Germany", "", "38.2%", "DE", "", 1}, {"Austria", "", "14.6%", "AT", "", 0.38},
                                       {"Switzerland", "", "11.9%", "CH", "", 0.3}, {"Others", "", "6.0%", "", "globe", 0.14}},
                                      true, false, false));
    layout->addWidget(countries);
    auto *devices = new Card(s("Devices"));
    devices->body()->addWidget(bars({{"Phone", "", "64.1%", "", "phone", 1}, {"Desktop", "", "30.7%", "", "monitor", 0.47},
                                     {"Tablet", "", "5.2%", "", "tablet", 0.08}}, true, false, true));
    layout->addWidget(devices);
    auto *filter = new Card(s("Next 7 days"));
    filter->setSelected(true);
    filter->body()->addWidget(new Pill(PillKind::Ok, s("Active")));
    filter->body()->addSpacing(6);
    filter->body()->addWidget(new Pill(PillKind::Warn, s("Expires soon")));
    filter->body()->addSpacing(6);
    filter->body()->addWidget(new Pill(PillKind::Danger, s("Banned")));
    filter->body()->addSpacing(6);
    filter->body()->addWidget(new Pill(PillKind::Neutral, s("Expired")));
    filter->body()->addSpacing(6);
    filter->body()->addWidget(new Pill(PillKind::Accent, s("Scheduled")));
    filter->body()->addStretch(1);
    layout->addWidget(filter);
    return row;
}

QWidget *controls()
{
    auto *card = new Card(s("Controls"));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(makeButton(s("Create and copy"), ButtonKind::Primary, "copy"));
    buttons->addWidget(makeButton(s("Cancel"), ButtonKind::Secondary));
    buttons->addWidget(makeButton(s("Restart"), ButtonKind::Secondary, "restart"));
    buttons->addWidget(makeButton(s("Stop"), ButtonKind::DangerQuiet, "stop"));
    buttons->addWidget(makeButton(s("Open folder"), ButtonKind::Ghost, "folder"));
    buttons->addWidget(makeButton(s("Use it"), ButtonKind::Link));
    buttons->addWidget(makeButton(s("Delete 3 links"), ButtonKind::Danger, "trash"));
    auto *off = makeButton(s("Back"), ButtonKind::Secondary);
    off->setEnabled(false);
    buttons->addWidget(off);
    auto *off2 = makeButton(s("Create"), ButtonKind::Primary);
    off2->setEnabled(false);
    buttons->addWidget(off2);
    auto *small = makeButton(s("Save QR"), ButtonKind::Secondary, "download");
    setControlSize(small, ControlSize::Small);
    buttons->addWidget(small);
    auto *menuButton = makeButton(s("Renew"), ButtonKind::Secondary);
    menuButton->setMenu(new QMenu(menuButton));
    buttons->addWidget(menuButton);
    buttons->addWidget(makeIconButton("more", s("More")));
    buttons->addStretch(1);
    card->body()->addLayout(buttons);
    card->body()->addSpacing(12);
    auto *line = new QHBoxLayout;
    line->setSpacing(16);
    auto *check = new QCheckBox(s("First row is a heading"));
    check->setChecked(true);
    line->addWidget(check);
    line->addWidget(new QCheckBox(s("Keep this window open")));
    auto *third = new QCheckBox(s("Some"));
    third->setTristate(true);
    third->setCheckState(Qt::PartiallyChecked);
    line->addWidget(third);
    auto *radio = new QRadioButton(s("One"));
    radio->setChecked(true);
    line->addWidget(radio);
    line->addWidget(new QRadioButton(s("Two")));
    auto *sw = new Switch(s("Campaign parameters (UTM)"));
    sw->setChecked(true);
    line->addWidget(sw);
    line->addWidget(new Switch(s("Off")));
    line->addWidget(new Chip(s("spring")));
    auto *chip = new Chip(s("newsletter"));
    chip->setRemovable(true);
    line->addWidget(chip);
    auto *token = new Chip(s("owner:"), s("marketing"));
    token->setRemovable(true);
    line->addWidget(token);
    line->addStretch(1);
    card->body()->addLayout(line);
    card->body()->addSpacing(12);
    auto *form = new QHBoxLayout;
    form->setSpacing(16);
    auto *url = new QLineEdit(s("https://shop.example.com/de/campaign/spring-sale"));
    setControlSize(url, ControlSize::Large);
    auto *field = new FormField(s("Target address"), url);
    field->setState(Level::Ok, s("Reachable. Title: “Spring sale – Example Shop”"));
    form->addWidget(field, 2);
    auto *slug = new QLineEdit(s("api"));
    auto *slugField = new FormField(s("Short name"), slug);
    slugField->setState(Level::Danger, s("“api” is reserved."), s("Use “api-1”"));
    form->addWidget(slugField, 1);
    auto *combo = new QComboBox;
    combo->addItems({s("go.example.com"), s("link.example.org")});
    form->addWidget(new FormField(s("Domain"), combo), 0);
    auto *spin = new QSpinBox;
    spin->setValue(80);
    form->addWidget(new FormField(s("Port"), spin), 0);
    auto *empty = new QLineEdit;
    empty->setPlaceholderText(s("Add a tag"));
    auto *hint = new FormField(s("Tags"), empty);
    hint->setHint(s("Separated by commas"));
    form->addWidget(hint, 1);
    card->body()->addLayout(form);
    card->body()->addSpacing(12);
    auto *progress = new ProgressLine;
    progress->set(0.65, s("8,120 of 12,450, 6,400/s, 1 s left"));
    card->body()->addWidget(progress);
    return card;
}

QWidget *table()
{
    auto *view = new QTableView;
    auto *model = new QStandardItemModel(view);
    model->setHorizontalHeaderLabels({s("Link"), s("Target"), s("Clicks"), s("State")});
    for (int i = 0; i < 30; ++i)
        model->appendRow({new QStandardItem(s("go.example.com/spring")), new QStandardItem(s("shop.example.com")),
                          new QStandardItem(s("482,134")), new QStandardItem(s("Active"))});
    model->setHeaderData(2, Qt::Horizontal, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter), Qt::TextAlignmentRole);
    view->setModel(model);
    view->setShowGrid(false);
    view->verticalHeader()->hide();
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSortingEnabled(true);
    view->sortByColumn(2, Qt::DescendingOrder);
    view->horizontalHeader()->setStretchLastSection(true);
    view->setFrameShape(QFrame::NoFrame);
    view->selectRow(1);
    auto *card = new Card(s("Links"));
    card->setCaption(s("48 of 12,480"));
    card->setFlush(true);
    card->body()->addWidget(view);
    auto *bar = new BatchBar(view);
    for (const char *name : {"renew", "tag", "qr", "download", "ban", "trash"}) {
        auto *action = new QAction(s(name), view);
        bar->addBatchAction(action, name);
    }
    view->resize(900, 150);
    bar->setText(s("3 selected"));
    return card;
}

QWidget *sheet()
{
    auto *page = new QWidget;
    auto *column = new QVBoxLayout(page);
    column->setContentsMargins(24, 12, 24, 0);
    column->setSpacing(12);
    column->addWidget(toolbarRow());
    auto *bar = new MessageBar;
    Message message{s("m"), Level::Warn, s("The certificate of go.example.com expires in 12 days."),
                    s("Renewing failed twice: port 80 does not answer from outside."),
                    {{s("again"), s("Try again")}, {s("how"), s("Show how")}}};
    bar->post(message);
    column->addWidget(bar);
    column->addWidget(kpiRow());
    column->addWidget(tileRow());
    column->addWidget(breakDowns());
    column->addWidget(controls());
    column->addWidget(table(), 1);
    auto *strip = new StatusStrip;
    strip->setService(StatusStrip::Service::Running, s("Running"));
    strip->setAddress(s("https://go.example.com"), s("0.0.0.0:8080"));
    strip->setClicksPerSecond(s("1,284 clicks/s"));
    strip->setCacheHits(s("Cache hits 99.8%"));
    strip->setProblem(Level::Warn, s("Certificate expires in 12 days"));
    auto *outer = new QWidget;
    auto *all = new QVBoxLayout(outer);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(page, 1);
    all->addWidget(strip);
    return outer;
}

// A page that only looks like one.
class PicturePage final : public Page {
public:
    PicturePage(const char *id, const char *name, const char *note, Badge badge)
        : m_id(s(id)), m_title(s(name)), m_caption(s(note)), m_badge(badge)
    {
        auto *column = new QVBoxLayout(this);
        column->setContentsMargins(24, 0, 24, 16);
        column->setSpacing(16);
        column->addWidget(kpiRow());
        column->addWidget(breakDowns());
        column->addStretch(1);
        m_segments = new SegmentedControl(this);
        m_segments->addSegment(s("humans"), s("Humans"), "user");
        m_segments->addSegment(s("bots"), s("Bots"), "bot");
        m_segments->addSegment(s("both"), s("Both"));
        m_pause = makeButton(s("Pause"), ButtonKind::Secondary, "pause", this);
    }
    [[nodiscard]] QString pageId() const override { return m_id; }
    [[nodiscard]] QString title() const override { return m_title; }
    [[nodiscard]] QString caption() const override { return m_caption; }
    [[nodiscard]] Badge badge() const override { return m_badge; }
    [[nodiscard]] QList<QWidget *> toolbarWidgets() override { return {m_segments, m_pause}; }

private:
    QString m_id, m_title, m_caption;
    Badge m_badge;
    SegmentedControl *m_segments;
    QPushButton *m_pause;
};

QWidget *shell(ActionRegistry &actions, WindowState &state, QUndoStack &undo, bool message)
{
    auto *window = new MainWindow(actions, state, undo);
    window->addPage(new PicturePage("live", "Live", "Times in Europe/Berlin", {}), Sidebar::Group::Watch, "activity");
    window->addPage(new PicturePage("links", "All links", "48 of 12,480", {s("12,480"), false}), Sidebar::Group::Links, "link");
    window->addPage(new PicturePage("service", "Service", "", {s("1"), true}), Sidebar::Group::Bottom, "server");
    window->sidebar()->setConnection(s("This computer"));
    StatusStrip *strip = window->strip();
    strip->setService(StatusStrip::Service::Running, s("Running"));
    strip->setAddress(s("https://go.example.com"), s("0.0.0.0:8080"));
    strip->setClicksPerSecond(s("1,284 clicks/s"));
    strip->setCacheHits(s("Cache hits 99.8%"));
    window->setProblem(Level::Warn, s("Certificate expires in 12 days"));
    if (message)
        window->messages()->post({s("m"), Level::Warn, s("The certificate of go.example.com expires in 12 days."),
                                  s("Renewing failed twice: port 80 does not answer from outside."),
                                  {{s("again"), s("Try again")}, {s("how"), s("Show how")}}});
    return window;
}

QWidget *iconSheet()
{
    auto *page = new QWidget;
    auto *grid = new QGridLayout(page);
    int i = 0;
    for (const QString &name : iconNames()) {
        auto *cell = new QPushButton(name);
        setButtonKind(cell, ButtonKind::Ghost);
        cell->setProperty("align", s("left"));
        cell->setIcon(icon(name));
        grid->addWidget(cell, i / 8, i % 8);
        ++i;
    }
    auto *logo = new Label;
    logo->setPixmap(appIcon().pixmap(64, 64));
    grid->addWidget(logo, i / 8 + 1, 0);
    return page;
}

void save(QWidget *widget, const QSize &size, const QString &file)
{
    QCursor::setPos(6000, 6000); // nothing is to look hovered
    widget->resize(size);
    widget->show();
    QApplication::sendPostedEvents();
    QApplication::processEvents();
    widget->grab().save(file);
    delete widget;
}

} // namespace

int main(int argc, char **argv)
{
    QApplication application(argc, argv);
    const QDir dir(argc > 1 ? QString::fromLocal8Bit(argv[1]) : s("gallery"));
    dir.mkpath(s("."));
    QFont ui(argc > 2 ? QString::fromLocal8Bit(argv[2]) : s("Inter"));
    ui.setPixelSize(13);
    QApplication::setFont(ui);
    auto *style = new AppStyle;
    style->setAnimationsEnabled(false);
    QApplication::setStyle(style);
    ActionRegistry actions;
    addStandardActions(actions);
    WindowState state{QString()};
    QUndoStack undo;
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        QApplication::setPalette(makePalette(tokens(theme)));
        const QString name = theme == Theme::Light ? s("light") : s("dark");
        save(sheet(), {1228, 1150}, dir.filePath(s("widgets-") + name + s(".png")));
        save(iconSheet(), {1100, 500}, dir.filePath(s("icons-") + name + s(".png")));
        save(shell(actions, state, undo, false), {1440, 900}, dir.filePath(s("shell-") + name + s(".png")));
        save(shell(actions, state, undo, true), {1120, 800}, dir.filePath(s("shell-narrow-") + name + s(".png")));
        auto *empty = new EmptyPage("link", s("No links yet"),
                                    s("A short link sends visitors on to a long address and counts every click. Paste an "
                                      "address to make the first one, or bring the links you already have."));
        empty->setPrimary(s("New link"), "plus");
        empty->setSecondary(s("Import a file"), "upload");
        empty->setTip(s("Tip: copy an address anywhere and press Ctrl+N here."));
        save(empty, {1220, 814}, dir.filePath(s("empty-") + name + s(".png")));
        auto *menu = new QMenu;
        menu->addAction(icon("plus"), s("&New link\tCtrl+N"));
        menu->addAction(icon("copy"), s("Copy\tCtrl+C"));
        menu->addSeparator();
        QAction *checked = menu->addAction(s("Dark"));
        checked->setCheckable(true);
        checked->setChecked(true);
        menu->addAction(icon("trash"), s("Delete…\tDel"));
        menu->setActiveAction(menu->actions().at(1));
        save(menu, menu->sizeHint(), dir.filePath(s("menu-") + name + s(".png")));
    }
    return 0;
}
