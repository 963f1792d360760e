// The check finds each kind of damage, says it in words, and repairs what can be repaired.
#include "await.h"
#include "base/random.h"
#include "fakes.h"
#include "links/linkservice.h"
#include "store/restoreswap.h"
#include "store/settingstore.h"
#include "store/statement.h"
#include "tempstore.h"
#include "upkeep/datacheck.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace linkdesk::core;
using namespace linkdesk::test;
namespace fs = std::filesystem;

namespace {

QByteArray problemsIn(const CheckReport &report)
{
    QByteArray text;
    for (const CheckProblem &problem : report.problems)
        text += QByteArray::fromStdString(problem.code + ": " + problem.detail
                                          + (problem.repaired ? " [repaired]\n" : "\n"));
    return text;
}

} // namespace

class TestDataCheck final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();

    void nothingIsWrong();
    void damages_data();
    void damages();
    void aDamagedPageCannotBeRepaired();
    void aDamagedIndexOfAFileThatDoesNotOpen();
    void thousandsOfWrongTotals();
    void purgedLinksKeepTheirHistory();
    void countersAlone();
    void cancelled();
    void searchFindsAllAgain();

private:
    [[nodiscard]] CheckReport check(bool repair = false);
    [[nodiscard]] fs::path database() const { return m_store->folder() / kDatabaseName; }

    FakeClock m_clock;
    SeededRandom m_random;
    std::unique_ptr<TempStore> m_store;
};

// Three links with tags, a former code, look-alikes and clicks on two days.
void TestDataCheck::init()
{
    m_store = std::make_unique<TempStore>(m_clock);
    {
        LinkService links(m_store->store(), m_clock, m_random);
        for (const char *slug : {"spring", "summer", "autumn"}) {
            NewLink link;
            link.target = std::string("https://example.com/offers/") + slug;
            link.slug = slug;
            link.tags = {"season", slug};
            QVERIFY(await<Result<Created>>([&](auto done) { links.create(std::move(link), "test", done); }));
        }
        NewLink counted;
        counted.target = "https://example.com/counted";
        counted.generator = GeneratorKind::Sequence;
        QVERIFY(await<Result<Created>>([&](auto done) { links.create(std::move(counted), "test", done); }));
        LinkPatch patch;
        patch.slug = "winter";
        QVERIFY(await<Result<Link>>(
            [&](auto done) { links.edit(LinkId{3}, std::move(patch), std::nullopt, "test", done); }));
    }
    const auto clicks = m_store->exec(
        "INSERT INTO click_hour(link_id, code, bucket, dimension, value, humans, bots) VALUES"
        "(1, 'spring', 480000, '', '', 5, 1), (1, 'spring', 480001, '', '', 2, 0), (1, 'spring', 480030, '', '', 1, 0),"
        "(2, 'summer', 480001, '', '', 4, 0), (0, '', 480000, '', '', 5, 1), (0, '', 480001, '', '', 6, 0),"
        "(0, '', 480030, '', '', 1, 0), (2, 'summer', 480001, 'refused', '', 9, 0);"
        "INSERT INTO click_day(link_id, code, bucket, dimension, value, humans, bots) VALUES"
        "(1, 'spring', 20000, '', '', 7, 1), (1, 'spring', 20001, '', '', 1, 0), (2, 'summer', 20000, '', '', 4, 0),"
        "(0, '', 20000, '', '', 11, 1), (0, '', 20001, '', '', 1, 0);"
        "INSERT INTO link_total(link_id, humans, bots, last_click_at) VALUES(1, 8, 1, 1), (2, 4, 0, 1)");
    QVERIFY2(clicks, clicks ? "" : clicks.error().detail.c_str());
    m_store->settleSearch();
}

void TestDataCheck::cleanup()
{
    m_store.reset();
}

CheckReport TestDataCheck::check(bool repair)
{
    auto report = checkDatabase(m_store->store(), repair, {});
    if (!report) {
        CheckReport failed;
        failed.add("failed", report.error().detail);
        return failed;
    }
    return std::move(*report);
}

