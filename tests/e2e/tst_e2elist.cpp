// Many links: paging, order, search, tags, bulk, slug check, and sums that agree everywhere.
#include "daemon.h"
#include "daemonclient.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace linkdesk::test;

class TestE2eList final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void bulkCreatesAnswerOneByOne();
    void bulkRefusals_data();
    void bulkRefusals();
    void pagesAreCompleteWhileRowsAreInserted_data();
    void pagesAreCompleteWhileRowsAreInserted();
    void orders_data();
    void orders();
    void search_data();
    void search();
    void tags();
    void statusFilters();
    void findByCode();
    void wrongParametersAreNamed_data();
    void wrongParametersAreNamed();
    void reuseGivesTheExistingLink();
    void slugCheck_data();
    void slugCheck();
    void statsSumsEqualTheListTotal();
    void parallelCreatesWithOneNewTag();

private:
    QByteArray newUrl() { return "https://example.com/n/" + QByteArray::number(++m_urls); }

    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
    int m_urls = 0;
};

void TestE2eList::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
}

void TestE2eList::bulkCreatesAnswerOneByOne()
{
    QJsonArray items;
    for (int i = 0; i < 2000; ++i)
        items.append(QJsonObject{{QStringLiteral("url"), QString::fromLatin1(newUrl())}});
    items.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("javascript:alert(1)")}});
    items.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/")},
                             {QStringLiteral("slug"), QStringLiteral("twice")}});
    items.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/")},
                             {QStringLiteral("slug"), QStringLiteral("twice")}});
    items.append(
        QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/")}, {QStringLiteral("nope"), 1}});
    items.append(QStringLiteral("no object"));
    const ApiAnswer answer = m_api->send("POST", "links/bulk", QJsonDocument(items).toJson(QJsonDocument::Compact));
    QCOMPARE(answer.status(), 200);
    const QJsonArray results = answer.json[QLatin1String("results")].toArray();
    QCOMPARE(results.size(), items.size());
    const auto statusAt = [&](int i) { return results[i].toObject()[QLatin1String("status")].toInt(); };
    QSet<QString> codes;
    for (int i = 0; i < 2000; ++i) {
        QCOMPARE(statusAt(i), 201);
        codes.insert(results[i].toObject()[QLatin1String("link")][QLatin1String("code")].toString());
    }
    QCOMPARE(codes.size(), 2000);
    QCOMPARE(statusAt(2000), 422);
    QCOMPARE(statusAt(2001), 201);
    QCOMPARE(statusAt(2002), 409);
    QCOMPARE(statusAt(2003), 422);
    QCOMPARE(statusAt(2004), 422);
    const QJsonObject problem = results[2003].toObject()[QLatin1String("problem")].toObject();
    QCOMPARE(problem[QLatin1String("code")].toString(), QStringLiteral("invalid-input"));
    QCOMPARE(problem[QLatin1String("field")].toString(), QStringLiteral("nope"));
    HttpClient visitor(m_daemon.publicPort());
    QCOMPARE(visitor.get("/" + (*codes.cbegin()).toLatin1()).status, 302);
    QCOMPARE(visitor.get("/twice").status, 302);
}

void TestE2eList::bulkRefusals_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    QTest::newRow("no array") << QByteArray("{}") << 422;
    QTest::newRow("too many") << "[" + QByteArray("{},").repeated(10'000) + "{}]" << 422;
    QTest::newRow("no JSON") << QByteArray("[{]") << 400;
    QTest::newRow("none") << QByteArray("[]") << 200;
}

void TestE2eList::bulkRefusals()
{
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    QCOMPARE(m_api->send("POST", "links/bulk", body).status(), status);
}

void TestE2eList::pagesAreCompleteWhileRowsAreInserted_data()
{
    QTest::addColumn<QByteArray>("sort");
    for (const char *sort : {"created", "-created", "code", "-code", "clicks", "-clicks", "expires", "-expires"})
        QTest::newRow(sort) << QByteArray(sort);
}

// Every link that was there at the start comes exactly once, whatever is added meanwhile.
void TestE2eList::pagesAreCompleteWhileRowsAreInserted()
{
    QFETCH(QByteArray, sort);
    QSet<qint64> before;
    const QList<QJsonObject> all = m_api->list();
    for (const QJsonObject &link : all)
        before.insert(link[QLatin1String("id")].toInteger());
    QVERIFY(before.size() >= 2000);
    QSet<qint64> seen;
    int twice = 0;
    QByteArray cursor;
    do {
        QByteArray path = "links?limit=97&sort=" + sort;
        if (!cursor.isEmpty())
            path += "&cursor=" + cursor.toPercentEncoding();
        const ApiAnswer page = m_api->get(path);
        QCOMPARE(page.status(), 200);
        const QJsonArray links = page.json[QLatin1String("links")].toArray();
        QVERIFY(links.size() <= 97);
        for (const QJsonValue &link : links) {
            const qint64 id = link[QLatin1String("id")].toInteger();
            twice += seen.contains(id) ? 1 : 0;
            seen.insert(id);
        }
        cursor = page.json[QLatin1String("nextCursor")].toString().toLatin1();
        QCOMPARE(m_api->create(newUrl()).status(), 201);
    } while (!cursor.isEmpty());
    QCOMPARE(twice, 0);
    QCOMPARE((before - seen).size(), 0);
}

