#include "upkeep/linksweep.h"
#include "clicks/clickstore.h"
#include "linkoffice.h"
#include "store/archivestore.h"
#include "store/linkstore.h"
#include "store/settingsbook.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;
using Kind = LinkAction::Kind;

namespace {

class Watcher final : public LinkObserver {
public:
    void linkChanged(LinkChange change, const Link &, const Link &after) override
    {
        ++counts[change];
        codes.insert(after.code);
    }
    std::map<LinkChange, int> counts; // read after an answer came
    std::set<std::string> codes;
};

struct SweepOffice : LinkOffice {
    SettingsBook settings{data.store(), clock};
    LinkSweep sweeper{*links, data.store(), settings, clock};
    Watcher watcher;

    SweepOffice() { links->addObserver(&watcher); }
    void set(const std::function<void(Settings &)> &edit)
    {
        const auto changed = await<Result<Settings>>([&](auto done) {
            settings.change(
                [edit](Settings current) {
                    edit(current);
                    return Result<Settings>(current);
                },
                "tester", done);
        });
        if (!changed)
            qFatal("%s", changed.error().detail.c_str());
    }
    void sweep() { QVERIFY(sweeper.sweep([] { return true; }).ok()); }
    void archive() { QVERIFY(sweeper.archive([] { return true; }).ok()); }
    void click(const Link &link)
    {
        ClickBatch batch;
        ClickSum &sum = batch.hours[toMs(clock.now()) / 3'600'000][link.id.value];
        sum.code = link.code;
        sum.humans = 1;
        sum.lastAt = toMs(clock.now());
        QVERIFY(data.write([&](SqlConnection &connection) { return storeClicks(connection, batch); }).ok());
    }
    std::int64_t rows(const char *table, const char *where = "1")
    {
        return data.number(std::string("SELECT count(*) FROM ") + table + " WHERE " + where);
    }
};

} // namespace

