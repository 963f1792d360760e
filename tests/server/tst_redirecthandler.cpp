// The public side over real sockets, with a real store behind it: what a visitor gets and what is counted.
#include <QTest>

#include "fakequeues.h"
#include "links/slug.h"
#include "links/targeturl.h"
#include "publicside.h"
#include "redirect/pages.h"
#include "shareddata.h"
#include "store/domainstore.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <future>

using namespace linkdesk::core;
using namespace linkdesk::server;
using namespace linkdesk::test;

Q_DECLARE_METATYPE(std::string)

namespace {

std::string withoutDate(const std::string &head)
{
    const std::size_t date = head.find("Date: ");
    return date == std::string::npos ? head : std::string(head).erase(date, head.find("\r\n", date) + 2 - date);
}

std::string escapedAll(const std::string &text)
{
    std::string out;
    for (const char c : text) {
        char hex[4];
        std::snprintf(hex, sizeof hex, "%%%02x", static_cast<unsigned>(static_cast<unsigned char>(c)));
        out += hex;
    }
    return out;
}

} // namespace

class TestRedirectHandler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_side = std::make_unique<PublicSide>(m_clock); }
    void cleanup() { m_side.reset(); }

    void answersWithTheStoredBytes() // R1, R3
    {
        m_side->insert(linkTo("abc"));
        const std::string head = "HTTP/1.1 302 Found\r\nLocation: https://e.example/?a%20b=%2B#f\r\n"
                                 "Cache-Control: private, no-store\r\nContent-Length: 0\r\n";
        for (int i = 0; i < 2; ++i) // read from the store, then from the cache
            QCOMPARE(withoutDate(get("/abc").head), head);
        QCOMPARE(withoutDate(get("/abc", "Connection: close\r\n").head), head + "Connection: close\r\n");
        QVERIFY(get("/abc").has("date"));
        RawClient old(m_side->server.port());
        QVERIFY(old.send("GET /abc HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
        QCOMPARE(withoutDate(old.response().head), head + "Connection: keep-alive\r\n");
        QCOMPARE(m_side->clicks(), 5);
    }

    void choosesTheStatus_data() // R3
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<std::string>("line");
        QTest::addColumn<std::string>("cache");
        QTest::newRow("301") << 301 << std::string("HTTP/1.1 301 Moved Permanently")
                             << std::string("private, max-age=90");
        QTest::newRow("302") << 302 << std::string("HTTP/1.1 302 Found") << std::string("private, no-store");
        QTest::newRow("307") << 307 << std::string("HTTP/1.1 307 Temporary Redirect")
                             << std::string("private, no-store");
        QTest::newRow("308") << 308 << std::string("HTTP/1.1 308 Permanent Redirect")
                             << std::string("private, max-age=90");
    }

    void choosesTheStatus()
    {
        QFETCH(int, status);
        QFETCH(std::string, line);
        QFETCH(std::string, cache);
        Link link = linkTo("abc");
        link.redirectStatus = status;
        m_side->insert(link);
        for (const char *path : {"/abc", "/abc?x=y"}) {
            const WireResponse answer = get(path);
            QCOMPARE(answer.status, status);
            QVERIFY(answer.head.starts_with(line + "\r\n"));
            QCOMPARE(answer.field("cache-control"), cache);
            QCOMPARE(answer.field("content-length"), std::string("0"));
        }
    }

    void forwardsTheQuery_data() // R2
    {
        QTest::addColumn<std::string>("path");
        QTest::addColumn<bool>("forward");
        QTest::addColumn<std::string>("location");
        const auto row = [](const char *name, const char *path, bool forward, const char *location) {
            QTest::newRow(name) << std::string(path) << forward << std::string(location);
        };
        row("nothing", "/abc", true, kTarget);
        row("an empty query", "/abc?", true, kTarget);
        row("a pair", "/abc?x=%20+%2B", true, "https://e.example/?a%20b=%2B&x=%20+%2B#f");
        row("a pair where it is off", "/abc?x=y", false, kTarget);
        row("our flag alone", "/abc?nostat", true, kTarget);
        row("our flag and a pair", "/abc?utm_source=x&nostat", true, "https://e.example/?a%20b=%2B&utm_source=x#f");
        row("behind a slash", "/abc/?x", true, "https://e.example/?a%20b=%2B&x#f");
        row("before a fragment", "/abc?x#y", true, "https://e.example/?a%20b=%2B&x#f");
        row("raw UTF-8", "/abc?x=\xc3\xa9", true, "https://e.example/?a%20b=%2B&x=%C3%A9#f");
        row("an escaped line end", "/abc?x=%0d%0aSet-Cookie:a", true,
            "https://e.example/?a%20b=%2B&x=%0d%0aSet-Cookie:a#f");
    }

    void forwardsTheQuery()
    {
        QFETCH(std::string, path);
        QFETCH(bool, forward);
        QFETCH(std::string, location);
        Link link = linkTo("abc");
        link.forwardQuery = forward;
        m_side->insert(link);
        for (int i = 0; i < 2; ++i) {
            const WireResponse answer = get(path);
            QCOMPARE(answer.status, 302);
            QCOMPARE(answer.field("location"), location);
        }
    }

    void answersHeadLikeGetButForTheCount() // R5
    {
        m_side->insert(linkTo("abc"));
        for (const char *path : {"/abc", "/none", "/", "/robots.txt", "/favicon.ico"}) {
            RawClient client(m_side->server.port());
            QVERIFY(client.send(request(path, {}, "HEAD") + request(path)));
            const WireResponse head = client.response(true);
            const WireResponse whole = client.response();
            QCOMPARE(withoutDate(head.head), withoutDate(whole.head));
        }
        QCOMPARE(m_side->clicks(), 1);
        QCOMPARE(m_side->recorder.stats().orphans, std::uint64_t{1});
    }

    void servesNoOtherMethod_data() // R5
    {
        QTest::addColumn<std::string>("method");
        for (const char *method : {"POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get"})
            QTest::newRow(method) << std::string(method);
    }

    void servesNoOtherMethod()
    {
        QFETCH(std::string, method);
        m_side->insert(linkTo("abc"));
        for (const char *path : {"/abc", "/none", "/"}) {
            const WireResponse answer =
                ask(request(path, "X-Secret: tell-nobody\r\nContent-Length: 4\r\n", method) + "body");
            QCOMPARE(answer.status, 405);
            QCOMPARE(answer.field("allow"), std::string("GET, HEAD"));
            QVERIFY(answer.body.find("tell-nobody") == std::string::npos);
            QVERIFY(!answer.has("location"));
        }
        QCOMPARE(m_side->clicks(), 0);
    }

    void findsALinkByItsPath_data() // R6, R7
    {
        QTest::addColumn<std::string>("path");
        QTest::addColumn<int>("status");
        const auto row = [](const char *name, std::string path, int status) {
            QTest::newRow(name) << std::move(path) << status;
        };
        row("as it is", "/abc", 302);
        row("with a slash behind", "/abc/", 302);
        row("with a query", "/abc?x", 302);
        row("with a fragment", "/abc#x", 302);
        row("escaped letters", "/%61b%63", 302);
        row("the absolute form", "http://s.example/abc", 302);
        row("another case", "/ABC", 404);
        row("two slashes before", "//abc", 404);
        row("two slashes behind", "/abc//", 404);
        row("an ampersand behind", "/abc&x=1", 404);
        row("a semicolon behind", "/abc;x", 404);
        row("a dot segment", "/x/../abc", 404);
        row("an escaped NUL behind", "/abc%00", 404);
        row("an escaped line end behind", "/abc%0d%0a", 404);
        row("an escaped slash", "/%2fabc", 404);
        row("an escaped slash behind", "/abc%2F", 404);
        row("broken escapes", "/abc%", 404);
        row("broken escapes of one digit", "/abc%1", 404);
        row("invalid UTF-8", "/abc%ff", 404);
        row("raw invalid UTF-8", "/abc\xff", 404);
        row("an overlong letter", "/%c1%a1bc", 404);
        row("an overlong slash", "/abc%c0%af", 404);
        row("a composed letter", "/caf%C3%A9", 302);
        row("a decomposed letter", "/cafe%CC%81", 302);
        row("a raw letter", "/caf\xc3\xa9", 302);
        row("a plus is a plus", "/T+B", 302);
        row("an escaped plus", "/T%2BB", 302);
        row("a long path", "/" + std::string(4000, 'x'), 404);
    }

    void findsALinkByItsPath()
    {
        QFETCH(std::string, path);
        QFETCH(int, status);
        for (const char *code : {"abc", "caf\xc3\xa9", "T+B"})
            m_side->insert(linkTo(code));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(get(path).status, status);
        QCOMPARE(m_side->clicks(), status == 302 ? 2 : 0);
        QCOMPARE(m_side->recorder.stats().orphans, std::uint64_t(status == 302 ? 0 : 2));
    }

    void answersItsOwnPathsItself() // R10
    {
        // Even if such rows had come in some way, they are never looked up.
        for (const char *code : {"robots.txt", "favicon.ico"})
            m_side->insert(linkTo(code));
        QCOMPARE(get("/").status, 200);
        QCOMPARE(get("/?x=y").status, 200);
        const WireResponse robots = get("/robots.txt");
        QCOMPARE(robots.status, 200);
        QCOMPARE(robots.field("content-type"), std::string("text/plain; charset=utf-8"));
        QVERIFY(robots.body.starts_with("User-agent: *\n"));
        const WireResponse icon = get("/favicon.ico");
        QCOMPARE(icon.status, 200);
        QCOMPARE(icon.field("content-type"), std::string("image/x-icon"));
        QVERIFY(icon.body.size() > 100);
        QCOMPARE(get("/.well-known/security.txt").status, 404);
        QCOMPARE(m_side->clicks(), 0);
        QCOMPARE(m_side->recorder.stats().orphans, std::uint64_t{0});
        QCOMPARE(m_side->resolver.stats().storeReads, std::uint64_t{0});
    }

    void followsTheClockOfACachedLink() // R48
    {
        Link link = linkTo("abc");
        link.validFrom = m_clock.now() + std::chrono::minutes(1);
        link.expiresAt = m_clock.now() + std::chrono::minutes(2);
        m_side->insert(link);
        const WireResponse early = get("/abc");
        QCOMPARE(early.status, 404);
        QVERIFY(early.body.find("not active yet") != std::string::npos);
        m_clock.advance(milliseconds(59'999));
        QCOMPARE(get("/abc").status, 404);
        m_clock.advance(milliseconds(1));
        QCOMPARE(get("/abc").status, 302);
        m_clock.advance(milliseconds(59'999));
        QCOMPARE(get("/abc").status, 302);
        m_clock.advance(milliseconds(1));
        const WireResponse late = get("/abc");
        QCOMPARE(late.status, 410);
        QVERIFY(!late.has("location"));
        QCOMPARE(m_side->resolver.stats().storeReads, std::uint64_t{1});
        QCOMPARE(m_side->clicks(), 2);
        QCOMPARE(m_side->recorder.stats().orphans, std::uint64_t{0});
    }

    void showsWhatBecameOfALink()
    {
        Link banned = linkTo("banned");
        banned.status = LinkStatus::Banned;
        Link deleted = linkTo("deleted");
        deleted.status = LinkStatus::Deleted;
        deleted.deletedAt = m_clock.now();
        m_side->insert(banned);
        m_side->insert(deleted);
        for (int i = 0; i < 2; ++i) {
            QCOMPARE(get("/banned").status, 403);
            QCOMPARE(get("/deleted").status, 404);
            QVERIFY(!get("/banned").has("location"));
        }
        QCOMPARE(m_side->clicks(), 0);
    }

    void seesAChangeAtOnce() // R4
    {
        QCOMPARE(get("/abc").status, 404);
        m_side->insert(linkTo("abc"));
        m_side->resolver.invalidate(kDefaultDomain, "abc", 1);
        QCOMPARE(get("/abc").status, 302);
        QVERIFY(m_side->store.exec("UPDATE link SET long_url = 'https://other.example/'").ok());
        m_side->resolver.invalidate(kDefaultDomain, "abc", 1);
        QCOMPARE(get("/abc").field("location"), std::string("https://other.example/"));
    }

    void countsNoVisitThatAsksNotTo()
    {
        Link untracked = linkTo("quiet");
        untracked.track = false;
        m_side->insert(untracked);
        m_side->insert(linkTo("abc"));
        for (const char *path : {"/quiet", "/abc?nostat", "/abc?x&nostat=1", "/abc?nostats"})
            QCOMPARE(get(path).status, 302);
        QCOMPARE(m_side->clicks(), 1); // the last one only looks like the flag
    }

    void storesWhatAVisitTells() // R49: the address is cut before it goes anywhere
    {
        m_side->insert(linkTo("abc"));
        QCOMPARE(get("/abc",
                     "USER-AGENT: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r\nReferer: https://r.example/?q\r\naccept-language: uk\r\nCookie: a\r\n")
                     .status,
                 302);
        QCOMPARE(m_side->clicks(), 1);
        QCOMPARE(
            m_side->store.number("SELECT count(*) FROM click WHERE address = '127.0.0.0' AND user_agent LIKE '%Firefox/128.0'"
                                 " AND referrer = 'https://r.example/?q' AND language = 'uk'"),
            1);
        QCOMPARE(m_side->store.number("SELECT at FROM click"), toMs(m_clock.now()));
    }

    void answersForEachDomainByItsRule() // R8, R22
    {
        DomainId folded{};
        QVERIFY(m_side->store
                    .write([&](SqlConnection &connection) -> Result<void> {
                        const auto added = insertDomain(connection, Domain{{}, "go.example", false, 0, {}}, m_clock.now());
                        if (!added)
                            return added.error();
                        folded = **added;
                        return {};
                    })
                    .ok());
        m_side->domains.replace({{kDefaultDomain, "", true, 0, {}}, {folded, "go.example", false, 0, {}}});
        Link own = linkTo("News", "https://own.example/");
        own.domain = folded;
        m_side->insertAs(own, foldCase("News"));
        m_side->insert(linkTo("News", "https://default.example/"));
        for (const char *path : {"/News", "/NEWS", "/news"})
            QCOMPARE(ask(request(path, {}, "GET", "Go.Example:80")).field("location"),
                     std::string("https://own.example/"));
        QCOMPARE(ask(request("/News", {}, "GET", "unknown.example")).field("location"),
                 std::string("https://default.example/"));
        QCOMPARE(ask(request("/news", {}, "GET", "unknown.example")).status, 404);
    }

    void neverSendsAHeaderOutOfADamagedRow_data() // R21
    {
        QTest::addColumn<std::string>("target");
        QTest::newRow("a line end") << std::string("https://e.example/\r\nSet-Cookie: a=b");
        QTest::newRow("a line feed") << std::string("https://e.example/\nSet-Cookie: a=b");
        QTest::newRow("a carriage return") << std::string("https://e.example/\rx");
        QTest::newRow("NUL") << std::string("https://e.example/\0x", 20);
    }

    void neverSendsAHeaderOutOfADamagedRow()
    {
        QFETCH(std::string, target);
        m_side->insert(linkTo("abc", target));
        for (const char *path : {"/abc", "/abc?x=y", "/abc"}) {
            const WireResponse answer = get(path);
            QCOMPARE(answer.status, 404);
            QVERIFY(!answer.has("set-cookie"));
            QVERIFY(!answer.has("location"));
        }
        QCOMPARE(m_side->clicks(), 0);
    }

    void saysThatItIsBusyWhenItCannotRead()
    {
        HeldReaders readers;
        readers.limit = 0;
        LinkResolver resolver(readers, m_clock, [this](CachedLink &link) {
            RedirectHandler::prepare(link, m_side->domains, m_side->budget);
        });
        RedirectHandler handler({resolver, m_side->filter, m_side->recorder, m_side->budget, m_side->bots,
                                 m_side->domains, m_clock});
        RunningServer server(handler);
        const WireResponse answer = askOnce(server.port(), request("/abc"));
        QCOMPARE(answer.status, 503);
        QVERIFY(!answer.field("retry-after").empty());
    }

    // The database hangs: visitors of cached links do not notice, on the very thread that a slow one waits on.
    void aSlowMissDelaysNobodyElse()
    {
        m_side->insert(linkTo("cached"));
        m_side->insert(linkTo("slow"));
        RunningServer server(m_side->handler, {}, 1);
        QCOMPARE(askOnce(server.port(), request("/cached")).status, 302);
        std::promise<void> release;
        const std::shared_future<void> released = release.get_future().share();
        for (int reader = 0; reader < 2; ++reader)
            QVERIFY(m_side->store.store().readers().submit([released](SqlConnection &) { released.wait(); }));
        RawClient slow(server.port());
        QVERIFY(slow.send(request("/slow")));
        for (int i = 0; i < 100; ++i)
            QCOMPARE(askOnce(server.port(), request("/cached")).status, 302);
        release.set_value();
        QCOMPARE(slow.response().status, 302);
    }

    void givesItsPagesSafeHeaders() // R29
    {
        m_side->insert(linkTo("banned"));
        for (const WireResponse &answer :
             {get("/"), get("/none"), ask("GET / HTTP/1.1\r\n\r\n"), ask(request("/", {}, "POST"))}) {
            QCOMPARE(answer.field("content-type"), std::string("text/html; charset=utf-8"));
            QCOMPARE(answer.field("x-content-type-options"), std::string("nosniff"));
            QCOMPARE(answer.field("referrer-policy"), std::string("no-referrer"));
            QVERIFY(answer.field("content-security-policy").starts_with("default-src 'none'"));
            QVERIFY(answer.field("cache-control").find("no-store") != std::string::npos);
            QVERIFY(!answer.has("server"));
            QVERIFY(answer.body.find("<script") == std::string::npos);
            QVERIFY(answer.body.find("Linkdesk/") == std::string::npos);
        }
    }

    void escapesWhatItRepeats() // R29
    {
        const Response page = refusalPage(400, "<img src=x onerror=\"a\">&'");
        QVERIFY(page.body.find("<img") == std::string::npos);
        QVERIFY(page.body.find("&lt;img src=x onerror=&quot;a&quot;&gt;&amp;&#39;") != std::string::npos);
    }

    void hasAPageForEachRefusal()
    {
        for (const int status : {400, 408, 413, 414, 417, 431, 503, 505}) {
            const Response page = m_side->handler.refusal(status, "reason");
            QCOMPARE(page.status, status);
            QVERIFY(!page.body.empty());
        }
    }

    void answersManyWhoAskForOneCodeAtOnce()
    {
        m_side->insert(linkTo("abc"));
        std::vector<std::unique_ptr<RawClient>> clients;
        for (int i = 0; i < 40; ++i) {
            clients.push_back(std::make_unique<RawClient>(m_side->server.port()));
            QVERIFY(clients.back()->send(request("/abc") + request("/abc") + request("/none")));
        }
        for (const auto &client : clients) {
            QCOMPARE(client->response().status, 302);
            QCOMPARE(client->response().status, 302);
            QCOMPARE(client->response().status, 404);
        }
        QCOMPARE(m_side->resolver.stats().storeReads, std::uint64_t{2});
        QCOMPARE(m_side->clicks(), 80);
        QCOMPARE(m_side->recorder.stats().orphans, std::uint64_t{40});
    }

    void findsEveryEmoji() // R7
    {
        LINKDESK_SHARED_FILE(path, QStringLiteral("unicode/emoji-test.txt"));
        QFile stream(path);
        QVERIFY(stream.open(QIODevice::ReadOnly));
        std::vector<std::string> emoji;
        for (const QByteArray &line : stream.readAll().split('\n')) {
            const QByteArray points = line.left(line.indexOf(';')).trimmed();
            if (line.startsWith('#') || points.isEmpty())
                continue;
            QString text;
            for (const QByteArray &point : points.split(' '))
                text += QString::fromUcs4(std::array{static_cast<char32_t>(point.toUInt(nullptr, 16))}.data(), 1);
            emoji.push_back(text.toStdString());
        }
        QVERIFY(emoji.size() >= 3655);
        QVERIFY(m_side->store
                    .write([&](SqlConnection &connection) -> Result<void> {
                        for (const std::string &e : emoji) {
                            const auto slug = normaliseSlug(e);
                            if (!slug)
                                return slug.error();
                            const auto done =
                                insertLink(connection, linkTo(*slug, "https://e.example/" + escapedAll(e)), *slug);
                            if (!done)
                                return done.error();
                        }
                        return {};
                    })
                    .ok());
        Limits limits;
        limits.requestsPerConnection = 100'000;
        RunningServer server(m_side->handler, limits);
        RawClient client(server.port());
        for (const std::string &e : emoji) {
            // "#" of the keycap would begin a fragment; everything else may also stand raw.
            const bool raw = e.find('#') == std::string::npos;
            QVERIFY(client.send(request("/" + escapedAll(e)) + request("/" + pathFromCode(e))
                                + request("/" + (raw ? e : escapedAll(e)))));
            for (int i = 0; i < 3; ++i)
                QCOMPARE(client.response().field("location"), "https://e.example/" + escapedAll(e));
        }
    }

    void keepsTheBytesOfPublicCases() // R1
    {
        LINKDESK_SHARED_FILE(path, QStringLiteral("url-wpt/urltestdata.json"));
        QFile stream(path);
        QVERIFY(stream.open(QIODevice::ReadOnly));
        std::vector<std::string> targets;
        const QJsonArray all = QJsonDocument::fromJson(stream.readAll()).array();
        for (const QJsonValue &value : all) {
            if (const auto url = TargetUrl::parse(value.toObject()[u"input"].toString().toStdString()))
                targets.push_back(url->bytes());
        }
        QVERIFY(targets.size() > 100);
        QVERIFY(m_side->store
                    .write([&](SqlConnection &connection) -> Result<void> {
                        for (std::size_t i = 0; i < targets.size(); ++i) {
                            if (auto done = insertLink(connection, linkTo("w" + std::to_string(i), targets[i]),
                                                       "w" + std::to_string(i));
                                !done)
                                return done.error();
                        }
                        return {};
                    })
                    .ok());
        RawClient client(m_side->server.port());
        for (std::size_t i = 0; i < targets.size(); ++i) {
            QVERIFY(client.send(request("/w" + std::to_string(i))));
            QCOMPARE(client.response().field("location"), targets[i]);
        }
    }

private:
    WireResponse ask(const std::string &bytes) { return askOnce(m_side->server.port(), bytes); }
    WireResponse get(const std::string &path, const std::string &fields = {}) { return ask(request(path, fields)); }

    FakeClock m_clock;
    std::unique_ptr<PublicSide> m_side;
};

QTEST_GUILESS_MAIN(TestRedirectHandler)
#include "tst_redirecthandler.moc"
