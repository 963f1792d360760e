// Store calls that wait, for start-up and command-line verbs; never on a service's own threads.
#pragma once

#include "store/store.h"

#include <functional>
#include <future>
#include <memory>

namespace linkdesk::server {

template <typename T>
core::Result<T> readAndWait(core::Store &store, std::function<core::Result<T>(core::SqlConnection &)> read)
{
    const auto result = std::make_shared<std::promise<core::Result<T>>>();
    auto future = result->get_future();
    if (!store.readers().submit([result, read](core::SqlConnection &connection) { result->set_value(read(connection)); }))
        return core::Error{core::ErrorCode::Busy, "the store has too much to read", {}};
    return future.get();
}

inline core::Result<void> writeAndWait(core::Store &store,
                                       std::function<core::Result<void>(core::SqlConnection &)> write)
{
    const auto result = std::make_shared<std::promise<core::Result<void>>>();
    auto future = result->get_future();
    const auto outcome = std::make_shared<core::Result<void>>();
    core::WriteJob job;
    job.run = [outcome, write](core::SqlConnection &connection) {
        *outcome = write(connection);
        return outcome->ok();
    };
    job.done = [outcome, result](const core::Result<void> &committed) {
        result->set_value(committed ? *outcome : committed);
    };
    if (!store.writer().submit(std::move(job)))
        return core::Error{core::ErrorCode::Busy, "the store has too much to write", {}};
    return future.get();
}

} // namespace linkdesk::server
