// The colours hold the contrasts the look promises (WCAG 2), in both themes; and a palette leads back to its tokens.
#include "style/tokens.h"

#include <QTest>

#include <algorithm>

using namespace linkdesk::app;

namespace {

QString s(const char *text)
{
    return QString::fromLatin1(text);
}

Theme theme(bool dark)
{
    return dark ? Theme::Dark : Theme::Light;
}

qreal lowest(const QColor &text, const Tokens &t)
{
    qreal result = 21;
    for (const QColor &ground : {t.window, t.sidebar, t.surface, t.surface2, t.hover, t.tint, t.neutralTint})
        result = std::min(result, contrastRatio(text, ground));
    return result;
}

} // namespace

class TestTokens final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ratioIsTheOneOfWcag()
    {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QVERIFY(qAbs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void textReadsOnEveryGround_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<int>("tone");
        QTest::addColumn<double>("least");
        const auto row = [](const char *name, bool dark, Tone tone, double least) {
            QTest::newRow(name) << dark << static_cast<int>(tone) << least;
        };
        row("light text", false, Tone::Text, 14.7);
        row("light second text", false, Tone::Text2, 6.6);
        row("light third text", false, Tone::Text3, 4.7);
        row("light accent", false, Tone::Accent, 5.4);
        row("light ok", false, Tone::Ok, 5.5);
        row("light warn", false, Tone::Warn, 5.7);
        row("light danger", false, Tone::Danger, 5.5);
        row("dark text", true, Tone::Text, 11.1);
        row("dark second text", true, Tone::Text2, 6.6);
        row("dark third text", true, Tone::Text3, 4.7);
        row("dark accent", true, Tone::Accent, 5.4);
        row("dark ok", true, Tone::Ok, 7.2);
        row("dark warn", true, Tone::Warn, 7.3);
        row("dark danger", true, Tone::Danger, 6.1);
    }
    void textReadsOnEveryGround()
    {
        QFETCH(bool, dark);
        QFETCH(int, tone);
        QFETCH(double, least);
        const Tokens &t = tokens(theme(dark));
        const qreal found = lowest(t.tone(static_cast<Tone>(tone)), t);
        // The look gives one decimal.
        QVERIFY2(found >= least - 0.05, qPrintable(QString::number(found)));
    }

    void pairsRead_data()
    {
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QColor>("ground");
        QTest::addColumn<double>("least");
        const Tokens &l = tokens(Theme::Light);
        const Tokens &d = tokens(Theme::Dark);
        const auto row = [](const char *name, const QColor &text, const QColor &ground, double least) {
            QTest::newRow(name) << text << ground << least;
        };
        row("light ok pill", l.ok, l.okTint, 5.6);
        row("light warn pill", l.warn, l.warnTint, 6.0);
        row("light danger pill", l.danger, l.dangerTint, 5.5);
        row("light neutral pill", l.text2, l.neutralTint, 6.6);
        row("light accent pill", l.accent, l.tint, 5.5);
        row("dark ok pill", d.ok, d.okTint, 7.2);
        row("dark warn pill", d.warn, d.warnTint, 7.4);
        row("dark danger pill", d.danger, d.dangerTint, 6.6);
        row("dark neutral pill", d.text2, d.neutralTint, 6.6);
        row("dark accent pill", d.accent, d.tint, 5.7);
        row("light primary", l.onFill, l.fill, 6.3);
        row("dark primary", d.onFill, d.fill, 5.1);
        row("light primary hovered", l.onFill, l.fillHover, 7.7);
        row("dark primary hovered", d.onFill, d.fillHover, 4.7);
        row("light danger button", l.onFill, l.dangerFill, 5.9);
        row("dark danger button", d.onFill, d.dangerFill, 5.2);
        row("light danger button hovered", l.onFill, l.dangerFillHover, 5.9);
        row("dark danger button hovered", d.onFill, d.dangerFillHover, 5.2);
        row("light break-down text", l.text, l.bar(), 14.6);
        row("dark break-down text", d.text, d.bar(), 9.2);
        row("light break-down second", l.text2, l.bar(), 6.6);
        row("dark break-down second", d.text2, d.bar(), 5.5);
        row("dark menu text on highlight", d.text, d.track, 9.4);
        row("dark menu second text on highlight", d.text2, d.track, 5.6);
        row("light tooltip second text", l.inverseText2, l.inverse, 7.0);
        row("dark tooltip second text", d.inverseText2, d.inverse, 7.0);
        row("light field edge", l.field, l.surface, 1.7);
        row("dark field edge", d.field, d.surface, 1.9);
        row("light selected text", l.text, l.selection, 7.0);
        row("dark selected text", d.text, d.selection, 7.0);
    }
    void pairsRead()
    {
        QFETCH(QColor, text);
        QFETCH(QColor, ground);
        QFETCH(double, least);
        const qreal found = contrastRatio(text, ground);
        QVERIFY2(found >= least - 0.05, qPrintable(QString::number(found)));
    }

    void everySeriesStandsOutFromTheCard()
    {
        for (const bool dark : {false, true}) {
            const Tokens &t = tokens(theme(dark));
            for (const QColor &color : t.series)
                QVERIFY2(contrastRatio(color, t.surface) >= 2.95, qPrintable(color.name()));
        }
    }

    void highContrastStrengthensEdges()
    {
        for (const bool dark : {false, true}) {
            const Tokens &t = tokens(theme(dark), true);
            QCOMPARE(t.border, t.text3);
            QCOMPARE(t.field, t.text3);
            QVERIFY(contrastRatio(t.field, t.surface) >= 4.5);
        }
    }

    void aPaletteLeadsBackToItsTokens()
    {
        for (const bool dark : {false, true}) {
            for (const bool high : {false, true}) {
                const Tokens &t = tokens(theme(dark), high);
                QCOMPARE(&tokens(makePalette(t)), &t);
            }
        }
    }

    void aNameKeepsItsColour()
    {
        const int first = seriesIndex(s("spring"));
        QVERIFY(first >= 0 && first < 5);
        QCOMPARE(seriesIndex(s("Spring")), first);
        QCOMPARE(seriesIndex(s("spring")), first);
    }

    void heatGrowsFromGroundToSeries()
    {
        const Tokens &t = tokens(Theme::Light);
        QCOMPARE(t.heat(6), t.series[0]);
        for (int step = 1; step < 6; ++step)
            QVERIFY(contrastRatio(t.heat(step + 1), t.surface) > contrastRatio(t.heat(step), t.surface));
    }
};

QTEST_GUILESS_MAIN(TestTokens)
#include "tst_tokens.moc"
