// The calls about the life of links: what is sent, what is read, from newer and older services; a job followed to its
// end.
#include "api/adminclient.h"
#include "api/errortext.h"
#include "api/eventstream.h"
#include "api/jobfollower.h"
#include "api/lifeparse.h"
#include "api/parse.h"
#include "fakelife.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTest>

using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

template <typename T>
struct Waiter {
    std::optional<ApiResult<T>> got;
    Reply<T> reply()
    {
        return [this](const ApiResult<T> &result) { got.emplace(result); };
    }
};

QJsonObject object(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

QByteArray bytes(const QJsonObject &object)
{
    return QJsonDocument(object).toJson();
}

} // namespace

#define WAIT_OK(waiter)                                                                                               \
    QTRY_VERIFY((waiter).got.has_value());                                                                            \
    QVERIFY2((waiter).got->ok(), qPrintable((waiter).got->ok() ? QString() : (waiter).got->error().detail))

class TestLifeApi final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_service = std::make_unique<FakeService>();
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_client->setEndpoint(m_service->endpoint());
    }
    void cleanup()
    {
        m_follower.reset();
        m_stream.reset();
        m_client.reset();
        m_service.reset();
    }

    void everyMemberOfALinkIsReadAndMayBeMissing()
    {
        LinkInfo link = sampleLink(3);
        link.state = LinkState::UsedUp;
        link.maxClicks = 100;
        link.fallbackUrl = u"https://a.example/over"_qs;
        link.favourite = link.letExpire = link.archived = true;
        link.ban = BanInfo{u"spam"_qs, u"office"_qs, QDateTime::fromMSecsSinceEpoch(1764547200000, Qt::UTC)};
        link.lastClickAt = QDateTime::fromMSecsSinceEpoch(1764547200000, Qt::UTC);
        link.createdAt = link.updatedAt = link.expiresAt = link.lastClickAt;
        const auto read = parseLink(bytes(linkJson(link)));
        QVERIFY(read.ok());
        QCOMPARE(*read, link);
        QJsonObject older = linkJson(link);
        for (const auto *name :
             {"maxClicks", "fallbackUrl", "favourite", "letExpire", "archived", "ban", "lastClickAt"}) {
            QJsonObject wrong = older;
            wrong.insert(QLatin1String(name), QJsonArray{1});
            QVERIFY2(!parseLink(bytes(wrong)).ok(), name);
            older.remove(QLatin1String(name));
            QVERIFY2(parseLink(bytes(older)).ok(), name);
        }
        QVERIFY(!parseLink(bytes(older))->ban);
    }

    void draftAndEditCarryTheNewMembers()
    {
        LinkDraft draft;
        draft.url = u"https://a.example/"_qs;
        draft.owner = u"marketing"_qs;
        draft.maxClicks = 5;
        draft.fallbackUrl = u"https://b.example/"_qs;
        draft.favourite = true;
        const QJsonObject sent = draft.toJson();
        QCOMPARE(sent.value(u"owner"_qs).toString(), u"marketing"_qs);
        QCOMPARE(sent.value(u"maxClicks"_qs).toInt(), 5);
        QCOMPARE(sent.value(u"fallbackUrl"_qs).toString(), draft.fallbackUrl);
        QVERIFY(sent.value(u"favourite"_qs).toBool());
        LinkEdit edit;
        edit.maxClicks = 0;
        edit.fallbackUrl = QString();
        edit.letExpire = true;
        QCOMPARE(edit.toJson(), (QJsonObject{{u"maxClicks"_qs, QJsonValue::Null},
                                             {u"fallbackUrl"_qs, QJsonValue::Null},
                                             {u"letExpire"_qs, true}}));
    }

    void renewalsOnTheWire()
    {
        QCOMPARE(RenewTo::days(30).toJson(), (QJsonObject{{u"extendBy"_qs, u"P30D"_qs}}));
        QCOMPARE(RenewTo::years(1).toJson(), (QJsonObject{{u"extendBy"_qs, u"P1Y"_qs}}));
        QCOMPARE(RenewTo::never().toJson(), (QJsonObject{{u"expiresAt"_qs, QJsonValue::Null}}));
        QCOMPARE(RenewTo::quarterEnd().toJson("Europe/Berlin"),
                 (QJsonObject{{u"until"_qs, u"quarter-end"_qs}, {u"timeZone"_qs, u"Europe/Berlin"_qs}}));
        const QDateTime day = QDateTime::fromMSecsSinceEpoch(1764547200000, Qt::UTC);
        QCOMPARE(RenewTo::date(day).toJson(), (QJsonObject{{u"expiresAt"_qs, u"2025-12-01T00:00:00.000Z"_qs}}));
        QCOMPARE(BatchRequest::banHost(u"evil.example"_qs, u"spam"_qs).toJson(true),
                 (QJsonObject{{u"action"_qs, u"ban"_qs},
                              {u"filter"_qs, u"host:evil.example -status:banned"_qs},
                              {u"arguments"_qs, QJsonObject{{u"reason"_qs, u"spam"_qs}}},
                              {u"dryRun"_qs, true}}));
        QCOMPARE(filterValue(u"two words\" or"_qs), u"\"two words or\""_qs);
    }

    void singleChangesOfALink()
    {
        m_service->fill(3);
        Waiter<LinkInfo> banned;
        m_client->banLink(LinkId{1}, u"spam"_qs, 1, this, banned.reply());
        WAIT_OK(banned);
        QCOMPARE(banned.got->value().state, LinkState::Banned);
        QCOMPARE(banned.got->value().ban->reason, u"spam"_qs);
        Waiter<LinkInfo> free;
        m_client->unbanLink(LinkId{1}, 0, this, free.reply());
        WAIT_OK(free);
        QVERIFY(!free.got->value().ban);
        Waiter<LinkInfo> renewed;
        m_client->renewLink(LinkId{3}, RenewTo::never(), 0, this, renewed.reply());
        WAIT_OK(renewed);
        QVERIFY(!renewed.got->value().expiresAt.isValid());
        Waiter<LinkInfo> reasonless;
        m_client->banLink(LinkId{1}, QString(), 0, this, reasonless.reply());
        QTRY_VERIFY(reasonless.got);
        QCOMPARE(reasonless.got->error().field, u"reason"_qs);
    }

    void batchCountsRunsAndIsUndone()
    {
        m_service->fill(6);
        const BatchRequest ban = BatchRequest::ban({LinkId{1}, LinkId{2}}, u"spam"_qs);
        Waiter<qint64> count;
        m_client->countBatch(ban, this, count.reply());
        WAIT_OK(count);
        QCOMPARE(count.got->value(), 2);
        QCOMPARE(m_service->find(1)->state, LinkState::Active);

        Waiter<JobInfo> started;
        m_client->startBatch(ban, this, started.reply());
        WAIT_OK(started);
        QCOMPARE(m_service->find(1)->state, LinkState::Banned);
        Waiter<UndoAnswer> undone;
        m_client->undo(started.got->value().auditId, this, undone.reply());
        WAIT_OK(undone);
        QVERIFY(undone.got->value().job.has_value());
        QCOMPARE(m_service->find(1)->state, LinkState::Active);
        Waiter<UndoAnswer> again;
        m_client->undo(started.got->value().auditId, this, again.reply());
        QTRY_VERIFY(again.got);
        QVERIFY(again.got->error().is(apicode::kAlreadyUndone));
        QVERIFY(!whatHappened(again.got->error()).contains(u"already-undone"_qs));
        Waiter<AuditPage> audit;
        AuditQuery query;
        query.link = LinkId{1};
        m_client->audit(query, this, audit.reply());
        WAIT_OK(audit);
        QCOMPARE(audit.got->value().entries.first().action, u"ban"_qs);
    }

    void jobIsFollowedByEvents()
    {
        m_service->fill(4);
        m_stream->start(m_service->endpoint());
        QTRY_VERIFY(m_stream->isConnected());
        m_service->life().holdJobs();
        followBan();
        QVERIFY(m_follower->isRunning());
        QCOMPARE(m_follower->job().done, 1);
        QSignalSpy ended(m_follower.get(), &JobFollower::ended);
        m_service->life().release();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().value<JobInfo>().state, JobState::Done);
        QCOMPARE(m_service->countOf("GET", u"/api/v1/jobs"_qs), 0);
    }

    void jobIsAskedForWithoutEventsAndCancelled()
    {
        m_service->fill(4);
        m_service->life().holdJobs();
        followBan();
        QSignalSpy progressed(m_follower.get(), &JobFollower::progressed);
        QTRY_VERIFY(progressed.size() >= 1);
        QSignalSpy ended(m_follower.get(), &JobFollower::ended);
        m_follower->cancel();
        QTRY_COMPARE(ended.size(), 1);
        QCOMPARE(ended.first().first().value<JobInfo>().state, JobState::Cancelled);
    }

    void forgottenJobIsLost()
    {
        JobInfo job;
        job.id = u"99"_qs;
        JobFollower follower(*m_client, *m_stream);
        QSignalSpy lost(&follower, &JobFollower::lost);
        follower.follow(job);
        QTRY_COMPARE(lost.size(), 1);
        QVERIFY(!follower.isRunning());
    }

    void renewalSummaryAndPages()
    {
        m_service->fill(300);
        Waiter<RenewalSummary> summary;
        m_client->renewal("Europe/Berlin", this, summary.reply());
        WAIT_OK(summary);
        const RenewalSummary &s = summary.got->value();
        QCOMPARE(s.perDay.size(), 91);
        QVERIFY(s.window(RenewalWindow::Quarter).links > 3);
        QCOMPARE(s.timeZone, u"Europe/Berlin"_qs);
        Waiter<RenewalPageInfo> first;
        m_client->renewalLinks(RenewalWindow::Quarter, 3, {}, this, first.reply());
        WAIT_OK(first);
        QCOMPARE(first.got->value().links.size(), 3);
        QCOMPARE(first.got->value().links.first().days.size(), 30);
        Waiter<RenewalPageInfo> second;
        m_client->renewalLinks(RenewalWindow::Quarter, 3, first.got->value().nextCursor, this, second.reply());
        WAIT_OK(second);
        QVERIFY(second.got->value().links.first().link.expiresAt >= first.got->value().links.last().link.expiresAt);
    }

    void filtersViewsTagsAndSettings()
    {
        m_service->fill(8);
        LinkQuery query;
        query.filter = u"tag:tag1"_qs;
        QVERIFY(!query.findsAll());
        Waiter<LinkPageInfo> page;
        m_client->listLinks(query, this, page.reply());
        WAIT_OK(page);
        QCOMPARE(page.got->value().links.size(), 2);
        Waiter<FilterCheck> wrong;
        m_client->checkFilter(u"spring colour:red"_qs, this, wrong.reply());
        WAIT_OK(wrong);
        QVERIFY(!wrong.got->value().valid);
        QCOMPARE(wrong.got->value().position, 7);

        Waiter<SavedView> view;
        m_client->createView({u"Spring"_qs, u"tag:spring"_qs, u"-clicks"_qs, 2}, this, view.reply());
        WAIT_OK(view);
        QCOMPARE(view.got->value().colour, 2);
        Waiter<SavedView> changed;
        ViewEdit edit;
        edit.name = u"Summer"_qs;
        m_client->changeView(view.got->value().id, edit, this, changed.reply());
        WAIT_OK(changed);
        QCOMPARE(changed.got->value().name, u"Summer"_qs);
        QCOMPARE(changed.got->value().filter, u"tag:spring"_qs);
        Waiter<bool> removed;
        m_client->removeView(1, this, removed.reply());
        WAIT_OK(removed);
        QVERIFY(m_service->life().views().isEmpty());

        Waiter<bool> renamed;
        m_client->renameTag(u"tag1"_qs, u"a/b"_qs, this, renamed.reply());
        WAIT_OK(renamed);
        Waiter<QList<TagCount>> tags;
        m_client->tags(this, tags.reply());
        WAIT_OK(tags);
        QVERIFY(tags.got->value().contains(TagCount{u"a/b"_qs, 2}));

        Waiter<ServiceSettings> settings;
        m_client->settings(this, settings.reply());
        WAIT_OK(settings);
        SettingsEdit change{settings.got->value(), settings.got->value()};
        change.after.archiveAfterDays = 30;
        change.after.keepExpiredDays.reset();
        QCOMPARE(change.toJson(),
                 (QJsonObject{{u"keepExpiredDays"_qs, QJsonValue::Null}, {u"archiveAfterDays"_qs, 30}}));
        Waiter<ServiceSettings> after;
        m_client->changeSettings(change, this, after.reply());
        WAIT_OK(after);
        QCOMPARE(after.got->value(), change.after);
    }

    void mistakeInAFilterTellsItsPlace()
    {
        const ApiError error = parseProblem(
            422, R"({"code":"invalid-filter","field":"filter","detail":"no such field","position":12,"length":5})");
        QVERIFY(error.is(apicode::kInvalidFilter));
        QCOMPARE(error.position, 12);
        QCOMPARE(error.length, 5);
        QCOMPARE(whatToDo(error), u"no such field"_qs);
    }

    void backupsAndChecks()
    {
        Waiter<JobInfo> made;
        m_client->startBackup(this, made.reply());
        WAIT_OK(made);
        QCOMPARE(made.got->value().kind, u"backup"_qs);
        Waiter<BackupList> list;
        m_client->backups(this, list.reply());
        WAIT_OK(list);
        QCOMPARE(list.got->value().backups.size(), 1);
        const QString name = list.got->value().backups.first().name;
        Waiter<JobInfo> restore;
        m_client->startRestore(name, this, restore.reply());
        WAIT_OK(restore);
        Waiter<bool> removed;
        m_client->removeBackup(name, this, removed.reply());
        WAIT_OK(removed);
        Waiter<JobInfo> check;
        m_client->startCheck(true, this, check.reply());
        WAIT_OK(check);
        const auto found = parseJob(R"({"id":"7","kind":"check","action":null,"state":"done","actor":"a","total":null,
            "done":0,"changed":0,"failed":0,"perSecond":0,"startedAt":"2026-12-01T00:00:00.000Z","endedAt":null,
            "auditId":null,"undoable":false,"detail":"","failures":[],
            "result":{"problems":[{"code":"total","detail":"x","repaired":true}],"checked":{"links":3}}})");
        QVERIFY(found.ok());
        QCOMPARE(found->problems, (QList<CheckProblem>{{u"total"_qs, u"x"_qs, true}}));
    }

    void upkeepAndBackupOfTheService()
    {
        QVERIFY(!parseService(bytes(FakeService::defaultService()))->upkeep);
        QJsonObject service = FakeService::defaultService();
        service.insert(u"upkeep"_qs, object(R"({"swept":5,"purged":1,"archived":2,"unarchived":0,
            "lastSweepAt":"2026-12-01T00:00:00.000Z","lastArchiveAt":null})"));
        service.insert(u"backup"_qs, object(R"({"lastAt":null,"lastFile":null,"lastBytes":0,"lastError":"disk full",
            "nextAt":"2026-12-01T02:00:00.000Z","running":false})"));
        const auto read = parseService(bytes(service));
        QVERIFY(read.ok());
        QCOMPARE(read->upkeep->swept, 5);
        QCOMPARE(read->backup->lastError, u"disk full"_qs);
    }

    void eventsOfManyLinks()
    {
        m_stream->start(m_service->endpoint());
        QTRY_VERIFY(m_stream->isConnected());
        QList<qint64> counts;
        connect(m_stream.get(), &EventStream::linksChanged, this,
                [&counts](const LinksChange &change) { counts << change.count; });
        m_service->sendEvent("links", {{u"change"_qs, u"edited"_qs}, {u"count"_qs, 1000}});
        QTRY_COMPARE(counts, QList<qint64>{1000});
    }

private:
    void followBan()
    {
        Waiter<JobInfo> started;
        m_client->startBatch(BatchRequest::ban({LinkId{1}, LinkId{2}}, u"spam"_qs), this, started.reply());
        QTRY_VERIFY(started.got.has_value());
        m_follower = std::make_unique<JobFollower>(*m_client, *m_stream);
        m_follower->follow(started.got->value());
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<JobFollower> m_follower;
};

QTEST_MAIN(TestLifeApi)
#include "tst_lifeapi.moc"
