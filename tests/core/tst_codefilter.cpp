#include "resolve/codefilter.h"

#include "await.h"
#include "codes/checkcharacter.h"
#include "fakes.h"
#include "links/codemaker.h"
#include "links/linkservice.h"
#include "links/slug.h"
#include "store/linkstore.h"
#include "tempstore.h"

#include <QTest>

#include <filesystem>
#include <fstream>
#include <atomic>
#include <map>
#include <random>
#include <set>
#include <thread>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

Domain plainDomain(bool check = false, bool caseSensitive = true)
{
    Domain domain;
    domain.id = kDefaultDomain;
    domain.caseSensitive = caseSensitive;
    domain.codes.checkCharacter = check;
    return domain;
}

// Feeds a filter as the service does.
class Feed final : public LinkObserver {
public:
    explicit Feed(CodeFilter &filter) : m_filter(filter) {}
    void linkChanged(LinkChange change, const Link &before, const Link &after) override
    {
        if (change != LinkChange::Deleted)
            m_filter.add(after.domain, after.code);
        if (change == LinkChange::Edited && before.code != after.code)
            m_filter.noteRemoved(1);
    }
    void domainsChanged(const std::vector<Domain> &domains) override { m_filter.setDomains(domains); }

private:
    CodeFilter &m_filter;
};

struct Fixture {
    FakeClock clock;
    SeededRandom random{11};
    TempStore data{clock};
    CodeFilter filter{random, {100, 10, 1024 * 1024}};
    Feed feed{filter};
    std::unique_ptr<LinkService> links = makeService();

    std::unique_ptr<LinkService> makeService()
    {
        LinkServiceOptions options;
        options.codes.known = &filter;
        auto service = std::make_unique<LinkService>(data.store(), clock, random, options);
        service->addObserver(&feed);
        filter.setDomains(service->knownDomains());
        return service;
    }
    void rebuild()
    {
        Result<void> built;
        data.read([&](SqlConnection &connection) { built = filter.rebuild(connection, clock); });
        QVERIFY(built.ok());
    }
    Link create(const char *slug = nullptr)
    {
        NewLink request;
        request.target = "https://a.example/";
        if (slug)
            request.slug = slug;
        auto created = await<Result<Created>>([&](auto done) { links->create(request, "t", done); });
        if (!created)
            qFatal("%s", created.error().detail.c_str());
        return created->link;
    }
    void change(const DomainPatch &patch)
    {
        const auto changed =
            await<Result<Domain>>([&](auto done) { links->changeDomain(kDefaultDomain, patch, "t", done); });
        QVERIFY(changed.ok());
    }
};

} // namespace

class TestCodeFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsNothingBeforeItIsBuilt()
    {
        Fixture f;
        QVERIFY(!f.filter.surelyAbsent(kDefaultDomain, "nobody"));
        QVERIFY(f.filter.due());
        QCOMPARE(f.filter.stats().state, FilterState::Building);
        f.rebuild();
        QVERIFY(!f.filter.due());
        QVERIFY(f.filter.surelyAbsent(kDefaultDomain, "nobody"));
        QCOMPARE(f.filter.stats().state, FilterState::Ready);
    }

    void keepsDomainsApart()
    {
        Fixture f;
        f.rebuild();
        f.filter.add(DomainId{2}, "here");
        QVERIFY(!f.filter.surelyAbsent(DomainId{2}, "here"));
        QVERIFY(f.filter.surelyAbsent(kDefaultDomain, "here"));
        QVERIFY(f.filter.surelyAbsent(DomainId{3}, "here"));
    }

    // A long random run of create, delete, restore, rename and bulk create against a plain set of codes, with builds in
    // between: what is in use is never called absent.
    void isNeverWrongAboutACodeInUse()
    {
        const std::uint64_t seed = testSeed();
        std::mt19937_64 random(seed);
        Fixture f;
        f.rebuild();
        std::map<std::int64_t, std::string> codes; // by id; the code each link has now
        std::set<std::string> former;              // codes that still lead somewhere after a rename
        std::vector<std::int64_t> deleted;
        int absentSeen = 0;
        for (int step = 0; step < 1500; ++step) {
            const auto anyOf = [&]() { return std::next(codes.begin(), static_cast<long>(random() % codes.size())); };
            switch (random() % 10) {
            case 0: case 1: case 2: {
                const Link link = f.create();
                codes[link.id.value] = link.code;
                break;
            }
            case 3: {
                const std::string slug = "slug-" + std::to_string(random() % 2000);
                NewLink request;
                request.target = "https://b.example/";
                request.slug = slug;
                const auto made = await<Result<Created>>([&](auto done) { f.links->create(request, "t", done); });
                if (made)
                    codes[made->link.id.value] = slug;
                break;
            }
            case 4: {
                std::vector<NewLink> many(20);
                for (NewLink &request : many) {
                    request.target = "https://c.example/";
                    request.generator = kGeneratorKinds[random() % kGeneratorKinds.size()];
                }
                const auto made = await<std::vector<Result<Created>>>([&](auto done) { f.links->createMany(many, "t", done); });
                for (const auto &created : made)
                    codes[created->link.id.value] = created->link.code;
                break;
            }
            case 5: {
                if (codes.empty())
                    break;
                const auto link = anyOf();
                const auto gone = await<Result<Link>>([&](auto done) { f.links->remove(LinkId{link->first}, {}, "t", done); });
                if (gone)
                    deleted.push_back(link->first);
                break;
            }
            case 6: {
                if (deleted.empty())
                    break;
                (void)await<Result<Link>>([&](auto done) { f.links->restore(LinkId{deleted.back()}, "t", done); });
                deleted.pop_back();
                break;
            }
            case 7: {
                if (codes.empty())
                    break;
                const auto link = anyOf();
                LinkPatch patch;
                patch.slug = "renamed-" + std::to_string(random() % 5000);
                const auto renamed = await<Result<Link>>(
                    [&](auto done) { f.links->edit(LinkId{link->first}, patch, {}, "t", done); });
                if (renamed && link->second != renamed->code) {
                    former.insert(link->second);
                    link->second = renamed->code;
                }
                break;
            }
            case 8:
                if (random() % 20 == 0)
                    f.rebuild();
                break;
            default: {
                const std::string stranger = "stranger" + std::to_string(random());
                absentSeen += f.filter.surelyAbsent(kDefaultDomain, stranger) ? 1 : 0;
            }
            }
            if (step % 50 == 0) {
                for (const auto &[id, code] : codes)
                    QVERIFY2(!f.filter.surelyAbsent(kDefaultDomain, code), code.c_str());
                for (const std::string &code : former)
                    QVERIFY2(!f.filter.surelyAbsent(kDefaultDomain, code), code.c_str());
            }
            if (f.filter.due())
                f.rebuild();
        }
        QVERIFY(absentSeen > 100); // it is not simply unsure of everything
    }

    // Codes that are added while a build reads the store are in the filter that comes of it.
    void aBuildDoesNotMissWhatIsAddedMeanwhile()
    {
        Fixture f;
        for (int i = 0; i < 500; ++i)
            (void)f.create();
        std::atomic<bool> stop{false};
        std::atomic<bool> any{false};
        std::vector<std::string> made;
        std::thread creator([&] {
            while (!stop) {
                made.push_back(f.create().code);
                any = true;
            }
        });
        for (int i = 0; i < 20 || !any; ++i)
            f.rebuild();
        stop = true;
        creator.join();
        QVERIFY(!made.empty());
        for (const std::string &code : made)
            QVERIFY2(!f.filter.surelyAbsent(kDefaultDomain, code), code.c_str());
    }

    void growsWithTheCodes()
    {
        Fixture f;
        f.rebuild();
        const std::uint64_t before = f.filter.stats().capacity;
        QCOMPARE(before, std::uint64_t{1000}); // a hundred expected, ten times the room
        for (std::uint64_t i = 0; i < 801; ++i)
            f.filter.add(kDefaultDomain, "filler" + std::to_string(i));
        QVERIFY(f.filter.due());
    }

    void isBuiltAnewAfterManyRemovals()
    {
        Fixture f;
        f.rebuild();
        f.filter.noteRemoved(1000);
        QVERIFY(!f.filter.due());
        f.filter.noteRemoved(1);
        QVERIFY(f.filter.due());
        f.rebuild();
        QVERIFY(!f.filter.due());
    }

    void keepsToItsMemory()
    {
        SeededRandom random;
        FakeClock clock;
        TempStore data(clock);
        CodeFilter filter(random, {1'000'000, 10, 64 * 1024});
        Result<void> built;
        data.read([&](SqlConnection &connection) { built = filter.rebuild(connection, clock); });
        QVERIFY(built.ok());
        QVERIFY(filter.stats().bytes <= 64 * 1024);
    }

    void refusesMistypedCodesOfADomainWithCheckCharacters()
    {
        Fixture f;
        const std::string older = f.create().code;      // without a check character
        const std::string slug = f.create("summer").code;
        DomainPatch patch;
        patch.checkCharacter = true;
        f.change(patch);
        f.rebuild();
        const std::string checked = f.create().code;
        const std::string later = f.create("autumn").code;
        QVERIFY(hasValidCheck(checked, kFullAlphabet));
        for (const std::string &code : {older, slug, checked, later})
            QVERIFY2(!f.filter.failsCheck(kDefaultDomain, code), code.c_str());
        // Every single wrong character and every swap of neighbours.
        int refused = 0;
        for (std::size_t i = 0; i < checked.size(); ++i) {
            for (const char symbol : kFullAlphabet.symbols) {
                std::string wrong = checked;
                wrong[i] = symbol;
                if (wrong == checked)
                    continue;
                QVERIFY2(f.filter.failsCheck(kDefaultDomain, wrong), wrong.c_str());
                ++refused;
            }
            if (i + 1 < checked.size() && checked[i] != checked[i + 1]) {
                std::string swapped = checked;
                std::swap(swapped[i], swapped[i + 1]);
                QVERIFY2(f.filter.failsCheck(kDefaultDomain, swapped), swapped.c_str());
                ++refused;
            }
        }
        QCOMPARE(f.filter.stats().checkRefused, static_cast<std::uint64_t>(refused));
        // Another domain has no such rule.
        QVERIFY(!f.filter.failsCheck(DomainId{2}, "summre"));
    }

    void lookingAtKeysEndsWhenTheyChange()
    {
        Fixture f;
        const std::string code = f.create("Summer").code;
        f.rebuild();
        QVERIFY(f.filter.surelyAbsent(kDefaultDomain, "summer"));
        f.filter.keysChanging();
        QVERIFY(!f.filter.surelyAbsent(kDefaultDomain, "summer"));
        QVERIFY(f.filter.due());
    }

    // --- Keeping it over a clean stop ---

    void isTakenUpOnceAfterACleanStop()
    {
        Fixture f;
        const std::string code = f.create().code;
        f.rebuild();
        const auto token = f.filter.save(f.data.folder());
        QVERIFY(token);
        CodeFilter second(f.random, {100, 10, 1024 * 1024});
        second.setDomains({plainDomain()});
        QVERIFY(!second.load(f.data.folder(), "00000000000000000000000000000000"));
        // Somebody else's token: the file is gone all the same.
        QVERIFY(!second.load(f.data.folder(), *token));
        const auto again = f.filter.save(f.data.folder());
        QVERIFY(second.load(f.data.folder(), *again));
        QVERIFY(!second.due());
        QVERIFY(!second.surelyAbsent(kDefaultDomain, code));
        QVERIFY(second.surelyAbsent(kDefaultDomain, "nobody"));
        QCOMPARE(second.stats().capacity, f.filter.stats().capacity);
        CodeFilter third(f.random);
        QVERIFY(!third.load(f.data.folder(), *again));
    }

    void isNotTakenUpWhenDamaged()
    {
        Fixture f;
        (void)f.create();
        f.rebuild();
        const auto token = f.filter.save(f.data.folder());
        const auto file = f.data.folder() / "codes.bloom";
        const auto size = std::filesystem::file_size(file);
        for (const std::uintmax_t at : {std::uintmax_t{0}, std::uintmax_t{50}, size / 2, size - 1}) {
            const auto fresh = f.filter.save(f.data.folder());
            std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
            out.seekg(static_cast<std::streamoff>(at));
            const char byte = static_cast<char>(out.get() ^ 1);
            out.seekp(static_cast<std::streamoff>(at));
            out.put(byte);
            out.close();
            CodeFilter second(f.random);
            QVERIFY2(!second.load(f.data.folder(), *fresh), std::to_string(at).c_str());
        }
        for (const std::uintmax_t length : {std::uintmax_t{0}, std::uintmax_t{20}, size - 8, size - 1}) {
            const auto fresh = f.filter.save(f.data.folder());
            std::filesystem::resize_file(file, length);
            CodeFilter second(f.random);
            QVERIFY2(!second.load(f.data.folder(), *fresh), std::to_string(length).c_str());
        }
        QVERIFY(token);
    }

    // Whoever opens the store to write makes the kept file worthless, as a code may come that is not in it.
    void theTokenIsGoneOnceSomebodyWrites()
    {
        Fixture f;
        f.rebuild();
        f.links->keepFilterToken(*f.filter.save(f.data.folder()));
        f.links.reset();
        {
            const LinkService other(f.data.store(), f.clock, f.random);
            QCOMPARE(other.filterToken().size(), std::size_t{32});
        }
        const LinkService last(f.data.store(), f.clock, f.random);
        QVERIFY(last.filterToken().empty());
    }
};

QTEST_GUILESS_MAIN(TestCodeFilter)
#include "tst_codefilter.moc"
