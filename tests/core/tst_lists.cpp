#include "codes/wordfilter.h"
#include "lists.h"

#include "shareddata.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using linkdesk::core::makeProfanityFilter;
using linkdesk::core::makeReservedNames;
using namespace linkdesk::files;

Q_DECLARE_METATYPE(std::string_view)

namespace {

std::vector<std::string> lines(std::string_view text)
{
    std::vector<std::string> words;
    while (!text.empty()) {
        words.emplace_back(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(words.back().size() + 1, text.size()));
    }
    return words;
}

bool isOf(const std::string &word, std::string_view signs)
{
    return word.find_first_not_of(signs) == std::string::npos;
}

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kLettersAndDigits = "abcdefghijklmnopqrstuvwxyz0123456789";

// Groups of vowels, less a silent e at the end: close enough to keep long words out.
int syllables(const std::string &word)
{
    const auto isVowel = [](char c) { return std::string_view("aeiouy").find(c) != std::string_view::npos; };
    int count = 0;
    for (std::size_t i = 0; i < word.size(); ++i)
        count += isVowel(word[i]) && (i == 0 || !isVowel(word[i - 1])) ? 1 : 0;
    const bool silent = word.ends_with('e') && !word.ends_with("le") && count > 1;
    return silent ? count - 1 : count;
}

} // namespace

