// A long random run of the service against a model that a page can hold: any difference is a fault of one of them.
#include "links/linkservice.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

struct ModelLink {
    std::string code;
    std::string target;
    std::string title;
    std::optional<TimePoint> expiresAt;
    LinkStatus status = LinkStatus::Active;
    std::int64_t version = 1;
    bool holdsCode = true;
};

// What the service should do, written as plainly as can be.
struct Model {
    struct Former {
        std::int64_t link;
        TimePoint until;
    };
    std::map<std::int64_t, ModelLink> links;
    std::map<std::string, Former> former; // codes given up in a rename

    bool leadsOn(const std::string &code, TimePoint now) const
    {
        const auto found = former.find(code);
        return found != former.end() && found->second.until > now;
    }
    std::int64_t holder(const std::string &code) const
    {
        for (const auto &[id, link] : links) {
            if (link.holdsCode && link.code == code)
                return id;
        }
        return 0;
    }
    // Frees the code if its holder is expired; false when it stays taken.
    bool claim(const std::string &code, TimePoint now, std::int64_t except = 0)
    {
        if (leadsOn(code, now) && former.at(code).link != except)
            return false;
        const std::int64_t id = holder(code);
        if (id == 0 || id == except)
            return true;
        ModelLink &link = links.at(id);
        if (link.status != LinkStatus::Active || !link.expiresAt || *link.expiresAt > now)
            return false;
        link.status = LinkStatus::Deleted;
        link.holdsCode = false;
        ++link.version;
        return true;
    }
    // The code is a link's own now.
    void own(const std::string &code) { former.erase(code); }
};

} // namespace

class TestLinkServiceModel : public QObject {
    Q_OBJECT

    FakeClock m_clock;
    std::unique_ptr<SeededRandom> m_codes;
    std::unique_ptr<TempStore> m_data;
    std::unique_ptr<LinkService> m_service;
    std::mt19937_64 m_dice;
    Model m_model;

    int dice(int sides) { return static_cast<int>(m_dice() % static_cast<unsigned>(sides)); }
    std::string randomSlug() { return "slug" + std::to_string(dice(25)); }
    LinkId randomId() { return LinkId{1 + dice(static_cast<int>(m_model.links.size()) + 2)}; }

    void create()
    {
        NewLink request;
        request.target = "https://a.example/" + std::to_string(dice(10));
        if (dice(3) > 0)
            request.slug = randomSlug();
        if (dice(3) == 0)
            request.expiresAt = m_clock.now() + std::chrono::seconds(dice(20));
        const auto result = await<Result<Created>>([&](auto done) { m_service->create(request, "model", done); });
        const bool possible = !request.slug || m_model.claim(*request.slug, m_clock.now());
        QCOMPARE(result.ok(), possible);
        if (!result) {
            QCOMPARE(result.error().code, ErrorCode::SlugTaken);
            return;
        }
        m_model.own(result->link.code);
        m_model.links[result->link.id.value] = {result->link.code, request.target, {}, request.expiresAt};
    }

    void edit()
    {
        const LinkId id = randomId();
        LinkPatch patch;
        if (dice(2) == 0)
            patch.slug = randomSlug();
        if (dice(3) > 0)
            patch.aliasFor = Period{0, 0, 0, dice(30) * 1000};
        if (dice(2) == 0)
            patch.title = "title " + std::to_string(dice(100));
        if (dice(4) == 0)
            patch.expiresAt =
                dice(2) == 0 ? std::optional<TimePoint>() : m_clock.now() + std::chrono::seconds(dice(20));
        const auto found = m_model.links.find(id.value);
        std::optional<std::int64_t> version;
        if (found != m_model.links.end() && dice(2) == 0)
            version = found->second.version - (dice(4) == 0 ? 1 : 0);
        const auto result = await<Result<Link>>([&](auto done) { m_service->edit(id, patch, version, "model", done); });
        if (found == m_model.links.end()
            || (found->second.status == LinkStatus::Deleted && (!version || *version == found->second.version))) {
            QCOMPARE(result.error().code, ErrorCode::NotFound);
            return;
        }
        ModelLink &link = found->second;
        if (version && *version != link.version) {
            QCOMPARE(result.error().code, ErrorCode::VersionConflict);
            return;
        }
        const bool possible = !patch.slug || m_model.claim(*patch.slug, m_clock.now(), id.value);
        QCOMPARE(result.ok(), possible);
        if (!result)
            return;
        if (patch.slug && *patch.slug != link.code) {
            m_model.own(*patch.slug);
            const TimePoint until = plus(m_clock.now(), patch.aliasFor.value_or(Period{0, 0, 30, 0}));
            if (until > m_clock.now())
                m_model.former[link.code] = {id.value, until};
        }
        const ModelLink before = link;
        link.code = patch.slug.value_or(link.code);
        link.title = patch.title.value_or(link.title);
        link.expiresAt = patch.expiresAt.value_or(link.expiresAt);
        // What changes nothing is no change.
        if (link.code != before.code || link.title != before.title || link.expiresAt != before.expiresAt)
            ++link.version;
    }

