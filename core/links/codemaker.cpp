#include "links/codemaker.h"

#include "codes/checkcharacter.h"
#include "links/slug.h"
#include "store/sequencestore.h"
#include "store/settingstore.h"
#include "store/sqlconnection.h"

#include <algorithm>
#include <cmath>

namespace linkdesk::core {

namespace {

constexpr int kTriesPerLength = 10; // R12
constexpr int kMaxTries = 200;
constexpr int kMaxUnfit = 10'000; // draws in a row that are reserved or rude: something is broken then
constexpr int kUnfitSnowflakes = 64;
constexpr std::string_view kShuffleKeySetting = "shuffle-key";

std::size_t indexOf(GeneratorKind kind)
{
    return static_cast<std::size_t>(kind);
}

std::string_view counterName(GeneratorKind kind)
{
    return generatorName(kind);
}

std::optional<ShuffleKey> fromHex(std::string_view text)
{
    ShuffleKey key{};
    if (text.size() != key.size() * 2)
        return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return std::nullopt;
        key[i / 2] = static_cast<std::uint8_t>(key[i / 2] << 4 | digit);
    }
    return key;
}

// Another key would give codes again that exist already, so it is made once and stays with the data.
Result<ShuffleKey> shuffleKey(SqlConnection &writer, RandomSource &random)
{
    const auto kept = setting(writer, kShuffleKeySetting);
    if (!kept)
        return kept.error();
    if (*kept) {
        if (const auto key = fromHex(**kept))
            return *key;
        return Error{ErrorCode::Corrupt, "The key of the shuffled codes in the database is damaged: restore a backup.", {}};
    }
    ShuffleKey key{};
    random.fill(key);
    if (auto set = setSetting(writer, kShuffleKeySetting, toHex(key)); !set)
        return set.error();
    return key;
}

} // namespace

const Alphabet &alphabetOf(const Domain &domain)
{
    if (domain.codes.easyAlphabet)
        return domain.caseSensitive ? kEasyAlphabet : kEasyFoldedAlphabet;
    return domain.caseSensitive ? kFullAlphabet : kFoldedAlphabet;
}

int bodyLength(const Domain &domain, std::optional<int> length)
{
    return length.value_or(domain.codes.length) - (domain.codes.checkCharacter ? 1 : 0);
}

double clashProbability(const Domain &domain)
{
    const auto symbols = static_cast<double>(alphabetOf(domain).symbols.size());
    const double space = std::pow(symbols, bodyLength(domain, std::nullopt));
    return std::min(1.0, static_cast<double>(domain.linkCount) / space);
}

CodeMaker::CodeMaker(const Clock &clock, RandomSource &random, const CodeMakerOptions &options)
    : m_randomSource(random), m_options(options), m_rude(makeProfanityFilter()), m_commonNames(makeReservedNames()), m_random(random), m_words(random),
      m_snowflake(clock, random, options.node)
{
}

bool CodeMaker::isCounted(GeneratorKind kind)
{
    return kind == GeneratorKind::Sequence || kind == GeneratorKind::Shuffled;
}

CodeMaker::Counted &CodeMaker::counted(GeneratorKind kind)
{
    return m_counted[kind == GeneratorKind::Sequence ? 0 : 1];
}

CodeGenerator &CodeMaker::generator(GeneratorKind kind)
{
    switch (kind) {
    case GeneratorKind::Snowflake: return m_snowflake;
    case GeneratorKind::Words: return m_words;
    case GeneratorKind::Sequence:
    case GeneratorKind::Shuffled: return *counted(kind).generator;
    case GeneratorKind::Random: break;
    }
    return m_random;
}

