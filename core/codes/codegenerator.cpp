#include "codes/codegenerator.h"

namespace linkdesk::core {

std::string_view generatorName(GeneratorKind kind)
{
    switch (kind) {
    case GeneratorKind::Random: return "random";
    case GeneratorKind::Sequence: return "sequence";
    case GeneratorKind::Snowflake: return "snowflake";
    case GeneratorKind::Shuffled: return "shuffled";
    case GeneratorKind::Words: return "words";
    }
    return "random";
}

std::optional<GeneratorKind> generatorNamed(std::string_view name)
{
    for (const GeneratorKind kind : kGeneratorKinds) {
        if (generatorName(kind) == name)
            return kind;
    }
    return std::nullopt;
}

} // namespace linkdesk::core
