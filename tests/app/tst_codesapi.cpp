// What the API says about short codes: read from newer and older services, sent as the contract has it.
#include "api/adminclient.h"
#include "api/errortext.h"
#include "api/parse.h"
#include "fakeservice.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

template <typename T>
struct Waiter {
    std::optional<ApiResult<T>> got;
    Reply<T> reply()
    {
        return [this](const ApiResult<T> &result) { got.emplace(result); };
    }
};

QByteArray bytes(const QJsonObject &object)
{
    return QJsonDocument(object).toJson();
}

QJsonObject object(const QByteArray &json)
{
    return QJsonDocument::fromJson(json).object();
}

const QByteArray kDomain = R"({"id":3,"host":"s.example","caseSensitive":false,"links":9,"generator":"shuffled",
    "length":9,"alphabet":"easy","checkCharacter":true,"prefix":"p-","multiSegment":true,"reserveCommonNames":true,
    "aliasDays":0,"clashProbability":2.8e-07})";

const QByteArray kSlugCheck = R"({"slug":"a","state":"free","reason":"","shortUrl":"http://x/a"})";

} // namespace

class TestCodesApi final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_service = std::make_unique<FakeService>();
        m_client = std::make_unique<AdminClient>();
        m_client->setEndpoint(m_service->endpoint());
    }
    void cleanup()
    {
        m_client.reset();
        m_service.reset();
    }

    void everySettingIsRead()
    {
        const auto domain = parseDomain(kDomain);
        QVERIFY(domain.ok());
        const CodeSettings expected{
            CodeGenerator::Shuffled, 9, CodeAlphabet::Easy, true, u"p-"_qs, false, true, true, 0};
        QCOMPARE(domain->codes, expected);
        QCOMPARE(domain->host, u"s.example"_qs);
        QVERIFY(domain->hasCodeSettings);
        QCOMPARE(domain->clashProbability, std::optional(2.8e-7));
    }

    // Each member may be missing, none may be of another type.
    void membersThatCameLaterMayBeMissing()
    {
        const QJsonObject whole = object(kDomain);
        for (const QString &name : whole.keys()) {
            QJsonObject part = whole;
            part.remove(name);
            const bool always = name == u"id" || name == u"host" || name == u"caseSensitive" || name == u"links";
            QVERIFY2(parseDomain(bytes(part)).ok() != always, qPrintable(name));
            part.insert(name, QJsonArray());
            QVERIFY2(!parseDomain(bytes(part)).ok(), qPrintable(name));
        }
    }

    void anOlderServiceHasNoSettings()
    {
        m_service->setOlder(true);
        Waiter<QList<DomainInfo>> waiter;
        m_client->domains(this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->ok());
        const DomainInfo &domain = waiter.got->value().first();
        QVERIFY(!domain.hasCodeSettings);
        QVERIFY(!domain.clashProbability);
        QCOMPARE(domain.codes, CodeSettings{});

        QJsonObject link = linkJson(sampleLink(3));
        link.remove(u"aliases"_qs);
        QVERIFY(parseLink(bytes(link)).ok());
        QVERIFY(parseCreatedLink(bytes(link)).ok());
        QVERIFY(parseSlugCheck(kSlugCheck).ok());
        QJsonObject service = FakeService::defaultService();
        service.remove(u"codes"_qs);
        const auto info = parseService(bytes(service));
        QVERIFY(info.ok());
        QVERIFY(!info->codes);
    }

    void namesNobodyKnowsAreTold()
    {
        QJsonObject domain = object(kDomain);
        domain.insert(u"generator"_qs, u"dice"_qs);
        const auto result = parseDomain(bytes(domain));
        QVERIFY(!result.ok());
        QVERIFY(result.error().detail.contains(u"generator"_qs));
    }

    void numbersOfTheGeneratorsAreRead()
    {
        const auto info = parseService(bytes(FakeService::defaultService()));
        QVERIFY(info.ok());
        const CodesInfo &codes = *info->codes;
        QCOMPARE(codes.generators.size(), 5);
        QCOMPARE(codes.generators.last().name, u"words"_qs);
        QCOMPARE(codes.generators.last().clashes, 2);
        QCOMPARE(codes.sequence.wasted, 20);
        QCOMPARE(codes.sequence.alarmAt, 0.2);
        QVERIFY(!codes.snowflake.lastTime.isValid());
        QCOMPARE(codes.snowflake.endsAt.date(), QDate(2040, 6, 3));
        QCOMPARE(codes.bloom.measuredRate, std::optional(0.0001));
        for (const QString &name : FakeService::defaultService().value(u"codes"_qs).toObject().keys()) {
            QJsonObject service = FakeService::defaultService();
            QJsonObject broken = service.value(u"codes"_qs).toObject();
            broken.remove(name);
            service.insert(u"codes"_qs, broken);
            QVERIFY2(!parseService(bytes(service)).ok(), qPrintable(name));
        }
    }

    void warningsOfACreatedLink()
    {
        m_service->setWarnings({QJsonObject{
            {u"code"_qs, u"look-alike"_qs},
            {u"detail"_qs, u"Looks like paypal."_qs},
            {u"field"_qs, u"slug"_qs},
            {u"link"_qs,
             QJsonObject{{u"id"_qs, 3}, {u"code"_qs, u"paypal"_qs}, {u"shortUrl"_qs, u"http://go/p"_qs}}}}});
        LinkDraft draft;
        draft.url = u"https://a.example/"_qs;
        Waiter<CreatedLink> waiter;
        m_client->createLink(draft, this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->ok());
        const LinkWarning expected{u"look-alike"_qs, u"Looks like paypal."_qs, u"slug"_qs, u"http://go/p"_qs};
        QCOMPARE(waiter.got->value().warnings, QList<LinkWarning>{expected});
    }

    void aDraftSaysHowItsCodeIsMade()
    {
        LinkDraft draft;
        draft.url = u"https://a.example/"_qs;
        QVERIFY(!draft.toJson().contains(u"generator"_qs));
        QVERIFY(!draft.toJson().contains(u"length"_qs));
        QVERIFY(!draft.toJson().contains(u"reuse"_qs));
        draft.generator = CodeGenerator::Shuffled;
        draft.length = 8;
        draft.reuse = true;
        QCOMPARE(draft.toJson().value(u"generator"_qs).toString(), u"shuffled"_qs);
        QCOMPARE(draft.toJson().value(u"length"_qs).toInt(), 8);
        QCOMPARE(draft.toJson().value(u"reuse"_qs).toBool(), true);
        draft.slug = u"own"_qs; // nothing is made
        QVERIFY(!draft.toJson().contains(u"generator"_qs));
        QVERIFY(!draft.toJson().contains(u"length"_qs));
    }

    void aRenameSaysWhatBecomesOfTheOldName()
    {
        const LinkInfo before = sampleLink(3);
        LinkDraft after;
        after.url = before.url;
        after.slug = before.code;
        after.title = before.title;
        after.tags = before.tags;
        after.expiresAt = before.expiresAt;
        after.aliasDays = 90;
        QVERIFY(LinkEdit::between(before, after).isEmpty()); // no rename, no old name
        after.slug = u"new"_qs;
        QCOMPARE(LinkEdit::between(before, after).toJson(),
                 (QJsonObject{{u"slug"_qs, u"new"_qs}, {u"aliasFor"_qs, u"P90D"_qs}}));
        after.aliasDays = 0;
        const QJsonObject none = LinkEdit::between(before, after).toJson();
        QVERIFY(none.contains(u"aliasFor"_qs) && none.value(u"aliasFor"_qs).isNull());
        after.aliasDays.reset();
        QVERIFY(!LinkEdit::between(before, after).toJson().contains(u"aliasFor"_qs));
    }

    void aFormerNameMayHoldAnything()
    {
        m_service->fill(1);
        for (const QString &code : {u"spring/sale"_qs, u"50%25"_qs, u"春季?#"_qs}) {
            m_service->links()[0].aliases = {{code, u"http://go/x"_qs, QDateTime::currentDateTimeUtc().addDays(1)}};
            Waiter<LinkInfo> waiter;
            m_client->endAlias(LinkId{1}, code, this, waiter.reply());
            QTRY_VERIFY(waiter.got);
            QVERIFY2(waiter.got->ok(), qPrintable(code));
            QVERIFY(waiter.got->value().aliases.isEmpty());
            QCOMPARE(m_service->requests().last().verb, QByteArray("DELETE"));
        }
    }

    void onlyWhatWasChangedIsSent()
    {
        DomainEdit edit;
        QVERIFY(edit.isEmpty());
        edit.after.generator = CodeGenerator::Words;
        edit.after.caseSensitive = false;
        QCOMPARE(edit.toJson(), (QJsonObject{{u"generator"_qs, u"words"_qs}, {u"caseSensitive"_qs, false}}));
        Waiter<DomainInfo> waiter;
        m_client->changeDomain(1, edit, this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->ok());
        QCOMPARE(waiter.got->value().codes, edit.after);
        QCOMPARE(m_service->requests().last().path, u"/api/v1/domains/1"_qs);
        QCOMPARE(m_service->requests().last().verb, QByteArray("PATCH"));
    }

    void aNewDomainNeedsItsHostOnly()
    {
        QCOMPARE((DomainDraft{u"a.example"_qs, {}}.toJson()), (QJsonObject{{u"host"_qs, u"a.example"_qs}}));
        DomainDraft draft{u"nodot"_qs, {}};
        Waiter<DomainInfo> refused;
        m_client->createDomain(draft, this, refused.reply());
        QTRY_VERIFY(refused.got);
        QCOMPARE(refused.got->error().field, u"host"_qs);
        draft = {u"a.example"_qs, {}};
        draft.codes.length = 10;
        Waiter<DomainInfo> added;
        m_client->createDomain(draft, this, added.reply());
        QTRY_VERIFY(added.got);
        QVERIFY(added.got->ok());
        QCOMPARE(added.got->value().codes.length, 10);
    }

    void changesGoOnTopOfWhatOthersChanged()
    {
        DomainEdit edit;
        edit.after.length = 9;
        CodeSettings now;
        now.prefix = u"x"_qs;
        now.length = 8;
        const DomainEdit later = edit.onTopOf(now);
        QCOMPARE(later.before, now);
        QCOMPARE(later.after.length, 9);
        QCOMPARE(later.after.prefix, u"x"_qs);
        now.length = 9; // somebody else made the same change
        QVERIFY(edit.onTopOf(now).isEmpty());
    }

    void caseClashHasWords()
    {
        const ApiError error{409, QString(apicode::kCaseClash), u"For example A and a."_qs, {}};
        QVERIFY(whatHappened(error).contains(u"capital letters"_qs));
        QVERIFY(!whatToDo(error).isEmpty());
    }

private:
    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
};

QTEST_GUILESS_MAIN(TestCodesApi)
#include "tst_codesapi.moc"
