// TagBook: the tags of all links: which there are, another name for one, and taking one off everywhere.
//
// Thread-safe. Answers come on a reader thread or on the writer thread and must not block. A tag of many links is moved in
// small write jobs, between which others write; a link has the old tag or the new one at any moment, never none. Should
// the program end in between, the rest stays with the old tag.
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "store/tagstore.h"

#include <functional>
#include <string>
#include <vector>

namespace linkdesk::core {

class Store;

class TagBook final {
public:
    template <typename T>
    using Callback = std::function<void(Result<T>)>;

    // Borrowed; they outlive every call.
    TagBook(Store &store, const Clock &clock) : m_store(store), m_clock(clock) {}

    void list(Callback<std::vector<TagRow>> done) const;
    // Merges into a tag that has the new name already. NotFound; InvalidInput (field "name") for what is no tag.
    void rename(const std::string &name, const std::string &newName, std::string actor, Callback<TagRow> done) const;
    // Gives how many links had it.
    void remove(const std::string &name, std::string actor, Callback<TagRow> done) const;

private:
    struct Move;
    void moveOn(Move move, Callback<TagRow> done) const;

    Store &m_store;
    const Clock &m_clock;
};

} // namespace linkdesk::core
