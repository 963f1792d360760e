// How generators, settings of codes and their numbers are put into words; an example of what a code will look like.
// All of it translatable. GUI thread (translations, QLocale's default).
#pragma once

#include "api/types.h"

#include <QString>

namespace linkdesk::app {

[[nodiscard]] QString generatorTitle(CodeGenerator generator);   // "Random"
[[nodiscard]] QString generatorPurpose(CodeGenerator generator); // one sentence: what it is for
// Snowflake and words have a length of their own, words no alphabet and no check character.
[[nodiscard]] bool takesLength(CodeGenerator generator);
[[nodiscard]] bool takesAlphabet(CodeGenerator generator);
// Why the control is off; empty where it is not.
[[nodiscard]] QString noLengthReason(CodeGenerator generator);
[[nodiscard]] QString noAlphabetReason(CodeGenerator generator);
[[nodiscard]] QString noCheckReason(CodeGenerator generator);

// A code as these settings would make one, always the same: an illustration, not a code that exists.
[[nodiscard]] QString exampleCode(const CodeSettings &settings);
// "random, 7 characters, go-"
[[nodiscard]] QString codesSummary(const CodeSettings &settings);

// "1 in 3,600,000"
[[nodiscard]] QString clashText(double probability);
// What becomes of the chance of a clash when length, alphabet and the like are changed.
[[nodiscard]] double clashAfter(double probability, const CodeSettings &before, const CodeSettings &after);

// "Not at all", "30 days", "1 year"
[[nodiscard]] QString aliasPeriodText(int days);
// The host people see; the default domain goes by `defaultHost`.
[[nodiscard]] QString domainName(const DomainInfo &domain, const QString &defaultHost);

// "Looks like go.example/paypal, which leads to bank.example"; names one link, the others are counted.
[[nodiscard]] QString similarText(const QList<SimilarLink> &similar);
// What is to be said about a link that was just made.
[[nodiscard]] QString warningText(const LinkWarning &warning);

} // namespace linkdesk::app
