#include "fakekeeping.h"

#include <QJsonDocument>

namespace linkdesk::test {

namespace {

QString iso(const QDateTime &time)
{
    return time.toUTC().toString(Qt::ISODateWithMs);
}

FakeAnswer json(const QJsonObject &object, int status = 200)
{
    return {status, "application/json", QJsonDocument(object).toJson(QJsonDocument::Compact), {}};
}

QString keyOf(const QByteArray &verb, const QString &path)
{
    return QString::fromLatin1(verb) + u' ' + path;
}

} // namespace

FakeKeeping::FakeKeeping(FakeService &service) : m_service(service)
{
    m_settings = {{u"restoreDays"_qs, 30},
                  {u"keepExpiredDays"_qs, 90},
                  {u"archiveAfterDays"_qs, QJsonValue()},
                  {u"reminderDays"_qs, 7},
                  {u"timeZone"_qs, u"Europe/Berlin"_qs},
                  {u"backup"_qs, QJsonObject{{u"enabled"_qs, true},
                                             {u"hour"_qs, 2},
                                             {u"daily"_qs, 7},
                                             {u"weekly"_qs, 4},
                                             {u"folder"_qs, QString()}}}};
    const QDateTime now = QDateTime::currentDateTimeUtc();
    setState({{u"lastAt"_qs, iso(now.addSecs(-3600))},
              {u"lastFile"_qs, u"linkdesk-20261201-0200.db"_qs},
              {u"lastBytes"_qs, qint64(4080218931)},
              {u"lastError"_qs, QJsonValue()},
              {u"nextAt"_qs, iso(now.addSecs(82800))},
              {u"running"_qs, false},
              {u"lastRestore"_qs, QJsonValue()}},
             {{u"swept"_qs, 12},
              {u"purged"_qs, 3},
              {u"archived"_qs, 0},
              {u"unarchived"_qs, 0},
              {u"lastSweepAt"_qs, iso(now.addSecs(-1800))},
              {u"lastArchiveAt"_qs, QJsonValue()}});
    m_service.setOverride([this](const FakeRequest &request) { return answer(request); });
}

FakeKeeping::~FakeKeeping()
{
    m_service.setOverride({});
}

QJsonObject FakeKeeping::backup(const QString &name, int daysAgo, const QString &kind, const QString &fault)
{
    return {{u"name"_qs, name},
            {u"at"_qs, iso(QDateTime::currentDateTimeUtc().addDays(-daysAgo))},
            {u"bytes"_qs, qint64(4080218931) - daysAgo * 1000000},
            {u"kind"_qs, kind},
            {u"verified"_qs, fault.isEmpty()},
            {u"schema"_qs, fault.isEmpty() ? QJsonValue(3) : QJsonValue()},
            {u"fault"_qs, fault.isEmpty() ? QJsonValue() : QJsonValue(fault)}};
}

void FakeKeeping::setState(const QJsonObject &backup, const QJsonObject &upkeep)
{
    QJsonObject service = m_service.service();
    service.insert(u"backup"_qs, backup);
    service.insert(u"upkeep"_qs, upkeep);
    m_service.setService(service);
}

void FakeKeeping::refuse(const QByteArray &verb, const QString &path, const std::optional<FakeAnswer> &answer)
{
    if (answer)
        m_refusals.insert(keyOf(verb, path), *answer);
    else
        m_refusals.remove(keyOf(verb, path));
}

FakeAnswer FakeKeeping::startJob(const QString &kind)
{
    m_jobs << QJsonObject{{u"id"_qs, QString::number(1000 + m_jobs.size())},
                          {u"kind"_qs, kind},
                          {u"action"_qs, QString()},
                          {u"state"_qs, u"running"_qs},
                          {u"actor"_qs, u"app"_qs},
                          {u"total"_qs, QJsonValue()},
                          {u"done"_qs, 0},
                          {u"changed"_qs, 0},
                          {u"failed"_qs, 0},
                          {u"perSecond"_qs, 0},
                          {u"startedAt"_qs, iso(QDateTime::currentDateTimeUtc())},
                          {u"endedAt"_qs, QJsonValue()},
                          {u"auditId"_qs, QJsonValue()},
                          {u"undoable"_qs, false},
                          {u"detail"_qs, QString()},
                          {u"result"_qs, QJsonValue()},
                          {u"failures"_qs, QJsonArray()}};
    return json(m_jobs.last(), 202);
}

void FakeKeeping::progress(qint64 done, qint64 total)
{
    m_jobs.last().insert(u"done"_qs, done);
    m_jobs.last().insert(u"total"_qs, total);
    m_jobs.last().insert(u"startedAt"_qs, iso(QDateTime::currentDateTimeUtc().addSecs(-20)));
    m_service.sendEvent("job", m_jobs.last());
}

void FakeKeeping::endJob(const QString &state, const QString &detail, const QJsonArray &problems)
{
    QJsonObject &job = m_jobs.last();
    job.insert(u"state"_qs, state);
    job.insert(u"detail"_qs, detail);
    job.insert(u"endedAt"_qs, iso(QDateTime::currentDateTimeUtc()));
    if (job.value(u"kind"_qs).toString() == u"check")
        job.insert(u"result"_qs, QJsonObject{{u"problems"_qs, problems}});
    m_service.sendEvent("job", job);
}

void FakeKeeping::comeBack(const QJsonObject &lastRestore)
{
    QJsonObject service = m_service.service();
    service.insert(u"startedAt"_qs, iso(QDateTime::currentDateTimeUtc()));
    QJsonObject backup = service.value(u"backup"_qs).toObject();
    backup.insert(u"lastRestore"_qs, lastRestore);
    service.insert(u"backup"_qs, backup);
    m_service.setService(service);
    m_jobs.clear();
    m_away = false;
}

QJsonObject FakeKeeping::body(const QByteArray &verb, const QString &path) const
{
    QJsonObject last;
    for (const FakeRequest &request : m_service.requests()) {
        if (request.verb == verb && request.path == u"/api/v1"_qs + path)
            last = QJsonDocument::fromJson(request.body).object();
    }
    return last;
}

std::optional<FakeAnswer> FakeKeeping::answer(const FakeRequest &request)
{
    if (m_away)
        return problem(503, u"unavailable"_qs, u"The service starts."_qs);
    const QString path = request.path.mid(7); // behind /api/v1
    if (const auto refusal = m_refusals.constFind(keyOf(request.verb, path)); refusal != m_refusals.constEnd())
        return *refusal;
    if (path == u"/settings") {
        const QJsonObject body = QJsonDocument::fromJson(request.body).object();
        for (auto it = body.begin(); it != body.end(); ++it) {
            if (it.key() != u"backup") {
                m_settings.insert(it.key(), it.value());
                continue;
            }
            QJsonObject backup = m_settings.value(u"backup"_qs).toObject();
            const QJsonObject changed = it.value().toObject();
            for (auto part = changed.begin(); part != changed.end(); ++part)
                backup.insert(part.key(), part.value());
            m_settings.insert(u"backup"_qs, backup);
        }
        return json(m_settings);
    }
    if (path == u"/jobs") {
        QJsonArray all;
        for (const QJsonObject &job : std::as_const(m_jobs))
            all.prepend(job);
        return json({{u"jobs"_qs, all}});
    }
    if (path.startsWith(u"/jobs/")) {
        if (m_jobs.isEmpty())
            return problem(404, u"not-found"_qs, u"No such job."_qs);
        if (request.verb == "DELETE")
            endJob(u"cancelled"_qs);
        return json(m_jobs.last());
    }
    if (path == u"/service/check")
        return startJob(u"check"_qs);
    if (path == u"/service/upkeep")
        return startJob(QJsonDocument::fromJson(request.body).object().value(u"task"_qs).toString());
    if (path.startsWith(u"/backups/") && path.endsWith(u"/restore"))
        return startJob(u"restore"_qs);
    if (path == u"/backups" && request.verb == "POST")
        return startJob(u"backup"_qs);
    if (path.startsWith(u"/backups/") && request.verb == "DELETE") {
        for (qsizetype i = 0; i < m_backups.size(); ++i) {
            if (path == u"/backups/"_qs + m_backups.at(i).toObject().value(u"name"_qs).toString()) {
                m_backups.removeAt(i);
                break;
            }
        }
        return FakeAnswer{204, "application/json", {}, {}};
    }
    if (path == u"/backups")
        return json({{u"folder"_qs, u"/var/lib/linkdesk/backups"_qs},
                     {u"backups"_qs, m_backups},
                     {u"nextAt"_qs, iso(QDateTime::currentDateTimeUtc().addSecs(36000))}});
    return std::nullopt;
}

std::optional<FakeAnswer> readFallback(const QJsonObject &body, QString &fallback)
{
    const QString wanted = body.value(u"fallbackUrl"_qs).toString();
    if (wanted.contains(u"go.example.com"))
        return problem(422, u"invalid-input"_qs, u"The address belongs to this service itself."_qs, u"fallbackUrl"_qs);
    if (body.contains(u"fallbackUrl"_qs))
        fallback = wanted;
    return std::nullopt;
}

std::optional<FakeAnswer> readLife(const QJsonObject &body, app::LinkInfo &link)
{
    if (body.contains(u"validFrom"_qs))
        link.validFrom = QDateTime::fromString(body.value(u"validFrom"_qs).toString(), Qt::ISODateWithMs);
    if (body.contains(u"maxClicks"_qs)) {
        const qint64 most = body.value(u"maxClicks"_qs).toInteger();
        link.maxClicks = most > 0 ? std::optional(most) : std::nullopt;
    }
    link.owner = body.value(u"owner"_qs).toString(link.owner);
    link.favourite = body.value(u"favourite"_qs).toBool(link.favourite);
    return readFallback(body, link.fallbackUrl);
}

} // namespace linkdesk::test
