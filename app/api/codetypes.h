// What the admin API says about short codes: the settings of a domain, warnings of a created link, the numbers of the
// generators. Plain data like types.h, which includes this.
#pragma once

#include <QDateTime>
#include <QList>
#include <QString>

#include <array>
#include <optional>

namespace linkdesk::app {

// Where the codes of links without a name of their own come from.
enum class CodeGenerator { Random, Sequence, Snowflake, Shuffled, Words };
inline constexpr std::array kCodeGenerators{CodeGenerator::Random, CodeGenerator::Sequence, CodeGenerator::Snowflake,
                                            CodeGenerator::Shuffled, CodeGenerator::Words};
// `Easy` leaves out 0 O 1 l I.
enum class CodeAlphabet { Full, Easy };

// The limits of the contract; the service checks them again.
inline constexpr int kMinCodeLength = 6;
inline constexpr int kMaxCodeLength = 12;
inline constexpr int kLongestPrefix = 20;
inline constexpr int kMostAliasDays = 3650;

// The defaults are what a service without these settings does.
struct CodeSettings {
    CodeGenerator generator = CodeGenerator::Random;
    int length = 7; // without the prefix; snowflake and words have their own
    CodeAlphabet alphabet = CodeAlphabet::Full;
    bool checkCharacter = false;
    QString prefix;
    bool caseSensitive = true;
    bool multiSegment = false;
    bool reserveCommonNames = false;
    int aliasDays = 30; // an old slug goes on after a rename; 0: not at all
    bool operator==(const CodeSettings &) const = default;
};

struct DomainInfo {
    qint64 id = 0;
    QString host; // empty for the default domain
    qint64 links = 0;
    CodeSettings codes;
    bool hasCodeSettings = false;           // false: an older service, which knows none of them
    std::optional<double> clashProbability; // that the next random code is taken and has to be drawn again
    bool hasFallback = false;               // false: an older service, which knows of none
    QString fallbackUrl;                    // of its links that have none of their own; empty: none
    bool operator==(const DomainInfo &) const = default;
};

// A link's former slug that still leads to it.
struct LinkAlias {
    QString code;
    QString shortUrl;
    QDateTime until;
    bool operator==(const LinkAlias &) const = default;
};

// Something a created link should be looked at for. `otherUrl` is the short URL of the link it is about, if any.
struct LinkWarning {
    QString code;
    QString detail;
    QString field;
    QString otherUrl;
    bool operator==(const LinkWarning &) const = default;
};

struct GeneratorCount {
    QString name;
    qint64 made = 0;
    qint64 clashes = 0; // codes drawn again, because they were taken
};

// Numbers are taken in blocks; those of a block that was not used up before a stop are wasted.
struct NumberUse {
    qint64 watermark = 0;
    qint64 used = 0;
    qint64 wasted = 0;
    qint64 waiting = 0;
    double wasteRate = 0; // 0 to 1
    double alarmAt = 0;
    qint64 block = 0;
    QString source; // "store" or "redis"
};

struct SnowflakeState {
    int node = 0;
    QString state; // "ok", "behind", "refusing", "ended"
    QDateTime lastTime;
    QDateTime endsAt;
};

struct BloomState {
    QString state; // "ready", "building", "off"
    qint64 codes = 0, capacity = 0, bytes = 0;
    double fill = 0;
    double estimatedRate = 0;
    std::optional<double> measuredRate;
    qint64 answered = 0, falsePositives = 0, rebuilds = 0;
    double lastRebuildMs = 0;
};

struct CodesInfo {
    QList<GeneratorCount> generators;
    double clashProbability = 0; // default domain, next random code
    NumberUse sequence;
    NumberUse shuffled;
    SnowflakeState snowflake;
    qint64 checkRefused = 0;
    BloomState bloom;
};

} // namespace linkdesk::app
