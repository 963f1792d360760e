// Result and Error: how expected failures travel in core and server.
//
// An Error is data in English for logs and API answers; the app turns its code into a translated sentence.
// Broken invariants assert; exceptions exist only at the call that reaches a third-party library.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace linkdesk::core {

// A small closed set: callers branch on the code, never on the text.
enum class ErrorCode {
    InvalidInput,     // malformed value: `field` names it
    NotFound,         // no such link, domain, key
    SlugTaken,        // the unique index said no
    SlugReserved,     // a name the server itself needs
    CaseClash,        // two codes of a domain differ only in case, so case cannot be ignored there
    VersionConflict,  // If-Match does not hold: somebody else edited first
    InvalidFilter,    // a filter text that cannot be understood
    ChangedMeanwhile, // what is to be undone was changed again since
    AlreadyUndone,    // it was undone before
    Gone,             // the link it speaks of was removed for good
    Busy,             // a bounded queue is full: try again later
    DiskFull,         // nothing was written
    NotWritable,      // folder or file cannot be written, or cannot be made
    Corrupt,          // the database does not pass its own checks
    NewerSchema,      // the database was written by a newer Linkdesk
    InUse,            // another process owns the data folder
    AddressInUse,     // the port is taken
    AddressForbidden, // binding the address needs a permission we lack
    Unavailable,      // stopping, or a part we depend on does not answer
    Internal,         // a fault of ours or of a library; detail says which
};

// The stable name used in problem+json and in logs, such as "slug-taken".
[[nodiscard]] std::string_view errorCodeName(ErrorCode code);

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string detail; // one English sentence: what happened and what to do
    std::string field;  // the input's name, empty where none is to blame
};

// The value or the Error, never both. Access is checked by assert.
template <typename T>
class [[nodiscard]] Result final {
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

    [[nodiscard]] bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    [[nodiscard]] const T &value() const & { assert(ok()); return std::get<0>(m_state); }
    [[nodiscard]] T &value() & { assert(ok()); return std::get<0>(m_state); }
    [[nodiscard]] T &&value() && { assert(ok()); return std::get<0>(std::move(m_state)); }
    [[nodiscard]] const Error &error() const { assert(!ok()); return std::get<1>(m_state); }

    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    T &&operator*() && { return std::move(*this).value(); }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> final {
public:
    Result() = default;
    Result(Error error) : m_error(std::move(error)) {}

    [[nodiscard]] bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }
    [[nodiscard]] const Error &error() const { assert(!ok()); return *m_error; }

private:
    std::optional<Error> m_error;
};

} // namespace linkdesk::core