void TestDataCheck::nothingIsWrong()
{
    const CheckReport report = check();
    QCOMPARE(problemsIn(report), QByteArray());
    const std::pair<std::string, std::int64_t> links{"links", 4};
    QVERIFY(std::find(report.checked.begin(), report.checked.end(), links) != report.checked.end());
    const QStringList left =
        QDir(QString::fromStdString(m_store->folder().string())).entryList({QStringLiteral("*check*")}, QDir::Files);
    QCOMPARE(left, QStringList());
}

void TestDataCheck::damages_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<bool>("repairable");
    const auto row = [](const char *name, const char *sql, const char *code, const char *words,
                        bool repairable = true) {
        QTest::newRow(name) << QByteArray(sql) << QByteArray(code) << QByteArray(words) << repairable;
    };
    row("a total too high", "UPDATE link_total SET humans = 99 WHERE link_id = 1", "click-total",
        "Link 1 shows 99 and 1 of bots clicks, but its hours hold 8 and 1 of bots.");
    row("a total that is missing", "DELETE FROM link_total WHERE link_id = 2", "click-total",
        "Link 2 shows 0 clicks, but its hours hold 4.");
    row("a total without hours", "INSERT INTO link_total(link_id, humans, bots) VALUES(3, 1, 0)", "click-total",
        "Link 3 shows 1 clicks, but its hours hold 0.");
    row("bots counted wrongly", "UPDATE link_total SET bots = 0 WHERE link_id = 1", "click-total",
        "Link 1 shows 8 clicks");
    row("a day too low", "UPDATE click_day SET humans = 3 WHERE link_id = 2", "click-day",
        "Link 2: day 20000 since 1970 has 3 clicks, but its hours hold 4.");
    row("a day that is missing", "DELETE FROM click_day WHERE link_id = 1 AND bucket = 20001", "click-day",
        "Link 1: day 20001");
    row("a day without hours", "INSERT INTO click_day VALUES(2, 'summer', 19000, '', '', 3, 0)", "click-day",
        "its hours hold 0");
    row("the day of all links", "UPDATE click_day SET humans = 12 WHERE link_id = 0 AND bucket = 20000", "click-day",
        "All links: day 20000");
    row("the sum of all links",
        "UPDATE click_hour SET humans = 50 WHERE link_id = 0 AND bucket = 480001;"
        "UPDATE click_day SET humans = 55 WHERE link_id = 0 AND bucket = 20000",
        "click-sum", "Hour 480001 since 1970 has 50 clicks of all links, but the links have 6.");
    row("a sum that is missing", "DELETE FROM click_hour WHERE link_id = 0 AND bucket = 480030", "click-sum",
        "Hour 480030");
    row("a tag of no link", "INSERT INTO link_tag(tag_id, link_id) VALUES(1, 77)", "orphan",
        "A tag is kept of link 77, which is gone.");
    row("a tag that is gone", "PRAGMA foreign_keys = OFF", "", ""); // see below: no transaction may be open for it
    row("a former code that is used",
        "INSERT INTO link_alias(code, domain_id, link_id, until, created_at) VALUES('spring', 1, 2, 99999999999999, 0)",
        "shared-code", "The former code spring is another link's code.");
    row("a link in both places",
        "INSERT INTO link_archive SELECT id, domain_id, code, code_shown, status, generator, long_url, target_hash, "
        "title, note, owner, expires_at, valid_from, max_clicks, redirect_status, forward_query, track, password_hash, "
        "fallback_url, version, created_at, updated_at, deleted_at, favourite, let_expire, ban_reason, banned_by, "
        "banned_at, 0 FROM link WHERE id = 2",
        "shared-code", "Link 2 is in the archive and among the others.");
    row("two links of one code",
        "INSERT INTO link_archive SELECT 50, domain_id, code, code_shown, status, generator, long_url, target_hash, "
        "title, note, owner, expires_at, valid_from, max_clicks, redirect_status, forward_query, track, password_hash, "
        "fallback_url, version, created_at, updated_at, deleted_at, favourite, let_expire, ban_reason, banned_by, "
        "banned_at, 0 FROM link WHERE id = 2",
        "shared-code", "The code summer belongs to a link and to another one in the archive", false);
    row("a counter that stands too low", "UPDATE sequence SET next = 0, used = 3 WHERE name = 'sequence'", "number",
        "The counter of sequence codes stands at 0, but 3 numbers became links.");
    row("an index that lost a row",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX link_target ON link(target_hash) "
        "WHERE id <> 2' WHERE name = 'link_target'",
        "", "");
    row("an emptied search index", "INSERT INTO link_search(link_search) VALUES('delete-all')", "search-index",
        "The search index does not know all links");
    row("a search index ahead of its time", "UPDATE search_state SET watermark = 100", "search-index",
        "claims to know links that are not there");
    row("a damaged search index", "UPDATE link_search_data SET block = x'00' WHERE id > 10", "search-index",
        "The search index is damaged");
}

