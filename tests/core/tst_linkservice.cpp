#include "links/linkservice.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QTest>

#include <atomic>
#include <set>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(std::string)

namespace {

class Recorder final : public LinkObserver {
public:
    struct Change {
        LinkChange change;
        Link before;
        Link after;
    };
    void linkChanged(LinkChange change, const Link &before, const Link &after) override
    {
        changes.push_back({change, before, after});
    }
    std::vector<Change> changes; // read after an answer came, so no lock is needed
};

// A service on a fresh store.
struct Fixture {
    FakeClock clock;
    SeededRandom random{7};
    TempStore data{clock};
    std::unique_ptr<LinkService> service = std::make_unique<LinkService>(data.store(), clock, random);

    Result<Created> create(NewLink request)
    {
        return await<Result<Created>>([&](auto done) { service->create(std::move(request), "tester", done); });
    }
    Result<Created> create(const char *target, const char *slug = nullptr)
    {
        NewLink request;
        request.target = target;
        if (slug)
            request.slug = slug;
        return create(std::move(request));
    }
    Result<Link> edit(LinkId id, LinkPatch patch, std::optional<std::int64_t> version = std::nullopt)
    {
        return await<Result<Link>>([&](auto done) { service->edit(id, std::move(patch), version, "tester", done); });
    }
    Result<Link> remove(LinkId id, std::optional<std::int64_t> version = std::nullopt)
    {
        return await<Result<Link>>([&](auto done) { service->remove(id, version, "tester", done); });
    }
    Result<Link> restore(LinkId id)
    {
        return await<Result<Link>>([&](auto done) { service->restore(id, "tester", done); });
    }
    Result<Link> get(LinkId id)
    {
        return await<Result<Link>>([&](auto done) { service->get(id, done); });
    }
    Result<Link> find(const char *code, DomainId domain = kDefaultDomain)
    {
        return await<Result<Link>>([&](auto done) { service->find(domain, code, done); });
    }
    SlugCheck checkSlug(const char *slug, DomainId domain = kDefaultDomain)
    {
        return *await<Result<SlugCheck>>([&](auto done) { service->checkSlug(domain, slug, done); });
    }
    Result<Domain> createDomain(const char *host, bool caseSensitive)
    {
        DomainPatch settings;
        settings.caseSensitive = caseSensitive;
        return await<Result<Domain>>([&](auto done) { service->createDomain(host, settings, "tester", done); });
    }
};

template <typename T>
ErrorCode codeOf(const Result<T> &result)
{
    return result ? ErrorCode::Internal : result.error().code;
}

} // namespace

