#include "codes/siphash.h"

namespace linkdesk::core {

namespace {

template <typename State>
std::uint64_t hashOf(const SipKey &key, std::span<const std::uint8_t> message)
{
    State state(key);
    std::size_t at = 0;
    for (; at + 8 <= message.size(); at += 8)
        state.absorb(State::littleEndian(message, at));
    return state.finish(State::littleEndian(message, at), message.size());
}

} // namespace

std::uint64_t sipHash24(const SipKey &key, std::span<const std::uint8_t> message)
{
    return hashOf<SipState24>(key, message);
}

std::uint64_t sipHash13(const SipKey &key, std::span<const std::uint8_t> message)
{
    return hashOf<SipState13>(key, message);
}

} // namespace linkdesk::core