void TestE2eList::orders_data()
{
    QTest::addColumn<QByteArray>("sort");
    QTest::addColumn<QByteArray>("slugs");
    QTest::newRow("created") << QByteArray("created") << QByteArray("order-b,order-c,order-a");
    QTest::newRow("created, descending") << QByteArray("-created") << QByteArray("order-a,order-c,order-b");
    QTest::newRow("code") << QByteArray("code") << QByteArray("order-a,order-b,order-c");
    QTest::newRow("code, descending") << QByteArray("-code") << QByteArray("order-c,order-b,order-a");
    QTest::newRow("clicks, descending") << QByteArray("-clicks") << QByteArray("order-c,order-a,order-b");
    QTest::newRow("clicks") << QByteArray("clicks") << QByteArray("order-b,order-a,order-c");
    // Those without an end come last, whichever way.
    QTest::newRow("expires") << QByteArray("expires") << QByteArray("order-c,order-b,order-a");
}

void TestE2eList::orders()
{
    QFETCH(QByteArray, sort);
    QFETCH(QByteArray, slugs);
    const auto make = [this](const char *slug, const QJsonValue &expires) {
        return m_api->post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/order")},
                                     {QStringLiteral("slug"), QString::fromLatin1(slug)},
                                     {QStringLiteral("tags"), QJsonArray{QStringLiteral("order")}},
                                     {QStringLiteral("expiresAt"), expires}});
    };
    if (make("order-b", QStringLiteral("2100-02-01T00:00:00Z")).status() == 201) {
        QCOMPARE(make("order-c", QStringLiteral("2100-01-01T00:00:00+01:00")).status(), 201);
        const ApiAnswer a = make("order-a", QJsonValue());
        QCOMPARE(a.status(), 201);
        HttpClient visitor(m_daemon.publicPort());
        for (const QByteArray slug : {"order-c", "order-c", "order-a"})
            QCOMPARE(visitor.get("/" + slug).status, 302);
        QTRY_COMPARE(m_api->clicks(a.id()), 1);
    }
    QByteArrayList found;
    const QList<QJsonObject> links = m_api->list("tag=order&sort=" + sort);
    for (const QJsonObject &link : links)
        found.append(link[QLatin1String("code")].toString().toLatin1());
    QCOMPARE(found.join(','), slugs);
}

void TestE2eList::search_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("count");
    QTest::newRow("in the code") << QByteArray("needle-co") << 1;
    QTest::newRow("in the target") << QByteArray("haystack.example") << 3;
    QTest::newRow("in the title, other case") << QByteArray("SUMMER SALE") << 1;
    QTest::newRow("two characters") << QByteArray("q\xc3\xb6") << 1;
    QTest::newRow("percent is no wildcard") << QByteArray("50% off") << 1;
    QTest::newRow("percent alone is no wildcard") << QByteArray("%%%") << 0;
    QTest::newRow("underscore is no wildcard") << QByteArray("____") << 0;
    QTest::newRow("quotes") << QByteArray("\"' OR 1=1 --") << 0;
    QTest::newRow("FTS words") << QByteArray("NEAR AND OR NOT *") << 0;
    QTest::newRow("emoji") << QByteArray("\xf0\x9f\x8e\x89") << 1;
    QTest::newRow("nothing") << QByteArray("zzz-not-there") << 0;
}

// R34.
void TestE2eList::search()
{
    QFETCH(QByteArray, text);
    QFETCH(int, count);
    const auto make = [this](const char *slug, const char *title) {
        return m_api
            ->post("links", {{QStringLiteral("url"), QStringLiteral("https://haystack.example/x")},
                             {QStringLiteral("slug"), QString::fromLatin1(slug)},
                             {QStringLiteral("title"), QString::fromUtf8(title)}})
            .status();
    };
    if (make("needle-code", "Summer sale q\xc3\xb6") == 201) {
        QCOMPARE(make("needle-2", "50% off \xf0\x9f\x8e\x89"), 201);
        QCOMPARE(make("needle-3", ""), 201);
    }
    // The index follows the writes at most a second behind.
    QTRY_COMPARE(m_api->list("search=" + text.toPercentEncoding()).size(), count);
}

