// SharedNumbers: sees to it that the sequence has numbers when they come from a counter elsewhere, which answers later.
//
// Thread-safe. Whoever wants to make codes asks for so many numbers first and goes on when they are there; they are
// written down in the store before anybody gets one, so that none comes twice even where the counter forgets.
#pragma once

#include "base/result.h"
#include "codes/numbersource.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>

namespace linkdesk::core {

class CodeMaker;
class Store;

class SharedNumbers final : public std::enable_shared_from_this<SharedNumbers> {
public:
    using Then = std::function<void(const Result<void> &)>;

    // All borrowed; `block` is how many numbers are fetched at least.
    SharedNumbers(Store &store, CodeMaker &codes, NumberSource &source, std::uint64_t block);

    // Calls `then` once the numbers are in hand, on this thread where they are already.
    void want(std::uint64_t count, Then then);
    // The job that wanted them has ended.
    void done(std::uint64_t count);

private:
    struct Waiter {
        std::uint64_t count;
        Then then;
    };
    void fetch(std::uint64_t count);
    void arrived(const Result<NumberBlock::Range> &range);
    void settle(const Result<void> &outcome);

    Store &m_store;
    CodeMaker &m_codes;
    NumberSource &m_source;
    const std::uint64_t m_block;

    std::mutex m_mutex; // guards what follows
    std::uint64_t m_promised = 0;
    std::deque<Waiter> m_waiters;
    bool m_fetching = false;
};

} // namespace linkdesk::core
