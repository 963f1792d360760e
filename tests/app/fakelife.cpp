#include "fakelife.h"

#include <QJsonDocument>
#include <QTimeZone>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <map>

namespace linkdesk::test {

using app::LinkInfo;
using app::LinkState;

namespace {

QString iso(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

FakeAnswer json(const QJsonObject &object, int status = 200)
{
    return {status, "application/json", QJsonDocument(object).toJson(QJsonDocument::Compact), {}};
}

FakeAnswer nothing()
{
    return {204, "application/json", {}, {}};
}

FakeAnswer linkAnswer(const LinkInfo &link)
{
    FakeAnswer answer = json(linkJson(link));
    answer.extraHeaders = "ETag: \"" + QByteArray::number(link.version) + "\"\r\n";
    return answer;
}

QString queryValue(const QUrlQuery &query, const QString &name)
{
    return query.queryItemValue(name, QUrl::FullyDecoded);
}

QString hostOf(const LinkInfo &link)
{
    return QUrl(link.url).host();
}

bool isOver(const LinkInfo &link, const QDateTime &now)
{
    return link.state == LinkState::Expired
           || (link.state == LinkState::Active && link.expiresAt.isValid() && link.expiresAt <= now);
}

QDateTime renewed(const LinkInfo &link, const QJsonObject &to)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (to.contains(u"expiresAt"_qs))
        return QDateTime::fromString(to.value(u"expiresAt"_qs).toString(), Qt::ISODateWithMs);
    if (to.contains(u"until"_qs)) {
        const QDate day = now.date();
        const int month = (day.month() - 1) / 3 * 3 + 3;
        return QDate(day.year(), month, 1).addMonths(1).startOfDay(QTimeZone::utc()).addSecs(-1);
    }
    const QString period = to.value(u"extendBy"_qs).toString();
    const int number = period.mid(1, period.size() - 2).toInt();
    const QDateTime from = link.expiresAt.isValid() ? std::max(link.expiresAt, now) : now;
    return period.endsWith(u'Y') ? from.addYears(number) : from.addDays(number);
}

QString unquoted(QString value)
{
    return value.remove(u'"');
}

QJsonObject changeEvent(const LinkInfo &before, const LinkInfo &after)
{
    const bool was = before.state == LinkState::Deleted;
    const bool is = after.state == LinkState::Deleted;
    const QString change = was == is ? u"edited"_qs : is ? u"deleted"_qs : u"restored"_qs;
    return {{u"change"_qs, change}, {u"link"_qs, linkJson(after)}};
}

bool statusFits(const LinkInfo &link, const QString &status)
{
    return linkJson(link).value(u"status"_qs).toString() == status;
}

QJsonObject defaultSettings()
{
    return {{u"restoreDays"_qs, 30},
            {u"keepExpiredDays"_qs, 90},
            {u"archiveAfterDays"_qs, QJsonValue()},
            {u"reminderDays"_qs, 7},
            {u"timeZone"_qs, u"Europe/Berlin"_qs},
            {u"backup"_qs, QJsonObject{{u"enabled"_qs, true},
                                       {u"hour"_qs, 2},
                                       {u"daily"_qs, 7},
                                       {u"weekly"_qs, 4},
                                       {u"folder"_qs, QString()}}}};
}

} // namespace

std::optional<FakeAnswer> FakeLife::handle(const FakeRequest &request, const QString &path)
{
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    const QString first = parts.value(0);
    if (path == u"/links/batch")
        return batch(body);
    static const QStringList kActions{u"renew"_qs, u"ban"_qs, u"unban"_qs, u"unarchive"_qs};
    if (first == u"links" && kActions.contains(parts.value(2))) {
        LinkInfo *link = m_service.find(parts.value(1).toLongLong());
        return link ? one(*link, parts.value(2), body) : problem(404, u"not-found"_qs, u"No such link."_qs);
    }
    if (first == u"jobs")
        return jobCall(request, parts.value(1));
    if (first == u"audit")
        return request.verb == "POST" ? undo(parts.value(1).toLongLong()) : audit(request);
    if (path == u"/renewal")
        return renewal(request.query);
    if (path == u"/renewal/links")
        return renewalLinks(request.query);
    if (path == u"/bans")
        return bans();
    if (path == u"/filters/check")
        return checkFilter(queryValue(request.query, u"filter"_qs));
    if (first == u"views")
        return viewCall(request, parts.value(1));
    if (first == u"tags")
        return tagCall(request, QUrl::fromPercentEncoding(parts.value(1).toLatin1()));
    if (first == u"backups" || path == u"/service/check")
        return backupCall(request, path);
    if (path == u"/service/upkeep")
        return startJob(body.value(u"task"_qs).toString(), {}, 0, 0);
    if (path == u"/settings") {
        if (m_settings.isEmpty())
            m_settings = defaultSettings();
        for (auto it = body.begin(); it != body.end(); ++it)
            m_settings.insert(it.key(), it.value());
        return json(m_settings);
    }
    return std::nullopt;
}

bool FakeLife::matches(const LinkInfo &link, const QString &filter) const
{
    const QStringList terms = filter.split(u' ', Qt::SkipEmptyParts);
    return std::all_of(terms.begin(), terms.end(), [&](QString term) {
        const bool negated = term.startsWith(u'-');
        if (negated)
            term.remove(0, 1);
        const QString value = unquoted(term.section(u':', 1));
        bool fits = false;
        if (term.startsWith(u"host:"))
            fits = hostOf(link) == value || hostOf(link).endsWith(u'.' + value);
        else if (term.startsWith(u"tag:"))
            fits = link.tags.contains(value);
        else if (term.startsWith(u"status:"))
            fits = statusFits(link, value);
        else if (term == u"is:favourite")
            fits = link.favourite;
        else if (term == u"is:archived")
            fits = link.archived;
        else if (term.startsWith(u"id>"))
            fits = link.id.value > term.mid(3).toLongLong();
        else
            fits = link.code.contains(term) || link.url.contains(term) || link.title.contains(term);
        return fits != negated;
    });
}

bool FakeLife::apply(LinkInfo &link, const QString &action, const QJsonObject &arguments)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (action == u"renew") {
        link.expiresAt = renewed(link, arguments);
        if (link.state == LinkState::Expired)
            link.state = LinkState::Active;
    } else if (action == u"ban") {
        link.state = LinkState::Banned;
        link.ban = app::BanInfo{arguments.value(u"reason"_qs).toString(), u"app"_qs, now};
    } else if (action == u"unban") {
        if (link.state != LinkState::Banned)
            return false;
        link.state = LinkState::Active;
        link.ban.reset();
    } else if (action == u"delete" || action == u"restore") {
        link.state = action == u"delete" ? LinkState::Deleted : LinkState::Active;
    } else if (action == u"let-expire") {
        link.letExpire = true;
    } else if (action == u"favourite" || action == u"unfavourite") {
        link.favourite = action == u"favourite";
    } else if (action == u"tag") {
        for (const QJsonValue &tag : arguments.value(u"tags"_qs).toArray())
            link.tags << tag.toString();
    } else if (action == u"untag") {
        for (const QJsonValue &tag : arguments.value(u"tags"_qs).toArray())
            link.tags.removeAll(tag.toString());
    } else if (action == u"move") {
        link.domain = arguments.value(u"domain"_qs).toString();
    } else if (action == u"unarchive") {
        link.archived = false;
    }
    ++link.version;
    return true;
}

