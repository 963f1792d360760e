#include "links/filterparser.h"
#include "links/viewbook.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QTest>

using namespace linkdesk::core;
using namespace linkdesk::test;

Q_DECLARE_METATYPE(std::string)

namespace {

struct Fixture {
    FakeClock clock;
    TempStore data{clock};
    ViewBook views{data.store(), clock};

    Result<SavedView> create(ViewPatch patch)
    {
        return await<Result<SavedView>>([&](auto done) { views.create(std::move(patch), "anna", done); });
    }
    SavedView named(const char *name, const char *filter = "")
    {
        ViewPatch patch;
        patch.name = name;
        patch.filter = filter;
        const auto view = create(patch);
        if (!view)
            qFatal("create: %s", view.error().detail.c_str());
        return *view;
    }
    Result<SavedView> change(std::int64_t id, ViewPatch patch)
    {
        return await<Result<SavedView>>([&](auto done) { views.change(id, std::move(patch), "anna", done); });
    }
    Result<SavedView> remove(std::int64_t id)
    {
        return await<Result<SavedView>>([&](auto done) { views.remove(id, "anna", done); });
    }
    std::vector<CountedView> all()
    {
        const auto meaning = [this](std::string_view text) -> std::optional<LinkFilter> {
            FilterContext context;
            context.now = clock.now();
            FilterParse parsed = parseFilter(text, context);
            return parsed.error ? std::nullopt : std::optional(std::move(parsed.filter));
        };
        auto found = await<Result<std::vector<CountedView>>>([&](auto done) { views.list(meaning, done); });
        if (!found)
            qFatal("list: %s", found.error().detail.c_str());
        return std::move(*found);
    }
    std::string order()
    {
        std::string out;
        int position = 0;
        for (const CountedView &counted : all()) {
            out += counted.view.name;
            if (counted.view.position != position++)
                out += "!";
        }
        return out;
    }
};

} // namespace

class TestViewBook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aViewHasDefaults()
    {
        Fixture f;
        const SavedView view = f.named("  Spring  ");
        QCOMPARE(view.name, std::string("Spring"));
        QCOMPARE(view.sort, std::string("-created"));
        QCOMPARE(view.colour, 0);
        QCOMPARE(view.position, 0);
        QCOMPARE(f.all().size(), std::size_t{1});
    }

    void positionsOrderThem()
    {
        Fixture f;
        const auto a = f.named("a");
        f.named("b");
        const auto c = f.named("c");
        QCOMPARE(f.order(), std::string("abc"));
        ViewPatch first;
        first.position = 0;
        QVERIFY(f.change(c.id, first).ok());
        QCOMPARE(f.order(), std::string("cab"));
        ViewPatch far;
        far.position = 1000;
        QCOMPARE(f.change(c.id, far)->position, 2);
        QCOMPARE(f.order(), std::string("abc"));
        ViewPatch second;
        second.name = "d";
        second.position = 1;
        QCOMPARE(f.create(second)->position, 1);
        QCOMPARE(f.order(), std::string("adbc"));
        QVERIFY(f.remove(a.id).ok());
        QCOMPARE(f.order(), std::string("dbc"));
        QCOMPARE(f.remove(a.id).error().code, ErrorCode::NotFound);
        QCOMPARE(f.change(a.id, {}).error().code, ErrorCode::NotFound);
    }

    void refuses_data()
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("sort");
        QTest::addColumn<int>("colour");
        QTest::addColumn<std::string>("field");
        const std::string good = "-clicks";
        QTest::newRow("no name") << std::string() << good << 0 << std::string("name");
        QTest::newRow("only spaces") << std::string("   ") << good << 0 << std::string("name");
        QTest::newRow("81 characters") << std::string(81, 'x') << good << 0 << std::string("name");
        QTest::newRow("a line break") << std::string("a\nb") << good << 0 << std::string("name");
        QTest::newRow("no UTF-8") << std::string("\xff") << good << 0 << std::string("name");
        QTest::newRow("a megabyte") << std::string(1'000'000, 'x') << good << 0 << std::string("name");
        QTest::newRow("taken") << std::string("taken") << good << 0 << std::string("name");
        QTest::newRow("no such order") << std::string("a") << std::string("-size") << 0 << std::string("sort");
        QTest::newRow("an empty order") << std::string("a") << std::string() << 0 << std::string("sort");
        QTest::newRow("colour 12") << std::string("a") << good << 12 << std::string("colour");
        QTest::newRow("colour -1") << std::string("a") << good << -1 << std::string("colour");
    }

    void refuses()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, sort);
        QFETCH(int, colour);
        QFETCH(std::string, field);
        Fixture f;
        f.named("taken");
        const auto other = f.named("other");
        ViewPatch patch;
        patch.name = name;
        patch.sort = sort;
        patch.colour = colour;
        for (const auto &refused : {f.create(patch), f.change(other.id, patch)}) {
            QVERIFY(!refused.ok());
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
            QCOMPARE(refused.error().field, field);
        }
        QCOMPARE(f.order(), std::string("takenother"));
    }

    void namesMayBeLongInAnyScript()
    {
        Fixture f;
        std::string name;
        for (int i = 0; i < 80; ++i)
            name += "ї";
        QCOMPARE(f.named(name.c_str()).name, name);
    }

    void thereIsARoomForTwoHundred()
    {
        Fixture f;
        for (int i = 0; i < 200; ++i)
            f.named(std::to_string(i).c_str());
        ViewPatch patch;
        patch.name = "one more";
        QCOMPARE(f.create(patch).error().code, ErrorCode::InvalidInput);
    }

    void linksAreCounted()
    {
        Fixture f;
        QVERIFY(
            f.data
                .exec("INSERT INTO link(domain_id, code, status, generator, long_url, target_hash, redirect_status, "
                      "forward_query, track, version, created_at, updated_at, favourite) VALUES"
                      "(1, 'a', 'active', 'custom', 'https://a.example/', 0, 302, 1, 1, 1, 0, 0, 1),"
                      "(1, 'b', 'active', 'custom', 'https://b.example/', 0, 302, 1, 1, 1, 0, 0, 0),"
                      "(1, 'c', 'deleted', 'custom', 'https://c.example/', 0, 302, 1, 1, 1, 0, 0, 1)")
                .ok());
        f.named("all");
        f.named("favourites", "is:favourite");
        f.named("none", "tag:none");
        f.named("of an older version", "nothing:here");
        const auto views = f.all();
        QCOMPARE(views[0].links.value_or(-1), std::int64_t{2});
        QCOMPARE(views[1].links.value_or(-1), std::int64_t{1});
        QCOMPARE(views[2].links.value_or(-1), std::int64_t{0});
        QVERIFY(!views[3].links);
    }

    void changesAreAudited()
    {
        Fixture f;
        const auto view = f.named("a");
        ViewPatch patch;
        patch.filter = "tag:x";
        QVERIFY(f.change(view.id, patch).ok());
        QVERIFY(f.change(view.id, patch).ok()); // changes nothing
        QVERIFY(f.remove(view.id).ok());
        QCOMPARE(
            f.data.number("SELECT count(*) FROM audit WHERE action IN ('create-view', 'edit-view', 'delete-view')"),
            std::int64_t{3});
        QCOMPARE(f.data.number("SELECT count(*) FROM audit WHERE action = 'edit-view' AND after LIKE '%tag:x%'"),
                 std::int64_t{1});
    }
};

QTEST_GUILESS_MAIN(TestViewBook)
#include "tst_viewbook.moc"
