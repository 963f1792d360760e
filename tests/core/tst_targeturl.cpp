#include "links/targeturl.h"

#include "shareddata.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace linkdesk::core;
using linkdesk::test::ownData;

Q_DECLARE_METATYPE(std::string)

namespace {

QJsonArray readArray(const QString &file)
{
    QFile stream(file);
    if (!stream.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(file));
    return QJsonDocument::fromJson(stream.readAll()).array();
}

std::string utf8(const QJsonValue &value)
{
    return value.toString().toStdString();
}

// Where Linkdesk refuses more than the URL Standard; each rule by its number.
bool refusedByOurRules(const std::string &input)
{
    std::string_view text = input;
    while (!text.empty() && static_cast<unsigned char>(text.front()) <= 0x20)
        text.remove_prefix(1);
    while (!text.empty() && static_cast<unsigned char>(text.back()) <= 0x20)
        text.remove_suffix(1);
    const bool breaksLine = text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos; // R21
    return breaksLine || text.size() > kMaxTargetBytes;                                                  // R11
}

bool namesWebScheme(const QJsonObject &test)
{
    const QString protocol = test[u"protocol"].toString();
    if (!protocol.isEmpty())
        return protocol == u"http:" || protocol == u"https:";
    const QString input = test[u"input"].toString().trimmed().toLower();
    return input.startsWith(u"http:") || input.startsWith(u"https:");
}

} // namespace

