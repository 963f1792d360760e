#include "models/codetexts.h"

#include "codes/alphabet.h"
#include "codes/checkcharacter.h"
#include "codes/snowflake.h"
#include "models/texts.h"

#include <QCoreApplication>
#include <QLocale>
#include <QUrl>

#include <cmath>

namespace linkdesk::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(CodeTexts)
};

constexpr qsizetype kLongestTarget = 60; // characters of a target in a sentence
constexpr qint64 kRarest = 1'000'000'000;

const core::Alphabet &alphabetOf(const CodeSettings &settings)
{
    const bool easy = settings.alphabet == CodeAlphabet::Easy;
    if (settings.caseSensitive)
        return easy ? core::kEasyAlphabet : core::kFullAlphabet;
    return easy ? core::kEasyFoldedAlphabet : core::kFoldedAlphabet;
}

int bodyLength(const CodeSettings &settings)
{
    return settings.length - (settings.checkCharacter ? 1 : 0);
}

// Symbols that look drawn by lot; which ones depends on nothing but the alphabet.
std::string mixed(const core::Alphabet &alphabet, int length, std::size_t first)
{
    static constexpr std::array<std::size_t, 12> kPlaces{20, 7, 52, 22, 2, 33, 36, 11, 59, 26, 4, 46};
    std::string text;
    for (int i = 0; i < length; ++i)
        text.push_back(alphabet.symbols[kPlaces[(first + std::size_t(i)) % kPlaces.size()] % alphabet.symbols.size()]);
    return text;
}

// The counter starts where codes have their full length.
std::string counted(const core::Alphabet &alphabet, int length)
{
    constexpr std::uint64_t kNumber = 2719;
    std::uint64_t first = 1;
    for (int i = 1; i < length; ++i)
        first *= alphabet.symbols.size();
    return core::encode(first + kNumber, alphabet, length);
}

std::string timed(const core::Alphabet &alphabet)
{
    constexpr std::uint64_t kNumber = 0x12d7'6a41'9b3c'58e1; // 61 bits
    return core::encode(kNumber, alphabet, core::snowflakeLength(alphabet));
}

// Two digits that mean something; the rest are noughts.
qint64 rounded(double number)
{
    const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(number)) - 1));
    return qint64(std::round(number / unit) * unit);
}

double codesInAll(const CodeSettings &settings)
{
    return std::pow(double(alphabetOf(settings).symbols.size()), bodyLength(settings));
}

// A short URL as people read it, without its scheme.
QString nameOf(const QString &shortUrl)
{
    const QUrl url(shortUrl);
    return url.authority(QUrl::PrettyDecoded) + url.path(QUrl::PrettyDecoded);
}

QString shortTarget(const QString &url)
{
    const QString text = addressText(url);
    return text.size() > kLongestTarget ? text.left(kLongestTarget - 1) + u'…' : text;
}

} // namespace

QString generatorTitle(CodeGenerator generator)
{
    switch (generator) {
    case CodeGenerator::Random: return Tr::tr("Random");
    case CodeGenerator::Sequence: return Tr::tr("Sequence");
    case CodeGenerator::Snowflake: return Tr::tr("Snowflake");
    case CodeGenerator::Shuffled: return Tr::tr("Shuffled");
    case CodeGenerator::Words: return Tr::tr("Words");
    }
    return {};
}

QString generatorPurpose(CodeGenerator generator)
{
    switch (generator) {
    case CodeGenerator::Random: return Tr::tr("Drawn by lot: nobody can guess the next one. The usual choice.");
    case CodeGenerator::Sequence:
        return Tr::tr("Counted up: codes come in order, and anybody can guess the next one. For links that need not "
                      "be hidden.");
    case CodeGenerator::Snowflake:
        return Tr::tr("Made from time and server number: longer, for several services that make links at once.");
    case CodeGenerator::Shuffled:
        return Tr::tr("Counted, then shuffled: looks random, is never drawn twice. For very many links.");
    case CodeGenerator::Words: return Tr::tr("An adjective and a noun: for links that are read out or remembered.");
    }
    return {};
}

bool takesLength(CodeGenerator generator)
{
    return generator != CodeGenerator::Snowflake && generator != CodeGenerator::Words;
}

