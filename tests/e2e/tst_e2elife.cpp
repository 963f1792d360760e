// The life of a link as the API and its visitors see it: validity, renewal, bans, the bin, batches, undo.
#include "daemon.h"
#include "daemonclient.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace linkdesk::test;

namespace {

QString inSeconds(qint64 seconds)
{
    return QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODateWithMs);
}

QByteArray pathOf(const ApiAnswer &link, const char *more = "")
{
    return "links/" + QByteArray::number(link.id()) + more;
}

QJsonObject batchOf(const QString &filter, const QString &action, const QJsonObject &arguments = {})
{
    return {{QStringLiteral("filter"), filter}, {QStringLiteral("action"), action}, {QStringLiteral("arguments"), arguments}};
}

} // namespace

class TestE2eLife final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aLimitIsExactForFiftyAtOnce();
    void aLimitSetLaterCountsWhatWasClicked();
    void beginsAndEndsOnTime();
    void aRenewedLinkWorksAtOnce();
    void renewalUnderstandsDatesPeriodsAndQuarters();
    void aBanHoldsAtOnceAndEndsAtOnce();
    void hostsAreBannedAfterACount();
    void theBinGivesBackAndForgets();
    void aBatchOfAFilterIsUndoneInOneStep();
    void undoSaysWhoChangedWhat();
    void theHistoryOfALink();
    void theOfficeDecides();
    void whatEndsSoon();
    void theSweepClearsAway();
    void theArchiveLeadsOn();
    void badRequests_data();
    void badRequests();

private:
    ApiAnswer make(const QByteArray &slug, QJsonObject more = {})
    {
        more.insert(QStringLiteral("url"), QStringLiteral("https://example.com/") + QString::fromLatin1(slug));
        more.insert(QStringLiteral("slug"), QString::fromLatin1(slug));
        const ApiAnswer made = m_api->post("links", more);
        if (made.status() != 201)
            qWarning("%s", made.http.body.constData());
        return made;
    }
    QJsonObject finished(const ApiAnswer &started)
    {
        if (started.status() != 202) {
            qWarning("%s", started.http.body.constData());
            return {};
        }
        const QByteArray path = "jobs/" + started.json[QLatin1String("id")].toString().toLatin1();
        for (;;) {
            const ApiAnswer job = m_api->get(path);
            const QString state = job.json[QLatin1String("state")].toString();
            if (job.status() != 200 || (state != QLatin1String("running") && state != QLatin1String("waiting")))
                return job.json;
            QTest::qWait(5);
        }
    }
    int visit(const QByteArray &slug, const QByteArray &fields = {}) { return m_visitor->get("/" + slug, fields).status; }
    bool sql(const QString &statement)
    {
        bool done = false;
        {
            QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("age"));
            database.setDatabaseName(m_daemon.databaseFile());
            done = database.open();
            QSqlQuery query(database);
            done = done && query.exec(QStringLiteral("PRAGMA busy_timeout = 10000")) && query.exec(statement);
            query.clear();
            database.close();
        }
        QSqlDatabase::removeDatabase(QStringLiteral("age"));
        return done;
    }

    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
    std::unique_ptr<HttpClient> m_visitor;
};

void TestE2eLife::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    m_visitor = std::make_unique<HttpClient>(m_daemon.publicPort());
}