void TestE2eList::tags()
{
    const auto tagged = [this](const QJsonArray &tags) {
        return m_api->post("links",
                           {{QStringLiteral("url"), QString::fromLatin1(newUrl())}, {QStringLiteral("tags"), tags}});
    };
    const ApiAnswer made = tagged({QStringLiteral("News"), QStringLiteral("b"), QStringLiteral("News")});
    QCOMPARE(made.status(), 201);
    QCOMPARE(made.json[QLatin1String("tags")].toArray().size(), 2);
    QCOMPARE(tagged({QStringLiteral("b")}).status(), 201);
    QCOMPARE(m_api->list("tag=News").size(), 1);
    QCOMPARE(m_api->list("tag=news").size(), 1); // "News" and "news" are one
    QCOMPARE(m_api->list("tag=b").size(), 2);
    QCOMPARE(m_api->list("tag=c").size(), 0);
    const QByteArray path = "links/" + QByteArray::number(made.id());
    QCOMPARE(m_api->patch(path, {{QStringLiteral("tags"), QJsonArray{QStringLiteral("c")}}}).status(), 200);
    QCOMPARE(m_api->list("tag=c").size(), 1);
    QCOMPARE(m_api->list("tag=News").size(), 0);
}

void TestE2eList::statusFilters()
{
    const ApiAnswer made = m_api->create(newUrl(), "to-be-deleted");
    QCOMPARE(m_api->remove("links/" + QByteArray::number(made.id())).status(), 200);
    const auto has = [this](const QByteArray &query) {
        const QList<QJsonObject> links = m_api->list(query);
        return std::any_of(links.begin(), links.end(), [](const QJsonObject &link) {
            return link[QLatin1String("code")].toString() == QStringLiteral("to-be-deleted");
        });
    };
    QVERIFY(has("status=deleted"));
    QVERIFY(!has("status=active"));
    QVERIFY(!has(""));
    QCOMPARE(m_api->get("links?status=all&limit=1").status(), 200);
}

void TestE2eList::findByCode()
{
    QCOMPARE(m_api->create("https://example.com/by-code", "T+B-lunch").status(), 201);
    const ApiAnswer found = m_api->get("links?code=T%2BB-lunch");
    QCOMPARE(found.status(), 200);
    QCOMPARE(found.json[QLatin1String("links")].toArray().size(), 1);
    QCOMPARE(found.json[QLatin1String("total")].toInt(), 1);
    const ApiAnswer none = m_api->get("links?code=not-there");
    QCOMPARE(none.status(), 200);
    QCOMPARE(none.json[QLatin1String("links")].toArray().size(), 0);
}

void TestE2eList::wrongParametersAreNamed_data()
{
    QTest::addColumn<QByteArray>("query");
    QTest::addColumn<QString>("field");
    QTest::newRow("limit 0") << QByteArray("limit=0") << QStringLiteral("limit");
    QTest::newRow("limit 501") << QByteArray("limit=501") << QStringLiteral("limit");
    QTest::newRow("limit text") << QByteArray("limit=ten") << QStringLiteral("limit");
    QTest::newRow("limit empty") << QByteArray("limit=") << QStringLiteral("limit");
    QTest::newRow("limit overflow") << QByteArray("limit=99999999999999999999") << QStringLiteral("limit");
    QTest::newRow("negative skip") << QByteArray("skip=-1") << QStringLiteral("skip");
    QTest::newRow("unknown sort") << QByteArray("sort=colour") << QStringLiteral("sort");
    QTest::newRow("unknown status") << QByteArray("status=odd") << QStringLiteral("status");
    QTest::newRow("unknown domain") << QByteArray("domain=nowhere.example") << QStringLiteral("domain");
    QTest::newRow("unknown parameter") << QByteArray("page=1") << QStringLiteral("page");
    QTest::newRow("a cursor of nobody") << QByteArray("cursor=AAAA") << QStringLiteral("cursor");
    QTest::newRow("a binary cursor") << QByteArray("cursor=%00%FF%0A") << QStringLiteral("cursor");
}

// R28.
void TestE2eList::wrongParametersAreNamed()
{
    QFETCH(QByteArray, query);
    QFETCH(QString, field);
    const ApiAnswer answer = m_api->get("links?" + query);
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.code(), QStringLiteral("invalid-input"));
    QCOMPARE(answer.json[QLatin1String("field")].toString(), field);
}

void TestE2eList::reuseGivesTheExistingLink()
{
    const QJsonObject body{{QStringLiteral("url"), QStringLiteral("https://example.com/reused?x=1")},
                           {QStringLiteral("reuse"), true}};
    const ApiAnswer first = m_api->post("links", body);
    QCOMPARE(first.status(), 201);
    const ApiAnswer second = m_api->post("links", body);
    QCOMPARE(second.status(), 200);
    QCOMPARE(second.id(), first.id());
    QCOMPARE(m_api->create("https://example.com/reused?x=1").status(), 201);
}

