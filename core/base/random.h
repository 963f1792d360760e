// RandomSource: where unpredictable numbers come from, injected so that tests can seed it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace linkdesk::core {

// Thread-safe.
class RandomSource {
public:
    virtual ~RandomSource() = default;
    virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

// The operating system's generator (OpenSSL's DRBG, seeded by it): fit for keys and public codes (R12, R26).
class SecureRandom final : public RandomSource {
public:
    void fill(std::span<std::uint8_t> bytes) override;
};

// So many random bytes as lower-case hexadecimal digits, two each.
[[nodiscard]] std::string randomHex(RandomSource &source, std::size_t bytes);
[[nodiscard]] std::string toHex(std::span<const std::uint8_t> bytes);

} // namespace linkdesk::core