FakeAnswer FakeLife::one(LinkInfo &link, const QString &action, const QJsonObject &arguments)
{
    if (action == u"ban" && arguments.value(u"reason"_qs).toString().isEmpty())
        return problem(422, u"invalid-input"_qs, u"Say why."_qs, u"reason"_qs);
    Entry entry{m_audit.size() + 1, action, {link}, {}, 0};
    if (!apply(link, action, arguments))
        return problem(422, u"invalid-input"_qs, u"That cannot be done with this link."_qs);
    entry.versions.insert(link.id.value, link.version);
    m_audit << entry;
    return linkAnswer(link);
}

FakeAnswer FakeLife::batch(const QJsonObject &body)
{
    const QString action = body.value(u"action"_qs).toString();
    const QJsonObject arguments = body.value(u"arguments"_qs).toObject();
    const bool dryRun = body.value(u"dryRun"_qs).toBool();
    if (action == u"ban" && !dryRun && arguments.value(u"reason"_qs).toString().isEmpty())
        return problem(422, u"invalid-input"_qs, u"Say why."_qs, u"reason"_qs);
    QList<LinkInfo *> links;
    for (const QJsonValue &id : body.value(u"ids"_qs).toArray()) {
        if (LinkInfo *link = m_service.find(id.toInteger()))
            links << link;
    }
    if (body.contains(u"filter"_qs)) {
        for (LinkInfo &link : m_service.links()) {
            const QString filter = body.value(u"filter"_qs).toString();
            const bool stateFits = link.state != LinkState::Deleted || filter.contains(u"status:deleted"_qs);
            if (stateFits && matches(link, filter))
                links << &link;
        }
    }
    if (dryRun)
        return json({{u"count"_qs, links.size()}});
    Entry entry{m_audit.size() + 1, action, {}, {}, 0};
    for (LinkInfo *link : links) {
        const LinkInfo before = *link;
        if (!apply(*link, action, arguments))
            continue;
        entry.before << before;
        entry.versions.insert(link->id.value, link->version);
        m_service.sendEvent("link", changeEvent(before, *link));
    }
    m_audit << entry;
    return startJob(u"batch"_qs, action, links.size(), entry.id);
}

