#include "links/cursor.h"

#include <QTest>

#include <limits>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

class TestCursor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsItWas()
    {
        for (const LinkSort sort : {LinkSort::Created, LinkSort::Clicks, LinkSort::Code, LinkSort::Expires}) {
            for (const bool descending : {false, true}) {
                Cursor cursor;
                cursor.sort = sort;
                cursor.descending = descending;
                cursor.inValues = !descending;
                cursor.archived = descending;
                cursor.number = std::numeric_limits<std::int64_t>::min();
                cursor.id = std::numeric_limits<std::int64_t>::max();
                cursor.text = std::string("\0\xf0\x9f\x9a\x80", 5);
                const auto back = decodeCursor(encodeCursor(cursor), sort, descending);
                QVERIFY(back.ok());
                QVERIFY(*back == cursor);
            }
        }
    }

    void refuses_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::newRow("an empty text") << std::string();
        QTest::newRow("what is no base64") << std::string("*not base64*");
        QTest::newRow("base64 of something else") << std::string("aGVsbG8");
        QTest::newRow("a cut cursor") << encodeCursor({}).substr(0, 20);
        QTest::newRow("another order's cursor") << encodeCursor({LinkSort::Code, true, true, false, 0, 0, {}});
        QTest::newRow("another direction's cursor") << encodeCursor({LinkSort::Created, false, true, false, 0, 0, {}});
        QTest::newRow("a cursor with a long tail")
            << encodeCursor({LinkSort::Created, true, true, false, 0, 0, std::string(5000, 'x')});
    }

    void refuses()
    {
        QFETCH(std::string, text);
        const auto decoded = decodeCursor(text, LinkSort::Created, true);
        QVERIFY(!decoded.ok());
        QCOMPARE(decoded.error().code, ErrorCode::InvalidInput);
        QCOMPARE(decoded.error().field, std::string("cursor"));
    }
};

QTEST_GUILESS_MAIN(TestCursor)
#include "tst_cursor.moc"
