// CommandLine: the words after `linkdeskd`, taken apart; pure.
#pragma once

#include "base/result.h"
#include "service/serviceoptions.h"

#include <string>
#include <vector>

namespace linkdesk::server {

struct CommandLine {
    enum class Verb { Help, Version, Serve, KeysCreate, Shorten, Backup, Restore, Check };

    Verb verb = Verb::Help;
    OptionSources options;     // flags and --config
    std::string name;          // keys create --name
    std::string scope = "admin"; // keys create --scope
    std::string slug;          // shorten --slug
    std::string url;           // shorten
    std::string file;          // backup, restore
    bool repair = false;       // check --repair
};

// InvalidInput names the word that is not understood and points to --help.
[[nodiscard]] core::Result<CommandLine> parseCommandLine(const std::vector<std::string> &words);
[[nodiscard]] std::string usageText();

} // namespace linkdesk::server