// R48
void TestE2eLife::aLimitIsExactForFiftyAtOnce()
{
    const ApiAnswer made = make("limited", {{QStringLiteral("maxClicks"), 777}});
    QCOMPARE(made.json[QLatin1String("maxClicks")].toInt(), 777);
    std::atomic<int> through{0};
    std::atomic<int> refused{0};
    std::vector<std::thread> visitors;
    for (int i = 0; i < 50; ++i)
        visitors.emplace_back([&, i] {
            HttpClient visitor(m_daemon.publicPort());
            for (int n = 0; n < 20; ++n) {
                if (n % 5 == i % 5) { // among them programs and HEAD, which take nothing
                    (void)visitor.get("/limited", "User-Agent: Twitterbot/1.0\r\n");
                    (void)visitor.head("/limited");
                }
                const int status = visitor.get("/limited", "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) "
                                                           "Gecko/20100101 Firefox/128.0\r\n").status;
                through += status == 302 ? 1 : 0;
                refused += status == 410 ? 1 : 0;
            }
        });
    for (std::thread &visitor : visitors)
        visitor.join();
    QCOMPARE(through.load(), 777);
    QCOMPARE(refused.load(), 1000 - 777);
    QTRY_COMPARE(m_api->clicks(made.id()), 777);
    QCOMPARE(m_api->get(pathOf(made)).json[QLatin1String("status")].toString(), QStringLiteral("used-up"));
    // More are allowed: exactly those.
    QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("maxClicks"), 779}}).status(), 200);
    QCOMPARE(visit("limited"), 302);
    QCOMPARE(visit("limited"), 302);
    QCOMPARE(visit("limited"), 410);
    // Also after the service was away.
    QCOMPARE(m_daemon.stop(), 0);
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    m_visitor = std::make_unique<HttpClient>(m_daemon.publicPort());
    QCOMPARE(visit("limited"), 410);
    QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("maxClicks"), QJsonValue()}}).status(), 200);
    QCOMPARE(visit("limited"), 302);
}

void TestE2eLife::aLimitSetLaterCountsWhatWasClicked()
{
    for (int round = 0; round < 20; ++round) {
        const QByteArray slug = "later" + QByteArray::number(round);
        const ApiAnswer made = make(slug);
        for (int i = 0; i < 10 + round; ++i)
            QCOMPARE(visit(slug), 302);
        // These clicks are still on their way to the database.
        QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("maxClicks"), 40}}).status(), 200);
        int more = 0;
        for (int i = 0; i < 50; ++i)
            more += visit(slug) == 302 ? 1 : 0;
        QCOMPARE(more, 30 - round);
        QTRY_COMPARE(m_api->clicks(made.id()), 40);
    }
}

void TestE2eLife::beginsAndEndsOnTime()
{
    const ApiAnswer early = make("early", {{QStringLiteral("validFrom"), inSeconds(2)}});
    const ApiAnswer brief = make("brief", {{QStringLiteral("expiresAt"), inSeconds(2)}});
    QCOMPARE(early.json[QLatin1String("status")].toString(), QStringLiteral("scheduled"));
    QCOMPARE(visit("early"), 404);
    QCOMPARE(visit("brief"), 302); // from the cache from now on
    QTRY_COMPARE_WITH_TIMEOUT(visit("early"), 302, 4000);
    QTRY_COMPARE_WITH_TIMEOUT(visit("brief"), 410, 4000);
    QVERIFY(m_visitor->get("/brief").body.contains("expired"));
    // Somewhere to go instead.
    QCOMPARE(m_api->patch(pathOf(brief), {{QStringLiteral("fallbackUrl"), QStringLiteral("https://example.com/late")}}).status(), 200);
    QCOMPARE(m_visitor->get("/brief").field("location"), QByteArray("https://example.com/late"));
    QCOMPARE(m_api->patch(pathOf(brief), {{QStringLiteral("fallbackUrl"), QJsonValue()}}).status(), 200);
    QCOMPARE(visit("brief"), 410);
    QCOMPARE(m_api->patch("domains/1", {{QStringLiteral("fallbackUrl"), QStringLiteral("https://example.com/home")}}).status(), 200);
    QCOMPARE(m_visitor->get("/brief").field("location"), QByteArray("https://example.com/home"));
    QCOMPARE(visit("never-was"), 404);
    QCOMPARE(m_api->patch("domains/1", {{QStringLiteral("fallbackUrl"), QJsonValue()}}).status(), 200);
    QCOMPARE(visit("brief"), 410);
}

