#include "links/linkservice.h"
#include "links/tagbook.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QTest>

#include <atomic>
#include <map>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

struct Fixture {
    FakeClock clock;
    SeededRandom random{7};
    TempStore data{clock};
    LinkService service{data.store(), clock, random};
    TagBook tags{data.store(), clock};

    LinkId add(std::vector<std::string> names)
    {
        NewLink request;
        request.target = "https://a.example/";
        request.tags = std::move(names);
        const auto created = await<Result<Created>>([&](auto done) { service.create(request, "tester", done); });
        if (!created)
            qFatal("create: %s", created.error().detail.c_str());
        return created->link.id;
    }
    std::vector<std::string> tagsOf(LinkId id)
    {
        return await<Result<Link>>([&](auto done) { service.get(id, done); })->tags;
    }
    std::map<std::string, std::int64_t> all()
    {
        std::map<std::string, std::int64_t> out;
        const auto rows = await<Result<std::vector<TagRow>>>([&](auto done) { tags.list(done); });
        for (const TagRow &row : *rows)
            out[row.name] = row.links;
        return out;
    }
    Result<TagRow> rename(const std::string &name, const std::string &to)
    {
        return await<Result<TagRow>>([&](auto done) { tags.rename(name, to, "anna", done); });
    }
    Result<TagRow> remove(const std::string &name)
    {
        return await<Result<TagRow>>([&](auto done) { tags.remove(name, "anna", done); });
    }
    // Links without going through the service, for many.
    void addTagged(int first, int last, const char *tag)
    {
        const std::string range = "WITH RECURSIVE n(i) AS (SELECT " + std::to_string(first)
                                  + " UNION ALL SELECT i + 1 FROM n WHERE i < " + std::to_string(last) + ") ";
        QVERIFY(
            data.exec(
                    "INSERT OR IGNORE INTO tag(name, name_key) VALUES('" + std::string(tag) + "', '" + tag + "');"
                    + range
                    + "INSERT OR IGNORE INTO link(id, domain_id, code, status, generator, long_url, target_hash, "
                      "redirect_status, forward_query, track, version, created_at, updated_at) SELECT i, 1, 'c' || i, "
                      "'active', 'random', 'https://a.example/', 0, 302, 1, 1, 1, 5, 5 FROM n;"
                    + range + "INSERT INTO link_tag(tag_id, link_id) SELECT t.id, n.i FROM n, tag t WHERE t.name = '"
                    + tag + "'")
                .ok());
    }
};

using Names = std::vector<std::string>;

} // namespace

