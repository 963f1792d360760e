#include "http/response.h"

#include "http/address.h"

#include <QRegularExpression>
#include <QTest>

using namespace linkdesk::server;

Q_DECLARE_METATYPE(std::string)

namespace {

Address v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d)
{
    return {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, a, b, c, d}};
}

std::string rendered(const Response &response, bool headOnly, bool keepAlive, bool http11)
{
    std::string out;
    appendResponse(out, response, headOnly, keepAlive, http11);
    const std::size_t date = out.find("Date: ");
    return out.erase(date, out.find("\r\n", date) + 2 - date);
}

} // namespace

class TestResponse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesToBreakALine_data() // R21
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("value");
        QTest::newRow("a line in the value") << std::string("X") << std::string("a\r\nSet-Cookie: b");
        QTest::newRow("a carriage return in the value") << std::string("X") << std::string("a\rb");
        QTest::newRow("a line feed in the value") << std::string("X") << std::string("a\nb");
        QTest::newRow("NUL in the value") << std::string("X") << std::string("a\0b", 3);
        QTest::newRow("a line in the name") << std::string("X: a\r\nY") << std::string("b");
        QTest::newRow("NUL in the name") << std::string("X\0", 2) << std::string("b");
    }

    void refusesToBreakALine()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, value);
        Response response;
        QVERIFY(!response.addHeader(name, value));
        QVERIFY(response.headers.empty());
        QVERIFY(response.addHeader("X", "plain"));
        QCOMPARE(response.headers, std::string("X: plain\r\n"));
    }

    void rendersOneAnswer()
    {
        Response response{200, "text/plain; charset=utf-8", {}, "hello", false};
        QVERIFY(response.addHeader("X-Content-Type-Options", "nosniff"));
        const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n"
                                 "X-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n";
        QCOMPARE(rendered(response, false, true, true), head + "\r\nhello");
        QCOMPARE(rendered(response, true, true, true), head + "\r\n"); // R5: the length that GET would have
        QCOMPARE(rendered(response, false, false, true), head + "Connection: close\r\n\r\nhello");
        QCOMPARE(rendered(response, false, true, false), head + "Connection: keep-alive\r\n\r\nhello");
    }

    void givesNoLengthWithoutContent() // RFC 9110 section 8.6
    {
        Response response;
        response.status = 204;
        QCOMPARE(rendered(response, false, true, true), std::string("HTTP/1.1 204 No Content\r\n\r\n"));
    }

    void writesTheDateAsHttpHasIt() // RFC 9110 section 5.6.7
    {
        const std::string line(dateLine());
        QVERIFY2(QRegularExpression(QStringLiteral("^Date: (Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d "
                                                   "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} "
                                                   "\\d\\d:\\d\\d:\\d\\d GMT\\r\\n$"))
                     .match(QString::fromStdString(line))
                     .hasMatch(),
                 line.c_str());
    }

    void escapesWhatHtmlWouldRead() // R29
    {
        QCOMPARE(escapeHtml(""), std::string());
        QCOMPARE(escapeHtml("<a href=\"x\" b='y'>&amp;"),
                 std::string("&lt;a href=&quot;x&quot; b=&#39;y&#39;&gt;&amp;amp;"));
        QCOMPARE(escapeHtml("\xf0\x9f\x9a\x80"), std::string("\xf0\x9f\x9a\x80"));
    }

    void keysIpv6ByItsNetwork() // R24
    {
        Address a{{0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3}};
        Address b = a;
        b.bytes[15] = 9;
        b.bytes[8] = 7;
        QVERIFY(a != b);
        QVERIFY(a.limitKey() == b.limitKey());
        b.bytes[7] = 3;
        QVERIFY(a.limitKey() != b.limitKey());
        QVERIFY(v4(1, 2, 3, 4).limitKey() != v4(1, 2, 3, 5).limitKey());
    }

    void cutsAddressesForStorage() // R49
    {
        QCOMPARE(v4(1, 2, 3, 4).truncated().text(), std::string("1.2.3.0"));
        const Address a{{0x20, 0x01, 0x0d, 0xb8, 0xab, 0xcd, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3}};
        QCOMPARE(a.truncated().text(), std::string("2001:db8:abcd::"));
        QCOMPARE(Address{}.truncated().text(), std::string("::"));
    }

    void showsMappedAddressesAsIpv4() // R24
    {
        QVERIFY(v4(127, 0, 0, 1).isV4());
        QCOMPARE(v4(127, 0, 0, 1).text(), std::string("127.0.0.1"));
        QVERIFY(!Address{}.isV4());
        QCOMPARE((Address{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}}.text()), std::string("::1"));
    }
};

QTEST_GUILESS_MAIN(TestResponse)
#include "tst_response.moc"
