#include "links/slug.h"

#include "shareddata.h"

#include <QFile>
#include <QTest>

#include <array>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

namespace {

std::string repeated(std::string_view text, std::size_t times)
{
    std::string out;
    for (std::size_t i = 0; i < times; ++i)
        out += text;
    return out;
}

} // namespace

class TestSlug : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allows_data() // R7, R11
    {
        QTest::addColumn<std::string>("slug");
        const auto row = [](const char *name, std::string slug) { QTest::newRow(name) << std::move(slug); };
        row("one letter", "a");
        row("190 letters", std::string(190, 'a'));
        row("190 letters of four bytes", repeated("𐐷", 190));
        row("a zero at the end", "a0");
        row("a zero alone", "0");
        row("a plus", "T+B-lunch");
        row("an ampersand", "T&C_car");
        row("what looks like a query", "slug&x=1");
        row("dots inside", "v1.2.3");
        row("three dots", "...");
        row("a tilde", "~me");
        row("German", "straße");
        row("Ukrainian", "їжак");
        row("Chinese", "短链接");
        row("Arabic", "رابط");
        row("Hindi with a joiner", "क्‍ष");
        row("Persian with a non-joiner", "می‌خواهم");
        row("a Catalan dot", "col·lecció");
        row("one emoji", "🚀");
        row("a family of four", "👨‍👩‍👧‍👦");
        row("a flag", "🇺🇦");
        row("a flag made of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿");
        row("a keycap", "#️⃣");
        row("a keycap in the middle", "a1️⃣b");
        row("a heart with its style", "❤️");
        row("a skin tone", "👋🏽");
    }

    void allows()
    {
        QFETCH(std::string, slug);
        const auto normal = normaliseSlug(slug);
        QVERIFY2(normal.ok(), normal.ok() ? "" : normal.error().detail.c_str());
        QCOMPARE(*normal, slug);
        const auto back = codeFromPath("/" + pathFromCode(slug));
        QVERIFY(back.ok());
        QCOMPARE(*back, slug);
    }

    void refuses_data() // R7, R11, R21
    {
        QTest::addColumn<std::string>("slug");
        const auto row = [](const char *name, std::string slug) { QTest::newRow(name) << std::move(slug); };
        row("nothing", "");
        row("191 letters", std::string(191, 'a'));
        row("a megabyte", std::string(1 << 20, 'a'));
        row("a space", "a b");
        row("a space and a tag", "a b/<x>");
        row("a slash", "a/b");
        row("a slash alone", "/");
        row("a question mark", "a?b");
        row("a number sign", "a#b");
        row("a percent sign", "a%20b");
        row("a backslash", "a\\b");
        row("angle brackets", "<x>");
        row("a quote", "a\"b");
        row("a caret", "a^b");
        row("a backquote", "a`b");
        row("braces", "{a|b}");
        row("square brackets", "[a]");
        row("a line feed", "a\nb");
        row("a NUL", std::string("a\0b", 3));
        row("DEL", "a\x7f");
        row("a C1 control", "a\u0085");
        row("one dot", ".");
        row("two dots", "..");
        row("a bidi override", "a\u202eb");
        row("a bidi isolate", "a\u2066b");
        row("a left-to-right mark", "a\u200eb");
        row("a zero-width space", "a\u200bb");
        row("a byte order mark", "\ufeffa");
        row("a soft hyphen", "a\u00adb");
        row("a word joiner", "a\u2060b");
        row("a joiner between ASCII letters", "a\u200db");
        row("a joiner at the end", "क\u200d");
        row("a joiner at the start", "\u200dक");
        row("a style after a letter of ASCII", "a\ufe0f");
        row("tags after no flag", "a\U000e0061");
        row("a Hangul filler", "\u3164");
        row("a no-break space", "a\u00a0b");
        row("an ideographic space", "a\u3000b");
        row("a line separator", "a\u2028b");
        row("a mark at the start", "\u0301a");
        row("private use", "\ue000");
        row("not assigned", "\u0378");
        row("no character", "\uffff");
        row("not UTF-8", "a\xff");
        row("overlong", "\xc0\xaf");
        row("a surrogate", "\xed\xa0\x80");
    }

    void refuses()
    {
        QFETCH(std::string, slug);
        const auto normal = normaliseSlug(slug);
        QVERIFY(!normal.ok());
        QCOMPARE(normal.error().code, ErrorCode::InvalidInput);
        QCOMPARE(normal.error().field, std::string("slug"));
    }

    void reserves_data() // R9
    {
        QTest::addColumn<std::string>("slug");
        for (const char *slug :
             {"api", "API", "Robots.txt", "favicon.ico", "health", "metrics", "openapi.json", "admin", ".well-known",
              "sitemap.xml", "apple-touch-icon.png", "apple-touch-icon-120x120-precomposed.png", "index.html"})
            QTest::newRow(slug) << std::string(slug);
        QTest::newRow("a full-width capital folds") << std::string("\u212admin").replace(0, 3, "A");
    }

    void reserves()
    {
        QFETCH(std::string, slug);
        QVERIFY(isReservedSlug(slug));
        const auto normal = normaliseSlug(slug);
        QVERIFY(!normal.ok());
        QCOMPARE(normal.error().code, ErrorCode::SlugReserved);
    }

    void reservesWhatLiesBelow()
    {
        QVERIFY(isReservedSlug(".well-known/security.txt"));
        QVERIFY(isReservedSlug("Api/v1"));
        QVERIFY(!isReservedSlug("apiary"));
        QVERIFY(!isReservedSlug("robots"));
        QVERIFY(!isReservedSlug("apple-touch-icon"));
        QVERIFY(!isReservedSlug(""));
    }

    void normalises() // R7
    {
        QCOMPARE(*normaliseSlug("cafe\u0301"), std::string("café"));
        QCOMPARE(*codeFromPath("/cafe%CC%81"), std::string("café"));
        QCOMPARE(*codeFromPath("/caf%C3%A9"), std::string("café"));
        QCOMPARE(*codeFromPath("/café"), std::string("café"));
        // Counted after normalising: 190 of what becomes one each.
        QVERIFY(normaliseSlug(repeated("e\u0301", 190)).ok());
        QVERIFY(!normaliseSlug(repeated("e\u0301", 191)).ok());
    }

    void folds() // R8
    {
        QCOMPARE(foldCase("AbC"), std::string("abc"));
        QCOMPARE(foldCase("STRASSE"), foldCase("straße"));
        QCOMPARE(foldCase("ΑΣ"), foldCase("ας"));
        QCOMPARE(foldCase("ЇЖАК"), std::string("їжак"));
        QCOMPARE(foldCase(foldCase("İÅ")), foldCase("İÅ"));
        QCOMPARE(foldCase(""), std::string());
    }

    void readsPaths_data() // R6, R7
    {
        QTest::addColumn<std::string>("path");
        QTest::addColumn<std::string>("code");
        const auto row = [](const char *name, const char *path, const char *code) {
            QTest::newRow(name) << std::string(path) << std::string(code);
        };
        row("a plain code", "/abc123", "abc123");
        row("a trailing slash", "/abc123/", "abc123");
        row("an ampersand belongs to it", "/slug&x=1", "slug&x=1");
        row("a plus is a plus", "/a+b", "a+b");
        row("an escaped plus", "/a%2Bb", "a+b");
        row("escapes in small letters", "/%e2%9c%93", "✓");
        row("an escaped letter", "/%61bc", "abc");
        row("an escaped percent sign is decoded once", "/a%2541", "a%41");
        row("two segments", "/a/b", "a/b");
        row("an escaped space", "/a%20b", "a b");
        row("a backslash is no slash", "/a%5Cb", "a\\b");
        row("raw UTF-8", "/🚀", "🚀");
    }

    void readsPaths()
    {
        QFETCH(std::string, path);
        QFETCH(std::string, code);
        const auto read = codeFromPath(path);
        QVERIFY(read.ok());
        QCOMPARE(*read, code);
    }

    void refusesPaths_data() // R6, R7
    {
        QTest::addColumn<std::string>("path");
        const auto row = [](const char *name, std::string path) { QTest::newRow(name) << std::move(path); };
        row("nothing", "");
        row("the root", "/");
        row("two slashes in front", "//slug");
        row("two slashes behind", "/slug//");
        row("two slashes inside", "/a//b");
        row("only slashes", "///");
        row("an escaped NUL", "/a%00");
        row("a raw NUL", std::string("/a\0", 3));
        row("an escaped line feed", "/a%0Ab");
        row("an escaped DEL", "/a%7F");
        row("an escaped C1 control", "/a%C2%85");
        row("an escaped slash", "/a%2Fb");
        row("an escaped slash in small letters", "/a%2fb");
        row("a cut escape", "/a%2");
        row("a lone percent sign", "/a%");
        row("an escape of other letters", "/a%zz");
        row("an overlong slash", "/a%C0%AF");
        row("an overlong dot", "/%C0%AE");
        row("a surrogate", "/%ED%A0%80");
        row("a value past Unicode", "/%F4%90%80%80");
        row("a cut sequence", "/%E2%9C");
        row("a raw byte that is not UTF-8", "/\xff");
    }

    void refusesPaths()
    {
        QFETCH(std::string, path);
        const auto read = codeFromPath(path);
        QVERIFY2(!read.ok(), read.ok() ? read->c_str() : "");
        QCOMPARE(read.error().code, ErrorCode::InvalidInput);
    }

    void writesPaths()
    {
        QCOMPARE(pathFromCode("abc-._~"), std::string("abc-._~"));
        QCOMPARE(pathFromCode("T+B&C"), std::string("T%2BB%26C"));
        QCOMPARE(pathFromCode("🚀"), std::string("%F0%9F%9A%80"));
        QCOMPARE(pathFromCode("a/b"), std::string("a/b"));
    }

    // R7
    void everyEmojiComesBack()
    {
        LINKDESK_SHARED_FILE(path, QStringLiteral("unicode/emoji-test.txt"));
        QFile stream(path);
        QVERIFY(stream.open(QIODevice::ReadOnly));
        int count = 0;
        for (const QByteArray &line : stream.readAll().split('\n')) {
            const QByteArray points = line.left(line.indexOf(';')).trimmed();
            if (line.startsWith('#') || points.isEmpty())
                continue;
            QString text;
            for (const QByteArray &point : points.split(' '))
                text += QString::fromUcs4(std::array{static_cast<char32_t>(point.toUInt(nullptr, 16))}.data(), 1);
            const std::string emoji = text.toStdString();
            const auto slug = normaliseSlug(emoji);
            QVERIFY2(slug.ok(), line.constData());
            const auto back = codeFromPath("/" + pathFromCode(*slug));
            QVERIFY2(back.ok(), line.constData());
            QCOMPARE(*back, *slug);
            ++count;
        }
        qInfo("%d emoji", count);
        QVERIFY(count >= 3655);
    }

    void readsAPlainPathFast()
    {
        QBENCHMARK {
            const auto code = codeFromPath("/aB3xY9k");
            Q_UNUSED(code.ok());
        }
    }
};

QTEST_GUILESS_MAIN(TestSlug)
#include "tst_slug.moc"
