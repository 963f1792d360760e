#include "http/headscanner.h"

#include <QTest>

using namespace linkdesk::server;

Q_DECLARE_METATYPE(std::string)

namespace {

// The state after all of `head`, given in pieces of `step` bytes.
HeadScanner::State scanIn(HeadScanner &scanner, const std::string &head, std::size_t step)
{
    auto state = HeadScanner::State::NeedMore;
    for (std::size_t end = step; state == HeadScanner::State::NeedMore; end += step) {
        state = scanner.scan(std::string_view(head).substr(0, end));
        if (end >= head.size())
            break;
    }
    return state;
}

std::string longHead(std::size_t targetBytes, std::size_t fields, std::size_t fieldBytes)
{
    std::string head = "GET /" + std::string(targetBytes, 'a') + " HTTP/1.1\r\n";
    for (std::size_t i = 0; i < fields; ++i)
        head += "X: " + std::string(fieldBytes, 'v') + "\r\n";
    return head + "\r\n";
}

} // namespace

class TestHeadScanner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data() // R15, R16
    {
        QTest::addColumn<std::string>("head");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, std::string head, int status = 400) {
            QTest::newRow(name) << std::move(head) << status;
        };
        row("a space first", " GET / HTTP/1.1\r\n\r\n");
        row("a tab first", "\tGET / HTTP/1.1\r\n\r\n");
        row("a line feed first", "\nGET / HTTP/1.1\r\n\r\n");
        row("a TLS hello", std::string("\x16\x03\x01\x02\x00\x01", 6));
        row("the preface of SSH in bytes above 127", "\xff\xfb\x01");
        row("three empty lines before the request line", "\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n");
        row("a carriage return alone before the request line", "\rGET / HTTP/1.1\r\n\r\n");
        row("a bare line feed after the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n");
        row("a bare line feed after a field", "GET / HTTP/1.1\r\nHost: a\n\r\n");
        row("a bare line feed as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\n");
        row("a bare carriage return in a field", "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n");
        row("a bare carriage return in the target", "GET /\ra HTTP/1.1\r\n\r\n");
        row("two carriage returns at a line's end", "GET / HTTP/1.1\r\r\n\r\n");
        row("NUL in the target", std::string("GET /\0 HTTP/1.1\r\n\r\n", 20));
        row("NUL in a field name", std::string("GET / HTTP/1.1\r\nba\0z: 1\r\n\r\n", 27));
        row("NUL in a field value", std::string("GET / HTTP/1.1\r\nbaz: 1\0\r\n\r\n", 27));
        row("BEL in a field value", "GET / HTTP/1.1\r\nA: b\x07\r\n\r\n");
        row("DEL in a field value", "GET / HTTP/1.1\r\nA: b\x7f\r\n\r\n");
        row("a tab in the request line", "GET\t/ HTTP/1.1\r\n\r\n");
        row("a tab in a field name", "GET / HTTP/1.1\r\nA\t: b\r\n\r\n");
        row("a space before the colon", "GET / HTTP/1.1\r\nA : b\r\n\r\n");
        row("a folded line", "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n");
        row("a line folded by a tab", "GET / HTTP/1.1\r\nA: b\r\n\tc\r\n\r\n");
        row("a space before the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n");
        row("a field without a name", "GET / HTTP/1.1\r\n: b\r\n\r\n");
        row("a field without a colon", "GET / HTTP/1.1\r\nHost\r\n\r\n");
        row("an at sign in a field name", "GET / HTTP/1.1\r\nFo@: b\r\n\r\n");
        row("brackets in a field name", "GET / HTTP/1.1\r\nX-Invalid[]: b\r\n\r\n");
        row("a byte above 127 in a field name", "GET / HTTP/1.1\r\nA\xc3\x9f: b\r\n\r\n");
        row("a request line of one byte too many", longHead(8192 - 13, 0, 0), 414);
        row("a request line that has no end", "GET /" + std::string(9000, 'a'), 414);
        row("a head of one byte too many", longHead(3, 2, 8177), 431);
        row("a head that has no end", "GET / HTTP/1.1\r\nA: " + std::string(20000, 'a'), 431);
        row("101 fields", longHead(1, 101, 1), 431);
    }

    void refuses()
    {
        QFETCH(std::string, head);
        QFETCH(int, status);
        for (const std::size_t step : {head.size(), std::size_t{1}, std::size_t{7}}) {
            const Limits limits;
            HeadScanner scanner(limits);
            QCOMPARE(scanIn(scanner, head, step), HeadScanner::State::Bad);
            QCOMPARE(scanner.status(), status);
            QVERIFY(*scanner.reason() != '\0');
        }
    }

    void accepts_data()
    {
        QTest::addColumn<std::string>("head");
        QTest::addColumn<int>("leading");
        const auto row = [](const char *name, std::string head, int leading = 0) {
            QTest::newRow(name) << std::move(head) << leading;
        };
        row("no field", "GET / HTTP/1.1\r\n\r\n");
        row("one empty line before", "\r\nGET / HTTP/1.1\r\n\r\n", 2);
        row("two empty lines before", "\r\n\r\nGET / HTTP/1.1\r\n\r\n", 4);
        row("an empty value", "GET / HTTP/1.1\r\nA:\r\n\r\n");
        row("spaces and tabs around a value", "GET / HTTP/1.1\r\nA: \t b \t \r\n\r\n");
        row("bytes above 127 in a value", "GET / HTTP/1.1\r\nA: caf\xc3\xa9\r\n\r\n");
        row("bytes above 127 in the target", "GET /\xf0\x9f\x9a\x80 HTTP/1.1\r\n\r\n");
        row("every sign of a token", "GET / HTTP/1.1\r\n!#$%&'*+-.^_`|~09azAZ: b\r\n\r\n");
        row("a request line as long as may be", longHead(8192 - 14, 0, 0));
        row("100 fields", longHead(1, 100, 1));
        row("a head as long as may be", longHead(2, 2, 8177));
    }

    void accepts()
    {
        QFETCH(std::string, head);
        QFETCH(int, leading);
        for (const std::size_t step : {head.size(), std::size_t{1}, std::size_t{7}}) {
            const Limits limits;
            HeadScanner scanner(limits);
            QCOMPARE(scanIn(scanner, head, step), HeadScanner::State::Complete);
            QCOMPARE(scanner.headLength(), head.size());
            QCOMPARE(scanner.leadingBytes(), static_cast<std::size_t>(leading));
        }
    }

    void stopsAtTheEmptyLine()
    {
        const Limits limits;
        HeadScanner scanner(limits);
        const std::string head = "GET / HTTP/1.1\r\n\r\n";
        QCOMPARE(scanner.scan(head + std::string("\n\0\x01 anything", 12)), HeadScanner::State::Complete);
        QCOMPARE(scanner.headLength(), head.size());
    }

    void isReadyForTheNextRequestAfterReset()
    {
        const Limits limits;
        HeadScanner scanner(limits);
        QCOMPARE(scanner.scan("GET\n"), HeadScanner::State::Bad);
        scanner.reset();
        QCOMPARE(scanner.scan("GET / HTTP/1.1\r\nA: b\r\n\r\n"), HeadScanner::State::Complete);
        scanner.reset();
        QCOMPARE(scanner.scan("GET / HTTP/1.1\r\n"), HeadScanner::State::NeedMore);
    }

    void refusesABadByteWithoutWaitingForTheLine() // R17: noise does not hold a place for ten seconds
    {
        const Limits limits;
        for (const char *start : {"{", "GET / HTTP/1.1\r\n ", "GET / HTTP/1.1\r\nA b"}) {
            HeadScanner scanner(limits);
            QCOMPARE(scanner.scan(start), HeadScanner::State::Bad);
        }
    }
};

QTEST_GUILESS_MAIN(TestHeadScanner)
#include "tst_headscanner.moc"
