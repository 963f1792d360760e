#include "redis/redisclient.h"

#include "fakes.h"
#include "redis/nodeclaim.h"
#include "redis/rediscounter.h"
#include "redisserver.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <future>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

RedisOptions optionsOf(const RedisServer &server)
{
    return *parseRedisAddress(server.address().toStdString());
}

Result<RedisReply> ask(RedisClient &client, std::vector<std::string> command)
{
    std::promise<Result<RedisReply>> answer;
    client.submit(std::move(command), [&answer](const Result<RedisReply> &reply) { answer.set_value(reply); });
    return answer.get_future().get();
}

Result<NumberBlock::Range> reserve(RedisCounter &counter, std::uint64_t count, std::uint64_t floor)
{
    std::promise<Result<NumberBlock::Range>> answer;
    counter.reserve(count, floor, [&answer](const Result<NumberBlock::Range> &range) { answer.set_value(range); });
    return answer.get_future().get();
}

NodeState renew(NodeClaim &claim)
{
    std::promise<NodeState> answer;
    claim.renew([&answer](NodeState state) { answer.set_value(state); });
    return answer.get_future().get();
}

} // namespace

class TestRedisClient : public QObject {
    Q_OBJECT

    SeededRandom m_random;

private Q_SLOTS:
    void initTestCase()
    {
        if (!RedisServer::isInstalled())
            QSKIP("redis-server is not installed (apt install redis-server)");
    }

    void readsAddresses()
    {
        const auto plain = parseRedisAddress("cache.example:7000");
        QCOMPARE(plain->host, std::string("cache.example"));
        QCOMPARE(plain->port, 7000);
        QCOMPARE(parseRedisAddress("cache.example")->port, 6379);
        QCOMPARE(parseRedisAddress("[::1]:7000")->host, std::string("::1"));
        QCOMPARE(parseRedisAddress("[::1]")->address(), std::string("[::1]:6379"));
        QCOMPARE(parseRedisAddress("unix:/run/redis.sock")->unixPath, std::string("/run/redis.sock"));
        const auto url = parseRedisAddress("redis://me:p%40ss%3A@h:1/7");
        QCOMPARE(url->user, std::string("me"));
        QCOMPARE(url->password, std::string("p@ss:"));
        QCOMPARE(url->database, 7);
        QCOMPARE(url->address(), std::string("h:1"));
        QCOMPARE(parseRedisAddress("redis://:secret@h")->password, std::string("secret"));
        for (const char *bad : {"", ":7000", "h:0", "h:70000", "h:x", "[::1", "[::1]x:1", "unix:", "redis://", "redis://secret@h",
                                "redis://h/x", "redis://:p@h:1/-1", "a b", "h:1:2"}) {
            const auto refused = parseRedisAddress(bad);
            QVERIFY2(!refused.ok(), bad);
            QCOMPARE(refused.error().field, std::string("redis"));
            QVERIFY(refused.error().detail.find("secret") == std::string::npos);
        }
    }

    void asksAndGetsReplies()
    {
        RedisServer server;
        QVERIFY(server.start());
        RedisClient client(optionsOf(server), m_random);
        client.start();
        client.waitForFirstAttempt(2s);
        QVERIFY(client.isConnected());
        QCOMPARE(ask(client, {"SET", "k", std::string("a\0b", 3)})->text, std::string("OK"));
        QCOMPARE(ask(client, {"GET", "k"})->text, std::string("a\0b", 3));
        QCOMPARE(ask(client, {"GET", "none"})->kind, RedisReply::Kind::Nil);
        QCOMPARE(ask(client, {"INCRBY", "n", "5"})->integer, std::int64_t{5});
        const auto many = ask(client, {"MGET", "k", "none"});
        QCOMPARE(many->elements.size(), std::size_t{2});
        // A command that is refused leaves the connection as it is.
        QCOMPARE(ask(client, {"INCR", "k"})->kind, RedisReply::Kind::Error);
        QVERIFY(client.isConnected());
        QCOMPARE(client.stats().connects, std::uint64_t{1});
    }

    void answersManyInOrder()
    {
        RedisServer server;
        QVERIFY(server.start());
        RedisClient client(optionsOf(server), m_random);
        client.start();
        client.waitForFirstAttempt(2s);
        constexpr int kMany = 5000;
        std::vector<std::int64_t> answers;
        std::promise<void> all;
        for (int i = 0; i < kMany; ++i) {
            client.submit({"INCR", "n"}, [&](const Result<RedisReply> &reply) {
                answers.push_back(reply ? reply->integer : -1);
                if (answers.size() == kMany)
                    all.set_value();
            });
        }
        all.get_future().wait();
        for (int i = 0; i < kMany; ++i)
            QCOMPARE(answers[static_cast<std::size_t>(i)], std::int64_t{i + 1});
    }