FakeAnswer FakeLife::startJob(const QString &kind, const QString &action, qint64 links, qint64 auditId)
{
    QJsonObject job{{u"id"_qs, QString::number(m_jobs.size() + 1)},
                    {u"kind"_qs, kind},
                    {u"action"_qs, action},
                    {u"state"_qs, u"running"_qs},
                    {u"actor"_qs, u"app"_qs},
                    {u"total"_qs, links},
                    {u"done"_qs, m_hold ? links / 2 : links},
                    {u"changed"_qs, m_hold ? links / 2 : links},
                    {u"failed"_qs, 0},
                    {u"perSecond"_qs, 6400.0},
                    {u"startedAt"_qs, iso(QDateTime::currentDateTimeUtc())},
                    {u"endedAt"_qs, QJsonValue()},
                    {u"auditId"_qs, auditId > 0 ? QJsonValue(auditId) : QJsonValue()},
                    {u"undoable"_qs, false},
                    {u"detail"_qs, QString()},
                    {u"result"_qs, QJsonValue()},
                    {u"failures"_qs, QJsonArray()}};
    const FakeAnswer answer = json(job, 202);
    const auto number = m_jobs.size();
    m_jobs << job;
    if (!m_hold)
        QTimer::singleShot(0, &m_service, [this, number] { endJob(m_jobs[number], u"done"_qs); });
    return answer;
}

void FakeLife::endJob(QJsonObject &job, const QString &state)
{
    if (job.value(u"state"_qs).toString() != u"running")
        return;
    job.insert(u"state"_qs, state);
    job.insert(u"done"_qs, job.value(u"total"_qs));
    job.insert(u"changed"_qs, job.value(u"total"_qs));
    job.insert(u"undoable"_qs, !job.value(u"auditId"_qs).isNull());
    job.insert(u"endedAt"_qs, iso(QDateTime::currentDateTimeUtc()));
    m_service.sendEvent("job", job);
}

void FakeLife::release()
{
    m_hold = false;
    for (QJsonObject &job : m_jobs)
        endJob(job, u"done"_qs);
}

FakeAnswer FakeLife::jobCall(const FakeRequest &request, const QString &id)
{
    QJsonArray all;
    for (QJsonObject &job : m_jobs) {
        if (job.value(u"id"_qs).toString() == id) {
            if (request.verb == "DELETE")
                endJob(job, u"cancelled"_qs);
            return json(job);
        }
        all.prepend(job);
    }
    return id.isEmpty() ? json({{u"jobs"_qs, all}}) : problem(404, u"not-found"_qs, u"No such job."_qs);
}

FakeAnswer FakeLife::undo(qint64 auditId)
{
    for (Entry &entry : m_audit) {
        if (entry.id != auditId)
            continue;
        if (entry.undoneBy != 0)
            return problem(409, u"already-undone"_qs, u"Undone already."_qs);
        if (m_undoesPartly)
            return undoPartly(entry);
        for (const LinkInfo &before : std::as_const(entry.before)) {
            const LinkInfo *now = m_service.find(before.id.value);
            if (now && now->version != entry.versions.value(before.id.value))
                return problem(409, u"changed-meanwhile"_qs, u"marketing changed the title since."_qs);
        }
        for (const LinkInfo &before : std::as_const(entry.before)) {
            LinkInfo *now = m_service.find(before.id.value);
            const LinkInfo was = *now;
            const qint64 version = now->version + 1;
            *now = before;
            now->version = version;
            m_service.sendEvent("link", changeEvent(was, *now));
        }
        entry.undoneBy = m_audit.size() + 1;
        const qint64 id = entry.undoneBy;
        const qint64 links = entry.before.size();
        m_audit << Entry{id, u"undo"_qs, {}, {}, 0};
        return startJob(u"undo"_qs, u"undo"_qs, links, id);
    }
    return problem(404, u"not-found"_qs, u"No such entry."_qs);
}

