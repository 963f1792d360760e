#include "admin/actionjson.h"

#include "admin/linkjson.h"

namespace linkdesk::server {

namespace json = boost::json;
using core::Error;
using core::ErrorCode;
using core::LinkAction;
using core::Result;

namespace {

Error invalid(std::string detail, std::string_view field)
{
    return {ErrorCode::InvalidInput, std::move(detail), std::string(field)};
}

Result<core::NamedEnd> endNamed(std::string_view name)
{
    if (name == "month-end")
        return core::NamedEnd::Month;
    if (name == "quarter-end")
        return core::NamedEnd::Quarter;
    if (name == "year-end")
        return core::NamedEnd::Year;
    return invalid("until must be month-end, quarter-end or year-end", "until");
}

Result<LinkAction> finished(ObjectReader &in, LinkAction action)
{
    if (auto read = in.finish(); !read)
        return read.error();
    return action;
}

LinkAction actionOf(LinkAction::Kind kind, std::string_view name)
{
    LinkAction action;
    action.kind = kind;
    action.name = name;
    return action;
}

// true or false of one field of a link, under a name of its own.
LinkAction flag(std::string_view name, std::optional<bool> core::LinkPatch::*field, bool value)
{
    LinkAction action = actionOf(LinkAction::Kind::Edit, name);
    action.patch.*field = value;
    return action;
}

Result<LinkAction> tagsFromJson(LinkAction action, const json::value &arguments)
{
    ObjectReader in(arguments);
    action.tags = in.texts("tags").value_or(std::vector<std::string>());
    return finished(in, std::move(action));
}

Result<LinkAction> editFromJson(const json::value &arguments)
{
    auto patch = linkPatchFromJson(arguments);
    if (!patch)
        return patch.error();
    if (patch->slug)
        return invalid("many links cannot have one short name: leave slug out", "slug");
    if (patch->target)
        return invalid("many links cannot be led to one address at once: leave url out", "url");
    LinkAction action = actionOf(LinkAction::Kind::Edit, "edit");
    action.patch = std::move(*patch);
    return action;
}

Result<LinkAction> moveFromJson(const json::value &arguments, const core::DomainDirectory &domains)
{
    ObjectReader in(arguments);
    const auto host = in.textOrNull("domain");
    if (auto read = in.finish(); !read)
        return read.error();
    if (!host)
        return invalid("domain is missing: where the links are to move, or null for the default domain", "domain");
    const auto domain = domainNamed(host->value_or(""), domains);
    if (!domain)
        return domain.error();
    LinkAction action = actionOf(LinkAction::Kind::Move, "move");
    action.domain = *domain;
    return action;
}

} // namespace

Result<LinkAction> renewalFromJson(const json::value &value, std::string_view zone)
{
    ObjectReader in(value);
    const auto date = in.timeOrNull("expiresAt");
    const auto period = in.text("extendBy");
    const auto until = in.text("until");
    LinkAction action = actionOf(LinkAction::Kind::Renew, "renew");
    action.timeZone = in.text("timeZone").value_or(std::string(zone));
    if (auto read = in.finish(); !read)
        return read.error();
    if (static_cast<int>(date.has_value()) + static_cast<int>(period.has_value()) + static_cast<int>(until.has_value()) != 1)
        return invalid("say one of expiresAt (a date, or null for never), extendBy (such as P30D) and until (month-end, "
                       "quarter-end or year-end)", "expiresAt");
    if (date) {
        action.renewal.end = *date;
    } else if (period) {
        const auto parsed = core::parsePeriod(*period);
        if (!parsed)
            return invalid(parsed.error().detail, "extendBy");
        if (parsed->isZero())
            return invalid("extendBy must be longer than nothing", "extendBy");
        action.renewal.end = *parsed;
    } else {
        const auto end = endNamed(*until);
        if (!end)
            return end.error();
        action.renewal.end = *end;
    }
    return action;
}

Result<LinkAction> banFromJson(const json::value &value)
{
    ObjectReader in(value);
    LinkAction action = actionOf(LinkAction::Kind::Ban, "ban");
    action.reason = in.text("reason").value_or("");
    return finished(in, std::move(action));
}

Result<LinkAction> actionNamed(std::string_view name, const json::value &arguments, const core::DomainDirectory &domains,
                               std::string_view zone)
{
    using Kind = LinkAction::Kind;
    if (name == "renew") {
        auto action = renewalFromJson(arguments, zone);
        // Of many links some may be meant to stay for ever.
        if (action)
            action->endlessToo = false;
        return action;
    }
    if (name == "ban")
        return banFromJson(arguments);
    if (name == "tag")
        return tagsFromJson(actionOf(Kind::Tag, name), arguments);
    if (name == "untag")
        return tagsFromJson(actionOf(Kind::Untag, name), arguments);
    if (name == "edit")
        return editFromJson(arguments);
    if (name == "move")
        return moveFromJson(arguments, domains);
    // The rest takes no arguments.
    ObjectReader in(arguments);
    if (name == "unban")
        return finished(in, actionOf(Kind::Unban, name));
    if (name == "delete")
        return finished(in, actionOf(Kind::Delete, name));
    if (name == "restore")
        return finished(in, actionOf(Kind::Restore, name));
    if (name == "let-expire")
        return finished(in, flag(name, &core::LinkPatch::letExpire, true));
    if (name == "favourite" || name == "unfavourite")
        return finished(in, flag(name, &core::LinkPatch::favourite, name == "favourite"));
    return invalid("action must be renew, ban, unban, delete, restore, tag, untag, edit, move, let-expire, favourite or "
                   "unfavourite", "action");
}

} // namespace linkdesk::server
