#include "cli/commandline.h"

#include <algorithm>

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

Error misuse(const std::string &detail)
{
    return {ErrorCode::InvalidInput, detail + "; 'linkdeskd --help' lists what there is", {}};
}

// The option's own flags of each verb, besides the service's options.
bool takesFlag(const CommandLine &line, const std::string &flag)
{
    if (line.verb == CommandLine::Verb::KeysCreate)
        return flag == "name" || flag == "scope";
    return line.verb == CommandLine::Verb::Shorten && flag == "slug";
}

Result<void> takeOption(CommandLine &line, const std::string &flag, const std::string &value)
{
    if (flag == "config") {
        line.options.configFile = value;
        return {};
    }
    if (takesFlag(line, flag)) {
        (flag == "name" ? line.name : flag == "scope" ? line.scope : line.slug) = value;
        return {};
    }
    const auto &known = optionDescriptions();
    const bool isKnown = std::any_of(known.begin(), known.end(), [&](const auto &option) { return flag == option.name; });
    // Verbs other than serve need to know which data folder, and nothing else of the service.
    if (!isKnown || (line.verb != CommandLine::Verb::Serve && flag != "data-dir"))
        return misuse("unknown flag --" + flag);
    line.options.flags.emplace_back(flag, value);
    return {};
}

Result<std::size_t> takeVerb(CommandLine &line, const std::vector<std::string> &words)
{
    const std::string first = words.empty() ? "--help" : words[0];
    if (first == "--help" || first == "-h" || first == "help") {
        line.verb = CommandLine::Verb::Help;
        return words.size();
    }
    if (first == "--version") {
        line.verb = CommandLine::Verb::Version;
        return words.size();
    }
    if (first == "serve") {
        line.verb = CommandLine::Verb::Serve;
        return std::size_t{1};
    }
    if (first == "shorten") {
        line.verb = CommandLine::Verb::Shorten;
        return std::size_t{1};
    }
    for (const auto &[name, verb] : {std::pair{"backup", CommandLine::Verb::Backup}, std::pair{"restore", CommandLine::Verb::Restore},
                                     std::pair{"check", CommandLine::Verb::Check}}) {
        if (first == name) {
            line.verb = verb;
            return std::size_t{1};
        }
    }
    if (first == "keys" && words.size() > 1 && words[1] == "create") {
        line.verb = CommandLine::Verb::KeysCreate;
        return std::size_t{2};
    }
    return misuse(first == "keys" ? "'keys' is followed by 'create'" : "unknown word '" + first + "'");
}

// What stands without a flag: the one thing that a verb is about.
Result<void> takeWord(CommandLine &line, const std::string &word)
{
    const bool takesFile = line.verb == CommandLine::Verb::Backup || line.verb == CommandLine::Verb::Restore;
    std::string &wanted = takesFile ? line.file : line.url;
    if ((!takesFile && line.verb != CommandLine::Verb::Shorten) || !wanted.empty() || word.empty())
        return misuse("unknown word '" + word + "'");
    wanted = word;
    return {};
}

Result<void> checkComplete(const CommandLine &line)
{
    if (line.verb == CommandLine::Verb::KeysCreate && line.name.empty())
        return misuse("keys create needs --name, so that you can tell the keys apart");
    if (line.verb == CommandLine::Verb::Shorten && line.url.empty())
        return misuse("shorten needs the address to shorten");
    if (line.verb == CommandLine::Verb::Backup && line.file.empty())
        return misuse("backup needs the name of the file to make");
    if (line.verb == CommandLine::Verb::Restore && line.file.empty())
        return misuse("restore needs the backup's file");
    return {};
}

} // namespace

Result<CommandLine> parseCommandLine(const std::vector<std::string> &words)
{
    CommandLine line;
    const auto start = takeVerb(line, words);
    if (!start)
        return start.error();
    for (std::size_t i = *start; i < words.size(); ++i) {
        const std::string &word = words[i];
        if (!word.starts_with("--")) {
            if (auto taken = takeWord(line, word); !taken)
                return taken.error();
            continue;
        }
        if (word == "--repair" && line.verb == CommandLine::Verb::Check) {
            line.repair = true;
            continue;
        }
        if (word == "--help") {
            line.verb = CommandLine::Verb::Help;
            return line;
        }
        const std::size_t equals = word.find('=');
        const std::string flag = word.substr(2, equals == std::string::npos ? equals : equals - 2);
        if (equals == std::string::npos && i + 1 == words.size())
            return misuse("--" + flag + " needs a value");
        const std::string value = equals == std::string::npos ? words[++i] : word.substr(equals + 1);
        if (auto taken = takeOption(line, flag, value); !taken)
            return taken.error();
    }
    if (auto complete = checkComplete(line); !complete)
        return complete.error();
    return line;
}

std::string usageText()
{
    std::string text = "linkdeskd " LINKDESK_VERSION " - serves short links and counts their clicks\n\n"
                       "  linkdeskd serve [flags]                                  run the service\n"
                       "  linkdeskd keys create --name N [--scope read|write|admin] [--data-dir D]\n"
                       "                                                           make a key for the API; printed once\n"
                       "  linkdeskd shorten [--slug S] [--data-dir D] URL          print a short link for URL\n"
                       "  linkdeskd backup [--data-dir D] FILE                     write all data into FILE, checked\n"
                       "  linkdeskd restore [--data-dir D] FILE                    put a backup in place of the data; what was\n"
                       "                                                           there before is kept beside it\n"
                       "  linkdeskd check [--repair] [--data-dir D]                look for faults in the data; exit code 1\n"
                       "                                                           where some are left\n"
                       "  linkdeskd --version | --help\n\nFlags of serve:\n";
    const auto add = [&text](const std::string &left, const std::string &help) {
        text.append("  ").append(left).append(left.size() < 32 ? 32 - left.size() : 1, ' ').append(help).append("\n");
    };
    for (const OptionDescription &option : optionDescriptions())
        add("--" + std::string(option.name) + " " + option.argument, option.help);
    add("--config FILE", "INI file with the same names as keys");
    text.append("\nFlags win over LINKDESK_* variables (LINKDESK_DATA_DIR, ...), these over the INI file.\n");
    return text;
}

} // namespace linkdesk::server
