// The admin listener's front door: who may come in, and what the others are told.
#include <QTest>

#include "admin/adminhandler.h"

#include "await.h"
#include "fakes.h"
#include "httpclient.h"
#include "tempstore.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <atomic>

using namespace linkdesk::core;
using namespace linkdesk::server;
using namespace linkdesk::test;

Q_DECLARE_METATYPE(std::string)

namespace {

QJsonObject objectOf(const WireResponse &answer)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(answer.body)).object();
}

} // namespace

class TestAdminHandler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_store = std::make_unique<TempStore>(m_clock);
        m_keys = std::make_unique<KeyRing>(m_store->store(), m_clock, m_random);
        m_admin = m_keys->makeControlKey();
        m_read = makeKey(Scope::Read);
        m_write = makeKey(Scope::Write);
        m_router = std::make_unique<Router>();
        m_router->add(Method::Get, "things", Scope::Read, [](const Call &call) {
            if (auto known = call.onlyParameters({"a", "b"}); !known)
                return call.fail(known.error());
            call.json(200, {{"a", call.parameter("a").value_or("none")}, {"actor", call.actor()}});
        });
        m_router->add(Method::Post, "things", Scope::Write, [this](const Call &call) {
            ++m_posts;
            if (const auto body = call.body())
                call.json(201, *body);
        });
        m_router->add(Method::Get, "things/{id}", Scope::Read, [](const Call &call) {
            call.json(200, {{"id", call.argument()}});
        });
        m_router->add(Method::Delete, "things/{id}", Scope::Admin, [](const Call &call) {
            Response gone;
            gone.status = 204;
            call.answer(std::move(gone));
        });
        m_router->add(Method::Get, "lost", Scope::Read, [](const Call &) {});
        start({{"Admin.Example"}, false});
        m_posts = 0;
    }
    void cleanup()
    {
        m_server.reset();
        m_handler.reset();
        m_keys.reset();
        m_store.reset();
    }

    void answersOnlyToItsNames_data() // R22
    {
        QTest::addColumn<std::string>("host");
        QTest::addColumn<bool>("anyAddress");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, const char *host, bool any, int status) {
            QTest::newRow(name) << std::string(host) << any << status;
        };
        row("a foreign name, as in DNS rebinding", "evil.example", false, 421);
        row("a foreign name where any address will do", "evil.example", true, 421);
        row("a name that begins like localhost", "localhost.evil.example", false, 421);
        row("a name that ends like ours", "x.admin.example", false, 421);
        row("an address of another network", "192.0.2.1", false, 421);
        row("an address in numbers that browsers would read", "2130706433", false, 421);
        row("all addresses", "0.0.0.0", false, 421);
        row("an address where any will do", "192.0.2.1", true, 200);
        row("IPv6 of another network", "[2001:db8::1]", false, 421);
        row("IPv6 where any will do", "[2001:db8::1]:8081", true, 200);
        row("localhost", "localhost", false, 200);
        row("localhost in capitals with a port", "LOCALHOST:8081", false, 200);
        row("the loopback", "127.0.0.1:8081", false, 200);
        row("another address of the loopback", "127.1.2.3", false, 200);
        row("the loopback of IPv6", "[::1]:8081", false, 200);
        row("a name that is set", "admin.example", false, 200);
        row("a name that is set, in other letters, with a port", "ADMIN.example:443", false, 200);
    }

    void answersOnlyToItsNames()
    {
        QFETCH(std::string, host);
        QFETCH(bool, anyAddress);
        QFETCH(int, status);
        start({{"Admin.Example"}, anyAddress});
        const WireResponse answer =
            ask("GET /api/v1/things HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + m_admin + "\r\n\r\n");
        QCOMPARE(answer.status, status);
        if (status == 421) {
            QCOMPARE(objectOf(answer)[u"code"].toString(), QStringLiteral("misdirected"));
            QVERIFY(answer.body.find("admin-hosts") != std::string::npos); // what to change
        }
        // The open pages are behind the same door.
        QCOMPARE(ask("GET /health/live HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status, status);
    }

    void refusesOtherSites_data() // R27
    {
        QTest::addColumn<std::string>("fields");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, const char *fields, int status) {
            QTest::newRow(name) << std::string(fields) << status;
        };
        row("a foreign origin", "Origin: https://evil.example\r\n", 403);
        row("an opaque origin", "Origin: null\r\n", 403);
        row("our host by another port", "Origin: http://127.0.0.1:9999\r\n", 403);
        row("a site that begins like ours", "Origin: http://127.0.0.1:8081.evil.example\r\n", 403);
        row("a request that a browser calls cross-site", "Sec-Fetch-Site: cross-site\r\n", 403);
        row("the same in capitals", "Sec-Fetch-Site: Cross-Site\r\n", 403);
        row("our own origin", "Origin: http://127.0.0.1:8081\r\n", 201);
        row("our own origin behind a proxy with TLS", "Origin: https://127.0.0.1:8081\r\n", 201);
        row("a request of our own site", "Sec-Fetch-Site: same-origin\r\n", 201);
        row("a request of the user", "Sec-Fetch-Site: none\r\n", 201);
        row("no browser", "", 201);
    }

    void refusesOtherSites()
    {
        QFETCH(std::string, fields);
        QFETCH(int, status);
        const WireResponse answer = post("{}", m_admin, "application/json", fields);
        QCOMPARE(answer.status, status);
        QVERIFY(!answer.has("access-control-allow-origin"));
        QCOMPARE(m_posts.load(), status == 201 ? 1 : 0);
    }

    void asksForAKey_data() // R26
    {
        QTest::addColumn<std::string>("field");
        QTest::addColumn<bool>("good");
        // "KEY" stands for a key that is known.
        const auto row = [](const char *name, const char *field, bool good) {
            QTest::newRow(name) << std::string(field) << good;
        };
        row("nothing", "", false);
        row("an empty value", "Authorization:\r\n", false);
        row("a scheme alone", "Authorization: Bearer\r\n", false);
        row("a scheme and a space", "Authorization: Bearer \r\n", false);
        row("a key alone", "Authorization: KEY\r\n", false);
        row("another scheme", "Authorization: Basic KEY\r\n", false);
        row("an unknown key", "Authorization: Bearer ld_00000000000000000000000000000000\r\n", false);
        row("two spaces", "Authorization: Bearer  KEY\r\n", false);
        row("two keys in one field", "Authorization: Bearer KEY, Bearer KEY\r\n", false);
        row("another field", "X-Api-Key: KEY\r\n", false);
        row("a cookie", "Cookie: key=KEY\r\n", false);
        row("a key", "Authorization: Bearer KEY\r\n", true);
        row("a key behind a scheme in small letters", "authorization: bearer KEY\r\n", true);
    }

    void asksForAKey()
    {
        QFETCH(std::string, field);
        QFETCH(bool, good);
        for (std::size_t at; (at = field.find("KEY")) != std::string::npos;)
            field.replace(at, 3, m_read);
        const WireResponse answer = ask("GET /api/v1/things HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n");
        QCOMPARE(answer.status, good ? 200 : 401);
        if (good)
            return;
        QCOMPARE(answer.field("www-authenticate"), std::string("Bearer"));
        QVERIFY(answer.body.find(m_read) == std::string::npos);
        // Without a key nobody learns which paths there are.
        QCOMPARE(ask("GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n" + field + "\r\n").status, 401);
    }

    void takesNoKeyFromTheAddress() // R26
    {
        QCOMPARE(ask("GET /api/v1/things?key=" + m_admin + "&access_token=" + m_admin
                     + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                     .status,
                 401);
    }

    void holdsKeysToTheirScope()
    {
        QCOMPARE(get("things", m_read).status, 200);
        QCOMPARE(get("things", m_write).status, 200);
        QCOMPARE(post("{}", m_read).status, 403);
        QCOMPARE(objectOf(post("{}", m_read))[u"code"].toString(), QStringLiteral("forbidden"));
        QCOMPARE(post("{}", m_write).status, 201);
        QCOMPARE(remove(m_write).status, 403);
        const WireResponse gone = remove(m_admin);
        QCOMPARE(gone.status, 204);
        QVERIFY(!gone.has("content-length"));
        QCOMPARE(objectOf(get("things", m_read))[u"actor"].toString(), QStringLiteral("read"));
    }

    void wantsJson_data() // R27: what a form of another site can send is none
    {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, const char *type, int status) {
            QTest::newRow(name) << std::string(type) << status;
        };
        row("nothing", "", 415);
        row("a form", "application/x-www-form-urlencoded", 415);
        row("a form of parts", "multipart/form-data; boundary=x", 415);
        row("plain text", "text/plain", 415);
        row("a text that names JSON", "text/plain; application/json", 415);
        row("a type that begins like JSON", "application/jsonp", 415);
        row("JSON among others", "text/plain, application/json", 415);
        row("JSON", "application/json", 201);
        row("JSON with a charset", "application/json; charset=utf-8", 201);
        row("JSON in capitals", "Application/JSON", 201);
        row("JSON with a blank", "application/json ;charset=utf-8", 201);
    }

    void wantsJson()
    {
        QFETCH(std::string, type);
        QFETCH(int, status);
        QCOMPARE(post("{}", m_admin, type).status, status);
    }

    void saysWhereABodyIsNoJson() // R28
    {
        const WireResponse answer = post(R"({"a":1,})", m_admin);
        QCOMPARE(answer.status, 400);
        QCOMPARE(answer.field("content-type"), std::string("application/problem+json"));
        QCOMPARE(objectOf(answer)[u"code"].toString(), QStringLiteral("invalid-json"));
        QCOMPARE(objectOf(answer)[u"position"].toInt(), 7);
        QCOMPARE(post({}, m_admin).status, 400);
        QCOMPARE(post(std::string(33, '[') + std::string(33, ']'), m_admin).status, 400);
        QCOMPARE(post(std::string(32, '[') + std::string(32, ']'), m_admin).status, 201);
    }

    void knowsItsPathsAndMethods()
    {
        QCOMPARE(get("nothing", m_admin).status, 404);
        QCOMPARE(get("things/7", m_admin).status, 200);
        QCOMPARE(objectOf(get("things/a%2Fb%20c", m_admin))[u"id"].toString(), QStringLiteral("a/b c"));
        const WireResponse wrong =
            ask("PUT /api/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + m_admin + "\r\n\r\n");
        QCOMPARE(wrong.status, 405);
        QCOMPARE(wrong.field("allow"), std::string("GET, HEAD, POST"));
        QCOMPARE(ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 404);
        QCOMPARE(ask("GET /api/v1 HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 404);
        QCOMPARE(ask("GET /api/v2/things HTTP/1.1\r\nHost: localhost\r\n\r\n").status, 404);
    }

    void readsParameters() // R28
    {
        QCOMPARE(objectOf(get("things?a=x+y%2B&b", m_admin))[u"a"].toString(), QStringLiteral("x y+"));
        QCOMPARE(objectOf(get("things?&&a=&", m_admin))[u"a"].toString(), QString());
        const WireResponse unknown = get("things?a=1&c=2", m_admin);
        QCOMPARE(unknown.status, 422);
        QCOMPARE(objectOf(unknown)[u"field"].toString(), QStringLiteral("c"));
        const WireResponse odd = get("things?%ff%00=2", m_admin);
        QCOMPARE(odd.status, 422);
        QCOMPARE(objectOf(odd)[u"code"].toString(), QStringLiteral("invalid-input")); // still JSON
    }

    void answersHeadLikeGet() // R5
    {
        RawClient client(m_server->port());
        const std::string rest =
            " /api/v1/things HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + m_read + "\r\n\r\n";
        QVERIFY(client.send("HEAD" + rest + "GET" + rest));
        const WireResponse head = client.response(true);
        const WireResponse whole = client.response();
        QCOMPARE(head.status, 200);
        QCOMPARE(head.field("content-length"), whole.field("content-length"));
    }

    void showsOpenPagesWithoutAKey()
    {
        const WireResponse answer = ask("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QCOMPARE(answer.status, 200);
        QCOMPARE(answer.body, std::string("alive"));
        const WireResponse wrong = ask("POST /health/live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
        QCOMPARE(wrong.status, 405);
        QCOMPARE(wrong.field("allow"), std::string("GET, HEAD"));
    }

    void setsSafeHeaders() // R29
    {
        for (const WireResponse &answer :
             {get("things", m_read), get("nothing", m_read), post("{", m_admin), ask("GET / HTTP/1.1\r\n\r\n")}) {
            QVERIFY(answer.field("content-type").starts_with("application/"));
            QCOMPARE(answer.field("x-content-type-options"), std::string("nosniff"));
            QCOMPARE(answer.field("referrer-policy"), std::string("no-referrer"));
            QCOMPARE(answer.field("cache-control"), std::string("no-store"));
            QVERIFY(!answer.has("server"));
        }
    }

    void refusesInProblems()
    {
        const WireResponse malformed = ask("GET / HTTP/1.1\r\n\r\n");
        QCOMPARE(malformed.status, 400);
        QCOMPARE(malformed.field("content-type"), std::string("application/problem+json"));
        QCOMPARE(objectOf(malformed)[u"status"].toInt(), 400);
        const WireResponse large =
            ask("POST /api/v1/things HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n");
        QCOMPARE(large.status, 413);
        QCOMPARE(objectOf(large)[u"code"].toString(), QStringLiteral("too-large"));
    }

    void answers500WhereAnEndpointForgets() { QCOMPARE(get("lost", m_read).status, 500); }

private:
    void start(AdminPolicy policy)
    {
        m_server.reset();
        m_handler = std::make_unique<AdminHandler>(*m_keys, *m_router, std::move(policy));
        m_handler->addOpenPage("/health/live", [] { return plainResponse(200, "alive"); });
        m_server = std::make_unique<RunningServer>(*m_handler);
    }

    std::string makeKey(Scope scope)
    {
        return await<Result<NewKey>>([&](auto done) { m_keys->create(std::string(scopeName(scope)), scope, done); })
            ->secret;
    }

    WireResponse ask(const std::string &bytes) { return askOnce(m_server->port(), bytes); }
    WireResponse get(const std::string &path, const std::string &key)
    {
        return ask("GET /api/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key + "\r\n\r\n");
    }
    WireResponse post(const std::string &body, const std::string &key, const std::string &type = "application/json",
                      const std::string &fields = {})
    {
        return ask("POST /api/v1/things HTTP/1.1\r\nHost: 127.0.0.1:8081\r\nAuthorization: Bearer " + key + "\r\n"
                   + (type.empty() ? "" : "Content-Type: " + type + "\r\n") + fields
                   + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    }
    WireResponse remove(const std::string &key)
    {
        return ask("DELETE /api/v1/things/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + key + "\r\n\r\n");
    }

    FakeClock m_clock;
    SeededRandom m_random{11};
    std::unique_ptr<TempStore> m_store;
    std::unique_ptr<KeyRing> m_keys;
    std::unique_ptr<Router> m_router;
    std::unique_ptr<AdminHandler> m_handler;
    std::unique_ptr<RunningServer> m_server;
    std::string m_admin;
    std::string m_read;
    std::string m_write;
    std::atomic<int> m_posts{0};
};

QTEST_GUILESS_MAIN(TestAdminHandler)
#include "tst_adminhandler.moc"