void TestE2eLife::aRenewedLinkWorksAtOnce()
{
    const ApiAnswer made = make("lapsed", {{QStringLiteral("expiresAt"), inSeconds(3600)}});
    for (int round = 0; round < 100; ++round) {
        QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("expiresAt"), inSeconds(-5)}}).status(), 200);
        QCOMPARE(visit("lapsed"), 410);
        QCOMPARE(m_api->post(pathOf(made, "/renew"), {{QStringLiteral("extendBy"), QStringLiteral("P30D")}}).status(), 200);
        QCOMPARE(visit("lapsed"), 302);
    }
}

void TestE2eLife::renewalUnderstandsDatesPeriodsAndQuarters()
{
    const ApiAnswer made = make("quarterly", {{QStringLiteral("expiresAt"), QStringLiteral("2099-01-31T12:00:00Z")}});
    const auto endAfter = [&](const QJsonObject &body) {
        const ApiAnswer renewed = m_api->post(pathOf(made, "/renew"), body);
        return renewed.status() == 200 ? renewed.json[QLatin1String("expiresAt")].toString()
                                       : QString::fromUtf8(renewed.http.body);
    };
    QCOMPARE(endAfter({{QStringLiteral("extendBy"), QStringLiteral("P1M")}, {QStringLiteral("timeZone"), QStringLiteral("UTC")}}),
             QStringLiteral("2099-02-28T12:00:00.000Z"));
    QCOMPARE(endAfter({{QStringLiteral("until"), QStringLiteral("quarter-end")},
                       {QStringLiteral("timeZone"), QStringLiteral("Asia/Kolkata")}}),
             QStringLiteral("2099-03-31T18:29:59.000Z"));
    QCOMPARE(endAfter({{QStringLiteral("expiresAt"), QStringLiteral("2098-06-01T00:00:00+02:00")}}),
             QStringLiteral("2098-05-31T22:00:00.000Z"));
    QVERIFY(endAfter({{QStringLiteral("expiresAt"), QJsonValue()}}).isEmpty());
    QVERIFY(endAfter({{QStringLiteral("expiresAt"), QStringLiteral("2001-01-01T00:00:00Z")}}).contains(QLatin1String("over already")));
}

void TestE2eLife::aBanHoldsAtOnceAndEndsAtOnce()
{
    const ApiAnswer made = make("suspect");
    for (int round = 0; round < 100; ++round) {
        QCOMPARE(visit("suspect"), 302);
        const ApiAnswer banned = m_api->post(pathOf(made, "/ban"), {{QStringLiteral("reason"), QStringLiteral("phishing")}});
        QCOMPARE(banned.status(), 200);
        QCOMPARE(visit("suspect"), 403);
        if (round == 0) {
            const QJsonObject ban = banned.json[QLatin1String("ban")].toObject();
            QCOMPARE(ban[QLatin1String("reason")].toString(), QStringLiteral("phishing"));
            QVERIFY(!ban[QLatin1String("by")].toString().isEmpty() && !ban[QLatin1String("at")].toString().isEmpty());
            const HttpAnswer page = m_visitor->get("/suspect");
            QVERIFY(!page.body.contains("phishing") && !page.body.contains("example.com"));
        }
        QCOMPARE(m_api->send("POST", pathOf(made, "/unban")).status(), 200);
    }
    QCOMPARE(visit("suspect"), 302);
}

