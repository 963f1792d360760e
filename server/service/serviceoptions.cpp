#include "service/serviceoptions.h"

#include "links/targeturl.h"
#include "redis/redisoptions.h"

#include <QStandardPaths>

#include <algorithm>
#include <charconv>
#include <fstream>

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

constexpr std::string_view kPrefix = "LINKDESK_";

std::string_view trim(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string variableOf(std::string_view option)
{
    std::string name(kPrefix);
    for (const char c : option)
        name += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
    return name;
}

// Variables that other parts of the project use and that are no options.
bool isForeignVariable(std::string_view name)
{
    constexpr std::string_view kForeign[] = {"LINKDESK_BIN",    "LINKDESK_SHARED_DATA", "LINKDESK_DATA_FILES",
                                             "LINKDESK_CONFIG", "LINKDESK_KEY",         "LINKDESK_TEST_SEED"};
    return std::find(std::begin(kForeign), std::end(kForeign), name) != std::end(kForeign);
}

bool isOption(std::string_view name)
{
    const auto &known = optionDescriptions();
    return std::any_of(known.begin(), known.end(), [name](const OptionDescription &option) { return option.name == name; });
}

Error wrong(std::string_view name, std::string_view expected)
{
    return {ErrorCode::InvalidInput, std::string(name) + " must be " + std::string(expected), std::string(name)};
}

template <typename T>
Result<void> setNumber(T &target, std::string_view name, std::string_view value, T low, T high)
{
    T number{};
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number < low || number > high)
        return wrong(name, "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
    target = number;
    return {};
}

Result<void> setAddress(BoundAddress &target, std::string_view name, std::string_view value)
{
    auto address = parseListenAddress(value);
    if (!address)
        return Error{ErrorCode::InvalidInput, std::string(name) + ": " + address.error().detail, std::string(name)};
    target = std::move(*address);
    return {};
}

Result<void> setBool(bool &target, std::string_view name, std::string_view value)
{
    if (value != "true" && value != "false" && value != "1" && value != "0" && value != "yes" && value != "no")
        return wrong(name, "true or false");
    target = value == "true" || value == "1" || value == "yes";
    return {};
}

Result<void> setHosts(std::vector<std::string> &target, std::string_view value)
{
    target.clear();
    while (!value.empty()) {
        const std::size_t comma = std::min(value.find(','), value.size());
        if (const std::string_view host = trim(value.substr(0, comma)); !host.empty())
            target.emplace_back(host);
        value.remove_prefix(std::min(comma + 1, value.size()));
    }
    return {};
}

Result<std::vector<std::pair<std::string, std::string>>> readIni(const std::filesystem::path &file)
{
    std::ifstream in(file);
    if (!in)
        return Error{ErrorCode::InvalidInput, "cannot read the configuration file " + file.string(), "config"};
    std::vector<std::pair<std::string, std::string>> entries;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        const std::string_view text = trim(line);
        // Sections only order the file for its readers.
        if (text.empty() || text.front() == '#' || text.front() == ';' || (text.front() == '[' && text.back() == ']'))
            continue;
        const std::size_t equals = text.find('=');
        if (equals == std::string_view::npos)
            return Error{ErrorCode::InvalidInput,
                         file.string() + " line " + std::to_string(number) + ": expected 'key = value'", "config"};
        entries.emplace_back(trim(text.substr(0, equals)), trim(text.substr(equals + 1)));
    }
    return entries;
}

} // namespace

const std::vector<OptionDescription> &optionDescriptions()
{
    static const std::vector<OptionDescription> options{
        {"data-dir", "DIR", "folder of the database"},
        {"listen", "ADDR:PORT", "public address, for visitors (default 0.0.0.0:8080; port 0 picks a free one)"},
        {"admin-listen", "ADDR:PORT", "address of the admin API (default 127.0.0.1:8081)"},
        {"public-url", "URL", "what short links start with, such as https://go.example.com"},
        {"threads", "N", "HTTP threads (default 0: one per core but one)"},
        {"admin-hosts", "NAME,…", "host names by which the admin API may be called, besides localhost"},
        {"admin-behind-proxy", "BOOL", "allow an admin address off this computer, because a proxy in front adds TLS"},
        {"cache-entries", "N", "links kept in memory (default 1000000; 0 turns the cache off)"},
        {"cache-megabytes", "N", "memory for them at most (default 256)"},
        {"connections-per-address", "N", "open connections of one visitor's address (default 64)"},
        {"node", "N", "number of this service in snowflake codes, 0 to 255, different for each (default 0)"},
        {"number-block", "N", "numbers for short codes taken at once; a crash wastes at most so many (default 100)"},
        {"redis", "ADDRESS", "HOST:PORT, unix:PATH or redis://[[USER]:PASSWORD@]HOST:PORT/DATABASE, for services that share one"},
        {"redis-prefix", "TEXT", "what our keys there begin with (default linkdesk:)"},
        {"waste-alarm", "PERCENT", "wasted numbers from which on the service reports a problem (default 20)"},
        {"expected-links", "N", "links the filter of known codes is made for at least (default 100000)"},
        {"filter-headroom", "N", "… times this factor (default 10)"},
    };
    return options;
}

