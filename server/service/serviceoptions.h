// ServiceOptions: all that a service is told, as one plain value, and where it comes from.
//
// Flags win over LINKDESK_* environment variables, these over the INI file, that over the defaults below. One table
// names each option once; an unknown flag, variable or key is an error that names it.
#pragma once

#include "base/result.h"
#include "http/httpserver.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::server {

struct ServiceOptions {
    std::filesystem::path dataDir;             // empty: the platform's application data folder
    BoundAddress listen{"0.0.0.0", 8080};
    BoundAddress adminListen{"127.0.0.1", 8081};
    std::string publicUrl;                     // empty: the saved one, else from the bound address
    unsigned threads = 0;                      // HTTP threads; 0: one per core but one
    std::vector<std::string> adminHosts;       // names by which the admin API may be called
    bool adminBehindProxy = false;             // allows an admin address off the loopback without TLS here (R27)
    std::size_t cacheEntries = 1'000'000;      // links in the local cache; 0 turns it off
    std::size_t cacheMegabytes = 256;
    std::size_t connectionsPerAddress = 64;
    unsigned node = 0;                         // in snowflake codes, 0-255
    std::size_t numberBlock = 100;             // numbers a counter hands out at once: what a crash may waste
    unsigned wasteAlarm = 20;                  // per cent of wasted numbers from which on it is a problem
    std::string redis;                         // address; empty: none
    std::string redisPrefix = "linkdesk:";
    std::size_t expectedLinks = 100'000;       // the code filter is built for more where there are more
    std::size_t filterHeadroom = 10;           // … and for so many times the expected number
};

struct OptionDescription {
    const char *name;     // flag "--name", variable LINKDESK_NAME, INI key "name"
    const char *argument; // for the help
    const char *help;
};
[[nodiscard]] const std::vector<OptionDescription> &optionDescriptions();

// Sets one option from its text; InvalidInput names the option and says what is expected.
[[nodiscard]] core::Result<void> setOption(ServiceOptions &options, std::string_view name, std::string_view value);

struct OptionSources {
    std::vector<std::pair<std::string, std::string>> flags;                     // name without dashes
    std::function<std::optional<std::string>(const std::string &)> environment; // by variable name
    std::vector<std::string> environmentNames;                                  // all variables there are
    std::filesystem::path configFile;                                           // empty: none
};
[[nodiscard]] core::Result<ServiceOptions> resolveOptions(const OptionSources &sources);

// The platform's application data folder, such as ~/.local/share/linkdesk.
[[nodiscard]] std::filesystem::path defaultDataDir();

// Scheme, host, optional port and path prefix; no query, fragment or userinfo. Gives it without a slash at the end.
[[nodiscard]] core::Result<std::string> parsePublicUrl(std::string_view text);

} // namespace linkdesk::server
