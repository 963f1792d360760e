#include "links/linkservice.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(std::string)

namespace {

struct Fixture {
    FakeClock clock;
    SeededRandom random{7};
    TempStore data{clock};
    LinkService service{data.store(), clock, random};

    LinkId add(NewLink request)
    {
        auto created = await<Result<Created>>([&](auto done) { service.create(std::move(request), "tester", done); });
        if (!created)
            qFatal("create: %s", created.error().detail.c_str());
        return created->link.id;
    }
    LinkId add(const char *slug, const char *target = "https://a.example/", const char *title = "")
    {
        NewLink request;
        request.target = target;
        request.slug = slug;
        request.title = title;
        return add(request);
    }
    void setClicks(LinkId id, int humans)
    {
        QVERIFY(data.exec("INSERT INTO link_total(link_id, humans) VALUES(" + std::to_string(id.value) + ", "
                          + std::to_string(humans) + ")").ok());
    }
    Result<LinkPage> list(LinkQuery query)
    {
        return await<Result<LinkPage>>([&](auto done) { service.list(std::move(query), done); });
    }
    std::vector<std::string> codes(LinkQuery query)
    {
        const auto page = list(std::move(query));
        if (!page)
            qFatal("list: %s", page.error().detail.c_str());
        std::vector<std::string> out;
        for (const Link &link : page->links)
            out.push_back(link.code);
        return out;
    }
    std::vector<std::string> search(const std::string &text)
    {
        LinkQuery query;
        query.search = text;
        auto found = codes(query);
        std::sort(found.begin(), found.end());
        return found;
    }
    // Every page of a list, `limit` at a time.
    std::vector<std::string> allPages(LinkQuery query)
    {
        std::vector<std::string> out;
        for (int pages = 0; pages < 1000; ++pages) {
            const auto page = list(query);
            if (!page)
                qFatal("list: %s", page.error().detail.c_str());
            for (const Link &link : page->links)
                out.push_back(link.code);
            if (page->nextCursor.empty())
                return out;
            query.cursor = page->nextCursor;
        }
        return out;
    }
};

using Codes = std::vector<std::string>;

} // namespace

