// TaskControl: how long work is watched and stopped by whoever asked for it. The functions may be called on any thread.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <functional>

namespace linkdesk::core {

struct TaskControl {
    std::function<bool()> goOn;                                          // empty: to the end
    std::function<void(std::int64_t done, std::int64_t total)> progress; // empty: nobody looks

    [[nodiscard]] bool mayGoOn() const { return !goOn || goOn(); }
    void report(std::int64_t done, std::int64_t total) const
    {
        if (progress)
            progress(done, total);
    }
};

[[nodiscard]] inline Error cancelled()
{
    return {ErrorCode::Unavailable, "It was cancelled; nothing was changed.", {}};
}

} // namespace linkdesk::core
