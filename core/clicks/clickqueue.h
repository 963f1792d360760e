// ClickQueue: from the HTTP threads to the recorder, without a wait on the way.
//
// One buffer per HTTP thread, swapped out by the recorder; its mutex is only ever contended for the moment of a swap.
// A buffer is bounded by bytes: beyond, the click's details are shed but the click itself is still counted per link and
// hour, so totals stay exact at any rate (P10).
#pragma once

#include "clicks/click.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {

class ClickQueue final {
public:
    static constexpr std::size_t kMaxBufferBytes = 16 * 1024 * 1024; // per thread

    explicit ClickQueue(unsigned threads);

    // On HTTP thread `thread`. Never waits for I/O, never fails.
    void push(unsigned thread, const Click &click);

    struct Counted {
        LinkId link;
        DomainId domain;
        std::string code;
        TimePoint at; // of one of them; all are of the same hour
        std::uint64_t clicks = 0;
        std::uint64_t limited = 0; // of these: LimitedHuman
        std::uint64_t bots = 0;    // besides
    };
    // On the recorder's thread: hands every waiting click to `whole`, and those without details to `counted`.
    void drain(const std::function<void(const Click &)> &whole, const std::function<void(const Counted &)> &counted);

private:
    struct alignas(64) Buffer {
        std::mutex mutex; // guards the rest
        std::string bytes;
        std::unordered_map<std::int64_t, Counted> overflow; // by link, of the current hour or the hours since the drain
    };
    std::vector<std::unique_ptr<Buffer>> m_buffers;
    std::string m_spare; // the recorder's
};

} // namespace linkdesk::core
