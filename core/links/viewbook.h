// ViewBook: saved views, their rules and their order. What a filter text means is the caller's to check.
//
// Thread-safe. Answers come on a reader thread or on the writer thread and must not block.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "links/link.h"
#include "store/viewstore.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace linkdesk::core {

class Store;

inline constexpr std::size_t kMaxViewName = 80; // characters
inline constexpr std::size_t kMaxViews = 200;
inline constexpr int kViewColours = 12;

// "created", "-clicks", …: the order of a list and whether it goes down. Nothing for another text.
struct SortOrder {
    LinkSort sort = LinkSort::Created;
    bool descending = true;
};
[[nodiscard]] std::optional<SortOrder> sortOrderNamed(std::string_view text);

// Absent members stay; in a new view they are the defaults, and it stands last.
struct ViewPatch {
    std::optional<std::string> name;
    std::optional<std::string> filter;
    std::optional<std::string> sort;
    std::optional<int> colour;
    std::optional<int> position;
};

struct CountedView {
    SavedView view;
    std::optional<std::int64_t> links; // absent where counting would take long
};

class ViewBook final {
public:
    template <typename T>
    using Callback = std::function<void(Result<T>)>;
    // What a filter text means now; nothing where it means nothing (any more).
    using Meaning = std::function<std::optional<LinkFilter>(std::string_view text)>;

    // Borrowed; they outlive every call.
    ViewBook(Store &store, const Clock &clock) : m_store(store), m_clock(clock) {}

    void list(Meaning meaning, Callback<std::vector<CountedView>> done) const;
    // InvalidInput names the member.
    void create(ViewPatch view, std::string actor, Callback<SavedView> done) const;
    void change(std::int64_t id, ViewPatch patch, std::string actor, Callback<SavedView> done) const;
    void remove(std::int64_t id, std::string actor, Callback<SavedView> done) const;

private:
    Store &m_store;
    const Clock &m_clock;
};

} // namespace linkdesk::core
