#include <QTest>

#include "links/domaindirectory.h"

#include <atomic>
#include <thread>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

namespace {

std::vector<Domain> someDomains()
{
    return {{kDefaultDomain, "", true, 0},
            {DomainId{2}, "go.example.com", true, 0},
            {DomainId{3}, "news.example.com:8080", false, 0},
            {DomainId{4}, "xn--tbingen-n2a.de", true, 0},
            {DomainId{5}, "[2001:db8::1]", true, 0}};
}

} // namespace

class TestDomainDirectory : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersForEveryHost_data() // R22
    {
        QTest::addColumn<std::string>("host");
        QTest::addColumn<int>("domain");
        const auto row = [](const char *name, const char *host, int domain) {
            QTest::newRow(name) << std::string(host) << domain;
        };
        row("no host", "", 1);
        row("an unknown host", "evil.example", 1);
        row("a sub-host of a known one", "a.go.example.com", 1);
        row("the end of a known one", "o.example.com", 1);
        row("a known host", "go.example.com", 2);
        row("a known host in capitals", "GO.Example.COM", 2);
        row("a known host with a dot at its end", "go.example.com.", 2);
        row("a known host with a port", "go.example.com:443", 2);
        row("a known host with a dot and a port", "go.example.com.:443", 2);
        row("a known host with an empty port", "go.example.com:", 2);
        row("a host that is known by its port", "news.example.com:8080", 3);
        row("its name with another port", "news.example.com:8081", 1);
        row("its name alone", "news.example.com", 1);
        row("an internationalised host", "xn--tbingen-n2a.de", 4);
        row("IPv6", "[2001:db8::1]", 5);
        row("IPv6 with a port", "[2001:db8::1]:80", 5);
        row("a dot", ".", 1);
        row("a bracket that stays open", "[2001", 1);
    }

    void answersForEveryHost()
    {
        QFETCH(std::string, host);
        QFETCH(int, domain);
        DomainDirectory directory;
        directory.replace(someDomains());
        QCOMPARE(directory.forHost(host).id.value, std::int64_t{domain});
    }

    void startsWithTheDefaultDomain()
    {
        const DomainDirectory directory;
        QCOMPARE(directory.forHost("x").id.value, kDefaultDomain.value);
        QVERIFY(directory.forHost("x").caseSensitive);
        QVERIFY(directory.byId(kDefaultDomain).has_value());
        QVERIFY(!directory.byId(DomainId{2}));
        QVERIFY(directory.byHost("").has_value());
        QVERIFY(!directory.byHost("x"));
    }

    void knowsEachDomainsCaseRule() // R8
    {
        DomainDirectory directory;
        directory.replace({{kDefaultDomain, "", false, 0, {}}});
        QVERIFY(!directory.forHost("any").caseSensitive);
        directory.replace(someDomains());
        QVERIFY(directory.forHost("any").caseSensitive);
        QVERIFY(!directory.forHost("news.example.com:8080").caseSensitive);
        QVERIFY(!directory.byId(DomainId{3})->caseSensitive);
    }

    void namesByExactHost()
    {
        DomainDirectory directory;
        directory.replace(someDomains());
        QCOMPARE(directory.byHost("Go.Example.com")->id.value, std::int64_t{2});
        QVERIFY(!directory.byHost("go.example.com:80"));
        QVERIFY(!directory.byHost("other.example.com"));
    }

    void makesShortUrlsFromWhatIsConfigured() // R22, R54: never from a request
    {
        DomainDirectory directory;
        directory.replace(someDomains());
        directory.setPublicUrl("https://s.example:4567/sub//");
        QCOMPARE(directory.publicUrl(), std::string("https://s.example:4567/sub"));
        QCOMPARE(directory.shortUrl(kDefaultDomain, "aB3"), std::string("https://s.example:4567/sub/aB3"));
        QCOMPARE(directory.shortUrl(DomainId{2}, "a"), std::string("https://go.example.com/a"));
        QCOMPARE(directory.shortUrl(DomainId{3}, "a"), std::string("https://news.example.com:8080/a"));
        QCOMPARE(directory.shortUrl(DomainId{99}, "a"), std::string("https://s.example:4567/sub/a"));
        QCOMPARE(directory.shortUrl(kDefaultDomain, "\xf0\x9f\x9a\x80"),
                 std::string("https://s.example:4567/sub/%F0%9F%9A%80"));
        // A change of the domains keeps the URL, and the other way round.
        directory.replace({{kDefaultDomain, "", true, 0, {}}});
        QCOMPARE(directory.publicUrl(), std::string("https://s.example:4567/sub"));
        directory.setPublicUrl("http://x");
        QCOMPARE(directory.shortUrl(DomainId{2}, "a"), std::string("http://x/a"));
    }

    void mayBeReplacedWhileItIsRead()
    {
        DomainDirectory directory;
        directory.setPublicUrl("http://s.example");
        std::atomic<bool> stop{false};
        std::atomic<int> odd{0};
        std::vector<std::thread> readers;
        for (int i = 0; i < 2; ++i) {
            readers.emplace_back([&] {
                while (!stop) {
                    const auto id = directory.forHost("go.example.com").id.value;
                    odd += id == 1 || id == 2 ? 0 : 1;
                    odd += directory.shortUrl(kDefaultDomain, "a") == "http://s.example/a" ? 0 : 1;
                }
            });
        }
        for (int i = 0; i < 2000; ++i)
            directory.replace(i % 2 ? someDomains() : std::vector<Domain>{{kDefaultDomain, "", true, 0, {}}});
        stop = true;
        for (std::thread &reader : readers)
            reader.join();
        QCOMPARE(odd.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestDomainDirectory)
#include "tst_domaindirectory.moc"