Result<void> CodeMaker::load(SqlConnection &writer)
{
    const auto key = shuffleKey(writer, m_randomSource);
    if (!key)
        return key.error();
    counted(GeneratorKind::Sequence).generator = std::make_unique<SequenceCode>();
    counted(GeneratorKind::Shuffled).generator = std::make_unique<ShuffledCode>(*key);
    const auto last = readCounter(writer, counterName(GeneratorKind::Snowflake));
    if (!last)
        return last.error();
    if (last->next > 0)
        m_snowflake.startAfter(fromMs(last->next));
    return readCounters(writer);
}

Result<void> CodeMaker::readCounters(SqlConnection &connection)
{
    for (const GeneratorKind kind : {GeneratorKind::Sequence, GeneratorKind::Shuffled}) {
        const auto counter = readCounter(connection, counterName(kind));
        if (!counter)
            return counter.error();
        counted(kind).watermark = counter->next;
        counted(kind).taken = counter->taken;
        counted(kind).used = counter->used;
    }
    m_countersStale = false;
    return {};
}

bool CodeMaker::fits(GeneratorKind kind, const std::string &code, std::string_view body) const
{
    if (isReservedSlug(code))
        return false;
    return kind == GeneratorKind::Words || (!m_rude.matches(body) && !m_commonNames.contains(code));
}

Result<NewCode> CodeMaker::draw(const Domain &domain, const CodeWish &wish, int tries)
{
    const Alphabet &alphabet = alphabetOf(domain);
    const CodeShape shape{&alphabet, bodyLength(domain, wish.length)};
    const bool drawn = wish.kind == GeneratorKind::Random;
    const int room = std::max(kMaxCodeLength - wish.length.value_or(domain.codes.length), 0);
    const int grown = drawn ? std::min(tries / kTriesPerLength, room) : wish.kind == GeneratorKind::Words ? tries / kTriesPerLength : 0;
    for (int unfit = 0; unfit < kMaxUnfit; ++unfit) {
        auto made = generator(wish.kind).next(shape, grown);
        if (!made)
            return made.error();
        if (domain.codes.checkCharacter && wish.kind != GeneratorKind::Words)
            made->body.push_back(checkCharacter(made->body, alphabet));
        std::string code = domain.codes.prefix + made->body;
        // The first digits of a snowflake are the time: a rude word there stays for minutes, whatever is drawn.
        const bool timeDecides = wish.kind == GeneratorKind::Snowflake && unfit >= kUnfitSnowflakes;
        if (timeDecides ? !isReservedSlug(code) : fits(wish.kind, code, made->body))
            return NewCode{std::move(code), made->mark};
    }
    return Error{ErrorCode::Internal, "No short code could be made: choose one yourself, or another generator.", "generator"};
}

Result<NewCode> CodeMaker::make(const Domain &domain, const CodeWish &wish, int &tries)
{
    // Codes with a number in them are new by themselves; only drawn ones are worth a question.
    const bool ask = m_options.known && (wish.kind == GeneratorKind::Random || wish.kind == GeneratorKind::Words);
    while (tries < kMaxTries) {
        auto made = draw(domain, wish, tries);
        if (!made || !ask || !m_options.known->seemsTaken(domain.id, codeKey(made->code, domain.caseSensitive)))
            return made;
        noteClash(wish.kind);
        ++tries;
    }
    return Error{ErrorCode::Unavailable, "Every short code that was tried is taken: ask for longer ones.", "length"};
}

Result<NewCode> CodeMaker::make(SqlConnection &writer, const Domain &domain, const CodeWish &wish, int &tries,
                                CodeUse &use)
{
    if (!isCounted(wish.kind))
        return make(domain, wish, tries);
    Counted &source = counted(wish.kind);
    if (m_countersStale) {
        if (auto read = readCounters(writer); !read)
            return read.error();
    }
    use.tookNumbers = true;
    // A number whose code does not fit is skipped inside draw(), so the block may run out there.
    for (;;) {
        const bool shared = m_options.sharedSequence && wish.kind == GeneratorKind::Sequence;
        if (!shared && source.generator->numbers()->waiting() == 0) {
            const auto range = reserveNumbers(writer, counterName(wish.kind), m_options.block);
            if (!range)
                return range.error();
            source.watermark = static_cast<std::int64_t>(range->end);
            source.taken += static_cast<std::int64_t>(range->count());
            source.generator->numbers()->put(*range);
        }
        auto made = make(domain, wish, tries);
        if (made || shared || made.error().code != ErrorCode::Unavailable || source.generator->numbers()->waiting() > 0
            || tries >= kMaxTries)
            return made;
    }
}

