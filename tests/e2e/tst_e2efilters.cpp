// The filter text, tags and saved views through the API of the real service.
#include "daemon.h"
#include "daemonclient.h"

#include <QJsonArray>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>
#include <QTimeZone>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace linkdesk::test;

class TestE2eFilters final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void filters_data();
    void filters();
    void pagesOfAFilter();
    void mistakesAreMarked_data();
    void mistakesAreMarked();
    void hostileTexts_data();
    void hostileTexts();
    void checksSayWhatIsMeant();
    void daysAreTheOfficesZones();
    void goesWithTheOtherParameters();
    void tags();
    void views();
    void viewsRefuse_data();
    void viewsRefuse();
    void readersMayNotWrite();
    void archivedLinksStandAtTheEnd();

private:
    [[nodiscard]] QByteArray codes(const QByteArray &filter, const QByteArray &more = "&sort=code");
    void make(const char *slug, const char *url, QJsonObject more = {});

    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
};

namespace {

QJsonArray texts(std::initializer_list<const char *> list)
{
    QJsonArray out;
    for (const char *text : list)
        out.append(QString::fromUtf8(text));
    return out;
}

QString isoIn(qint64 seconds)
{
    return QDateTime::currentDateTimeUtc().addSecs(seconds).toString(Qt::ISODate);
}

constexpr qint64 kDay = 86'400;

} // namespace

void TestE2eFilters::make(const char *slug, const char *url, QJsonObject more)
{
    more.insert(QStringLiteral("slug"), QString::fromUtf8(slug));
    more.insert(QStringLiteral("url"), QString::fromUtf8(url));
    const ApiAnswer answer = m_api->post("links", more);
    QVERIFY2(answer.status() == 201, answer.http.body.constData());
}

// The codes that a filter finds, joined by spaces.
QByteArray TestE2eFilters::codes(const QByteArray &filter, const QByteArray &more)
{
    QByteArray out;
    for (const QJsonObject &link : m_api->list("filter=" + filter.toPercentEncoding() + more))
        out += (out.isEmpty() ? "" : " ") + link[QLatin1String("code")].toString().toUtf8();
    return out;
}

void TestE2eFilters::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    QCOMPARE(m_api->post("domains", {{QStringLiteral("host"), QStringLiteral("go.example")}}).status(), 201);
    make("a-plain", "https://github.com/a");
    make("b-spring", "https://docs.github.com/b",
         {{QStringLiteral("tags"), texts({"Spring", "old news"})},
          {QStringLiteral("title"), QStringLiteral("Sale 100%")}});
    make("c-ends", "https://hub.com/c?to=github.com", {{QStringLiteral("expiresAt"), isoIn(3 * kDay)}});
    make("d-later", "https://bücher.example/d",
         {{QStringLiteral("expiresAt"), isoIn(40 * kDay)}, {QStringLiteral("note"), QStringLiteral("flyer")}});
    make("e-limit", "https://example.com/e",
         {{QStringLiteral("maxClicks"), 5},
          {QStringLiteral("favourite"), true},
          {QStringLiteral("owner"), QStringLiteral("anna")}});
    make("f-gone", "https://example.com/f", {{QStringLiteral("tags"), texts({"spring"})}});
    const auto gone = m_api->get("links?code=f-gone").json[QLatin1String("links")][0][QLatin1String("id")].toInteger();
    QCOMPARE(m_api->remove("links/" + QByteArray::number(gone)).status(), 200);
    make("g-go", "https://example.com/g", {{QStringLiteral("domain"), QStringLiteral("go.example")}});
    make("h-soon", "https://example.com/h", {{QStringLiteral("validFrom"), isoIn(kDay)}});
}

