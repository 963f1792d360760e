#include "fakes.h"

#include <QByteArray>
#include <QDebug>

#include <algorithm>

namespace linkdesk::test {

void SeededRandom::fill(std::span<std::uint8_t> bytes)
{
    const std::lock_guard lock(m_mutex);
    for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>(m_engine());
}

void RepeatingRandom::fill(std::span<std::uint8_t> bytes)
{
    std::fill(bytes.begin(), bytes.end(), m_byte);
}

std::uint64_t testSeed()
{
    bool ok = false;
    std::uint64_t seed = qEnvironmentVariable("LINKDESK_TEST_SEED").toULongLong(&ok);
    if (!ok)
        seed = std::random_device{}();
    qInfo().noquote() << "seed:" << seed << "(set LINKDESK_TEST_SEED to repeat)";
    return seed;
}

} // namespace linkdesk::test