class TestTagBook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsWhatIsNotInTheBin()
    {
        Fixture f;
        QVERIFY(f.all().empty());
        f.add({"spring", "old"});
        f.add({"Spring"});
        const LinkId deleted = f.add({"spring", "gone"});
        (void)await<Result<Link>>([&](auto done) { f.service.remove(deleted, std::nullopt, "t", done); });
        QCOMPARE(f.all(), (std::map<std::string, std::int64_t>{{"spring", 2}, {"old", 1}}));
        const auto rows = await<Result<std::vector<TagRow>>>([&](auto done) { f.tags.list(done); });
        QCOMPARE(rows->front().name, std::string("spring"));
    }

    void aRenameTouchesNoLink()
    {
        Fixture f;
        const LinkId id = f.add({"spring"});
        const auto before = await<Result<Link>>([&](auto done) { f.service.get(id, done); });
        f.clock.advance(std::chrono::hours(1));
        const auto renamed = f.rename("SPRING", "  Summer sale ");
        QVERIFY(renamed.ok());
        QCOMPARE(renamed->name, std::string("Summer sale"));
        QCOMPARE(renamed->links, std::int64_t{1});
        const auto after = await<Result<Link>>([&](auto done) { f.service.get(id, done); });
        QCOMPARE(after->tags, (Names{"Summer sale"}));
        QCOMPARE(after->version, before->version);
        QCOMPARE(after->updatedAt, before->updatedAt);
        // Only the letters' case.
        QVERIFY(f.rename("summer sale", "SUMMER SALE").ok());
        QCOMPARE(f.tagsOf(id), (Names{"SUMMER SALE"}));
        QCOMPARE(f.data.number("SELECT count(*) FROM audit WHERE action = 'rename-tag' AND actor = 'anna'"),
                 std::int64_t{2});
    }

    void aRenameMergesIntoWhatIsThere()
    {
        Fixture f;
        const LinkId both = f.add({"old", "new"});
        const LinkId one = f.add({"old"});
        const LinkId other = f.add({"new"});
        const auto merged = f.rename("old", "NEW");
        QVERIFY(merged.ok());
        QCOMPARE(merged->name, std::string("new"));
        for (const LinkId id : {both, one, other})
            QCOMPARE(f.tagsOf(id), (Names{"new"}));
        QCOMPARE(f.all(), (std::map<std::string, std::int64_t>{{"new", 3}}));
        QCOMPARE(f.data.number("SELECT count(*) FROM tag"), std::int64_t{1});
        QCOMPARE(f.data.number("SELECT count(*) FROM audit WHERE action = 'merge-tag'"), std::int64_t{1});
    }

    void aDeleteTakesItOffEverywhere()
    {
        Fixture f;
        const LinkId id = f.add({"a", "b"});
        QVERIFY(f.remove("A").ok());
        QCOMPARE(f.tagsOf(id), (Names{"b"}));
        QCOMPARE(f.remove("a").error().code, ErrorCode::NotFound);
        QCOMPARE(f.data.number("SELECT count(*) FROM audit WHERE action = 'delete-tag'"), std::int64_t{1});
        // It can come back.
        f.add({"a"});
        QCOMPARE(f.all(), (std::map<std::string, std::int64_t>{{"a", 1}, {"b", 1}}));
    }

    void refuses()
    {
        Fixture f;
        f.add({"a"});
        QCOMPARE(f.rename("b", "c").error().code, ErrorCode::NotFound);
        for (const std::string &name : {std::string(), std::string("  "), std::string(65, 'x'), std::string("a\nb"),
                                        std::string("\xff"), std::string("a\0b", 3)}) {
            const auto refused = f.rename("a", name);
            QVERIFY(!refused.ok());
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
            QCOMPARE(refused.error().field, std::string("name"));
        }
        QCOMPARE(f.all(), (std::map<std::string, std::int64_t>{{"a", 1}}));
    }

    // Numbers around the size of one job.
    void manyLinks_data()
    {
        QTest::addColumn<int>("links");
        for (const int links : {1999, 2000, 2001, 10'500})
            QTest::addRow("%d links", links) << links;
    }

    void manyLinks()
    {
        QFETCH(int, links);
        Fixture f;
        f.addTagged(1, links, "big");
        f.addTagged(links / 2, links + 10, "other");
        QVERIFY(f.rename("big", "other").ok());
        QCOMPARE(f.all(), (std::map<std::string, std::int64_t>{{"other", links + 10}}));
        QCOMPARE(f.data.number("SELECT count(*) FROM link WHERE version <> 1 OR updated_at <> 5"), std::int64_t{0});
        QCOMPARE(f.remove("other")->links, std::int64_t{links + 10});
        QVERIFY(f.all().empty());
        QCOMPARE(f.data.number("SELECT count(*) FROM link"), std::int64_t{links + 10});
        QCOMPARE(f.data.number("SELECT count(*) FROM tag"), std::int64_t{0});
    }

    // Others go on making links with either tag meanwhile; each ends with the new one, and their writes do not wait long.
    void writesGoOnMeanwhile()
    {
        Fixture f;
        constexpr int kLinks = 100'000;
        f.addTagged(1, kLinks, "big");
        f.addTagged(kLinks + 1, kLinks + 1, "other");
        std::atomic<bool> stop{false};
        std::atomic<int> made{0};
        std::atomic<std::int64_t> longest{0};
        std::vector<std::thread> makers;
        for (int t = 0; t < 2; ++t) {
            makers.emplace_back([&f, &stop, &made, &longest] {
                while (!stop) {
                    const auto start = std::chrono::steady_clock::now();
                    f.add({"big"});
                    const auto took =
                        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start);
                    longest = std::max<std::int64_t>(longest, took.count());
                    ++made;
                }
            });
        }
        const auto merged = f.rename("big", "other");
        stop = true;
        for (std::thread &maker : makers)
            maker.join();
        QVERIFY(merged.ok());
        qInfo() << made.load() << "links were made meanwhile, the slowest in" << longest.load() << "ms";
        // Links made after the merge have a new tag of the old name.
        std::int64_t tagged = 0;
        for (const auto &[name, links] : f.all())
            tagged += links;
        QCOMPARE(tagged, std::int64_t{kLinks + 1 + made});
        QVERIFY(made > 0);
    }

    void parallelCreatesMakeOneTag()
    {
        Fixture f;
        std::vector<std::thread> makers;
        for (int t = 0; t < 4; ++t) {
            makers.emplace_back([&f] {
                for (int i = 0; i < 25; ++i)
                    f.add({"fresh", "n" + std::to_string(i)});
            });
        }
        for (std::thread &maker : makers)
            maker.join();
        QCOMPARE(f.all().at("fresh"), std::int64_t{100});
        QCOMPARE(f.data.number("SELECT count(*) FROM tag"), std::int64_t{26});
    }
};

QTEST_GUILESS_MAIN(TestTagBook)
#include "tst_tagbook.moc"
