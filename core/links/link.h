// Link and the values it is made of.
//
// Codes, targets and header material are wire bytes (UTF-8 std::string, never re-encoded); title, note and owner are
// UTF-8 text for people. Times are UTC milliseconds; an empty optional means "none" and is stored as NULL.
#pragma once

#include "base/clock.h"
#include "base/period.h"
#include "codes/codegenerator.h"
#include "links/linkfilter.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

// Strong integers: a link's id is not a domain's id.
template <typename Tag>
struct Id {
    std::int64_t value = 0;
    auto operator<=>(const Id &) const = default;
};
using LinkId = Id<struct LinkIdTag>;
using DomainId = Id<struct DomainIdTag>;
using KeyId = Id<struct KeyIdTag>;

inline constexpr DomainId kDefaultDomain{1};

// Stored by name. "Expired" is not a stored state: it follows from expiresAt at the moment of asking (R48).
enum class LinkStatus { Active, Banned, Deleted };
[[nodiscard]] std::string_view linkStatusName(LinkStatus status);
[[nodiscard]] std::optional<LinkStatus> linkStatusFromName(std::string_view name);

// Link::generator of a code that somebody chose.
inline constexpr std::string_view kCustomCode = "custom";

struct ClickTotals {
    std::int64_t humans = 0;
    std::int64_t bots = 0;
};

// A former code that goes on leading to its link for a time, after a rename.
struct LinkAlias {
    std::string code; // as shown
    TimePoint until;
    DomainId domain = kDefaultDomain; // another than the link's after a move
    bool operator==(const LinkAlias &) const = default;
};

// Who switched a link off, and why.
struct Ban {
    std::string reason;
    std::string by; // a key's name
    TimePoint at;
    bool operator==(const Ban &) const = default;
};

struct Link {
    LinkId id;
    DomainId domain = kDefaultDomain;
    std::string code; // as shown: NFC UTF-8
    LinkStatus status = LinkStatus::Active;
    std::string generator; // a generator's name, or "custom"
    std::string target;    // the bytes sent in Location (R1)
    std::string title;
    std::string note;
    std::string owner;
    std::vector<std::string> tags; // sorted, no duplicates
    std::vector<LinkAlias> aliases; // those that end first stand first
    std::optional<TimePoint> expiresAt;
    std::optional<TimePoint> validFrom;
    std::optional<std::int64_t> maxClicks; // of people; the link is used up after them (R48)
    std::string fallback; // where visitors go before the start and after the end; empty: the domain's, or a page
    int redirectStatus = 302;
    bool forwardQuery = true;
    bool track = true;
    bool favourite = false;
    bool letExpire = false; // its end needs no reminder
    bool archived = false;  // kept apart, as nobody has used it for long
    std::optional<Ban> ban; // kept while the link is in the bin: it is banned again when restored
    std::int64_t version = 1; // grows by one with each edit; the ETag
    TimePoint createdAt;
    TimePoint updatedAt;
    std::optional<TimePoint> deletedAt;
    ClickTotals clicks;
    std::optional<TimePoint> lastClickAt;

    [[nodiscard]] bool isUsedUp() const { return maxClicks && clicks.humans >= *maxClicks; }
};

// What a create asks for; everything but the target may stay empty.
struct NewLink {
    std::string target; // raw input; LinkService parses it
    std::optional<std::string> slug;
    DomainId domain = kDefaultDomain;
    std::optional<GeneratorKind> generator; // absent: the domain's
    std::optional<int> length;              // of a generated code, 6-12; absent: the domain's
    std::string title;
    std::string note;
    std::string owner;
    std::vector<std::string> tags;
    std::optional<TimePoint> expiresAt;
    std::optional<TimePoint> validFrom;
    std::optional<std::int64_t> maxClicks;
    std::string fallback;
    int redirectStatus = 302;
    bool forwardQuery = true;
    bool track = true;
    bool favourite = false;
    bool reuse = false; // give the existing link of the same target and domain, if there is one
};

// A field that is absent stays; a nested optional that is present and empty clears the value.
struct LinkPatch {
    std::optional<std::string> target;
    std::optional<std::string> slug;
    std::optional<std::string> title;
    std::optional<std::string> note;
    std::optional<std::string> owner;
    std::optional<std::vector<std::string>> tags;
    std::optional<std::optional<TimePoint>> expiresAt;
    std::optional<std::optional<TimePoint>> validFrom;
    std::optional<std::optional<std::int64_t>> maxClicks;
    std::optional<std::string> fallback; // empty: none
    std::optional<int> redirectStatus;
    std::optional<bool> forwardQuery;
    std::optional<bool> track;
    std::optional<bool> favourite;
    std::optional<bool> letExpire;
    // With a new slug: for how long the old one goes on; absent: the domain's rule, zero: not at all.
    std::optional<Period> aliasFor;
};

enum class LinkSort { Created, Clicks, Code, Expires };

struct LinkQuery {
    std::string search;                // substring of code, target or title; empty finds all
    std::optional<std::string> tag;
    std::optional<DomainId> domain;
    std::optional<LinkStatus> status;  // absent: all but deleted
    LinkFilter filter;                 // must hold as well; says which deleted and archived links are looked at
    LinkSort sort = LinkSort::Created;
    bool descending = true;
    int limit = 50;                    // 1-500
    std::string cursor;                // opaque; from LinkPage::nextCursor
    std::int64_t skip = 0;             // rows to pass over after the cursor, for a scroll bar's jump
};

struct LinkPage {
    std::vector<Link> links;
    std::string nextCursor;            // empty at the end
    std::optional<std::int64_t> total; // absent where counting would cost more than the page
};

inline constexpr std::size_t kMaxPrefix = 20;
inline constexpr int kMaxAliasDays = 3650;

// What the codes of a domain look like, and what slugs it takes.
struct CodeRules {
    GeneratorKind generator = GeneratorKind::Random;
    int length = kDefaultCodeLength;  // of a generated code, check character included, prefix not
    bool easyAlphabet = false;        // without 0 O 1 l I
    bool checkCharacter = false;      // the last one, computed over the rest
    std::string prefix;               // of generated codes; letters, digits, - and _
    bool multiSegment = false;        // slugs may hold "/"
    bool reserveCommonNames = false;  // refuses names such as "login" as slugs
    int aliasDays = 30;               // how long an old slug goes on after a rename; 0: not at all
    bool operator==(const CodeRules &) const = default;
};

struct Domain {
    DomainId id;
    std::string host;            // A-label, lower case, with port where not the default; empty for the default domain
    bool caseSensitive = true;   // R8
    std::int64_t linkCount = 0;
    CodeRules codes = {};
    std::string fallback = {}; // of its links that have none; empty: a page
};

// What shall be different; absent members stay.
struct DomainPatch {
    std::optional<bool> caseSensitive;
    std::optional<GeneratorKind> generator;
    std::optional<int> length;
    std::optional<bool> easyAlphabet;
    std::optional<bool> checkCharacter;
    std::optional<std::string> prefix;
    std::optional<bool> multiSegment;
    std::optional<bool> reserveCommonNames;
    std::optional<int> aliasDays;
    std::optional<std::string> fallback; // empty: none
};

} // namespace linkdesk::core
