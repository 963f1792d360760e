#include "base/period.h"

#include <QTest>

using namespace linkdesk::core;

namespace {

TimePoint at(int year, unsigned month, unsigned day, int hour = 0)
{
    using namespace std::chrono;
    return sys_days(std::chrono::year(year) / month / day) + hours(hour);
}

} // namespace

// Periods as ISO 8601 writes them.
class TestPeriod : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsPeriods_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<qint64>("expectedMs"); // from 2025-01-31T12:00Z
        const auto row = [](const char *text, TimePoint end) {
            QTest::newRow(text) << std::string(text) << static_cast<qint64>(toMs(end));
        };
        row("P30D", at(2025, 3, 2, 12));
        row("P2W", at(2025, 2, 14, 12));
        row("P1M", at(2025, 2, 28, 12));
        row("P1Y1M", at(2026, 2, 28, 12));
        row("P3Y1M1D", at(2028, 3, 1, 12)); // 29 February 2028 and a day
        row("PT36H", at(2025, 2, 2, 0));
        row("P1DT12H", at(2025, 2, 2, 0));
        row("PT720M", at(2025, 2, 1, 0));
        row("PT43200S", at(2025, 2, 1, 0));
        row("P0D", at(2025, 1, 31, 12));
        row("P100Y", at(2125, 1, 31, 12));
    }

    void readsPeriods()
    {
        QFETCH(std::string, text);
        QFETCH(qint64, expectedMs);
        const auto period = parsePeriod(text);
        QVERIFY2(period.ok(), text.c_str());
        QCOMPARE(static_cast<qint64>(toMs(plus(at(2025, 1, 31, 12), *period))), expectedMs);
        QCOMPARE(period->isZero(), text == "P0D");
    }

    void refusesWhatIsNone_data()
    {
        QTest::addColumn<std::string>("text");
        for (const char *text : {"", "P", "PT", "30D", "P30", "P-1D", "P1.5D", "P1DT", "P1D1D", "P1M1Y", "P1H", "PT1D", "p1d",
                                 "P1D ", "P+1D", "P101Y", "P99999999999999999999D", "P 1D", "PT1H1H", "P1S"})
            QTest::newRow(text) << std::string(text);
    }

    void refusesANul() { QVERIFY(!parsePeriod(std::string_view("P1D\0", 4)).ok()); }

    void refusesWhatIsNone()
    {
        QFETCH(std::string, text);
        const auto period = parsePeriod(text);
        QVERIFY2(!period.ok(), text.c_str());
        QCOMPARE(period.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestPeriod)
#include "tst_period.moc"