Result<void> setOption(ServiceOptions &options, std::string_view name, std::string_view value)
{
    if (name == "data-dir") {
        if (value.empty())
            return wrong(name, "a folder");
        options.dataDir = std::filesystem::path(std::string(value));
        return {};
    }
    if (name == "listen")
        return setAddress(options.listen, name, value);
    if (name == "admin-listen")
        return setAddress(options.adminListen, name, value);
    if (name == "public-url") {
        auto url = parsePublicUrl(value);
        if (!url)
            return url.error();
        options.publicUrl = std::move(*url);
        return {};
    }
    if (name == "threads")
        return setNumber(options.threads, name, value, 0u, 256u);
    if (name == "admin-hosts")
        return setHosts(options.adminHosts, value);
    if (name == "admin-behind-proxy")
        return setBool(options.adminBehindProxy, name, value);
    if (name == "cache-entries")
        return setNumber(options.cacheEntries, name, value, std::size_t{0}, std::size_t{100'000'000});
    if (name == "cache-megabytes")
        return setNumber(options.cacheMegabytes, name, value, std::size_t{1}, std::size_t{1'000'000});
    if (name == "connections-per-address")
        return setNumber(options.connectionsPerAddress, name, value, std::size_t{1}, std::size_t{1'000'000});
    if (name == "node")
        return setNumber(options.node, name, value, 0u, 255u);
    if (name == "number-block")
        return setNumber(options.numberBlock, name, value, std::size_t{1}, std::size_t{1'000'000});
    if (name == "redis") {
        if (auto address = core::parseRedisAddress(value); !address && !value.empty())
            return address.error();
        options.redis = value;
        return {};
    }
    if (name == "redis-prefix") {
        if (value.empty() || value.find_first_of(" \t\r\n") != std::string_view::npos)
            return wrong(name, "a text without spaces");
        options.redisPrefix = value;
        return {};
    }
    if (name == "waste-alarm")
        return setNumber(options.wasteAlarm, name, value, 1u, 100u);
    if (name == "expected-links")
        return setNumber(options.expectedLinks, name, value, std::size_t{1}, std::size_t{1'000'000'000});
    if (name == "filter-headroom")
        return setNumber(options.filterHeadroom, name, value, std::size_t{1}, std::size_t{1000});
    return Error{ErrorCode::InvalidInput, "there is no option named '" + std::string(name) + "'", std::string(name)};
}

Result<ServiceOptions> resolveOptions(const OptionSources &sources)
{
    ServiceOptions options;
    if (!sources.configFile.empty()) {
        auto entries = readIni(sources.configFile);
        if (!entries)
            return entries.error();
        for (const auto &[name, value] : *entries) {
            if (auto set = setOption(options, name, value); !set)
                return Error{set.error().code, sources.configFile.string() + ": " + set.error().detail, set.error().field};
        }
    }
    for (const std::string &variable : sources.environmentNames) {
        if (!variable.starts_with(kPrefix) || isForeignVariable(variable))
            continue;
        const auto &known = optionDescriptions();
        const auto option = std::find_if(known.begin(), known.end(),
                                         [&](const OptionDescription &o) { return variableOf(o.name) == variable; });
        if (option == known.end())
            return Error{ErrorCode::InvalidInput, "the environment variable " + variable + " names no option", variable};
        if (auto set = setOption(options, option->name, sources.environment(variable).value_or("")); !set)
            return Error{set.error().code, variable + ": " + set.error().detail, variable};
    }
    for (const auto &[name, value] : sources.flags) {
        if (!isOption(name))
            return Error{ErrorCode::InvalidInput, "there is no option --" + name, name};
        if (auto set = setOption(options, name, value); !set)
            return Error{set.error().code, "--" + set.error().detail, set.error().field};
    }
    if (options.dataDir.empty())
        options.dataDir = defaultDataDir();
    return options;
}

std::filesystem::path defaultDataDir()
{
    const QString base = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return std::filesystem::path(base.toStdString()) / "linkdesk";
}

Result<std::string> parsePublicUrl(std::string_view text)
{
    const Error wrongUrl = wrong("public-url", "a web address such as https://go.example.com, without '?' and '#'");
    const auto url = core::TargetUrl::parse(text);
    if (!url || url->hasUserInfo() || url->bytes().find_first_of("?#") != std::string::npos)
        return wrongUrl;
    std::string out = url->bytes();
    while (out.ends_with('/'))
        out.pop_back();
    return out;
}

} // namespace linkdesk::server