void TestDataCheck::damages()
{
    QFETCH(QByteArray, sql);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, words);
    QFETCH(bool, repairable);
    const QByteArray row = QTest::currentDataTag();
    if (row == "a tag that is gone") {
        // On a connection that does not look after references, as a foreign tool would.
        auto connection = SqlConnection::open(database(), SqlConnection::Access::ReadWrite);
        QVERIFY(
            connection
            && (*connection)
                   ->exec(
                       "PRAGMA foreign_keys = OFF; DELETE FROM tag WHERE name = 'season';"
                       "INSERT INTO look_alike(skeleton, link_id) VALUES(5, 88);"
                       "INSERT INTO link_alias(code, domain_id, link_id, until, created_at) VALUES('old', 1, 89, 0, 0);"
                       "INSERT INTO link_tag(tag_id, link_id) VALUES(400, 1)"));
        code = "orphan";
        words = "has a tag that is gone";
    } else if (row == "an index that lost a row") {
        // The row is taken out of the index through a definition that leaves it out.
        m_store->close();
        {
            auto connection = SqlConnection::open(database(), SqlConnection::Access::ReadWrite);
            QVERIFY(connection && (*connection)->exec(std::string_view(sql.constData())));
        }
        {
            auto connection = SqlConnection::open(database(), SqlConnection::Access::ReadWrite);
            QVERIFY(connection
                    && (*connection)
                           ->exec("REINDEX link_target; PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = "
                                  "'CREATE INDEX link_target ON link(target_hash)' WHERE name = 'link_target'"));
        }
        m_store->reopen();
        code = "index";
        words = "The index link_target does not agree with its table";
    } else {
        const auto done = m_store->exec(sql.toStdString());
        QVERIFY2(done, done ? "" : done.error().detail.c_str());
    }
    const CheckReport found = check();
    const QByteArray text = problemsIn(found);
    QVERIFY2(!found.problems.empty(), "nothing was found");
    QVERIFY2(text.contains(code + ": "), text.constData());
    QVERIFY2(text.contains(words), text.constData());
    QVERIFY2(!text.contains("[repaired]"), text.constData());
    for (const CheckProblem &problem : found.problems)
        QVERIFY2(QByteArray::fromStdString(problem.code) == code
                     || (code == "click-sum" && problem.code == "click-day"),
                 text.constData());

    const CheckReport repaired = check(true);
    QCOMPARE(repaired.problems.size(), found.problems.size());
    QCOMPARE(repaired.left(), repairable ? 0u : found.problems.size());
    m_store->settleSearch();
    const CheckReport after = check();
    QCOMPARE(problemsIn(after), repairable ? QByteArray() : text);
    QCOMPARE(m_store->number("SELECT count(*) FROM link"), 4);
    if (code.startsWith("click")) {
        QCOMPARE(m_store->number("SELECT humans FROM link_total WHERE link_id = 1"), 8);
        QCOMPARE(m_store->number("SELECT humans FROM link_total WHERE link_id = 2"), 4);
        QCOMPARE(m_store->number("SELECT humans FROM click_day WHERE link_id = 0 AND bucket = 20000"), 11);
        QCOMPARE(m_store->number("SELECT humans FROM click_hour WHERE link_id = 0 AND bucket = 480001"), 6);
    }
}

