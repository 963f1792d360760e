#include "resolve/linkvalue.h"

#include "base/hash.h"


namespace linkdesk::core {

namespace {

constexpr char kFormat = '\x02';
// What damaged bytes are told by; not meant against an attacker, who could as well write whole values.
constexpr std::uint64_t kChecksumSeed = 0x4c4b5631;
constexpr std::size_t kChecksumBytes = 4;

constexpr std::uint8_t kFound = 1;
constexpr std::uint8_t kForwardQuery = 2;
constexpr std::uint8_t kTrack = 4;

// Seven bits a byte, the lowest first (as LEB128 and protocol buffers do).
void appendNumber(std::string &out, std::uint64_t number)
{
    for (; number >= 0x80; number >>= 7)
        out.push_back(static_cast<char>(number | 0x80));
    out.push_back(static_cast<char>(number));
}

class Reader final {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) {}

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (m_rest.empty())
                break;
            const auto byte = static_cast<unsigned char>(m_rest.front());
            m_rest.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80)
                return value;
        }
        m_good = false;
        return 0;
    }
    std::string text()
    {
        const std::uint64_t size = number();
        if (size > m_rest.size()) {
            m_good = false;
            return {};
        }
        std::string value(m_rest.substr(0, size));
        m_rest.remove_prefix(size);
        return value;
    }
    [[nodiscard]] bool isAtGoodEnd() const { return m_good && m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_good = true;
};

std::string checksumOf(std::string_view bytes)
{
    const std::uint64_t hash = hash64(bytes, kChecksumSeed);
    std::string out;
    for (std::size_t i = 0; i < kChecksumBytes; ++i)
        out.push_back(static_cast<char>(hash >> (8 * i)));
    return out;
}

} // namespace

std::string encodeLinkValue(const CachedLink &link)
{
    std::string out(1, kFormat);
    const int flags = (link.found ? kFound : 0) | (link.forwardQuery ? kForwardQuery : 0) | (link.track ? kTrack : 0);
    appendNumber(out, static_cast<std::uint64_t>(flags));
    appendNumber(out, static_cast<std::uint64_t>(link.domain.value));
    if (link.found) {
        appendNumber(out, static_cast<std::uint64_t>(link.id.value));
        appendNumber(out, static_cast<std::uint64_t>(link.status));
        appendNumber(out, static_cast<std::uint64_t>(link.redirectStatus));
        appendNumber(out, static_cast<std::uint64_t>(link.version));
        for (const std::int64_t time : {link.expiresAtMs, link.validFromMs, link.aliasUntilMs})
            appendNumber(out, static_cast<std::uint64_t>(time));
        for (const std::string *text : {&link.target, &link.fallback}) {
            appendNumber(out, text->size());
            out.append(*text);
        }
    }
    appendNumber(out, link.code.size());
    out.append(link.code);
    return out.append(checksumOf(out));
}

std::shared_ptr<CachedLink> decodeLinkValue(std::string_view bytes)
{
    if (bytes.size() < 1 + kChecksumBytes || bytes.front() != kFormat)
        return nullptr;
    const std::string_view content = bytes.substr(0, bytes.size() - kChecksumBytes);
    if (bytes.substr(content.size()) != checksumOf(content))
        return nullptr;
    Reader in(content.substr(1));
    auto link = std::make_shared<CachedLink>();
    const std::uint64_t flags = in.number();
    link->found = (flags & kFound) != 0;
    link->forwardQuery = (flags & kForwardQuery) != 0;
    link->track = (flags & kTrack) != 0;
    link->domain = DomainId{static_cast<std::int64_t>(in.number())};
    if (link->found) {
        link->id = LinkId{static_cast<std::int64_t>(in.number())};
        const std::uint64_t status = in.number();
        if (status > static_cast<std::uint64_t>(LinkStatus::Deleted))
            return nullptr;
        link->status = static_cast<LinkStatus>(status);
        link->redirectStatus = static_cast<int>(in.number());
        link->version = static_cast<std::int64_t>(in.number());
        for (std::int64_t *time : {&link->expiresAtMs, &link->validFromMs, &link->aliasUntilMs})
            *time = static_cast<std::int64_t>(in.number());
        link->target = in.text();
        link->fallback = in.text();
    }
    link->code = in.text();
    const bool knownRedirect = link->redirectStatus >= 300 && link->redirectStatus < 400;
    return in.isAtGoodEnd() && knownRedirect ? link : nullptr;
}

} // namespace linkdesk::core
