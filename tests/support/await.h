// Waits for an answer that comes through a callback on another thread.
#pragma once

#include <QtGlobal>

#include <chrono>
#include <future>
#include <memory>
#include <utility>

namespace linkdesk::test {

// `start` gets a callback taking one T and must see to it that it is called once. A test that waits longer than
// the limit is broken beyond repair, so it stops with a message.
template <typename T, typename Start>
T await(Start &&start, std::chrono::seconds limit = std::chrono::seconds(60))
{
    auto promise = std::make_shared<std::promise<T>>();
    auto future = promise->get_future();
    std::forward<Start>(start)([promise](T value) { promise->set_value(std::move(value)); });
    if (future.wait_for(limit) != std::future_status::ready)
        qFatal("an answer did not come within %lld s", static_cast<long long>(limit.count()));
    return future.get();
}

} // namespace linkdesk::test
