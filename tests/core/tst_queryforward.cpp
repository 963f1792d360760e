#include "links/queryforward.h"

#include "fakes.h"

#include <QTest>

#include <random>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

class TestQueryForward : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void forwards_data() // R2
    {
        QTest::addColumn<std::string>("target");
        QTest::addColumn<std::string>("incoming");
        QTest::addColumn<std::string>("result");
        const auto row = [](const char *name, std::string target, std::string incoming, std::string result) {
            QTest::newRow(name) << std::move(target) << std::move(incoming) << std::move(result);
        };
        row("nothing comes in", "https://e.example/?a#f", "", "https://e.example/?a#f");
        row("only ampersands come in", "https://e.example/?a#f", "&&", "https://e.example/?a#f");
        row("a pair for a target without a query", "https://e.example", "a=b", "https://e.example?a=b");
        row("a pair for a target with a query", "https://e.example/?x=y", "a=b", "https://e.example/?x=y&a=b");
        row("a pair for an empty query", "https://e.example/?", "a=b", "https://e.example/?a=b");
        row("a pair for a query that ends in an ampersand", "https://e.example/?x&", "a=b", "https://e.example/?x&a=b");
        row("a pair for a query that ends in a question mark", "https://e.example/?q=what?", "a=b",
            "https://e.example/?q=what?&a=b");
        row("a pair for a query of two question marks", "https://e.example/??", "a=b", "https://e.example/??&a=b");
        row("several pairs, in order", "https://e.example/?x=1", "b=2&a=1&b=3", "https://e.example/?x=1&b=2&a=1&b=3");
        row("empty pairs between", "https://e.example/", "&a&&b&", "https://e.example/?a&b");
        row("before the fragment", "http://example.com/#test", "a=b", "http://example.com/?a=b#test");
        row("before a fragment that looks like a query", "http://m.example/map/?id=287#!ct/12540?ce/12539",
            "utm_source=x", "http://m.example/map/?id=287&utm_source=x#!ct/12540?ce/12539");
        row("before an empty fragment", "http://m.example/#", "a", "http://m.example/?a#");
        row("a name alone", "https://e.example/?a", "b", "https://e.example/?a&b");
        row("a name with an equals sign alone", "https://e.example/?a=", "b=", "https://e.example/?a=&b=");
        row("digits as names", "https://example.com/?123=foo", "456=bar", "https://example.com/?123=foo&456=bar");
        row("brackets", "https://example.com/?p[sort_by]=&p[page]=1", "a[b]=c",
            "https://example.com/?p[sort_by]=&p[page]=1&a[b]=c");
        row("escapes stay as sent", "https://e.example/?e=EDo%2BGA%2BZ", "x=%20%2B+%2f",
            "https://e.example/?e=EDo%2BGA%2BZ&x=%20%2B+%2f");
        row("a signature stays whole", "https://e.example/?e=zGU34CA7K%2BPkqB07S4%2FK0", "a",
            "https://e.example/?e=zGU34CA7K%2BPkqB07S4%2FK0&a");
        row("broken escapes stay as sent", "https://e.example/", "x=%zz%", "https://e.example/?x=%zz%");
        row("a stored query with empty pairs stays", "https://e.example/?a&&b", "c", "https://e.example/?a&&b&c");
        row("a clash keeps both", "https://e.example/?a=1", "a=2", "https://e.example/?a=1&a=2");
        row("a clash of utm takes the visitor's", "https://e.example/?utm_source=old&x=1", "utm_source=new",
            "https://e.example/?x=1&utm_source=new");
        row("a clash of the only utm", "https://e.example/?utm_source=old", "utm_source=new",
            "https://e.example/?utm_source=new");
        row("a clash of one utm among others", "https://e.example/?utm_source=a&utm_medium=b#f", "utm_medium=c",
            "https://e.example/?utm_source=a&utm_medium=c#f");
        row("a utm that stands twice goes twice", "https://e.example/?utm_id=1&x&utm_id=2", "utm_id=3",
            "https://e.example/?x&utm_id=3");
        row("utm without a clash", "https://e.example/?utm_source=a", "utm_medium=b",
            "https://e.example/?utm_source=a&utm_medium=b");
        row("a utm name in other letters is another name", "https://e.example/?UTM_source=a", "utm_source=b",
            "https://e.example/?UTM_source=a&utm_source=b");
        row("a name that begins like a clashing one", "https://e.example/?utm_source2=a", "utm_source=b",
            "https://e.example/?utm_source2=a&utm_source=b");
        row("our own flag is taken out", "https://e.example/", "utm_source=x&nostat",
            "https://e.example/?utm_source=x");
        row("our own flag alone leaves the bytes", "https://e.example/?a&&b", "nostat", "https://e.example/?a&&b");
        row("our own flag with a value", "https://e.example/", "nostat=1&a", "https://e.example/?a");
        row("our own flag in the target stays", "https://e.example/?nostat", "a", "https://e.example/?nostat&a");
        row("a name that begins like our flag", "https://e.example/", "nostats=1", "https://e.example/?nostats=1");
        row("raw UTF-8 is encoded", "https://e.example/", "x=\xf0\x9f\x9a\x80", "https://e.example/?x=%F0%9F%9A%80");
        row("a line end cannot come through", "https://e.example/", "a=\r\nSet-Cookie: b",
            "https://e.example/?a=%0D%0ASet-Cookie:%20b"); // R21
        row("NUL and DEL cannot come through", "https://e.example/", std::string("a=\0\x7f", 4),
            "https://e.example/?a=%00%7F");
        row("quotes and angle brackets stay", "https://e.example/", "a=\"<x>'", "https://e.example/?a=\"<x>'");
        row("a question mark in a value", "https://e.example/", "u=http://x/?y", "https://e.example/?u=http://x/?y");
    }

    void forwards()
    {
        QFETCH(std::string, target);
        QFETCH(std::string, incoming);
        QFETCH(std::string, result);
        QCOMPARE(forwardQuery(target, incoming), result);
    }

    void findsParameters()
    {
        QVERIFY(!hasParameter("", "nostat"));
        QVERIFY(hasParameter("nostat", "nostat"));
        QVERIFY(hasParameter("nostat=", "nostat"));
        QVERIFY(hasParameter("a&&nostat&b", "nostat"));
        QVERIFY(!hasParameter("nostats", "nostat"));
        QVERIFY(!hasParameter("a=nostat", "nostat"));
        QVERIFY(!hasParameter("NOSTAT", "nostat"));
    }

    void neverBreaksALineNorLosesTheTarget() // R1, R21: whatever comes in
    {
        std::mt19937_64 engine(linkdesk::test::testSeed());
        static constexpr char kSigns[] = "a=&?#%\r\n\0 \xff"
                                         "utm_id=1&nostat";
        const std::string alphabet(kSigns, sizeof kSigns - 1);
        for (int run = 0; run < 20'000; ++run) {
            std::string incoming;
            for (std::size_t n = engine() % 30; n > 0; --n)
                incoming += alphabet[engine() % alphabet.size()];
            const std::string out = forwardQuery("https://e.example/p?x=%2B&y#f?g", incoming);
            QVERIFY(out.starts_with("https://e.example/p?x=%2B&y"));
            QVERIFY(out.ends_with("#f?g"));
            for (const char c : out)
                QVERIFY(static_cast<unsigned char>(c) > 0x20 && static_cast<unsigned char>(c) < 0x7f);
        }
    }
};

QTEST_GUILESS_MAIN(TestQueryForward)
#include "tst_queryforward.moc"
