// CodeMaker: whole codes for new links. It owns the generators and adds what a domain's rules ask for: alphabet,
// prefix, check character; names the server needs and rude words never come out (R9, R12).
//
// Thread-safe but for the counted generators (sequence, shuffled): their numbers come from the store, so those codes
// are made inside a write job. A job tells at its end what it used (confirm) or that it was not kept (forget).
#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "codes/countedcode.h"
#include "codes/randomcode.h"
#include "codes/snowflake.h"
#include "codes/wordcode.h"
#include "codes/wordfilter.h"
#include "links/knowncodes.h"
#include "links/link.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace linkdesk::core {

class SqlConnection;

inline constexpr std::uint64_t kDefaultNumberBlock = 100;

struct CodeMakerOptions {
    std::uint64_t block = kDefaultNumberBlock; // numbers taken from the store at once: what a crash may waste
    std::uint8_t node = 0;                     // in snowflake codes
    const KnownCodes *known = nullptr;         // borrowed; asked before a random code is tried
    bool sharedSequence = false;               // the sequence's numbers come through putShared()
};

struct CodeWish {
    GeneratorKind kind = GeneratorKind::Random;
    std::optional<int> length; // of the code without prefix; absent: the domain's
};

struct NewCode {
    std::string code;
    std::int64_t mark = 0; // MadeCode::mark
};

// What one write job used.
struct CodeUse {
    std::array<std::int64_t, kGeneratorKinds.size()> made{};
    std::int64_t snowflakeMark = 0;
    bool tookNumbers = false;
};

struct NumberStats {
    std::int64_t watermark = 0; // one past the highest number handed out
    std::int64_t taken = 0;     // numbers this service was given
    std::int64_t used = 0;      // … that became links
    std::int64_t waiting = 0;   // … that still may
    [[nodiscard]] std::int64_t wasted() const { return std::max<std::int64_t>(taken - used - waiting, 0); }
    [[nodiscard]] double wasteRate() const
    {
        return taken > 0 ? static_cast<double>(wasted()) / static_cast<double>(taken) : 0;
    }
};

struct CodeStats {
    std::array<std::uint64_t, kGeneratorKinds.size()> made{};    // since the start, by kind
    std::array<std::uint64_t, kGeneratorKinds.size()> clashes{}; // codes drawn again because they were taken
    NumberStats sequence;
    NumberStats shuffled;
    std::uint64_t block = 0;
    bool sharedSequence = false;
    Snowflake::Status snowflake;
};

// The alphabet of a domain's generated codes: of one case where case does not matter.
[[nodiscard]] const Alphabet &alphabetOf(const Domain &domain);
// Symbols of a generated code that are drawn: without prefix and check character.
[[nodiscard]] int bodyLength(const Domain &domain, std::optional<int> length);
// The chance that the next random code is taken, with domain.linkCount links of that form at most.
[[nodiscard]] double clashProbability(const Domain &domain);

class CodeMaker final {
public:
    // Clock and random source are borrowed.
    CodeMaker(const Clock &clock, RandomSource &random, const CodeMakerOptions &options);

    // Counters and the shuffle key, from the store; before the first code. The key is made where there is none yet.
    Result<void> load(SqlConnection &writer);

    [[nodiscard]] static bool isCounted(GeneratorKind kind);
    // Draws until a code fits the rules and is not known to be taken. `tries` counts the draws that clashed, over all
    // calls for one link: after each ten the code grows by one (R12).
    [[nodiscard]] Result<NewCode> make(const Domain &domain, const CodeWish &wish, int &tries);
    // The same for every kind, inside a write job.
    [[nodiscard]] Result<NewCode> make(SqlConnection &writer, const Domain &domain, const CodeWish &wish, int &tries,
                                       CodeUse &use);
    void noteClash(GeneratorKind kind);

    // Writes down what the job used.
    Result<void> confirm(SqlConnection &writer, const CodeUse &use);
    // On the writer thread, when a job that took numbers was undone: numbers in hand may be given out again.
    void forget();
    // Before the store closes: what waits goes back, so that a clean stop wastes nothing.
    Result<void> giveBack(SqlConnection &writer);

    void setNodeTaken(bool taken) { m_snowflake.setNodeTaken(taken); }

    // --- A sequence that is counted elsewhere (SharedNumbers) ---
    [[nodiscard]] std::uint64_t sequenceInHand() const;
    // No number below it may be used any more.
    [[nodiscard]] std::uint64_t sequenceFloor() const;
    // On the writer thread, inside a job: the store knows of the numbers before anybody uses one.
    Result<void> noteShared(SqlConnection &writer, NumberBlock::Range range);
    // After that job's commit, on the writer thread.
    void putShared(NumberBlock::Range range);

    // Names nobody is given by chance, nor may choose where the domain reserves common names.
    [[nodiscard]] const NameSet &commonNames() const { return m_commonNames; }
    [[nodiscard]] CodeStats stats() const;

private:
    struct Counted {
        std::unique_ptr<CodeGenerator> generator;
        std::atomic<std::int64_t> watermark{0};
        std::atomic<std::int64_t> taken{0};
        std::atomic<std::int64_t> used{0};
    };
    [[nodiscard]] CodeGenerator &generator(GeneratorKind kind);
    [[nodiscard]] Counted &counted(GeneratorKind kind);
    Result<void> readCounters(SqlConnection &connection);
    [[nodiscard]] Result<NewCode> draw(const Domain &domain, const CodeWish &wish, int tries);
    [[nodiscard]] bool fits(GeneratorKind kind, const std::string &code, std::string_view body) const;

    RandomSource &m_randomSource;
    const CodeMakerOptions m_options;
    const WordFilter m_rude;
    const NameSet m_commonNames;
    RandomCode m_random;
    WordCode m_words;
    Snowflake m_snowflake;
    std::array<Counted, 2> m_counted; // the writer thread's own, but for their numbers
    bool m_countersStale = false;     // the writer thread's own
    std::array<std::atomic<std::uint64_t>, kGeneratorKinds.size()> m_made{};
    std::array<std::atomic<std::uint64_t>, kGeneratorKinds.size()> m_clashes{};
};

} // namespace linkdesk::core
