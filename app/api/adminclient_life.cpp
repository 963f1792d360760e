// Calls about the life of links: renewals, bans, batches and their undo, views, settings, backups.
#include "api/adminclient_calls.h"
#include "api/lifeparse.h"
#include "api/parse.h"

namespace linkdesk::app {

namespace {

// A name as one segment of a path.
QString segment(const QString &name)
{
    return QString::fromLatin1(QUrl::toPercentEncoding(name));
}

QUrlQuery oneItem(const QString &name, const QString &value)
{
    QUrlQuery query;
    query.addQueryItem(name, segment(value));
    return query;
}

ApiResult<QByteArray> parseText(const QByteArray &text)
{
    return text;
}

} // namespace

RequestId AdminClient::renewLink(LinkId id, const RenewTo &to, qint64 version, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"POST", linkPath(id) + u"/renew"_qs, {}, compact(to.toJson()), version},
                             context, parseLink, std::move(done));
}

RequestId AdminClient::banLink(LinkId id, const QString &reason, qint64 version, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"POST", linkPath(id) + u"/ban"_qs, {}, compact({{u"reason"_qs, reason}}), version},
                             context, parseLink, std::move(done));
}

RequestId AdminClient::unbanLink(LinkId id, qint64 version, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"POST", linkPath(id) + u"/unban"_qs, {}, "{}", version},
                             context, parseLink, std::move(done));
}

RequestId AdminClient::unarchiveLink(LinkId id, QObject *context, Reply<LinkInfo> done)
{
    return sendFor<LinkInfo>({"POST", linkPath(id) + u"/unarchive"_qs, {}, "{}"}, context, parseLink, std::move(done));
}

RequestId AdminClient::purgeLink(LinkId id, QObject *context, Reply<bool> done)
{
    return sendFor<bool>({"DELETE", linkPath(id), oneItem(u"purge"_qs, u"true"_qs), {}},
                         context, parseNothing, std::move(done));
}

RequestId AdminClient::checkFilter(const QString &filter, QObject *context, Reply<FilterCheck> done)
{
    return sendFor<FilterCheck>({"GET", u"/filters/check"_qs, oneItem(u"filter"_qs, filter), {}},
                                context, parseFilterCheck, std::move(done));
}

RequestId AdminClient::tags(QObject *context, Reply<QList<TagCount>> done)
{
    return sendFor<QList<TagCount>>({"GET", u"/tags"_qs, {}, {}}, context, parseTags, std::move(done));
}

RequestId AdminClient::renameTag(const QString &name, const QString &to, QObject *context, Reply<bool> done)
{
    return sendFor<bool>({"PATCH", u"/tags/"_qs + segment(name), {}, compact({{u"name"_qs, to}})},
                         context, parseNothing, std::move(done));
}

RequestId AdminClient::removeTag(const QString &name, QObject *context, Reply<bool> done)
{
    return sendFor<bool>({"DELETE", u"/tags/"_qs + segment(name), {}, {}}, context, parseNothing, std::move(done));
}

RequestId AdminClient::views(QObject *context, Reply<QList<SavedView>> done)
{
    return sendFor<QList<SavedView>>({"GET", u"/views"_qs, {}, {}}, context, parseViews, std::move(done));
}

RequestId AdminClient::createView(const ViewDraft &draft, QObject *context, Reply<SavedView> done)
{
    return sendFor<SavedView>({"POST", u"/views"_qs, {}, compact(draft.toJson())}, context, parseView, std::move(done));
}

RequestId AdminClient::changeView(qint64 id, const ViewEdit &edit, QObject *context, Reply<SavedView> done)
{
    return sendFor<SavedView>({"PATCH", u"/views/"_qs + QString::number(id), {}, compact(edit.toJson())},
                              context, parseView, std::move(done));
}

RequestId AdminClient::removeView(qint64 id, QObject *context, Reply<bool> done)
{
    return sendFor<bool>({"DELETE", u"/views/"_qs + QString::number(id), {}, {}},
                         context, parseNothing, std::move(done));
}

RequestId AdminClient::countBatch(const BatchRequest &batch, QObject *context, Reply<qint64> done)
{
    return sendFor<qint64>({"POST", u"/links/batch"_qs, {}, compact(batch.toJson(true))},
                           context, parseDryRun, std::move(done));
}

RequestId AdminClient::startBatch(const BatchRequest &batch, QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"POST", u"/links/batch"_qs, {}, compact(batch.toJson(false))},
                            context, parseJob, std::move(done));
}

