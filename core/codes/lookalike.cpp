#include "codes/lookalike.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace linkdesk::core {

namespace {

icu::UnicodeString fromUtf8(std::string_view text)
{
    return icu::UnicodeString::fromUTF8({text.data(), static_cast<std::int32_t>(text.size())});
}

bool isOfOtherWidth(UChar32 point)
{
    const auto kind = u_getIntPropertyValue(point, UCHAR_DECOMPOSITION_TYPE);
    return kind == U_DT_WIDE || kind == U_DT_NARROW;
}

// Full-width forms of ASCII and half-width kana become the usual ones: most of them are on no list of confusables.
icu::UnicodeString inUsualWidth(const icu::UnicodeString &text, const icu::Normalizer2 &forms)
{
    icu::UnicodeString usual;
    icu::UnicodeString form;
    for (std::int32_t at = 0; at < text.length(); at = text.moveIndex32(at, 1)) {
        const UChar32 point = text.char32At(at);
        if (isOfOtherWidth(point) && forms.getRawDecomposition(point, form))
            usual.append(form);
        else
            usual.append(point);
    }
    return usual;
}

icu::UnicodeString folded(const icu::UnicodeString &text)
{
    return icu::UnicodeString(text).foldCase();
}

// What the text looks like. Where ICU has no memory left, the text itself: it still looks like itself.
icu::UnicodeString skeleton(const USpoofChecker *checker, const icu::UnicodeString &text)
{
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeString looks;
    uspoof_getSkeletonUnicodeString(checker, 0, text, looks, &status);
    return U_SUCCESS(status) ? looks : text;
}

// A skeleton keeps the case of what it looks like ("0" looks like "O", which is an "o" in capitals), and folding that
// may give something that looks like something else again ("M" is "m", which looks like "rn").
std::string keyOf(const USpoofChecker *checker, const icu::UnicodeString &text)
{
    std::string key;
    skeleton(checker, folded(skeleton(checker, text))).toUTF8String(key);
    return key;
}

} // namespace

std::vector<std::string> lookAlikeKeys(std::string_view slug)
{
    UErrorCode status = U_ZERO_ERROR;
    const icu::LocalUSpoofCheckerPointer checker(uspoof_open(&status));
    const icu::Normalizer2 *forms = icu::Normalizer2::getNFKCInstance(status);
    if (U_FAILURE(status))
        return {std::string(slug)};
    const icu::UnicodeString text = inUsualWidth(fromUtf8(slug), *forms);
    std::vector<std::string> keys{keyOf(checker.getAlias(), text)};
    // "I" looks like "l" as it stands and like "i" to whoever ignores case.
    if (const icu::UnicodeString small = folded(text); small != text) {
        std::string key = keyOf(checker.getAlias(), small);
        if (key != keys.front())
            keys.push_back(std::move(key));
    }
    return keys;
}

bool lookAlike(std::string_view a, std::string_view b)
{
    const auto ofA = lookAlikeKeys(a);
    const auto ofB = lookAlikeKeys(b);
    return std::find_first_of(ofA.begin(), ofA.end(), ofB.begin(), ofB.end()) != ofA.end();
}

} // namespace linkdesk::core