void TestE2eLife::hostsAreBannedAfterACount()
{
    const auto to = [&](const QByteArray &slug, const QString &url) {
        QCOMPARE(m_api->post("links", {{QStringLiteral("url"), url}, {QStringLiteral("slug"), QString::fromLatin1(slug)}}).status(), 201);
        QCOMPARE(visit(slug), 302);
    };
    to("h1", QStringLiteral("https://evil.example/a"));
    to("h2", QStringLiteral("https://www.evil.example:8443/b"));
    to("h3", QStringLiteral("https://notevil.example/"));
    to("h4", QStringLiteral("https://good.example/?u=evil.example"));
    QJsonObject ask = batchOf(QStringLiteral("host:evil.example"), QStringLiteral("ban"),
                              {{QStringLiteral("reason"), QStringLiteral("malware")}});
    ask.insert(QStringLiteral("dryRun"), true);
    QCOMPARE(m_api->post("links/batch", ask).json[QLatin1String("count")].toInt(), 2);
    QCOMPARE(visit("h1"), 302);
    ask.remove(QStringLiteral("dryRun"));
    const QJsonObject job = finished(m_api->post("links/batch", ask));
    QCOMPARE(job[QLatin1String("changed")].toInt(), 2);
    QCOMPARE(visit("h1"), 403);
    QCOMPARE(visit("h2"), 403);
    QCOMPARE(visit("h3"), 302);
    QCOMPARE(visit("h4"), 302);
    const QJsonObject bans = m_api->get("bans").json;
    QCOMPARE(bans[QLatin1String("links")].toInt(), 2);
    QCOMPARE(bans[QLatin1String("hosts")].toArray().size(), 2);
    QCOMPARE(bans[QLatin1String("hosts")].toArray()[0].toObject()[QLatin1String("reason")].toString(), QStringLiteral("malware"));
}

void TestE2eLife::theBinGivesBackAndForgets()
{
    const ApiAnswer made = make("binned", {{QStringLiteral("tags"), QJsonArray{QStringLiteral("t")}}});
    QCOMPARE(visit("binned"), 302);
    QCOMPARE(m_api->send("DELETE", pathOf(made, "?purge=true")).status(), 422); // not in the bin
    QCOMPARE(m_api->remove(pathOf(made)).status(), 200);
    QCOMPARE(visit("binned"), 404);
    QCOMPARE(m_api->create("https://example.com/", "binned").code(), QStringLiteral("slug-taken"));
    QCOMPARE(m_api->send("POST", pathOf(made, "/restore")).status(), 200);
    QCOMPARE(visit("binned"), 302);
    QCOMPARE(m_api->remove(pathOf(made)).status(), 200);
    ApiClient writer(m_daemon.adminPort(), m_daemon.makeKey(QStringLiteral("write")));
    QCOMPARE(writer.send("DELETE", pathOf(made, "?purge=true")).status(), 403);
    QCOMPARE(m_api->send("DELETE", pathOf(made, "?purge=true")).status(), 204);
    QCOMPARE(m_api->get(pathOf(made)).status(), 404);
    QCOMPARE(m_api->create("https://example.com/again", "binned").status(), 201);
    QCOMPARE(m_visitor->get("/binned").field("location"), QByteArray("https://example.com/again"));
}

void TestE2eLife::aBatchOfAFilterIsUndoneInOneStep()
{
    QJsonArray many;
    for (int i = 0; i < 1500; ++i)
        many.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/b%1").arg(i)},
                                {QStringLiteral("tags"), QJsonArray{QStringLiteral("campaign")}},
                                {QStringLiteral("expiresAt"), QStringLiteral("2099-05-01T00:00:00Z")}});
    QCOMPARE(m_api->send("POST", "links/bulk", QJsonDocument(many).toJson()).status(), 200);
    const QJsonObject job = finished(m_api->post(
        "links/batch", batchOf(QStringLiteral("tag:campaign"), QStringLiteral("renew"), {{QStringLiteral("extendBy"), QStringLiteral("P1Y")}})));
    QCOMPARE(job[QLatin1String("state")].toString(), QStringLiteral("done"));
    QCOMPARE(job[QLatin1String("total")].toInt(), 1500);
    QCOMPARE(job[QLatin1String("changed")].toInt(), 1500);
    QVERIFY(job[QLatin1String("undoable")].toBool());
    const auto renewedNow = [&] {
        ApiAnswer page = m_api->get("links?filter=tag:campaign%20expires:2100-05-01&limit=1");
        return page.json[QLatin1String("links")].toArray().size();
    };
    QCOMPARE(renewedNow(), 1);
    const HttpAnswer report = m_api->get("jobs/" + job[QLatin1String("id")].toString().toLatin1() + "/report.csv").http;
    QCOMPARE(report.status, 200);
    QCOMPARE(report.body.count("\r\n"), 1501);
    const QByteArray audit = QByteArray::number(job[QLatin1String("auditId")].toInt());
    const QJsonObject undo = finished(m_api->send("POST", "audit/" + audit + "/undo"));
    QCOMPARE(undo[QLatin1String("changed")].toInt(), 1500);
    QCOMPARE(renewedNow(), 0);
    QCOMPARE(m_api->send("POST", "audit/" + audit + "/undo").code(), QStringLiteral("already-undone"));
    // In the list of changes a batch is one.
    const QJsonArray entries = m_api->get("audit?limit=2").json[QLatin1String("entries")].toArray();
    QCOMPARE(entries[0].toObject()[QLatin1String("action")].toString(), QStringLiteral("undo"));
    QCOMPARE(entries[0].toObject()[QLatin1String("links")].toInt(), 1500);
    QCOMPARE(entries[1].toObject()[QLatin1String("undoneBy")].toInt(), entries[0].toObject()[QLatin1String("id")].toInt());
}

