// Sizes of the look, plain text whatever it holds, keyboard and screen reader names of the widgets.
#include "style/appstyle.h"
#include "style/icons.h"
#include "style/themewatcher.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/barlistview.h"
#include "widgets/batchbar.h"
#include "widgets/card.h"
#include "widgets/chip.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptypage.h"
#include "widgets/formfield.h"
#include "widgets/kpicard.h"
#include "widgets/label.h"
#include "widgets/messagebar.h"
#include "widgets/pill.h"
#include "widgets/progressline.h"
#include "widgets/searchfield.h"
#include "widgets/segmentedcontrol.h"
#include "widgets/statustile.h"
#include "widgets/switch.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStringListModel>
#include <QTest>

using namespace linkdesk::app;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

// How many pixels of an icon have its colour, more or less.
int inked(const QIcon &icon, const QColor &color)
{
    const QImage image = icon.pixmap(QSize(60, 60)).toImage();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor pixel = image.pixelColor(x, y);
            if (pixel.alpha() > 200 && qAbs(pixel.red() - color.red()) < 12 && qAbs(pixel.blue() - color.blue()) < 12)
                ++count;
        }
    }
    return count;
}

} // namespace

class TestWidgets final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
        QApplication::setPalette(makePalette(tokens(Theme::Light)));
    }

    void controlsHaveTheHeightsOfTheLook()
    {
        const std::unique_ptr<QPushButton> button(makeButton(s("Save"), ButtonKind::Primary, "save"));
        QCOMPARE(button->sizeHint().height(), 32);
        setControlSize(button.get(), ControlSize::Small);
        QCOMPARE(button->sizeHint().height(), 26);
        QLineEdit line;
        QCOMPARE(line.sizeHint().height(), 32);
        setControlSize(&line, ControlSize::Large);
        QCOMPARE(line.sizeHint().height(), 36);
        QCOMPARE(QComboBox().sizeHint().height(), 32);
        QCOMPARE(QSpinBox().sizeHint().height(), 32);
        QCOMPARE(KpiCard().sizeHint().height(), 94);
        QCOMPARE(StatusTile("globe", s("Public address")).height(), 102);
        QCOMPARE(pillSize(s("Active")).height(), 20);
        QMenu menu;
        QAction *action = menu.addAction(s("Copy"));
        menu.adjustSize();
        QCOMPARE(menu.actionGeometry(action).height(), 30);
    }

    void foreignTextIsNeverRich_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("an image") << s("<img src=\"http://127.0.0.1:1/x.png\">");
        QTest::newRow("markup") << s("<b>bold</b>");
        QTest::newRow("an entity") << s("&lt;b&gt; &amp;");
    }
    void foreignTextIsNeverRich()
    {
        QFETCH(QString, text);
        QCOMPARE(ElidedLabel(text).text(), text);
        const Label label(text);
        QCOMPARE(label.textFormat(), Qt::PlainText);
        // A tooltip shows the very characters: what Qt would parse is escaped.
        const QString tip = plainToolTip(text);
        QVERIFY(!tip.contains(s("<img")) && !tip.contains(s("<b>")));
    }

    void bidiControlsAreVisible()
    {
        QCOMPARE(visibleText(s("a\u202Egpj.exe")), s("a⟨U+202E⟩gpj.exe"));
        QCOMPARE(visibleText(s("x\u2066y\u2069")), s("x⟨U+2066⟩y⟨U+2069⟩"));
        QCOMPARE(visibleText(s("zero\u200Bwidth")), s("zero⟨U+200B⟩width"));
        QCOMPARE(visibleText(QString(QChar(0x0007))), s("⟨U+0007⟩"));
        QCOMPARE(visibleText(s("two\nlines\ttab")), s("two lines tab"));
        QCOMPARE(visibleText(s("春季 👩‍🚀 العربية")), s("春季 👩‍🚀 العربية"));
    }

    void digitsStandInEqualCells()
    {
        const QFont font = textFont(TextRole::Medium);
        const qreal ones = equalDigitsWidth(font, s("0111"));
        const qreal eights = equalDigitsWidth(font, s("0888"));
        QCOMPARE(ones, eights);
        QVERIFY(equalDigitsWidth(font, QString()) == 0);
    }

    void everyIconDrawsSomethingInItsColour()
    {
        const Tokens &t = tokens(Theme::Light);
        for (const QString &name : iconNames())
            QVERIFY2(inked(icon(name, Tone::Danger), t.danger) > 4, qPrintable(name));
    }

    void anIconFollowsTheTheme()
    {
        const QIcon kept = icon("plus", Tone::Text2);
        QVERIFY(inked(kept, tokens(Theme::Light).text2) > 4);
        QApplication::setPalette(makePalette(tokens(Theme::Dark)));
        QVERIFY(inked(kept, tokens(Theme::Dark).text2) > 4);
        QApplication::setPalette(makePalette(tokens(Theme::Light)));
    }

    void anUnknownIconWarnsOnce()
    {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(s("no icon named")));
        QCOMPARE(inked(icon("no-such-icon", Tone::Danger), tokens(Theme::Light).danger), 0);
        QCOMPARE(inked(icon("no-such-icon", Tone::Accent), tokens(Theme::Light).accent), 0);
        QVERIFY(!hasIcon(s("no-such-icon")));
        QVERIFY(hasIcon(s("link")));
        QVERIFY(!appIcon().isNull());
    }

    void aLabelFollowsTheTheme()
    {
        QWidget parent;
        Label label(s("Second line"), TextRole::Small, Tone::Text2, &parent);
        parent.show();
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), tokens(Theme::Light).text2);
        QApplication::setPalette(makePalette(tokens(Theme::Dark)));
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), tokens(Theme::Dark).text2);
        QApplication::setPalette(makePalette(tokens(Theme::Light)));
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), tokens(Theme::Light).text2);
    }

    void thePortalTurnsTheAppDark()
    {
        ThemeWatcher watcher;
        QSignalSpy changed(&watcher, &ThemeWatcher::themeChanged);
        watcher.setChoice(ThemeChoice::System);
        QCOMPARE(watcher.theme(), Theme::Light);
        const QString group = s("org.freedesktop.appearance");
        watcher.takeSetting(group, s("color-scheme"), 1U);
        QCOMPARE(watcher.theme(), Theme::Dark);
        QVERIFY(tokens(QApplication::palette()).dark);
        QCOMPARE(changed.count(), 1);
        watcher.takeSetting(group, s("color-scheme"), s("nonsense"));
        watcher.takeSetting(s("org.example"), s("color-scheme"), 2U);
        QCOMPARE(watcher.theme(), Theme::Dark);
        watcher.setChoice(ThemeChoice::Light);
        QVERIFY(!tokens(QApplication::palette()).dark);
        watcher.takeSetting(group, s("contrast"), 1U);
        QVERIFY(tokens(QApplication::palette()).highContrast);
        watcher.takeSetting(group, s("contrast"), 0U);
    }

    void theBarShowsTheMostUrgentMessage()
    {
        QWidget window;
        MessageBar bar(&window);
        window.show();
        bar.post({s("a"), Level::Info, s("Saved."), {}, {}});
        bar.post({s("b"), Level::Danger, s("The disk is full."), s("Make room."), {{s("open"), s("Open folder")}}});
        bar.post({s("c"), Level::Warn, s("Soon."), {}, {}});
        QCOMPARE(bar.current().id, s("b"));
        QVERIFY(bar.isVisible());
        QCOMPARE(bar.sizeHint().height(), 44);
        QCOMPARE(bar.accessibleName(), s("The disk is full. Make room."));
        QSignalSpy clicked(&bar, &MessageBar::buttonClicked);
        QTest::mouseClick(bar.findChild<QPushButton *>(s("messageFirst")), Qt::LeftButton);
        QCOMPARE(clicked.count(), 1);
        QCOMPARE(clicked[0][1].toString(), s("open"));
        bar.withdraw(s("b"));
        QCOMPARE(bar.current().id, s("c"));
        QTest::mouseClick(bar.findChild<QPushButton *>(s("messageClose")), Qt::LeftButton);
        QCOMPARE(bar.current().id, s("a"));
        bar.withdrawAll();
        QVERIFY(!bar.isVisible());
    }

    void aMessageWithATimeGoesByItself()
    {
        QWidget window;
        MessageBar bar(&window);
        window.show();
        bar.post({s("undo"), Level::Info, s("Deleted."), {}, {{s("undo"), s("Undo")}}, true, 30});
        QVERIFY(bar.isShowing());
        QTRY_VERIFY(!bar.isShowing());
    }

    void aSegmentIsChosenByKey()
    {
        SegmentedControl control;
        control.addSegment(s("a"), s("First"));
        control.addSegment(s("b"), s("Second"), "bot");
        QCOMPARE(control.current(), s("a"));
        QSignalSpy changed(&control, &SegmentedControl::currentChanged);
        control.setCurrent(s("b"));
        QCOMPARE(changed.count(), 0);
        control.show();
        QTest::mouseClick(control.findChild<QAbstractButton *>(s("a")), Qt::LeftButton);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(control.current(), s("a"));
        QCOMPARE(control.findChild<QAbstractButton *>(s("b"))->accessibleName(), s("Second"));
    }

    void aSwitchTogglesByKey()
    {
        Switch control(s("Campaign parameters"));
        control.show();
        QSignalSpy toggled(&control, &Switch::toggled);
        QTest::keyClick(&control, Qt::Key_Space);
        QCOMPARE(toggled.count(), 1);
        QVERIFY(control.isChecked());
    }

    void aFieldTellsItsState()
    {
        auto *line = new QLineEdit;
        FormField field(s("&Short name"), line);
        QCOMPARE(line->accessibleName(), s("Short name"));
        field.setState(Level::Danger, s("Taken."), s("Use api-1"));
        QCOMPARE(line->accessibleDescription(), s("Taken."));
        QCOMPARE(line->property("level").toString(), s("danger"));
        field.clearState();
        QCOMPARE(line->property("level").toString(), QString());
    }

    void theSearchWaitsForAPause()
    {
        SearchField field(s("Search links"));
        field.setKeyCap(QKeySequence(Qt::CTRL | Qt::Key_K));
        QSignalSpy asked(&field, &SearchField::searchRequested);
        QTest::keyClicks(&field, s("spring"));
        QCOMPARE(asked.count(), 0);
        QTRY_COMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), s("spring"));
        QTest::keyClick(&field, Qt::Key_Escape);
        QCOMPARE(asked.count(), 2);
        QVERIFY(field.text().isEmpty());
    }

    void theBatchBarMovesWhatDoesNotFitIntoMore()
    {
        QWidget table;
        table.resize(900, 300);
        BatchBar bar(&table);
        QAction renew(s("Renew")), tag(s("Tag")), remove(s("Delete"));
        for (QAction *action : {&renew, &tag, &remove})
            bar.addBatchAction(action, "tag");
        table.show();
        bar.setText(s("3 selected"));
        QPushButton *more = bar.findChild<QPushButton *>(s("batchMore"));
        QVERIFY(more->isHidden());
        QCOMPARE(bar.geometry().bottom(), table.height() - 1 - 8);
        table.resize(300, 300);
        QVERIFY(!more->isHidden());
        QVERIFY(more->menu()->actions().contains(&remove));
        QVERIFY(bar.width() <= 300);
        bar.setText(QString());
        QVERIFY(bar.isHidden());
    }

    void aClickableCardWorksByKey()
    {
        Card card(s("Next 7 days"));
        card.setClickable(true);
        card.show();
        QSignalSpy clicked(&card, &Card::clicked);
        QTest::keyClick(&card, Qt::Key_Return);
        QTest::mouseClick(&card, Qt::LeftButton);
        QCOMPARE(clicked.count(), 2);
    }

    void aKpiSaysItsNumberAloud()
    {
        KpiCard card(s("Clicks today"));
        card.setValue(s("3,482,190"));
        card.setNote(s("vs. yesterday"));
        card.setTrend(-0.031);
        QCOMPARE(card.accessibleName(), s("Clicks today: 3,482,190"));
        QVERIFY(card.accessibleDescription().contains(s("3.1")));
    }

    void nothingBreaksAtNoSize()
    {
        // Painting at absurd sizes must neither warn nor hang.
        KpiCard card(s("Clicks"));
        card.setSeries({1, 2, 3});
        Pill pill(PillKind::Warn, s("Expires soon"));
        BarListView bars;
        for (QWidget *widget : std::initializer_list<QWidget *>{&card, &pill, &bars}) {
            for (const QSize &size : {QSize(1, 1), QSize(0, 0), QSize(5000, 3)}) {
                widget->resize(size);
                widget->grab();
            }
        }
    }
};

QTEST_MAIN(TestWidgets)
#include "tst_widgets.moc"
