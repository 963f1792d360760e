// The HTTP machinery over real sockets on the loopback: what a client sees. Deadlines, caps and addresses have programs of
// their own.
#include "echohandler.h"

#include <QLoggingCategory>
#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>

using namespace linkdesk::server;
using namespace linkdesk::test;
using linkdesk::core::ErrorCode;

Q_DECLARE_METATYPE(std::string)

class TestHttpServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersPipelinedRequestsInOrder() // R19
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        std::string all;
        for (int i = 0; i < 100; ++i)
            all += get("/" + std::to_string(i));
        QVERIFY(client.send(all));
        for (int i = 0; i < 100; ++i)
            QCOMPARE(client.response().body, "/" + std::to_string(i));
    }

    void keepsTheOrderWhenAnswersComeFromOtherThreads()
    {
        static const std::string kPaths[] = {"/now", "/later", "/latermade"};
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        std::string all;
        for (int i = 0; i < 60; ++i)
            all += get(kPaths[i % 3] + std::to_string(i));
        QVERIFY(client.send(all));
        for (int i = 0; i < 60; ++i)
            QCOMPARE(client.response().body, kPaths[i % 3] + std::to_string(i));
    }

    void answersARequestThatComesByteByByte() // R19
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        const std::string request =
            "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nA: b\r\n\r\n";
        for (const char byte : request)
            QVERIFY(client.send({&byte, 1}));
        QCOMPARE(client.response().body, std::string("/xhello"));
    }

    void takesALongBody() // R16
    {
        EchoHandler handler;
        RunningServer server(handler);
        const std::string body(1024 * 1024, 'x');
        RawClient client(server.port());
        for (int i = 0; i < 3; ++i) {
            QVERIFY(client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n" + body + kGet));
            QCOMPARE(client.response().body.size(), body.size() + 1);
            QCOMPARE(client.response().body, std::string("/"));
        }
    }

    void refusesABodyThatIsTooLongAndSaysSo() // R16: the answer arrives although the client is still sending
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n"));
        client.send(std::string(400'000, 'x'));
        const WireResponse answer = client.response();
        QCOMPARE(answer.status, 413);
        QCOMPARE(answer.field("connection"), std::string("close"));
        client.shutdownSend();
        QVERIFY(client.closesWithin());
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
    }

    void saysThatTheClientMayGoOn() // RFC 9110 section 10.1.1
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n"));
        QCOMPARE(client.receive(25), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
        QVERIFY(client.send("body"));
        QCOMPARE(client.response().body, std::string("/body"));
    }

    void keepsOrClosesAsAsked_data() // RFC 9112 section 9.3
    {
        QTest::addColumn<std::string>("request");
        QTest::addColumn<bool>("stays");
        QTest::addColumn<std::string>("said");
        QTest::newRow("HTTP/1.1 stays") << kGet << true << std::string();
        QTest::newRow("HTTP/1.1 closes when asked")
            << get("/", "Connection: close\r\n") << false << std::string("close");
        QTest::newRow("HTTP/1.1 closes when asked among others")
            << get("/", "Connection: foo, Close\r\n") << false << std::string("close");
        QTest::newRow("HTTP/1.0 closes") << std::string("GET / HTTP/1.0\r\n\r\n") << false << std::string("close");
        QTest::newRow("HTTP/1.0 stays when asked")
            << std::string("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n") << true << std::string("keep-alive");
        QTest::newRow("an answer of another thread closes")
            << get("/later", "Connection: close\r\n") << false << std::string("close");
    }

    void keepsOrClosesAsAsked()
    {
        QFETCH(std::string, request);
        QFETCH(bool, stays);
        QFETCH(std::string, said);
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send(request));
        const WireResponse answer = client.response();
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.field("connection"), said);
        if (stays) {
            QVERIFY(client.send(get("/again")));
            QCOMPARE(client.response().body, std::string("/again"));
        } else {
            QVERIFY(client.closesWithin());
        }
    }

    void answersNothingAfterARequestThatCloses()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send(get("/first", "Connection: close\r\n") + get("/second")));
        QCOMPARE(client.response().body, std::string("/first"));
        bool closed = false;
        QCOMPARE(client.rest(&closed), std::string());
        QVERIFY(closed);
        QCOMPARE(server.stats().requests, std::uint64_t{1});
    }

    void closesAfterSoManyRequests() // R17
    {
        EchoHandler handler;
        Limits limits;
        limits.requestsPerConnection = 3;
        RunningServer server(handler, limits);
        RawClient client(server.port());
        QVERIFY(client.send(kGet + kGet + kGet + kGet));
        QVERIFY(!client.response().has("connection"));
        QVERIFY(!client.response().has("connection"));
        QCOMPARE(client.response().field("connection"), std::string("close"));
        QVERIFY(client.closesWithin());
    }

    void givesNoBodyToHead() // R5
    {
        EchoHandler handler;
        RunningServer server(handler);
        for (const char *path : {"/four", "/later", "/laterlost"}) {
            RawClient client(server.port());
            QVERIFY(client.send("HEAD " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n"));
            const WireResponse answer = client.response(true);
            if (std::string_view(path) == "/laterlost") {
                QCOMPARE(answer.status, 500);
            } else {
                QCOMPARE(answer.field("content-length"), std::to_string(std::string_view(path).size()));
                QVERIFY(client.send(get("/x")));
                QCOMPARE(client.response().body, std::string("/x"));
            }
        }
    }

    void sendsRawAnswers()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send(get("/raw") + get("/laterraw") + get("/laterraw", "Connection: close\r\n")));
        QCOMPARE(client.response().body, std::string("raw"));
        QCOMPARE(client.response().body, std::string("raw"));
        QCOMPARE(client.response().field("connection"), std::string("close"));
        QVERIFY(client.closesWithin());
    }

    void answers500WhereAReplyIsLost()
    {
        EchoHandler handler;
        RunningServer server(handler);
        for (const char *path : {"/lost", "/laterlost"}) {
            RawClient client(server.port());
            QVERIFY(client.send(get(path)));
            const WireResponse answer = client.response();
            QCOMPARE(answer.status, 500);
            QCOMPARE(answer.field("connection"), std::string("close"));
            QVERIFY(client.closesWithin());
        }
    }

    void refusesAndClosesButAnswersWhatCameBefore() // R15
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send(get("/good") + "GET / HTTP/1.1\r\n\r\n" + get("/never")));
        QCOMPARE(client.response().body, std::string("/good"));
        const WireResponse refusal = client.response();
        QCOMPARE(refusal.status, 400);
        QCOMPARE(refusal.field("connection"), std::string("close"));
        QCOMPARE(refusal.body, std::string("Host is missing"));
        bool closed = false;
        QCOMPARE(client.rest(&closed), std::string());
        QVERIFY(closed);
        QCOMPARE(server.stats().badRequests, std::uint64_t{1});
        QCOMPARE(server.stats().requests, std::uint64_t{1});
    }

    void streamsUntilEitherSideCloses()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send(get("/stream")));
        QTRY_VERIFY(handler.stream() != nullptr);
        const auto stream = handler.stream();
        QVERIFY(stream->send(shared("one ")));
        QVERIFY(stream->send(shared("two ")));
        std::string got;
        while (got.find("two ") == std::string::npos) {
            const std::string more = client.receive(1);
            QVERIFY(!more.empty());
            got += more;
        }
        QVERIFY(got.starts_with("HTTP/1.1 200 OK\r\n"));
        QVERIFY(got.find("Content-Type: text/event-stream\r\n") != std::string::npos);
        QVERIFY(got.find("Content-Length") == std::string::npos);
        QVERIFY(got.ends_with("\r\n\r\none two "));
        stream->close();
        QVERIFY(client.closesWithin());
        QVERIFY(!stream->isOpen());
        QVERIFY(!stream->send(shared("three")));
    }

    void noticesThatAStreamsClientHasGone()
    {
        EchoHandler handler;
        RunningServer server(handler);
        auto client = std::make_unique<RawClient>(server.port());
        QVERIFY(client->send(get("/stream")));
        QTRY_VERIFY(handler.stream() != nullptr);
        QVERIFY(handler.stream()->isOpen());
        client.reset();
        QTRY_VERIFY(!handler.stream()->isOpen());
        QVERIFY(!handler.stream()->send(shared("x")));
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
    }

    void dropsAStreamThatIsNotRead()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        client.shrinkReceiveBuffer();
        QVERIFY(client.send(get("/stream")));
        QTRY_VERIFY(handler.stream() != nullptr);
        const auto stream = handler.stream();
        const auto block = shared(std::string(64 * 1024, 's'));
        int sent = 0;
        while (sent < 10'000 && stream->send(block))
            ++sent;
        QVERIFY(sent >= 15); // up to a megabyte waits
        QVERIFY(sent < 10'000);
        QVERIFY(!stream->isOpen());
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
    }

    void goesOnWithAStreamThatWasSlow()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        client.shrinkReceiveBuffer();
        QVERIFY(client.send(get("/stream")));
        QTRY_VERIFY(handler.stream() != nullptr);
        const auto stream = handler.stream();
        std::size_t got = client.receive(1).size();
        for (int round = 0; round < 20; ++round) {
            // Less than may pile up, more than the socket takes at once.
            for (int i = 0; i < 12; ++i)
                QVERIFY(stream->send(shared(std::string(64 * 1024, 's'))));
            std::size_t left = 12 * 64 * 1024;
            while (left > 0) {
                const std::size_t more = client.receive(1).size();
                QVERIFY(more > 0);
                got += more;
                left -= std::min(left, more);
            }
        }
        QVERIFY(got >= std::size_t{20} * 12 * 64 * 1024);
        client.close();
        QTRY_VERIFY(!stream->isOpen());
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
    }

    void outlivesAStreamThatIsKeptByItsHolder()
    {
        EchoHandler handler;
        {
            RunningServer server(handler);
            RawClient client(server.port());
            QVERIFY(client.send(get("/stream")));
            QTRY_VERIFY(handler.stream() != nullptr);
        }
        QVERIFY(!handler.stream()->isOpen());
        QVERIFY(!handler.stream()->send(shared("x")));
        handler.stream()->close();
        handler.forgetStream();
    }

    void sendsALargeAnswerToASlowReader()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        client.shrinkReceiveBuffer();
        QVERIFY(client.send(get("/big") + get("/after")));
        QCOMPARE(client.response().body.size(), std::size_t{16} * 1024 * 1024);
        QCOMPARE(client.response().body, std::string("/after"));
    }

    void survivesClientsThatGoAway()
    {
        EchoHandler handler;
        RunningServer server(handler);
        handler.hold(true);
        for (int i = 0; i < 20; ++i) {
            RawClient client(server.port());
            switch (i % 5) {
            case 0: break;
            case 1: client.send("GET / HT"); break;
            case 2: client.send(get("/big")); break;
            case 3: client.send(get("/later")); break;
            case 4: client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nxx"); break;
            }
        }
        handler.hold(false);
        handler.join();
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
        QCOMPARE(askOnce(server.port(), kGet).status, 200);
    }

    void answersAClientThatHasStoppedSending() // a half-closed connection still reads
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient client(server.port());
        QVERIFY(client.send(get("/only", "Connection: close\r\n")));
        client.shutdownSend();
        QCOMPARE(client.response().body, std::string("/only"));
        QVERIFY(client.closesWithin());
    }

    void showsMappedPeersAsIpv4() // R24
    {
        EchoHandler handler;
        HttpServer server(1);
        const auto bound = server.listen({"::", 0}, handler, {});
        if (!bound)
            QSKIP("there is no IPv6 here");
        server.start();
        QCOMPARE(askOnce(bound->port, get("/peer")).body, std::string("127.0.0.1"));
        RawClient six(bound->port, "::1");
        if (!six.isConnected())
            QSKIP("there is no IPv6 loopback here");
        QVERIFY(six.send(get("/peer")));
        QCOMPARE(six.response().body, std::string("::1"));
    }

    void drainsPolitely()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient idle(server.port());
        RawClient busy(server.port());
        QVERIFY(idle.send(kGet));
        QCOMPARE(idle.response().status, 200);
        handler.hold(true);
        QVERIFY(busy.send(get("/later")));
        QTRY_COMPARE(server.stats().requests, std::uint64_t{2});
        std::thread drain([&] { server.server().drain(std::chrono::seconds(20)); });
        QVERIFY(idle.closesWithin());
        RawClient late(server.port());
        QVERIFY(!late.isConnected() || late.closesWithin());
        handler.hold(false);
        const WireResponse answer = busy.response();
        QCOMPARE(answer.body, std::string("/later"));
        QCOMPARE(answer.field("connection"), std::string("close"));
        QVERIFY(busy.closesWithin());
        drain.join();
        QCOMPARE(server.stats().connections, std::size_t{0});
    }

    void drainLetsASlowClientHaveItsAnswer()
    {
        EchoHandler handler;
        RunningServer server(handler);
        RawClient slow(server.port());
        slow.shrinkReceiveBuffer();
        QVERIFY(slow.send(get("/big")));
        QTRY_COMPARE(server.stats().requests, std::uint64_t{1});
        std::thread drain([&] { server.server().drain(std::chrono::seconds(60)); });
        QCOMPARE(slow.response().body.size(), std::size_t{16} * 1024 * 1024);
        QVERIFY(slow.closesWithin());
        drain.join();
    }

    void drainGivesUpAfterItsPatience()
    {
        EchoHandler handler;
        RunningServer server(handler);
        handler.hold(true);
        RawClient busy(server.port());
        QVERIFY(busy.send(get("/later")));
        QTRY_COMPARE(server.stats().requests, std::uint64_t{1});
        server.server().drain(milliseconds(50));
        QCOMPARE(server.stats().connections, std::size_t{1});
        handler.hold(false);
        handler.join();
    }

    void servesManyClientsAtOnce()
    {
        EchoHandler handler;
        Limits limits;
        limits.connectionsPerAddress = 100;
        RunningServer server(handler, limits);
        std::atomic<int> wrong{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < 8; ++t) {
            threads.emplace_back([&, t] {
                RawClient client(server.port());
                for (int i = 0; i < 200; ++i) {
                    const std::string path = (i % 7 == 0 ? "/later" : "/n") + std::to_string(t * 1000 + i);
                    client.send(get(path));
                    wrong += client.response().body == path ? 0 : 1;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
        QCOMPARE(server.stats().requests, std::uint64_t{1600});
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
    }

};

QTEST_GUILESS_MAIN(TestHttpServer)
#include "tst_httpserver.moc"
