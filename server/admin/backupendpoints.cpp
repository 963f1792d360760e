#include "admin/backupendpoints.h"

#include "admin/jobendpoints.h"
#include "admin/json.h"
#include "admin/safekeeping.h"

#include <boost/json/array.hpp>

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::Result;

namespace {

struct BackupApi {
    Safekeeping &safekeeping;
    core::Store &store;
    const core::Clock &clock;
};

// Away from the HTTP threads, which must not wait for a disk.
void aside(const BackupApi &api, const Call &call, std::function<void()> work)
{
    if (!api.store.readers().submitSlow([work = std::move(work)](core::SqlConnection &) { work(); }))
        call.fail(Error{ErrorCode::Busy, "too many reads are waiting; try again in a moment", {}});
}

void list(const BackupApi &api, const Call &call)
{
    json::array backups;
    for (const core::ListedBackup &listed : api.safekeeping.keeper().list()) {
        const bool isUsable = listed.fault.empty();
        backups.push_back({{"name", listed.backup.name},
                           {"at", formatTime(listed.backup.at)},
                           {"bytes", listed.bytes},
                           {"kind", json::string(core::backupKindName(listed.kind))},
                           {"verified", isUsable},
                           {"schema", isUsable ? json::value(listed.schema) : json::value(nullptr)},
                           {"fault", isUsable ? json::value(nullptr) : json::value(listed.fault)}});
    }
    call.json(200, {{"folder", api.safekeeping.keeper().folder().string()},
                    {"backups", std::move(backups)},
                    {"nextAt", timeOrNull(api.safekeeping.keeper().state().nextAt)}});
}

// A whole path on the service's own computer; who may restore may read and write there anyway.
Result<std::filesystem::path> pathFrom(const std::optional<std::string> &text)
{
    std::filesystem::path file(text.value_or(""));
    if (!file.is_absolute() || !file.has_filename() || text->find('\0') != std::string::npos)
        return Error{ErrorCode::InvalidInput, "file must be the whole path of a file, from the root on", "file"};
    return file.lexically_normal();
}

void create(const BackupApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const auto file = in.text("file");
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    const auto path = file ? pathFrom(file) : Result<std::filesystem::path>(std::filesystem::path());
    if (!path)
        return call.fail(path.error());
    answerJob(call, api.safekeeping.backUp(*path, call.actor()), api.clock);
}

void remove(const BackupApi &api, const Call &call)
{
    aside(api, call, [api, call] {
        if (auto removed = api.safekeeping.keeper().remove(call.argument()); !removed)
            return call.fail(removed.error());
        Response gone;
        gone.status = 204;
        call.answer(std::move(gone));
    });
}

void restoreNamed(const BackupApi &api, const Call &call)
{
    aside(api, call, [api, call] {
        const auto file = api.safekeeping.keeper().find(call.argument());
        if (!file)
            return call.fail(file.error());
        answerJob(call, api.safekeeping.restore(*file, call.actor()), api.clock);
    });
}

void restoreFile(const BackupApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const auto file = in.text("file");
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    const auto path = pathFrom(file);
    if (!path)
        return call.fail(path.error());
    answerJob(call, api.safekeeping.restore(*path, call.actor()), api.clock);
}

void check(const BackupApi &api, const Call &call)
{
    const auto body = call.body();
    if (!body)
        return;
    ObjectReader in(*body);
    const bool repair = in.boolean("repair").value_or(false);
    if (auto read = in.finish(); !read)
        return call.fail(read.error());
    answerJob(call, api.safekeeping.check(repair, call.actor()), api.clock);
}

} // namespace

void addBackupEndpoints(Router &router, Safekeeping &safekeeping, core::Store &store, const core::Clock &clock)
{
    const BackupApi api{safekeeping, store, clock};
    router.add(Method::Get, "backups", Scope::Admin,
               [api](const Call &call) { aside(api, call, [api, call] { list(api, call); }); });
    router.add(Method::Post, "backups", Scope::Admin, [api](const Call &call) { create(api, call); });
    router.add(Method::Delete, "backups/{name}", Scope::Admin, [api](const Call &call) { remove(api, call); });
    router.add(Method::Post, "backups/{name}/restore", Scope::Admin,
               [api](const Call &call) { restoreNamed(api, call); });
    router.add(Method::Post, "service/restore", Scope::Admin, [api](const Call &call) { restoreFile(api, call); });
    router.add(Method::Post, "service/check", Scope::Admin, [api](const Call &call) { check(api, call); });
}

} // namespace linkdesk::server
