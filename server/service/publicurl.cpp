#include "service/publicurl.h"

#include "service/storecalls.h"
#include "store/settingstore.h"

namespace linkdesk::server {

using core::Result;

namespace {

constexpr std::string_view kGiven = "public-url";
constexpr std::string_view kFromAddress = "last-public-url";

Result<std::optional<std::string>> read(core::Store &store, std::string_view key)
{
    return readAndWait<std::optional<std::string>>(
        store, [key](core::SqlConnection &connection) { return core::setting(connection, key); });
}

// Writes only what is new: a start with nothing to say leaves the file alone.
Result<void> remember(core::Store &store, std::string_view key, const std::string &url)
{
    const auto saved = read(store, key);
    if (!saved)
        return saved.error();
    if (*saved == url)
        return {};
    return writeAndWait(store,
                        [key, url](core::SqlConnection &connection) { return core::setSetting(connection, key, url); });
}

} // namespace

Result<std::string> settlePublicUrl(core::Store &store, const std::string &given, const std::string &fromAddress)
{
    if (!given.empty()) {
        if (auto saved = remember(store, kGiven, given); !saved)
            return saved.error();
        return given;
    }
    auto saved = read(store, kGiven);
    if (!saved)
        return saved.error();
    if (*saved)
        return std::move(**saved);
    if (auto noted = remember(store, kFromAddress, fromAddress); !noted)
        return noted.error();
    return fromAddress;
}

Result<std::string> savedPublicUrl(core::Store &store, const std::string &given, const std::string &fallback)
{
    if (!given.empty())
        return given;
    for (const std::string_view key : {kGiven, kFromAddress}) {
        auto saved = read(store, key);
        if (!saved)
            return saved.error();
        if (*saved)
            return std::move(**saved);
    }
    return fallback;
}

std::string authorityOf(std::string_view url)
{
    const std::size_t scheme = url.find("://");
    const std::string_view rest = scheme == std::string_view::npos ? url : url.substr(scheme + 3);
    return std::string(rest.substr(0, rest.find('/')));
}

} // namespace linkdesk::server