class TestLinkList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEmptyStoreGivesAnEmptyPage()
    {
        Fixture f;
        for (const LinkSort sort : {LinkSort::Created, LinkSort::Clicks, LinkSort::Code, LinkSort::Expires}) {
            LinkQuery query;
            query.sort = sort;
            const auto page = f.list(query);
            QVERIFY(page.ok());
            QVERIFY(page->links.empty());
            QVERIFY(page->nextCursor.empty());
            QCOMPARE(page->total.value_or(-1), std::int64_t{0});
        }
    }

    void refuses_data()
    {
        QTest::addColumn<int>("limit");
        QTest::addColumn<int>("skip");
        QTest::addColumn<std::string>("cursor");
        QTest::addColumn<std::string>("field");
        QTest::newRow("no rows") << 0 << 0 << std::string() << std::string("limit");
        QTest::newRow("501 rows") << 501 << 0 << std::string() << std::string("limit");
        QTest::newRow("skipping backwards") << 10 << -1 << std::string() << std::string("skip");
        QTest::newRow("a made-up cursor") << 10 << 0 << std::string("abc") << std::string("cursor");
    }

    void refuses()
    {
        QFETCH(int, limit);
        QFETCH(int, skip);
        QFETCH(std::string, cursor);
        QFETCH(std::string, field);
        Fixture f;
        LinkQuery query;
        query.limit = limit;
        query.skip = skip;
        query.cursor = cursor;
        const auto page = f.list(query);
        QVERIFY(!page.ok());
        QCOMPARE(page.error().code, ErrorCode::InvalidInput);
        QCOMPARE(page.error().field, field);
    }

    void ordersBothWays()
    {
        Fixture f;
        NewLink request;
        request.target = "https://a.example/";
        const auto add = [&](const char *slug, std::optional<int> expiresIn, int clicks) {
            request.slug = slug;
            request.expiresAt.reset();
            if (expiresIn)
                request.expiresAt = f.clock.now() + std::chrono::hours(*expiresIn);
            const LinkId id = f.add(request);
            if (clicks >= 0)
                f.setClicks(id, clicks);
        };
        add("d", 5, 0);
        add("b", std::nullopt, 9);
        add("a", 5, -1);
        add("c", 1, 9);
        add("e", std::nullopt, 2);
        const std::map<LinkSort, Codes> ascending{
            {LinkSort::Created, {"d", "b", "a", "c", "e"}},
            {LinkSort::Code, {"a", "b", "c", "d", "e"}},
            {LinkSort::Clicks, {"d", "a", "e", "b", "c"}},
            {LinkSort::Expires, {"c", "d", "a", "b", "e"}},
        };
        for (const auto &[sort, expected] : ascending) {
            Codes backwards(expected.rbegin(), expected.rend());
            for (int limit = 1; limit <= 6; ++limit) {
                LinkQuery query;
                query.sort = sort;
                query.limit = limit;
                query.descending = false;
                QCOMPARE(f.allPages(query), expected);
                query.descending = true;
                QCOMPARE(f.allPages(query), backwards);
                for (int skip = 0; skip <= 6; ++skip) {
                    query.skip = skip;
                    const auto from = static_cast<std::size_t>(std::min<int>(skip, 5));
                    const auto to = std::min<std::size_t>(from + static_cast<std::size_t>(limit), 5);
                    QCOMPARE(f.codes(query), Codes(backwards.begin() + static_cast<std::ptrdiff_t>(from),
                                                   backwards.begin() + static_cast<std::ptrdiff_t>(to)));
                }
            }
        }
    }

    void pagesStayRightWhileLinksCome()
    {
        Fixture f;
        for (const char *slug : {"a", "b", "c", "d"})
            f.add(slug);
        LinkQuery query;
        query.limit = 2;
        const auto first = f.list(query);
        f.add("newer");
        query.cursor = first->nextCursor;
        QCOMPARE(f.codes(query), (Codes{"b", "a"}));
    }

    void filtersByStatus()
    {
        Fixture f;
        f.add("active");
        const LinkId banned = f.add("banned");
        const LinkId deleted = f.add("deleted");
        QVERIFY(f.data.exec("UPDATE link SET status = 'banned' WHERE id = " + std::to_string(banned.value)).ok());
        (void)await<Result<Link>>([&](auto done) { f.service.remove(deleted, std::nullopt, "tester", done); });
        for (const LinkSort sort : {LinkSort::Created, LinkSort::Clicks, LinkSort::Code, LinkSort::Expires}) {
            LinkQuery query;
            query.sort = sort;
            query.descending = false;
            QCOMPARE(f.codes(query), (Codes{"active", "banned"}));
            QCOMPARE(f.list(query)->total.value_or(-1), std::int64_t{2});
            query.status = LinkStatus::Active;
            QCOMPARE(f.codes(query), (Codes{"active"}));
            QCOMPARE(f.list(query)->total.value_or(-1), std::int64_t{1});
            query.status = LinkStatus::Banned;
            QCOMPARE(f.codes(query), (Codes{"banned"}));
            query.status = LinkStatus::Deleted;
            QCOMPARE(f.codes(query), (Codes{"deleted"}));
            QCOMPARE(f.list(query)->total.value_or(-1), std::int64_t{1});
        }
    }

    void filtersByTagAndDomain()
    {
        Fixture f;
        const auto domain =
            await<Result<Domain>>([&](auto done) { f.service.createDomain("go.example", {}, "t", done); });
        NewLink request;
        request.target = "https://a.example/";
        request.slug = "tagged";
        request.tags = {"News"};
        f.add(request);
        request.slug = "other";
        request.tags = {"Old", "x"};
        f.add(request);
        request.slug = "elsewhere";
        request.tags = {"news"};
        request.domain = domain->id;
        f.add(request);
        for (const LinkSort sort : {LinkSort::Created, LinkSort::Clicks, LinkSort::Code, LinkSort::Expires}) {
            LinkQuery query;
            query.sort = sort;
            query.descending = false;
            query.tag = "NEWS";
            auto found = f.codes(query);
            std::sort(found.begin(), found.end());
            QCOMPARE(found, (Codes{"elsewhere", "tagged"}));
            QCOMPARE(f.list(query)->total.value_or(-1), std::int64_t{2});
            query.domain = domain->id;
            QCOMPARE(f.codes(query), (Codes{"elsewhere"}));
            query.tag.reset();
            QCOMPARE(f.codes(query), (Codes{"elsewhere"}));
            query.domain = kDefaultDomain;
            QCOMPARE(f.codes(query).size(), std::size_t{2});
            query.tag = "no such tag";
            QVERIFY(f.codes(query).empty());
        }
    }

    void searchesBeforeAndAfterIndexing_data()
    {
        QTest::addColumn<bool>("indexed");
        QTest::newRow("before the index has the links") << false;
        QTest::newRow("after the index has the links") << true;
    }

    void searchesBeforeAndAfterIndexing() // R34
    {
        QFETCH(bool, indexed);
        Fixture f;
        if (!indexed) // as if a large import lay in front of the indexer
            QVERIFY(
                f.data.exec("CREATE TRIGGER hold BEFORE UPDATE ON search_state BEGIN SELECT RAISE(ABORT, 'held'); END")
                    .ok());
        f.add("summer-sale", "https://shop.example/100%25_off", "Summer \"Sale\" 100%");
        f.add("їжак", "https://b.example/x_y", "Їжак і Straße");
        f.add("path", "https://c.example/a\\b?q=it's", "back\\slash");
        if (indexed)
            f.data.settleSearch();
        const auto expect = [&](const std::string &text, const Codes &codes) {
            if (f.search(text) != codes)
                qWarning() << "search" << text.c_str();
            return f.search(text) == codes;
        };
        QVERIFY(expect("SUMMER", {"summer-sale"}));
        QVERIFY(expect("  sale  ", {"summer-sale"}));
        QVERIFY(expect("shop.example", {"summer-sale"}));
        QVERIFY(expect("\"sale\"", {"summer-sale"}));
        QVERIFY(expect("100%", {"summer-sale"}));
        QVERIFY(expect("%", {"summer-sale"}));
        QVERIFY(expect("_", {"summer-sale", "їжак"}));
        QVERIFY(expect("x_y", {"їжак"}));
        QVERIFY(expect("xzy", {}));
        QVERIFY(expect("a_example", {}));
        QVERIFY(expect("ЇЖА", {"їжак"}));
        QVERIFY(expect("Їж", {"їжак"}));
        QVERIFY(expect("STRAßE", {"їжак"}));
        QVERIFY(expect("it's", {"path"}));
        QVERIFY(expect("k\\s", {"path"}));
        QVERIFY(expect("*", {}));
        QVERIFY(expect("sum* OR path", {}));
        QVERIFY(expect("code:summer", {}));
        QVERIFY(expect("\"", {"summer-sale"}));
        QVERIFY(expect("\"\"\"", {}));
        QVERIFY(expect("NOT", {}));
        QVERIFY(expect(std::string("sum\0mer", 7), {}));
        QVERIFY(expect("\xff\xfe\xfd", {}));
        QVERIFY(expect(std::string(9000, 'x'), {}));
        QVERIFY(expect("e", {"path", "summer-sale", "їжак"}));
        QVERIFY(expect("", {"path", "summer-sale", "їжак"}));
    }

    void searchWorksWithEveryOrderAndFilter()
    {
        Fixture f;
        for (int i = 0; i < 30; ++i) {
            NewLink request;
            request.target = "https://a.example/needle";
            request.slug = "code" + std::to_string(i);
            if (i % 2 == 0)
                request.tags = {"even"};
            if (i % 3 == 0)
                request.expiresAt = f.clock.now() + std::chrono::hours(i + 1);
            const LinkId id = f.add(request);
            if (i % 5 == 0)
                f.setClicks(id, i);
        }
        f.data.settleSearch();
        for (const LinkSort sort : {LinkSort::Created, LinkSort::Clicks, LinkSort::Code, LinkSort::Expires}) {
            for (const bool descending : {false, true}) {
                LinkQuery query;
                query.sort = sort;
                query.descending = descending;
                query.limit = 7;
                const Codes all = f.allPages(query);
                QCOMPARE(all.size(), std::size_t{30});
                query.search = "NEEDLE";
                QCOMPARE(f.allPages(query), all);
                QCOMPARE(f.list(query)->total.value_or(-1), std::int64_t{30});
                query.search = "le"; // too short for the index
                QCOMPARE(f.allPages(query), all);
                query.search = "needle";
                query.tag = "even";
                QCOMPARE(f.allPages(query).size(), std::size_t{15});
            }
        }
    }

    void searchFollowsEdits()
    {
        Fixture f;
        const LinkId id = f.add("before", "https://old.example/", "first title");
        f.data.settleSearch();
        LinkPatch patch;
        patch.slug = "after";
        patch.target = "https://new.example/";
        patch.title = "second title";
        for (int round = 0; round < 2; ++round) {
            if (round == 0) {
                (void)await<Result<Link>>([&](auto done) { f.service.edit(id, patch, std::nullopt, "t", done); });
            } else {
                f.data.settleSearch();
            }
            QVERIFY(f.search("before").empty());
            QVERIFY(f.search("old.example").empty());
            QVERIFY(f.search("first").empty());
            QCOMPARE(f.search("new.example"), (Codes{"after"}));
            QCOMPARE(f.search("SECOND"), (Codes{"after"}));
        }
    }
};

QTEST_GUILESS_MAIN(TestLinkList)
#include "tst_linklist.moc"
