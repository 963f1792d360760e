#include "links/linkundo.h"
#include "linkoffice.h"
#include "store/auditstore.h"
#include "upkeep/linkbatch.h"

#include <QTest>

#include <condition_variable>
#include <mutex>
#include <random>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;
using Kind = LinkAction::Kind;

namespace {

// An office with batches, waited for.
struct BatchOffice : LinkOffice {
    JobBook jobs{clock};
    LinkBatch batch{*links, data.store(), jobs};
    std::mutex mutex; // guards over
    std::condition_variable changed;
    std::map<std::int64_t, JobInfo> over;

    BatchOffice()
    {
        jobs.setListener([this](const JobInfo &job) {
            const std::lock_guard lock(mutex);
            if (job.isOver())
                over[job.id] = job;
            changed.notify_all();
        });
    }
    JobInfo wait(const Result<JobPtr> &job)
    {
        if (!job)
            qFatal("%s", job.error().detail.c_str());
        const std::int64_t id = (*job)->info().id;
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return over.count(id) > 0; });
        return over[id];
    }
    JobInfo run(const std::vector<LinkId> &ids, LinkAction action)
    {
        return wait(batch.start([ids](SqlConnection &, const std::function<bool()> &) { return Result<std::vector<LinkId>>(ids); },
                                std::move(action), R"({"action":"x"})", "Ann"));
    }
    AuditEntry entry(std::int64_t id)
    {
        AuditEntry found;
        data.read([&](SqlConnection &connection) { found = **auditById(connection, id); });
        return found;
    }
    std::vector<LinkId> many(int count)
    {
        std::vector<LinkId> ids;
        for (int i = 0; i < count; ++i)
            ids.push_back(make("link-" + std::to_string(i), [this](NewLink &link) { link.expiresAt = clock.now() + 24h; }).id);
        return ids;
    }
};

} // namespace