class TestTargetUrl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheBytes_data() // R1
    {
        QTest::addColumn<std::string>("input");
        const auto row = [](const char *name, const char *input) { QTest::newRow(name) << std::string(input); };
        row("without a path", "https://example.com");
        row("an empty query", "https://example.com/?");
        row("an empty fragment", "https://example.com/#");
        row("a query of one name", "https://example.com/?a");
        row("a query without a path", "https://example.com?a=b");
        row("digits as a key", "https://example.com/?123=foo");
        row("brackets", "https://example.com/?search_params[sort_by]=&search_params[page]=1");
        row("escapes that could be decoded", "https://example.com/%20%2B%2F%25?e=zGU34CA7K%2BPkqB07S4%2FK0");
        row("escapes in small letters", "https://example.com/%e8%b7%af");
        row("broken escapes", "https://example.com/%zz%2?%");
        row("an escaped plus", "https://guides.apple.com/?ug=EDo%2BGA%2BZ");
        row("a backslash in the query", "http://a.example/?re=\\d+");
        row("a backslash in the fragment", "http://a.example/#\\d+");
        row("a backslash in the path", "http://a.example/a\\b");
        row("a fragment with a question mark", "https://example.com/map/?id=287#!ct/12540?ce/12539");
        row("dot segments", "https://example.com/a/../b/./c");
        row("quotes and angle brackets", "https://example.com/\"<>`{}|^?\"<>'#\"<>`");
        row("capitals in scheme and host", "HTTPS://Example.COM/Path");
        row("a one-digit port", "http://h.example:7/");
        row("port zero", "http://h.example:0/");
        row("the largest port", "http://h.example:65535/");
        row("an empty port", "http://h.example:/");
        row("the default port", "https://example.com:443/");
        row("user and password", "https://user:p%40ss@example.com/");
        row("an IPv6 host", "http://[2001:db8::1]:8080/x");
        row("an IPv4 host in hexadecimal", "http://0x7f.1/");
        row("a host with a root dot", "https://example.com./");
        row("an A-label", "https://xn--tbingen-n2a.de/");
        row("an underscore in the host", "https://my_host.example/");
        row("several slashes in the path", "https://example.com//a///b");
    }

    void keepsTheBytes()
    {
        QFETCH(std::string, input);
        const auto url = TargetUrl::parse(input);
        QVERIFY2(url.ok(), url.ok() ? "" : url.error().detail.c_str());
        QCOMPARE(url->bytes(), input);
    }

    void writesWhatAHeaderCanHold_data() // R1, R13
    {
        QTest::addColumn<std::string>("input");
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("host");
        const auto row = [](const char *name, std::string input, const char *bytes, const char *host) {
            QTest::newRow(name) << std::move(input) << std::string(bytes) << std::string(host);
        };
        row("spaces around it", " \t http://google.com/ \r\n", "http://google.com/", "google.com");
        row("spaces inside", "http://a.example/a b?c d#e f", "http://a.example/a%20b?c%20d#e%20f", "a.example");
        row("a tab in the path", "http://a.example/a\tb", "http://a.example/a%09b", "a.example");
        row("a tab in the host", "http://a.exa\tmple/x", "http://a.example/x", "a.example");
        row("a tab in the scheme", "ht\ttp://a.example/", "http://a.example/", "a.example");
        row("a tab between the slashes", "http:/\t/a.example/", "http://a.example/", "a.example");
        row("DEL and other controls", "http://a.example/\x01\x7f", "http://a.example/%01%7F", "a.example");
        row("non-ASCII in the path", "https://example.com/路径", "https://example.com/%E8%B7%AF%E5%BE%84",
            "example.com");
        row("a host of another script", "https://www.tübingen.de/ä", "https://www.xn--tbingen-n2a.de/%C3%A4",
            "www.xn--tbingen-n2a.de");
        row("a sharp s is kept apart", "https://faß.de/", "https://xn--fa-hia.de/", "xn--fa-hia.de");
        row("a sign that is not a letter", "http://amd➧.ws/", "http://xn--amd-uz6a.ws/", "xn--amd-uz6a.ws");
        row("full-width letters", "http://Ｇｏ.com/", "http://go.com/", "go.com");
        row("a host with a port and escapes", "http://ex%41mple.com:8080/", "http://example.com:8080/", "example.com");
        row("a name in the user part", "http://ü:é@a.example/", "http://%C3%BC:%C3%A9@a.example/", "a.example");
        row("one slash", "http:/a.example/x", "http://a.example/x", "a.example");
        row("no slash", "https:a.example/x", "https://a.example/x", "a.example");
        row("many slashes", "http:////a.example/x", "http://a.example/x", "a.example");
        row("backslashes", "http:\\\\a.example\\x", "http://a.example/x", "a.example");
        row("a backslash before an at sign", "http://evil.example\\@good.example", "http://evil.example/@good.example",
            "evil.example");
        row("several at signs", "http://a@b@c.example/", "http://a@b@c.example/", "c.example");
        row("an IPv4 number", "http://3232235777/", "http://3232235777/", "192.168.1.1");
        row("an IPv4 number in octal", "http://0300.0250.1/", "http://0300.0250.1/", "192.168.0.1");
        row("an IPv6 host is compressed for policy", "http://[0:0::0:1]/", "http://[0:0::0:1]/", "[::1]");
        row("an IPv6 host with an IPv4 tail", "http://[::ffff:1.2.3.4]/", "http://[::ffff:1.2.3.4]/",
            "[::ffff:102:304]");
    }

    void writesWhatAHeaderCanHold()
    {
        QFETCH(std::string, input);
        QFETCH(std::string, bytes);
        QFETCH(std::string, host);
        const auto url = TargetUrl::parse(input);
        QVERIFY2(url.ok(), url.ok() ? "" : url.error().detail.c_str());
        QCOMPARE(url->bytes(), bytes);
        QCOMPARE(url->host(), host);
        const auto again = TargetUrl::parse(url->bytes());
        QVERIFY(again.ok());
        QCOMPARE(again->bytes(), bytes);
    }

    void refuses_data() // R11, R13, R21
    {
        QTest::addColumn<std::string>("input");
        const auto row = [](const char *name, std::string input) { QTest::newRow(name) << std::move(input); };
        row("nothing", "");
        row("spaces only", " \t ");
        row("one byte too many", "http://a.example/" + std::string(kMaxTargetBytes - 16, 'x'));
        row("too long once encoded", "http://a.example/" + std::string(kMaxTargetBytes / 2, ' ') + "x");
        row("no scheme", "example.com/x");
        row("host and port without a scheme", "example.com:8080/x");
        row("localhost and port without a scheme", "localhost:8080/x");
        row("a script", "javascript:alert(1)");
        row("a script in capitals", "JavaScript:alert(1)");
        row("a script with a tab", "java\tscript:alert(1)");
        row("data", "data:text/html,x");
        row("a file", "file:///etc/passwd");
        row("visual basic", "vbscript:x");
        row("a mail address", "mailto:a@b");
        row("another program", "viber://pa?x=1");
        row("a scheme alone", "http:");
        row("an empty host", "http://");
        row("an empty host before a query", "http://?x");
        row("an empty host before a port", "http://:80/");
        row("an empty host after a user", "http://user@/");
        row("a protocol-relative address", "//example.com/");
        row("a line feed inside", "http://a.example/\nSet-Cookie: x");
        row("a carriage return inside", "http://a.example/\rx");
        row("a NUL inside", std::string("http://a.example/\0x", 19));
        row("a line feed in the host", "http://a.exam\nple/");
        row("a byte that is not UTF-8", "http://a.example/\xff");
        row("an overlong form", "http://a.example/\xc0\xaf");
        row("a surrogate", "http://a.example/\xed\xa0\x80");
        row("a space in the host", "http://a b.example/");
        row("an escaped slash in the host", "http://a%2fb.example/");
        row("a broken escape in the host", "http://a%zz.example/");
        row("an unclosed IPv6 host", "http://[::1/");
        row("text after an IPv6 host", "http://[::1]x/");
        row("an IPv6 zone", "http://[fe80::1%25eth0]/");
        row("a port that is too large", "http://a.example:65536/");
        row("a port of letters", "http://a.example:8x/");
        row("a port with a sign", "http://a.example:+80/");
        row("a host that ends in a number too large", "http://1.2.3.256/");
        row("five numbers", "http://1.2.3.4.5/");
        row("a joiner where none belongs", "http://a\u200cb.example/");
    }

    void refuses()
    {
        QFETCH(std::string, input);
        const auto url = TargetUrl::parse(input);
        QVERIFY2(!url.ok(), url.ok() ? url->bytes().c_str() : "");
        QCOMPARE(url.error().code, ErrorCode::InvalidInput);
        QCOMPARE(url.error().field, std::string("url"));
        QVERIFY(!url.error().detail.empty());
    }

    void takesTheLongestAddress() // R11
    {
        const std::string longest = "http://a.example/" + std::string(kMaxTargetBytes - 17, 'x');
        QCOMPARE(longest.size(), kMaxTargetBytes);
        const auto url = TargetUrl::parse(longest);
        QVERIFY(url.ok());
        QCOMPARE(url->bytes(), longest);
    }

    void tellsPortAndUser() // R13
    {
        QCOMPARE(TargetUrl::parse("http://a.example/")->port(), 80);
        QCOMPARE(TargetUrl::parse("https://a.example/")->port(), 443);
        QCOMPARE(TargetUrl::parse("https://a.example:/")->port(), 443);
        QCOMPARE(TargetUrl::parse("https://a.example:0008/")->port(), 8);
        QVERIFY(TargetUrl::parse("https://u@a.example/")->hasUserInfo());
        QVERIFY(TargetUrl::parse("https://u:p@a.example/")->hasUserInfo());
        QVERIFY(!TargetUrl::parse("https://a.example/@x")->hasUserInfo());
    }

    void decidesAsOurVectorsSay()
    {
        const QJsonArray vectors = readArray(ownData(QStringLiteral("targets.json")));
        QVERIFY(!vectors.isEmpty());
        for (const QJsonValue &value : vectors) {
            const QJsonObject vector = value.toObject();
            const auto url = TargetUrl::parse(utf8(vector[u"input"]));
            const std::string expected = utf8(vector[u"bytes"]);
            QVERIFY2(url.ok() == !expected.empty(), qPrintable(vector[u"input"].toString()));
            if (url)
                QCOMPARE(url->bytes(), expected);
        }
    }

    void decidesAsBrowsersDo_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *file : {"urltestdata.json", "ada_extra_urltestdata.json", "ada_long_urltestdata.json"})
            QTest::newRow(file) << QStringLiteral("url-wpt/") + QLatin1String(file);
    }

    // R1, R13: the public vectors' cases without base; the host for policy is the one a browser would connect to.
    void decidesAsBrowsersDo()
    {
        QFETCH(QString, file);
        LINKDESK_SHARED_FILE(path, file);
        int checked = 0;
        for (const QJsonValue &value : readArray(path)) {
            const QJsonObject test = value.toObject();
            const QString base = test[u"base"].toString();
            if (test.isEmpty() || !(base.isEmpty() || base == u"about:blank") || !namesWebScheme(test))
                continue;
            const std::string input = utf8(test[u"input"]);
            const auto url = TargetUrl::parse(input);
            const bool accept = !test[u"failure"].toBool() && !refusedByOurRules(input);
            QVERIFY2(url.ok() == accept, input.c_str());
            ++checked;
            if (!url)
                continue;
            QCOMPARE(url->host(), utf8(test[u"hostname"]));
            const QString port = test[u"port"].toString();
            const int standard = test[u"protocol"].toString() == u"https:" ? 443 : 80;
            QCOMPARE(url->port(), port.isEmpty() ? standard : port.toInt());
            const auto again = TargetUrl::parse(url->bytes());
            QVERIFY2(again.ok(), url->bytes().c_str());
            QCOMPARE(again->bytes(), url->bytes());
            QCOMPARE(again->host(), url->host());
        }
        qInfo("%d cases", checked);
        QVERIFY(checked > 0);
    }

    // R1: real addresses are redirected to as they are.
    void keepsRealAddresses()
    {
        LINKDESK_SHARED_FILE(path, QStringLiteral("url-real/kasztp-48k-urls.txt"));
        QFile stream(path);
        QVERIFY(stream.open(QIODevice::ReadOnly));
        QByteArray all = stream.readAll();
        if (all.startsWith("\xef\xbb\xbf"))
            all.remove(0, 3);
        int kept = 0;
        for (QByteArray line : all.split('\n')) {
            line = line.trimmed();
            if (line.isEmpty())
                continue;
            const std::string input = line.toStdString();
            const auto url = TargetUrl::parse(input);
            const bool plain = std::all_of(input.begin(), input.end(), [](char c) { return c > 0x20 && c < 0x7f; });
            if (input == "https://")
                continue; // the set has one without a host
            QVERIFY2(url.ok(), input.c_str());
            if (plain) {
                QCOMPARE(url->bytes(), input);
                ++kept;
            }
        }
        qInfo("%d addresses unchanged", kept);
        QVERIFY(kept > 47900);
    }
};

QTEST_GUILESS_MAIN(TestTargetUrl)
#include "tst_targeturl.moc"
