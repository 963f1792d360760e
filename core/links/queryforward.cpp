#include "links/queryforward.h"

#include <algorithm>
#include <vector>

namespace linkdesk::core {

namespace {

std::vector<std::string_view> pairsOf(std::string_view query)
{
    std::vector<std::string_view> pairs;
    for (std::size_t at = 0; at <= query.size() && !query.empty();) {
        const std::size_t end = std::min(query.find('&', at), query.size());
        if (end > at)
            pairs.push_back(query.substr(at, end - at));
        at = end + 1;
    }
    return pairs;
}

std::string_view nameOf(std::string_view pair)
{
    return pair.substr(0, pair.find('='));
}

void appendWire(std::string &out, std::string_view bytes)
{
    static constexpr char kHex[] = "0123456789ABCDEF";
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte > 0x20 && byte < 0x7f)
            out += c;
        else
            out.append({'%', kHex[byte >> 4], kHex[byte & 15]});
    }
}

} // namespace

bool hasParameter(std::string_view query, std::string_view name)
{
    const auto pairs = pairsOf(query);
    return std::any_of(pairs.begin(), pairs.end(), [name](std::string_view pair) { return nameOf(pair) == name; });
}

std::string forwardQuery(std::string_view target, std::string_view incoming)
{
    std::vector<std::string_view> added = pairsOf(incoming);
    std::erase_if(added, [](std::string_view pair) { return nameOf(pair) == kNoCountParameter; });
    if (added.empty())
        return std::string(target);

    const std::size_t hash = std::min(target.find('#'), target.size());
    const std::string_view fragment = target.substr(hash);
    target = target.substr(0, hash);
    const std::size_t mark = target.find('?');
    std::string out(target.substr(0, mark));
    out += '?';
    std::string stored(mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1));

    const auto overridden = [&added](std::string_view pair) {
        const std::string_view name = nameOf(pair);
        return name.starts_with("utm_")
            && std::any_of(added.begin(), added.end(), [name](std::string_view other) { return nameOf(other) == name; });
    };
    auto kept = pairsOf(stored);
    // Untouched unless something is really taken out: odd queries ("?a&&b") keep their bytes (R1).
    if (std::any_of(kept.begin(), kept.end(), overridden)) {
        std::erase_if(kept, overridden);
        std::string joined;
        for (const std::string_view pair : kept)
            joined.append(joined.empty() ? "" : "&").append(pair);
        stored = std::move(joined);
    }
    const std::size_t start = out.size();
    out += stored;
    for (const std::string_view pair : added) {
        // A question mark at the end of the stored query is part of its last value.
        if (out.size() > start && out.back() != '&')
            out += '&';
        appendWire(out, pair);
    }
    out += fragment;
    return out;
}

} // namespace linkdesk::core