bool takesAlphabet(CodeGenerator generator)
{
    return generator != CodeGenerator::Words;
}

QString noLengthReason(CodeGenerator generator)
{
    if (takesLength(generator))
        return {};
    return generator == CodeGenerator::Words ? Tr::tr("Words are as long as they are.")
                                             : Tr::tr("Snowflake codes have a length of their own.");
}

QString noAlphabetReason(CodeGenerator generator)
{
    return takesAlphabet(generator) ? QString() : Tr::tr("Words are spelled with small letters.");
}

QString noCheckReason(CodeGenerator generator)
{
    return takesAlphabet(generator) ? QString()
                                    : Tr::tr("Not with words: a wrong letter mostly gives no word at all.");
}

QString exampleCode(const CodeSettings &settings)
{
    if (settings.generator == CodeGenerator::Words)
        return settings.prefix + u"quiet-otter"_qs;
    const core::Alphabet &alphabet = alphabetOf(settings);
    std::string body;
    switch (settings.generator) {
    case CodeGenerator::Sequence: body = counted(alphabet, bodyLength(settings)); break;
    case CodeGenerator::Snowflake: body = timed(alphabet); break;
    case CodeGenerator::Shuffled: body = mixed(alphabet, bodyLength(settings), 5); break;
    case CodeGenerator::Random:
    case CodeGenerator::Words: body = mixed(alphabet, bodyLength(settings), 0); break;
    }
    if (settings.checkCharacter)
        body.push_back(core::checkCharacter(body, alphabet));
    return settings.prefix + QString::fromLatin1(body.data(), qsizetype(body.size()));
}

QString codesSummary(const CodeSettings &settings)
{
    QStringList parts;
    switch (settings.generator) {
    case CodeGenerator::Random: parts << Tr::tr("random"); break;
    case CodeGenerator::Sequence: parts << Tr::tr("in sequence"); break;
    case CodeGenerator::Snowflake: parts << Tr::tr("snowflake"); break;
    case CodeGenerator::Shuffled: parts << Tr::tr("shuffled"); break;
    case CodeGenerator::Words: parts << Tr::tr("words"); break;
    }
    if (takesLength(settings.generator))
        parts << Tr::tr("%n character(s)", "length of a code", settings.length);
    return parts.join(u", "_qs);
}

QString clashText(double probability)
{
    if (!(probability > 0))
        return Tr::tr("none");
    if (probability < 1.0 / kRarest)
        return Tr::tr("less than 1 in %1").arg(countText(kRarest));
    if (probability >= 0.1)
        return shareText(std::min(probability, 1.0));
    return Tr::tr("1 in %1", "chance").arg(countText(rounded(1 / probability)));
}

double clashAfter(double probability, const CodeSettings &before, const CodeSettings &after)
{
    return std::min(1.0, probability * codesInAll(before) / codesInAll(after));
}

QString aliasPeriodText(int days)
{
    if (days == 0)
        return Tr::tr("Not at all");
    if (days == 365)
        return Tr::tr("1 year");
    return Tr::tr("%n day(s)", "how long", days);
}

QString domainName(const DomainInfo &domain, const QString &defaultHost)
{
    if (!domain.host.isEmpty())
        return domain.host;
    return defaultHost.isEmpty() ? Tr::tr("Default domain") : defaultHost;
}

QString similarText(const QList<SimilarLink> &similar)
{
    if (similar.isEmpty())
        return {};
    const SimilarLink &first = similar.first();
    const QString name = nameOf(first.shortUrl);
    if (similar.size() == 1)
        return Tr::tr("Looks like %1, which leads to %2").arg(name, shortTarget(first.url));
    return Tr::tr("Looks like %1, which leads to %2, and like %n more", nullptr, int(similar.size()) - 1)
        .arg(name, shortTarget(first.url));
}

QString warningText(const LinkWarning &warning)
{
    if (warning.code == u"look-alike" && !warning.otherUrl.isEmpty())
        return Tr::tr("Visitors may take it for %1.").arg(nameOf(warning.otherUrl));
    return warning.detail.isEmpty() ? warning.code : warning.detail;
}

} // namespace linkdesk::app
