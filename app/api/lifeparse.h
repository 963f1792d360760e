// From the admin API's JSON to what liferequests.h asks for. As strict as parse.h.
#pragma once

#include "api/apiresult.h"
#include "api/jobtypes.h"
#include "api/renewaltypes.h"
#include "api/upkeeptypes.h"

#include <QByteArray>

namespace linkdesk::app {

[[nodiscard]] ApiResult<JobInfo> parseJob(const QByteArray &json);
[[nodiscard]] ApiResult<QList<JobInfo>> parseJobs(const QByteArray &json);
[[nodiscard]] ApiResult<qint64> parseDryRun(const QByteArray &json);
[[nodiscard]] ApiResult<LinksChange> parseLinksChange(const QByteArray &json);
[[nodiscard]] ApiResult<AuditPage> parseAudit(const QByteArray &json);
// Of one link or of a batch.
[[nodiscard]] ApiResult<UndoAnswer> parseUndo(const QByteArray &json);
[[nodiscard]] ApiResult<RenewalSummary> parseRenewal(const QByteArray &json);
[[nodiscard]] ApiResult<RenewalPageInfo> parseRenewalLinks(const QByteArray &json);
[[nodiscard]] ApiResult<BanSummary> parseBans(const QByteArray &json);
[[nodiscard]] ApiResult<QList<TagCount>> parseTags(const QByteArray &json);
[[nodiscard]] ApiResult<QList<SavedView>> parseViews(const QByteArray &json);
[[nodiscard]] ApiResult<SavedView> parseView(const QByteArray &json);
[[nodiscard]] ApiResult<FilterCheck> parseFilterCheck(const QByteArray &json);
[[nodiscard]] ApiResult<ServiceSettings> parseSettings(const QByteArray &json);
[[nodiscard]] ApiResult<BackupList> parseBackups(const QByteArray &json);

} // namespace linkdesk::app