class TestLists : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areInOrder_data()
    {
        QTest::addColumn<std::string_view>("text");
        QTest::newRow("adjectives") << adjectives_txt();
        QTest::newRow("animals") << animals_txt();
        QTest::newRow("profanity") << profanity_txt();
        QTest::newRow("reserved names") << reserved_names_txt();
    }

    void areInOrder()
    {
        QFETCH(std::string_view, text);
        QVERIFY(text.ends_with('\n'));
        const auto words = lines(text);
        QVERIFY(!words.empty() && !words.front().empty());
        const auto notBelow = [](const std::string &a, const std::string &b) { return a >= b; };
        const auto wrong = std::adjacent_find(words.begin(), words.end(), notBelow);
        QVERIFY2(wrong == words.end(), wrong == words.end() ? "" : wrong->c_str());
    }

    void wordsAreEasy_data()
    {
        QTest::addColumn<std::string_view>("text");
        QTest::newRow("adjectives") << adjectives_txt();
        QTest::newRow("animals") << animals_txt();
    }

    void wordsAreEasy()
    {
        QFETCH(std::string_view, text);
        const auto words = lines(text);
        QCOMPARE(words.size(), std::size_t{256});
        for (const std::string &word : words) {
            QVERIFY2(isOf(word, kLetters), word.c_str());
            QVERIFY2(word.size() >= 3 && word.size() <= 8, word.c_str());
            QVERIFY2(syllables(word) <= 3, word.c_str());
        }
    }

    void noWordStandsInBothLists()
    {
        const auto adjectives = lines(adjectives_txt());
        for (const std::string &word : lines(animals_txt()))
            QVERIFY2(!std::binary_search(adjectives.begin(), adjectives.end(), word), word.c_str());
    }

    // Words that sound like others: of each row one at most, so that hearing a code tells how it is written.
    void noTwoWordsSoundAlike()
    {
        const auto adjectives = lines(adjectives_txt());
        std::set<std::string> all(adjectives.begin(), adjectives.end());
        for (const std::string &word : lines(animals_txt()))
            all.insert(word);
        const std::vector<std::vector<std::string>> rows{
            {"bare", "bear"},     {"beach", "beech"},    {"bold", "bowled"},       {"boar", "bore"},
            {"berry", "bury"},    {"coarse", "course"},  {"coral", "choral"},      {"creak", "creek"},
            {"dear", "deer"},     {"die", "dye"},        {"fair", "fare"},         {"fir", "fur"},
            {"flea", "flee"},     {"flour", "flower"},   {"foul", "fowl"},         {"great", "grate"},
            {"hair", "hare"},     {"hoarse", "horse"},   {"idle", "idol"},         {"knew", "new", "gnu"},
            {"leaf", "lief"},     {"leak", "leek"},      {"links", "lynx"},        {"made", "maid"},
            {"main", "mane"},     {"marten", "martin"},  {"mist", "missed"},       {"mousse", "moose"},
            {"mussel", "muscle"}, {"night", "knight"},   {"pair", "pear"},         {"pale", "pail"},
            {"peak", "pique"},    {"petal", "pedal"},    {"plain", "plane"},       {"plum", "plumb"},
            {"quarts", "quartz"}, {"rain", "reign"},     {"read", "reed", "red"},  {"right", "rite"},
            {"rose", "rows"},     {"sea", "see"},        {"seal", "ceil"},         {"shore", "sure"},
            {"sole", "soul"},     {"stalk", "stork"},    {"steppe", "step"},       {"suite", "sweet"},
            {"tale", "tail"},     {"tern", "turn"},      {"thyme", "time"},        {"tide", "tied"},
            {"toad", "towed"},    {"urn", "earn"},       {"vain", "vein", "vane"}, {"wail", "whale"},
            {"wave", "waive"},    {"weather", "wether"}, {"weak", "week"},         {"yew", "you", "ewe"}};
        for (const auto &row : rows) {
            const auto count =
                std::count_if(row.begin(), row.end(), [&](const auto &word) { return all.contains(word); });
            QVERIFY2(count <= 1, row.front().c_str());
        }
    }

    // Alone, in any pair, written together or not.
    void noPairIsRude()
    {
        const auto filter = makeProfanityFilter();
        const auto names = lines(animals_txt());
        for (const std::string &adjective : lines(adjectives_txt())) {
            for (const std::string &name : names) {
                QVERIFY2(!filter.matches(adjective + name), (adjective + name).c_str());
                QVERIFY2(!filter.matches(adjective + '-' + name), (adjective + name).c_str());
            }
        }
    }

    void profanityIsSpeltInAscii()
    {
        const auto words = lines(profanity_txt());
        QVERIFY(words.size() > 1000);
        for (const std::string &word : words)
            QVERIFY2(word.size() >= 3 && isOf(word, kLettersAndDigits), word.c_str());
    }

    void profanityHasEveryPlainWordOfItsSource()
    {
        LINKDESK_SHARED_FILE(english, QStringLiteral("profanity/ldnoobw/en"));
        const auto words = lines(profanity_txt());
        int count = 0;
        for (const char *language :
             {"ar", "de", "en", "es", "fr", "hi", "it", "ja", "nl", "pl", "pt", "ru", "tr", "zh"}) {
            QString path = english;
            path.replace(path.size() - 2, 2, QLatin1String(language));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const QByteArray &line : file.readAll().split('\n')) {
                const std::string word = line.trimmed().toLower().toStdString();
                if (word.size() < 3 || !isOf(word, kLettersAndDigits))
                    continue;
                QVERIFY2(std::binary_search(words.begin(), words.end(), word), word.c_str());
                ++count;
            }
        }
        qInfo("%d words", count);
        QVERIFY(count > 900);
    }

    void reservedNamesAreThoseOfBothSources()
    {
        LINKDESK_SHARED_FILE(one, QStringLiteral("reserved-slugs/shouldbee-reserved-usernames.json"));
        LINKDESK_SHARED_FILE(other, QStringLiteral("reserved-slugs/github-reserved-names.json"));
        std::set<std::string> expected;
        for (const QString &path : {one, other}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QJsonArray names = QJsonDocument::fromJson(file.readAll()).array();
            QVERIFY(names.size() > 300);
            for (const auto &name : names)
                expected.insert(name.toString().toLower().toStdString());
        }
        const auto names = lines(reserved_names_txt());
        QVERIFY(std::equal(names.begin(), names.end(), expected.begin(), expected.end()));
    }

    void reservedNamesMatchWhateverTheCase()
    {
        const auto names = makeReservedNames();
        for (const std::string &name : lines(reserved_names_txt())) {
            QVERIFY2(isOf(name, "abcdefghijklmnopqrstuvwxyz0123456789-_."), name.c_str());
            QVERIFY(names.contains(QByteArray::fromStdString(name).toUpper().toStdString()));
        }
    }
};

QTEST_GUILESS_MAIN(TestLists)
#include "tst_lists.moc"
