#include "redis/redisoptions.h"

#include <QByteArray>

#include <charconv>

namespace linkdesk::core {

namespace {

constexpr std::string_view kScheme = "redis://";
constexpr std::string_view kUnix = "unix:";

Error invalid()
{
    return {ErrorCode::InvalidInput,
            "redis must be HOST:PORT, unix:PATH or redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]", "redis"};
}

bool readNumber(std::string_view text, int low, int high, int &number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= low && number <= high;
}

std::string decoded(std::string_view text)
{
    return QByteArray::fromPercentEncoding(QByteArray(text.data(), static_cast<qsizetype>(text.size()))).toStdString();
}

bool readHost(std::string_view text, RedisOptions &options)
{
    const bool bracketed = text.starts_with('[');
    const std::size_t close = bracketed ? text.find(']') : 0;
    if (close == std::string_view::npos)
        return false;
    const std::size_t colon = text.find(':', close);
    options.host = bracketed ? text.substr(1, close - 1) : text.substr(0, colon);
    if (bracketed && close + 1 != std::min(colon, text.size()))
        return false;
    if (colon != std::string_view::npos && !readNumber(text.substr(colon + 1), 1, 65535, options.port))
        return false;
    return !options.host.empty() && options.host.find_first_of(" /@") == std::string::npos;
}

bool readUrl(std::string_view rest, RedisOptions &options)
{
    if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
        const std::string_view login = rest.substr(0, at);
        const std::size_t colon = login.find(':');
        if (colon == std::string_view::npos)
            return false;
        options.user = decoded(login.substr(0, colon));
        options.password = decoded(login.substr(colon + 1));
        rest.remove_prefix(at + 1);
    }
    if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
        const std::string_view database = rest.substr(slash + 1);
        if (!database.empty() && !readNumber(database, 0, 1'000'000, options.database))
            return false;
        rest = rest.substr(0, slash);
    }
    return readHost(rest, options);
}

} // namespace

std::string RedisOptions::address() const
{
    if (!unixPath.empty())
        return std::string(kUnix) + unixPath;
    return (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + std::to_string(port);
}

Result<RedisOptions> parseRedisAddress(std::string_view text)
{
    RedisOptions options;
    if (text.starts_with(kUnix)) {
        options.unixPath = text.substr(kUnix.size());
        return options.unixPath.empty() ? Result<RedisOptions>(invalid()) : Result<RedisOptions>(options);
    }
    const bool isUrl = text.starts_with(kScheme);
    const bool good = isUrl ? readUrl(text.substr(kScheme.size()), options) : readHost(text, options);
    return good ? Result<RedisOptions>(options) : Result<RedisOptions>(invalid());
}

} // namespace linkdesk::core
