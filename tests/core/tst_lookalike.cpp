#include "codes/lookalike.h"

#include "fakes.h"
#include "shareddata.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

class TestLookAlike : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tells_data()
    {
        QTest::addColumn<std::string>("one");
        QTest::addColumn<std::string>("other");
        QTest::addColumn<bool>("alike");
        const auto row = [](const char *name, const char *one, const char *other, bool alike) {
            QTest::newRow(name) << std::string(one) << std::string(other) << alike;
        };
        row("nothing and nothing", "", "", true);
        row("nothing and something", "", "a", false);
        row("the same", "summer-sale", "summer-sale", true);
        row("another word", "summer-sale", "winter-sale", false);
        row("one letter more", "sale", "sales", false);
        row("a Cyrillic a", "paypal", "p\u0430ypal", true);
        row("a Cyrillic word", "\u0440\u0430\u0443\u0440\u0430\u04c0", "paypal", true);
        row("a Greek omicron", "google", "g\u03bf\u03bfgle", true);
        row("r and n for m", "modern", "modem", true);
        row("m in capitals", "MODEM", "modern", true);
        row("zero for a capital O", "B00K", "BOOK", true);
        row("zero for a small o", "b00k", "book", true);
        row("a capital I for l", "bill", "biIl", true);
        row("one for l", "bill", "bi1l", true);
        row("one for a capital I", "BILL", "B1LL", true);
        row("one for a small i", "bill", "b1ll", false);
        row("one and zero, capitals and small letters", "I0N", "1on", true);
        row("m, I and one", "MI", "m1", true);
        row("a bar for l", "a|b", "alb", true);
        row("full-width letters", "\uff53\uff41\uff4c\uff45", "sale", true);
        row("full-width capitals", "\uff33\uff21\uff2c\uff25", "sale", true);
        row("full-width digits", "\uff12\uff10\uff12\uff15", "2025", true);
        row("mathematical bold", "\U0001d42c\U0001d41a\U0001d425\U0001d41e", "sale", true);
        row("mathematical script capitals", "\U0001d4ae\U0001d49c\u2112\u2130", "SALE", true);
        row("mathematical digits", "\U0001d7d0\U0001d7ce", "20", true);
        row("capitals", "SALE", "sale", true);
        row("mixed case", "SuMMer", "sUmmER", true);
        row("capitals of other scripts", "\u0407\u0416\u0410\u041a", "\u0457\u0436\u0430\u043a", true);
        row("a sharp s in capitals", "STRASSE", "stra\u00dfe", true);
        row("an accent is seen", "cafe", "caf\u00e9", false);
        row("the same accent in two ways", "caf\u00e9", "cafe\u0301", true);
        row("two hyphens of different length", "a-b", "a\u2010b", true);
        row("other emoji", "\U0001f680", "\U0001f681", false);
        row("the same emoji", "\U0001f680", "\U0001f680", true);
        row("Chinese", "\u77ed\u94fe\u63a5", "\u77ed\u94fe\u63a5", true);
        row("other Chinese", "\u77ed\u94fe\u63a5", "\u957f\u94fe\u63a5", false);
        row("six is no b", "6ee", "bee", false);
        row("half-width kana", "\uff76\uff85", "\u30ab\u30ca", true);
        row("a long s is like f, not s", "\u017fale", "fale", true);
        row("five for s, which is on no list", "5ale", "sale", false);
    }

    void tells()
    {
        QFETCH(std::string, one);
        QFETCH(std::string, other);
        QFETCH(bool, alike);
        QCOMPARE(lookAlike(one, other), alike);
        QCOMPARE(lookAlike(other, one), alike);
    }

    void givesOneOrTwoKeys()
    {
        QCOMPARE(lookAlikeKeys("sale").size(), std::size_t{1});
        QCOMPARE(lookAlikeKeys("BILL").size(), std::size_t{2});
        QCOMPARE(lookAlikeKeys("\U0001f680").size(), std::size_t{1});
        QCOMPARE(lookAlikeKeys("").size(), std::size_t{1});
        QCOMPARE(lookAlikeKeys(std::string("\xff\xc0", 2)).size(), std::size_t{1}); // not UTF-8, and no harm done
        QCOMPARE(lookAlikeKeys("SALE"), lookAlikeKeys("sale"));
    }

    void everyTextLooksLikeItselfInAnyCase()
    {
        std::mt19937_64 random(linkdesk::test::testSeed());
        constexpr std::string_view signs = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.~";
        for (int i = 0; i < 3000; ++i) {
            std::string text(1 + random() % 12, ' ');
            for (char &c : text)
                c = signs[random() % signs.size()];
            const QByteArray bytes = QByteArray::fromStdString(text);
            QVERIFY2(lookAlike(text, bytes.toLower().toStdString()), text.c_str());
            QVERIFY2(lookAlike(bytes.toUpper().toStdString(), bytes.toLower().toStdString()), text.c_str());
        }
    }

    // Each entry says that its key looks like its value. Skeletons take letters with accents apart first, so they do
    // not come to the few entries for whole ones.
    void knowsTheListOfConfusables()
    {
        LINKDESK_SHARED_FILE(path, QStringLiteral("unicode/confusables.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonObject entries = QJsonDocument::fromJson(file.readAll()).object();
        QVERIFY(entries.size() > 6000);
        int unknown = 0;
        for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
            const std::string key = entry.key().toStdString();
            if (!lookAlike(key, entry.value().toString().toStdString())
                || !lookAlike("a" + key + "b", "a" + entry.value().toString().toStdString() + "b"))
                ++unknown;
        }
        qInfo("%d of %d unknown to this ICU", unknown, static_cast<int>(entries.size()));
        QVERIFY(unknown <= entries.size() / 100);
    }

    void threadsDoNotDisturbEachOther()
    {
        const std::vector<std::string> slugs{"SALE", "p\u0430ypal", "modern", "\U0001d42c\U0001d41a", "1on"};
        std::vector<std::vector<std::string>> expected;
        for (const std::string &slug : slugs)
            expected.push_back(lookAlikeKeys(slug));
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < 4; ++t) {
                threads.emplace_back([&] {
                    for (std::size_t i = 0; i < 2000; ++i)
                        wrong += lookAlikeKeys(slugs[i % slugs.size()]) == expected[i % slugs.size()] ? 0 : 1;
                });
            }
        }
        QCOMPARE(wrong.load(), 0);
    }

    void isFastEnough()
    {
        QBENCHMARK
        {
            QVERIFY(!lookAlikeKeys("summer-sale-2025").empty());
        }
    }
};

QTEST_GUILESS_MAIN(TestLookAlike)
#include "tst_lookalike.moc"
