#include <QTest>

#include "admin/json.h"

#include "admin/linkjson.h"
#include "admin/problem.h"
#include "links/domaindirectory.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace linkdesk::core;
using namespace linkdesk::server;
namespace json = boost::json;

Q_DECLARE_METATYPE(std::string)

namespace {

std::string nested(std::size_t depth)
{
    return std::string(depth, '[') + std::string(depth, ']');
}

// What Qt, another implementation, reads in a text that ours wrote.
QJsonObject readBack(const std::string &text)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
    if (error.error != QJsonParseError::NoError)
        qFatal("not JSON: %s", text.c_str());
    return document.object();
}

} // namespace

class TestJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesWhatIsNoJson_data() // R28
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("position");
        const auto row = [](const char *name, std::string text, int position) {
            QTest::newRow(name) << std::move(text) << position;
        };
        row("nothing", "", 0);
        row("blanks", " \r\n", 3);
        row("an open brace", "{", 1);
        row("a name without quotes", "{a:1}", 1);
        row("a comma at the end", "{\"a\":1,}", 7);
        row("single quotes", "{'a':1}", 1);
        row("an open string", "{\"a\":\"b", 7);
        row("a raw line end in a string", "\"a\nb\"", 2);
        row("a comment", "{/**/}", 1);
        row("a number with a plus", "+1", 0);
        row("a number with zeros in front", "01", 1);
        row("NaN", "NaN", 0);
        row("two values", "{} {}", 3);
        row("something behind", "{}x", 2);
        row("NUL behind", std::string("{}\0", 3), 2);
        row("a byte order mark", "\xef\xbb\xbf{}", 0);
        row("invalid UTF-8", "\"\xff\"", 1);
        row("half a surrogate pair", "\"\\ud800\"", 7);
        row("33 levels", nested(33), 32);
    }

    void refusesWhatIsNoJson()
    {
        QFETCH(std::string, text);
        QFETCH(int, position);
        JsonFault fault;
        QVERIFY(!parseJson(text, fault));
        QVERIFY(!fault.detail.empty());
        QVERIFY2(fault.position <= text.size(), "the position is within the text");
        QCOMPARE(static_cast<int>(fault.position), position);
    }

    void readsWhatIs_data()
    {
        QTest::addColumn<std::string>("text");
        for (const char *text :
             {"{}", "[]", "null", "12", " 1.5e3 ", "\"\"", "{\"a\":[1,{\"b\":null}]}\r\n", "\"\\u0000\\ud83d\\ude80\""})
            QTest::newRow(text) << std::string(text);
        QTest::newRow("32 levels") << nested(32);
        QTest::newRow("a long number") << std::string(400, '9');
    }

    void readsWhatIs()
    {
        QFETCH(std::string, text);
        JsonFault fault;
        QVERIFY2(parseJson(text, fault).has_value(), fault.detail.c_str());
    }

    void namesTheFirstFieldThatIsWrong_data() // R28
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("field");
        const auto row = [](const char *name, const char *text, const char *field) {
            QTest::newRow(name) << std::string(text) << std::string(field);
        };
        row("no object", "[]", "");
        row("a text that is a number", R"({"text":1})", "text");
        row("a text that is null", R"({"text":null})", "text");
        row("a flag that is a text", R"({"flag":"true"})", "flag");
        row("a flag that is a number", R"({"flag":1})", "flag");
        row("a number that is a text", R"({"number":"1"})", "number");
        row("a number with a fraction", R"({"number":1.0})", "number");
        row("a number beyond 64 bits", R"({"number":18446744073709551615})", "number");
        row("texts that are one text", R"({"texts":"a"})", "texts");
        row("texts with a number", R"({"texts":["a",1]})", "texts");
        row("a time that is a number", R"({"time":1735689600})", "time");
        row("a time without an offset", R"({"time":"2026-12-31T23:59:00"})", "time");
        row("a date alone", R"({"time":"2026-12-31"})", "time");
        row("an unknown field", R"({"text":"a","flagg":true})", "flagg");
        row("a known field in other letters", R"({"Text":"a"})", "Text");
    }

    void namesTheFirstFieldThatIsWrong()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, field);
        const json::value value = json::parse(text);
        ObjectReader in(value);
        (void)in.text("text");
        (void)in.boolean("flag");
        (void)in.integer("number");
        (void)in.texts("texts");
        (void)in.timeOrNull("time");
        const auto done = in.finish();
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::InvalidInput);
        QCOMPARE(done.error().field, field);
    }

    void readsFields()
    {
        const json::value value = json::parse(
            "{\"text\":\"a\\u0000b\",\"flag\":false,\"number\":-5,\"texts\":[\"x\",\"\"],"
            "\"time\":\"2026-12-31T23:59:00+01:00\",\"none\":null,\"empty\":\"\"}");
        ObjectReader in(value);
        QCOMPARE(in.text("text"), std::optional(std::string("a\0b", 3)));
        QCOMPARE(in.boolean("flag"), std::optional(false));
        QCOMPARE(in.integer("number"), std::optional<std::int64_t>(-5));
        QCOMPARE(in.texts("texts"), std::optional(std::vector<std::string>{"x", ""}));
        QCOMPARE(toMs(**in.timeOrNull("time")), std::int64_t{1798757940000});
        const auto none = in.timeOrNull("none");
        QVERIFY(none.has_value() && !none->has_value());
        const auto empty = in.timeOrNull("empty"); // a form that was left empty means "none" (R48)
        QVERIFY(empty.has_value() && !empty->has_value());
        QVERIFY(!in.text("absent"));
        QVERIFY(!in.timeOrNull("absent2"));
        QVERIFY(in.finish().ok());
    }

    void readsTimesWithAnOffset_data() // R28, R48
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("utc");
        const auto row = [](const char *text, const char *utc) {
            QTest::newRow(text) << std::string(text) << std::string(utc);
        };
        row("", "");
        row("x", "");
        row("2026-01-01", "");
        row("2026-01-01T10:00:00", "");
        row("2026-01-01T10:00:00 Europe/Berlin", "");
        row("2026-02-30T10:00:00Z", "");
        row("2026-01-01T25:00:00Z", "");
        row("2026-01-01T10:61:00Z", "");
        row("2026-01-01T10:00:00+99:00", "");
        row("2026-01-01T10:00:00Zx", "");
        row(" 2026-01-01T10:00:00Z", "");
        row("1969-12-31T23:59:59Z", "");
        row("10000-01-01T00:00:00Z", "");
        row("1735689600", "");
        row("2026-01-01T10:00:00Z", "2026-01-01T10:00:00.000Z");
        row("2026-01-01T10:00Z", "2026-01-01T10:00:00.000Z");
        row("2026-01-01T10:00:00.5Z", "2026-01-01T10:00:00.500Z");
        row("2026-01-01T10:00:00.123456Z", "2026-01-01T10:00:00.123Z");
        row("2026-01-01T10:00:00+05:30", "2026-01-01T04:30:00.000Z");
        row("2026-01-01T00:30:00-11:00", "2026-01-01T11:30:00.000Z");
        row("2024-02-29T23:59:59+00:00", "2024-02-29T23:59:59.000Z");
        row("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000Z");
    }

    void readsTimesWithAnOffset()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, utc);
        const auto time = parseTime(text);
        QCOMPARE(time ? formatTime(*time) : std::string(), utc);
    }

    void writesTimes()
    {
        QCOMPARE(formatTime(fromMs(0)), std::string("1970-01-01T00:00:00.000Z"));
        QCOMPARE(formatTime(fromMs(1735689600007)), std::string("2025-01-01T00:00:00.007Z"));
        QCOMPARE(json::serialize(timeOrNull(std::nullopt)), std::string("null"));
    }

    void writesTextsThatReadBack_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::newRow("nothing") << std::string();
        QTest::newRow("quotes and backslashes") << std::string("a\"b\\c\"");
        QTest::newRow("every control") << [] {
            std::string all;
            for (int c = 0; c < 32; ++c)
                all += static_cast<char>(c);
            return all + "\x7f";
        }();
        QTest::newRow("what HTML and scripts would read") << std::string("</script><!--\xe2\x80\xa8");
        QTest::newRow("emoji") << std::string("\xf0\x9f\x9a\x80 caf\xc3\xa9");
    }

    void writesTextsThatReadBack()
    {
        QFETCH(std::string, text);
        std::string out = "{\"t\":";
        appendJsonString(out, text);
        QCOMPARE(readBack(out + "}")[u"t"].toString().toStdString(), text);
    }

    void writesALink()
    {
        DomainDirectory domains;
        domains.setPublicUrl("https://s.example");
        domains.replace({{kDefaultDomain, "", true, 0}, {DomainId{2}, "go.example", true, 0}});
        Link link;
        link.id = {7};
        link.code = "\xf0\x9f\x9a\x80\"";
        link.target = "https://e.example/?q=\"\\";
        link.title = "a\nb";
        link.tags = {"one", "two \"quoted\""};
        link.clicks = {5, 2};
        link.createdAt = link.updatedAt = fromMs(1735689600000);
        link.expiresAt = fromMs(1735689600001);
        std::string text;
        appendLinkJson(text, link, domains, fromMs(1735689600000));
        const QJsonObject read = readBack(text);
        QCOMPARE(read[u"id"].toInt(), 7);
        QCOMPARE(read[u"code"].toString(), QStringLiteral("🚀\""));
        QCOMPARE(read[u"shortUrl"].toString(), QStringLiteral("https://s.example/%F0%9F%9A%80%22"));
        QCOMPARE(read[u"url"].toString().toStdString(), link.target);
        QCOMPARE(read[u"title"].toString(), QStringLiteral("a\nb"));
        QCOMPARE(read[u"tags"].toArray().at(1).toString(), QStringLiteral("two \"quoted\""));
        QCOMPARE(read[u"clicks"][u"humans"].toInt(), 5);
        QVERIFY(read[u"domain"].isNull());
        QVERIFY(read[u"validFrom"].isNull());
        QCOMPARE(read[u"expiresAt"].toString(), QStringLiteral("2025-01-01T00:00:00.001Z"));
        QCOMPARE(read[u"status"].toString(), QStringLiteral("active"));
        QCOMPARE(read[u"version"].toInt(), 1);
        link.domain = {2};
        text.clear();
        appendLinkJson(text, link, domains, fromMs(1735689600001));
        QCOMPARE(readBack(text)[u"status"].toString(), QStringLiteral("expired"));
        QCOMPARE(readBack(text)[u"domain"].toString(), QStringLiteral("go.example"));
    }

    void readsANewLink_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("field"); // the wrong one; empty: all is well
        const auto row = [](const char *name, const char *text, const char *field) {
            QTest::newRow(name) << std::string(text) << std::string(field);
        };
        row("no URL", R"({})", "url");
        row("an unknown domain", R"({"url":"e.example","domain":"x.example"})", "domain");
        row("an unknown field", R"({"url":"e.example","uri":"x"})", "uri");
        row("a null title", R"({"url":"e.example","title":null})", "title");
        row("the least", R"({"url":"e.example"})", "");
        row("an empty slug and domain", R"({"url":"e.example","slug":"","domain":null})", "");
        row("all",
            "{\"url\":\"e.example\",\"slug\":\"s\",\"domain\":\"go.example\",\"length\":8,\"title\":\"t\",\"note\":"
            "\"n\","
            "\"tags\":[\"a\"],\"expiresAt\":null,\"validFrom\":\"2026-01-01T00:00:00Z\",\"redirectStatus\":307,"
            "\"forwardQuery\":false,\"track\":false,\"reuse\":true}",
            "");
        row("numbers beyond an int", R"({"url":"e.example","length":99999999999,"redirectStatus":-99999999999})", "");
    }

    void readsANewLink()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, field);
        DomainDirectory domains;
        domains.replace({{kDefaultDomain, "", true, 0}, {DomainId{2}, "go.example", true, 0}});
        const auto link = newLinkFromJson(json::parse(text), domains);
        QCOMPARE(link.ok(), field.empty());
        if (!link)
            QCOMPARE(link.error().field, field);
    }

    void readsAPatch()
    {
        const auto patch = linkPatchFromJson(json::parse(R"({"title":"","expiresAt":null,"tags":[]})"));
        QVERIFY(patch.ok());
        QVERIFY(patch->title && patch->title->empty());
        QVERIFY(patch->expiresAt && !*patch->expiresAt);
        QVERIFY(patch->tags && patch->tags->empty());
        QVERIFY(!patch->target && !patch->slug && !patch->note && !patch->validFrom && !patch->redirectStatus
                && !patch->track);
        QCOMPARE(linkPatchFromJson(json::parse(R"({"id":1})")).error().field, std::string("id"));
    }

    void describesProblems() // RFC 9457
    {
        const Response response = problemResponse({ErrorCode::SlugTaken, "'a' is taken", "slug"});
        QCOMPARE(response.status, 409);
        QCOMPARE(response.contentType, std::string("application/problem+json"));
        const QJsonObject problem = readBack(response.body);
        QCOMPARE(problem[u"code"].toString(), QStringLiteral("slug-taken"));
        QCOMPARE(problem[u"status"].toInt(), 409);
        QCOMPARE(problem[u"field"].toString(), QStringLiteral("slug"));
        QCOMPARE(problem[u"detail"].toString(), QStringLiteral("'a' is taken"));
        QVERIFY(problemResponse(503, "busy", "x").headers.find("Retry-After: ") != std::string::npos);
        QVERIFY(problemResponse(401, "unauthorized", "x").headers.find("WWW-Authenticate: Bearer\r\n")
                != std::string::npos);
    }

    void staysJsonWhateverWasSent() // a name of a parameter is repeated, and may be any bytes
    {
        const QJsonObject problem =
            readBack(problemResponse({ErrorCode::InvalidInput, "no parameter '\xff\xc3' here", "\xff"}).body);
        QVERIFY(problem[u"detail"].toString().startsWith(u"no parameter '"));
        QCOMPARE(problem[u"field"].toString(), QString(QChar::ReplacementCharacter));
    }
};

QTEST_GUILESS_MAIN(TestJson)
#include "tst_json.moc"
