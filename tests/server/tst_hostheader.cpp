#include "http/hostname.h"

#include <QTest>

using namespace linkdesk::server;

Q_DECLARE_METATYPE(std::string)

class TestHostHeader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsValidHosts_data() // R15, RFC 9112 section 3.2
    {
        QTest::addColumn<std::string>("host");
        QTest::addColumn<bool>("valid");
        QTest::addColumn<std::string>("name");
        const auto good = [](const char *name, const char *host, const char *bare) {
            QTest::newRow(name) << std::string(host) << true << std::string(bare);
        };
        const auto bad = [](const char *name, std::string host) {
            QTest::newRow(name) << std::move(host) << false << std::string();
        };
        bad("nothing", "");
        bad("a dot", ".");
        bad("a port alone", ":80");
        bad("a dot first", ".a");
        bad("two dots", "a..b");
        bad("a bracket alone", "[");
        bad("empty brackets", "[]");
        bad("a bracket that stays open", "[::1");
        bad("something behind the bracket", "[::1]x");
        bad("a dot behind the bracket", "[::1].");
        bad("something before the bracket", "x[::1]");
        bad("a name in brackets", "[a.example]");
        bad("an IPv4 address in brackets", "[127.0.0.1]");
        bad("a zone", "[fe80::1%25eth0]");
        bad("IPv6 without brackets", "::1");
        bad("a port of letters", "a:b");
        bad("a port with a sign", "a:+80");
        bad("a port of 65536", "a:65536");
        bad("a port beyond all numbers", "a:99999999999999999999");
        bad("two ports", "a:1:2");
        bad("user info", "u@a");
        bad("a path", "a/b");
        bad("a backslash", "a\\b");
        bad("a query", "a?b");
        bad("a fragment", "a#b");
        bad("a quote", "a\"b");
        bad("angle brackets", "<a>");
        bad("a space", "a b");
        bad("NUL", std::string("a\0b", 3));
        bad("raw UTF-8", "t\xc3\xbc.example");
        good("one letter", "a", "a");
        good("a dot at the end", "a.", "a.");
        good("an empty port", "a:", "a");
        good("port 0", "a:0", "a");
        good("port 65535", "a:65535", "a");
        good("an underscore", "a_b.example", "a_b.example");
        good("an escape", "a%20b", "a%20b");
        good("IPv4", "127.0.0.1:80", "127.0.0.1");
        good("IPv6", "[::1]", "[::1]");
        good("IPv6 with a port", "[2001:db8::1]:8080", "[2001:db8::1]");
        good("IPv6 with an IPv4 end", "[::ffff:1.2.3.4]", "[::ffff:1.2.3.4]");
    }

    void tellsValidHosts()
    {
        QFETCH(std::string, host);
        QFETCH(bool, valid);
        QFETCH(std::string, name);
        QCOMPARE(isValidHost(host), valid);
        if (valid)
            QCOMPARE(hostWithoutPort(host), std::string_view(name));
    }
};

QTEST_GUILESS_MAIN(TestHostHeader)
#include "tst_hostheader.moc"