void TestDataCheck::aDamagedPageCannotBeRepaired()
{
    const auto page = m_store->number("SELECT rootpage FROM sqlite_schema WHERE name = 'audit'");
    m_store->reopen();
    QFile file(QString::fromStdString(database().string()));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek((page - 1) * 4096)
            && file.write(QByteArray(4096, '\x5a')) == 4096);
    file.close();
    const CheckReport report = check(true);
    QVERIFY2(!report.problems.empty() && report.left() > 0, problemsIn(report).constData());
    QVERIFY2(problemsIn(report).contains("Restore a backup"), problemsIn(report).constData());
}

void TestDataCheck::aDamagedIndexOfAFileThatDoesNotOpen()
{
    const auto page = m_store->number("SELECT rootpage FROM sqlite_schema WHERE name = 'link_target'");
    m_store->close();
    QFile file(QString::fromStdString(database().string()));
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek((page - 1) * 4096)
            && file.write(QByteArray(4096, '\x5a')) == 4096);
    file.close();
    StoreOptions options;
    options.dataDir = m_store->folder();
    QCOMPARE(Store::open(options, m_clock).error().code, ErrorCode::Corrupt);
    const auto found = checkDamagedFile(m_store->folder(), m_clock.now(), false);
    QVERIFY(found && !found->problems.empty());
    const auto repaired = checkDamagedFile(m_store->folder(), m_clock.now(), true);
    QVERIFY2(repaired && repaired->left() == 0,
             repaired ? problemsIn(*repaired).constData() : repaired.error().detail.c_str());
    m_store->reopen();
    QCOMPARE(problemsIn(check()), QByteArray());
}

void TestDataCheck::thousandsOfWrongTotals()
{
    const auto done = m_store->exec("WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 25099) "
                                    "INSERT INTO link_total(link_id, humans, bots) SELECT i, 1, 0 FROM n");
    QVERIFY(done);
    const CheckReport report = check(true);
    QCOMPARE(report.problems.size(), 25000u);
    QCOMPARE(report.left(), 0u);
    QCOMPARE(m_store->number("SELECT sum(humans) FROM link_total"), 12);
}

void TestDataCheck::purgedLinksKeepTheirHistory()
{
    QVERIFY(m_store->exec("DELETE FROM link_tag WHERE link_id = 2; DELETE FROM link_total WHERE link_id = 2; DELETE "
                          "FROM link WHERE id = 2"));
    const QByteArray text = problemsIn(check());
    QVERIFY2(!text.contains("click"), text.constData());
}

void TestDataCheck::countersAlone()
{
    QVERIFY(m_store->exec(
        "UPDATE link_total SET humans = 7 WHERE link_id = 1; INSERT INTO link_tag(tag_id, link_id) VALUES(1, 77)"));
    const auto report = checkCounters(m_store->store(), {});
    QVERIFY(report);
    QCOMPARE(report->problems.size(), 1u);
    QCOMPARE(report->problems[0].code, std::string("click-total"));
}

void TestDataCheck::cancelled()
{
    for (const int at : {1, 2}) {
        std::atomic<int> left{at};
        TaskControl control;
        control.goOn = [&left] { return --left > 0; };
        const auto report = checkDatabase(m_store->store(), true, control);
        QVERIFY(!report);
        QCOMPARE(report.error().code, ErrorCode::Unavailable);
    }
    QCOMPARE(
        QDir(QString::fromStdString(m_store->folder().string())).entryList({QStringLiteral("*check*")}, QDir::Files),
        QStringList());
}

void TestDataCheck::searchFindsAllAgain()
{
    QVERIFY(m_store->exec("INSERT INTO link_search(link_search) VALUES('delete-all')"));
    QCOMPARE(m_store->number("SELECT count(*) FROM link_search WHERE link_search MATCH 'off'"), 0);
    QCOMPARE(check(true).left(), 0u);
    m_store->settleSearch();
    QCOMPARE(m_store->number("SELECT count(*) FROM link_search WHERE link_search MATCH 'off'"), 3);
}

QTEST_GUILESS_MAIN(TestDataCheck)
#include "tst_datacheck.moc"
