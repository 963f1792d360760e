#include "service/runtimefile.h"

#include "admin/json.h"

#include <boost/json/serialize.hpp>

#include <QFile>
#include <QSaveFile>

namespace linkdesk::server {

namespace {

QString pathIn(const std::filesystem::path &dataDir)
{
    return QString::fromStdString((dataDir / "service.json").string());
}

} // namespace

core::Result<void> writeRuntimeFile(const std::filesystem::path &dataDir, const RuntimeInfo &info)
{
    const boost::json::object object{{"adminUrl", info.adminUrl}, {"token", info.token}};
    const std::string text = boost::json::serialize(object);
    QSaveFile file(pathIn(dataDir));
    // Closed to others before anything stands in it: the token is a key (R26).
    if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
        || file.write(text.data(), static_cast<qint64>(text.size())) < 0 || !file.commit())
        return core::Error{core::ErrorCode::NotWritable,
                           "cannot write " + pathIn(dataDir).toStdString() + ": " + file.errorString().toStdString(), {}};
    return {};
}

std::optional<RuntimeInfo> readRuntimeFile(const std::filesystem::path &dataDir)
{
    QFile file(pathIn(dataDir));
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    JsonFault fault;
    const auto value = parseJson(file.read(64 * 1024).toStdString(), fault);
    if (!value)
        return std::nullopt;
    ObjectReader in(*value);
    const auto url = in.text("adminUrl");
    const auto token = in.text("token");
    if (!in.finish() || !url || !token)
        return std::nullopt;
    return RuntimeInfo{*url, *token};
}

void removeRuntimeFile(const std::filesystem::path &dataDir)
{
    QFile::remove(pathIn(dataDir));
}

} // namespace linkdesk::server
