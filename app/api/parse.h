// From the admin API's JSON to the values of types.h. Strict: a member that is missing or of another type is an error
// that names it; members nobody asked for are passed over. Members that came after the first version of the API may be
// missing (an older service); what they then mean stands at the value.
#pragma once

#include "api/apiresult.h"
#include "api/types.h"

#include <QByteArray>

namespace linkdesk::app {

[[nodiscard]] ApiResult<LinkInfo> parseLink(const QByteArray &json);
[[nodiscard]] ApiResult<CreatedLink> parseCreatedLink(const QByteArray &json);
[[nodiscard]] ApiResult<LinkPageInfo> parseLinkPage(const QByteArray &json);
[[nodiscard]] ApiResult<SlugCheck> parseSlugCheck(const QByteArray &json);
[[nodiscard]] ApiResult<StatsSeries> parseStats(const QByteArray &json);
[[nodiscard]] ApiResult<LiveSnapshot> parseLive(const QByteArray &json);
// Of an answer without a body.
[[nodiscard]] ApiResult<bool> parseNothing(const QByteArray &json);
[[nodiscard]] ApiResult<ServiceInfo> parseService(const QByteArray &json);
[[nodiscard]] ApiResult<QList<DomainInfo>> parseDomains(const QByteArray &json);
[[nodiscard]] ApiResult<DomainInfo> parseDomain(const QByteArray &json);
[[nodiscard]] ApiResult<ClickTick> parseClickTick(const QByteArray &json);
[[nodiscard]] ApiResult<LinkChange> parseLinkChange(const QByteArray &json);
[[nodiscard]] ApiResult<ServiceTick> parseServiceTick(const QByteArray &json);

} // namespace linkdesk::app