void TestE2eFilters::filters_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<QByteArray>("found");
    const auto row = [](const char *filter, const char *found) {
        QTest::newRow(filter) << QByteArray(filter) << QByteArray(found);
    };
    row("", "a-plain b-spring c-ends d-later e-limit g-go h-soon");
    row("tag:spring", "b-spring");
    row("tag:\"OLD news\"", "b-spring");
    row("tag:none", "");
    row("-tag:spring -is:favourite", "a-plain c-ends d-later g-go h-soon");
    row("status:deleted", "f-gone");
    row("tag:spring status:active,deleted", "b-spring f-gone");
    row("is:deleted", "f-gone");
    row("status:scheduled", "h-soon");
    row("expires<7d", "c-ends");
    row("expires>7d", "d-later");
    row("expires:none", "a-plain b-spring e-limit g-go h-soon");
    row("host:github.com", "a-plain b-spring");
    row("host:docs.github.com", "b-spring");
    row("host:hub.com", "c-ends");
    row("host:thub.com", "");
    row("host:Bücher.example", "d-later");
    row("host:xn--bcher-kva.example", "d-later");
    row("domain:go.example", "g-go");
    row("domain:default -domain:go.example url:example.com/e", "e-limit");
    row("sale", "b-spring");
    row("100%", "b-spring");
    row("title:sale,nothing", "b-spring");
    row("note:FLYER", "d-later");
    row("owner:ann", "e-limit");
    row("slug:pla", "a-plain");
    row("limit:5", "e-limit");
    row("has:limit,note", "d-later e-limit");
    row("is:favourite", "e-limit");
    row("clicks>0", "");
    row("clicked:never created<1h", "a-plain b-spring c-ends d-later e-limit g-go h-soon");
    row("created>1h", "");
    row("generator:custom slug:g-go", "g-go");
}

void TestE2eFilters::filters()
{
    QFETCH(QByteArray, filter);
    QFETCH(QByteArray, found);
    QTRY_COMPARE(codes(filter), found);
    // The check agrees that it is a filter.
    QCOMPARE(m_api->get("filters/check?filter=" + filter.toPercentEncoding()).json[QLatin1String("valid")].toBool(),
             true);
}

void TestE2eFilters::pagesOfAFilter()
{
    for (const char *sort : {"created", "-created", "code", "-code", "clicks", "-clicks", "expires", "-expires"}) {
        const QByteArray query = QByteArray("&sort=") + sort;
        const QByteArray whole = codes("-tag:spring", query + "&limit=500");
        QCOMPARE(whole.count(' '), 5);
        for (int limit = 1; limit < 4; ++limit)
            QCOMPARE(codes("-tag:spring", query + "&limit=" + QByteArray::number(limit)), whole);
    }
    QCOMPARE(m_api->get("links?filter=tag:spring&limit=1").json[QLatin1String("total")].toInt(-1), 1);
    QCOMPARE(m_api->get("links?filter=-tag:spring&limit=1").json[QLatin1String("total")].toInt(-1), 6);
}

void TestE2eFilters::mistakesAreMarked_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<int>("position");
    QTest::addColumn<int>("length");
    QTest::newRow("an unknown field") << QByteArray("sale tga:spring") << 5 << 3;
    QTest::newRow("a bad number") << QByteArray("clicks>many") << 7 << 4;
    QTest::newRow("an open quote") << QByteArray("їж \"open") << 5 << 5;
    QTest::newRow("an unknown domain") << QByteArray("domain:nowhere.example") << 7 << 15;
    QTest::newRow("a bad date") << QByteArray("created:2026-02-30") << 8 << 10;
}

void TestE2eFilters::mistakesAreMarked()
{
    QFETCH(QByteArray, filter);
    QFETCH(int, position);
    QFETCH(int, length);
    const ApiAnswer list = m_api->get("links?filter=" + filter.toPercentEncoding());
    QCOMPARE(list.status(), 422);
    QVERIFY(list.http.field("content-type").startsWith("application/problem+json"));
    QCOMPARE(list.code(), QStringLiteral("invalid-filter"));
    QCOMPARE(list.json[QLatin1String("field")].toString(), QStringLiteral("filter"));
    const ApiAnswer check = m_api->get("filters/check?filter=" + filter.toPercentEncoding());
    QCOMPARE(check.status(), 200);
    QCOMPARE(check.json[QLatin1String("valid")].toBool(true), false);
    for (const ApiAnswer &answer : {list, check}) {
        QCOMPARE(answer.json[QLatin1String("position")].toInt(-1), position);
        QCOMPARE(answer.json[QLatin1String("length")].toInt(-1), length);
        QVERIFY(!answer.json[QLatin1String("detail")].toString().isEmpty());
    }
}

