// Short codes as scripts and visitors meet them: generators, domain settings, former slugs, look-alikes, what a crash
// costs (R7-R9, R11, R12).
#include "daemon.h"
#include "daemonclient.h"

#include <QFile>
#include <QDateTime>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <memory>

using namespace linkdesk::test;

namespace {

const QString kTarget = QStringLiteral("https://example.com/");

QByteArray encoded(const QString &text)
{
    return text.toUtf8().toPercentEncoding("/");
}

} // namespace

class TestE2eCodes final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eachGeneratorCanBeAskedFor_data();
    void eachGeneratorCanBeAskedFor();
    void aDomainHasItsOwnRules();
    void wrongSettingsAreNamed_data();
    void wrongSettingsAreNamed();
    void mistypedCodesEndWithoutALookUp();
    void theCaseRuleCanBeSwitched();
    void slugsOfSeveralSegments();
    void anOldSlugLeadsOnAndItsClicksCount();
    void lookAlikesAreWarnedOf();
    void aCrashWastesAtMostOneBlock();
    void manyCrashesAreReported();
    void strangersAreAnsweredByTheFilter();
    void theFilterSurvivesACleanStopOnly();
    void aLinkMadeWithoutTheServiceIsFound();
    void metricsNameTheCodes();

private:
    [[nodiscard]] QJsonObject codes() { return m_api->get("service").json[QLatin1String("codes")].toObject(); }
    [[nodiscard]] QJsonObject bloom() { return codes()[QLatin1String("bloom")].toObject(); }
    void restart(const DaemonOptions &options = {});
    void waitForFilter();
    [[nodiscard]] QByteArray location(const QByteArray &path);

    std::unique_ptr<Daemon> m_daemon;
    std::unique_ptr<ApiClient> m_api;
};

void TestE2eCodes::init()
{
    m_daemon = std::make_unique<Daemon>();
    restart();
}

void TestE2eCodes::restart(const DaemonOptions &options)
{
    QVERIFY2(m_daemon->start(options), m_daemon->errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon->adminPort(), m_daemon->key());
}