void TestE2eLife::undoSaysWhoChangedWhat()
{
    const ApiAnswer made = make("contested");
    QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("title"), QStringLiteral("mine")}}).status(), 200);
    const auto latest = [&] {
        return m_api->get("audit?limit=1&link=" + QByteArray::number(made.id())).json[QLatin1String("entries")].toArray()[0].toObject();
    };
    const QByteArray mine = QByteArray::number(latest()[QLatin1String("id")].toInt());
    QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("title"), QStringLiteral("theirs")}}).status(), 200);
    const ApiAnswer refused = m_api->send("POST", "audit/" + mine + "/undo");
    QCOMPARE(refused.status(), 409);
    QCOMPARE(refused.code(), QStringLiteral("changed-meanwhile"));
    QVERIFY(refused.json[QLatin1String("detail")].toString().contains(QLatin1String("title")));
    QCOMPARE(m_api->get(pathOf(made)).json[QLatin1String("title")].toString(), QStringLiteral("theirs"));
    const ApiAnswer undone = m_api->send("POST", "audit/" + QByteArray::number(latest()[QLatin1String("id")].toInt()) + "/undo");
    QCOMPARE(undone.status(), 200);
    QCOMPARE(undone.json[QLatin1String("link")].toObject()[QLatin1String("title")].toString(), QStringLiteral("mine"));
    QCOMPARE(m_api->send("POST", "audit/" + mine + "/undo").status(), 200);
    QCOMPARE(m_api->get(pathOf(made)).json[QLatin1String("title")].toString(), QString());
    // The next visitor meets what the undo brought back.
    QCOMPARE(m_api->patch(pathOf(made), {{QStringLiteral("url"), QStringLiteral("https://example.com/wrong")}}).status(), 200);
    QCOMPARE(m_visitor->get("/contested").field("location"), QByteArray("https://example.com/wrong"));
    QCOMPARE(m_api->send("POST", "audit/" + QByteArray::number(latest()[QLatin1String("id")].toInt()) + "/undo").status(), 200);
    QCOMPARE(m_visitor->get("/contested").field("location"), QByteArray("https://example.com/contested"));
}

