// Limits, fallbacks and the archive as visitors meet them.
#include <QTest>

#include "publicside.h"
#include "store/archivestore.h"

#include <atomic>
#include <memory>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::server;
using namespace linkdesk::test;

class TestRedirectLife : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_side = std::make_unique<PublicSide>(m_clock); }
    void cleanup() { m_side.reset(); }

    // R48: the limit holds for people's visits that are counted.
    void aLimitIsForPeople()
    {
        Link link = linkTo("few");
        link.maxClicks = 3;
        m_side->insert(link);
        const std::string bot = "User-Agent: Googlebot/2.1\r\n";
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(get("/few", bot).status, 302);
            QCOMPARE(get("/few?nostat").status, 302);
            QCOMPARE(headOf("/few"), 302);
        }
        for (int i = 0; i < 3; ++i)
            QCOMPARE(get("/few").status, 302);
        const auto over = get("/few");
        QCOMPARE(over.status, 410);
        QVERIFY(over.body.find("used up") != std::string::npos);
        QCOMPARE(get("/few", bot).status, 410);
        QCOMPARE(headOf("/few"), 410);
        m_side->resolver.clear(); // what is known of its use does not end with the cache
        QCOMPARE(get("/few").status, 410);
        QCOMPARE(m_side->clicks(), 3);
        QCOMPARE(m_side->store.number("SELECT bots FROM link_total"), std::int64_t{5});
        QCOMPARE(m_side->store.number("SELECT humans FROM click_hour WHERE dimension = 'refused'"), std::int64_t{2});
    }

    void aLimitIsExactForManyAtOnce()
    {
        Link link = linkTo("rush");
        link.maxClicks = 120;
        m_side->insert(link);
        std::atomic<int> through{0};
        std::vector<std::thread> visitors;
        for (int i = 0; i < 50; ++i)
            visitors.emplace_back([&] {
                RawClient client(m_side->server.port());
                for (int visit = 0; visit < 8; ++visit) {
                    if (client.send(request("/rush")) && client.response().status == 302)
                        ++through;
                }
            });
        for (std::thread &visitor : visitors)
            visitor.join();
        QCOMPARE(through.load(), 120);
        QCOMPARE(m_side->clicks(), 120);
    }

    void fallbacksStandForALinkThatIsNotItsTime()
    {
        Link early = linkTo("early");
        early.validFrom = m_clock.now() + std::chrono::hours(1);
        early.fallback = "https://e.example/soon";
        Link late = linkTo("late");
        late.expiresAt = m_clock.now() - std::chrono::hours(1);
        late.redirectStatus = 301;
        Link banned = linkTo("banned");
        banned.status = LinkStatus::Banned;
        banned.fallback = "https://e.example/never";
        for (const Link &link : {early, late, banned})
            m_side->insert(link);
        const auto soon = get("/early");
        QCOMPARE(soon.status, 302);
        QVERIFY(soon.head.find("Location: https://e.example/soon\r\n") != std::string::npos);
        QVERIFY(soon.head.find("no-store") != std::string::npos);
        QCOMPARE(get("/late").status, 410);
        QCOMPARE(get("/banned").status, 403);
        Domain first;
        first.id = kDefaultDomain;
        first.fallback = "https://e.example/home";
        m_side->domains.replace({first});
        m_side->resolver.clear();
        const auto home = get("/late");
        QCOMPARE(home.status, 302); // for now, whatever the link's own status is
        QVERIFY(home.head.find("Location: https://e.example/home\r\n") != std::string::npos);
        QCOMPARE(get("/early").status, 302);
        QCOMPARE(get("/nothing-here").status, 404);
        QCOMPARE(m_side->clicks(), 0);
    }

    void anArchivedLinkLeadsOnAndIsTold()
    {
        m_side->insert(linkTo("old"));
        QVERIFY(m_side->store
                    .write([this](SqlConnection &connection) { return moveToArchive(connection, LinkId{1}, m_clock.now()); })
                    .ok());
        QCOMPARE(headOf("/old"), 302);
        QVERIFY(m_side->archivedClicks.empty());
        QCOMPARE(get("/old").status, 302);
        QCOMPARE(m_side->archivedClicks, std::vector<LinkId>{LinkId{1}});
    }

private:
    WireResponse get(const std::string &path, const std::string &fields = {})
    {
        return askOnce(m_side->server.port(), request(path, fields));
    }
    int headOf(const std::string &path)
    {
        RawClient client(m_side->server.port());
        return client.send(request(path, {}, "HEAD")) ? client.response(true).status : 0;
    }

    FakeClock m_clock;
    std::unique_ptr<PublicSide> m_side;
};

QTEST_GUILESS_MAIN(TestRedirectLife)
#include "tst_redirectlife.moc"