class TestLinkService : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesBackWhatWasCreated()
    {
        Fixture f;
        NewLink request;
        request.target = "https://example.com/a b?x=%2B";
        request.title = "Title <b>";
        request.note = "two\nlines";
        request.owner = "Ann";
        request.tags = {" b ", "A", "a"};
        request.expiresAt = f.clock.now() + 1h;
        request.validFrom = f.clock.now() - 1h;
        request.redirectStatus = 301;
        request.forwardQuery = false;
        request.track = false;
        const auto created = f.create(request);
        QVERIFY(created.ok());
        const auto got = f.get(created->link.id);
        QVERIFY(got.ok());
        for (const Link &link : {created->link, *got}) {
            QCOMPARE(link.target, std::string("https://example.com/a%20b?x=%2B"));
            QCOMPARE(link.code.size(), std::size_t{7});
            QCOMPARE(link.generator, std::string("random"));
            QCOMPARE(link.title, request.title);
            QCOMPARE(link.note, request.note);
            QCOMPARE(link.owner, request.owner);
            QCOMPARE(link.tags, (std::vector<std::string>{"A", "b"}));
            QVERIFY(link.expiresAt == request.expiresAt);
            QVERIFY(link.validFrom == request.validFrom);
            QCOMPARE(link.redirectStatus, 301);
            QVERIFY(!link.forwardQuery);
            QVERIFY(!link.track);
            QCOMPARE(link.version, std::int64_t{1});
            QVERIFY(link.createdAt == f.clock.now());
        }
        QVERIFY(!created->reused);
        QCOMPARE(f.find(created->link.code.c_str())->id.value, created->link.id.value);
    }

    void refusesFields_data()
    {
        QTest::addColumn<std::string>("field");
        QTest::addColumn<int>("which");
        const char *fields[] = {"url", "title", "title", "note", "owner", "tags", "tags", "tags", "redirectStatus",
                                "length", "length", "expiresAt", "domain", "slug"};
        const char *names[] = {"an address without scheme", "a title one sign too long", "a line break in the title",
                               "a note one sign too long", "a NUL in the owner", "an empty tag", "51 tags",
                               "a tag one sign too long", "status 303", "length 5", "length 13",
                               "an end before the beginning", "an unknown domain", "an empty slug"};
        for (int i = 0; i < 14; ++i)
            QTest::newRow(names[i]) << std::string(fields[i]) << i;
    }

    void refusesFields() // R11, R13, R21
    {
        QFETCH(std::string, field);
        QFETCH(int, which);
        Fixture f;
        NewLink request;
        request.target = "https://example.com/";
        switch (which) {
        case 0: request.target = "example.com"; break;
        case 1: request.title = std::string(513, 't'); break;
        case 2: request.title = "a\r\nb"; break;
        case 3: request.note = std::string(4097, 'n'); break;
        case 4: request.owner = std::string("a\0b", 3); break;
        case 5: request.tags = {" "}; break;
        case 6:
            for (int i = 0; i < 51; ++i)
                request.tags.push_back(std::to_string(i));
            break;
        case 7: request.tags = {std::string(65, 'x')}; break;
        case 8: request.redirectStatus = 303; break;
        case 9: request.length = 5; break;
        case 10: request.length = 13; break;
        case 11:
            request.validFrom = f.clock.now();
            request.expiresAt = f.clock.now();
            break;
        case 12: request.domain = DomainId{99}; break;
        case 13: request.slug = ""; break;
        }
        const auto created = f.create(request);
        QVERIFY(!created.ok());
        QCOMPARE(created.error().code, ErrorCode::InvalidInput);
        QCOMPARE(created.error().field, field);
        QCOMPARE(f.data.number("SELECT count(*) FROM link"), std::int64_t{0});
    }

    void takesTheLongestFields()
    {
        Fixture f;
        NewLink request;
        request.target = "https://example.com/";
        for (int i = 0; i < 512; ++i)
            request.title += "ü";
        request.note = std::string(4096, 'n');
        for (int i = 0; i < 50; ++i)
            request.tags.push_back(std::to_string(i) + std::string(60, 'x'));
        const auto created = f.create(request);
        QVERIFY(created.ok());
        QCOMPARE(f.get(created->link.id)->tags.size(), std::size_t{50});
    }

    void aTakenSlugIsRefused()
    {
        Fixture f;
        QVERIFY(f.create("https://a.example/", "name").ok());
        QCOMPARE(codeOf(f.create("https://b.example/", "name")), ErrorCode::SlugTaken);
        QVERIFY(f.create("https://b.example/", "Name").ok()); // R8: the default domain tells case apart
        QCOMPARE(codeOf(f.create("https://b.example/", "Api")), ErrorCode::SlugReserved);
        QCOMPARE(f.find("name")->target, std::string("https://a.example/"));
    }

    void oneCaseRulePerDomain() // R8
    {
        Fixture f;
        const auto domain = f.createDomain("Go.Example", false);
        QVERIFY(domain.ok());
        QCOMPARE(domain->host, std::string("go.example"));
        NewLink request;
        request.target = "https://a.example/";
        request.domain = domain->id;
        request.slug = "Straße";
        QVERIFY(f.create(request).ok());
        request.slug = "STRASSE";
        QCOMPARE(codeOf(f.create(request)), ErrorCode::SlugTaken);
        QCOMPARE(f.find("strasse", domain->id)->code, std::string("Straße"));
        QCOMPARE(f.checkSlug("sTRASSe", domain->id).state, SlugState::Taken);
        QCOMPARE(f.checkSlug("Straße").state, SlugState::Free); // another domain
        LinkPatch patch;
        patch.slug = "STRASSE";
        QCOMPARE(f.edit(f.find("strasse", domain->id)->id, patch)->code, std::string("STRASSE"));
        QCOMPARE(f.find("straße", domain->id)->code, std::string("STRASSE"));
    }

    void domainsAreNormalisedAndUnique()
    {
        Fixture f;
        QCOMPARE(f.createDomain("https://x", true).error().field, std::string("host"));
        QCOMPARE(f.createDomain("Tübingen.example.", true)->host, std::string("xn--tbingen-n2a.example"));
        QCOMPARE(codeOf(f.createDomain("xn--tbingen-n2a.example", false)), ErrorCode::InvalidInput);
        QCOMPARE(f.createDomain("s.example:8080", true)->host, std::string("s.example:8080"));
        QVERIFY(f.create("https://a.example/").ok());
        const auto domains = await<Result<std::vector<Domain>>>([&](auto done) { f.service->domains(done); });
        QVERIFY(domains.ok());
        QCOMPARE(domains->size(), std::size_t{3});
        QCOMPARE(domains->at(0).linkCount, std::int64_t{1});
        QCOMPARE(domains->at(1).linkCount, std::int64_t{0});
        // A service that starts later knows them too.
        f.service.reset();
        f.service = std::make_unique<LinkService>(f.data.store(), f.clock, f.random);
        QCOMPARE(codeOf(f.find("nothing", domains->at(2).id)), ErrorCode::NotFound);
    }

    void refusesItsOwnHosts() // R14
    {
        Fixture f;
        f.service->setOwnHosts({"s.example", "127.0.0.1:8080", "[::1]:8080", "not a host"});
        for (const char *loop :
             {"http://s.example/x", "https://S.EXAMPLE./", "http://127.1:8080/", "http://[0::1]:8080/"}) {
            const auto created = f.create(loop);
            QVERIFY2(!created.ok(), loop);
            QCOMPARE(created.error().field, std::string("url"));
        }
        QVERIFY(f.create("http://s.example:8080/").ok());
        QVERIFY(f.create("http://notours.example/").ok());
        const auto link = f.create("https://a.example/");
        LinkPatch patch;
        patch.target = "https://s.example/";
        QCOMPARE(codeOf(f.edit(link->link.id, patch)), ErrorCode::InvalidInput);
    }

    void generatedCodesGrowWhenTheyClash() // R12
    {
        FakeClock clock;
        RepeatingRandom zeros(0);
        TempStore data(clock);
        LinkService service(data.store(), clock, zeros);
        std::set<std::size_t> lengths;
        for (int i = 0; i < 6; ++i) {
            NewLink request;
            request.target = "https://a.example/";
            const auto created = await<Result<Created>>([&](auto done) { service.create(request, "tester", done); });
            QVERIFY(created.ok());
            lengths.insert(created->link.code.size());
        }
        QCOMPARE(lengths, (std::set<std::size_t>{7, 8, 9, 10, 11, 12}));
    }

    void parallelCreatesAllSucceed() // R12
    {
        Fixture f;
        constexpr int kThreads = 8;
        constexpr int kEach = 1250;
        std::atomic<int> created{0};
        std::atomic<int> failed{0};
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&, t] {
                for (int i = 0; i < kEach; ++i) {
                    NewLink request;
                    request.target = "https://a.example/" + std::to_string(t * kEach + i);
                    if (i % 50 == 0)
                        request.tags = {"new-" + std::to_string(i), "shared"}; // the same new tag from every thread
                    f.service->create(std::move(request), "tester",
                                      [&](Result<Created> result) { ++(result ? created : failed); });
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        f.data.store().writer().flush();
        QCOMPARE(failed.load(), 0);
        QCOMPARE(created.load(), kThreads * kEach);
        QCOMPARE(f.data.number("SELECT count(DISTINCT code) FROM link"), std::int64_t{kThreads * kEach});
        QCOMPARE(f.data.number("SELECT count(*) FROM tag WHERE name = 'shared'"), std::int64_t{1});
        QCOMPARE(f.data.number("SELECT count(*) FROM link_tag g JOIN tag t ON t.id = g.tag_id WHERE t.name = 'shared'"),
                 std::int64_t{kThreads * kEach / 50});
    }

    void tagsAreOneWhateverTheirCase()
    {
        Fixture f;
        NewLink request;
        request.target = "https://a.example/";
        request.tags = {"Їжак"};
        QVERIFY(f.create(request).ok());
        request.tags = {"їЖАК"};
        QCOMPARE(f.get(f.create(request)->link.id)->tags, std::vector<std::string>{"Їжак"});
    }

    void reuseGivesTheOldestLink()
    {
        Fixture f;
        const auto first = f.create("https://a.example/x");
        QVERIFY(f.create("https://a.example/x").ok());
        NewLink request;
        request.target = " https://a.example/x ";
        request.reuse = true;
        const auto again = f.create(request);
        QVERIFY(again->reused);
        QCOMPARE(again->link.id.value, first->link.id.value);
        request.target = "https://a.example/y";
        QVERIFY(!f.create(request)->reused);
        QVERIFY(f.create(request)->reused);
    }

    void reusePassesOverDeadLinks()
    {
        Fixture f;
        NewLink request;
        request.target = "https://a.example/x";
        request.reuse = true;
        const auto deleted = f.create(request);
        QVERIFY(f.remove(deleted->link.id).ok());
        request.expiresAt = f.clock.now() + 1s;
        const auto expiring = f.create(request);
        QVERIFY(!expiring->reused);
        f.clock.advance(1s);
        request.expiresAt.reset();
        QVERIFY(!f.create(request)->reused);
        QVERIFY(f.create(request)->reused);
    }

    void anExpiredLinkGivesUpItsSlug() // R48
    {
        Fixture f;
        Recorder recorder;
        f.service->addObserver(&recorder);
        NewLink request;
        request.target = "https://a.example/old";
        request.slug = "sale";
        request.expiresAt = f.clock.now() + 1s;
        const auto old = f.create(request);
        request.target = "https://a.example/new";
        request.expiresAt.reset();
        QCOMPARE(codeOf(f.create(request)), ErrorCode::SlugTaken);
        QCOMPARE(f.checkSlug("sale").state, SlugState::Taken);
        f.clock.advance(1s);
        QCOMPARE(f.checkSlug("sale").state, SlugState::Free);
        const auto fresh = f.create(request);
        QVERIFY(fresh.ok());
        QCOMPARE(f.find("sale")->id.value, fresh->link.id.value);
        const auto history = f.get(old->link.id);
        QCOMPARE(history->status, LinkStatus::Deleted);
        QCOMPARE(history->code, std::string("sale"));
        QCOMPARE(codeOf(f.restore(old->link.id)), ErrorCode::SlugTaken);
        QCOMPARE(recorder.changes.size(), std::size_t{3});
        QCOMPARE(recorder.changes[1].change, LinkChange::Deleted);
        QCOMPARE(recorder.changes[1].before.id.value, old->link.id.value);
        QCOMPARE(recorder.changes[2].change, LinkChange::Created);
        QVERIFY(f.remove(fresh->link.id).ok());
        LinkPatch away;
        QVERIFY(f.restore(fresh->link.id).ok());
        away.slug = "sale-2";
        away.aliasFor = Period{}; // without going on under its old name
        QVERIFY(f.edit(fresh->link.id, away).ok());
        QCOMPARE(f.restore(old->link.id)->code, std::string("sale"));
        QCOMPARE(f.find("sale")->id.value, old->link.id.value);
    }

    void aDeletedLinkKeepsItsSlugUntilRestored()
    {
        Fixture f;
        const auto link = f.create("https://a.example/", "name");
        const auto deleted = f.remove(link->link.id);
        QVERIFY(deleted.ok());
        QCOMPARE(deleted->status, LinkStatus::Deleted);
        QVERIFY(deleted->deletedAt == f.clock.now());
        QCOMPARE(codeOf(f.find("name")), ErrorCode::NotFound);
        QCOMPARE(codeOf(f.create("https://b.example/", "name")), ErrorCode::SlugTaken);
        QCOMPARE(codeOf(f.remove(link->link.id)), ErrorCode::NotFound);
        QCOMPARE(codeOf(f.edit(link->link.id, {})), ErrorCode::NotFound);
        QCOMPARE(f.get(link->link.id)->status, LinkStatus::Deleted);
        const auto restored = f.restore(link->link.id);
        QCOMPARE(restored->status, LinkStatus::Active);
        QVERIFY(!restored->deletedAt);
        QCOMPARE(restored->version, std::int64_t{3});
        QVERIFY(f.find("name").ok());
        QCOMPARE(f.restore(link->link.id)->version, std::int64_t{3}); // nothing to restore, nothing changed
    }

    void editChangesWhatIsNamed()
    {
        Fixture f;
        NewLink request;
        request.target = "https://a.example/";
        request.title = "old";
        request.expiresAt = f.clock.now() + 1h;
        request.tags = {"a", "b"};
        const auto link = f.create(request);
        f.clock.advance(5s);
        LinkPatch patch;
        patch.target = "https://b.example/ü";
        patch.tags = std::vector<std::string>{"b", "c"};
        patch.expiresAt = std::optional<TimePoint>();
        const auto edited = f.edit(link->link.id, patch, 1);
        QVERIFY(edited.ok());
        QCOMPARE(edited->target, std::string("https://b.example/%C3%BC"));
        QCOMPARE(edited->title, std::string("old"));
        QVERIFY(!edited->expiresAt);
        QCOMPARE(edited->version, std::int64_t{2});
        QVERIFY(edited->updatedAt == f.clock.now());
        const auto got = f.get(link->link.id);
        QCOMPARE(got->tags, (std::vector<std::string>{"b", "c"}));
        QCOMPARE(got->target, edited->target);
    }

    void twoEditorsDoNotOverwriteEachOther() // R28
    {
        Fixture f;
        const auto link = f.create("https://a.example/");
        LinkPatch patch;
        patch.title = "first";
        QVERIFY(f.edit(link->link.id, patch, 1).ok());
        patch.title = "second";
        QCOMPARE(codeOf(f.edit(link->link.id, patch, 1)), ErrorCode::VersionConflict);
        QCOMPARE(codeOf(f.remove(link->link.id, 1)), ErrorCode::VersionConflict);
        QCOMPARE(f.get(link->link.id)->title, std::string("first"));
        QVERIFY(f.remove(link->link.id, 2).ok());
        QCOMPARE(codeOf(f.edit(LinkId{12345}, patch)), ErrorCode::NotFound);
    }

    void aLinkRenamedForGoodAnswersToItsNewNameOnly() // R9
    {
        Fixture f;
        Recorder recorder;
        f.service->addObserver(&recorder);
        const auto link = f.create("https://a.example/", "one");
        QVERIFY(f.create("https://b.example/", "two").ok());
        LinkPatch patch;
        patch.slug = "two";
        patch.aliasFor = Period{};
        QCOMPARE(codeOf(f.edit(link->link.id, patch)), ErrorCode::SlugTaken);
        patch.slug = "ROBOTS.TXT";
        QCOMPARE(codeOf(f.edit(link->link.id, patch)), ErrorCode::SlugReserved);
        patch.slug = "three";
        QVERIFY(f.edit(link->link.id, patch).ok());
        QCOMPARE(codeOf(f.find("one")), ErrorCode::NotFound);
        QCOMPARE(f.find("three")->id.value, link->link.id.value);
        QCOMPARE(recorder.changes.back().before.code, std::string("one"));
        QCOMPARE(recorder.changes.back().after.code, std::string("three"));
        QVERIFY(f.create("https://c.example/", "one").ok());
    }

    void editKeepsThePeriodPossible()
    {
        Fixture f;
        NewLink request;
        request.target = "https://a.example/";
        request.validFrom = f.clock.now() + 1h;
        const auto link = f.create(request);
        LinkPatch patch;
        patch.expiresAt = std::optional(f.clock.now());
        QCOMPARE(f.edit(link->link.id, patch).error().field, std::string("expiresAt"));
    }

    void everyChangeIsInTheAudit()
    {
        Fixture f;
        const auto link = f.create("https://a.example/");
        LinkPatch patch;
        patch.title = "new \"title\"";
        QVERIFY(f.edit(link->link.id, patch).ok());
        QVERIFY(f.remove(link->link.id).ok());
        QVERIFY(f.restore(link->link.id).ok());
        QCOMPARE(f.data.number("SELECT count(*) FROM audit WHERE link_id = 1 AND actor = 'tester' "
                               "AND action IN ('edit', 'delete', 'restore')"), std::int64_t{3});
        QCOMPARE(f.data.number("SELECT json_extract(after, '$.title') = 'new \"title\"' "
                               "AND json_extract(before, '$.title') = '' FROM audit WHERE action = 'edit'"),
                 std::int64_t{1});
    }

    void manyAreOneTransactionWithAnAnswerEach()
    {
        Fixture f;
        std::vector<NewLink> requests(5);
        for (NewLink &request : requests)
            request.target = "https://a.example/";
        requests[1].slug = "twice";
        requests[2].slug = "twice";
        requests[3].target = "javascript:x";
        requests[4].tags = {"a", "b"};
        const auto before = f.data.store().writer().stats().commits;
        const auto results = await<std::vector<Result<Created>>>(
            [&](auto done) { f.service->createMany(requests, "tester", done); });
        QCOMPARE(results.size(), std::size_t{5});
        QVERIFY(results[0].ok());
        QVERIFY(results[1].ok());
        QCOMPARE(codeOf(results[2]), ErrorCode::SlugTaken);
        QCOMPARE(codeOf(results[3]), ErrorCode::InvalidInput);
        QVERIFY(results[4].ok());
        QCOMPARE(f.get(results[4]->link.id)->tags.size(), std::size_t{2});
        QCOMPARE(f.data.number("SELECT count(*) FROM link"), std::int64_t{3});
        QVERIFY(f.data.store().writer().stats().commits - before <= 2); // and perhaps one of the search index
        const auto none =
            await<std::vector<Result<Created>>>([&](auto done) { f.service->createMany({}, "tester", done); });
        QVERIFY(none.empty());
    }

    void observersHearBeforeTheCallerDoes() // R4
    {
        Fixture f;
        Recorder recorder;
        f.service->addObserver(&recorder);
        const auto seen = await<std::size_t>([&](auto done) {
            NewLink request;
            request.target = "https://a.example/";
            f.service->create(request, "tester", [&recorder, done](Result<Created>) { done(recorder.changes.size()); });
        });
        QCOMPARE(seen, std::size_t{1});
        QCOMPARE(codeOf(f.create("https://a.example/", "api")), ErrorCode::SlugReserved);
        QCOMPARE(recorder.changes.size(), std::size_t{1});
    }

    void checksSlugs_data()
    {
        QTest::addColumn<std::string>("slug");
        QTest::addColumn<int>("state");
        QTest::newRow("nothing") << std::string() << int(SlugState::Invalid);
        QTest::newRow("a space") << std::string("a b") << int(SlugState::Invalid);
        QTest::newRow("a reserved name") << std::string("API") << int(SlugState::Reserved);
        QTest::newRow("a taken name") << std::string("taken") << int(SlugState::Taken);
        QTest::newRow("a free name") << std::string("free") << int(SlugState::Free);
    }

    void checksSlugs()
    {
        QFETCH(std::string, slug);
        QFETCH(int, state);
        Fixture f;
        QVERIFY(f.create("https://a.example/", "taken").ok());
        const SlugCheck check = f.checkSlug(slug.c_str());
        QCOMPARE(int(check.state), state);
        QCOMPARE(check.reason.empty(), check.state == SlugState::Free);
    }

    void userTextIsNeverSql() // R34
    {
        Fixture f;
        NewLink request;
        request.target = "https://a.example/');DROP TABLE link;--";
        request.title = "'); DELETE FROM link; --";
        request.tags = {"x'); DROP TABLE tag; --"};
        const auto created = f.create(request);
        QVERIFY(created.ok());
        QCOMPARE(f.get(created->link.id)->title, request.title);
        QCOMPARE(f.get(created->link.id)->tags, request.tags);
    }

    void keepsItsLinksOverARestart()
    {
        Fixture f;
        const auto created = f.create("https://a.example/");
        f.service.reset();
        f.data.reopen();
        f.service = std::make_unique<LinkService>(f.data.store(), f.clock, f.random);
        QCOMPARE(f.get(created->link.id)->target, std::string("https://a.example/")); // R35
    }
};

QTEST_GUILESS_MAIN(TestLinkService)
#include "tst_linkservice.moc"
