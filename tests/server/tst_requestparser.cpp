#include "http/requestparser.h"

#include "fakes.h"
#include "parserun.h"

#include <QTest>

#include <random>

using namespace linkdesk::server;
using linkdesk::test::Outcome;
using linkdesk::test::parsePieces;
using linkdesk::test::parseWhole;

Q_DECLARE_METATYPE(std::string)
Q_DECLARE_METATYPE(std::vector<std::string>)

namespace {

std::string get(const std::string &fields, const std::string &target = "/a")
{
    return "GET " + target + " HTTP/1.1\r\n" + fields + "\r\n";
}

std::string post(const std::string &fields, const std::string &body)
{
    return "POST /p HTTP/1.1\r\nHost: a\r\n" + fields + "\r\n" + body;
}

std::string chunked(const std::string &body)
{
    return post("Transfer-Encoding: chunked\r\n", body);
}

std::string repeated(const std::string &text, int times)
{
    std::string out;
    for (int i = 0; i < times; ++i)
        out += text;
    return out;
}

// What R19 is tried with: each kind of message that is accepted, refused or left waiting.
std::vector<std::pair<const char *, std::string>> representatives()
{
    const std::string one = get("Host: a\r\n");
    return {
        {"nothing", ""},
        {"a simple request", one},
        {"empty lines first", "\r\n\r\n" + one},
        {"a query and many fields",
         get("Host: a.example:8080\r\nUser-Agent: x\r\nAccept: */*\r\nX:\r\n", "/a%20b?c=%2B&d#e")},
        {"the absolute form", get("Host: b\r\n", "http://user:pw@a.example:80/x?y")},
        {"HTTP/1.0 without Host", "GET / HTTP/1.0\r\n\r\n"},
        {"HTTP/1.0 that stays", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"},
        {"a request that closes", get("Host: a\r\nConnection: close\r\n")},
        {"a body by length", post("Content-Length: 11\r\n", "hello world")},
        {"a body of no length", post("Content-Length: 0\r\n", "")},
        {"a chunked body", chunked("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")},
        {"chunk extensions and trailers", chunked("5;a=b;c=\"d e\"\r\nhello\r\n0;x\r\nVary: *\r\nX-Sum: 1\r\n\r\n")},
        {"chunk sizes with zeros and capitals", chunked("000A\r\n0123456789\r\n000\r\n\r\n")},
        {"a body of line ends", post("Content-Length: 8\r\n", "\r\n\r\n\r\n\r\n")},
        {"chunks of line ends", chunked("4\r\n\r\n\r\n\r\n0\r\n\r\n")},
        {"three requests at once", one + post("Content-Length: 2\r\n", "ab") + one},
        {"a chunked one between two others", one + chunked("1\r\nx\r\n0\r\n\r\n") + one},
        {"half a head", "GET / HTTP/1.1\r\nHost: a\r\nX: "},
        {"half a body", post("Content-Length: 11\r\n", "hello")},
        {"half a chunk", chunked("5\r\nhel")},
        {"no end of chunks", chunked("5\r\nhello\r\n0\r\n")},
        {"half a trailer", chunked("0\r\nVary: *\r\n")},
        {"a request and half of another", one + "GET /b HT"},
        {"asks to go on", post("Expect: 100-continue\r\nContent-Length: 2\r\n", "ok")},
        {"no Host", get("X: y\r\n")},
        {"a good one, then a bad one", one + "GET / HTTP/1.1\r\n\r\n"},
        {"both lengths", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")},
        {"a bad chunk size", chunked("5\r\nhello\r\nx\r\n")},
        {"no line end after a chunk", chunked("5\r\nhelloX\r\n0\r\n\r\n")},
        {"a bad trailer", chunked("0\r\nHost: b\r\n\r\n")},
        {"a folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n")},
        {"a trailer folded to nothing", chunked("0\r\nA:\r\n \r\n\r\n")},
        {"a bare line feed in a trailer", chunked("0\r\nA: b\nC: d\r\n\r\n")},
        {"a trailer section that is too large", chunked("0\r\nA: " + std::string(17000, 'x') + "\r\n\r\n")},
        {"many trailers that are too large together", chunked("0\r\n" + repeated("A: bcdef\r\n", 2000) + "\r\n")},
        {"a trailer section of blanks", chunked("0\r\nA: b" + std::string(17000, ' ') + "\r\n\r\n")},
        {"a chunk extension that is too large", chunked("1;a=" + std::string(17000, 'x') + "\r\nx\r\n0\r\n\r\n")},
        {"chunk extensions that are too large together",
         chunked(repeated("1;" + std::string(200, 'x') + "\r\nx\r\n", 100) + "0\r\n\r\n")},
        {"a large extension of the last chunk", chunked("0;" + std::string(17000, 'x') + "\r\n\r\n")},
    };
}

} // namespace

class TestRequestParser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_data() // R15, R16
    {
        QTest::addColumn<std::string>("data");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, std::string data, int status = 400) {
            QTest::newRow(name) << std::move(data) << status;
        };
        // RFC 9112 section 3.2: Host.
        row("no Host", get(""));
        row("an empty Host", get("Host:\r\n"));
        row("a Host of blanks", get("Host:  \r\n"));
        row("two Hosts", get("Host: a\r\nHost: b\r\n"));
        row("the same Host twice", get("Host: a\r\nHost: a\r\n"));
        row("two Hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n");
        row("a Host that is a URL", get("Host: http://a/\r\n"));
        row("a Host with a path", get("Host: a/b\r\n"));
        row("a Host with user info", get("Host: u@a\r\n"));
        row("a Host with a space inside", get("Host: a b\r\n"));
        row("a Host with two ports", get("Host: a:1:2\r\n"));
        row("a Host list", get("Host: a, b\r\n"));
        row("a bad Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a/b\r\n\r\n");
        row("a bad Host beside an absolute target", get("Host: a/b\r\n", "http://c/"));
        // Section 6.3: message length.
        row("both lengths", post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"));
        row("both lengths the other way round",
            post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "0\r\n\r\n"));
        row("two lengths that differ", post("Content-Length: 3\r\nContent-Length: 2\r\n", "abc"));
        row("two lengths that agree", post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"));
        row("a list of lengths", post("Content-Length: 3, 3\r\n", "abc"));
        row("an empty length", post("Content-Length:\r\n", "abc"));
        row("a length with a plus", post("Content-Length: +3\r\n", "abc"));
        row("a length with a minus", post("Content-Length: -0\r\n", ""));
        row("a length with a space inside", post("Content-Length: 0 3\r\n", "abc"));
        row("a length with an underscore", post("Content-Length: 0_3\r\n", "abc"));
        row("a length in hexadecimal", post("Content-Length: 0x3\r\n", "abc"));
        row("a length in words", post("Content-Length: three\r\n", "abc"));
        row("a length beyond 64 bits", post("Content-Length: 18446744073709551616\r\n", ""));
        row("a length of 30 digits", post("Content-Length: 123456789012345678901234567890\r\n", ""));
        row("a length with a comma at the end", post("Content-Length: 3,\r\n", "abc"));
        row("two codings in one line", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"));
        row("two codings in two lines", post("Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"));
        row("chunked twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n"));
        row("chunked twice in one line", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n"));
        row("chunked, then identity", post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n"));
        row("identity", post("Transfer-Encoding: identity\r\n", ""));
        row("an unknown coding", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n"));
        row("chunked with a parameter", post("Transfer-Encoding: chunked;q=1\r\n", "0\r\n\r\n"));
        row("chunked in quotes", post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n"));
        row("chunked with a comma", post("Transfer-Encoding: ,chunked\r\n", "0\r\n\r\n"));
        row("chunked behind a vertical tab", post("Transfer-Encoding: \vchunked\r\n", "0\r\n\r\n"));
        row("an empty coding", post("Transfer-Encoding:\r\n", "0\r\n\r\n"));
        row("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        row("chunked with a space before the colon", post("Transfer-Encoding : chunked\r\n", "0\r\n\r\n"));
        row("a chunked GET, which nobody sends in honesty",
            get("Host: a\r\nTransfer-Encoding: chunked\r\n") + "0\r\n\r\n");
        row("a chunked HEAD", "HEAD / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        // Section 7.1: chunks.
        row("a chunk size with an underscore", chunked("6_0\r\n"));
        row("a chunk size with a minus", chunked("-1\r\n"));
        row("a chunk size with a plus", chunked("+5\r\nhello\r\n0\r\n\r\n"));
        row("a chunk size with 0x", chunked("0x5\r\nhello\r\n0\r\n\r\n"));
        row("a space before a chunk size", chunked(" 5\r\nhello\r\n0\r\n\r\n"));
        row("a space after a chunk size", chunked("5 \r\nhello\r\n0\r\n\r\n"));
        row("a tab after the last chunk size", chunked("0\t\r\n\r\n"));
        row("no chunk size", chunked("\r\nhello\r\n0\r\n\r\n"));
        row("an extension without a size", chunked(";a=b\r\nhello\r\n0\r\n\r\n"));
        row("a chunk size beyond 64 bits", chunked("10000000000000000\r\n"));
        row("a bare line feed after a chunk size", chunked("5\nhello\r\n0\r\n\r\n"));
        row("a bare line feed in an extension", chunked("5;a\nb\r\nhello\r\n0\r\n\r\n"));
        row("a bare carriage return in an extension", chunked("5;a\rb\r\nhello\r\n0\r\n\r\n"));
        row("a control in a quoted extension", chunked("5;a=\"\x01\"\r\nhello\r\n0\r\n\r\n"));
        row("an extension with an open quote", chunked("5;a=\"b\r\nhello\r\n0\r\n\r\n"));
        row("no line end after a chunk", chunked("5\r\nhello0\r\n\r\n"));
        row("a bare line feed after a chunk", chunked("5\r\nhello\n0\r\n\r\n"));
        row("a chunk that is too long for its size", chunked("3\r\nhello\r\n0\r\n\r\n"));
        // RFC 9110 section 6.5.1: trailers.
        row("Content-Length in a trailer", chunked("0\r\nContent-Length: 9\r\n\r\n"));
        row("Transfer-Encoding in a trailer", chunked("0\r\nTransfer-Encoding: chunked\r\n\r\n"));
        row("Host in a trailer", chunked("0\r\nHost: b\r\n\r\n"));
        row("a folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n"));
        row("a space before a trailer's colon", chunked("0\r\nA : b\r\n\r\n"));
        row("a trailer without a colon", chunked("0\r\nA\r\n\r\n"));
        row("NUL in a trailer", chunked(std::string("0\r\nA: \0\r\n\r\n", 11)));
        // Section 3: the request line.
        row("no target", "GET HTTP/1.1\r\nHost: a\r\n\r\n");
        row("two spaces before the target", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("two spaces before the version", "GET /  HTTP/1.1\r\nHost: a\r\n\r\n");
        row("a space in the target", "GET / / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("a space at the end of the line", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n");
        row("no version", "GET /\r\nHost: a\r\n\r\n");
        row("another protocol", "GET / FTP/1.1\r\nHost: a\r\n\r\n");
        row("a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n");
        row("a version without a dot", "GET / HTTP/11\r\nHost: a\r\n\r\n");
        row("a version of three digits", "GET / HTTP/111\r\nHost: a\r\n\r\n");
        row("a version of two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n");
        row("HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505);
        row("HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505);
        row("HTTP/2.0", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505);
        row("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505);
        row("a colon in the method", "GE:T / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("a method of 65 signs", std::string(65, 'M') + " / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("a target without a slash", get("Host: a\r\n", "a/b"));
        row("an asterisk", get("Host: a\r\n", "*"));
        row("an asterisk with OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n");
        row("the authority form", get("Host: a\r\n", "a.example:443"));
        row("CONNECT", "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n");
        row("another scheme", get("Host: a\r\n", "ftp://a/b"));
        row("an absolute target without a host", get("Host: a\r\n", "http:///b"));
        row("an absolute target with a bad host", get("Host: a\r\n", "http://a..b/"));
        row("an absolute target with a bad port", get("Host: a\r\n", "http://a:99999/"));
        row("a query alone", get("Host: a\r\n", "?a"));
        // Other fields that must not stand twice or differ from what is understood.
        row("two Content-Types",
            post("Content-Type: text/plain\r\nContent-Type: application/json\r\nContent-Length: 0\r\n", ""));
        row("two Authorizations", get("Host: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n"));
        row("another expectation", post("Expect: 200-ok\r\nContent-Length: 0\r\n", ""), 417);
        // Limits.
        row("a body of one octet too many", post("Content-Length: 1048577\r\n", ""), 413);
        row("a body of 2^64-1 octets", post("Content-Length: 18446744073709551615\r\n", ""), 413);
        row("a chunk of one octet too many", chunked("100001\r\n"), 413);
        row("a chunk of 2^64-1 octets", chunked("ffffffffffffffff\r\n"), 413);
        row("a request line of 9 KB", get("Host: a\r\n", "/" + std::string(9000, 'a')), 414);
        row("a head of 17 KB", get("Host: a\r\nX: " + std::string(17000, 'a') + "\r\n"), 431);
        row("trailers of 17 KB", chunked("0\r\nA: " + std::string(17000, 'a') + "\r\n\r\n"), 431);
        row("a chunk extension of 17 KB", chunked("1;" + std::string(17000, 'a') + "\r\nx\r\n0\r\n\r\n"), 431);
    }

    void refuses()
    {
        QFETCH(std::string, data);
        QFETCH(int, status);
        const Outcome outcome = parseWhole(data);
        QCOMPARE(outcome.status, status);
        QVERIFY(!outcome.reason.empty());
        QVERIFY(outcome.requests.empty());
    }

    void accepts_data()
    {
        QTest::addColumn<std::string>("data");
        QTest::addColumn<std::string>("seen");
        const auto row = [](const char *name, std::string data, std::string seen) {
            QTest::newRow(name) << std::move(data) << std::move(seen);
        };
        row("the least", get("Host: a\r\n", "/"), "GET / host=a 1.1 keep [Host|a] body=");
        row("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "GET / host= 1.0 close body=");
        row("HTTP/1.0 that stays", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
            "GET / host= 1.0 keep [Connection|Keep-Alive] body=");
        row("HTTP/1.1 that closes", get("Host: a\r\nConnection: Close\r\n", "/"),
            "GET / host=a 1.1 close [Host|a] [Connection|Close] body=");
        row("close among others", get("Host: a\r\nConnection: x, close\r\n", "/"),
            "GET / host=a 1.1 close [Host|a] [Connection|x, close] body=");
        row("blanks around values", get("Host:a\r\nX: \t b c \t \r\nY:\r\n", "/"),
            "GET / host=a 1.1 keep [Host|a] [X|b c] [Y|] body=");
        row("escapes, which nobody touches", get("Host: a\r\n", "/%2F%00%zz?%2B+"),
            "GET /%2F%00%zz ?%2B+ host=a 1.1 keep [Host|a] body=");
        row("raw UTF-8 in the path", get("Host: a\r\n", "/\xf0\x9f\x9a\x80"),
            "GET /\xf0\x9f\x9a\x80 host=a 1.1 keep [Host|a] body=");
        row("quotes in the target", get("Host: a\r\n", "/\"q\"?\"x\""),
            "GET /\"q\" ?\"x\" host=a 1.1 keep [Host|a] body=");
        row("an empty query", get("Host: a\r\n", "/a?"), "GET /a ? host=a 1.1 keep [Host|a] body=");
        row("a query with question marks", get("Host: a\r\n", "/a?b?c"), "GET /a ?b?c host=a 1.1 keep [Host|a] body=");
        row("a fragment, which is dropped", get("Host: a\r\n", "/a#b?c"),
            "GET /a host=a 1.1 keep [Host|a] body="); // R6
        row("a fragment behind a query", get("Host: a\r\n", "/a?b#c"), "GET /a ?b host=a 1.1 keep [Host|a] body=");
        row("many slashes", get("Host: a\r\n", "///a//b/"), "GET ///a//b/ host=a 1.1 keep [Host|a] body=");
        // RFC 9112 section 3.2.2: the target's host wins.
        row("the absolute form", get("Host: b\r\n", "http://a.example:8080/x?y"),
            "GET /x ?y host=a.example:8080 1.1 keep [Host|b] body=");
        row("the absolute form without a path", get("Host: b\r\n", "https://a"),
            "GET / host=a 1.1 keep [Host|b] body=");
        row("the absolute form without a path but with a query", get("Host: b\r\n", "http://a?x"),
            "GET / ?x host=a 1.1 keep [Host|b] body=");
        row("the absolute form with a fragment", get("Host: b\r\n", "http://a#x"),
            "GET / host=a 1.1 keep [Host|b] body=");
        row("the absolute form with user info", get("Host: b\r\n", "http://u:p@a/x"),
            "GET /x host=a 1.1 keep [Host|b] body=");
        row("the absolute form with an IPv6 host", get("Host: b\r\n", "http://[::1]:80/x"),
            "GET /x host=[::1]:80 1.1 keep [Host|b] body=");
        row("a scheme in mixed case", get("Host: b\r\n", "HtTp://a/x"), "GET /x host=a 1.1 keep [Host|b] body=");
        row("a length", post("Content-Length: 3\r\n", "abc"),
            "POST /p host=a 1.1 keep [Host|a] [Content-Length|3] body=abc");
        row("a length with zeros in front", post("Content-Length: 0003\r\n", "abc"),
            "POST /p host=a 1.1 keep [Host|a] [Content-Length|0003] body=abc");
        row("a GET with a body", get("Host: a\r\nContent-Length: 5\r\n") + "hello",
            "GET /a host=a 1.1 keep [Host|a] [Content-Length|5] body=hello");
        row("chunks", chunked("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n"),
            "POST /p host=a 1.1 keep [Host|a] [Transfer-Encoding|chunked] body=hello!");
        row("chunked in capitals", post("Transfer-Encoding: CHUNKED\r\n", "0\r\n\r\n"),
            "POST /p host=a 1.1 keep [Host|a] [Transfer-Encoding|CHUNKED] body=");
        row("chunk extensions", chunked("5;a;b=c;d=\"e \\\" f\"\r\nhello\r\n0;z\r\n\r\n"),
            "POST /p host=a 1.1 keep [Host|a] [Transfer-Encoding|chunked] body=hello");
        row("trailers, which are dropped", chunked("0\r\nVary: *\r\nX:\r\n\r\n"),
            "POST /p host=a 1.1 keep [Host|a] [Transfer-Encoding|chunked] body=");
        row("a name that only looks like a length", get("Host: a\r\nContent_Length: x\r\n", "/"),
            "GET / host=a 1.1 keep [Host|a] [Content_Length|x] body=");
        row("a method nobody knows", "-BLARGH /x HTTP/1.1\r\nHost: a\r\n\r\n",
            "-BLARGH /x host=a 1.1 keep [Host|a] body=");
        row("a method of 64 signs", std::string(64, 'M') + " / HTTP/1.1\r\nHost: a\r\n\r\n",
            std::string(64, 'M') + " / host=a 1.1 keep [Host|a] body=");
        row("an upgrade, which is not taken", get("Host: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n", "/"),
            "GET / host=a 1.1 keep [Host|a] [Connection|upgrade] [Upgrade|h2c] body=");
    }

    void accepts()
    {
        QFETCH(std::string, data);
        QFETCH(std::string, seen);
        const Outcome outcome = parseWhole(data);
        QCOMPARE(outcome.reason, std::string());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.requests.size(), std::size_t{1});
        QCOMPARE(outcome.requests.front(), seen);
        QCOMPARE(outcome.consumed, data.size());
    }

    void givesTheSameInAnyPieces_data() // R19
    {
        QTest::addColumn<std::string>("data");
        for (const auto &[name, data] : representatives())
            QTest::newRow(name) << data;
    }

    void givesTheSameInAnyPieces()
    {
        QFETCH(std::string, data);
        const std::string whole = parseWhole(data).text();
        QCOMPARE(parsePieces(data, std::vector<std::size_t>(data.size(), 1)).text(), whole);
        const std::size_t stride = std::max<std::size_t>(1, data.size() / 600);
        for (std::size_t cut = 0; cut <= data.size(); cut += stride) {
            const std::string inTwo = parsePieces(data, {cut}).text();
            QVERIFY2(inTwo == whole,
                     qPrintable(QStringLiteral("cut at %1: %2").arg(cut).arg(QString::fromStdString(inTwo))));
        }
        std::mt19937_64 engine(linkdesk::test::testSeed());
        for (int run = 0; run < 200; ++run) {
            std::vector<std::size_t> sizes;
            for (std::size_t sum = 0; sum < data.size(); sum += sizes.back())
                sizes.push_back(engine() % (1 + engine() % std::max<std::size_t>(2, data.size() / 3)));
            QCOMPARE(parsePieces(data, sizes).text(), whole);
        }
    }

    void givesTheSameInAnyPiecesOfNoise() // R19, R20: near misses of every kind of message
    {
        std::mt19937_64 engine(linkdesk::test::testSeed());
        const auto messages = representatives();
        static constexpr char kSigns[] = "\r\n\r\n \t:;,\"\\0019afAFxX/?#%*\0\x7f\xff=";
        const std::string bytes(kSigns, sizeof kSigns - 1);
        for (int run = 0; run < 6000; ++run) {
            std::string data = messages[engine() % messages.size()].second;
            if (data.size() > 3000 || data.empty())
                continue;
            for (std::size_t n = 1 + engine() % 3; n > 0 && !data.empty(); --n) {
                const std::size_t at = engine() % data.size();
                switch (engine() % 4) {
                case 0: data[at] = bytes[engine() % bytes.size()]; break;
                case 1: data.insert(at, 1, bytes[engine() % bytes.size()]); break;
                case 2: data.erase(at, 1 + engine() % 3); break;
                case 3: data.insert(at, data.substr(engine() % data.size(), engine() % 40)); break;
                }
            }
            const std::string whole = parseWhole(data).text();
            const std::string bytewise = parsePieces(data, std::vector<std::size_t>(data.size(), 1)).text();
            if (bytewise != whole)
                QFAIL(qPrintable(QStringLiteral("%1\nwhole: %2\nbyte by byte: %3")
                                     .arg(QString::fromLatin1(QByteArray::fromStdString(data).toPercentEncoding()),
                                          QString::fromStdString(whole), QString::fromStdString(bytewise))));
            const std::size_t cut = engine() % (data.size() + 1);
            QCOMPARE(parsePieces(data, {cut, engine() % 5}).text(), whole);
        }
    }

    void waitsForTheRest_data() // R19: every beginning of a good request may still become one
    {
        QTest::addColumn<std::string>("data");
        QTest::newRow("a head") << get("Host: a\r\nContent-Length: 0\r\nX: y\r\n");
        QTest::newRow("a body") << post("Content-Length: 5\r\n", "hello");
        QTest::newRow("chunks") << chunked("5;a=\"b\"\r\nhello\r\n0\r\nVary: *\r\n\r\n");
    }

    void waitsForTheRest()
    {
        QFETCH(std::string, data);
        for (std::size_t length = 1; length < data.size(); ++length) {
            const Outcome outcome = parseWhole(data.substr(0, length));
            QCOMPARE(outcome.status, -1);
            QVERIFY(outcome.requests.empty());
        }
        QCOMPARE(parseWhole(data).status, 0);
    }

    void readsPipelinedRequestsInOrder() // R19
    {
        std::string data;
        for (int i = 0; i < 100; ++i)
            data += get("Host: a\r\n", "/" + std::to_string(i));
        const Outcome outcome = parseWhole(data);
        QCOMPARE(outcome.requests.size(), std::size_t{100});
        for (std::size_t i = 0; i < 100; ++i)
            QVERIFY(outcome.requests[i].starts_with("GET /" + std::to_string(i) + " host=a"));
    }

    void tellsOnceThatTheClientMayGoOn() // RFC 9110 section 10.1.1
    {
        const std::string head = post("Expect: 100-continue\r\nContent-Length: 4\r\n", "");
        QCOMPARE(parsePieces(head + "body", {head.size(), 1, 1}).continues, 1);
        // Not where the body is here already, none is announced, or the client is too old to understand it.
        QCOMPARE(parseWhole(head + "body").continues, 0);
        QCOMPARE(parseWhole(post("Expect: 100-continue\r\n", "")).continues, 0);
        const std::string old = "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n";
        QCOMPARE(parsePieces(old + "body", {old.size()}).continues, 0);
        QCOMPARE(parsePieces(old + "body", {old.size()}).status, 0);
    }

    void takesABodyUpToTheLimit() // R16
    {
        Limits limits;
        limits.bodyBytes = 10;
        QCOMPARE(parseWhole(post("Content-Length: 10\r\n", "0123456789"), limits).status, 0);
        QCOMPARE(parseWhole(post("Content-Length: 11\r\n", ""), limits).status, 413);
        QCOMPARE(parseWhole(chunked("a\r\n0123456789\r\n0\r\n\r\n"), limits).status, 0);
        QCOMPARE(parseWhole(chunked("5\r\n01234\r\n5\r\n56789\r\n0\r\n\r\n"), limits).status, 0);
        QCOMPARE(parseWhole(chunked("5\r\n01234\r\n6\r\n"), limits).status, 413);
        limits.bodyBytes = 0;
        QCOMPARE(parseWhole(chunked("0\r\n\r\n"), limits).status, 0);
        QCOMPARE(parseWhole(chunked("1\r\n"), limits).status, 413);
    }

    void keepsNoMoreOfALongBodyThanTheBodyItself() // R16: what was taken over may be dropped from the buffer
    {
        const Limits limits;
        RequestParser parser(limits);
        std::string buffer = chunked("");
        const std::size_t head = buffer.size();
        std::size_t most = 0;
        for (int i = 0; i < 1000; ++i) {
            buffer += "100\r\n" + std::string(256, 'x') + "\r\n";
            QCOMPARE(parser.parse(buffer), RequestParser::State::NeedBody);
            const auto range = parser.dropBody();
            QCOMPARE(range.offset, head);
            buffer.erase(range.offset, range.count);
            most = std::max(most, buffer.size());
        }
        QVERIFY(most < head + 600);
        buffer += "0\r\n\r\n";
        QCOMPARE(parser.parse(buffer), RequestParser::State::Complete);
        QCOMPARE(parser.request().body.size(), std::size_t{256'000});
        QCOMPARE(parser.consumed(), buffer.size());
    }

    void keepsThePeerThroughReset()
    {
        const Limits limits;
        RequestParser parser(limits);
        parser.request().peer.bytes[15] = 7;
        const std::string data = get("Host: a\r\n");
        QCOMPARE(parser.parse(data), RequestParser::State::Complete);
        parser.reset();
        QCOMPARE(parser.request().peer.bytes[15], std::uint8_t{7});
        QVERIFY(parser.request().fields.empty());
        QVERIFY(parser.request().host.empty());
    }

    void findsFieldsInAnyCase()
    {
        const Limits limits;
        RequestParser parser(limits);
        const std::string data = get("HOST: a\r\nx-MiXed: 1\r\nX-Mixed: 2\r\n");
        QCOMPARE(parser.parse(data), RequestParser::State::Complete);
        QCOMPARE(parser.request().field("x-mixed"), std::string_view("1"));
        QCOMPARE(parser.request().field("host"), std::string_view("a"));
        QCOMPARE(parser.request().field("x-mixe"), std::string_view());
    }

    void namesTheMethods_data()
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<int>("method");
        const auto row = [](const char *name, Method method) {
            QTest::newRow(name) << std::string(name) << static_cast<int>(method);
        };
        row("GET", Method::Get);
        row("HEAD", Method::Head);
        row("POST", Method::Post);
        row("PUT", Method::Put);
        row("PATCH", Method::Patch);
        row("DELETE", Method::Delete);
        row("OPTIONS", Method::Options);
        row("TRACE", Method::Other);
        row("get", Method::Other);
        row("GETS", Method::Other);
        row("QUERY", Method::Other);
    }

    void namesTheMethods()
    {
        QFETCH(std::string, name);
        QFETCH(int, method);
        const Limits limits;
        RequestParser parser(limits);
        const std::string data = name + " / HTTP/1.1\r\nHost: a\r\n\r\n";
        QCOMPARE(parser.parse(data), RequestParser::State::Complete);
        QCOMPARE(static_cast<int>(parser.request().method), method);
        QCOMPARE(parser.request().methodName, std::string_view(name));
    }
};

QTEST_GUILESS_MAIN(TestRequestParser)
#include "tst_requestparser.moc"
