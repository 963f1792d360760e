#include "links/linksearch.h"

#include "fakes.h"
#include "store/linkstore.h"
#include "store/statement.h"
#include "store/textmatch.h"
#include "tempstore.h"

#include <QTest>

using namespace linkdesk::core;
using namespace linkdesk::test;

class TestSearchIndex : public QObject {
    Q_OBJECT

    FakeClock m_clock;

    std::int64_t matches(TempStore &data, const std::string &text)
    {
        return data.number("SELECT count(*) FROM link_search WHERE link_search MATCH '" + trigramExpression(text)
                           + "'");
    }

    LinkId add(TempStore &data, const std::string &code, const std::string &title)
    {
        LinkId id;
        const auto done = data.write([&](SqlConnection &connection) -> Result<void> {
            Link link;
            link.code = code;
            link.target = "https://a.example/";
            link.title = title;
            const auto outcome = insertLink(connection, link, code);
            if (!outcome)
                return outcome.error();
            id = outcome->id;
            return {};
        });
        if (!done)
            qFatal("%s", done.error().detail.c_str());
        return id;
    }

private Q_SLOTS:
    void quotesTrigrams()
    {
        QCOMPARE(trigramExpression(""), std::string());
        QCOMPARE(trigramExpression("ab"), std::string());
        QCOMPARE(trigramExpression("їж"), std::string());
        QCOMPARE(trigramExpression("abc"), std::string("\"abc\""));
        QCOMPARE(trigramExpression("abcd"), std::string("\"abc\" \"bcd\""));
        QCOMPARE(trigramExpression("a\"b"), std::string("\"a\"\"b\""));
        QCOMPARE(trigramExpression("їжак"), std::string("\"їжа\" \"жак\""));
        QVERIFY(trigramExpression(std::string(9000, 'x')).size() < 200);
    }

    void foldsOneForOne()
    {
        QCOMPARE(foldForSearch("ÀÉ Straße"), std::string("àé straße"));
        QCOMPARE(foldForSearch("a\xff"), std::string("a\xef\xbf\xbd"));
        QVERIFY(containsFolded("", ""));
        QVERIFY(!containsFolded("", "a"));
        QVERIFY(containsFolded("xxABC", "abc"));
        QVERIFY(!containsFolded("xxAB", "abc"));
        QVERIFY(containsFolded("ÄBC", "äbc"));
        QVERIFY(containsFolded("aab", "ab"));
    }

    void followsWithinASecond()
    {
        TempStore data(m_clock);
        add(data, "zebra", "");
        QTRY_COMPARE_WITH_TIMEOUT(matches(data, "zebra"), std::int64_t{1}, 5000);
    }

    void forgetsWhatWasEditedOrPurged()
    {
        TempStore data(m_clock);
        const LinkId edited = add(data, "zebra", "striped");
        const LinkId purged = add(data, "horse", "plain");
        data.settleSearch();
        QCOMPARE(matches(data, "striped"), std::int64_t{1});
        for (const char *title : {"dotted", "spotted"}) { // twice before the index looks again
            QVERIFY(data.write([&](SqlConnection &connection) -> Result<void> {
                const auto before = linkById(connection, edited);
                Link after = **before;
                after.title = title;
                const auto outcome = updateLink(connection, **before, after, after.code);
                return outcome ? Result<void>() : Result<void>(outcome.error());
            }).ok());
        }
        QVERIFY(data.write([&](SqlConnection &connection) { return purgeLink(connection, purged); }).ok());
        data.settleSearch();
        QCOMPARE(matches(data, "striped"), std::int64_t{0});
        QCOMPARE(matches(data, "dotted"), std::int64_t{0});
        QCOMPARE(matches(data, "spotted"), std::int64_t{1});
        QCOMPARE(matches(data, "horse"), std::int64_t{0});
        QCOMPARE(data.number("SELECT count(*) FROM search_dirty"), std::int64_t{0});
        QVERIFY(data.exec("INSERT INTO link_search(link_search) VALUES('integrity-check')").ok());
    }

    void goesOnAfterARestart()
    {
        TempStore data(m_clock);
        QVERIFY(
            data.exec(
                    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                    "INSERT INTO link(domain_id, code, status, generator, long_url, target_hash, redirect_status, "
                    "forward_query, track, version, created_at, updated_at) SELECT 1, 'code' || i, 'active', 'custom', "
                    "'https://a.example/' || i, i, 302, 1, 1, 1, 0, 0 FROM n")
                .ok());
        data.reopen();
        data.settleSearch();
        QCOMPARE(matches(data, "code"), std::int64_t{20000});
        const std::int64_t narrowed = matches(data, "code19999"); // trigrams narrow, they do not decide
        QVERIFY(narrowed >= 1 && narrowed < 100);
    }
};

QTEST_GUILESS_MAIN(TestSearchIndex)
#include "tst_searchindex.moc"
