// R17: every wait for a client has an end. Limits are short here; what is measured is that they hold, not how exactly.
#include "httpclient.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <thread>

using namespace linkdesk::server;
using namespace linkdesk::test;

namespace {

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

// Long enough that only the deadline under test can be what ends a connection.
Limits patient()
{
    Limits limits;
    limits.headTime = limits.bodyGrace = limits.idleTime = limits.writeStall = std::chrono::minutes(10);
    return limits;
}

FunctionHandler answering()
{
    return FunctionHandler([](const Request &request, Reply reply) {
        reply.send(plainResponse(200, request.path == "/big" ? std::string(12 * 1024 * 1024, 'b') : std::string("ok")));
    });
}

} // namespace

class TestHttpDeadlines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void closesAClientThatSaysNothing()
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.headTime = milliseconds(300);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        bool closed = false;
        QCOMPARE(client.rest(&closed), std::string());
        QVERIFY(closed);
    }

    void givesAHeadItsTimeHoweverItDrips() // a byte now and then does not renew it
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.headTime = milliseconds(800);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        QVERIFY(client.send("GET / HTTP/1.1\r\n"));
        QElapsedTimer timer;
        timer.start();
        std::string got;
        while (got.empty() && timer.elapsed() < 15'000) {
            client.send("X");
            got = client.receive(1, milliseconds(50)); // also paces the drops
        }
        QVERIFY2(got.starts_with("HTTP/1.1 408 "), got.c_str());
        QVERIFY(got.find("Connection: close\r\n") != std::string::npos);
        QVERIFY(client.closesWithin());
        QVERIFY(timer.elapsed() >= 700);
    }

    void closesAnIdleConnectionWithoutAWord()
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.idleTime = milliseconds(300);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        QVERIFY(client.send(kGet));
        QCOMPARE(client.response().status, 200);
        bool closed = false;
        QCOMPARE(client.rest(&closed), std::string());
        QVERIFY(closed);
    }

    void closesWhenANextRequestIsNotFinished()
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.headTime = milliseconds(300);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        QVERIFY(client.send(kGet + "GET / HT"));
        QCOMPARE(client.response().status, 200);
        QCOMPARE(client.response().status, 408);
        QVERIFY(client.closesWithin());
    }

    void closesABodyThatIsTooSlow()
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.bodyGrace = milliseconds(300);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n"));
        std::string got;
        QElapsedTimer timer;
        timer.start();
        while (got.empty() && timer.elapsed() < 15'000) {
            client.send("x");
            got = client.receive(1, milliseconds(50));
        }
        QVERIFY2(got.starts_with("HTTP/1.1 408 "), got.c_str());
        QVERIFY(client.closesWithin());
    }

    void waitsForABodyThatIsFastEnough()
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.bodyGrace = milliseconds(200);
        limits.bodyRate = 1000;
        RunningServer server(handler, limits);
        RawClient client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 60000\r\n\r\n"));
        for (int i = 0; i < 30; ++i) {
            QVERIFY(client.send(std::string(2000, 'x')));
            if (i < 29)
                QCOMPARE(client.receive(1, milliseconds(50)), std::string());
        }
        QCOMPARE(client.response().status, 200);
    }

    void closesAClientThatDoesNotTakeItsAnswer()
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.writeStall = milliseconds(400);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        client.shrinkReceiveBuffer();
        QVERIFY(client.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n"));
        QTRY_COMPARE(server.stats().requests, std::uint64_t{1});
        QTRY_COMPARE_WITH_TIMEOUT(server.stats().connections, std::size_t{0}, 15'000);
    }

    void givesIdleTimeAlsoAfterASlowAnswer() // the write's longer deadline does not stay
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.idleTime = milliseconds(300);
        RunningServer server(handler, limits);
        RawClient client(server.port());
        client.shrinkReceiveBuffer();
        QVERIFY(client.send("GET /big HTTP/1.1\r\nHost: a\r\n\r\n"));
        QCOMPARE(client.response().status, 200);
        QTRY_COMPARE_WITH_TIMEOUT(server.stats().connections, std::size_t{0}, 15'000);
    }

    void letsAHandlerAndAStreamTakeTheirTime()
    {
        std::shared_ptr<Stream> stream;
        std::atomic<bool> streaming{false};
        std::atomic<bool> release{false};
        std::thread late;
        FunctionHandler handler([&](const Request &request, Reply reply) {
            if (request.path == "/stream") {
                Response head;
                head.contentType = "text/event-stream";
                stream = reply.stream(head);
                streaming = true;
                return;
            }
            late = std::thread([&release, ticket = std::make_shared<Reply>(std::move(reply))] {
                while (!release)
                    std::this_thread::yield();
                ticket->send(plainResponse(200, "late"));
            });
        });
        Limits limits = patient();
        limits.headTime = limits.bodyGrace = limits.idleTime = limits.writeStall = milliseconds(100);
        RunningServer server(handler, limits);
        RawClient waiting(server.port());
        RawClient listening(server.port());
        QVERIFY(waiting.send(kGet));
        QVERIFY(listening.send("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"));
        QTRY_VERIFY(streaming);
        QVERIFY(!listening.receive(1).empty());
        // Ten times the deadlines; nothing happens, which only time can show.
        QCOMPARE(listening.receive(1, milliseconds(1000)), std::string());
        release = true;
        QCOMPARE(waiting.response().body, std::string("late"));
        QVERIFY(stream->send(std::make_shared<const std::string>("event")));
        QCOMPARE(listening.receive(5), std::string("event"));
        late.join();
    }

    void isNotHeldUpByDrippers() // R17, on a small scale; the large one is a benchmark
    {
        FunctionHandler handler = answering();
        Limits limits = patient();
        limits.headTime = milliseconds(1000);
        limits.connectionsPerAddress = 1000;
        RunningServer server(handler, limits, 1);
        std::vector<std::unique_ptr<RawClient>> drippers;
        for (int i = 0; i < 200; ++i) {
            drippers.push_back(std::make_unique<RawClient>(server.port()));
            drippers.back()->send("GET / HTTP/1.1\r\nX");
        }
        for (int i = 0; i < 20; ++i)
            QCOMPARE(askOnce(server.port(), kGet).status, 200);
        QTRY_COMPARE_WITH_TIMEOUT(server.stats().connections, std::size_t{0}, 15'000);
    }
};

QTEST_GUILESS_MAIN(TestHttpDeadlines)
#include "tst_httpdeadlines.moc"
