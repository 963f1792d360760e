// Services that share a Redis: numbers, node numbers, and what happens when it is away (R40, R41).
#include "daemon.h"
#include "daemonclient.h"
#include "redisserver.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QSet>
#include <QTest>

#include <memory>

using namespace linkdesk::test;

namespace {

class Service final {
public:
    bool start(const QString &redis, int node, const QStringList &more = {})
    {
        DaemonOptions options;
        options.flags = QStringList{QStringLiteral("--redis"), redis, QStringLiteral("--node"), QString::number(node)} + more;
        if (!daemon.start(options))
            return false;
        api = std::make_unique<ApiClient>(daemon.adminPort(), daemon.key());
        return true;
    }
    ApiAnswer make(const char *generator)
    {
        return api->post("links", {{QStringLiteral("url"), QStringLiteral("https://example.com/")},
                                   {QStringLiteral("generator"), QLatin1String(generator)}});
    }
    QJsonObject state() { return api->get("service").json; }
    QString redisState() { return state()[QLatin1String("redis")][QLatin1String("state")].toString(); }
    bool reports(const char *problem)
    {
        for (const QJsonValue &one : state()[QLatin1String("problems")].toArray()) {
            if (one[QLatin1String("code")].toString() == QLatin1String(problem))
                return true;
        }
        return false;
    }

    Daemon daemon;
    std::unique_ptr<ApiClient> api;
};

} // namespace