void TestE2eFilters::hostileTexts_data()
{
    QTest::addColumn<QByteArray>("filter");
    QTest::addColumn<int>("status");
    QTest::newRow("SQL") << QByteArray("' OR 1=1; DROP TABLE link; --") << 200;
    QTest::newRow("SQL in a value") << QByteArray("tag:\"'); DROP TABLE link; --\"") << 200;
    QTest::newRow("FTS words") << QByteArray("NEAR(a b) AND NOT * ^x") << 200;
    QTest::newRow("an FTS quote") << QByteArray("\"\\\"\\\"\\\"\"") << 200;
    QTest::newRow("percent") << QByteArray("%") << 200;
    QTest::newRow("underscore") << QByteArray("title:_") << 200;
    QTest::newRow("NUL") << QByteArray("a\0b", 3) << 422;
    QTest::newRow("invalid UTF-8") << QByteArray("\xff\xfe") << 422;
    QTest::newRow("an overlong form") << QByteArray("\xc0\xaf") << 422;
    QTest::newRow("marks that turn the writing") << QByteArray("tag:\u202e\u2066evil") << 200;
    QTest::newRow("1001 bytes") << QByteArray(1001, 'x') << 422;
    QTest::newRow("1000 bytes") << QByteArray(1000, 'x') << 200;
    QTest::newRow("51 terms") << QByteArray("a ").repeated(51) << 422;
    QTest::newRow("100 values") << QByteArray("host:") + QByteArray("a,").repeated(99) + "a" << 200;
}

void TestE2eFilters::hostileTexts()
{
    QFETCH(QByteArray, filter);
    QFETCH(int, status);
    const ApiAnswer answer = m_api->get("links?filter=" + filter.toPercentEncoding());
    QCOMPARE(answer.status(), status);
    QCOMPARE(m_api->get("filters/check?filter=" + filter.toPercentEncoding()).status(), 200);
    // A megabyte never gets as far as the filter.
    HttpClient raw(m_daemon.adminPort());
    const HttpAnswer refused = raw.get("/api/v1/links?filter=" + QByteArray(1'000'000, 'x'));
    QVERIFY(refused.status == 414 || refused.status == 0);
    QCOMPARE(codes("slug:a-plain"), QByteArray("a-plain"));
}

void TestE2eFilters::checksSayWhatIsMeant()
{
    const ApiAnswer answer =
        m_api->get("filters/check?filter=" + QByteArray("-tag:spring expires<7d").toPercentEncoding());
    QCOMPARE(answer.status(), 200);
    const QJsonArray terms = answer.json[QLatin1String("terms")].toArray();
    QCOMPARE(terms.size(), 2);
    const QJsonObject second = terms[1].toObject();
    QCOMPARE(second[QLatin1String("position")].toInt(), 12);
    QCOMPARE(second[QLatin1String("length")].toInt(), 10);
    QCOMPARE(second[QLatin1String("field")].toString(), QStringLiteral("expires"));
    QCOMPARE(second[QLatin1String("meaning")].toString(), QStringLiteral("ends within the next 7 days"));
    QCOMPARE(terms[0][QLatin1String("meaning")].toString(), QStringLiteral("not: tag is \"spring\""));
    QCOMPARE(m_api->get("filters/check?text=x").status(), 422);
}

void TestE2eFilters::daysAreTheOfficesZones()
{
    // Half an hour after midnight in Kiritimati is the day before in UTC.
    const QDateTime local(QDate(2030, 5, 2), QTime(0, 30), QTimeZone("Pacific/Kiritimati"));
    if (!local.isValid())
        QSKIP("the time zone is not installed");
    make("zoned", "https://example.com/zoned", {{QStringLiteral("expiresAt"), local.toUTC().toString(Qt::ISODate)}});
    const auto zone = [this](const char *name) {
        return m_api->patch("settings", {{QStringLiteral("timeZone"), QString::fromLatin1(name)}}).status();
    };
    QCOMPARE(zone("UTC"), 200);
    QCOMPARE(codes("expires:2030-05-01"), QByteArray("zoned"));
    QCOMPARE(codes("expires:2030-05-02"), QByteArray());
    QCOMPARE(zone("Pacific/Kiritimati"), 200);
    QCOMPARE(codes("expires:2030-05-01"), QByteArray());
    QCOMPARE(codes("expires:2030-05-02"), QByteArray("zoned"));
    QCOMPARE(zone("UTC"), 200);
    const auto id = m_api->get("links?code=zoned").json[QLatin1String("links")][0][QLatin1String("id")].toInteger();
    QCOMPARE(m_api->remove("links/" + QByteArray::number(id)).status(), 200);
}

void TestE2eFilters::goesWithTheOtherParameters()
{
    QTRY_COMPARE(codes("-is:favourite", "&search=example.com&sort=code"), QByteArray("g-go h-soon"));
    QCOMPARE(codes("has:title", "&tag=spring"), QByteArray("b-spring"));
    QCOMPARE(codes("", "&tag=spring&status=deleted"), QByteArray("f-gone"));
    QCOMPARE(codes("is:favourite", "&domain=go.example"), QByteArray());
}

