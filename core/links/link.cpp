#include "links/link.h"

namespace linkdesk::core {

std::string_view linkStatusName(LinkStatus status)
{
    switch (status) {
    case LinkStatus::Active: return "active";
    case LinkStatus::Banned: return "banned";
    case LinkStatus::Deleted: return "deleted";
    }
    return "active";
}

std::optional<LinkStatus> linkStatusFromName(std::string_view name)
{
    for (const LinkStatus status : {LinkStatus::Active, LinkStatus::Banned, LinkStatus::Deleted}) {
        if (linkStatusName(status) == name)
            return status;
    }
    return std::nullopt;
}

} // namespace linkdesk::core
