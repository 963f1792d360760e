#include "links/viewbook.h"

#include "links/linkmatches.h"
#include "store/auditstore.h"
#include "store/sqlconnection.h"
#include "store/storecall.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <unicode/utf8.h>

#include <algorithm>
#include <chrono>

namespace linkdesk::core {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// For one view, and for all of a list together.
constexpr milliseconds kPatience{25};
constexpr milliseconds kPatienceForAll{200};

Error invalid(std::string detail, std::string_view field)
{
    return {ErrorCode::InvalidInput, std::move(detail), std::string(field)};
}

Error noSuchView()
{
    return {ErrorCode::NotFound, "There is no such view.", {}};
}

// Without spaces around it, 1 to 80 characters, no controls.
Result<std::string> checkedName(std::string_view name)
{
    while (name.starts_with(' '))
        name.remove_prefix(1);
    while (name.ends_with(' '))
        name.remove_suffix(1);
    const auto *bytes = reinterpret_cast<const std::uint8_t *>(name.data());
    const auto size = static_cast<std::int32_t>(std::min(name.size(), kMaxViewName * 4 + 1));
    std::size_t points = 0;
    for (std::int32_t at = 0; at < size; ++points) {
        UChar32 point = 0;
        U8_NEXT(bytes, at, size, point);
        if (point < 0x20 || point == 0x7f)
            return invalid("The name of a view must be valid text without line breaks.", "name");
    }
    if (points == 0 || points > kMaxViewName)
        return invalid("The name of a view must have 1 to 80 characters.", "name");
    return std::string(name);
}

// Every member but the position, which is about the others as well.
Result<SavedView> patched(SavedView view, const ViewPatch &patch)
{
    if (patch.name) {
        auto name = checkedName(*patch.name);
        if (!name)
            return name.error();
        view.name = std::move(*name);
    }
    view.filter = patch.filter.value_or(view.filter);
    if (patch.sort && !sortOrderNamed(*patch.sort))
        return invalid("sort must be created, clicks, code or expires, with a minus for descending", "sort");
    view.sort = patch.sort.value_or(view.sort);
    if (patch.colour && (*patch.colour < 0 || *patch.colour >= kViewColours))
        return invalid("colour must be a whole number from 0 to 11", "colour");
    view.colour = patch.colour.value_or(view.colour);
    if (patch.position && *patch.position < 0)
        return invalid("position must be a whole number from 0", "position");
    return view;
}

std::string viewJson(const SavedView &view)
{
    const QJsonObject object{{QStringLiteral("name"), QString::fromStdString(view.name)},
                             {QStringLiteral("filter"), QString::fromStdString(view.filter)},
                             {QStringLiteral("sort"), QString::fromStdString(view.sort)},
                             {QStringLiteral("colour"), view.colour},
                             {QStringLiteral("position"), view.position}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

// Puts the view at a place among the others, the last where there is none; 0: it is gone. Closes gaps.
Result<void> place(SqlConnection &connection, std::int64_t id, std::optional<int> position)
{
    const auto views = allViews(connection);
    if (!views)
        return views.error();
    std::vector<std::int64_t> ids;
    for (const SavedView &view : *views) {
        if (view.id != id || !position)
            ids.push_back(view.id);
    }
    if (position) {
        const auto at = std::min(static_cast<std::size_t>(*position), ids.size());
        ids.insert(ids.begin() + static_cast<std::ptrdiff_t>(at), id);
    }
    return orderViews(connection, ids);
}

Result<SavedView> storedView(SqlConnection &connection, std::int64_t id)
{
    auto view = viewById(connection, id);
    if (!view)
        return view.error();
    if (!*view)
        return noSuchView();
    return std::move(**view);
}

} // namespace

std::optional<SortOrder> sortOrderNamed(std::string_view text)
{
    SortOrder order;
    order.descending = text.starts_with('-');
    const std::string_view name = text.substr(order.descending ? 1 : 0);
    if (name == "created")
        order.sort = LinkSort::Created;
    else if (name == "clicks")
        order.sort = LinkSort::Clicks;
    else if (name == "code")
        order.sort = LinkSort::Code;
    else if (name == "expires")
        order.sort = LinkSort::Expires;
    else
        return std::nullopt;
    return order;
}

void ViewBook::list(Meaning meaning, Callback<std::vector<CountedView>> done) const
{
    using Views = std::vector<CountedView>;
    auto run = [meaning = std::move(meaning)](SqlConnection &connection) -> Result<Views> {
        auto views = allViews(connection);
        if (!views)
            return views.error();
        Views out;
        const auto until = steady_clock::now() + kPatienceForAll;
        for (SavedView &view : *views) {
            const auto left = std::chrono::duration_cast<milliseconds>(until - steady_clock::now());
            const auto filter = meaning(view.filter);
            std::optional<std::int64_t> links;
            if (filter && left.count() > 0) {
                auto count = countMatchingWithin(connection, *filter, std::min(left, kPatience));
                if (!count)
                    return count.error();
                links = *count;
            }
            out.push_back({std::move(view), links});
        }
        return out;
    };
    readSlowly<Views>(m_store, std::move(run), std::move(done));
}

void ViewBook::create(ViewPatch view, std::string actor, Callback<SavedView> done) const
{
    if (!view.name)
        return done(invalid("name is missing: what the view is called", "name"));
    auto fresh = patched({}, view);
    if (!fresh)
        return done(fresh.error());
    auto run = [fresh = std::move(*fresh), position = view.position, actor = std::move(actor),
                now = m_clock.now()](SqlConnection &connection) mutable -> Result<SavedView> {
        const auto views = allViews(connection);
        if (!views)
            return views.error();
        if (views->size() >= kMaxViews)
            return invalid("There are 200 views already: delete one first.", {});
        fresh.position = static_cast<int>(views->size());
        const auto id = insertView(connection, fresh, now);
        if (!id)
            return id.error();
        if (auto placed = place(connection, *id, position.value_or(fresh.position)); !placed)
            return placed.error();
        auto stored = storedView(connection, *id);
        if (!stored)
            return stored;
        auto noted =
            insertAudit(connection, now, actor, "create-view", LinkId{}, std::string_view(), viewJson(*stored));
        return noted ? stored : noted.error();
    };
    writeOnce<SavedView>(m_store, std::move(run), std::move(done));
}

void ViewBook::change(std::int64_t id, ViewPatch patch, std::string actor, Callback<SavedView> done) const
{
    auto run = [id, patch = std::move(patch), actor = std::move(actor),
                now = m_clock.now()](SqlConnection &connection) -> Result<SavedView> {
        const auto before = storedView(connection, id);
        if (!before)
            return before.error();
        const auto after = patched(*before, patch);
        if (!after)
            return after.error();
        if (auto updated = updateView(connection, *after); !updated)
            return updated.error();
        if (patch.position) {
            if (auto placed = place(connection, id, *patch.position); !placed)
                return placed.error();
        }
        auto stored = storedView(connection, id);
        if (!stored || *stored == *before)
            return stored;
        auto noted = insertAudit(connection, now, actor, "edit-view", LinkId{}, viewJson(*before), viewJson(*stored));
        return noted ? stored : noted.error();
    };
    writeOnce<SavedView>(m_store, std::move(run), std::move(done));
}

void ViewBook::remove(std::int64_t id, std::string actor, Callback<SavedView> done) const
{
    auto run = [id, actor = std::move(actor), now = m_clock.now()](SqlConnection &connection) -> Result<SavedView> {
        auto before = storedView(connection, id);
        if (!before)
            return before;
        if (auto removed = deleteView(connection, id); !removed)
            return removed.error();
        if (auto placed = place(connection, id, std::nullopt); !placed)
            return placed.error();
        auto noted =
            insertAudit(connection, now, actor, "delete-view", LinkId{}, viewJson(*before), std::string_view());
        return noted ? before : noted.error();
    };
    writeOnce<SavedView>(m_store, std::move(run), std::move(done));
}

} // namespace linkdesk::core
