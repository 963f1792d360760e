// FilterMaker: random filter texts, each with a plain function that says which rows it means; and the rows to try them on.
// For tst_filtermatch, in the test's own words: nothing of the parser or of the SQL is used but the folding of letters.
#pragma once

#include "store/textmatch.h"

#include "links/link.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace linkdesk::test {

using core::foldForSearch;
using core::fromMs;

inline constexpr std::int64_t kHour = 3'600'000;
inline constexpr std::int64_t kDay = 24 * kHour;
inline constexpr std::int64_t kNow = 1'735'689'600'000; // 2025-01-01T00:00:00Z

struct Row {
    std::int64_t id = 0;
    std::int64_t domain = 1;
    std::optional<std::string> code;
    std::string status = "active";
    std::string generator = "random";
    std::string url;
    std::string host;
    std::optional<std::string> title, note, owner, fallback;
    std::optional<std::int64_t> expires, validFrom, maxClicks, lastClick, bannedAt;
    std::int64_t created = 0;
    std::int64_t updated = 0;
    std::int64_t humans = 0;
    std::int64_t bots = 0;
    bool favourite = false, letExpire = false, track = true, hasPassword = false, archived = false;
    std::set<std::string> tags;
};

using Predicate = std::function<bool(const Row &)>;
struct Term {
    std::string text;
    Predicate holds;
    bool namesStatus = false;   // and is not negated
    bool namesArchived = false; // and is not negated
    bool onlyArchived = false;
};

class Dice final {
public:
    explicit Dice(std::uint64_t seed) : m_engine(seed) {}
    std::int64_t number(std::int64_t low, std::int64_t high)
    {
        return std::uniform_int_distribution<std::int64_t>(low, high)(m_engine);
    }
    bool oneIn(int n) { return number(1, n) == 1; }
    template <typename T>
    const T &pick(const std::vector<T> &from)
    {
        return from[static_cast<std::size_t>(number(0, static_cast<std::int64_t>(from.size()) - 1))];
    }

private:
    std::mt19937_64 m_engine;
};

inline const std::vector<std::string> kWords{
    "summer", "Sale", "100%", "x_y",   "Straße", "Їжак", "a\\b",  "it's", "\"odd\"",   "two words", "e",
    "%",      "_",    "ї",    "50,50", "-minus", "a:b",  "https", "тест", "\u202erev", "😀",         "utm_source=x"};
inline const std::vector<std::string> kHosts{"github.com",  "docs.github.com", "hub.com",     "xn--bcher-kva.example",
                                             "example.com", "10.0.0.1",        "a.b.example", "[2001:db8::1]"};
inline const std::vector<std::string> kTags{"spring", "old news", "Straße", "a,b", "x\"y"};
inline const std::vector<std::string> kOwners{"anna", "ben", "Джон"};

