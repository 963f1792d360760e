// CodeGenerator: where the codes of new links come from. A domain chooses its default, a create may choose another.
//
//   random     from a secure random source; the usual choice for public links (R12)
//   sequence   a counter, so codes are short and in order; for trusted bulk jobs
//   snowflake  time, node and a counter of the millisecond; many nodes need no shared counter
//   shuffled   the counter through a keyed permutation: short, not to be guessed in order, free of clashes by itself
//   words      "quiet-otter": to be read out and remembered
//
// A generator gives the body of a code; prefix, check character and reserved names are looked after by CodeMaker.
#pragma once

#include "base/result.h"
#include "codes/alphabet.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace linkdesk::core {

class NumberBlock;

enum class GeneratorKind { Random, Sequence, Snowflake, Shuffled, Words };
inline constexpr std::array kGeneratorKinds{GeneratorKind::Random, GeneratorKind::Sequence, GeneratorKind::Snowflake,
                                            GeneratorKind::Shuffled, GeneratorKind::Words};
// As stored and as the API has it: "random", "sequence" …
[[nodiscard]] std::string_view generatorName(GeneratorKind kind);
[[nodiscard]] std::optional<GeneratorKind> generatorNamed(std::string_view name);

inline constexpr int kMinCodeLength = 6;
inline constexpr int kDefaultCodeLength = 7;
inline constexpr int kMaxCodeLength = 12;

// What a body is made of. A domain that ignores case needs an alphabet of one case, or two codes would be one.
struct CodeShape {
    const Alphabet *alphabet = &kFullAlphabet;
    int length = kDefaultCodeLength; // of the body; snowflake and words have their own
};

struct MadeCode {
    std::string body;
    std::int64_t mark = 0; // snowflake: the millisecond in it, to be stored with the link
};

class CodeGenerator {
public:
    virtual ~CodeGenerator() = default;
    // `grown`: how many characters (words: digits) more than asked for, after many clashes.
    [[nodiscard]] virtual Result<MadeCode> next(const CodeShape &shape, int grown) = 0;
    // The numbers this generator uses up; it fails with Unavailable when they have run out. None: null.
    [[nodiscard]] virtual NumberBlock *numbers() { return nullptr; }
};

} // namespace linkdesk::core
