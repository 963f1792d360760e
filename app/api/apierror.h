// ApiError: why a call of the admin API did not give what was asked.
//
// `code` is the stable name of the service's problem document, or one of the app's own names below where no document
// came back. `detail` is the service's English sentence, for the log and for details; errortext.h has what people read.
#pragma once

#include <QLatin1String>
#include <QString>

namespace linkdesk::app {

struct ApiError {
    int status = 0; // HTTP status; 0 where no answer came
    QString code;
    QString detail;
    QString field; // the input's name, empty where none is to blame
    int position = -1; // of a mistake in a filter text, in bytes; -1: none was given
    int length = 0;

    [[nodiscard]] bool is(QLatin1String name) const { return code == name; }
};

namespace apicode {
// The service's names.
inline constexpr QLatin1String kInvalidInput("invalid-input");
inline constexpr QLatin1String kNotFound("not-found");
inline constexpr QLatin1String kSlugTaken("slug-taken");
inline constexpr QLatin1String kSlugReserved("slug-reserved");
inline constexpr QLatin1String kVersionConflict("version-conflict");
inline constexpr QLatin1String kBusy("busy");
inline constexpr QLatin1String kDiskFull("disk-full");
inline constexpr QLatin1String kCaseClash("case-clash");
inline constexpr QLatin1String kUnauthorized("unauthorized");
inline constexpr QLatin1String kForbidden("forbidden");
inline constexpr QLatin1String kTooLarge("too-large");
inline constexpr QLatin1String kMisdirected("misdirected");
inline constexpr QLatin1String kUnavailable("unavailable");
inline constexpr QLatin1String kInvalidFilter("invalid-filter");
inline constexpr QLatin1String kChangedMeanwhile("changed-meanwhile");
inline constexpr QLatin1String kAlreadyUndone("already-undone");
inline constexpr QLatin1String kGone("gone");
// The app's own: no answer, no answer in time, an answer that does not keep the contract.
inline constexpr QLatin1String kUnreachable("unreachable");
inline constexpr QLatin1String kTimeout("timeout");
inline constexpr QLatin1String kBadAnswer("bad-answer");
} // namespace apicode

// Reads a problem+json body; a body that is none gives a code made from the status.
[[nodiscard]] ApiError parseProblem(int status, const QByteArray &body);

} // namespace linkdesk::app