FakeAnswer FakeLife::undoPartly(Entry &entry)
{
    QJsonArray failures;
    qint64 changed = 0;
    for (const LinkInfo &before : std::as_const(entry.before)) {
        LinkInfo *now = m_service.find(before.id.value);
        if (!now || now->version != entry.versions.value(before.id.value)) {
            failures << QJsonObject{{u"id"_qs, qint64(before.id.value)},
                                    {u"code"_qs, u"changed-meanwhile"_qs},
                                    {u"detail"_qs, u"The link was changed since (title, by marketing)."_qs}};
            continue;
        }
        const qint64 version = now->version + 1;
        *now = before;
        now->version = version;
        ++changed;
    }
    entry.undoneBy = m_audit.size() + 1;
    const qint64 id = entry.undoneBy;
    const qint64 links = entry.before.size();
    m_audit << Entry{id, u"undo"_qs, {}, {}, 0};
    static_cast<void>(startJob(u"undo"_qs, u"undo"_qs, links, id));
    QJsonObject &job = m_jobs.last();
    endJob(job, u"done"_qs);
    job.insert(u"changed"_qs, changed);
    job.insert(u"failed"_qs, failures.size());
    job.insert(u"failures"_qs, failures);
    return json(job, 202);
}

FakeAnswer FakeLife::audit(const FakeRequest &request) const
{
    const qint64 link = queryValue(request.query, u"link"_qs).toLongLong();
    QJsonArray entries;
    for (const Entry &entry : m_audit) {
        if (link > 0 && !entry.versions.contains(link))
            continue;
        entries.prepend(QJsonObject{{u"id"_qs, entry.id},
                                    {u"at"_qs, iso(QDateTime::currentDateTimeUtc())},
                                    {u"actor"_qs, u"app"_qs},
                                    {u"action"_qs, entry.action},
                                    {u"linkId"_qs, link > 0 ? QJsonValue(link) : QJsonValue()},
                                    {u"code"_qs, QJsonValue()},
                                    {u"before"_qs, QJsonValue()},
                                    {u"after"_qs, QJsonValue()},
                                    {u"batch"_qs, QJsonValue()},
                                    {u"links"_qs, entry.before.size()},
                                    {u"undoes"_qs, QJsonValue()},
                                    {u"undoneBy"_qs, entry.undoneBy ? QJsonValue(entry.undoneBy) : QJsonValue()},
                                    {u"undoable"_qs, entry.undoneBy == 0}});
    }
    return json({{u"entries"_qs, entries}, {u"nextCursor"_qs, QJsonValue()}});
}

QList<qint64> FakeLife::sampleDays(qint64 id)
{
    QList<qint64> days;
    for (int i = 0; i < 30; ++i) {
        const double wave = 1 + 0.4 * std::sin(i / 2.4 + double(id));
        const double trend = id % 4 == 0 ? 1.4 - i / 24.0 : id % 4 == 1 ? 0.5 + i / 24.0 : 1.0;
        days << std::max<qint64>(0, std::llround(wave * trend * double(1 + id * 977 % 211)));
    }
    return days;
}

QList<const LinkInfo *> FakeLife::inWindow(const QString &window, const QDateTime &now) const
{
    static const QMap<QString, std::pair<int, int>> kDays{
        {u"week"_qs, {0, 7}}, {u"month"_qs, {7, 30}}, {u"quarter"_qs, {30, 90}}};
    QList<const LinkInfo *> found;
    for (const LinkInfo &link : std::as_const(m_service).links()) {
        if (link.letExpire || !link.expiresAt.isValid() || link.state == LinkState::Deleted
            || link.state == LinkState::Banned)
            continue;
        if (window == u"expired") {
            if (isOver(link, now))
                found << &link;
            continue;
        }
        const auto [from, to] = kDays.value(window);
        if (!isOver(link, now) && link.expiresAt >= now.addDays(from) && link.expiresAt < now.addDays(to))
            found << &link;
    }
    std::sort(found.begin(), found.end(), [&](const LinkInfo *a, const LinkInfo *b) {
        return window == u"expired" ? a->expiresAt > b->expiresAt : a->expiresAt < b->expiresAt;
    });
    return found;
}

