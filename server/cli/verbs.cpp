#include "cli/verbs.h"

#include "admin/keyring.h"
#include "cli/backupverbs.h"
#include "cli/descriptors.h"
#include "cli/localclient.h"
#include "links/domaindirectory.h"
#include "links/linkservice.h"
#include "service/publicurl.h"
#include "service/service.h"
#include "service/storecalls.h"
#include "store/domainstore.h"
#include "store/store.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/json/object.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

extern char **environ;

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

int fail(const Error &error)
{
    std::cerr << "linkdeskd: " << error.detail << "\n";
    return 1;
}

// The environment as options see it; the only place that reads it.
void readEnvironment(OptionSources &sources)
{
    sources.environment = [](const std::string &name) {
        const char *value = std::getenv(name.c_str());
        return value ? std::optional<std::string>(value) : std::nullopt;
    };
    for (char **entry = environ; *entry; ++entry) {
        const std::string_view text(*entry);
        sources.environmentNames.emplace_back(text.substr(0, text.find('=')));
    }
    if (const auto file = sources.environment("LINKDESK_CONFIG"); file && sources.configFile.empty())
        sources.configFile = *file;
}

int serve(const ServiceOptions &options)
{
    // Blocked before any thread exists, so that every thread leaves the signals to this one.
    boost::asio::io_context signals;
    boost::asio::signal_set wanted(signals, SIGTERM, SIGINT);
    std::signal(SIGPIPE, SIG_IGN);
    allowManyDescriptors();
    Service service(options);
    std::optional<Error> ended;
    service.setEnded([&](Error error) {
        ended = std::move(error);
        signals.stop();
    });
    const auto running = service.start();
    if (!running)
        return fail(running.error());
    std::cout << "public http://" << running->publicAddress.text() << "\nadmin http://" << running->adminAddress.text()
              << "\nready" << std::endl;
    wanted.async_wait([](boost::system::error_code, int) {});
    signals.run();
    service.stop();
    return ended ? fail(*ended) : 0;
}

// Runs `offline` on an open store where no service runs, else `online` on that service.
Result<std::string> onService(const ServiceOptions &options, const std::function<Result<std::string>(const RuntimeInfo &)> &online,
                              const std::function<Result<std::string>(core::Store &)> &offline)
{
    const core::SystemClock clock;
    core::StoreOptions storeOptions;
    storeOptions.dataDir = options.dataDir;
    auto store = core::Store::open(storeOptions, clock);
    if (store)
        return offline(**store);
    if (store.error().code != ErrorCode::InUse)
        return store.error();
    const auto running = readRuntimeFile(options.dataDir);
    if (!running)
        return Error{ErrorCode::InUse, store.error().detail + " It is not ready yet; try again in a moment.", {}};
    return online(*running);
}

Result<std::string> textField(const Result<json::value> &answer, std::string_view name)
{
    if (!answer)
        return answer.error();
    const json::object *object = answer->if_object();
    const json::value *value = object ? object->if_contains(json::string_view(name.data(), name.size())) : nullptr;
    if (!value || !value->is_string())
        return Error{ErrorCode::Internal, "the service's answer has no " + std::string(name), {}};
    return std::string(value->get_string().data(), value->get_string().size());
}

Result<std::string> createKey(const ServiceOptions &options, const CommandLine &line)
{
    const auto scope = scopeNamed(line.scope);
    if (!scope)
        return Error{ErrorCode::InvalidInput, "--scope must be read, write or admin", "scope"};
    return onService(
        options,
        [&](const RuntimeInfo &running) {
            return textField(postLocally(running, "keys", json::object{{"name", line.name}, {"scope", line.scope}}), "key");
        },
        [&](core::Store &store) -> Result<std::string> {
            const core::SystemClock clock;
            core::SecureRandom random;
            KeyRing keys(store, clock, random);
            std::promise<Result<NewKey>> made;
            keys.create(line.name, *scope, [&made](Result<NewKey> key) { made.set_value(std::move(key)); });
            const auto key = made.get_future().get();
            return key ? Result<std::string>(key->secret) : key.error();
        });
}

Result<std::string> shortenOffline(core::Store &store, const ServiceOptions &options, const CommandLine &line)
{
    auto publicUrl = savedPublicUrl(store, options.publicUrl, "http://localhost:" + std::to_string(options.listen.port));
    if (!publicUrl)
        return publicUrl.error();
    auto saved = readAndWait<std::vector<core::Domain>>(
        store, [](core::SqlConnection &connection) { return core::allDomains(connection, false); });
    if (!saved)
        return saved.error();
    core::DomainDirectory domains;
    domains.replace(*saved);
    domains.setPublicUrl(*publicUrl);
    const core::SystemClock clock;
    core::SecureRandom random;
    core::LinkService links(store, clock, random);
    std::vector<std::string> own{authorityOf(*publicUrl)};
    for (const core::Domain &domain : *saved)
        own.push_back(domain.host);
    std::erase(own, std::string());
    links.setOwnHosts(std::move(own));
    core::NewLink request;
    request.target = line.url;
    if (!line.slug.empty())
        request.slug = line.slug;
    std::promise<Result<core::Created>> made;
    links.create(std::move(request), "command line", [&made](Result<core::Created> created) { made.set_value(std::move(created)); });
    const auto created = made.get_future().get();
    if (!created)
        return created.error();
    return domains.shortUrl(created->link.domain, created->link.code);
}

Result<std::string> shorten(const ServiceOptions &options, const CommandLine &line)
{
    return onService(
        options,
        [&](const RuntimeInfo &running) {
            json::object body{{"url", line.url}};
            if (!line.slug.empty())
                body["slug"] = line.slug;
            return textField(postLocally(running, "links", body), "shortUrl");
        },
        [&](core::Store &store) { return shortenOffline(store, options, line); });
}

} // namespace

int runCommandLine(const std::vector<std::string> &words)
{
    auto line = parseCommandLine(words);
    if (!line) {
        (void)fail(line.error());
        return 2;
    }
    if (line->verb == CommandLine::Verb::Help) {
        std::cout << usageText();
        return 0;
    }
    if (line->verb == CommandLine::Verb::Version) {
        std::cout << "linkdeskd " LINKDESK_VERSION "\n";
        return 0;
    }
    readEnvironment(line->options);
    const auto options = resolveOptions(line->options);
    if (!options) {
        (void)fail(options.error());
        return 2;
    }
    if (line->verb == CommandLine::Verb::Serve)
        return serve(*options);
    if (line->verb == CommandLine::Verb::Check)
        return runCheck(*options, line->repair);
    if (line->verb == CommandLine::Verb::Backup || line->verb == CommandLine::Verb::Restore) {
        const auto done = line->verb == CommandLine::Verb::Backup ? runBackup(*options, line->file) : runRestore(*options, line->file);
        if (!done)
            return fail(done.error());
        std::cout << *done << std::endl;
        return 0;
    }
    const auto answer = line->verb == CommandLine::Verb::KeysCreate ? createKey(*options, *line) : shorten(*options, *line);
    if (!answer)
        return fail(answer.error());
    std::cout << *answer << std::endl;
    return 0;
}

} // namespace linkdesk::server
