// Links and what is told of them.
#include "api/parse.h"

#include "api/parsesupport.h"

namespace linkdesk::app {

namespace {

constexpr Names<LinkState, 6> kLinkStates{{{QLatin1String("active"), LinkState::Active},
                                           {QLatin1String("scheduled"), LinkState::Scheduled},
                                           {QLatin1String("expired"), LinkState::Expired},
                                           {QLatin1String("used-up"), LinkState::UsedUp},
                                           {QLatin1String("banned"), LinkState::Banned},
                                           {QLatin1String("deleted"), LinkState::Deleted}}};
constexpr Names<ChangeKind, 4> kChangeKinds{{{QLatin1String("created"), ChangeKind::Created},
                                             {QLatin1String("edited"), ChangeKind::Edited},
                                             {QLatin1String("deleted"), ChangeKind::Deleted},
                                             {QLatin1String("restored"), ChangeKind::Restored}}};

// Members that an older service does not send.
void readLife(JsonReader &r, LinkInfo &link)
{
    if (r.has("maxClicks"_n))
        link.maxClicks = r.integerOrNull("maxClicks"_n);
    if (r.has("fallbackUrl"_n))
        link.fallbackUrl = r.textOrNull("fallbackUrl"_n);
    if (r.has("favourite"_n))
        link.favourite = r.boolean("favourite"_n);
    if (r.has("letExpire"_n))
        link.letExpire = r.boolean("letExpire"_n);
    if (r.has("archived"_n))
        link.archived = r.boolean("archived"_n);
    if (r.has("lastClickAt"_n))
        link.lastClickAt = r.timeOrNull("lastClickAt"_n);
    if (!r.has("ban"_n) || r.isNull("ban"_n))
        return;
    JsonReader ban = r.object("ban"_n);
    link.ban = BanInfo{ban.text("reason"_n), ban.text("by"_n), ban.timeOrNull("at"_n)};
}

LinkWarning readWarning(JsonReader &r)
{
    LinkWarning warning;
    warning.code = r.text("code"_n);
    warning.detail = r.text("detail"_n);
    if (r.has("field"_n))
        warning.field = r.textOrNull("field"_n);
    if (r.has("link"_n))
        warning.otherUrl = r.object("link"_n).text("shortUrl"_n);
    return warning;
}

} // namespace

Clicks readClicks(JsonReader reader)
{
    return {reader.integer("humans"_n), reader.integer("bots"_n)};
}

LinkInfo readLink(JsonReader &r)
{
    LinkInfo link;
    link.id = LinkId{r.integer("id"_n)};
    link.shortUrl = r.text("shortUrl"_n);
    link.domain = r.textOrNull("domain"_n);
    link.code = r.text("code"_n);
    link.url = r.text("url"_n);
    link.state = readName(r, "status"_n, kLinkStates);
    link.generator = r.text("generator"_n);
    link.clicks = readClicks(r.object("clicks"_n));
    link.title = r.text("title"_n);
    link.note = r.text("note"_n);
    link.owner = r.text("owner"_n);
    link.tags = r.texts("tags"_n);
    link.expiresAt = r.timeOrNull("expiresAt"_n);
    link.validFrom = r.timeOrNull("validFrom"_n);
    link.redirectStatus = int(r.integer("redirectStatus"_n));
    link.forwardQuery = r.boolean("forwardQuery"_n);
    link.track = r.boolean("track"_n);
    link.createdAt = r.time("createdAt"_n);
    link.updatedAt = r.time("updatedAt"_n);
    link.deletedAt = r.timeOrNull("deletedAt"_n);
    link.version = r.integer("version"_n);
    if (r.has("aliases"_n))
        r.objects("aliases"_n, [&](JsonReader &alias) {
            link.aliases << LinkAlias{alias.text("code"_n), alias.text("shortUrl"_n), alias.time("until"_n)};
        });
    readLife(r, link);
    return link;
}

ChangeKind readChangeKind(JsonReader &reader, QLatin1String name)
{
    return readName(reader, name, kChangeKinds);
}

ApiError badAnswer(const QString &why)
{
    return {200, QString(apicode::kBadAnswer), why, {}};
}

ApiResult<LinkInfo> parseLink(const QByteArray &json)
{
    return parseObject<LinkInfo>(json, readLink);
}

ApiResult<CreatedLink> parseCreatedLink(const QByteArray &json)
{
    return parseObject<CreatedLink>(json, [](JsonReader &r) {
        CreatedLink created{readLink(r), {}};
        if (r.has("warnings"_n))
            r.objects("warnings"_n, [&](JsonReader &warning) { created.warnings << readWarning(warning); });
        return created;
    });
}

ApiResult<LinkPageInfo> parseLinkPage(const QByteArray &json)
{
    return parseObject<LinkPageInfo>(json, [](JsonReader &r) {
        LinkPageInfo page;
        r.objects("links"_n, [&](JsonReader &item) { page.links << readLink(item); });
        page.nextCursor = r.textOrNull("nextCursor"_n);
        page.total = r.integerOrNull("total"_n);
        return page;
    });
}

ApiResult<LinkChange> parseLinkChange(const QByteArray &json)
{
    return parseObject<LinkChange>(json, [](JsonReader &r) {
        LinkChange change;
        change.kind = readChangeKind(r, "change"_n);
        JsonReader link = r.object("link"_n);
        change.link = readLink(link);
        return change;
    });
}

} // namespace linkdesk::app
