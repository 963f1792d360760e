#include "store/linkrows.h"

namespace linkdesk::core {

Link readLink(const Statement &row)
{
    Link link;
    link.id = LinkId{row.integer(0)};
    link.domain = DomainId{row.integer(1)};
    link.code = row.text(2);
    link.status = linkStatusFromName(row.view(3)).value_or(LinkStatus::Banned); // unknown: rather not redirect
    link.generator = row.text(4);
    link.target = row.text(5);
    link.title = row.text(6);
    link.note = row.text(7);
    link.owner = row.text(8);
    link.expiresAt = row.time(9);
    link.validFrom = row.time(10);
    link.redirectStatus = static_cast<int>(row.integer(11));
    link.forwardQuery = row.integer(12) != 0;
    link.track = row.integer(13) != 0;
    link.version = row.integer(14);
    link.createdAt = fromMs(row.integer(15));
    link.updatedAt = fromMs(row.integer(16));
    link.deletedAt = row.time(17);
    link.clicks = {row.integer(18), row.integer(19)};
    link.lastClickAt = row.time(20);
    if (!row.isNull(21))
        link.maxClicks = row.integer(21);
    link.fallback = row.text(22);
    link.favourite = row.integer(23) != 0;
    link.letExpire = row.integer(24) != 0;
    if (const auto at = row.time(27))
        link.ban = Ban{row.text(25), row.text(26), *at};
    return link;
}

Result<void> readTags(SqlConnection &connection, Link &link)
{
    Statement tags(connection, "SELECT tag.name FROM link_tag JOIN tag ON tag.id = link_tag.tag_id "
                               "WHERE link_tag.link_id = ? ORDER BY tag.name");
    tags.bind(link.id.value);
    link.tags.clear();
    for (auto step = tags.step(); step != Statement::Step::Done; step = tags.step()) {
        if (step != Statement::Step::Row)
            return tags.error("reading a link's tags");
        link.tags.push_back(tags.text(0));
    }
    return {};
}

std::int64_t storedHash(std::string_view text)
{
    // FNV-1a, then a finishing mix so that the low bits depend on every byte.
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3ULL;
    }
    hash ^= hash >> 32;
    hash *= 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
    return static_cast<std::int64_t>(hash);
}

} // namespace linkdesk::core