FakeAnswer FakeLife::renewal(const QUrlQuery &query) const
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QString zoneName = queryValue(query, u"tz"_qs);
    const QTimeZone zone(zoneName.isEmpty() ? QByteArray("Europe/Berlin") : zoneName.toLatin1());
    QJsonArray windows;
    std::map<QDate, int> counts;
    for (const QString &name : {u"week"_qs, u"month"_qs, u"quarter"_qs, u"expired"_qs}) {
        qint64 clicks = 0;
        qint64 refused = 0;
        const auto links = inWindow(name, now);
        for (const LinkInfo *link : links) {
            for (qint64 day : m_days.value(link->id.value, sampleDays(link->id.value)))
                clicks += day;
            refused += m_refused.value(link->id.value);
            ++counts[link->expiresAt.toTimeZone(zone).date()];
        }
        windows << (name == u"expired"
                        ? QJsonObject{{u"name"_qs, name}, {u"links"_qs, links.size()}, {u"refused7"_qs, refused}}
                        : QJsonObject{{u"name"_qs, name}, {u"links"_qs, links.size()}, {u"clicks30"_qs, clicks}});
    }
    QJsonArray perDay;
    const QDate today = now.toTimeZone(zone).date();
    for (int i = 0; i < 91; ++i)
        perDay << QJsonObject{{u"day"_qs, today.addDays(i).toString(Qt::ISODate)},
                              {u"links"_qs, counts.contains(today.addDays(i)) ? counts[today.addDays(i)] : 0}};
    return json({{u"timeZone"_qs, QString::fromLatin1(zone.id())},
                 {u"now"_qs, iso(now)},
                 {u"reminderDays"_qs, 7},
                 {u"windows"_qs, windows},
                 {u"perDay"_qs, perDay},
                 {u"decisions"_qs, inWindow(u"week"_qs, now).size()}});
}

FakeAnswer FakeLife::renewalLinks(const QUrlQuery &query) const
{
    const auto links = inWindow(queryValue(query, u"window"_qs), QDateTime::currentDateTimeUtc());
    const qint64 first = queryValue(query, u"cursor"_qs).toLongLong();
    const qint64 end = std::min<qint64>(links.size(), first + queryValue(query, u"limit"_qs).toLongLong());
    QJsonArray page;
    for (qint64 i = first; i < end; ++i) {
        QJsonObject object = linkJson(*links.at(i));
        const qint64 id = links.at(i)->id.value;
        QJsonArray days;
        qint64 sum = 0;
        for (qint64 day : m_days.value(id, sampleDays(id))) {
            days << day;
            sum += day;
        }
        object.insert(u"clicks30"_qs, sum);
        object.insert(u"days"_qs, days);
        object.insert(u"refused7"_qs, m_refused.value(id));
        page << object;
    }
    return json({{u"links"_qs, page},
                 {u"nextCursor"_qs, end < links.size() ? QJsonValue(QString::number(end)) : QJsonValue()}});
}

FakeAnswer FakeLife::bans() const
{
    std::map<QString, QList<const LinkInfo *>> hosts;
    qint64 total = 0;
    for (const LinkInfo &link : std::as_const(m_service).links()) {
        if (link.state != LinkState::Banned)
            continue;
        hosts[hostOf(link)] << &link;
        ++total;
    }
    QList<QJsonObject> list;
    for (const auto &[host, links] : hosts) {
        const app::BanInfo ban = links.last()->ban.value_or(app::BanInfo{});
        list << QJsonObject{{u"host"_qs, host},
                            {u"links"_qs, links.size()},
                            {u"reason"_qs, ban.reason},
                            {u"by"_qs, ban.by},
                            {u"at"_qs, ban.at.isValid() ? QJsonValue(iso(ban.at)) : QJsonValue()}};
    }
    std::stable_sort(list.begin(), list.end(), [](const QJsonObject &a, const QJsonObject &b) {
        return a.value(u"links"_qs).toInt() > b.value(u"links"_qs).toInt();
    });
    QJsonArray array;
    for (const QJsonObject &host : std::as_const(list))
        array << host;
    return json({{u"links"_qs, total}, {u"hosts"_qs, array}});
}