    void remove()
    {
        const LinkId id = randomId();
        const auto result = await<Result<Link>>([&](auto done) { m_service->remove(id, std::nullopt, "model", done); });
        const auto found = m_model.links.find(id.value);
        const bool possible = found != m_model.links.end() && found->second.status != LinkStatus::Deleted;
        QCOMPARE(result.ok(), possible);
        if (possible) {
            found->second.status = LinkStatus::Deleted;
            ++found->second.version;
        }
    }

    void restore()
    {
        const LinkId id = randomId();
        const auto result = await<Result<Link>>([&](auto done) { m_service->restore(id, "model", done); });
        const auto found = m_model.links.find(id.value);
        if (found == m_model.links.end()) {
            QCOMPARE(result.error().code, ErrorCode::NotFound);
            return;
        }
        ModelLink &link = found->second;
        if (link.status != LinkStatus::Deleted) {
            QVERIFY(result.ok());
            return;
        }
        const bool possible = m_model.claim(link.code, m_clock.now(), id.value);
        QCOMPARE(result.ok(), possible);
        if (possible) {
            link.status = LinkStatus::Active;
            link.holdsCode = true;
            ++link.version;
            m_model.own(link.code);
        }
    }

    void compareAll()
    {
        for (const auto &[id, expected] : m_model.links) {
            const auto link = await<Result<Link>>([&](auto done) { m_service->get(LinkId{id}, done); });
            QVERIFY(link.ok());
            QCOMPARE(link->code, expected.code);
            QCOMPARE(link->target, expected.target);
            QCOMPARE(link->title, expected.title);
            QCOMPARE(link->status, expected.status);
            QCOMPARE(link->version, expected.version);
            QVERIFY(link->expiresAt == expected.expiresAt);
        }
        for (int i = 0; i < 25; ++i) {
            const std::string code = "slug" + std::to_string(i);
            std::int64_t holder = m_model.holder(code);
            if (holder == 0 && m_model.leadsOn(code, m_clock.now()))
                holder = m_model.former.at(code).link;
            const bool visible = holder != 0 && m_model.links.at(holder).status != LinkStatus::Deleted;
            const auto link = await<Result<Link>>([&](auto done) { m_service->find(kDefaultDomain, code, done); });
            QCOMPARE(link.ok(), visible);
            if (visible)
                QCOMPARE(link->id.value, holder);
        }
        compareList();
    }

    void compareList()
    {
        std::vector<std::int64_t> expected;
        for (const auto &[id, link] : m_model.links) {
            if (link.status != LinkStatus::Deleted && link.title.find("title 1") != std::string::npos)
                expected.push_back(id);
        }
        for (const LinkSort sort : {LinkSort::Created, LinkSort::Code, LinkSort::Expires, LinkSort::Clicks}) {
            std::vector<std::int64_t> listed;
            LinkQuery query;
            query.sort = sort;
            query.search = "TITLE 1";
            query.limit = 3;
            do {
                const auto page = await<Result<LinkPage>>([&](auto done) { m_service->list(query, done); });
                QVERIFY(page.ok());
                for (const Link &link : page->links)
                    listed.push_back(link.id.value);
                query.cursor = page->nextCursor;
            } while (!query.cursor.empty());
            std::sort(listed.begin(), listed.end());
            QCOMPARE(listed, expected);
        }
    }

private Q_SLOTS:
    void agreesWithTheModel() // R8, R12, R28, R35, R48
    {
        const std::uint64_t seed = testSeed();
        m_dice.seed(seed);
        m_codes = std::make_unique<SeededRandom>(seed);
        m_data = std::make_unique<TempStore>(m_clock);
        m_service = std::make_unique<LinkService>(m_data->store(), m_clock, *m_codes);
        for (int step = 0; step < 3000; ++step) {
            switch (dice(12)) {
            case 0: m_clock.advance(std::chrono::seconds(dice(5))); break;
            case 1:
            case 2: remove(); break;
            case 3:
            case 4: restore(); break;
            case 5:
            case 6:
            case 7:
            case 8: edit(); break;
            default: create(); break;
            }
            if (QTest::currentTestFailed())
                return;
            if (step % 500 == 499)
                compareAll();
            if (step == 1700) {
                m_service.reset();
                m_data->reopen();
                m_service = std::make_unique<LinkService>(m_data->store(), m_clock, *m_codes);
            }
        }
        QCOMPARE(m_data->number("SELECT count(*) FROM link"), static_cast<std::int64_t>(m_model.links.size()));
        m_service.reset();
    }
};

QTEST_GUILESS_MAIN(TestLinkServiceModel)
#include "tst_linkservicemodel.moc"
