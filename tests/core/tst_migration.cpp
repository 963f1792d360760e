#include "links/linkservice.h"

#include "await.h"
#include "fakes.h"
#include "shareddata.h"
#include "store/migrations.h"
#include "store/sqlconnection.h"
#include "store/statement.h"
#include "store/store.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <future>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

// tests/data/schema1.db: made by the release that had schema 1. Links: 1 "Summer" (tag, one click), 2 with a made code,
// 3 "gone" (deleted), 4 "Straße" on go.example, which ignores case.
struct Migrated {
    FakeClock clock;
    SeededRandom random;
    QTemporaryDir folder;
    std::unique_ptr<Store> store;
    std::unique_ptr<LinkService> links;

    explicit Migrated(const char *fixture = "schema1.db")
    {
        const QString file = folder.filePath(QStringLiteral("linkdesk.db"));
        if (!QFile::copy(ownData(QString::fromLatin1(fixture)), file))
            qFatal("tests/data/%s is missing", fixture);
        QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner);
        StoreOptions options;
        options.dataDir = folder.path().toStdString();
        auto opened = Store::open(options, clock);
        if (!opened)
            qFatal("%s", opened.error().detail.c_str());
        store = std::move(*opened);
        links = std::make_unique<LinkService>(*store, clock, random);
    }
    Result<Link> get(std::int64_t id)
    {
        return await<Result<Link>>([&](auto done) { links->get(LinkId{id}, done); });
    }
};

} // namespace

// What an update of Linkdesk does with the data of the last one.
class TestMigration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bringsAnOldDatabaseToThePresentSchema()
    {
        Migrated m;
        std::promise<std::int64_t> version;
        QVERIFY(m.store->readers().submit([&](SqlConnection &connection) { version.set_value(*schemaVersion(connection)); }));
        QCOMPARE(version.get_future().get(), kSchemaVersion);
    }

    void keepsTagsAndFormerCodesOfSchema2()
    {
        Migrated m("schema2.db");
        const auto summer = m.get(1);
        QCOMPARE(summer->code, std::string("summer"));
        QCOMPARE(summer->tags, (std::vector<std::string>{"news", "offers"}));
        QCOMPARE(summer->aliases.size(), std::size_t{1});
        QCOMPARE(summer->aliases[0].code, std::string("spring"));
        QCOMPARE(summer->clicks.humans, std::int64_t{2});
        QVERIFY(!summer->maxClicks && !summer->ban && !summer->favourite && summer->fallback.empty());
        QCOMPARE(m.get(4)->tags, std::vector<std::string>{"news"});
        // A tag belongs to its link, and goes with it.
        LinkPatch patch;
        patch.tags = std::vector<std::string>{"news"};
        const auto edited =
            await<Result<Link>>([&](auto done) { m.links->edit(LinkId{1}, patch, std::nullopt, "tester", done); });
        QCOMPARE(edited->tags, std::vector<std::string>{"news"});
        const auto old = await<Result<Link>>([&](auto done) { m.links->find(kDefaultDomain, "spring", done); });
        QCOMPARE(old->id.value, std::int64_t{1});
    }

    void keepsLinksDomainsAndClicks()
    {
        Migrated m;
        const auto summer = m.get(1);
        QCOMPARE(summer->code, std::string("Summer"));
        QCOMPARE(summer->target, std::string("https://example.com/1"));
        QCOMPARE(summer->tags, std::vector<std::string>{"news"});
        QCOMPARE(summer->clicks.humans, std::int64_t{1});
        QVERIFY(summer->aliases.empty());
        QCOMPARE(m.get(2)->code.size(), std::size_t{7});
        QCOMPARE(m.get(3)->status, LinkStatus::Deleted);
        const auto found = await<Result<Link>>([&](auto done) { m.links->find(DomainId{2}, "STRASSE", done); });
        QCOMPARE(found->id.value, std::int64_t{4});
        const std::vector<Domain> domains = m.links->knownDomains();
        QCOMPARE(domains.size(), std::size_t{2});
        QVERIFY(domains[0].caseSensitive && !domains[1].caseSensitive);
        // The settings that are new are what was before.
        QVERIFY(domains[0].codes == CodeRules());
        QVERIFY(domains[1].codes == CodeRules());
    }

    void knowsLookAlikesOfOldSlugs()
    {
        Migrated m;
        m.links->refreshLookAlikes([] { return true; });
        m.links->refreshLookAlikes([] { return true; }); // has nothing to do
        const auto check =
            await<Result<SlugCheck>>([&](auto done) { m.links->checkSlug(kDefaultDomain, "Sumrner", done); });
        QCOMPARE(check->state, SlugState::Free);
        QCOMPARE(check->similar.size(), std::size_t{1});
        QCOMPARE(check->similar[0].id.value, std::int64_t{1});
    }

    // A link with a tag made quick_check of SQLite 3.40 see damage where there is none.
    void opensAgainAndAgain()
    {
        Migrated m;
        for (int round = 0; round < 3; ++round) {
            m.links.reset();
            m.store.reset();
            StoreOptions options;
            options.dataDir = m.folder.path().toStdString();
            auto opened = Store::open(options, m.clock);
            QVERIFY2(opened.ok(), opened ? "" : opened.error().detail.c_str());
            m.store = std::move(*opened);
            m.links = std::make_unique<LinkService>(*m.store, m.clock, m.random);
            QCOMPARE(m.get(1)->tags, std::vector<std::string>{"news"});
        }
    }

    void newThingsWorkOnOldData()
    {
        Migrated m;
        LinkPatch patch;
        patch.slug = "Winter";
        const auto renamed = await<Result<Link>>([&](auto done) { m.links->edit(LinkId{1}, patch, {}, "t", done); });
        QCOMPARE(renamed->aliases.size(), std::size_t{1});
        NewLink request;
        request.target = "https://example.com/";
        for (const GeneratorKind kind : kGeneratorKinds) {
            request.generator = kind;
            QVERIFY(await<Result<Created>>([&](auto done) { m.links->create(request, "t", done); }).ok());
        }
    }
};

QTEST_GUILESS_MAIN(TestMigration)
#include "tst_migration.moc"