FakeAnswer FakeLife::checkFilter(const QString &filter) const
{
    const qsizetype at = filter.indexOf(u"colour:");
    if (at >= 0)
        return json({{u"valid"_qs, false},
                     {u"detail"_qs, u"There is no field \"colour\"."_qs},
                     {u"position"_qs, at},
                     {u"length"_qs, 6}});
    QJsonArray terms;
    qsizetype position = 0;
    for (const QString &term : filter.split(u' ')) {
        if (!term.isEmpty())
            terms << QJsonObject{{u"position"_qs, position},
                                 {u"length"_qs, term.size()},
                                 {u"field"_qs, term.section(u':', 0, 0)},
                                 {u"meaning"_qs, term}};
        position += term.size() + 1;
    }
    return json({{u"valid"_qs, true}, {u"terms"_qs, terms}});
}

FakeAnswer FakeLife::viewCall(const FakeRequest &request, const QString &id)
{
    const QJsonObject body = QJsonDocument::fromJson(request.body).object();
    if (id.isEmpty() && request.verb == "GET")
        return json({{u"views"_qs, m_views}});
    if (id.isEmpty()) {
        QJsonObject view{{u"id"_qs, m_views.size() + 1}, {u"sort"_qs, QString()},       {u"colour"_qs, 0},
                         {u"position"_qs, m_views.size()}, {u"links"_qs, QJsonValue()}};
        for (auto it = body.begin(); it != body.end(); ++it)
            view.insert(it.key(), it.value());
        m_views << view;
        return json(view, 201);
    }
    for (qsizetype i = 0; i < m_views.size(); ++i) {
        QJsonObject view = m_views.at(i).toObject();
        if (view.value(u"id"_qs).toInteger() != id.toLongLong())
            continue;
        if (request.verb == "DELETE") {
            m_views.removeAt(i);
            return nothing();
        }
        for (auto it = body.begin(); it != body.end(); ++it)
            view.insert(it.key(), it.value());
        m_views.replace(i, view);
        return json(view);
    }
    return problem(404, u"not-found"_qs, u"No such view."_qs);
}

FakeAnswer FakeLife::tagCall(const FakeRequest &request, const QString &name)
{
    const QString to = QJsonDocument::fromJson(request.body).object().value(u"name"_qs).toString();
    QHash<QString, int> counts;
    for (LinkInfo &link : m_service.links()) {
        if (!name.isEmpty() && link.tags.removeAll(name) > 0 && !to.isEmpty())
            link.tags << to;
        for (const QString &tag : std::as_const(link.tags))
            ++counts[tag];
    }
    if (!name.isEmpty())
        return request.verb == "DELETE" ? nothing() : json({{u"name"_qs, to}, {u"links"_qs, counts.value(to)}});
    QJsonArray tags;
    for (auto it = counts.cbegin(); it != counts.cend(); ++it)
        tags << QJsonObject{{u"name"_qs, it.key()}, {u"links"_qs, it.value()}};
    return json({{u"tags"_qs, tags}});
}

FakeAnswer FakeLife::backupCall(const FakeRequest &request, const QString &path)
{
    if (path == u"/service/check")
        return startJob(u"check"_qs, {}, 0, 0);
    if (path.endsWith(u"/restore"))
        return startJob(u"restore"_qs, {}, 0, 0);
    if (request.verb == "DELETE") {
        for (qsizetype i = 0; i < m_backups.size(); ++i) {
            if (path.endsWith(m_backups.at(i).toObject().value(u"name"_qs).toString())) {
                m_backups.removeAt(i);
                return nothing();
            }
        }
        return problem(404, u"not-found"_qs, u"No such backup."_qs);
    }
    const QDateTime now = QDateTime::currentDateTimeUtc();
    if (request.verb == "POST") {
        m_backups.prepend(QJsonObject{{u"name"_qs, u"linkdesk-%1.db"_qs.arg(now.toString(u"yyyyMMdd-HHmm"))},
                                      {u"at"_qs, iso(now)},
                                      {u"bytes"_qs, qint64(4080218931)},
                                      {u"kind"_qs, u"manual"_qs},
                                      {u"verified"_qs, true},
                                      {u"schema"_qs, 3}});
        return startJob(u"backup"_qs, {}, 0, 0);
    }
    return json({{u"folder"_qs, u"/var/lib/linkdesk/backups"_qs},
                 {u"backups"_qs, m_backups},
                 {u"nextAt"_qs, iso(now.addSecs(36000))}});
}

} // namespace linkdesk::test