void TestE2eCodes::waitForFilter()
{
    QTRY_COMPARE_WITH_TIMEOUT(bloom()[QLatin1String("state")].toString(), QStringLiteral("ready"), 20'000);
}

QByteArray TestE2eCodes::location(const QByteArray &path)
{
    return HttpClient(m_daemon->publicPort()).get(path).field("location");
}

void TestE2eCodes::eachGeneratorCanBeAskedFor_data()
{
    QTest::addColumn<QString>("generator");
    QTest::addColumn<QString>("form");
    QTest::newRow("random") << "random" << "^[0-9a-zA-Z]{7}$";
    QTest::newRow("sequence") << "sequence" << "^10000[0-9a-zA-Z]{2}$";
    QTest::newRow("snowflake") << "snowflake" << "^[0-9a-zA-Z]{11}$";
    QTest::newRow("shuffled") << "shuffled" << "^[0-9a-zA-Z]{7}$";
    QTest::newRow("words") << "words" << "^[a-z]+-[a-z]+(-[0-9]+)?$";
}

void TestE2eCodes::eachGeneratorCanBeAskedFor()
{
    QFETCH(QString, generator);
    QFETCH(QString, form);
    QSet<QString> seen;
    for (int i = 0; i < 120; ++i) {
        const QString url = kTarget + QString::number(i);
        const ApiAnswer made = m_api->post("links", {{QStringLiteral("url"), url}, {QStringLiteral("generator"), generator}});
        QCOMPARE(made.status(), 201);
        QCOMPARE(made.json[QLatin1String("generator")].toString(), generator);
        const QString code = made.json[QLatin1String("code")].toString();
        QVERIFY2(QRegularExpression(form).match(code).hasMatch(), qPrintable(code));
        seen.insert(code);
        QCOMPARE(location("/" + code.toLatin1()), url.toLatin1());
    }
    QCOMPARE(seen.size(), 120);
    QCOMPARE(m_api->post("links", {{QStringLiteral("url"), kTarget}, {QStringLiteral("generator"), QStringLiteral("magic")}})
                 .json[QLatin1String("field")].toString(), QStringLiteral("generator"));
}

void TestE2eCodes::aDomainHasItsOwnRules()
{
    const ApiAnswer made = m_api->post("domains", {{QStringLiteral("host"), QStringLiteral("go.example")},
                                                   {QStringLiteral("generator"), QStringLiteral("words")},
                                                   {QStringLiteral("prefix"), QStringLiteral("x-")}});
    QCOMPARE(made.status(), 201);
    QCOMPARE(made.json[QLatin1String("generator")].toString(), QStringLiteral("words"));
    const QJsonObject onDomain{{QStringLiteral("url"), kTarget}, {QStringLiteral("domain"), QStringLiteral("go.example")}};
    QVERIFY(m_api->post("links", onDomain).json[QLatin1String("code")].toString().startsWith(QLatin1String("x-")));
    const QByteArray path = "domains/" + QByteArray::number(made.id());
    const ApiAnswer changed = m_api->patch(path, {{QStringLiteral("generator"), QStringLiteral("random")},
                                                  {QStringLiteral("length"), 10},
                                                  {QStringLiteral("alphabet"), QStringLiteral("easy")},
                                                  {QStringLiteral("prefix"), QString()}});
    QCOMPARE(changed.status(), 200);
    QCOMPARE(changed.json[QLatin1String("links")].toInt(), 1);
    QCOMPARE(changed.json[QLatin1String("alphabet")].toString(), QStringLiteral("easy"));
    for (int i = 0; i < 50; ++i) {
        const QString code = m_api->post("links", onDomain).json[QLatin1String("code")].toString();
        QVERIFY2(QRegularExpression(QStringLiteral("^[2-9a-km-zA-HJ-NP-Z]{10}$")).match(code).hasMatch(), qPrintable(code));
    }
    // The default domain keeps its own.
    QCOMPARE(m_api->create("https://example.com/").json[QLatin1String("code")].toString().size(), 7);
    QCOMPARE(m_api->get(path).json[QLatin1String("links")].toInt(), 51);
    QCOMPARE(m_api->get("domains").json[QLatin1String("domains")].toArray().size(), 2);
    QCOMPARE(m_api->get("domains/99").status(), 404);
    QCOMPARE(m_api->patch("domains/99", {}).status(), 404);
    // Only an administrator may change them.
    ApiClient writer(m_daemon->adminPort(), m_daemon->makeKey(QStringLiteral("write")));
    QCOMPARE(writer.patch(path, {{QStringLiteral("length"), 8}}).status(), 403);
}

void TestE2eCodes::wrongSettingsAreNamed_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("field");
    QTest::newRow("length") << QByteArray(R"({"length":5})") << "length";
    QTest::newRow("a huge length") << QByteArray(R"({"length":99999999999})") << "length";
    QTest::newRow("generator") << QByteArray(R"({"generator":"magic"})") << "generator";
    QTest::newRow("alphabet") << QByteArray(R"({"alphabet":"greek"})") << "alphabet";
    QTest::newRow("prefix") << QByteArray(R"({"prefix":"a/b"})") << "prefix";
    QTest::newRow("aliasDays") << QByteArray(R"({"aliasDays":-1})") << "aliasDays";
    QTest::newRow("a text for a switch") << QByteArray(R"({"checkCharacter":"yes"})") << "checkCharacter";
    QTest::newRow("an unknown field") << QByteArray(R"({"lenght":7})") << "lenght";
    QTest::newRow("the host") << QByteArray(R"({"host":"other.example"})") << "host";
}

void TestE2eCodes::wrongSettingsAreNamed()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, field);
    const QJsonObject before = m_api->get("domains/1").json;
    const ApiAnswer answer = m_api->send("PATCH", "domains/1", body);
    QCOMPARE(answer.status(), 422);
    QCOMPARE(answer.json[QLatin1String("field")].toString(), field);
    QVERIFY(!answer.json[QLatin1String("detail")].toString().isEmpty());
    QCOMPARE(m_api->get("domains/1").json, before);
}

