#include "clicks/clickqueue.h"

#include <cstring>

namespace linkdesk::core {

namespace {

constexpr std::int64_t kHourMs = 3'600'000;

// One record: this header, then the bytes of code, user agent, referrer and language.
struct Header {
    std::int64_t link;
    std::int64_t domain;
    std::int64_t at;
    std::array<std::uint8_t, 16> address;
    std::uint16_t code;
    std::uint16_t userAgent;
    std::uint16_t referrer;
    std::uint16_t language;
    Visit visit;
};

std::uint16_t cut(std::size_t length, std::size_t limit)
{
    return static_cast<std::uint16_t>(std::min(length, limit));
}

} // namespace

ClickQueue::ClickQueue(unsigned threads)
{
    for (unsigned i = 0; i < threads; ++i)
        m_buffers.push_back(std::make_unique<Buffer>());
}

void ClickQueue::push(unsigned thread, const Click &click)
{
    Header header{click.link.value,
                  click.domain.value,
                  toMs(click.at),
                  click.address,
                  cut(click.code.size(), 2048),
                  cut(click.userAgent.size(), kMaxUserAgent),
                  cut(click.referrer.size(), kMaxReferrer),
                  cut(click.language.size(), kMaxLanguage),
                  click.visit};
    Buffer &buffer = *m_buffers[thread];
    const std::lock_guard lock(buffer.mutex);
    if (buffer.bytes.size() >= kMaxBufferBytes) {
        // The hour is part of the key so that a drain that comes late still files each click where it belongs.
        if (click.visit == Visit::Refused)
            return;
        Counted &entry = buffer.overflow[click.link.value ^ (header.at / kHourMs << 40)];
        if (entry.link.value == 0)
            entry = {click.link, click.domain, std::string(click.code), click.at, 0, 0, 0};
        ++(click.visit == Visit::LimitedBot ? entry.bots : entry.clicks);
        entry.limited += click.visit == Visit::LimitedHuman ? 1 : 0;
        return;
    }
    buffer.bytes.append(reinterpret_cast<const char *>(&header), sizeof header);
    buffer.bytes.append(click.code.data(), header.code);
    buffer.bytes.append(click.userAgent.data(), header.userAgent);
    buffer.bytes.append(click.referrer.data(), header.referrer);
    buffer.bytes.append(click.language.data(), header.language);
}

void ClickQueue::drain(const std::function<void(const Click &)> &whole,
                       const std::function<void(const Counted &)> &counted)
{
    for (const auto &buffer : m_buffers) {
        std::unordered_map<std::int64_t, Counted> overflow;
        m_spare.clear();
        {
            const std::lock_guard lock(buffer->mutex);
            buffer->bytes.swap(m_spare);
            buffer->overflow.swap(overflow);
        }
        for (std::size_t at = 0; at < m_spare.size();) {
            Header header;
            std::memcpy(&header, m_spare.data() + at, sizeof header);
            at += sizeof header;
            const auto take = [&](std::size_t length) {
                const std::string_view view(m_spare.data() + at, length);
                at += length;
                return view;
            };
            Click click;
            click.link = {header.link};
            click.domain = {header.domain};
            click.at = fromMs(header.at);
            click.visit = header.visit;
            click.address = header.address;
            click.code = take(header.code);
            click.userAgent = take(header.userAgent);
            click.referrer = take(header.referrer);
            click.language = take(header.language);
            whole(click);
        }
        for (const auto &[key, entry] : overflow)
            counted(entry);
    }
    // After a burst the buffers are large; give the memory back once things are calm.
    if (m_spare.capacity() > 1024 * 1024 && m_spare.size() < m_spare.capacity() / 16)
        m_spare.shrink_to_fit();
}

} // namespace linkdesk::core