void TestE2eLife::theHistoryOfALink()
{
    const ApiAnswer made = make("storied", {{QStringLiteral("expiresAt"), QStringLiteral("2099-01-01T00:00:00Z")}});
    QCOMPARE(m_api->post(pathOf(made, "/renew"), {{QStringLiteral("expiresAt"), QStringLiteral("2099-02-01T00:00:00Z")}}).status(), 200);
    QCOMPARE(m_api->post(pathOf(made, "/ban"), {{QStringLiteral("reason"), QStringLiteral("test")}}).status(), 200);
    const QJsonArray entries =
        m_api->get("audit?link=" + QByteArray::number(made.id())).json[QLatin1String("entries")].toArray();
    QStringList actions;
    for (const auto &entry : entries)
        actions.append(entry.toObject()[QLatin1String("action")].toString());
    QCOMPARE(actions, (QStringList{QStringLiteral("ban"), QStringLiteral("renew"), QStringLiteral("create")}));
    const QJsonObject renewal = entries[1].toObject();
    QCOMPARE(renewal[QLatin1String("before")].toObject()[QLatin1String("expiresAt")].toString(), QStringLiteral("2099-01-01T00:00:00.000Z"));
    QCOMPARE(renewal[QLatin1String("after")].toObject()[QLatin1String("expiresAt")].toString(), QStringLiteral("2099-02-01T00:00:00.000Z"));
    QVERIFY(renewal[QLatin1String("undoable")].toBool());
    QVERIFY(!entries[2].toObject()[QLatin1String("undoable")].toBool());
}

void TestE2eLife::theOfficeDecides()
{
    const QJsonObject first = m_api->get("settings").json;
    QCOMPARE(first[QLatin1String("restoreDays")].toInt(), 30);
    QCOMPARE(first[QLatin1String("keepExpiredDays")].toInt(), 90);
    QVERIFY(first[QLatin1String("archiveAfterDays")].isNull());
    const ApiAnswer changed = m_api->patch("settings", {{QStringLiteral("reminderDays"), 14},
                                                        {QStringLiteral("timeZone"), QStringLiteral("Asia/Kolkata")},
                                                        {QStringLiteral("backup"), QJsonObject{{QStringLiteral("hour"), 3}}}});
    QCOMPARE(changed.status(), 200);
    QCOMPARE(changed.json[QLatin1String("reminderDays")].toInt(), 14);
    QCOMPARE(m_api->get("settings").json[QLatin1String("backup")].toObject()[QLatin1String("hour")].toInt(), 3);
    QCOMPARE(m_api->get("renewal").json[QLatin1String("timeZone")].toString(), QStringLiteral("Asia/Kolkata"));
    for (const QJsonObject &wrong :
         {QJsonObject{{QStringLiteral("restoreDays"), -1}}, QJsonObject{{QStringLiteral("timeZone"), QStringLiteral("Mars/Base")}},
          QJsonObject{{QStringLiteral("backup"), QJsonObject{{QStringLiteral("hour"), 24}}}},
          QJsonObject{{QStringLiteral("archiveAfterDays"), 0}}, QJsonObject{{QStringLiteral("nonsense"), 1}}})
        QCOMPARE(m_api->patch("settings", wrong).status(), 422);
    ApiClient writer(m_daemon.adminPort(), m_daemon.makeKey(QStringLiteral("write")));
    QCOMPARE(writer.patch("settings", {{QStringLiteral("reminderDays"), 3}}).status(), 403);
    QCOMPARE(m_api->get("settings").json[QLatin1String("reminderDays")].toInt(), 14);
    QCOMPARE(m_api->patch("settings", {{QStringLiteral("reminderDays"), 7}, {QStringLiteral("timeZone"), QStringLiteral("UTC")}}).status(), 200);
}