void TestE2eList::slugCheck_data()
{
    QTest::addColumn<QByteArray>("slug");
    QTest::addColumn<QString>("state");
    QTest::newRow("free") << QByteArray("nobody-has-it") << QStringLiteral("free");
    QTest::newRow("taken") << QByteArray("checked") << QStringLiteral("taken");
    QTest::newRow("reserved") << QByteArray("robots.txt") << QStringLiteral("reserved");
    QTest::newRow("reserved in capitals") << QByteArray("API") << QStringLiteral("reserved");
    QTest::newRow("a slash") << QByteArray("a/b") << QStringLiteral("invalid");
    QTest::newRow("markup") << QByteArray("a b<x>") << QStringLiteral("invalid");
    QTest::newRow("191 code points") << QByteArray(191, 'x') << QStringLiteral("invalid");
    QTest::newRow("nothing") << QByteArray("") << QStringLiteral("invalid");
}

void TestE2eList::slugCheck()
{
    QFETCH(QByteArray, slug);
    QFETCH(QString, state);
    (void)m_api->create("https://example.com/", "checked");
    const ApiAnswer answer = m_api->get("slugs/check?slug=" + slug.toPercentEncoding());
    QCOMPARE(answer.status(), 200);
    QCOMPARE(answer.json[QLatin1String("state")].toString(), state);
    QCOMPARE(answer.json[QLatin1String("reason")].toString().isEmpty(), state == QStringLiteral("free"));
}

// R46: one number wherever it is shown.
void TestE2eList::statsSumsEqualTheListTotal()
{
    HttpClient visitor(m_daemon.publicPort());
    qint64 expected = 0;
    QList<qint64> ids;
    for (int i = 0; i < 5; ++i) {
        const QByteArray slug = "sum-" + QByteArray::number(i);
        const ApiAnswer made = m_api->create("https://example.com/sum", slug);
        QCOMPARE(made.status(), 201);
        ids.append(made.id());
        for (int n = 0; n <= i; ++n, ++expected)
            QCOMPARE(visitor.get("/" + slug).status, 302);
    }
    QTRY_COMPARE(m_api->clicks(ids.last()), 5);
    qint64 listed = 0;
    const QList<QJsonObject> links = m_api->list();
    for (const QJsonObject &link : links)
        listed += link[QLatin1String("clicks")][QLatin1String("humans")].toInteger();
    for (const QByteArray query :
         {"stats", "stats?bucket=hour", "stats?bucket=day&tz=America/Sao_Paulo", "stats?bucket=hour&tz=Asia/Kolkata",
          "stats?bucket=week", "stats?bucket=month&tz=Europe/Berlin"}) {
        const ApiAnswer stats = m_api->get(query);
        QCOMPARE(stats.status(), 200);
        qint64 sum = 0;
        const QJsonArray series = stats.json[QLatin1String("series")].toArray();
        for (const QJsonValue &point : series)
            sum += point[QLatin1String("humans")].toInteger();
        QCOMPARE(sum, listed);
        QCOMPARE(stats.json[QLatin1String("total")][QLatin1String("humans")].toInteger(), listed);
    }
    QCOMPARE(m_api->get("stats").json[QLatin1String("series")].toArray().size(), 7);
    for (int i = 0; i < 5; ++i) {
        const ApiAnswer one = m_api->get("stats?bucket=hour&link=" + QByteArray::number(ids[i]));
        QCOMPARE(one.json[QLatin1String("total")][QLatin1String("humans")].toInteger(), i + 1);
    }
    for (const QByteArray wrong : {"tz=Mars/Base", "bucket=year", "from=yesterday", "from=2026-01-02T00:00:00",
                                   "link=x", "from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z", "colour=red"})
        QVERIFY2(m_api->get("stats?" + wrong).status() == 422, wrong.constData());
}

void TestE2eList::parallelCreatesWithOneNewTag()
{
    std::atomic<int> made{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 8; ++i) {
        clients.emplace_back([this, &made, i] {
            ApiClient api(m_daemon.adminPort(), m_daemon.key());
            for (int n = 0; n < 5; ++n) {
                const ApiAnswer answer =
                    api.post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/tag/%1").arg(i)},
                                       {QStringLiteral("tags"), QJsonArray{QStringLiteral("brand-new-%1").arg(n)}}});
                made += answer.status() == 201 ? 1 : 0;
            }
        });
    }
    for (std::thread &client : clients)
        client.join();
    QCOMPARE(made.load(), 40);
    QCOMPARE(m_api->list("tag=brand-new-0").size(), 8);
}

QTEST_GUILESS_MAIN(TestE2eList)
#include "tst_e2elist.moc"