void TestE2eFilters::tags()
{
    const auto count = [this](const QString &name) {
        const QJsonArray all = m_api->get("tags").json[QLatin1String("tags")].toArray();
        for (const QJsonValue &tag : all) {
            if (tag[QLatin1String("name")].toString() == name)
                return tag[QLatin1String("links")].toInt();
        }
        return 0;
    };
    // Many at once make one tag.
    std::atomic<int> refused{0};
    std::vector<std::thread> makers;
    for (int t = 0; t < 4; ++t) {
        makers.emplace_back([this, &refused] {
            ApiClient api(m_daemon.adminPort(), m_daemon.makeKey(QStringLiteral("write")));
            for (int i = 0; i < 20; ++i) {
                const QJsonObject body{{QStringLiteral("url"), QStringLiteral("https://example.com/parallel")},
                                       {QStringLiteral("tags"), texts({"Brand new/100%"})}};
                refused += api.post("links", body).status() == 201 ? 0 : 1;
            }
        });
    }
    for (std::thread &maker : makers)
        maker.join();
    QCOMPARE(refused.load(), 0);
    QCOMPARE(count(QStringLiteral("Brand new/100%")), 80);

    const QByteArray path = "tags/" + QByteArray("brand NEW/100%").toPercentEncoding();
    const ApiAnswer renamed = m_api->patch(path, {{QStringLiteral("name"), QStringLiteral("fresh")}});
    QCOMPARE(renamed.status(), 200);
    QCOMPARE(renamed.json[QLatin1String("name")].toString(), QStringLiteral("fresh"));
    QCOMPARE(m_api->patch(path, {{QStringLiteral("name"), QStringLiteral("x")}}).status(), 404);
    QCOMPARE(count(QStringLiteral("fresh")), 80);
    QCOMPARE(m_api->patch("tags/fresh", {{QStringLiteral("name"), QStringLiteral("SPRING")}}).status(), 200);
    QCOMPARE(count(QStringLiteral("fresh")), 0);
    QCOMPARE(count(QStringLiteral("Spring")), 81);
    QCOMPARE(m_api->patch("tags/spring", {{QStringLiteral("name"), QString()}}).status(), 422);
    QCOMPARE(m_api->patch("tags/spring", {{QStringLiteral("nam"), QStringLiteral("x")}}).status(), 422);
    QCOMPARE(m_api->patch("tags/spring", {}).status(), 422);
    QCOMPARE(m_api->remove("tags/spring").status(), 204);
    QCOMPARE(m_api->remove("tags/spring").status(), 404);
    QCOMPARE(count(QStringLiteral("Spring")), 0);
    QCOMPARE(codes("tag:spring"), QByteArray());
    QCOMPARE(m_api->list("filter=url:/parallel").size(), 80);
}

void TestE2eFilters::views()
{
    const auto names = [this] {
        QString out;
        const QJsonArray all = m_api->get("views").json[QLatin1String("views")].toArray();
        for (const QJsonValue &view : all)
            out += view[QLatin1String("name")].toString() + QLatin1Char(' ');
        return out;
    };
    const ApiAnswer made = m_api->post("views", {{QStringLiteral("name"), QStringLiteral("Starred")},
                                                 {QStringLiteral("filter"), QStringLiteral("is:favourite")},
                                                 {QStringLiteral("sort"), QStringLiteral("-clicks")},
                                                 {QStringLiteral("colour"), 11}});
    QCOMPARE(made.status(), 201);
    QCOMPARE(made.json[QLatin1String("filter")].toString(), QStringLiteral("is:favourite"));
    QCOMPARE(
        m_api->post("views", {{QStringLiteral("name"), QStringLiteral("All")}, {QStringLiteral("filter"), QString()}})
            .status(),
        201);
    QCOMPARE(names(), QStringLiteral("Starred All "));
    const QJsonArray views = m_api->get("views").json[QLatin1String("views")].toArray();
    QCOMPARE(views[0][QLatin1String("links")].toInt(-1), 1);
    QVERIFY(views[1][QLatin1String("links")].toInt(-1) >= 7);
    const QByteArray path = "views/" + QByteArray::number(made.id());
    const ApiAnswer changed =
        m_api->patch(path, {{QStringLiteral("name"), QStringLiteral("Best")}, {QStringLiteral("position"), 1}});
    QCOMPARE(changed.status(), 200);
    QCOMPARE(changed.json[QLatin1String("sort")].toString(), QStringLiteral("-clicks"));
    QCOMPARE(names(), QStringLiteral("All Best "));
    QCOMPARE(m_api->remove(path).status(), 204);
    QCOMPARE(m_api->remove(path).status(), 404);
    QCOMPARE(names(), QStringLiteral("All "));
}

