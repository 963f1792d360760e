#include "links/filterparser.h"
#include "links/filterwords.h"
#include "store/hostmatch.h"

#include <QTest>

#include <random>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

namespace {

// 2026-06-15T12:00:00Z
constexpr std::int64_t kNow = 1'781'524'800'000;
constexpr std::int64_t kHour = 3'600'000;
constexpr std::int64_t kDay = 24 * kHour;

FilterContext context(const char *zone = "UTC")
{
    FilterContext context;
    context.now = fromMs(kNow);
    context.zone = QTimeZone(zone);
    context.domainOf = [](std::string_view host) -> std::optional<std::int64_t> {
        if (host.empty())
            return 1;
        return host == "go.example" || host == "xn--bcher-kva.example" || host == "go.example:8080"
                   ? std::optional<std::int64_t>(2)
                   : std::nullopt;
    };
    return context;
}

} // namespace

class TestFilterParser : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingTypedFindsAll()
    {
        for (const char *text : {"", " ", "\t\n "}) {
            const auto parsed = parseFilter(text, context());
            QVERIFY(!parsed.error);
            QVERIFY(parsed.filter.isEmpty());
            QVERIFY(parsed.filter.includesLive());
            QVERIFY(!parsed.filter.includesArchived());
            QVERIFY(!parsed.filter.includesDeleted());
        }
    }

    void meanings_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("meaning");
        const auto row = [](const char *text, const char *meaning) {
            QTest::newRow(text) << std::string(text) << std::string(meaning);
        };
        row("sale", "\"sale\" in short name, target or title");
        row("-sale", "not: \"sale\" in short name, target or title");
        row("--sale", "not: \"-sale\" in short name, target or title");
        row("-", "\"-\" in short name, target or title");
        row("\"two words\"", "\"two words\" in short name, target or title");
        row("\"a \\\"b\\\" \\\\ \\c\"", "\"a \"b\" \\ \\c\" in short name, target or title");
        row("https://example.com/a:b?c=d", "\"https://example.com/a:b?c=d\" in short name, target or title");
        row("example.com:8080", "\"example.com:8080\" in short name, target or title");
        row("a,b", "\"a,b\" in short name, target or title");
        row("o\"clock", "\"o\"clock\" in short name, target or title");
        row("тег:весна", "\"тег:весна\" in short name, target or title");
        row("tag:spring", "tag is \"spring\"");
        row("TAG:Spring", "tag is \"Spring\"");
        row("-tag:spring,\"old news\"", "not: tag is \"spring\" or \"old news\"");
        row("tag:\"a,b\"", "tag is \"a,b\"");
        row("domain:default", "short domain is the default one");
        row("domain:GO.example", "short domain is go.example");
        row("domain:go.example:8080", "short domain is go.example:8080");
        row("domain:Bücher.example", "short domain is xn--bcher-kva.example");
        row("status:banned,expired", "status is banned or expired");
        row("status:Used-Up", "status is used-up");
        row("is:banned", "status is banned");
        row("is:archived,deleted", "status is archived or deleted");
        row("clicks>100", "more than 100 clicks");
        row("clicks:>100", "more than 100 clicks");
        row("clicks>=100", "at least 100 clicks");
        row("clicks<1", "fewer than 1 clicks");
        row("clicks<=1", "at most 1 clicks");
        row("clicks:0,5", "exactly 0 clicks or exactly 5 clicks");
        row("bots>5", "more than 5 clicks by bots");
        row("limit>100", "a limit of more than 100 clicks");
        row("limit:none", "no limit of clicks");
        row("id:12,13", "its number is 12 or 13");
        row("id>12", "its number is above 12");
        row("expires<7d", "ends within the next 7 days");
        row("expires>1m", "ends in more than 1 month");
        row("expires:none", "never ends");
        row("expires:2026-05-01", "ends on 2026-05-01");
        row("expires>=2026-05-01", "ends not before 2026-05-01");
        row("expires:2026-05", "ends in 2026-05");
        row("created<2w", "made within the last 2 weeks");
        row("created>30d", "made more than 30 days ago");
        row("created>=1y", "made 1 year ago or earlier");
        row("created:today", "made today");
        row("updated<12h", "changed within the last 12 hours");
        row("clicked:never", "never clicked");
        row("clicked>90d", "last clicked more than 90 days ago");
        row("owner:anna", "owner contains \"anna\"");
        row("title:a,b", "title contains \"a\" or \"b\"");
        row("note:x", "note contains \"x\"");
        row("slug:x", "short name contains \"x\"");
        row("url:x", "target contains \"x\"");
        row("host:Example.COM", "target is at example.com or below it");
        row("host:*.example.com.", "target is at example.com or below it");
        row("host:bücher.example", "target is at xn--bcher-kva.example or below it");
        row("host:0x7f.1", "target is at 127.0.0.1");
        row("generator:words,custom", "short name is made by words or chosen");
        row("is:favourite", "is a favourite");
        row("-is:let-expire", "not: may expire without a reminder");
        row("has:note,tags", "has a note or has a tag");
        row("tag:\u202ex", "tag is \"U+202Ex\"");
    }

    void meanings()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, meaning);
        const auto parsed = parseFilter(text, context());
        QVERIFY2(!parsed.error, parsed.error ? parsed.error->detail.c_str() : "");
        QCOMPARE(parsed.filter.terms.size(), std::size_t{1});
        const FilterTerm &term = parsed.filter.terms.front();
        QCOMPARE(describeTerm(term), meaning);
        QCOMPARE(term.position, std::size_t{0});
        QCOMPARE(term.length, text.size());
    }

    void errors_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("length");
        QTest::addColumn<std::string>("says");
        const auto row = [](const std::string &text, int position, int length, const char *says) {
            QTest::newRow(text.substr(0, 60).c_str()) << text << position << length << std::string(says);
        };
        row("sale tga:spring", 5, 3, "did you mean tag:?");
        row("-expire<7d", 1, 6, "did you mean expires:?");
        row("code:x", 0, 4, "did you mean slug:?");
        row("zzz:x", 0, 3, "put the term in quotes");
        row("localhost:80", 0, 9, "put the term in quotes");
        row("tag:", 3, 1, "The value is missing: write tag:spring");
        row("tag: spring", 3, 1, "The value is missing");
        row("tag:a,", 3, 3, "The value is missing");
        row("tag:a,,b", 3, 3, "The value is missing");
        row("tag:\"\"", 3, 3, "The value is missing");
        row("tag:\" \"", 3, 4, "The value is missing");
        row("clicks>", 6, 1, "The value is missing: write clicks>100");
        row("\"\"", 0, 2, "nothing between the quotes");
        row("sale \"open", 5, 5, "not closed");
        row("\"", 0, 1, "not closed");
        row("tag:a,\"open", 6, 5, "not closed");
        row("\"a\\\"", 0, 4, "not closed");
        row("\"a\"b", 0, 3, "right behind the closing quote");
        row("tag:\"a\"b", 4, 3, "right behind the closing quote");
        row("tag>a", 3, 1, "takes a colon only: write tag:spring");
        row("title<=a", 5, 2, "takes a colon only");
        row("clicks>1,2", 0, 10, "Only one value");
        row("clicks:x", 7, 1, "is no whole number");
        row("clicks>-1", 7, 2, "is no whole number");
        row("clicks>1.5", 7, 3, "is no whole number");
        row("clicks>99999999999999999999", 7, 20, "too large");
        row("clicks>1000000000000001", 7, 16, "too large");
        row("clicks>none", 7, 4, "is no whole number");
        row("limit>none", 6, 4, "is no whole number");
        row("expires<7", 8, 1, "is no date and no period");
        row("expires<7x", 8, 2, "is no date and no period");
        row("expires<7d1", 8, 3, "is no date and no period");
        row("expires:7d", 8, 2, "write expires<7d or expires>7d");
        row("expires<101y", 8, 4, "is no date and no period");
        row("expires:2026-02-30", 8, 10, "is no date and no period");
        row("expires:2026-2-3", 8, 8, "is no date and no period");
        row("expires:1969-01-01", 8, 10, "is no date and no period");
        row("created:2026-05-01T25:00", 8, 16, "is no date and no period");
        row("created:none", 8, 4, "Every link has such a time");
        row("expires<none", 8, 4, "Write expires:none");
        row("status:baned", 7, 5, "did you mean status:banned?");
        row("status:active,x", 14, 1, "active, scheduled, expired, used-up, banned, deleted or archived");
        row("is:favorite", 3, 8, "did you mean is:favourite?");
        row("is:favourite,banned", 13, 6, "write status:banned as a term of its own");
        row("has:nothing", 4, 7, "");
        row("generator:rand", 10, 4, "did you mean generator:random?");
        row("host:https://x.example/", 5, 18, "is an address, not a host");
        row("host:a^b", 5, 3, "is no host");
        row("host:\"a b\"", 5, 5, "is no host");
        row("domain:other.example", 7, 13, "There is no short domain \"other.example\"");
        row("domain:\"a b\"", 7, 5, "is no host");
        row("їжак tag:", 12, 1, "The value is missing"); // bytes, not signs
        row(std::string("a\0b", 3), 1, 1, "U+0000");
        row("a\x7f", 1, 1, "U+007F");
        row("ok \xff\xfe", 3, 1, "not valid UTF-8");
        row("\xed\xa0\x80", 0, 1, "not valid UTF-8");
        row(std::string(1001, 'x'), 1000, 1, "longer than 1000 bytes");
        row(std::string(1'000'000, '"'), 1000, 999'000, "longer than 1000 bytes");
        row(QByteArray("a ").repeated(51).toStdString(), 100, 2, "more than 50 terms");
        row("tag:" + QByteArray("a,").repeated(100).toStdString() + "a", 0, 205, "more than 100 values");
    }

    void errors()
    {
        QFETCH(std::string, text);
        QFETCH(int, position);
        QFETCH(int, length);
        QFETCH(std::string, says);
        const auto parsed = parseFilter(text, context());
        QVERIFY(parsed.error.has_value());
        const FilterError &error = *parsed.error;
        QVERIFY2(error.detail.find(says) != std::string::npos, error.detail.c_str());
        QCOMPARE(static_cast<int>(error.position), position);
        QCOMPARE(static_cast<int>(error.length), length);
    }

    void limitsAreInclusive()
    {
        QVERIFY(!parseFilter(std::string(1000, 'x'), context()).error);
        QVERIFY(!parseFilter(QByteArray("a ").repeated(50).toStdString(), context()).error);
        QVERIFY(!parseFilter("tag:" + QByteArray("a,").repeated(99).toStdString() + "a", context()).error);
    }

    void times_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::string>("zone");
        QTest::addColumn<qint64>("from");
        QTest::addColumn<qint64>("before");
        constexpr qint64 kLow = std::numeric_limits<qint64>::min();
        constexpr qint64 kHigh = std::numeric_limits<qint64>::max();
        const auto at = [](const char *iso) {
            return QDateTime::fromString(QString::fromLatin1(iso), Qt::ISODate).toMSecsSinceEpoch();
        };
        const auto row = [](const char *text, const char *zone, qint64 from, qint64 before) {
            QTest::addRow("%s in %s", text, zone) << std::string(text) << std::string(zone) << from << before;
        };
        row("created:2026-05-01", "UTC", at("2026-05-01T00:00:00Z"), at("2026-05-02T00:00:00Z"));
        row("created:2026-05-01", "Europe/Berlin", at("2026-05-01T00:00:00+02:00"), at("2026-05-02T00:00:00+02:00"));
        // Clocks go forward: 23 hours, and back: 25.
        row("created:2026-03-29", "Europe/Berlin", at("2026-03-29T00:00:00+01:00"), at("2026-03-30T00:00:00+02:00"));
        row("created:2026-10-25", "Europe/Berlin", at("2026-10-25T00:00:00+02:00"), at("2026-10-26T00:00:00+01:00"));
        // Clocks go forward at midnight: the day begins at one.
        row("created:2018-11-04", "America/Sao_Paulo", at("2018-11-04T01:00:00-02:00"),
            at("2018-11-05T00:00:00-02:00"));
        row("created>2026-05-01", "Europe/Berlin", at("2026-05-02T00:00:00+02:00"), kHigh);
        row("created>=2026-05-01", "Europe/Berlin", at("2026-05-01T00:00:00+02:00"), kHigh);
        row("created<2026-05-01", "Europe/Berlin", kLow, at("2026-05-01T00:00:00+02:00"));
        row("created<=2026-05-01", "Europe/Berlin", kLow, at("2026-05-02T00:00:00+02:00"));
        row("created:2026-02", "Europe/Berlin", at("2026-02-01T00:00:00+01:00"), at("2026-03-01T00:00:00+01:00"));
        row("created:2026", "UTC", at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"));
        row("created:2026-05-01T14:30", "Europe/Berlin", at("2026-05-01T12:30:00Z"), at("2026-05-01T12:31:00Z"));
        row("created:2026-05-01T14:30:05", "UTC", at("2026-05-01T14:30:05Z"), at("2026-05-01T14:30:06Z"));
        row("created:2026-05-01T14:30Z", "Europe/Berlin", at("2026-05-01T14:30:00Z"), at("2026-05-01T14:31:00Z"));
        row("created:2026-05-01T14:30+05:30", "UTC", at("2026-05-01T09:00:00Z"), at("2026-05-01T09:01:00Z"));
        row("created:today", "Asia/Tokyo", at("2026-06-15T00:00:00+09:00"), at("2026-06-16T00:00:00+09:00"));
        row("created:yesterday", "UTC", at("2026-06-14T00:00:00Z"), at("2026-06-15T00:00:00Z"));
        row("expires:tomorrow", "UTC", at("2026-06-16T00:00:00Z"), at("2026-06-17T00:00:00Z"));
        row("created<7d", "UTC", kNow - 7 * kDay + 1, kHigh);
        row("created<=7d", "UTC", kNow - 7 * kDay, kHigh);
        row("created>7d", "UTC", kLow, kNow - 7 * kDay);
        row("created>=7d", "UTC", kLow, kNow - 7 * kDay + 1);
        row("clicked<12h", "UTC", kNow - 12 * kHour + 1, kHigh);
        row("updated>2w", "UTC", kLow, kNow - 14 * kDay);
        row("created<3m", "UTC", at("2026-03-15T12:00:00Z") + 1, kHigh);
        // Noon in Berlin is noon in Berlin, although an hour was lost between.
        row("created<3m", "Europe/Berlin", at("2026-03-15T14:00:00+01:00") + 1, kHigh);
        row("created<1y", "UTC", at("2025-06-15T12:00:00Z") + 1, kHigh);
        row("expires<7d", "UTC", kNow + 1, kNow + 7 * kDay);
        row("expires<=7d", "UTC", kNow + 1, kNow + 7 * kDay + 1);
        row("expires>7d", "UTC", kNow + 7 * kDay + 1, kHigh);
        row("expires>=7d", "UTC", kNow + 7 * kDay, kHigh);
        row("expires<0d", "UTC", kNow + 1, kNow);
    }

    void times()
    {
        QFETCH(std::string, text);
        QFETCH(std::string, zone);
        QFETCH(qint64, from);
        QFETCH(qint64, before);
        if (!QTimeZone(QByteArray::fromStdString(zone)).isValid())
            QSKIP("the time zone is not installed");
        const auto parsed = parseFilter(text, context(zone.c_str()));
        QVERIFY2(!parsed.error, parsed.error ? parsed.error->detail.c_str() : "");
        const FilterValue &value = parsed.filter.terms.front().values.front();
        QCOMPARE(static_cast<qint64>(value.from), from);
        QCOMPARE(static_cast<qint64>(value.before), before);
    }

    void whichTablesAreLookedAt_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<bool>("live");
        QTest::addColumn<bool>("archived");
        QTest::addColumn<bool>("deleted");
        QTest::newRow("a word") << std::string("sale") << true << false << false;
        QTest::newRow("a status") << std::string("status:expired") << true << false << true;
        QTest::newRow("not a status") << std::string("-status:expired") << true << false << false;
        QTest::newRow("archived only") << std::string("is:archived") << false << true << true;
        QTest::newRow("archived by status") << std::string("status:archived") << false << true << true;
        QTest::newRow("archived or another status") << std::string("status:archived,active") << true << true << true;
        QTest::newRow("archived or a favourite") << std::string("is:archived,favourite") << true << true << true;
        QTest::newRow("not archived") << std::string("-is:archived") << true << false << false;
    }

    void whichTablesAreLookedAt()
    {
        QFETCH(std::string, text);
        const auto parsed = parseFilter(text, context());
        QVERIFY(!parsed.error);
        QTEST(parsed.filter.includesLive(), "live");
        QTEST(parsed.filter.includesArchived(), "archived");
        QTEST(parsed.filter.includesDeleted(), "deleted");
    }

    void positionsAreBytes()
    {
        const auto parsed = parseFilter("  їжак   -tag:\"старі новини\",b  clicks>5", context());
        QVERIFY(!parsed.error);
        QCOMPARE(parsed.filter.terms.size(), std::size_t{3});
        QCOMPARE(parsed.filter.terms[0].position, std::size_t{2});
        QCOMPARE(parsed.filter.terms[0].length, std::size_t{8});
        QCOMPARE(parsed.filter.terms[1].position, std::size_t{13});
        QCOMPARE(parsed.filter.terms[1].length, std::size_t{32});
        QCOMPARE(parsed.filter.terms[2].position, std::size_t{47});
    }

    void quotedWordsComeBack()
    {
        for (const char *word : {"plain", "two words", "-minus", "a:b", "a\"b\\c", "tag:x", "x>1", "a,b", "ї"}) {
            const auto parsed = parseFilter(quotedForFilter(word), context());
            QVERIFY(!parsed.error);
            QCOMPARE(parsed.filter.terms.size(), std::size_t{1});
            QCOMPARE(parsed.filter.terms.front().values.front().text, std::string(word));
            const auto tag = parseFilter("tag:" + quotedForFilter(word), context());
            QVERIFY(!tag.error);
            QCOMPARE(tag.filter.terms.front().values.front().text, std::string(word));
        }
    }

    void withoutDomainsEveryHostIsTaken()
    {
        FilterContext unresolved = context();
        unresolved.domainOf = nullptr;
        const auto parsed = parseFilter("domain:other.example", unresolved);
        QVERIFY(!parsed.error);
        QCOMPARE(parsed.filter.terms.front().values.front().domain, std::int64_t{0});
    }

    void hosts_data()
    {
        QTest::addColumn<std::string>("url");
        QTest::addColumn<std::string>("host");
        QTest::addColumn<bool>("at");
        const auto row = [](const char *url, const char *host, bool at) {
            QTest::addRow("%s at %s", url, host) << std::string(url) << std::string(host) << at;
        };
        row("https://github.com/a", "github.com", true);
        row("https://GitHub.COM", "github.com", true);
        row("https://docs.github.com?x", "github.com", true);
        row("https://github.com:8443/", "github.com", true);
        row("https://github.com./", "github.com", true);
        row("https://user:pass@github.com/", "github.com", true);
        row("https://github.com:x@evil.example/", "github.com", false);
        row("https://github.com@evil.example/", "github.com", false);
        row("https://github.com/", "thub.com", false);
        row("https://github.com/", "hub.com", false);
        row("https://github.com.evil.example/", "github.com", false);
        row("https://evil.example/github.com", "github.com", false);
        row("https://evil.example?u=https://github.com/", "github.com", false);
        row("https://evil.example#@github.com", "github.com", false);
        row("https://com/", "github.com", false);
        row("https://127.0.0.1/", "127.0.0.1", true);
        row("https://0x7f.1/", "127.0.0.1", true);
        row("https://2130706433:80/", "127.0.0.1", true);
        row("https://1127.0.0.1.example/", "127.0.0.1", false);
        row("https://[2001:db8::1]:80/", "[2001:db8::1]", true);
        row("https://[2001:DB8:0::1]/", "[2001:db8::1]", true);
        row("no target", "github.com", false);
        row("", "github.com", false);
    }

    void hosts()
    {
        QFETCH(std::string, url);
        QFETCH(std::string, host);
        QFETCH(bool, at);
        QCOMPARE(isAtHost(url, host), at);
    }

    // Bytes at random, made of what means something: an answer comes, with positions inside the text.
    void anyTextIsAnswered()
    {
        static const std::vector<std::string> kPieces{
            "tag",  ":",    ">",  "<", "=",      "\"",     "\\",   ",",      "-", " ",      "7d",      "2026", "ї",
            "\xff", "host", "is", "a", "\u202e", "status", "none", "clicks", "5", "domain", "expires", "//",   "."};
        std::mt19937 engine(7);
        for (int i = 0; i < 20'000; ++i) {
            std::string text;
            for (auto n = engine() % 12; n > 0; --n)
                text += kPieces[engine() % kPieces.size()];
            const auto parsed = parseFilter(text, context());
            if (parsed.error) {
                QVERIFY(parsed.error->position + parsed.error->length <= text.size());
                QVERIFY(parsed.error->length > 0);
                QVERIFY(QString::fromStdString(parsed.error->detail).indexOf(QChar::ReplacementCharacter) < 0);
            }
            for (const FilterTerm &term : parsed.filter.terms) {
                QVERIFY(term.position + term.length <= text.size());
                QVERIFY(!describeTerm(term).empty());
                // A term is the same when it stands alone.
                const auto alone = parseFilter(text.substr(term.position, term.length), context());
                QVERIFY(!alone.error && alone.filter.terms.size() == 1);
                QVERIFY(alone.filter.terms.front().values == term.values);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestFilterParser)
#include "tst_filterparser.moc"