    void givesItsPasswordAndChoosesItsDatabase()
    {
        RedisServer server;
        QVERIFY(server.start({QStringLiteral("--requirepass"), QStringLiteral("s3cret")}));
        RedisOptions options = optionsOf(server);
        options.password = "s3cret";
        options.database = 3;
        RedisClient client(options, m_random);
        client.start();
        client.waitForFirstAttempt(2s);
        QCOMPARE(ask(client, {"SET", "k", "v"})->text, std::string("OK"));
        QVERIFY(server.cli({QStringLiteral("-a"), QStringLiteral("s3cret"), QStringLiteral("--no-auth-warning"), QStringLiteral("-n"),
                            QStringLiteral("3"), QStringLiteral("GET"), QStringLiteral("k")}) == "v");
    }

    void tellsThatThePasswordIsWrong()
    {
        RedisServer server;
        QVERIFY(server.start({QStringLiteral("--requirepass"), QStringLiteral("s3cret")}));
        RedisOptions options = optionsOf(server);
        options.password = "wr0ng";
        RedisClient client(options, m_random);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"AUTH was refused"_qs));
        client.start();
        client.waitForFirstAttempt(2s);
        QCOMPARE(client.stats().state, RedisState::Down);
        QVERIFY(client.stats().lastError.find("AUTH") != std::string::npos);
        QVERIFY(client.stats().lastError.find("wr0ng") == std::string::npos);
        QCOMPARE(ask(client, {"PING"}).error().code, ErrorCode::Unavailable);
    }

    // R40: nobody waits for a Redis that is not there, and it is used again soon after it comes back.
    void comesBackAfterAnAbsence()
    {
        RedisServer server;
        RedisClient client(optionsOf(server), m_random);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"cannot be used"_qs));
        client.start();
        client.waitForFirstAttempt(2s);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 1000; ++i)
            QVERIFY(!ask(client, {"PING"}).ok());
        QVERIFY(timer.elapsed() < 1000);
        QVERIFY(server.start());
        QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 8000);
        QCOMPARE(ask(client, {"PING"})->text, std::string("PONG"));
        QVERIFY(client.stats().lastError.empty());
        server.kill();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"cannot be used"_qs));
        QTRY_VERIFY_WITH_TIMEOUT(!client.isConnected(), 5000);
        QVERIFY(server.start());
        QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 8000);
        QCOMPARE(client.stats().connects, std::uint64_t{2});
    }

    // Frozen, it costs one command's time once, and nothing after.
    void givesUpOnAFrozenRedis()
    {
        RedisServer server;
        QVERIFY(server.start());
        RedisClient client(optionsOf(server), m_random);
        client.start();
        client.waitForFirstAttempt(2s);
        QVERIFY(ask(client, {"PING"}).ok());
        server.freeze();
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"does not answer in time"_qs));
        QVERIFY(!ask(client, {"GET", "k"}).ok());
        QVERIFY(!client.isConnected());
        const std::uint64_t failures = client.stats().failures;
        for (int i = 0; i < 100; ++i)
            QVERIFY(!ask(client, {"GET", "k"}).ok());
        QCOMPARE(client.stats().failures, failures + 100);
        server.thaw();
        QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 8000);
        // No late reply of before is taken for an answer.
        QCOMPARE(ask(client, {"ECHO", "now"})->text, std::string("now"));
    }

    // What a Redis says that is there but of no use: it is not used, and the reason is shown.
    void isNotUsedWhileItRefuses_data()
    {
        QTest::addColumn<QByteArray>("greeting");
        QTest::newRow("loading") << QByteArray("-LOADING Redis is loading the dataset in memory\r\n");
        QTest::newRow("a cluster's other node") << QByteArray("-MOVED 3999 127.0.0.1:6381\r\n");
        QTest::newRow("no protocol of Redis") << QByteArray("HTTP/1.1 400 Bad Request\r\n\r\n");
    }

    void isNotUsedWhileItRefuses()
    {
        QFETCH(QByteArray, greeting);
        QTcpServer server;
        QVERIFY(server.listen(QHostAddress::LocalHost));
        QByteArray answer = greeting;
        connect(&server, &QTcpServer::newConnection, this, [&] {
            QTcpSocket *socket = server.nextPendingConnection();
            connect(socket, &QTcpSocket::readyRead, socket, [socket, &answer] {
                (void)socket->readAll();
                socket->write(answer);
            });
        });
        RedisOptions options;
        options.host = "127.0.0.1";
        options.port = server.serverPort();
        options.commandTimeout = 2s; // this thread answers, and is busy with other things
        RedisClient client(options, m_random);
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"cannot be used"_qs));
        client.start();
        QTRY_VERIFY_WITH_TIMEOUT(client.stats().state == RedisState::Down, 5000);
        const QByteArray words = greeting.mid(1, 5);
        if (greeting.startsWith('-'))
            QVERIFY(client.stats().lastError.find(words.toStdString()) != std::string::npos);
        // As soon as it has loaded it is used.
        answer = "+PONG\r\n";
        QTRY_VERIFY_WITH_TIMEOUT(client.isConnected(), 9000);
        client.stop();
    }

    void stoppingAnswersWhatIsQueued()
    {
        RedisServer server;
        QVERIFY(server.start());
        auto client = std::make_unique<RedisClient>(optionsOf(server), m_random);
        client->start();
        client->waitForFirstAttempt(2s);
        std::atomic<int> answers{0};
        for (int i = 0; i < 2000; ++i)
            client->submit({"INCR", "n"}, [&answers](const Result<RedisReply> &) { ++answers; });
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"the service stops"_qs));
        client->stop();
        QCOMPARE(answers.load(), 2000);
        QVERIFY(!ask(*client, {"PING"}).ok());
    }

    // --- The counter ---

    void twoServicesNeverGetTheSameNumber()
    {
        RedisServer server;
        QVERIFY(server.start());
        RedisClient one(optionsOf(server), m_random);
        RedisClient two(optionsOf(server), m_random);
        for (RedisClient *client : {&one, &two}) {
            client->start();
            client->waitForFirstAttempt(2s);
        }
        RedisCounter first(one);
        RedisCounter second(two);
        std::set<std::uint64_t> seen;
        for (std::uint64_t i = 1; i <= 200; ++i) {
            const auto range = reserve(i % 3 == 0 ? second : first, i, 0);
            QVERIFY(range.ok());
            QCOMPARE(range->count(), i);
            for (std::uint64_t n = range->first; n < range->end; ++n)
                QVERIFY(seen.insert(n).second);
        }
        QCOMPARE(*seen.begin(), std::uint64_t{0});
        QVERIFY(server.cli({QStringLiteral("TTL"), QStringLiteral("linkdesk:numbers:sequence")}).toInt() > 0);
    }

    // Somebody emptied Redis: no number comes that this service knows to be used up.
    void aCounterThatForgotIsMovedOn()
    {
        RedisServer server;
        QVERIFY(server.start());
        RedisClient client(optionsOf(server), m_random);
        client.start();
        client.waitForFirstAttempt(2s);
        RedisCounter counter(client);
        QCOMPARE(reserve(counter, 100, 5000)->first, std::uint64_t{5000});
        QCOMPARE(reserve(counter, 100, 5100)->first, std::uint64_t{5100});
        QCOMPARE(server.cli({QStringLiteral("FLUSHALL")}), QByteArray("OK"));
        QCOMPARE(reserve(counter, 100, 5200)->first, std::uint64_t{5200});
        QCOMPARE(server.cli({QStringLiteral("SET"), QStringLiteral("linkdesk:numbers:sequence"), QStringLiteral("junk")}), QByteArray("OK"));
        QCOMPARE(reserve(counter, 1, 0).error().code, ErrorCode::Unavailable);
    }

    // --- Node numbers ---

    void aNodeNumberBelongsToOne()
    {
        RedisServer server;
        QVERIFY(server.start());
        RedisClient client(optionsOf(server), m_random);
        NodeClaim mine(client, 7, "me");
        QCOMPARE(renew(mine), NodeState::Unknown); // not connected yet
        client.start();
        client.waitForFirstAttempt(2s);
        NodeClaim other(client, 7, "somebody");
        NodeClaim next(client, 8, "somebody");
        QCOMPARE(renew(mine), NodeState::Held);
        QCOMPARE(renew(other), NodeState::Taken);
        QCOMPARE(renew(next), NodeState::Held);
        QCOMPARE(renew(mine), NodeState::Held); // also after a restart, by its name
        const int lease = server.cli({QStringLiteral("PTTL"), QStringLiteral("linkdesk:node:7")}).toInt();
        QVERIFY(lease > 20'000 && lease <= 30'000);
        QCOMPARE(server.cli({QStringLiteral("DEL"), QStringLiteral("linkdesk:node:7")}), QByteArray("1")); // the lease ends
        QCOMPARE(renew(other), NodeState::Held);
        QCOMPARE(renew(mine), NodeState::Taken);
    }
};

QTEST_GUILESS_MAIN(TestRedisClient)
#include "tst_redisclient.moc"