void CodeMaker::noteClash(GeneratorKind kind)
{
    m_clashes[indexOf(kind)].fetch_add(1, std::memory_order_relaxed);
}

Result<void> CodeMaker::confirm(SqlConnection &writer, const CodeUse &use)
{
    for (const GeneratorKind kind : kGeneratorKinds) {
        const std::int64_t count = use.made[indexOf(kind)];
        if (count == 0)
            continue;
        m_made[indexOf(kind)].fetch_add(static_cast<std::uint64_t>(count), std::memory_order_relaxed);
        if (!isCounted(kind))
            continue;
        if (auto added = addUsed(writer, counterName(kind), count); !added)
            return added;
        counted(kind).used += count;
    }
    if (use.snowflakeMark > 0)
        return raiseCounter(writer, counterName(GeneratorKind::Snowflake), use.snowflakeMark);
    return {};
}

void CodeMaker::forget()
{
    for (const GeneratorKind kind : {GeneratorKind::Sequence, GeneratorKind::Shuffled}) {
        // Numbers of a counter elsewhere are not undone with the store's transaction.
        if (kind != GeneratorKind::Sequence || !m_options.sharedSequence)
            counted(kind).generator->numbers()->drop();
    }
    m_countersStale = true;
}

Result<void> CodeMaker::giveBack(SqlConnection &writer)
{
    for (const GeneratorKind kind : {GeneratorKind::Sequence, GeneratorKind::Shuffled}) {
        if (kind == GeneratorKind::Sequence && m_options.sharedSequence)
            continue;
        const NumberBlock::Range rest = counted(kind).generator->numbers()->drop();
        if (rest.count() == 0)
            continue;
        if (auto done = giveNumbersBack(writer, counterName(kind), rest); !done)
            return done;
    }
    return {};
}

std::uint64_t CodeMaker::sequenceInHand() const
{
    return m_counted[0].generator->numbers()->waiting();
}

std::uint64_t CodeMaker::sequenceFloor() const
{
    return static_cast<std::uint64_t>(m_counted[0].watermark.load());
}

Result<void> CodeMaker::noteShared(SqlConnection &writer, NumberBlock::Range range)
{
    return noteTaken(writer, counterName(GeneratorKind::Sequence), range);
}

void CodeMaker::putShared(NumberBlock::Range range)
{
    Counted &source = counted(GeneratorKind::Sequence);
    source.watermark = std::max(source.watermark.load(), static_cast<std::int64_t>(range.end));
    source.taken += static_cast<std::int64_t>(range.count());
    source.generator->numbers()->put(range);
}

CodeStats CodeMaker::stats() const
{
    CodeStats stats;
    for (std::size_t i = 0; i < m_made.size(); ++i) {
        stats.made[i] = m_made[i].load(std::memory_order_relaxed);
        stats.clashes[i] = m_clashes[i].load(std::memory_order_relaxed);
    }
    const auto numbers = [](const Counted &source) {
        return NumberStats{source.watermark, source.taken, source.used,
                           static_cast<std::int64_t>(source.generator->numbers()->waiting())};
    };
    stats.sequence = numbers(m_counted[0]);
    stats.shuffled = numbers(m_counted[1]);
    stats.block = m_options.block;
    stats.sharedSequence = m_options.sharedSequence;
    stats.snowflake = m_snowflake.status();
    return stats;
}

} // namespace linkdesk::core