void TestE2eLife::whatEndsSoon()
{
    const auto windowLinks = [&](const QByteArray &name) {
        return m_api->get("renewal/links?window=" + name).json[QLatin1String("links")].toArray();
    };
    const qsizetype before = windowLinks("week").size();
    const ApiAnswer soon = make("soon", {{QStringLiteral("expiresAt"), inSeconds(3 * 86400)}});
    make("sooner", {{QStringLiteral("expiresAt"), inSeconds(2 * 86400)}});
    make("in-a-month", {{QStringLiteral("expiresAt"), inSeconds(20 * 86400)}});
    const ApiAnswer over = make("over", {{QStringLiteral("expiresAt"), inSeconds(60)}});
    QCOMPARE(m_api->patch(pathOf(over), {{QStringLiteral("expiresAt"), inSeconds(-10)}}).status(), 200);
    for (int i = 0; i < 4; ++i)
        QCOMPARE(visit("over"), 410);
    for (int i = 0; i < 5; ++i)
        QCOMPARE(visit("soon"), 302);
    QTRY_COMPARE(m_api->clicks(soon.id()), 5);
    QJsonArray week = windowLinks("week");
    QCOMPARE(week.size(), before + 2);
    const QJsonObject last = week.last().toObject();
    QCOMPARE(last[QLatin1String("code")].toString(), QStringLiteral("soon")); // the earlier end stands first
    QCOMPARE(last[QLatin1String("clicks30")].toInt(), 5);
    QCOMPARE(last[QLatin1String("days")].toArray().size(), 30);
    QCOMPARE(last[QLatin1String("days")].toArray().last().toInt(), 5);
    const auto late = [&]() -> QJsonObject {
        for (const auto &link : windowLinks("expired")) {
            if (link.toObject()[QLatin1String("code")] == QLatin1String("over"))
                return link.toObject();
        }
        return {};
    };
    QTRY_COMPARE(late()[QLatin1String("refused7")].toInt(), 4);
    const QJsonObject summary = m_api->get("renewal").json;
    const int decisions = summary[QLatin1String("decisions")].toInt();
    QVERIFY(decisions >= 2);
    QCOMPARE(summary[QLatin1String("perDay")].toArray().size(), 91);
    QCOMPARE(summary[QLatin1String("windows")].toArray().size(), 4);
    QCOMPARE(m_api->patch(pathOf(soon), {{QStringLiteral("letExpire"), true}}).status(), 200);
    QCOMPARE(m_api->get("renewal").json[QLatin1String("decisions")].toInt(), decisions - 1);
    QCOMPARE(windowLinks("week").size(), before + 1);
    // Page by page the same ones.
    const QJsonObject page = m_api->get("renewal/links?window=month&limit=1").json;
    QCOMPARE(page[QLatin1String("links")].toArray().size(), 1);
}

void TestE2eLife::theSweepClearsAway()
{
    const ApiAnswer made = make("old-news", {{QStringLiteral("expiresAt"), inSeconds(60)}});
    QVERIFY(sql(QStringLiteral("UPDATE link SET expires_at = expires_at - 100 * 86400000, "
                               "updated_at = updated_at - 100 * 86400000 WHERE id = %1").arg(made.id())));
    QCOMPARE(finished(m_api->post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("sweep")}}))[QLatin1String("state")].toString(),
             QStringLiteral("done"));
    QCOMPARE(m_api->get(pathOf(made)).json[QLatin1String("status")].toString(), QStringLiteral("deleted"));
    QCOMPARE(visit("old-news"), 404);
    QVERIFY(sql(QStringLiteral("UPDATE link SET deleted_at = deleted_at - 31 * 86400000 WHERE id = %1").arg(made.id())));
    QCOMPARE(finished(m_api->post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("sweep")}}))[QLatin1String("state")].toString(),
             QStringLiteral("done"));
    QCOMPARE(m_api->get(pathOf(made)).status(), 404);
    QCOMPARE(m_api->create("https://example.com/", "old-news").status(), 201);
    QCOMPARE(m_api->post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("dance")}}).status(), 422);
}