void TestE2eFilters::viewsRefuse_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("field");
    const QString input = QStringLiteral("invalid-input");
    QTest::newRow("no name") << QByteArray(R"({"filter":""})") << input << QStringLiteral("name");
    QTest::newRow("an empty name") << QByteArray(R"({"name":" "})") << input << QStringLiteral("name");
    QTest::newRow("a taken name") << QByteArray(R"({"name":"All"})") << input << QStringLiteral("name");
    QTest::newRow("no filter at all") << QByteArray(R"({"name":"x","filter":"tga:x"})")
                                      << QStringLiteral("invalid-filter") << QStringLiteral("filter");
    QTest::newRow("an unknown order") << QByteArray(R"({"name":"x","sort":"size"})") << input << QStringLiteral("sort");
    QTest::newRow("a colour too many") << QByteArray(R"({"name":"x","colour":12})") << input
                                       << QStringLiteral("colour");
    QTest::newRow("an unknown member") << QByteArray(R"({"name":"x","icon":1})") << input << QStringLiteral("icon");
    QTest::newRow("a place before the first")
        << QByteArray(R"({"name":"x","position":-1})") << input << QStringLiteral("position");
}

void TestE2eFilters::viewsRefuse()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, code);
    QFETCH(QString, field);
    const ApiAnswer answer = m_api->send("POST", "views", body);
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), field);
    if (QTest::currentDataTag() != QByteArray("an unknown member"))
        QCOMPARE(answer.code(), code);
}

void TestE2eFilters::readersMayNotWrite()
{
    ApiClient reader(m_daemon.adminPort(), m_daemon.makeKey(QStringLiteral("read")));
    QCOMPARE(reader.get("tags").status(), 200);
    QCOMPARE(reader.get("views").status(), 200);
    QCOMPARE(reader.get("filters/check?filter=x").status(), 200);
    QCOMPARE(reader.patch("tags/x", {{QStringLiteral("name"), QStringLiteral("y")}}).status(), 403);
    QCOMPARE(reader.remove("tags/x").status(), 403);
    QCOMPARE(reader.post("views", {{QStringLiteral("name"), QStringLiteral("x")}}).status(), 403);
    QCOMPARE(reader.patch("views/1", {}).status(), 403);
    QCOMPARE(reader.remove("views/1").status(), 403);
}

// What the archiving does, done by hand: the service is away meanwhile.
void TestE2eFilters::archivedLinksStandAtTheEnd()
{
    QCOMPARE(m_daemon.stop().value_or(-1), 0);
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("archive"));
        database.setDatabaseName(m_daemon.databaseFile());
        QVERIFY(database.open());
        QSqlQuery query(database);
        const QString columns =
            QStringLiteral("id, domain_id, code, code_shown, status, generator, long_url, target_hash, title, "
                           "note, owner, valid_from, max_clicks, redirect_status, forward_query, track, version, "
                           "created_at, updated_at, favourite, let_expire");
        QVERIFY2(
            query.exec(QStringLiteral("INSERT INTO link_archive(%1, archived_at) SELECT %1, 0 FROM link WHERE code IN "
                                      "('a-plain', 'b-spring')")
                           .arg(columns)),
            qPrintable(query.lastError().text()));
        QVERIFY(query.exec(QStringLiteral("DELETE FROM link WHERE id IN (SELECT id FROM link_archive)")));
    }
    QSqlDatabase::removeDatabase(QStringLiteral("archive"));
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
    QCOMPARE(codes("is:archived"), QByteArray("a-plain b-spring"));
    QCOMPARE(codes("is:archived tag:\"old news\""), QByteArray("b-spring"));
    QCOMPARE(codes("host:github.com"), QByteArray());
    QCOMPARE(codes("host:github.com status:archived"), QByteArray("a-plain b-spring"));
    QCOMPARE(codes("slug:- status:archived,active -url:parallel"),
             QByteArray("c-ends d-later e-limit g-go a-plain b-spring"));
    QCOMPARE(codes("slug:- status:archived,active -url:parallel", "&sort=-created&limit=1"),
             QByteArray("g-go e-limit d-later c-ends b-spring a-plain"));
    const QJsonObject first = m_api->get("links?filter=is:archived&limit=1").json[QLatin1String("links")][0].toObject();
    QCOMPARE(first[QLatin1String("archived")].toBool(), true);
}

QTEST_GUILESS_MAIN(TestE2eFilters)
#include "tst_e2efilters.moc"
