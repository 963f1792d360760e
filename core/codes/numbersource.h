// NumberSource: a counter that several services share, for codes of the sequence.
#pragma once

#include "base/result.h"
#include "codes/numberblock.h"

#include <cstdint>
#include <functional>

namespace linkdesk::core {

// Thread-safe.
class NumberSource {
public:
    using Answer = std::function<void(const Result<NumberBlock::Range> &)>;
    virtual ~NumberSource() = default;
    // The next `count` numbers, none below `floor` (what this service knows to be used up, should the counter have lost
    // its memory). Never waits; answers on any thread, Unavailable where the counter cannot be reached.
    virtual void reserve(std::uint64_t count, std::uint64_t floor, Answer answer) = 0;
};

} // namespace linkdesk::core