void TestE2eLife::theArchiveLeadsOn()
{
    const ApiAnswer made = make("forgotten", {{QStringLiteral("tags"), QJsonArray{QStringLiteral("attic")}}});
    QVERIFY(sql(QStringLiteral("UPDATE link SET created_at = created_at - 400 * 86400000, updated_at = updated_at - 400 * 86400000 "
                               "WHERE id = %1").arg(made.id())));
    QCOMPARE(m_api->patch("settings", {{QStringLiteral("archiveAfterDays"), 365}}).status(), 200);
    const QJsonObject job = finished(m_api->post("service/upkeep", {{QStringLiteral("task"), QStringLiteral("archive")}}));
    QCOMPARE(job[QLatin1String("state")].toString(), QStringLiteral("done"));
    QVERIFY(m_api->get(pathOf(made)).json[QLatin1String("archived")].toBool());
    QCOMPARE(m_api->get("links?filter=tag:attic").json[QLatin1String("links")].toArray().size(), 0);
    QCOMPARE(m_api->get("links?filter=tag:attic%20is:archived").json[QLatin1String("links")].toArray().size(), 1);
    QCOMPARE(m_api->create("https://example.com/", "forgotten").code(), QStringLiteral("slug-taken"));
    QCOMPARE(m_visitor->head("/forgotten").status, 302); // a look is no click
    QVERIFY(m_api->get(pathOf(made)).json[QLatin1String("archived")].toBool());
    QCOMPARE(m_visitor->get("/forgotten").field("location"), QByteArray("https://example.com/forgotten"));
    QTRY_VERIFY(!m_api->get(pathOf(made)).json[QLatin1String("archived")].toBool());
    QTRY_COMPARE(m_api->clicks(made.id()), 1);
    QCOMPARE(m_api->get("links?filter=tag:attic").json[QLatin1String("links")].toArray().size(), 1);
    QCOMPARE(m_api->patch("settings", {{QStringLiteral("archiveAfterDays"), QJsonValue()}}).status(), 200);
}

void TestE2eLife::badRequests_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const char *method, const char *path, const char *body, int status) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(path) << QByteArray(body) << status;
    };
    row("renew with nothing", "POST", "links/1/renew", "{}", 422);
    row("renew with two", "POST", "links/1/renew", R"({"extendBy":"P1D","until":"year-end"})", 422);
    row("renew by nonsense", "POST", "links/1/renew", R"({"extendBy":"30 days"})", 422);
    row("renew by nothing", "POST", "links/1/renew", R"({"extendBy":"P0D"})", 422);
    row("renew in no zone", "POST", "links/1/renew", R"({"extendBy":"P1D","timeZone":"Nowhere"})", 422);
    row("renew a stranger", "POST", "links/99999/renew", R"({"extendBy":"P1D"})", 404);
    row("ban without reason", "POST", "links/1/ban", "{}", 422);
    row("ban with a novel", "POST", "links/1/ban", nullptr, 422);
    row("batch of nothing", "POST", "links/batch", R"({"action":"delete"})", 422);
    row("batch of both", "POST", "links/batch", R"({"ids":[1],"filter":"x","action":"delete"})", 422);
    row("batch with a wrong filter", "POST", "links/batch", R"({"filter":"clicks>many","action":"delete"})", 422);
    row("batch without action", "POST", "links/batch", R"({"ids":[1]})", 422);
    row("batch with arguments too many", "POST", "links/batch", R"({"ids":[1],"action":"delete","arguments":{"x":1}})", 422);
    row("batch of one slug", "POST", "links/batch", R"({"ids":[1],"action":"edit","arguments":{"slug":"x"}})", 422);
    row("no job", "GET", "jobs/4711", "", 404);
    row("job of a name", "GET", "jobs/x", "", 404);
    row("no audit", "POST", "audit/999999/undo", "", 404);
    row("audit of a name", "GET", "audit?link=x", "", 422);
    row("window", "GET", "renewal/links?window=decade", "", 422);
    row("cursor", "GET", "renewal/links?cursor=x", "", 422);
    row("zone", "GET", "renewal?tz=Nowhere", "", 422);
    row("limit of no clicks", "POST", "links", R"({"url":"https://example.com/","maxClicks":0})", 422);
    row("fallback of nonsense", "POST", "links", R"({"url":"https://example.com/","fallbackUrl":"nonsense"})", 422);
}

void TestE2eLife::badRequests()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    if (body.isNull())
        body = R"({"reason":")" + QByteArray(501, 'x') + R"("})";
    const ApiAnswer answer = m_api->send(method, path, body);
    QCOMPARE(answer.status(), status);
    QVERIFY(!answer.code().isEmpty() && answer.json[QLatin1String("detail")].toString().size() > 10);
}

QTEST_GUILESS_MAIN(TestE2eLife)
#include "tst_e2elife.moc"
