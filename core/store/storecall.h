// One read or one write of the store with one answer, for services of few calls.
//
// The answer comes on a reader thread, or on the writer thread after the commit; it must not block. A full queue answers
// Busy at once, on the calling thread.
#pragma once

#include "base/result.h"
#include "store/readerpool.h"
#include "store/store.h"
#include "store/writequeue.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace linkdesk::core {

[[nodiscard]] inline Error storeIsBusy()
{
    return {ErrorCode::Busy, "Too many requests are waiting for the database: try again in a moment.", {}};
}

// For reads that may take more than a few milliseconds.
template <typename T>
void readSlowly(Store &store, std::function<Result<T>(SqlConnection &)> run, std::function<void(Result<T>)> done)
{
    const auto answer = std::make_shared<std::function<void(Result<T>)>>(std::move(done));
    if (!store.readers().submitSlow(
            [run = std::move(run), answer](SqlConnection &connection) { (*answer)(run(connection)); }))
        (*answer)(storeIsBusy());
}

// A refused `run` leaves nothing behind.
template <typename T>
void writeOnce(Store &store, std::function<Result<T>(SqlConnection &)> run, std::function<void(Result<T>)> done)
{
    const auto outcome = std::make_shared<std::optional<Result<T>>>();
    const auto answer = std::make_shared<std::function<void(Result<T>)>>(std::move(done));
    WriteJob job;
    job.run = [run = std::move(run), outcome](SqlConnection &connection) {
        outcome->emplace(run(connection));
        return (*outcome)->ok();
    };
    job.done = [outcome, answer](const Result<void> &committed) {
        if (!committed)
            return (*answer)(committed.error());
        (*answer)(*outcome ? std::move(**outcome)
                           : Result<T>(Error{ErrorCode::Unavailable, "The write was not carried out: try again.", {}}));
    };
    if (!store.writer().submit(std::move(job)))
        (*answer)(storeIsBusy());
}

} // namespace linkdesk::core
