#include "links/linkaudit.h"
#include "linkoffice.h"
#include "store/auditstore.h"
#include "store/linkstore.h"

#include <QTest>

using namespace linkdesk::core;
using namespace linkdesk::test;
using namespace std::chrono_literals;
using Kind = LinkAction::Kind;

namespace {

std::vector<AuditEntry> auditOf(LinkOffice &office, LinkId id)
{
    std::vector<AuditEntry> entries;
    office.data.read([&](SqlConnection &connection) {
        AuditQuery query;
        query.link = id;
        entries = *auditEntries(connection, query);
    });
    return entries;
}

RedirectRow rowOf(LinkOffice &office, const char *code)
{
    RedirectRow row;
    office.data.read([&](SqlConnection &connection) { row = **findForRedirect(connection, kDefaultDomain, code); });
    return row;
}

} // namespace

// What happens to a link between its making and its end.
class TestLinkLife : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsLimitFallbackStarAndOwner()
    {
        LinkOffice office;
        const Link made = office.make("spring", [](NewLink &link) {
            link.maxClicks = 100;
            link.fallback = " https://example.com/late ";
            link.favourite = true;
            link.owner = "Ann";
        });
        const Link link = *office.get(made.id);
        QCOMPARE(*link.maxClicks, std::int64_t{100});
        QCOMPARE(link.fallback, std::string("https://example.com/late"));
        QVERIFY(link.favourite);
        QCOMPARE(link.owner, std::string("Ann"));
        QCOMPARE(*rowOf(office, "spring").maxClicks, std::int64_t{100});
        QCOMPARE(rowOf(office, "spring").fallback, link.fallback);
        // Made by somebody else than its owner: the audit says so.
        const auto audit = auditOf(office, made.id);
        QCOMPARE(audit.size(), std::size_t{1});
        QCOMPARE(audit[0].actor, std::string("tester"));
        QCOMPARE(audit[0].action, std::string("create"));
    }

    void refusesWrongLimitsAndFallbacks()
    {
        LinkOffice office;
        const auto fieldOf = [&](const std::function<void(NewLink &)> &spoil) {
            NewLink request;
            request.target = "https://example.com/";
            spoil(request);
            const auto created = office.create(std::move(request));
            return created ? std::string("accepted") : created.error().field;
        };
        QCOMPARE(fieldOf([](NewLink &link) { link.maxClicks = 0; }), std::string("maxClicks"));
        QCOMPARE(fieldOf([](NewLink &link) { link.maxClicks = -5; }), std::string("maxClicks"));
        QCOMPARE(fieldOf([](NewLink &link) {
                     link.maxClicks = 5;
                     link.track = false;
                 }), std::string("maxClicks"));
        QCOMPARE(fieldOf([](NewLink &link) { link.fallback = "javascript:alert(1)"; }), std::string("fallbackUrl"));
        QCOMPARE(fieldOf([](NewLink &link) { link.fallback = "https://a.example/\r\nX: y"; }), std::string("fallbackUrl"));
    }

    void renewsAlsoWhatIsOver()
    {
        LinkOffice office;
        const Link link = office.make("webinar", [&](NewLink &request) { request.expiresAt = office.clock.now() + 24h; });
        office.clock.advance(48h);
        const auto renewed = office.change(link.id, LinkOffice::renewBy({0, 0, 30, 0}));
        QVERIFY(renewed.ok());
        QCOMPARE(*renewed->link.expiresAt, office.clock.now() + 24h * 30);
        QCOMPARE(renewed->link.version, link.version + 1);
        QCOMPARE(*rowOf(office, "webinar").expiresAt, *renewed->link.expiresAt);
    }

    void anEndlessLinkStaysSoInABatch()
    {
        LinkOffice office;
        const Link link = office.make("forever");
        LinkAction action = LinkOffice::renewBy({0, 0, 30, 0});
        action.endlessToo = false;
        const auto kept = office.change(link.id, action);
        QVERIFY(kept.ok() && !kept->isChanged);
        QCOMPARE(kept->link.version, link.version);
        QVERIFY(office.change(link.id, LinkOffice::renewBy({0, 0, 30, 0}))->link.expiresAt.has_value());
    }

    void aNewEndTakesTheDecisionBack()
    {
        LinkOffice office;
        const Link link = office.make("fair", [&](NewLink &request) { request.expiresAt = office.clock.now() + 24h; });
        LinkPatch decided;
        decided.letExpire = true;
        QVERIFY(office.edit(link.id, decided)->link.letExpire);
        QVERIFY(!office.change(link.id, LinkOffice::renewBy({0, 1, 0, 0}))->link.letExpire);
    }

    void aBanSaysWhyWhoAndWhen()
    {
        LinkOffice office;
        const Link link = office.make("bad");
        QCOMPARE(office.ban(link.id, "  ").error().field, std::string("reason"));
        const auto banned = office.ban(link.id, "phishing", "Bob");
        QCOMPARE(banned->link.status, LinkStatus::Banned);
        QCOMPARE(*office.get(link.id)->ban, (Ban{"phishing", "Bob", office.clock.now()}));
        QCOMPARE(rowOf(office, "bad").status, LinkStatus::Banned);
        QVERIFY(!office.ban(link.id, "phishing")->isChanged); // it says so already
        QCOMPARE(office.ban(link.id, "malware", "Eve")->link.ban->reason, std::string("malware"));
        const auto free = office.change(link.id, LinkOffice::actionOf(Kind::Unban, "unban"));
        QCOMPARE(free->link.status, LinkStatus::Active);
        QVERIFY(!free->link.ban);
    }

    void aBannedLinkComesOutOfTheBinBanned()
    {
        LinkOffice office;
        const Link link = office.make("bad");
        QVERIFY(office.ban(link.id, "spam").ok());
        QVERIFY(office.change(link.id, LinkOffice::actionOf(Kind::Delete, "delete")).ok());
        QCOMPARE(rowOf(office, "bad").status, LinkStatus::Deleted);
        const auto back = office.change(link.id, LinkOffice::actionOf(Kind::Restore, "restore"));
        QCOMPARE(back->link.status, LinkStatus::Banned);
        QCOMPARE(back->link.ban->reason, std::string("spam"));
    }

    void tagsComeAndGoWithoutRegardToCase()
    {
        LinkOffice office;
        const Link link = office.make("tagged", [](NewLink &request) { request.tags = {"Spring"}; });
        LinkAction add = LinkOffice::actionOf(Kind::Tag, "tag");
        add.tags = {"spring", "offers"};
        QCOMPARE(office.change(link.id, add)->link.tags, (std::vector<std::string>{"Spring", "offers"}));
        QVERIFY(!office.change(link.id, add)->isChanged);
        LinkAction take = LinkOffice::actionOf(Kind::Untag, "untag");
        take.tags = {"SPRING"};
        QCOMPARE(office.change(link.id, take)->link.tags, std::vector<std::string>{"offers"});
    }

    void aMoveKeepsTheOldAddress()
    {
        LinkOffice office;
        const auto domain = await<Result<Domain>>(
            [&](auto done) { office.links->createDomain("go.example", {}, "tester", done); });
        const Link link = office.make("moving");
        LinkAction move = LinkOffice::actionOf(Kind::Move, "move");
        move.domain = domain->id;
        const auto moved = office.change(link.id, move);
        QVERIFY(moved.ok());
        QCOMPARE(moved->link.domain, domain->id);
        QCOMPARE(moved->link.aliases.size(), std::size_t{1});
        QCOMPARE(moved->link.aliases[0].domain, kDefaultDomain);
        QVERIFY(rowOf(office, "moving").aliasUntil.has_value()); // the default domain's visitors still arrive
        // Somebody else's name there is not taken.
        const Link other = office.make("second");
        NewLink same;
        same.target = "https://example.com/x";
        same.slug = "second";
        same.domain = domain->id;
        QVERIFY(office.create(same).ok());
        QCOMPARE(office.change(other.id, move).error().code, ErrorCode::SlugTaken);
        QCOMPARE(office.get(other.id)->domain, kDefaultDomain);
        move.domain = DomainId{99};
        QCOMPARE(office.change(other.id, move).error().field, std::string("domain"));
    }

    void theAuditKeepsWhatDiffers()
    {
        LinkOffice office;
        const Link link = office.make("audited");
        LinkPatch patch;
        patch.title = "New";
        QVERIFY(office.edit(link.id, patch, "Ann")->isChanged);
        QVERIFY(!office.edit(link.id, patch, "Ann")->isChanged); // nothing differs: no row, no version
        const auto audit = auditOf(office, link.id);
        QCOMPARE(audit.size(), std::size_t{1});
        QCOMPARE(audit[0].before, std::string(R"({"title":""})"));
        QCOMPARE(audit[0].after, std::string(R"({"title":"New"})"));
        QCOMPARE(audit[0].actor, std::string("Ann"));
        QCOMPARE(audit[0].code, std::string("audited"));
        QCOMPARE(office.get(link.id)->version, link.version + 1);
    }

    void removesForGoodOnlyWhatIsInTheBin()
    {
        LinkOffice office;
        const Link link = office.make("short", [](NewLink &request) { request.tags = {"t"}; });
        const auto purge = [&] {
            return await<Result<Link>>([&](auto done) { office.links->purge(link.id, "tester", done); });
        };
        QCOMPARE(purge().error().code, ErrorCode::InvalidInput);
        QVERIFY(office.change(link.id, LinkOffice::actionOf(Kind::Delete, "delete")).ok());
        QVERIFY(purge().ok());
        QCOMPARE(office.get(link.id).error().code, ErrorCode::NotFound);
        QCOMPARE(office.data.number("SELECT count(*) FROM link_tag"), std::int64_t{0});
        QVERIFY(office.make("short").id != link.id); // the name is free again
    }
};

QTEST_APPLESS_MAIN(TestLinkLife)
#include "tst_linklife.moc"
