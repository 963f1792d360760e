#include "codes/base62.h"

#include <QTest>

#include <limits>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

class TestBase62 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void encodes_data()
    {
        QTest::addColumn<quint64>("number");
        QTest::addColumn<std::string>("text");
        QTest::newRow("zero is one digit") << quint64{0} << std::string("0");
        QTest::newRow("the largest number has eleven signs")
            << std::numeric_limits<quint64>::max() << std::string("lYGhA16ahyf");
        QTest::newRow("one is a digit") << quint64{1} << std::string("1");
        QTest::newRow("ten is the first small letter") << quint64{10} << std::string("a");
        QTest::newRow("thirty-six is the first capital") << quint64{36} << std::string("A");
        QTest::newRow("sixty-one is the last sign") << quint64{61} << std::string("Z");
        QTest::newRow("sixty-two carries") << quint64{62} << std::string("10");
        QTest::newRow("1234 as in the design") << quint64{1234} << std::string("jU");
    }

    void encodes()
    {
        QFETCH(quint64, number);
        QFETCH(std::string, text);
        QCOMPARE(encodeBase62(number), text);
        const auto back = decodeBase62(text);
        QVERIFY(back.ok());
        QCOMPARE(quint64{*back}, number);
    }

    void refuses_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::newRow("an empty text") << std::string();
        QTest::newRow("twelve signs") << std::string("000000000000");
        QTest::newRow("one more than 64 bits hold") << std::string("lYGhA16ahyg");
        QTest::newRow("eleven of the largest sign") << std::string("ZZZZZZZZZZZ");
        QTest::newRow("a sign outside the alphabet") << std::string("ab-c");
        QTest::newRow("a space in front") << std::string(" 1");
        QTest::newRow("a letter that is not ASCII") << std::string("\xc3\xa4");
        QTest::newRow("a NUL") << std::string("1\0", 2);
    }

    void refuses()
    {
        QFETCH(std::string, text);
        const auto decoded = decodeBase62(text);
        QVERIFY(!decoded.ok());
        QCOMPARE(decoded.error().code, ErrorCode::InvalidInput);
    }

    void everyNumberComesBack()
    {
        for (quint64 number = 1; number < std::numeric_limits<quint64>::max() / 3; number = number * 3 + 1) {
            const auto back = decodeBase62(encodeBase62(number));
            QVERIFY(back.ok());
            QCOMPARE(quint64{*back}, number);
        }
    }
};

QTEST_GUILESS_MAIN(TestBase62)
#include "tst_base62.moc"