RequestId AdminClient::jobs(QObject *context, Reply<QList<JobInfo>> done)
{
    return sendFor<QList<JobInfo>>({"GET", u"/jobs"_qs, {}, {}}, context, parseJobs, std::move(done));
}

RequestId AdminClient::job(const QString &id, QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"GET", u"/jobs/"_qs + segment(id), {}, {}}, context, parseJob, std::move(done));
}

RequestId AdminClient::cancelJob(const QString &id, QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"DELETE", u"/jobs/"_qs + segment(id), {}, {}}, context, parseJob, std::move(done));
}

RequestId AdminClient::jobReport(const QString &id, QObject *context, Reply<QByteArray> done)
{
    return sendFor<QByteArray>({"GET", u"/jobs/"_qs + segment(id) + u"/report.csv"_qs, {}, {}},
                               context, parseText, std::move(done));
}

RequestId AdminClient::audit(const AuditQuery &query, QObject *context, Reply<AuditPage> done)
{
    return sendFor<AuditPage>({"GET", u"/audit"_qs, query.toUrlQuery(), {}}, context, parseAudit, std::move(done));
}

RequestId AdminClient::undo(qint64 auditId, QObject *context, Reply<UndoAnswer> done)
{
    return sendFor<UndoAnswer>({"POST", u"/audit/%1/undo"_qs.arg(auditId), {}, "{}"},
                               context, parseUndo, std::move(done));
}

RequestId AdminClient::renewal(const QByteArray &timeZone, QObject *context, Reply<RenewalSummary> done)
{
    return sendFor<RenewalSummary>({"GET", u"/renewal"_qs, timeZone.isEmpty() ? QUrlQuery() : oneItem(u"tz"_qs,
                                    QString::fromLatin1(timeZone)), {}},
                                   context, parseRenewal, std::move(done));
}

RequestId AdminClient::renewalLinks(RenewalWindow window, int limit, const QString &cursor, QObject *context,
                                    Reply<RenewalPageInfo> done)
{
    QUrlQuery query = oneItem(u"window"_qs, wireName(window));
    query.addQueryItem(u"limit"_qs, QString::number(limit));
    if (!cursor.isEmpty())
        query.addQueryItem(u"cursor"_qs, segment(cursor));
    return sendFor<RenewalPageInfo>({"GET", u"/renewal/links"_qs, query, {}}, context, parseRenewalLinks,
                                    std::move(done));
}

RequestId AdminClient::bans(QObject *context, Reply<BanSummary> done)
{
    return sendFor<BanSummary>({"GET", u"/bans"_qs, {}, {}}, context, parseBans, std::move(done));
}

RequestId AdminClient::settings(QObject *context, Reply<ServiceSettings> done)
{
    return sendFor<ServiceSettings>({"GET", u"/settings"_qs, {}, {}}, context, parseSettings, std::move(done));
}

RequestId AdminClient::changeSettings(const SettingsEdit &edit, QObject *context, Reply<ServiceSettings> done)
{
    return sendFor<ServiceSettings>({"PATCH", u"/settings"_qs, {}, compact(edit.toJson())},
                                    context, parseSettings, std::move(done));
}

RequestId AdminClient::startUpkeep(const QString &task, QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"POST", u"/service/upkeep"_qs, {}, compact({{u"task"_qs, task}})},
                            context, parseJob, std::move(done));
}

RequestId AdminClient::backups(QObject *context, Reply<BackupList> done)
{
    return sendFor<BackupList>({"GET", u"/backups"_qs, {}, {}}, context, parseBackups, std::move(done));
}

RequestId AdminClient::startBackup(QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"POST", u"/backups"_qs, {}, "{}"}, context, parseJob, std::move(done));
}

RequestId AdminClient::removeBackup(const QString &name, QObject *context, Reply<bool> done)
{
    return sendFor<bool>({"DELETE", u"/backups/"_qs + segment(name), {}, {}}, context, parseNothing, std::move(done));
}

RequestId AdminClient::startRestore(const QString &name, QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"POST", u"/backups/"_qs + segment(name) + u"/restore"_qs, {}, "{}"},
                            context, parseJob, std::move(done));
}

RequestId AdminClient::startCheck(bool repair, QObject *context, Reply<JobInfo> done)
{
    return sendFor<JobInfo>({"POST", u"/service/check"_qs, {}, compact({{u"repair"_qs, repair}})},
                            context, parseJob, std::move(done));
}

} // namespace linkdesk::app
