#include "links/linkservice.h"

#include "await.h"
#include "codes/checkcharacter.h"
#include "fakes.h"
#include "store/linkstore.h"
#include "tempstore.h"

#include <QTest>

#include <atomic>
#include <set>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

class Recorder final : public LinkObserver {
public:
    void linkChanged(LinkChange, const Link &, const Link &after) override { last = after; }
    void domainKeysChanging(DomainId) override { ++keysChanging; }
    void domainsChanged(const std::vector<Domain> &all) override { domains = all; }
    Link last;
    int keysChanging = 0;
    std::vector<Domain> domains;
};

struct Fixture {
    FakeClock clock;
    SeededRandom random{3};
    TempStore data{clock};
    Recorder recorder;
    std::unique_ptr<LinkService> links = std::make_unique<LinkService>(data.store(), clock, random);

    Fixture() { links->addObserver(&recorder); }

    Result<Domain> change(const DomainPatch &patch, DomainId id = kDefaultDomain)
    {
        return await<Result<Domain>>([&](auto done) { links->changeDomain(id, patch, "tester", done); });
    }
    Result<Created> create(const std::optional<std::string> &slug, std::optional<GeneratorKind> kind = std::nullopt)
    {
        NewLink request;
        request.target = "https://target.example/" + slug.value_or("");
        request.slug = slug;
        request.generator = kind;
        return await<Result<Created>>([&](auto done) { links->create(request, "tester", done); });
    }
    Result<Link> rename(LinkId id, const char *slug, std::optional<Period> aliasFor = std::nullopt)
    {
        LinkPatch patch;
        patch.slug = slug;
        patch.aliasFor = aliasFor;
        return await<Result<Link>>([&](auto done) { links->edit(id, patch, std::nullopt, "tester", done); });
    }
    Result<Link> find(const char *code)
    {
        return await<Result<Link>>([&](auto done) { links->find(kDefaultDomain, code, done); });
    }
    SlugCheck check(const char *slug)
    {
        return *await<Result<SlugCheck>>([&](auto done) { links->checkSlug(kDefaultDomain, slug, done); });
    }
    std::optional<RedirectRow> visit(const char *key)
    {
        std::optional<RedirectRow> row;
        data.read([&](SqlConnection &connection) { row = *findForRedirect(connection, kDefaultDomain, key); });
        return row;
    }
};

template <typename T>
ErrorCode codeOf(const Result<T> &result)
{
    return result ? ErrorCode::Internal : result.error().code;
}

} // namespace

Q_DECLARE_METATYPE(linkdesk::core::GeneratorKind)

class TestDomainSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void settingsHoldAfterARestart()
    {
        Fixture f;
        DomainPatch patch;
        patch.generator = GeneratorKind::Words;
        patch.length = 9;
        patch.easyAlphabet = true;
        patch.checkCharacter = true;
        patch.prefix = "x_";
        patch.multiSegment = true;
        patch.reserveCommonNames = true;
        patch.aliasDays = 5;
        const auto changed = f.change(patch);
        QVERIFY(changed.ok());
        QCOMPARE(f.recorder.domains.size(), std::size_t{1});
        QVERIFY(f.recorder.domains.front().codes == changed->codes);
        QCOMPARE(f.recorder.keysChanging, 0);
        f.links = std::make_unique<LinkService>(f.data.store(), f.clock, f.random);
        QVERIFY(f.links->knownDomains().front().codes == changed->codes);
        QCOMPARE(f.links->knownDomains().front().codes.prefix, std::string("x_"));
        // What was not named stays.
        DomainPatch one;
        one.length = 8;
        const auto again = f.change(one);
        QCOMPARE(again->codes.aliasDays, 5);
        QCOMPARE(again->codes.length, 8);
        QCOMPARE(f.data.number("SELECT count(*) FROM audit WHERE action LIKE 'change-domain%' AND before <> after"), std::int64_t{2});
    }

    void refusesWrongSettings_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<int>("number");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("too short") << u"length"_qs << 5 << QString();
        QTest::newRow("too long") << u"length"_qs << 13 << QString();
        QTest::newRow("negative days") << u"aliasDays"_qs << -1 << QString();
        QTest::newRow("too many days") << u"aliasDays"_qs << 3651 << QString();
        QTest::newRow("slash") << u"prefix"_qs << 0 << u"a/"_qs;
        QTest::newRow("letters beyond ASCII") << u"prefix"_qs << 0 << u"ä"_qs;
        QTest::newRow("a space") << u"prefix"_qs << 0 << u"a b"_qs;
        QTest::newRow("21 characters") << u"prefix"_qs << 0 << QString(21, u'a');
    }

    void refusesWrongSettings()
    {
        QFETCH(QString, field);
        QFETCH(int, number);
        QFETCH(QString, prefix);
        Fixture f;
        DomainPatch patch;
        if (field == u"length")
            patch.length = number;
        else if (field == u"aliasDays")
            patch.aliasDays = number;
        else
            patch.prefix = prefix.toStdString();
        const auto refused = f.change(patch);
        QCOMPARE(codeOf(refused), ErrorCode::InvalidInput);
        QCOMPARE(QString::fromStdString(refused.error().field), field);
        QVERIFY(f.links->knownDomains().front().codes == CodeRules());
    }

    void thereIsNoDomainToChange() { QCOMPARE(codeOf(Fixture().change({}, DomainId{77})), ErrorCode::NotFound); }

    // --- Generators ---

    // R12: ten thousand creates from eight threads: no duplicate, no error.
    void eightThreadsGetDifferentCodes_data()
    {
        QTest::addColumn<GeneratorKind>("kind");
        for (const GeneratorKind kind : kGeneratorKinds)
            QTest::newRow(std::string(generatorName(kind)).c_str()) << kind;
    }

    void eightThreadsGetDifferentCodes()
    {
        QFETCH(GeneratorKind, kind);
        Fixture f;
        constexpr int kThreads = 8;
        constexpr int kEach = 250;
        std::array<std::vector<std::string>, kThreads> made;
        std::atomic<int> errors{0};
        std::vector<std::thread> threads;
        for (auto &codes : made) {
            threads.emplace_back([&f, &codes, &errors, kind] {
                for (int i = 0; i < kEach; ++i) {
                    const auto created = f.create(std::nullopt, kind);
                    if (created)
                        codes.push_back(created->link.code);
                    else
                        ++errors;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        QCOMPARE(errors.load(), 0);
        std::set<std::string> all;
        for (const auto &codes : made)
            all.insert(codes.begin(), codes.end());
        QCOMPARE(all.size(), std::size_t{kThreads * kEach});
        QCOMPARE(f.data.number("SELECT count(*) FROM link WHERE generator = '" + std::string(generatorName(kind)) + "'"),
                 std::int64_t{kThreads * kEach});
        QCOMPARE(f.links->codeStats().made[static_cast<std::size_t>(kind)], std::uint64_t{kThreads * kEach});
    }

    void aRequestMayChooseItsOwnGenerator()
    {
        Fixture f;
        DomainPatch patch;
        patch.generator = GeneratorKind::Sequence;
        QVERIFY(f.change(patch).ok());
        QCOMPARE(f.create(std::nullopt)->link.generator, std::string("sequence"));
        QCOMPARE(f.create(std::nullopt, GeneratorKind::Words)->link.generator, std::string("words"));
        QCOMPARE(f.create("mine")->link.generator, std::string("custom"));
    }

    // Somebody chose as a slug what the sequence comes to.
    void aCountedCodeStepsOverSlugs()
    {
        Fixture f;
        QVERIFY(f.create("1000000").ok());
        QVERIFY(f.create("1000001").ok());
        QCOMPARE(f.create(std::nullopt, GeneratorKind::Sequence)->link.code, std::string("1000002"));
        const CodeStats stats = f.links->codeStats();
        QCOMPARE(stats.clashes[static_cast<std::size_t>(GeneratorKind::Sequence)], std::uint64_t{2});
        QCOMPARE(stats.sequence.used, std::int64_t{1});
        QCOMPARE(stats.sequence.wasted(), std::int64_t{2});
    }

    void aCleanEndGivesNumbersBack()
    {
        Fixture f;
        QVERIFY(f.create(std::nullopt, GeneratorKind::Sequence).ok());
        f.links.reset();
        QCOMPARE(f.data.number("SELECT next FROM sequence WHERE name = 'sequence'"), std::int64_t{1});
        QCOMPARE(f.data.number("SELECT used FROM sequence WHERE name = 'sequence'"), std::int64_t{1});
    }

    // A taken slug beside counted codes in one bulk create undoes nothing of them.
    void bulkCreatesMixGenerators()
    {
        Fixture f;
        QVERIFY(f.create("taken").ok());
        std::vector<NewLink> many(300);
        for (std::size_t i = 0; i < many.size(); ++i) {
            many[i].target = "https://a.example/";
            many[i].generator = kGeneratorKinds[i % kGeneratorKinds.size()];
            if (i == 100)
                many[i].slug = "taken";
        }
        const auto made = await<std::vector<Result<Created>>>([&](auto done) { f.links->createMany(many, "t", done); });
        std::set<std::string> codes;
        for (std::size_t i = 0; i < made.size(); ++i) {
            QCOMPARE(made[i].ok(), i != 100);
            if (made[i])
                codes.insert(made[i]->link.code);
        }
        QCOMPARE(codes.size(), std::size_t{299});
        QCOMPARE(f.links->codeStats().sequence.used, std::int64_t{60});
    }

    // --- Case rule (R8) ---

    void switchingCaseOffRekeysTheLinks()
    {
        Fixture f;
        const Link link = f.create("Summer")->link;
        QVERIFY(f.rename(f.create("Old-Name")->link.id, "new-name").ok());
        QVERIFY(!f.find("summer").ok());
        DomainPatch patch;
        patch.caseSensitive = false;
        QVERIFY(f.change(patch).ok());
        QCOMPARE(f.recorder.keysChanging, 1);
        QCOMPARE(f.find("sUMMER")->id, link.id);
        QCOMPARE(f.find("SUMMER")->code, std::string("Summer"));
        QCOMPARE(f.find("OLD-name")->code, std::string("new-name"));
        QCOMPARE(f.check("SUMMER").state, SlugState::Taken);
        QCOMPARE(codeOf(f.create("sUmMeR")), ErrorCode::SlugTaken);
        // And back: capitals matter again, with the codes as they are shown.
        patch.caseSensitive = true;
        QVERIFY(f.change(patch).ok());
        QVERIFY(!f.find("summer").ok());
        QCOMPARE(f.find("Summer")->id, link.id);
        QVERIFY(f.create("summer").ok());
    }

    void switchingCaseOffIsRefusedWhereTwoLinksWouldBeOne()
    {
        Fixture f;
        const Link upper = f.create("SALE")->link;
        QVERIFY(f.create("sale").ok());
        DomainPatch patch;
        patch.caseSensitive = false;
        const auto refused = f.change(patch);
        QCOMPARE(codeOf(refused), ErrorCode::CaseClash);
        QVERIFY(refused.error().detail.find("SALE") != std::string::npos);
        // Nothing has changed.
        QVERIFY(f.links->knownDomains().front().caseSensitive);
        QCOMPARE(f.find("SALE")->id, upper.id);
        QVERIFY(f.create("Sale").ok());
    }

    // --- Slugs ---

    void multiSegmentSlugsAreAnOption()
    {
        Fixture f;
        QCOMPARE(f.check("spring/sale").state, SlugState::Invalid);
        const auto refused = f.create("spring/sale");
        QCOMPARE(codeOf(refused), ErrorCode::InvalidInput);
        QVERIFY(refused.error().detail.find("slash") != std::string::npos);
        DomainPatch patch;
        patch.multiSegment = true;
        QVERIFY(f.change(patch).ok());
        QCOMPARE(f.create("spring/sale")->link.code, std::string("spring/sale"));
        QCOMPARE(f.find("spring/sale")->code, std::string("spring/sale"));
        for (const char *bad : {"/a", "a/", "a//b", "a/../b", "./a", "api/v1", "Robots.txt/x", "a/\u0301b"})
            QVERIFY2(!f.create(bad).ok(), bad);
        patch.multiSegment = false;
        QVERIFY(f.change(patch).ok());
        QVERIFY(f.find("spring/sale").ok()); // those that exist go on
        QCOMPARE(codeOf(f.rename(f.create("plain")->link.id, "a/b")), ErrorCode::InvalidInput);
    }

    void commonNamesCanBeKeptBack()
    {
        Fixture f;
        QVERIFY(f.create("login").ok());
        DomainPatch patch;
        patch.reserveCommonNames = true;
        QVERIFY(f.change(patch).ok());
        QCOMPARE(codeOf(f.create("Support")), ErrorCode::SlugReserved);
        QCOMPARE(f.check("SUPPORT").state, SlugState::Reserved);
        const Link link = f.create("spring")->link;
        QCOMPARE(codeOf(f.rename(link.id, "about")), ErrorCode::SlugReserved);
        QVERIFY(f.find("login").ok());
        // The server's own paths are reserved always.
        QCOMPARE(f.check("robots.TXT").state, SlugState::Reserved);
    }

    void looksOutForLookAlikes()
    {
        Fixture f;
        const Link link = f.create("paypal")->link;
        const char *cyrillic = "p\u0430ypal";
        const SlugCheck check = f.check(cyrillic);
        QCOMPARE(check.state, SlugState::Free);
        QCOMPARE(check.similar.size(), std::size_t{1});
        QCOMPARE(check.similar[0].id, link.id);
        QCOMPARE(check.similar[0].target, std::string("https://target.example/paypal"));
        const auto created = f.create(cyrillic);
        QVERIFY(created.ok());
        QCOMPARE(created->similar.size(), std::size_t{1});
        QCOMPARE(created->similar[0].code, std::string("paypal"));
        QVERIFY(f.check("paypa").similar.empty());
        QCOMPARE(f.check("PAYPAL").similar.size(), std::size_t{2}); // capitals alone are look-alikes too
        // Renamed away, it is one no more.
        QVERIFY(f.rename(link.id, "other").ok());
        QCOMPARE(f.check("PAYPAL").similar.size(), std::size_t{1});
        QCOMPARE(f.check("0ther").similar.size(), std::size_t{1});
        // Codes that were made are not compared.
        const Link made = f.create(std::nullopt)->link;
        QCOMPARE(f.data.number("SELECT count(*) FROM look_alike WHERE link_id = " + std::to_string(made.id.value)), std::int64_t{0});
    }

    // --- Former codes ---

    void anOldSlugGoesOnForItsTime()
    {
        Fixture f;
        const Link link = f.create("old")->link;
        const auto renamed = f.rename(link.id, "new");
        QVERIFY(renamed.ok());
        QCOMPARE(renamed->aliases.size(), std::size_t{1});
        QCOMPARE(renamed->aliases[0].code, std::string("old"));
        QCOMPARE(renamed->aliases[0].until, f.clock.now() + 30 * 24h); // the domain's rule
        QCOMPARE(f.visit("old")->id, link.id);                         // its clicks go to the same link
        QCOMPARE(f.visit("old")->code, std::string("new"));
        QCOMPARE(*f.visit("old")->aliasUntil, f.clock.now() + 30 * 24h);
        QVERIFY(!f.visit("new")->aliasUntil);
        QCOMPARE(f.find("old")->id, link.id);
        QCOMPARE(f.check("old").state, SlugState::Taken);
        QVERIFY(f.check("old").reason.find("former") != std::string::npos);
        QCOMPARE(codeOf(f.create("old")), ErrorCode::SlugTaken);
        // When its time is over anybody may have it.
        f.clock.advance(30 * 24h);
        QVERIFY(!f.find("old").ok());
        QCOMPARE(f.check("old").state, SlugState::Free);
        const auto other = f.create("old");
        QVERIFY(other.ok());
        QCOMPARE(f.visit("old")->id, other->link.id);
        QVERIFY(!f.visit("old")->aliasUntil);
    }

    void theTimeOfAnOldSlugCanBeChosen()
    {
        Fixture f;
        const Link link = f.create("old")->link;
        const auto renamed = f.rename(link.id, "new", Period{0, 3, 0, 0});
        QCOMPARE(renamed->aliases[0].until, plus(f.clock.now(), Period{0, 3, 0, 0}));
        QVERIFY(f.rename(link.id, "newer", Period{}).ok());
        QVERIFY(!f.visit("new")); // not at all
        QVERIFY(f.visit("old"));
        DomainPatch patch;
        patch.aliasDays = 0;
        QVERIFY(f.change(patch).ok());
        QVERIFY(f.rename(link.id, "newest").ok());
        QVERIFY(!f.visit("newer"));
    }

    void aLinkMayTakeItsOldSlugBack()
    {
        Fixture f;
        const Link link = f.create("one")->link;
        QVERIFY(f.rename(link.id, "two").ok());
        const auto back = f.rename(link.id, "one");
        QVERIFY(back.ok());
        QCOMPARE(back->aliases.size(), std::size_t{1});
        QCOMPARE(back->aliases[0].code, std::string("two"));
        QVERIFY(!f.visit("one")->aliasUntil);
        QVERIFY(f.visit("two")->aliasUntil);
        const Link other = f.create("three")->link;
        QCOMPARE(codeOf(f.rename(other.id, "two")), ErrorCode::SlugTaken);
        QVERIFY(f.visit("two")->id == link.id);
    }

    void capitalsAloneMakeNoOldSlugWhereTheyDoNotMatter()
    {
        Fixture f;
        DomainPatch patch;
        patch.caseSensitive = false;
        QVERIFY(f.change(patch).ok());
        const Link link = f.create("sale")->link;
        const auto renamed = f.rename(link.id, "SALE");
        QVERIFY(renamed.ok());
        QVERIFY(renamed->aliases.empty());
        QCOMPARE(f.find("Sale")->code, std::string("SALE"));
    }

    void anOldSlugCanBeEndedAtOnce()
    {
        Fixture f;
        const Link link = f.create("old")->link;
        QVERIFY(f.rename(link.id, "new").ok());
        const auto end = [&](const char *code) {
            return await<Result<Link>>([&](auto done) { f.links->endAlias(link.id, code, "t", done); });
        };
        QCOMPARE(codeOf(end("new")), ErrorCode::NotFound);
        const auto ended = end("old");
        QVERIFY(ended.ok());
        QVERIFY(ended->aliases.empty());
        QVERIFY(f.recorder.last.aliases.empty());
        QVERIFY(!f.visit("old"));
        QCOMPARE(codeOf(end("old")), ErrorCode::NotFound);
        QVERIFY(f.create("old").ok());
    }

    void oldSlugsAreClearedAway()
    {
        Fixture f;
        for (int i = 0; i < 1500; ++i) {
            const Link link = f.create("a" + std::to_string(i))->link;
            QVERIFY(f.rename(link.id, ("b" + std::to_string(i)).c_str(), Period{0, 0, i % 3 == 0 ? 10 : 1, 0}).ok());
        }
        f.clock.advance(2 * 24h);
        f.links->purgeAliases();
        QCOMPARE(f.data.number("SELECT count(*) FROM link_alias"), std::int64_t{500});
        QVERIFY(f.visit("a0"));
        QVERIFY(!f.visit("a1"));
    }

    void anOldSlugOfADeletedLinkComesBackWithIt()
    {
        Fixture f;
        const Link link = f.create("old")->link;
        QVERIFY(f.rename(link.id, "new").ok());
        QVERIFY(await<Result<Link>>([&](auto done) { f.links->remove(link.id, {}, "t", done); }).ok());
        QCOMPARE(f.visit("old")->status, LinkStatus::Deleted);
        QVERIFY(await<Result<Link>>([&](auto done) { f.links->restore(link.id, "t", done); }).ok());
        QCOMPARE(f.visit("old")->status, LinkStatus::Active);
    }
};

QTEST_GUILESS_MAIN(TestDomainSettings)
#include "tst_domainsettings.moc"