inline std::string quote(const std::string &text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

inline bool has(const std::optional<std::string> &text, const std::string &needle)
{
    return text && foldForSearch(*text).find(foldForSearch(needle)) != std::string::npos;
}

inline std::string statusOf(const Row &row)
{
    if (row.status != "active")
        return row.status;
    if (row.expires && *row.expires <= kNow)
        return "expired";
    if (row.validFrom && *row.validFrom > kNow)
        return "scheduled";
    return row.maxClicks && row.humans >= *row.maxClicks ? "used-up" : "active";
}

inline bool compare(std::int64_t left, const std::string &op, std::int64_t right)
{
    if (op == ":")
        return left == right;
    if (op == "<")
        return left < right;
    if (op == "<=")
        return left <= right;
    return op == ">" ? left > right : left >= right;
}

class FilterMaker final {
public:
    explicit FilterMaker(Dice &dice) : m_dice(dice) {}

    Term term()
    {
        Term made = positive();
        if (m_dice.oneIn(4)) {
            made.text = "-" + made.text;
            made.holds = [holds = made.holds](const Row &row) { return !holds(row); };
            made.namesStatus = made.namesArchived = made.onlyArchived = false;
        }
        return made;
    }

private:
    Term positive()
    {
        switch (m_dice.number(0, 12)) {
        case 0: return word();
        case 1: return text();
        case 2: return tag();
        case 3: return status();
        case 4: return count();
        case 5: return period();
        case 6: return day();
        case 7: return host();
        case 8: return domain();
        case 9: return trait();
        case 10: return part();
        case 11: return none();
        default: return generator();
        }
    }

    // Values one after the other, any of them may hold.
    template <typename Make>
    Term alternatives(const std::string &field, Make make)
    {
        Term term;
        std::vector<Predicate> any;
        const auto count = m_dice.oneIn(3) ? m_dice.number(2, 3) : 1;
        for (std::int64_t i = 0; i < count; ++i) {
            const auto [text, holds] = make();
            term.text += (i == 0 ? field + ":" : ",") + text;
            any.push_back(holds);
        }
        term.holds = [any](const Row &row) {
            return std::any_of(any.begin(), any.end(), [&row](const Predicate &holds) { return holds(row); });
        };
        return term;
    }

    Term word()
    {
        const std::string word = m_dice.pick(kWords);
        return {quote(word),
                [word](const Row &row) { return has(row.code, word) || has(row.url, word) || has(row.title, word); }};
    }

    Term text()
    {
        const std::string field = m_dice.pick<std::string>({"title", "note", "owner", "slug", "url"});
        return alternatives(field, [&]() -> std::pair<std::string, Predicate> {
            const std::string word = m_dice.pick(field == "owner" ? kOwners : kWords);
            return {quote(word), [field, word](const Row &row) {
                        if (field == "title")
                            return has(row.title, word);
                        if (field == "note")
                            return has(row.note, word);
                        if (field == "owner")
                            return has(row.owner, word);
                        return field == "slug" ? has(row.code, word) : has(row.url, word);
                    }};
        });
    }

    Term tag()
    {
        return alternatives("tag", [&]() -> std::pair<std::string, Predicate> {
            const std::string name = m_dice.oneIn(8) ? std::string("no such tag") : m_dice.pick(kTags);
            return {quote(name), [name](const Row &row) { return row.tags.count(name) > 0; }};
        });
    }

    Term status()
    {
        bool archived = false;
        bool others = false;
        Term term = alternatives("status", [&]() -> std::pair<std::string, Predicate> {
            const std::string name = m_dice.pick<std::string>(
                {"active", "scheduled", "expired", "used-up", "banned", "deleted", "archived"});
            (name == "archived" ? archived : others) = true;
            return {name, [name](const Row &row) { return name == "archived" ? row.archived : statusOf(row) == name; }};
        });
        term.namesStatus = true;
        term.namesArchived = archived;
        term.onlyArchived = !others;
        return term;
    }

    Term count()
    {
        const std::string field = m_dice.pick<std::string>({"clicks", "bots", "limit", "id"});
        const std::string op = m_dice.pick<std::string>({":", "<", "<=", ">", ">="});
        const std::int64_t number = field == "id" ? m_dice.number(0, 320) : m_dice.number(0, 12);
        return {field + op + std::to_string(number), [=](const Row &row) {
                    if (field == "clicks")
                        return compare(row.humans, op, number);
                    if (field == "bots")
                        return compare(row.bots, op, number);
                    if (field == "id")
                        return compare(row.id, op, number);
                    return row.maxClicks && compare(*row.maxClicks, op, number);
                }};
    }

    Term period()
    {
        const std::string field = m_dice.pick<std::string>({"created", "updated", "clicked", "expires"});
        const std::string op = m_dice.pick<std::string>({"<", "<=", ">", ">="});
        const std::int64_t days = m_dice.number(0, 30);
        const bool weeks = days % 7 == 0 && m_dice.oneIn(2);
        const std::string text = weeks ? std::to_string(days / 7) + "w" : std::to_string(days) + "d";
        return {field + op + text, [=](const Row &row) {
                    const auto at = field == "created"   ? std::optional(row.created)
                                    : field == "updated" ? std::optional(row.updated)
                                    : field == "clicked" ? row.lastClick
                                                         : row.expires;
                    if (!at)
                        return false;
                    if (field != "expires")
                        return compare(kNow - *at, op, days * kDay);
                    return compare(*at - kNow, op, days * kDay) && (op.front() == '>' || *at > kNow);
                }};
    }

    Term day()
    {
        const std::string field = m_dice.pick<std::string>({"created", "updated", "clicked", "expires"});
        const std::string op = m_dice.pick<std::string>({":", "<", "<=", ">", ">="});
        const std::int64_t offset = m_dice.number(-20, 20);
        const std::int64_t from = kNow + offset * kDay;
        const auto date = std::chrono::year_month_day(std::chrono::floor<std::chrono::days>(fromMs(from)));
        char text[16];
        std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
        return {field + op + text, [=](const Row &row) {
                    const auto at = field == "created"   ? std::optional(row.created)
                                    : field == "updated" ? std::optional(row.updated)
                                    : field == "clicked" ? row.lastClick
                                                         : row.expires;
                    if (!at)
                        return false;
                    const std::int64_t number = (*at - from >= 0 ? (*at - from) / kDay : -1 - (from - *at - 1) / kDay);
                    return compare(number, op, 0);
                }};
    }

    Term host()
    {
        return alternatives("host", [&]() -> std::pair<std::string, Predicate> {
            const bool inUnicode = m_dice.oneIn(6);
            const std::string host = inUnicode         ? std::string("xn--bcher-kva.example")
                                     : m_dice.oneIn(6) ? std::string("thub.com")
                                                       : m_dice.pick(kHosts);
            return {inUnicode ? "Bücher.Example" : host, [host](const Row &row) {
                        return row.host == host
                               || (row.host.ends_with("." + host) && host.front() != '[' && host != "10.0.0.1");
                    }};
        });
    }

    Term domain()
    {
        return alternatives("domain", [&]() -> std::pair<std::string, Predicate> {
            const std::int64_t id = m_dice.number(1, 2);
            return {id == 1 ? "default" : "GO.example", [id](const Row &row) { return row.domain == id; }};
        });
    }

    Term trait()
    {
        bool archived = false;
        bool others = false;
        Term term = alternatives("is", [&]() -> std::pair<std::string, Predicate> {
            const std::string name = m_dice.pick<std::string>(
                {"favourite", "archived", "limited", "protected", "tracked", "let-expire", "custom"});
            (name == "archived" ? archived : others) = true;
            return {name, [name](const Row &row) {
                        if (name == "favourite")
                            return row.favourite;
                        if (name == "archived")
                            return row.archived;
                        if (name == "limited")
                            return row.maxClicks.has_value();
                        if (name == "protected")
                            return row.hasPassword;
                        if (name == "tracked")
                            return row.track;
                        return name == "let-expire" ? row.letExpire : row.generator == "custom";
                    }};
        });
        term.namesArchived = archived;
        term.onlyArchived = archived && !others;
        return term;
    }

    Term part()
    {
        return alternatives("has", [&]() -> std::pair<std::string, Predicate> {
            const std::string name = m_dice.pick<std::string>(
                {"expiry", "start", "note", "title", "tags", "owner", "fallback", "limit", "ban"});
            return {name, [name](const Row &row) {
                        const auto filled = [](const std::optional<std::string> &text) {
                            return text && !text->empty();
                        };
                        if (name == "expiry")
                            return row.expires.has_value();
                        if (name == "start")
                            return row.validFrom.has_value();
                        if (name == "note")
                            return filled(row.note);
                        if (name == "title")
                            return filled(row.title);
                        if (name == "tags")
                            return !row.tags.empty();
                        if (name == "owner")
                            return filled(row.owner);
                        if (name == "fallback")
                            return filled(row.fallback);
                        if (name == "limit")
                            return row.maxClicks.has_value();
                        return row.status == "banned" || (row.status == "deleted" && row.bannedAt.has_value());
                    }};
        });
    }

    Term none()
    {
        if (m_dice.oneIn(3))
            return {"limit:none", [](const Row &row) { return !row.maxClicks; }};
        if (m_dice.oneIn(2))
            return {"expires:none", [](const Row &row) { return !row.expires; }};
        return {"clicked:never", [](const Row &row) { return !row.lastClick; }};
    }

    Term generator()
    {
        return alternatives("generator", [&]() -> std::pair<std::string, Predicate> {
            const std::string name = m_dice.pick<std::string>({"random", "words", "custom", "sequence"});
            return {name, [name](const Row &row) { return row.generator == name; }};
        });
    }

    Dice &m_dice;
};

} // namespace linkdesk::test