// What clears itself away: expired, deleted, unused links.
class TestLinkSweep : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deletesThenRemovesWhatIsOver()
    {
        SweepOffice office;
        const Link brief = office.make("brief", [&](NewLink &link) { link.expiresAt = office.clock.now() + 1h; });
        office.make("forever");
        office.clock.advance(24h * 90);
        office.sweep();
        QCOMPARE(office.get(brief.id)->status, LinkStatus::Active); // an hour is missing
        office.clock.advance(1h);
        office.sweep();
        QCOMPARE(office.get(brief.id)->status, LinkStatus::Deleted);
        QCOMPARE(office.watcher.counts[LinkChange::Deleted], 1);
        QVERIFY(office.watcher.codes.count("brief") > 0);
        office.clock.advance(24h * 30 - 1s);
        office.sweep();
        QVERIFY(office.get(brief.id).ok());
        office.clock.advance(1s);
        office.sweep();
        QCOMPARE(office.get(brief.id).error().code, ErrorCode::NotFound);
        QCOMPARE(office.watcher.counts[LinkChange::Purged], 1);
        QCOMPARE(office.rows("link"), std::int64_t{1});
        QCOMPARE(office.sweeper.stats().swept, std::int64_t{1});
        QCOMPARE(office.sweeper.stats().purged, std::int64_t{1});
    }

    // What somebody imported, edited or restored yesterday is not swept today, however long it is over.
    void aTouchCountsFromItsDay()
    {
        SweepOffice office;
        const Link old = office.make("old", [&](NewLink &link) { link.expiresAt = office.clock.now() - 24h * 1000; });
        office.sweep();
        QCOMPARE(office.get(old.id)->status, LinkStatus::Active);
        office.clock.advance(24h * 90);
        office.sweep();
        QCOMPARE(office.get(old.id)->status, LinkStatus::Deleted);
        QVERIFY(office.change(old.id, LinkOffice::actionOf(Kind::Restore, "restore")).ok());
        office.sweep();
        QCOMPARE(office.get(old.id)->status, LinkStatus::Active);
        office.clock.advance(24h * 90);
        office.sweep();
        QCOMPARE(office.get(old.id)->status, LinkStatus::Deleted);
    }

    void obeysTheSettings()
    {
        SweepOffice office;
        const Link brief = office.make("brief", [&](NewLink &link) { link.expiresAt = office.clock.now() + 1h; });
        office.set([](Settings &settings) { settings.keepExpiredDays.reset(); });
        office.clock.advance(24h * 4000);
        office.sweep();
        QCOMPARE(office.get(brief.id)->status, LinkStatus::Active);
        office.set([](Settings &settings) {
            settings.keepExpiredDays = 0;
            settings.restoreDays = 0;
        });
        office.sweep();
        QCOMPARE(office.get(brief.id).error().code, ErrorCode::NotFound); // deleted and removed in one go
    }

    void statisticsOutliveTheLink()
    {
        SweepOffice office;
        const Link link = office.make("short-lived");
        office.click(link);
        QVERIFY(office.change(link.id, LinkOffice::actionOf(Kind::Delete, "delete")).ok());
        office.clock.advance(24h * 31);
        office.sweep();
        QCOMPARE(office.rows("link"), std::int64_t{0});
        QCOMPARE(office.rows("link_total"), std::int64_t{0});
        QCOMPARE(office.rows("click_day", "link_id > 0 AND code = 'short-lived'"), std::int64_t{1});
        QCOMPARE(office.data.number("SELECT sum(humans) FROM click_hour WHERE link_id = 0"), std::int64_t{1});
    }

    void manyRowsGoInSmallJobs()
    {
        SweepOffice office;
        constexpr int kLinks = 5000;
        std::vector<NewLink> requests(kLinks);
        for (NewLink &request : requests) {
            request.target = "https://example.com/";
            request.expiresAt = office.clock.now() + 1h;
            request.tags = {"t"};
        }
        (void)await<std::vector<Result<Created>>>([&](auto done) { office.links->createMany(requests, "tester", done); });
        office.clock.advance(24h * 91);
        std::int64_t told = 0;
        std::int64_t most = 0;
        QVERIFY(office.sweeper
                    .sweep([] { return true; },
                           [&](std::int64_t more) {
                               told += more;
                               most = std::max(most, more);
                           })
                    .ok());
        QCOMPARE(told, std::int64_t{kLinks});
        QVERIFY(most <= 1000);
        QCOMPARE(office.rows("link", "status = 'deleted'"), std::int64_t{kLinks});
        // Stopped in between it has done what it has done, and goes on later.
        office.clock.advance(24h * 31);
        int steps = 0;
        QVERIFY(office.sweeper.sweep([&steps] { return ++steps < 4; }).ok());
        const std::int64_t left = office.rows("link");
        QVERIFY(left > 0 && left < kLinks);
        office.sweep();
        QCOMPARE(office.rows("link"), std::int64_t{0});
        QCOMPARE(office.rows("link_tag"), std::int64_t{0});
    }

    void archivesWhatNobodyUses()
    {
        SweepOffice office;
        const Link unused = office.make("unused", [](NewLink &link) { link.tags = {"old"}; });
        const Link used = office.make("used");
        office.make("starred", [](NewLink &link) { link.favourite = true; });
        office.make("ending", [&](NewLink &link) { link.expiresAt = office.clock.now() + 24h * 1000; });
        office.make("limited", [](NewLink &link) { link.maxClicks = 5; });
        office.make("uncounted", [](NewLink &link) { link.track = false; });
        office.archive(); // not asked for
        QCOMPARE(office.rows("link_archive"), std::int64_t{0});
        office.set([](Settings &settings) { settings.archiveAfterDays = 100; });
        office.clock.advance(24h * 99);
        office.click(used);
        office.archive();
        QCOMPARE(office.rows("link_archive"), std::int64_t{0});
        office.clock.advance(24h * 2);
        office.archive();
        QCOMPARE(office.rows("link_archive"), std::int64_t{1});
        QCOMPARE(office.rows("link"), std::int64_t{5});
        QCOMPARE(office.watcher.counts[LinkChange::Archived], 1);
        const Link archived = *office.get(unused.id);
        QVERIFY(archived.archived);
        QCOMPARE(archived.tags, std::vector<std::string>{"old"});
        office.data.read([](SqlConnection &connection) {
            const auto row = findForRedirect(connection, kDefaultDomain, "unused");
            QVERIFY(row && *row && (*row)->archived);
            QCOMPARE((*row)->target, std::string("https://example.com/unused"));
            bool seen = false;
            QVERIFY(forEachCode(connection, [&seen](DomainId, std::string_view key) { seen = seen || key == "unused"; }).ok());
            QVERIFY(seen);
        });
        // Its name is still its own.
        NewLink same;
        same.target = "https://example.com/other";
        same.slug = "unused";
        QCOMPARE(office.create(same).error().code, ErrorCode::SlugTaken);
        // A click, or an edit, takes it back.
        office.links->wake(unused.id);
        office.data.store().writer().flush();
        QCOMPARE(office.rows("link_archive"), std::int64_t{0});
        QVERIFY(!office.get(unused.id)->archived);
        office.data.settleSearch();
        QCOMPARE(office.data.number("SELECT count(*) FROM link_search WHERE link_search MATCH '\"unu\" \"sed\"'"), std::int64_t{1});
    }

    void anArchivedLinkCanBeChangedLikeAnyOther()
    {
        SweepOffice office;
        const Link link = office.make("sleeper", [](NewLink &request) { request.title = "Sleepy"; });
        office.set([](Settings &settings) { settings.archiveAfterDays = 1; });
        office.clock.advance(48h);
        office.data.settleSearch();
        office.archive();
        QVERIFY(office.get(link.id)->archived);
        LinkPatch patch;
        patch.note = "awake";
        const auto edited = office.edit(link.id, patch);
        QVERIFY(edited.ok() && !edited->link.archived);
        office.data.settleSearch();
        QCOMPARE(office.data.number("SELECT count(*) FROM link_search WHERE link_search MATCH '\"sle\" \"epy\"'"), std::int64_t{1});
        // A refused change leaves it where it is.
        office.clock.advance(48h);
        office.archive();
        LinkPatch wrong;
        wrong.slug = "api";
        QVERIFY(!office.edit(link.id, wrong).ok());
        QVERIFY(office.get(link.id)->archived);
    }

    // Random days of an office against what a child would keep in a notebook.
    void aLongLifeKeepsToTheNotebook()
    {
        struct Note {
            std::string code;
            std::optional<TimePoint> end;
            std::optional<TimePoint> deleted;
            TimePoint used;    // made, changed or clicked
            TimePoint changed; // made or changed
            bool banned = false;
            bool archived = false;
        };
        SweepOffice office;
        office.set([](Settings &settings) {
            settings.keepExpiredDays = 10;
            settings.restoreDays = 5;
            settings.archiveAfterDays = 20;
        });
        std::mt19937 draw(11);
        const auto below = [&draw](int n) { return std::uniform_int_distribution<int>(0, n - 1)(draw); };
        std::map<std::int64_t, Note> notes;
        int made = 0;
        const auto any = [&]() -> std::int64_t {
            if (notes.empty())
                return 0;
            auto it = notes.begin();
            std::advance(it, below(static_cast<int>(notes.size())));
            return it->first;
        };
        for (int day = 0; day < 400; ++day) {
            office.clock.advance(24h);
            const TimePoint now = office.clock.now();
            for (int i = below(4); i > 0; --i) {
                const bool ends = below(2) == 0;
                const Link link = office.make("n" + std::to_string(++made), [&](NewLink &request) {
                    if (ends)
                        request.expiresAt = now + 24h * (1 + below(15));
                });
                notes[link.id.value] = {link.code, link.expiresAt, {}, now, now};
            }
            for (int i = below(4); i > 0 && !notes.empty(); --i) {
                const std::int64_t id = any();
                Note &note = notes[id];
                const int what = below(6);
                if (what == 0) {
                    const auto renewed = office.change(LinkId{id}, LinkOffice::renewBy({0, 0, 7, 0}));
                    QCOMPARE(renewed.ok(), !note.deleted);
                    if (renewed) {
                        note.end = std::max(note.end.value_or(now), now) + 24h * 7;
                        note.used = note.changed = now;
                        note.archived = false;
                    }
                } else if (what == 1) {
                    const auto banned = office.ban(LinkId{id}, "r" + std::to_string(day));
                    QCOMPARE(banned.ok(), !note.deleted);
                    if (banned) {
                        note.banned = true;
                        note.used = note.changed = now;
                        note.archived = false;
                    }
                } else if (what == 2) {
                    const auto deleted = office.change(LinkId{id}, LinkOffice::actionOf(Kind::Delete, "delete"));
                    QCOMPARE(deleted.ok(), !note.deleted);
                    if (deleted)
                        note.deleted = now;
                    note.archived = false;
                } else if (what == 3) {
                    const auto restored = office.change(LinkId{id}, LinkOffice::actionOf(Kind::Restore, "restore"));
                    QVERIFY(restored.ok());
                    if (note.deleted)
                        note.used = note.changed = now;
                    note.deleted.reset();
                    note.archived = false;
                } else if (what == 4 && !note.deleted) {
                    office.click(*office.get(LinkId{id}));
                    note.used = now;
                    if (note.archived) {
                        office.links->wake(LinkId{id});
                        office.data.store().writer().flush();
                    }
                    note.archived = false;
                } else if (what == 5) {
                    const auto free = office.change(LinkId{id}, LinkOffice::actionOf(Kind::Unban, "unban"));
                    QCOMPARE(free.ok(), !note.deleted);
                    if (free && note.banned)
                        note.used = note.changed = now;
                    if (free) {
                        note.banned = false;
                        note.archived = false;
                    }
                }
            }
            office.sweep();
            office.archive();
            for (auto it = notes.begin(); it != notes.end();) {
                Note &note = it->second;
                if (!note.deleted && !note.banned && note.end && std::max(*note.end, note.changed) <= now - 24h * 10)
                    note.deleted = now;
                if (note.deleted && *note.deleted <= now - 24h * 5) {
                    it = notes.erase(it);
                    continue;
                }
                if (!note.deleted && !note.banned && !note.end && note.used < now - 24h * 20)
                    note.archived = true;
                ++it;
            }
            if (day % 20 != 0)
                continue;
            QCOMPARE(office.rows("link") + office.rows("link_archive"), static_cast<std::int64_t>(notes.size()));
            for (const auto &[id, note] : notes) {
                const auto link = office.get(LinkId{id});
                QVERIFY2(link.ok(), note.code.c_str());
                QCOMPARE(link->code, note.code);
                QVERIFY(link->expiresAt == note.end);
                QCOMPARE(link->archived, note.archived);
                QCOMPARE(link->status, note.deleted ? LinkStatus::Deleted : note.banned ? LinkStatus::Banned : LinkStatus::Active);
            }
        }
        QVERIFY(made > 300);
    }
};

QTEST_APPLESS_MAIN(TestLinkSweep)
#include "tst_linksweep.moc"
