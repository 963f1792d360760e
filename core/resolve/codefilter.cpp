#include "resolve/codefilter.h"

#include "base/hash.h"
#include "base/logging.h"
#include "base/random.h"
#include "codes/checkcharacter.h"
#include "codes/hashset.h"
#include "links/codemaker.h"
#include "links/slug.h"
#include "store/linkstore.h"
#include "store/sqlconnection.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <shared_mutex>
#include <system_error>

namespace linkdesk::core {

namespace {

constexpr char kFileName[] = "codes.bloom";
constexpr std::string_view kMagic = "LKDBLOOM1\n";
constexpr std::size_t kNumberBytes = 8;
constexpr std::size_t kTokenBytes = 16;
// Beyond this part of its capacity the filter is built larger.
constexpr double kFullAt = 0.8;
// Codes that were freed are worth a build from this part on.
constexpr double kStaleAt = 0.2;

std::uint64_t randomNumber(RandomSource &random)
{
    std::array<std::uint8_t, kNumberBytes> bytes{};
    random.fill(bytes);
    std::uint64_t number = 0;
    for (const std::uint8_t byte : bytes)
        number = number << 8 | byte;
    return number;
}

void appendNumber(std::string &out, std::uint64_t number)
{
    for (int shift = 0; shift < 64; shift += 8)
        out.push_back(static_cast<char>(number >> shift & 0xff));
}

std::uint64_t numberAt(std::string_view bytes, std::size_t at)
{
    std::uint64_t number = 0;
    for (std::size_t i = kNumberBytes; i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

// How many codes to build for: room to grow, but no more memory than allowed, and never too little for what there is.
std::size_t capacityFor(std::size_t codes, const CodeFilterOptions &options)
{
    const std::size_t expected = std::max(codes, options.expectedCodes);
    const auto affordable =
        static_cast<std::size_t>(static_cast<double>(options.maxBytes) * 8 / BloomFilter::kBitsPerEntry);
    return std::max(std::min(expected * std::max<std::size_t>(options.headroom, 1), affordable), codes * 2);
}

// The check rule of one domain.
class CheckGate final {
public:
    explicit CheckGate(const Domain &domain)
        : m_alphabet(alphabetOf(domain)), m_prefix(codeKey(domain.codes.prefix, domain.caseSensitive))
    {
    }
    [[nodiscard]] bool hasCheck(std::string_view key) const
    {
        return key.starts_with(m_prefix) && hasValidCheck(key.substr(m_prefix.size()), m_alphabet);
    }
    void add(std::string_view key, std::uint64_t hash)
    {
        if (hasCheck(key))
            return;
        const std::unique_lock lock(m_mutex);
        m_exempt.insert(hash);
    }
    [[nodiscard]] bool isExempt(std::uint64_t hash) const
    {
        const std::shared_lock lock(m_mutex);
        return m_exempt.contains(hash);
    }

private:
    const Alphabet &m_alphabet;
    const std::string m_prefix;
    mutable std::shared_mutex m_mutex;
    HashSet m_exempt; // guarded by m_mutex; codes that exist though they fail the check
};

} // namespace

// One build's filter and gates.
class CodeFilter::Contents final {
public:
    Contents(std::uint64_t hashSeed, std::unique_ptr<BloomFilter> bloom, const std::vector<Domain> &domains)
        : seed(hashSeed), filter(std::move(bloom))
    {
        for (const Domain &domain : domains) {
            if (domain.codes.checkCharacter)
                gates.try_emplace(domain.id, std::make_unique<CheckGate>(domain));
        }
    }

    [[nodiscard]] std::uint64_t hashOf(DomainId domain, std::string_view key) const
    {
        return hash64(key, seed ^ static_cast<std::uint64_t>(domain.value) * 0x9e3779b97f4a7c15ULL);
    }
    void add(DomainId domain, std::string_view key)
    {
        const std::uint64_t hash = hashOf(domain, key);
        filter->add(hash);
        codes.fetch_add(1, std::memory_order_relaxed);
        if (CheckGate *gate = gateOf(domain))
            gate->add(key, hash);
    }
    [[nodiscard]] CheckGate *gateOf(DomainId domain) const
    {
        const auto found = gates.find(domain);
        return found == gates.end() ? nullptr : found->second.get();
    }

    const std::uint64_t seed;
    const std::unique_ptr<BloomFilter> filter;
    std::map<DomainId, std::unique_ptr<CheckGate>> gates; // set before others see it
    std::atomic<std::uint64_t> codes{0};
};

CodeFilter::CodeFilter(RandomSource &random, const CodeFilterOptions &options) : m_random(random), m_options(options) {}

CodeFilter::~CodeFilter() = default;

std::optional<double> CodeFilterStats::measuredRate() const
{
    const auto all = static_cast<double>(answered + falsePositives);
    return all > 0 ? std::optional(static_cast<double>(falsePositives) / all) : std::nullopt;
}

CodeFilter::ContentsPtr CodeFilter::current() const
{
    const std::lock_guard lock(m_mutex);
    return m_current;
}

void CodeFilter::setDomains(const std::vector<Domain> &domains)
{
    const std::lock_guard lock(m_mutex);
    for (const Domain &domain : domains) {
        const auto before = std::find_if(m_domains.begin(), m_domains.end(),
                                         [&domain](const Domain &known) { return known.id == domain.id; });
        if (before == m_domains.end()) {
            m_rulesChanged = m_rulesChanged || domain.codes.checkCharacter;
            continue;
        }
        if (before->caseSensitive != domain.caseSensitive)
            ++m_keyEpoch;
        m_rulesChanged = m_rulesChanged || before->codes != domain.codes || before->caseSensitive != domain.caseSensitive;
    }
    m_domains = domains;
}

void CodeFilter::keysChanging()
{
    const std::lock_guard lock(m_mutex);
    ++m_keyEpoch;
    m_rulesChanged = true;
    m_current.reset();
    m_hasGates = false;
}

void CodeFilter::add(DomainId domain, std::string_view key)
{
    ContentsPtr used;
    ContentsPtr building;
    {
        const std::lock_guard lock(m_mutex);
        used = m_current;
        building = m_building;
    }
    if (used)
        used->add(domain, key);
    if (building)
        building->add(domain, key);
}

void CodeFilter::noteRemoved(std::uint64_t count)
{
    const std::lock_guard lock(m_mutex);
    m_removed += count;
}

bool CodeFilter::seemsTaken(DomainId domain, std::string_view key) const
{
    const ContentsPtr contents = current();
    return contents && contents->filter->mayContain(contents->hashOf(domain, key));
}

bool CodeFilter::surelyAbsent(DomainId domain, std::string_view key) const
{
    const ContentsPtr contents = current();
    return contents && !contents->filter->mayContain(contents->hashOf(domain, key));
}

bool CodeFilter::failsCheck(DomainId domain, std::string_view key)
{
    if (!m_hasGates.load(std::memory_order_relaxed))
        return false;
    const ContentsPtr contents = current();
    const CheckGate *gate = contents ? contents->gateOf(domain) : nullptr;
    if (!gate || gate->hasCheck(key) || gate->isExempt(contents->hashOf(domain, key)))
        return false;
    m_checkRefused.fetch_add(1, std::memory_order_relaxed);
    return true;
}

bool CodeFilter::answersAbsent(DomainId domain, std::string_view key)
{
    if (!surelyAbsent(domain, key))
        return false;
    m_answered.fetch_add(1, std::memory_order_relaxed);
    return true;
}

void CodeFilter::noteFalsePositive()
{
    if (current())
        m_falsePositives.fetch_add(1, std::memory_order_relaxed);
}

bool CodeFilter::due() const
{
    const std::lock_guard lock(m_mutex);
    if (!m_current || m_rulesChanged)
        return true;
    const auto codes = static_cast<double>(m_current->codes.load(std::memory_order_relaxed));
    if (codes > kFullAt * static_cast<double>(m_current->filter->capacity()))
        return true;
    return m_removed > 1000 && static_cast<double>(m_removed) > kStaleAt * codes;
}

void CodeFilter::use(ContentsPtr contents)
{
    m_hasGates = !contents->gates.empty();
    m_current = std::move(contents);
    m_building.reset();
}

Result<void> CodeFilter::rebuild(SqlConnection &connection, const Clock &clock)
{
    const auto started = clock.steadyNow();
    for (;;) {
        const auto count = countCodes(connection);
        if (!count)
            return count.error();
        auto bloom = std::make_unique<BloomFilter>(capacityFor(static_cast<std::size_t>(*count), m_options));
        const std::uint64_t seed = randomNumber(m_random);
        ContentsPtr contents;
        std::uint64_t epoch = 0;
        std::uint64_t removed = 0;
        {
            const std::lock_guard lock(m_mutex);
            contents = std::make_shared<Contents>(seed, std::move(bloom), m_domains);
            epoch = m_keyEpoch;
            removed = m_removed;
            m_rulesChanged = false;
            m_building = contents;
        }
        // The reading begins after codes are added to what is being built: none can fall between.
        const auto read = forEachCode(connection, [&contents](DomainId domain, std::string_view key) {
            contents->add(domain, key);
        });
        const std::lock_guard lock(m_mutex);
        if (!read) {
            m_building.reset();
            m_rulesChanged = true;
            return read;
        }
        if (epoch != m_keyEpoch)
            continue;
        m_removed -= std::min(removed, m_removed);
        use(contents);
        m_rebuilds.fetch_add(1, std::memory_order_relaxed);
        m_lastRebuildMs = (clock.steadyNow() - started) / std::chrono::milliseconds(1);
        break;
    }
    measure();
    return {};
}

void CodeFilter::measure()
{
    const ContentsPtr contents = current();
    if (!contents)
        return;
    const double fill = contents->filter->fill();
    const double rate = contents->filter->estimatedRate();
    const std::lock_guard lock(m_mutex);
    m_fill = fill;
    m_estimatedRate = rate;
}

// magic, token, seed, capacity, codes, bits, hash of all before it.
std::optional<std::string> CodeFilter::save(const std::filesystem::path &folder) const
{
    const ContentsPtr contents = current();
    if (!contents)
        return std::nullopt;
    std::string token = randomHex(m_random, kTokenBytes);
    std::string out(kMagic);
    out.append(token);
    appendNumber(out, contents->seed);
    appendNumber(out, contents->filter->capacity());
    appendNumber(out, contents->codes.load());
    out.append(contents->filter->toBytes());
    appendNumber(out, hash64(out, contents->seed));
    std::ofstream file(folder / kFileName, std::ios::binary | std::ios::trunc);
    file.write(out.data(), static_cast<std::streamsize>(out.size()));
    file.close();
    return file ? std::optional(token) : std::nullopt;
}

bool CodeFilter::load(const std::filesystem::path &folder, std::string_view token)
{
    const std::filesystem::path path = folder / kFileName;
    std::string bytes;
    {
        std::ifstream file(path, std::ios::binary);
        if (!file)
            return false;
        bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
    if (std::filesystem::exists(path, ignored))
        return false; // it could be taken for the truth after a crash
    const std::string head = std::string(kMagic) + std::string(token);
    const std::size_t bits = head.size() + 3 * kNumberBytes;
    if (token.size() != 2 * kTokenBytes || !bytes.starts_with(head) || bytes.size() < bits + kNumberBytes)
        return false;
    const std::uint64_t seed = numberAt(bytes, head.size());
    const std::size_t end = bytes.size() - kNumberBytes;
    if (numberAt(bytes, end) != hash64(std::string_view(bytes).substr(0, end), seed))
        return false;
    auto bloom = BloomFilter::fromBytes(numberAt(bytes, head.size() + kNumberBytes),
                                        std::string_view(bytes).substr(bits, end - bits));
    if (!bloom)
        return false;
    {
        const std::lock_guard lock(m_mutex);
        // Without the gates of check characters: those are built anew.
        auto contents = std::make_shared<Contents>(seed, std::move(bloom), std::vector<Domain>());
        contents->codes = numberAt(bytes, head.size() + 2 * kNumberBytes);
        use(std::move(contents));
        m_rulesChanged = std::any_of(m_domains.begin(), m_domains.end(),
                                     [](const Domain &domain) { return domain.codes.checkCharacter; });
    }
    measure();
    return true;
}

CodeFilterStats CodeFilter::stats() const
{
    CodeFilterStats stats;
    {
        const std::lock_guard lock(m_mutex);
        if (m_current) {
            stats.state = FilterState::Ready;
            stats.codes = m_current->codes.load(std::memory_order_relaxed);
            stats.capacity = m_current->filter->capacity();
            stats.bytes = m_current->filter->bytes();
        }
        stats.fill = m_fill;
        stats.estimatedRate = m_estimatedRate;
        stats.lastRebuildMs = m_lastRebuildMs;
    }
    stats.answered = m_answered;
    stats.falsePositives = m_falsePositives;
    stats.checkRefused = m_checkRefused;
    stats.rebuilds = m_rebuilds;
    return stats;
}

} // namespace linkdesk::core
