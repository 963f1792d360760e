#include "resolve/linkvalue.h"

#include "fakes.h"

#include <QTest>

#include <random>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

CachedLink someLink()
{
    CachedLink link;
    link.found = true;
    link.id = LinkId{123456789};
    link.domain = DomainId{7};
    link.status = LinkStatus::Banned;
    link.forwardQuery = false;
    link.track = false;
    link.redirectStatus = 308;
    link.version = 42;
    link.expiresAtMs = 1893456000000;
    link.validFromMs = 1577836800000;
    link.aliasUntilMs = 1600000000000;
    link.code = "ä/🌷";
    link.target = "https://example.com/?q=%20&x#f";
    return link;
}

} // namespace

class TestLinkValue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackAsItWent()
    {
        const CachedLink link = someLink();
        const auto back = decodeLinkValue(encodeLinkValue(link));
        QVERIFY(back);
        QVERIFY(back->found && !back->forwardQuery && !back->track);
        QCOMPARE(back->id.value, link.id.value);
        QCOMPARE(back->domain.value, link.domain.value);
        QCOMPARE(back->status, link.status);
        QCOMPARE(back->redirectStatus, 308);
        QCOMPARE(back->version, std::int64_t{42});
        QCOMPARE(back->expiresAtMs, link.expiresAtMs);
        QCOMPARE(back->validFromMs, link.validFromMs);
        QCOMPARE(back->aliasUntilMs, link.aliasUntilMs);
        QCOMPARE(back->code, link.code);
        QCOMPARE(back->target, link.target);
    }

    void knowsAbsentLinks()
    {
        CachedLink absent;
        absent.domain = DomainId{3};
        absent.code = "nobody";
        const auto back = decodeLinkValue(encodeLinkValue(absent));
        QVERIFY(back && !back->found);
        QCOMPARE(back->code, std::string("nobody"));
        QVERIFY(encodeLinkValue(absent).size() < 20);
    }

    // Every single byte changed, every shorter and longer text: no value.
    void takesNothingDamaged()
    {
        const std::string good = encodeLinkValue(someLink());
        for (std::size_t i = 0; i < good.size(); ++i) {
            for (const int bit : {0, 3, 7}) {
                std::string bad = good;
                bad[i] = static_cast<char>(bad[i] ^ 1 << bit);
                QVERIFY(!decodeLinkValue(bad));
            }
            QVERIFY(!decodeLinkValue(std::string_view(good).substr(0, i)));
        }
        QVERIFY(!decodeLinkValue(good + "x"));
        std::mt19937_64 random(testSeed());
        for (int i = 0; i < 20'000; ++i) {
            std::string noise(random() % 60, '\0');
            for (char &c : noise)
                c = static_cast<char>(random());
            if (!noise.empty())
                noise[0] = '\x01';
            QVERIFY(!decodeLinkValue(noise));
        }
    }
};

QTEST_GUILESS_MAIN(TestLinkValue)
#include "tst_linkvalue.moc"
