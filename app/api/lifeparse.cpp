#include "api/lifeparse.h"

#include "api/parsesupport.h"

namespace linkdesk::app {

namespace {

constexpr Names<JobState, 4> kJobStates{{{QLatin1String("running"), JobState::Running},
                                         {QLatin1String("done"), JobState::Done},
                                         {QLatin1String("cancelled"), JobState::Cancelled},
                                         {QLatin1String("failed"), JobState::Failed}}};
constexpr Names<RenewalWindow, 4> kWindows{{{QLatin1String("week"), RenewalWindow::Week},
                                            {QLatin1String("month"), RenewalWindow::Month},
                                            {QLatin1String("quarter"), RenewalWindow::Quarter},
                                            {QLatin1String("expired"), RenewalWindow::Expired}}};

JobInfo readJob(JsonReader &r)
{
    JobInfo job;
    job.id = r.text("id"_n);
    job.kind = r.text("kind"_n);
    job.action = r.textOrNull("action"_n);
    job.state = readName(r, "state"_n, kJobStates);
    job.actor = r.text("actor"_n);
    job.total = r.integerOrNull("total"_n);
    job.done = r.integer("done"_n);
    job.changed = r.integer("changed"_n);
    job.failed = r.integer("failed"_n);
    job.perSecond = r.number("perSecond"_n);
    job.startedAt = r.time("startedAt"_n);
    job.endedAt = r.timeOrNull("endedAt"_n);
    job.auditId = r.integerOrNull("auditId"_n).value_or(0);
    job.undoable = r.boolean("undoable"_n);
    job.detail = r.text("detail"_n);
    r.objects("failures"_n, [&](JsonReader &item) {
        job.failures << JobFailure{item.integer("id"_n), item.text("code"_n), item.text("detail"_n)};
    });
    if (!r.has("result"_n) || r.isNull("result"_n))
        return job;
    JsonReader result = r.object("result"_n);
    if (result.has("problems"_n))
        result.objects("problems"_n, [&](JsonReader &item) {
            job.problems << CheckProblem{item.text("code"_n), item.text("detail"_n), item.boolean("repaired"_n)};
        });
    return job;
}

AuditEntry readEntry(JsonReader &r)
{
    AuditEntry entry;
    entry.id = r.integer("id"_n);
    entry.at = r.timeOrNull("at"_n);
    entry.actor = r.text("actor"_n);
    entry.action = r.text("action"_n);
    entry.linkId = r.integerOrNull("linkId"_n).value_or(0);
    entry.code = r.textOrNull("code"_n);
    entry.before = r.rawOrNull("before"_n);
    entry.after = r.rawOrNull("after"_n);
    entry.batch = r.integerOrNull("batch"_n).value_or(0);
    entry.links = r.integerOrNull("links"_n);
    entry.undoes = r.integerOrNull("undoes"_n).value_or(0);
    entry.undoneBy = r.integerOrNull("undoneBy"_n).value_or(0);
    entry.undoable = r.boolean("undoable"_n);
    return entry;
}

void readWindow(JsonReader &r, RenewalSummary &summary)
{
    const RenewalWindow window = readName(r, "name"_n, kWindows);
    WindowCount &count = summary.windows[static_cast<size_t>(window)];
    count.links = r.integer("links"_n);
    if (r.has("clicks30"_n))
        count.clicks30 = r.integer("clicks30"_n);
    if (r.has("refused7"_n))
        count.refused7 = r.integer("refused7"_n);
}

DayCount readDay(JsonReader &r)
{
    const DayCount day{QDate::fromString(r.text("day"_n), Qt::ISODate), r.integer("links"_n)};
    if (!day.day.isValid())
        r.fail("day"_n, u"a day"_qs);
    return day;
}

SavedView readView(JsonReader &r)
{
    SavedView view;
    view.id = r.integer("id"_n);
    view.name = r.text("name"_n);
    view.filter = r.text("filter"_n);
    view.sort = r.textOrNull("sort"_n);
    view.colour = int(r.integer("colour"_n));
    view.position = int(r.integer("position"_n));
    if (r.has("links"_n))
        view.links = r.integerOrNull("links"_n);
    return view;
}

std::optional<int> daysOrNull(JsonReader &r, QLatin1String name)
{
    const auto days = r.integerOrNull(name);
    return days ? std::optional<int>(int(*days)) : std::nullopt;
}

} // namespace

ApiResult<JobInfo> parseJob(const QByteArray &json)
{
    return parseObject<JobInfo>(json, readJob);
}

ApiResult<QList<JobInfo>> parseJobs(const QByteArray &json)
{
    return parseObject<QList<JobInfo>>(json, [](JsonReader &r) {
        QList<JobInfo> jobs;
        r.objects("jobs"_n, [&](JsonReader &item) { jobs << readJob(item); });
        return jobs;
    });
}

ApiResult<qint64> parseDryRun(const QByteArray &json)
{
    return parseObject<qint64>(json, [](JsonReader &r) { return r.integer("count"_n); });
}

ApiResult<LinksChange> parseLinksChange(const QByteArray &json)
{
    return parseObject<LinksChange>(json, [](JsonReader &r) {
        return LinksChange{readChangeKind(r, "change"_n), r.integer("count"_n)};
    });
}

ApiResult<AuditPage> parseAudit(const QByteArray &json)
{
    return parseObject<AuditPage>(json, [](JsonReader &r) {
        AuditPage page;
        r.objects("entries"_n, [&](JsonReader &item) { page.entries << readEntry(item); });
        page.nextCursor = r.textOrNull("nextCursor"_n);
        return page;
    });
}

ApiResult<UndoAnswer> parseUndo(const QByteArray &json)
{
    return parseObject<UndoAnswer>(json, [](JsonReader &r) {
        UndoAnswer answer;
        if (!r.has("entry"_n)) { // a batch is taken back by a job
            answer.job = readJob(r);
            return answer;
        }
        answer.auditId = r.object("entry"_n).integer("id"_n);
        JsonReader link = r.object("link"_n);
        answer.link = readLink(link);
        return answer;
    });
}

ApiResult<RenewalSummary> parseRenewal(const QByteArray &json)
{
    return parseObject<RenewalSummary>(json, [](JsonReader &r) {
        RenewalSummary summary;
        summary.timeZone = r.text("timeZone"_n);
        summary.now = r.time("now"_n);
        summary.reminderDays = int(r.integer("reminderDays"_n));
        r.objects("windows"_n, [&](JsonReader &item) { readWindow(item, summary); });
        r.objects("perDay"_n, [&](JsonReader &item) { summary.perDay << readDay(item); });
        summary.decisions = r.integer("decisions"_n);
        return summary;
    });
}

ApiResult<RenewalPageInfo> parseRenewalLinks(const QByteArray &json)
{
    return parseObject<RenewalPageInfo>(json, [](JsonReader &r) {
        RenewalPageInfo page;
        r.objects("links"_n, [&](JsonReader &item) {
            RenewalLink link;
            link.link = readLink(item);
            link.clicks30 = item.integer("clicks30"_n);
            link.days = item.integers("days"_n);
            link.refused7 = item.integer("refused7"_n);
            page.links << link;
        });
        page.nextCursor = r.textOrNull("nextCursor"_n);
        return page;
    });
}

ApiResult<BanSummary> parseBans(const QByteArray &json)
{
    return parseObject<BanSummary>(json, [](JsonReader &r) {
        BanSummary bans;
        bans.links = r.integer("links"_n);
        r.objects("hosts"_n, [&](JsonReader &item) {
            bans.hosts << BannedHost{item.text("host"_n), item.integer("links"_n), item.textOrNull("reason"_n),
                                     item.textOrNull("by"_n), item.timeOrNull("at"_n)};
        });
        return bans;
    });
}

ApiResult<QList<TagCount>> parseTags(const QByteArray &json)
{
    return parseObject<QList<TagCount>>(json, [](JsonReader &r) {
        QList<TagCount> tags;
        r.objects("tags"_n, [&](JsonReader &item) { tags << TagCount{item.text("name"_n), item.integer("links"_n)}; });
        return tags;
    });
}

ApiResult<QList<SavedView>> parseViews(const QByteArray &json)
{
    return parseObject<QList<SavedView>>(json, [](JsonReader &r) {
        QList<SavedView> views;
        r.objects("views"_n, [&](JsonReader &item) { views << readView(item); });
        return views;
    });
}

ApiResult<SavedView> parseView(const QByteArray &json)
{
    return parseObject<SavedView>(json, readView);
}

ApiResult<FilterCheck> parseFilterCheck(const QByteArray &json)
{
    return parseObject<FilterCheck>(json, [](JsonReader &r) {
        FilterCheck check;
        check.valid = r.boolean("valid"_n);
        if (!check.valid) {
            check.detail = r.text("detail"_n);
            check.position = int(r.integer("position"_n));
            check.length = int(r.integer("length"_n));
            return check;
        }
        r.objects("terms"_n, [&](JsonReader &item) {
            check.terms << FilterTerm{int(item.integer("position"_n)), int(item.integer("length"_n)),
                                      item.text("field"_n), item.text("meaning"_n)};
        });
        return check;
    });
}

ApiResult<ServiceSettings> parseSettings(const QByteArray &json)
{
    return parseObject<ServiceSettings>(json, [](JsonReader &r) {
        ServiceSettings settings;
        settings.restoreDays = int(r.integer("restoreDays"_n));
        settings.keepExpiredDays = daysOrNull(r, "keepExpiredDays"_n);
        settings.archiveAfterDays = daysOrNull(r, "archiveAfterDays"_n);
        settings.reminderDays = int(r.integer("reminderDays"_n));
        settings.timeZone = r.text("timeZone"_n);
        JsonReader backup = r.object("backup"_n);
        settings.backup.enabled = backup.boolean("enabled"_n);
        settings.backup.hour = int(backup.integer("hour"_n));
        settings.backup.daily = int(backup.integer("daily"_n));
        settings.backup.weekly = int(backup.integer("weekly"_n));
        settings.backup.folder = backup.textOrNull("folder"_n);
        return settings;
    });
}

ApiResult<BackupList> parseBackups(const QByteArray &json)
{
    return parseObject<BackupList>(json, [](JsonReader &r) {
        BackupList list;
        list.folder = r.textOrNull("folder"_n);
        list.nextAt = r.timeOrNull("nextAt"_n);
        r.objects("backups"_n, [&](JsonReader &item) {
            BackupFile file;
            file.name = item.text("name"_n);
            file.at = item.time("at"_n);
            file.bytes = item.integer("bytes"_n);
            file.kind = item.text("kind"_n);
            file.verified = item.boolean("verified"_n);
            file.schema = int(item.integerOrNull("schema"_n).value_or(0));
            if (item.has("fault"_n))
                file.fault = item.textOrNull("fault"_n);
            list.backups << file;
        });
        return list;
    });
}

} // namespace linkdesk::app