void TestE2eCodes::mistypedCodesEndWithoutALookUp()
{
    const QString older = m_api->create("https://example.com/older").json[QLatin1String("code")].toString();
    QCOMPARE(m_api->create("https://example.com/slug", "summer").status(), 201);
    QCOMPARE(m_api->patch("domains/1", {{QStringLiteral("checkCharacter"), true}}).status(), 200);
    const QByteArray code = m_api->create("https://example.com/checked").json[QLatin1String("code")].toString().toLatin1();
    QByteArray wrong = code;
    wrong[2] = wrong[2] == 'a' ? 'b' : 'a';
    // The rule holds once the codes there are have been read.
    HttpClient visitor(m_daemon->publicPort());
    QTRY_VERIFY_WITH_TIMEOUT(visitor.get("/" + wrong).status == 404 && codes()[QLatin1String("checkRefused")].toInt() > 0, 20'000);
    const int refused = codes()[QLatin1String("checkRefused")].toInt();
    const QJsonObject cache = m_api->get("service").json[QLatin1String("cache")].toObject();
    for (int i = 0; i < code.size(); ++i) {
        QByteArray typo = code;
        typo[i] = typo[i] == 'x' ? 'y' : 'x';
        if (typo != code)
            QCOMPARE(visitor.get("/" + typo).status, 404);
    }
    const QJsonObject after = m_api->get("service").json;
    QVERIFY(after[QLatin1String("codes")][QLatin1String("checkRefused")].toInt() >= refused + code.size() - 1);
    for (const char *counter : {"hits", "negativeHits", "misses", "storeReads"})
        QCOMPARE(after[QLatin1String("cache")][QLatin1String(counter)].toInt(), cache[QLatin1String(counter)].toInt());
    QCOMPARE(location("/" + code), QByteArray("https://example.com/checked"));
    QCOMPARE(location("/" + older.toLatin1()), QByteArray("https://example.com/older"));
    QCOMPARE(location("/summer"), QByteArray("https://example.com/slug"));
    QCOMPARE(m_api->create("https://example.com/later", "autumn").status(), 201);
    QCOMPARE(location("/autumn"), QByteArray("https://example.com/later"));
    // Also after a restart, with a filter from the file and without one.
    QCOMPARE(m_daemon->stop(), 0);
    restart();
    QTRY_COMPARE_WITH_TIMEOUT(HttpClient(m_daemon->publicPort()).get("/" + wrong).status == 404
                                  && codes()[QLatin1String("checkRefused")].toInt() > 0, true, 20'000);
    QCOMPARE(location("/autumn"), QByteArray("https://example.com/later"));
    m_daemon->kill();
    restart();
    QCOMPARE(location("/" + older.toLatin1()), QByteArray("https://example.com/older"));
}

void TestE2eCodes::theCaseRuleCanBeSwitched()
{
    QCOMPARE(m_api->create("https://example.com/1", "Summer").status(), 201);
    QCOMPARE(location("/summer"), QByteArray());
    QCOMPARE(m_api->patch("domains/1", {{QStringLiteral("caseSensitive"), false}}).status(), 200);
    QCOMPARE(location("/summer"), QByteArray("https://example.com/1"));
    QCOMPARE(location("/SUMMER"), QByteArray("https://example.com/1"));
    waitForFilter();
    QCOMPARE(location("/sUMMER"), QByteArray("https://example.com/1"));
    QCOMPARE(m_api->create("https://example.com/2", "sUmMeR").code(), QStringLiteral("slug-taken"));
    // Made codes are of one case there.
    const QString code = m_api->create("https://example.com/3").json[QLatin1String("code")].toString();
    QCOMPARE(code, code.toLower());
    QCOMPARE(location("/" + code.toUpper().toLatin1()), QByteArray("https://example.com/3"));
    QCOMPARE(m_api->patch("domains/1", {{QStringLiteral("caseSensitive"), true}}).status(), 200);
    QCOMPARE(location("/summer"), QByteArray());
    QCOMPARE(location("/Summer"), QByteArray("https://example.com/1"));
    QCOMPARE(m_api->create("https://example.com/2", "summer").status(), 201);
    const ApiAnswer clash = m_api->patch("domains/1", {{QStringLiteral("caseSensitive"), false}});
    QCOMPARE(clash.status(), 409);
    QCOMPARE(clash.code(), QStringLiteral("case-clash"));
    QCOMPARE(location("/summer"), QByteArray("https://example.com/2"));
    QCOMPARE(location("/Summer"), QByteArray("https://example.com/1"));
}

void TestE2eCodes::slugsOfSeveralSegments()
{
    QCOMPARE(m_api->create("https://example.com/1", "spring/sale").status(), 422);
    QCOMPARE(m_api->patch("domains/1", {{QStringLiteral("multiSegment"), true}}).status(), 200);
    QCOMPARE(m_api->create("https://example.com/1", "spring/sale").status(), 201);
    QCOMPARE(m_api->create("https://example.com/2", "spring").status(), 201);
    QCOMPARE(m_api->create("https://example.com/3", "früh/jahr/🌷").status(), 201);
    QCOMPARE(location("/spring/sale"), QByteArray("https://example.com/1"));
    QCOMPARE(location("/spring/sale/"), QByteArray("https://example.com/1"));
    QCOMPARE(location("/spring"), QByteArray("https://example.com/2"));
    QCOMPARE(location("/" + encoded(QStringLiteral("früh/jahr/🌷"))), QByteArray("https://example.com/3"));
    HttpClient visitor(m_daemon->publicPort());
    for (const char *path : {"/spring%2Fsale", "/spring//sale", "/sale", "/spring/sale/more", "/spring/"})
        QCOMPARE(visitor.get(path).status, QByteArray(path) == "/spring/" ? 302 : 404);
    for (const char *slug : {"/x", "x/", "x//y", "x/../y", "api/x", "robots.txt/x"})
        QCOMPARE(m_api->create("https://example.com/", slug).status(), 422);
}

void TestE2eCodes::anOldSlugLeadsOnAndItsClicksCount()
{
    const ApiAnswer made = m_api->create("https://example.com/1", "old");
    const QByteArray path = "links/" + QByteArray::number(made.id());
    HttpClient visitor(m_daemon->publicPort());
    QCOMPARE(visitor.get("/old").status, 302);
    QCOMPARE(visitor.get("/new").status, 404); // remembered as absent
    const ApiAnswer renamed = m_api->patch(path, {{QStringLiteral("slug"), QStringLiteral("new")},
                                                  {QStringLiteral("aliasFor"), QStringLiteral("P90D")}});
    QCOMPARE(renamed.status(), 200);
    const QJsonObject alias = renamed.json[QLatin1String("aliases")].toArray().at(0).toObject();
    QCOMPARE(alias[QLatin1String("code")].toString(), QStringLiteral("old"));
    QVERIFY(alias[QLatin1String("shortUrl")].toString().endsWith(QLatin1String("/old")));
    const QDateTime until = QDateTime::fromString(alias[QLatin1String("until")].toString(), Qt::ISODateWithMs);
    const qint64 seconds = QDateTime::currentDateTimeUtc().secsTo(until);
    QVERIFY(seconds > 90 * 86400 - 60 && seconds <= 90 * 86400);
    QCOMPARE(visitor.get("/new").status, 302);
    QCOMPARE(visitor.get("/old").status, 302);
    QTRY_COMPARE_WITH_TIMEOUT(m_api->clicks(made.id()), 3, 10'000);
    // An edit shows at the old slug too.
    QCOMPARE(m_api->patch(path, {{QStringLiteral("url"), QStringLiteral("https://example.com/2")}}).status(), 200);
    QCOMPARE(visitor.get("/old").field("location"), QByteArray("https://example.com/2"));
    QCOMPARE(m_api->create("https://example.com/3", "old").code(), QStringLiteral("slug-taken"));
    const ApiAnswer ended = m_api->remove(path + "/aliases/old");
    QCOMPARE(ended.status(), 200);
    QVERIFY(ended.json[QLatin1String("aliases")].toArray().isEmpty());
    QCOMPARE(visitor.get("/old").status, 404);
    QCOMPARE(m_api->remove(path + "/aliases/old").status(), 404);
    QCOMPARE(m_api->create("https://example.com/3", "old").status(), 201);
    QCOMPARE(visitor.get("/old").field("location"), QByteArray("https://example.com/3"));
    for (const char *period : {"30", "P30", "tomorrow", "P-1D", "P200Y"}) {
        const ApiAnswer wrong = m_api->patch(path, {{QStringLiteral("slug"), QStringLiteral("newer")},
                                                    {QStringLiteral("aliasFor"), QLatin1String(period)}});
        QCOMPARE(wrong.status(), 422);
        QCOMPARE(wrong.json[QLatin1String("field")].toString(), QStringLiteral("aliasFor"));
    }
    QCOMPARE(m_api->patch(path, {{QStringLiteral("slug"), QStringLiteral("newer")}, {QStringLiteral("aliasFor"), QJsonValue()}}).status(), 200);
    QCOMPARE(visitor.get("/new").status, 404);
}

void TestE2eCodes::lookAlikesAreWarnedOf()
{
    QCOMPARE(m_api->create("https://example.com/real", "paypal").status(), 201);
    const QString fake = QStringLiteral("p\u0430ypal");
    const ApiAnswer check = m_api->get("slugs/check?slug=" + encoded(fake));
    QCOMPARE(check.json[QLatin1String("state")].toString(), QStringLiteral("free"));
    QCOMPARE(check.json[QLatin1String("similarTo")][0][QLatin1String("code")].toString(), QStringLiteral("paypal"));
    const ApiAnswer made = m_api->create("https://example.com/fake", fake.toUtf8());
    QCOMPARE(made.status(), 201);
    const QJsonObject warning = made.json[QLatin1String("warnings")].toArray().at(0).toObject();
    QCOMPARE(warning[QLatin1String("code")].toString(), QStringLiteral("look-alike"));
    QCOMPARE(warning[QLatin1String("link")][QLatin1String("url")].toString(), QStringLiteral("https://example.com/real"));
    QVERIFY(!m_api->create("https://example.com/other", "unlike").json.contains(QLatin1String("warnings")));
}

void TestE2eCodes::aCrashWastesAtMostOneBlock()
{
    for (const QString &generator : {QStringLiteral("sequence"), QStringLiteral("shuffled")}) {
        const QJsonObject request{{QStringLiteral("url"), kTarget}, {QStringLiteral("generator"), generator}};
        const auto numbers = [&] { return codes()[generator].toObject(); };
        for (int i = 0; i < 30; ++i)
            QCOMPARE(m_api->post("links", request).status(), 201);
        QCOMPARE(numbers()[QLatin1String("used")].toInt(), 30);
        QCOMPARE(numbers()[QLatin1String("watermark")].toInt(), 100);
        m_daemon->kill();
        restart();
        QCOMPARE(numbers()[QLatin1String("used")].toInt(), 30);
        QCOMPARE(numbers()[QLatin1String("wasted")].toInt(), 70);
        QCOMPARE(m_api->post("links", request).status(), 201);
        // A clean stop wastes nothing.
        QCOMPARE(m_daemon->stop(), 0);
        restart();
        QCOMPARE(numbers()[QLatin1String("used")].toInt(), 31);
        // Of a few hundred numbers one spells a rude word and is passed over.
        const int passedOver = numbers()[QLatin1String("watermark")].toInt() - 101;
        QVERIFY(passedOver >= 0 && passedOver <= 2);
        QCOMPARE(numbers()[QLatin1String("wasted")].toInt(), 70 + passedOver);
    }
}

void TestE2eCodes::manyCrashesAreReported()
{
    const QJsonObject request{{QStringLiteral("url"), kTarget}, {QStringLiteral("generator"), QStringLiteral("sequence")}};
    const auto isReported = [this] {
        for (const QJsonValue &problem : m_api->get("service").json[QLatin1String("problems")].toArray()) {
            if (problem[QLatin1String("code")].toString() == QLatin1String("numbers-wasted"))
                return true;
        }
        return false;
    };
    DaemonOptions options;
    options.flags = {QStringLiteral("--number-block"), QStringLiteral("20"), QStringLiteral("--waste-alarm"), QStringLiteral("40")};
    QCOMPARE(m_daemon->stop(), 0);
    for (int crash = 0; crash < 3; ++crash) {
        restart(options);
        QVERIFY(!isReported() || crash == 2);
        QCOMPARE(m_api->post("links", request).status(), 201);
        m_daemon->kill();
    }
    restart(options);
    QVERIFY(isReported());
    const QJsonObject sequence = codes()[QLatin1String("sequence")].toObject();
    QCOMPARE(sequence[QLatin1String("wasted")].toInt(), 57);
    QCOMPARE(sequence[QLatin1String("alarmAt")].toDouble(), 0.4);
    QCOMPARE(sequence[QLatin1String("block")].toInt(), 20);
    // Under another threshold it is none.
    QCOMPARE(m_daemon->stop(), 0);
    options.flags.last() = QStringLiteral("99");
    restart(options);
    QVERIFY(!isReported());
}

void TestE2eCodes::strangersAreAnsweredByTheFilter()
{
    QCOMPARE(m_api->create("https://example.com/", "here").status(), 201);
    waitForFilter();
    HttpClient visitor(m_daemon->publicPort());
    const int before = m_api->get("service").json[QLatin1String("cache")][QLatin1String("storeReads")].toInt();
    for (int i = 0; i < 500; ++i)
        QCOMPARE(visitor.get("/stranger" + QByteArray::number(i)).status, 404);
    QCOMPARE(visitor.get("/here").status, 302);
    const QJsonObject filter = bloom();
    QVERIFY(filter[QLatin1String("answered")].toInt() >= 490);
    QVERIFY(filter[QLatin1String("capacity")].toInt() >= 1'000'000);
    const int reads = m_api->get("service").json[QLatin1String("cache")][QLatin1String("storeReads")].toInt() - before;
    QVERIFY2(reads <= 10, qPrintable(QString::number(reads)));
    QVERIFY(filter[QLatin1String("estimatedRate")].toDouble() < 0.01);
}

void TestE2eCodes::theFilterSurvivesACleanStopOnly()
{
    const QByteArray code = m_api->create("https://example.com/1").json[QLatin1String("code")].toString().toLatin1();
    waitForFilter();
    const QString file = m_daemon->dataFolder() + QStringLiteral("/codes.bloom");
    QVERIFY(!QFile::exists(file));
    QCOMPARE(m_daemon->stop(), 0);
    QVERIFY(QFile::exists(file));
    restart();
    QVERIFY(!QFile::exists(file));
    QCOMPARE(bloom()[QLatin1String("rebuilds")].toInt(), 0);
    QCOMPARE(bloom()[QLatin1String("state")].toString(), QStringLiteral("ready"));
    QCOMPARE(location("/" + code), QByteArray("https://example.com/1"));
    m_daemon->kill();
    QVERIFY(!QFile::exists(file));
    restart();
    waitForFilter();
    QCOMPARE(bloom()[QLatin1String("rebuilds")].toInt(), 1);
    QCOMPARE(location("/" + code), QByteArray("https://example.com/1"));
}

void TestE2eCodes::aLinkMadeWithoutTheServiceIsFound()
{
    waitForFilter();
    QCOMPARE(m_daemon->stop(), 0);
    const Finished made = runLinkdeskd({QStringLiteral("shorten"), QStringLiteral("--data-dir"), m_daemon->dataFolder(),
                                        QStringLiteral("--slug"), QStringLiteral("offline"), QStringLiteral("https://example.com/off")});
    QCOMPARE(made.exitCode, 0);
    restart();
    QCOMPARE(location("/offline"), QByteArray("https://example.com/off"));
    waitForFilter();
    QCOMPARE(location("/offline"), QByteArray("https://example.com/off"));
}

void TestE2eCodes::metricsNameTheCodes()
{
    for (const char *generator : {"random", "sequence", "snowflake"}) {
        const ApiAnswer made = m_api->post("links", {{QStringLiteral("url"), kTarget}, {QStringLiteral("generator"), QLatin1String(generator)}});
        QVERIFY2(made.status() == 201, generator + made.http.body);
    }
    const QByteArray metrics = HttpClient(m_daemon->adminPort()).get("/metrics").body;
    for (const char *line : {"linkdesk_codes_made_total{generator=\"sequence\"} 1\n", "linkdesk_sequence_numbers_watermark 100\n",
                             "linkdesk_sequence_waste_rate 0\n", "linkdesk_code_clash_probability ", "linkdesk_code_filter_codes ",
                             "linkdesk_code_check_refused_total 0\n"})
        QVERIFY2(metrics.contains(line), line);
    const QJsonObject snowflake = codes()[QLatin1String("snowflake")].toObject();
    QCOMPARE(snowflake[QLatin1String("state")].toString(), QStringLiteral("ok"));
    QCOMPARE(snowflake[QLatin1String("endsAt")].toString().left(7), QStringLiteral("2040-06"));
}

QTEST_GUILESS_MAIN(TestE2eCodes)
#include "tst_e2ecodes.moc"