class TestE2eRedis final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (!RedisServer::isInstalled())
            QSKIP("redis-server is not installed (apt install redis-server)");
    }

    void twoServicesShareTheSequence()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service one;
        Service two;
        QVERIFY2(one.start(redis.address(), 1), one.daemon.errors().constData());
        QVERIFY2(two.start(redis.address(), 2), two.daemon.errors().constData());
        QSet<QString> codes;
        for (int i = 0; i < 250; ++i) {
            for (Service *service : {&one, &two}) {
                const ApiAnswer made = service->make("sequence");
                QCOMPARE(made.status(), 201);
                codes.insert(made.json[QLatin1String("code")].toString());
            }
        }
        QCOMPARE(codes.size(), 500);
        const QJsonObject sequence = one.state()[QLatin1String("codes")][QLatin1String("sequence")].toObject();
        QCOMPARE(sequence[QLatin1String("source")].toString(), QStringLiteral("redis"));
        QCOMPARE(sequence[QLatin1String("used")].toInt(), 250);
        QCOMPARE(sequence[QLatin1String("wasted")].toInt(), 0);
    }

    void twoServicesCannotHaveTheSameNode()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service one;
        QVERIFY2(one.start(redis.address(), 5), one.daemon.errors().constData());
        Service two;
        QVERIFY(!two.start(redis.address(), 5));
        QVERIFY2(two.daemon.errors().contains("--node"), two.daemon.errors().constData());
        QVERIFY2(two.start(redis.address(), 6), two.daemon.errors().constData());
        // The same service again, after a crash, has its own number still.
        one.daemon.kill();
        QVERIFY2(one.start(redis.address(), 5), one.daemon.errors().constData());
        QCOMPARE(one.make("snowflake").status(), 201);
    }

    void linksAreMadeAndAnsweredWithoutRedis()
    {
        RedisServer redis; // not started
        Service service;
        QVERIFY2(service.start(redis.address(), 1), service.daemon.errors().constData());
        QTRY_COMPARE_WITH_TIMEOUT(service.redisState(), QStringLiteral("down"), 5000);
        QVERIFY(service.reports("redis-down"));
        HttpClient visitor(service.daemon.publicPort());
        for (const char *generator : {"random", "snowflake", "shuffled", "words"}) {
            const ApiAnswer made = service.make(generator);
            QCOMPARE(made.status(), 201);
            QCOMPARE(visitor.get("/" + made.json[QLatin1String("code")].toString().toUtf8()).status, 302);
        }
        const ApiAnswer refused = service.make("sequence");
        QCOMPARE(refused.status(), 503);
        QVERIFY(refused.json[QLatin1String("detail")].toString().contains(QLatin1String("Redis")));
        QVERIFY(redis.start());
        QTRY_COMPARE_WITH_TIMEOUT(service.redisState(), QStringLiteral("connected"), 8000);
        QCOMPARE(service.make("sequence").status(), 201);
        QVERIFY(!service.reports("redis-down"));
        QVERIFY(redis.cli({QStringLiteral("KEYS"), QStringLiteral("*")}).startsWith("linkdesk:"));
    }

    void aFrozenRedisCostsLittle()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service service;
        QVERIFY2(service.start(redis.address(), 1, {QStringLiteral("--number-block"), QStringLiteral("1")}),
                 service.daemon.errors().constData());
        QCOMPARE(service.make("sequence").status(), 201);
        redis.freeze();
        QCOMPARE(service.make("sequence").status(), 503);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 50; ++i)
            QCOMPARE(service.make("sequence").status(), 503);
        QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(service.make("random").status(), 201);
        redis.thaw();
        QTRY_COMPARE_WITH_TIMEOUT(service.redisState(), QStringLiteral("connected"), 8000);
        QCOMPARE(service.make("sequence").status(), 201);
    }

    void aWrongAddressIsNamed()
    {
        Service service;
        QVERIFY(!service.start(QStringLiteral("nowhere:port"), 1));
        QVERIFY2(service.daemon.errors().contains("redis must be"), service.daemon.errors().constData());
        QVERIFY(!service.start(QStringLiteral("localhost:1"), 256));
        QVERIFY2(service.daemon.errors().contains("node must be"), service.daemon.errors().constData());
    }

    // The second level keeps links, tells what it does, and can be emptied.
    void linksAreKeptInRedis()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service service;
        QVERIFY2(service.start(redis.address(), 1), service.daemon.errors().constData());
        QCOMPARE(service.api->create("https://example.com/1", "kept").status(), 201);
        HttpClient visitor(service.daemon.publicPort());
        QCOMPARE(visitor.get("/kept").status, 302);
        const auto number = [&](const char *name) { return service.state()[QLatin1String("redis")][QLatin1String(name)].toInt(); };
        QTRY_VERIFY_WITH_TIMEOUT(number("fills") >= 1, 5000);
        // Past the local cache Redis answers, without a look at the database.
        QCOMPARE(service.api->post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("memory")}}).status(), 204);
        const auto reads = [&] { return service.state()[QLatin1String("cache")][QLatin1String("storeReads")].toInt(); };
        const int before = reads();
        QCOMPARE(visitor.get("/kept").field("location"), QByteArray("https://example.com/1"));
        QCOMPARE(reads(), before);
        QCOMPARE(number("hits"), 1);
        // Emptied, the database is asked again.
        for (const char *level : {"redis", "memory"})
            QCOMPARE(service.api->post("service/clear-cache", {{QStringLiteral("level"), QLatin1String(level)}}).status(), 204);
        QTRY_VERIFY_WITH_TIMEOUT(visitor.get("/kept").status == 302 && reads() > before, 2000);
        QCOMPARE(service.api->post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("disk")}}).status(), 422);
        const QJsonArray levels = service.state()[QLatin1String("cache")][QLatin1String("levels")].toArray();
        QCOMPARE(levels.size(), 4);
        QCOMPARE(levels[2][QLatin1String("name")].toString(), QStringLiteral("redis"));
        QVERIFY(levels[2][QLatin1String("start")].toDouble() > 0);
        QVERIFY(HttpClient(service.daemon.adminPort()).get("/metrics").body.contains("linkdesk_redis_up 1\n"));
    }

    // Two offices with the same short name and one Redis: each has its own link.
    // A ban, a renewal and a limit hold whatever the levels of the cache had before.
    void theLifeOfALinkHoldsOnEveryLevel()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service service;
        QVERIFY2(service.start(redis.address(), 1), service.daemon.errors().constData());
        QTRY_COMPARE_WITH_TIMEOUT(service.redisState(), QStringLiteral("connected"), 5000);
        HttpClient visitor(service.daemon.publicPort());
        const auto forgetLocally = [&service] {
            QCOMPARE(service.api->post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("memory")}}).status(), 204);
        };
        const ApiAnswer made = service.api->create("https://example.com/", "level");
        const QByteArray path = "links/" + QByteArray::number(made.id());
        for (int round = 0; round < 20; ++round) {
            forgetLocally();
            QCOMPARE(visitor.get("/level").status, 302);
            QCOMPARE(service.api->post(path + "/ban", {{QStringLiteral("reason"), QStringLiteral("test")}}).status(), 200);
            QCOMPARE(visitor.get("/level").status, 403);
            forgetLocally();
            QCOMPARE(visitor.get("/level").status, 403);
            QCOMPARE(service.api->send("POST", path + "/unban").status(), 200);
            forgetLocally();
            QCOMPARE(visitor.get("/level").status, 302);
            QCOMPARE(service.api->patch(path, {{QStringLiteral("expiresAt"), QStringLiteral("2020-01-01T00:00:00Z")},
                                               {QStringLiteral("fallbackUrl"), QStringLiteral("https://example.com/late")}}).status(), 200);
            forgetLocally();
            QCOMPARE(visitor.get("/level").field("location"), QByteArray("https://example.com/late"));
            forgetLocally();
            QCOMPARE(visitor.get("/level").field("location"), QByteArray("https://example.com/late"));
            QCOMPARE(service.api->post(path + "/renew", {{QStringLiteral("extendBy"), QStringLiteral("P1M")}}).status(), 200);
            forgetLocally();
            QCOMPARE(visitor.get("/level").field("location"), QByteArray("https://example.com/"));
        }
        // What Redis keeps does not know how often a link was used, so it keeps no limited ones.
        QCOMPARE(service.api->patch(path, {{QStringLiteral("maxClicks"), 100}}).status(), 200);
        for (int visit = 0; visit < 150; ++visit) {
            if (visit % 10 == 0)
                forgetLocally();
            QCOMPARE(visitor.get("/level").status, 302); // to the target, or to the fallback
        }
        QTRY_COMPARE(service.api->clicks(made.id()), 100);
        QCOMPARE(visitor.get("/level").field("location"), QByteArray("https://example.com/late"));
    }

    void servicesWithTheirOwnDataDoNotMixTheirLinks()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service one;
        Service two;
        QVERIFY(one.start(redis.address(), 1));
        QVERIFY(two.start(redis.address(), 2));
        QCOMPARE(one.api->create("https://one.example/", "same").status(), 201);
        HttpClient visitorOne(one.daemon.publicPort());
        HttpClient visitorTwo(two.daemon.publicPort());
        QCOMPARE(visitorOne.get("/same").field("location"), QByteArray("https://one.example/"));
        QCOMPARE(visitorTwo.get("/same").status, 404);
        QCOMPARE(two.api->create("https://two.example/", "same").status(), 201);
        for (Service *service : {&one, &two})
            QCOMPARE(service->api->post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("memory")}}).status(), 204);
        QCOMPARE(visitorOne.get("/same").field("location"), QByteArray("https://one.example/"));
        QCOMPARE(visitorTwo.get("/same").field("location"), QByteArray("https://two.example/"));
    }

    // R4, R40: edits made while Redis is frozen show at once, and are not undone by what it still has when it is back.
    void editsWhileRedisIsAwayAreNotForgotten()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service service;
        QVERIFY2(service.start(redis.address(), 1), service.daemon.errors().constData());
        const ApiAnswer made = service.api->create("https://example.com/old", "away");
        HttpClient visitor(service.daemon.publicPort());
        QTRY_VERIFY_WITH_TIMEOUT(service.state()[QLatin1String("redis")][QLatin1String("fills")].toInt() >= 1, 5000);
        redis.freeze();
        QCOMPARE(service.api->patch("links/" + QByteArray::number(made.id()),
                                    {{QStringLiteral("url"), QStringLiteral("https://example.com/new")}}).status(), 200);
        QCOMPARE(visitor.get("/away").field("location"), QByteArray("https://example.com/new"));
        QTRY_COMPARE_WITH_TIMEOUT(service.redisState(), QStringLiteral("down"), 5000);
        redis.thaw();
        QTRY_COMPARE_WITH_TIMEOUT(service.redisState(), QStringLiteral("connected"), 8000);
        QCOMPARE(service.api->post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("memory")}}).status(), 204);
        QCOMPARE(visitor.get("/away").field("location"), QByteArray("https://example.com/new"));
        // And after a crash nothing that is kept there is trusted.
        service.daemon.kill();
        QVERIFY2(service.start(redis.address(), 1), service.daemon.errors().constData());
        QCOMPARE(visitor.get("/away").status, 0);
        QCOMPARE(HttpClient(service.daemon.publicPort()).get("/away").field("location"), QByteArray("https://example.com/new"));
    }

    void stopsWhileRedisHangs()
    {
        RedisServer redis;
        QVERIFY(redis.start());
        Service service;
        QVERIFY2(service.start(redis.address(), 1), service.daemon.errors().constData());
        redis.freeze();
        QCOMPARE(service.daemon.stop(), 0);
    }
};

QTEST_GUILESS_MAIN(TestE2eRedis)
#include "tst_e2eredis.moc"