// Changes turned back, and what keeps them from it.
class TestLinkUndo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void turnsEachKindOfChangeBack_data()
    {
        QTest::addColumn<int>("kind");
        QTest::newRow("edit") << int(Kind::Edit);
        QTest::newRow("renew") << int(Kind::Renew);
        QTest::newRow("ban") << int(Kind::Ban);
        QTest::newRow("delete") << int(Kind::Delete);
        QTest::newRow("tag") << int(Kind::Tag);
        QTest::newRow("move") << int(Kind::Move);
    }
    void turnsEachKindOfChangeBack()
    {
        QFETCH(int, kind);
        LinkOffice office;
        const auto domain = await<Result<Domain>>(
            [&](auto done) { office.links->createDomain("go.example", {}, "tester", done); });
        const Link made = office.make("first", [&](NewLink &link) {
            link.expiresAt = office.clock.now() + 24h;
            link.tags = {"a"};
        });
        LinkAction action = LinkOffice::actionOf(static_cast<Kind>(kind), "x");
        action.renewal.end = Period{0, 1, 0, 0};
        action.reason = "spam";
        action.tags = {"b"};
        action.domain = domain->id;
        action.patch.title = "New";
        action.patch.slug = "second";
        action.patch.expiresAt = std::optional<TimePoint>();
        const auto changed = office.change(made.id, action);
        QVERIFY(changed.ok() && changed->isChanged);
        const auto undone = office.undo(changed->auditId, "Bob");
        QVERIFY2(undone.ok(), undone ? "" : undone.error().detail.c_str());
        Link now = *office.get(made.id);
        QCOMPARE(now.version, made.version + 2);
        QCOMPARE(now.code, made.code);
        QCOMPARE(now.domain, made.domain);
        QCOMPARE(now.status, made.status);
        QCOMPARE(now.tags, made.tags);
        QCOMPARE(now.title, made.title);
        QCOMPARE(now.generator, made.generator);
        QVERIFY(now.expiresAt == made.expiresAt && now.ban == made.ban && !now.deletedAt);
        // Not twice; but the undo itself can be undone.
        QCOMPARE(office.undo(changed->auditId).error().code, ErrorCode::AlreadyUndone);
        const auto again = office.undo(undone->auditId);
        QVERIFY(again.ok());
        QCOMPARE(again->link.code, changed->link.code);
        QCOMPARE(again->link.status, changed->link.status);
        QCOMPARE(again->link.tags, changed->link.tags);
    }

    void neverOverwritesWhatWasChangedSince()
    {
        LinkOffice office;
        const Link made = office.make("shared");
        LinkPatch first;
        first.title = "one";
        first.note = "n";
        const auto mine = office.edit(made.id, first, "Ann");
        LinkPatch second;
        second.title = "two";
        const auto theirs = office.edit(made.id, second, "Bob");
        const auto refused = office.undo(mine->auditId);
        QCOMPARE(refused.error().code, ErrorCode::ChangedMeanwhile);
        QVERIFY(refused.error().detail.find("title") != std::string::npos);
        QVERIFY(refused.error().detail.find("Bob") != std::string::npos);
        QCOMPARE(office.get(made.id)->title, std::string("two"));
        QCOMPARE(office.get(made.id)->note, std::string("n"));
        // In their order both can go.
        QVERIFY(office.undo(theirs->auditId).ok());
        QVERIFY(office.undo(mine->auditId).ok());
        QCOMPARE(office.get(made.id)->title, std::string());
    }

    void anotherFieldIsNoHindrance()
    {
        LinkOffice office;
        const Link made = office.make("shared");
        LinkPatch title;
        title.title = "one";
        const auto mine = office.edit(made.id, title);
        LinkPatch note;
        note.note = "kept";
        QVERIFY(office.edit(made.id, note).ok());
        QVERIFY(office.undo(mine->auditId).ok());
        QCOMPARE(office.get(made.id)->title, std::string());
        QCOMPARE(office.get(made.id)->note, std::string("kept"));
    }

    void aNameThatIsTakenBySomebodyElseStaysTheirs()
    {
        LinkOffice office;
        const Link made = office.make("name");
        LinkPatch rename;
        rename.slug = "other";
        rename.aliasFor = Period{}; // the old name is free at once
        const auto renamed = office.edit(made.id, rename);
        const Link thief = office.make("name");
        QCOMPARE(office.undo(renamed->auditId).error().code, ErrorCode::SlugTaken);
        QCOMPARE(office.get(made.id)->code, std::string("other"));
        QCOMPARE(office.get(thief.id)->code, std::string("name"));
    }

    void whatIsRemovedForGoodIsGone()
    {
        LinkOffice office;
        const Link made = office.make("brief");
        const auto deleted = office.change(made.id, LinkOffice::actionOf(Kind::Delete, "delete"));
        QVERIFY(await<Result<Link>>([&](auto done) { office.links->purge(made.id, "tester", done); }).ok());
        QCOMPARE(office.undo(deleted->auditId).error().code, ErrorCode::Gone);
        QCOMPARE(office.undo(4711).error().code, ErrorCode::NotFound);
    }

    void aBatchIsOneStep()
    {
        BatchOffice office;
        const auto ids = office.many(700);
        std::vector<Link> before;
        for (const LinkId id : ids)
            before.push_back(*office.get(id));
        auto asked = ids;
        asked.push_back(LinkId{99'999}); // not there
        const JobInfo job = office.run(asked, LinkOffice::renewBy({0, 0, 90, 0}));
        QCOMPARE(job.state, JobState::Done);
        QCOMPARE(job.changed, std::int64_t{700});
        QCOMPARE(job.failed, std::int64_t{1});
        QCOMPARE(job.failures[0].error->code, ErrorCode::NotFound);
        QCOMPARE(*office.entry(job.auditId).links, std::int64_t{700});
        QCOMPARE(*office.get(ids[3])->expiresAt, *before[3].expiresAt + 24h * 90);
        // Somebody works on one of them meanwhile.
        LinkPatch later;
        later.expiresAt = std::optional<TimePoint>();
        QVERIFY(office.edit(ids[10], later, "Bob").ok());
        const JobInfo undo = office.wait(office.batch.undo(office.entry(job.auditId), "Ann"));
        QCOMPARE(undo.state, JobState::Done);
        QCOMPARE(undo.changed, std::int64_t{699});
        QCOMPARE(undo.failed, std::int64_t{1});
        QCOMPARE(undo.failures[0].id, ids[10].value);
        QCOMPARE(undo.failures[0].error->code, ErrorCode::ChangedMeanwhile);
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (i != 10)
                QVERIFY(office.get(ids[i])->expiresAt == before[i].expiresAt);
        }
        QVERIFY(!office.get(ids[10])->expiresAt);
        QVERIFY(!office.batch.undo(office.entry(job.auditId), "Ann").ok()); // not twice
        // The undo can be undone in turn.
        const JobInfo redo = office.wait(office.batch.undo(office.entry(undo.auditId), "Ann"));
        QCOMPARE(redo.changed, std::int64_t{699});
        QCOMPARE(*office.get(ids[3])->expiresAt, *before[3].expiresAt + 24h * 90);
    }

    void aCancelledBatchCanBeUndone()
    {
        BatchOffice office;
        const auto ids = office.many(3000);
        std::atomic<bool> cancel{false};
        LinkAction star = LinkOffice::actionOf(Kind::Edit, "favourite");
        star.patch.favourite = true;
        const auto job = office.batch.start(
            [ids](SqlConnection &, const std::function<bool()> &) { return Result<std::vector<LinkId>>(ids); }, star, "{}",
            "Ann");
        while ((*job)->info().done == 0 && !(*job)->info().isOver())
            std::this_thread::yield();
        (*job)->cancel();
        const JobInfo over = office.wait(job);
        const std::int64_t stars = office.data.number("SELECT count(*) FROM link WHERE favourite = 1");
        QCOMPARE(over.changed, stars);
        if (over.state == JobState::Cancelled)
            QVERIFY(stars < 3000);
        office.wait(office.batch.undo(office.entry(over.auditId), "Ann"));
        QCOMPARE(office.data.number("SELECT count(*) FROM link WHERE favourite = 1"), std::int64_t{0});
    }

    void aCreationOfManyIsOneStep()
    {
        BatchOffice office;
        std::vector<NewLink> requests(50);
        for (std::size_t i = 0; i < requests.size(); ++i)
            requests[i].target = "https://example.com/" + std::to_string(i);
        requests[7].target = "nonsense";
        const auto made = await<std::vector<Result<Created>>>(
            [&](auto done) { office.links->createMany(requests, "Ann", done); });
        const std::int64_t audit = office.data.number("SELECT id FROM audit WHERE action = 'create-many'");
        QCOMPARE(*office.entry(audit).links, std::int64_t{49});
        LinkPatch patch;
        patch.title = "work";
        QVERIFY(office.edit(made[3]->link.id, patch).ok());
        const JobInfo undo = office.wait(office.batch.undo(office.entry(audit), "Ann"));
        QCOMPARE(undo.changed, std::int64_t{48});
        QCOMPARE(undo.failed, std::int64_t{1}); // the edited one stays
        QCOMPARE(office.get(made[3]->link.id)->status, LinkStatus::Active);
        QCOMPARE(office.get(made[4]->link.id)->status, LinkStatus::Deleted);
    }

    void aRefusedActionBeginsNoBatch()
    {
        BatchOffice office;
        LinkAction ban = LinkOffice::actionOf(Kind::Ban, "ban");
        const auto none = [](SqlConnection &, const std::function<bool()> &) { return Result<std::vector<LinkId>>(std::vector<LinkId>()); };
        QCOMPARE(office.batch.start(none, ban, "{}", "Ann").error().field, std::string("reason"));
        QVERIFY(office.jobs.list().empty());
        ban.reason = "spam";
        const JobInfo nothing = office.wait(office.batch.start(none, ban, "{}", "Ann"));
        QCOMPARE(nothing.state, JobState::Done);
        QCOMPARE(nothing.auditId, std::int64_t{0});
        QCOMPARE(office.data.number("SELECT count(*) FROM audit"), std::int64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestLinkUndo)
#include "tst_linkundo.moc"
