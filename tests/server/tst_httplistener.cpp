// Listeners (R18, R55): caps on connections, descriptors that run out, addresses that cannot be had.
#include "echohandler.h"

#include <QLoggingCategory>
#include <QTest>

#include <sys/resource.h>
#include <unistd.h>

using namespace linkdesk::server;
using namespace linkdesk::test;
using linkdesk::core::ErrorCode;

Q_DECLARE_METATYPE(std::string)

namespace {

// Lets this program open `count` descriptors more, for a while.
class FewDescriptors final {
public:
    explicit FewDescriptors(int count)
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const int lowest = ::dup(0);
        ::close(lowest);
        rlimit tight = m_before;
        tight.rlim_cur = static_cast<rlim_t>(lowest + count);
        ::setrlimit(RLIMIT_NOFILE, &tight);
    }
    ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    FewDescriptors(const FewDescriptors &) = delete;
    FewDescriptors &operator=(const FewDescriptors &) = delete;

private:
    rlimit m_before{};
};

} // namespace

class TestHttpListener : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gives503OverTheCapOfOneAddress() // R18
    {
        EchoHandler handler;
        Limits limits;
        limits.connectionsPerAddress = 2;
        RunningServer server(handler, limits);
        auto first = std::make_unique<RawClient>(server.port());
        RawClient second(server.port());
        QVERIFY(first->send(kGet) && second.send(kGet));
        QCOMPARE(first->response().status, 200);
        QCOMPARE(second.response().status, 200);
        RawClient third(server.port());
        const WireResponse refusal = third.response();
        QCOMPARE(refusal.status, 503);
        QVERIFY(!refusal.field("retry-after").empty());
        QCOMPARE(refusal.field("connection"), std::string("close"));
        QVERIFY(third.closesWithin());
        // Another address still has its places.
        if (RawClient other(server.port(), "127.0.0.1"); other.isConnected())
            QCOMPARE(other.response().status, 503);
        QCOMPARE(server.stats().refusedConnections, std::uint64_t{2});
        first.reset();
        QTRY_COMPARE(server.stats().connections, std::size_t{1});
        QCOMPARE(askOnce(server.port(), kGet).status, 200);
    }

    void gives503OverTheCapOfAll() // R18
    {
        EchoHandler handler;
        Limits limits;
        limits.connections = 1;
        RunningServer server(handler, limits);
        RawClient first(server.port());
        QVERIFY(first.send(kGet));
        QCOMPARE(first.response().status, 200);
        QCOMPARE(RawClient(server.port()).response().status, 503);
        first.close();
        QTRY_COMPARE(server.stats().connections, std::size_t{0});
        QCOMPARE(askOnce(server.port(), kGet).status, 200);
    }

    void gives503AlsoToAClientThatSpeaksFirst() // R18: a reset must not take the answer away
    {
        EchoHandler handler;
        Limits limits;
        limits.connections = 1;
        RunningServer server(handler, limits, 1);
        RawClient first(server.port());
        QVERIFY(first.send(kGet));
        QCOMPARE(first.response().status, 200);
        for (int i = 0; i < 50; ++i) {
            RawClient refused(server.port());
            refused.send(kGet);
            QCOMPARE(refused.response().status, 503);
        }
    }

    void goesOnWhenDescriptorsRunOut() // R18
    {
        EchoHandler handler;
        RunningServer server(handler, {}, 1);
        QLoggingCategory::setFilterRules(QStringLiteral("linkdesk.http.warning=false"));
        std::vector<std::unique_ptr<RawClient>> clients;
        {
            // Each client takes two descriptors, its own and the server's; the last one finds only one.
            const FewDescriptors few(13);
            for (int i = 0; i < 16; ++i) {
                auto client = std::make_unique<RawClient>(server.port());
                if (client->isConnected())
                    clients.push_back(std::move(client));
            }
            QVERIFY(clients.size() >= 6);
            QTRY_VERIFY(server.stats().accepted + clients.size() >= 12);
            QVERIFY(server.stats().accepted < clients.size());
            // The kernel completes connections that nobody can accept; those wait until others have gone.
            clients.resize(clients.size() / 2);
            for (const auto &client : clients) {
                QVERIFY(client->send(kGet));
                QCOMPARE(client->response().status, 200);
            }
        }
        QCOMPARE(askOnce(server.port(), kGet).status, 200);
        QLoggingCategory::setFilterRules(QString());
    }

    void saysWhenAnAddressIsTaken() // R55
    {
        EchoHandler handler;
        RunningServer first(handler);
        HttpServer second(2);
        const BoundAddress taken{"127.0.0.1", first.port()};
        const auto refused = second.listen(taken, handler, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::AddressInUse);
        QCOMPARE(refused.error().field, std::string("listen"));
        QVERIFY(refused.error().detail.find(taken.text()) != std::string::npos);
        // On every address of this computer it is taken as well.
        QCOMPARE(second.listen({"0.0.0.0", first.port()}, handler, {}).error().code, ErrorCode::AddressInUse);
        const auto other = second.listen({"127.0.0.1", 0}, handler, {});
        QVERIFY(other.ok());
        second.start();
        QCOMPARE(askOnce(other->port, kGet).status, 200);
        QCOMPARE(askOnce(first.port(), kGet).status, 200);
        QCOMPARE(first.stats().requests, std::uint64_t{1});
    }

    void saysWhenAnAddressCannotBeUsed()
    {
        EchoHandler handler;
        HttpServer server(1);
        const auto foreign = server.listen({"203.0.113.7", 0}, handler, {});
        QCOMPARE(foreign.error().code, ErrorCode::InvalidInput);
        QVERIFY(foreign.error().detail.find("203.0.113.7") != std::string::npos);
        if (::geteuid() == 0)
            QSKIP("root may listen anywhere");
        const auto low = server.listen({"127.0.0.1", 81}, handler, {});
        if (low.ok())
            QSKIP("this system lets everybody listen on low ports");
        QCOMPARE(low.error().code, ErrorCode::AddressForbidden);
    }

    void freesThePortWhenItStops()
    {
        EchoHandler handler;
        int port = 0;
        {
            RunningServer server(handler);
            port = server.port();
            QCOMPARE(askOnce(port, kGet).status, 200);
        }
        HttpServer again(2);
        QVERIFY(again.listen({"127.0.0.1", port}, handler, {}).ok());
    }

    void readsListenAddresses_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("address");
        const auto row = [](const char *name, const char *text, const char *address) {
            QTest::newRow(name) << std::string(text) << std::string(address);
        };
        row("nothing", "", "");
        row("a host alone", "127.0.0.1", "");
        row("a port alone", "8080", "");
        row("no port behind the colon", "127.0.0.1:", "");
        row("a port of letters", "127.0.0.1:http", "");
        row("a negative port", "127.0.0.1:-1", "");
        row("a port with a plus", "127.0.0.1:+80", "");
        row("a port of 65536", "127.0.0.1:65536", "");
        row("a port beyond an int", "127.0.0.1:99999999999", "");
        row("a space before the port", "127.0.0.1: 80", "");
        row("IPv6 without brackets", "::1:8080", "");
        row("a bracket that stays open", "[::1:8080", "");
        row("a name", "example.com:80", "");
        row("half an address", "127.0.0:80", "");
        row("all of IPv4", ":8080", "0.0.0.0:8080");
        row("a star", "*:8080", "0.0.0.0:8080");
        row("localhost", "localhost:8080", "127.0.0.1:8080");
        row("IPv4", "192.0.2.1:80", "192.0.2.1:80");
        row("any free port", "127.0.0.1:0", "127.0.0.1:0");
        row("the highest port", "127.0.0.1:65535", "127.0.0.1:65535");
        row("IPv6", "[::1]:8080", "[::1]:8080");
        row("all of IPv6", "[::]:8080", "[::]:8080");
    }

    void readsListenAddresses()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, address);
        const auto parsed = parseListenAddress(text);
        QCOMPARE(parsed.ok(), !address.empty());
        if (parsed)
            QCOMPARE(parsed->text(), address);
        else
            QCOMPARE(parsed.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestHttpListener)
#include "tst_httplistener.moc"
