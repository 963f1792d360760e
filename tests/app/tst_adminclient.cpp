// AdminClient against a server that keeps the contract, trickles, is silent, redirects, lies or is not there.
#include "api/adminclient.h"
#include "api/errortext.h"
#include "fakeservice.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace linkdesk;
using namespace linkdesk::app;
using namespace linkdesk::test;

namespace {

// Waits for one answer.
template <typename T>
struct Waiter {
    std::optional<ApiResult<T>> got;
    Reply<T> reply()
    {
        return [this](const ApiResult<T> &result) { got.emplace(result); };
    }
};

} // namespace

class TestAdminClient final : public QObject {
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

    void readsAPage()
    {
        m_service->fill(3);
        Waiter<LinkPageInfo> waiter;
        LinkQuery query;
        query.sort = LinkSort::Code;
        query.descending = false;
        query.limit = 2;
        m_client->listLinks(query, this, waiter.reply());
        QVERIFY(!waiter.got); // never from inside the call
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->ok());
        const LinkPageInfo &page = waiter.got->value();
        QCOMPARE(page.links.size(), 2);
        QCOMPARE(page.total, std::optional<qint64>(3));
        QVERIFY(!page.nextCursor.isEmpty());
        LinkInfo expected = m_service->links().first();
        QCOMPARE(page.links.first(), expected);
        QCOMPARE(m_client->connection().reach(), ConnectionState::Reach::Online);
        QVERIFY(m_client->connection().latency().count() > 0);
    }

    void everyByteApartGivesTheSame()
    {
        m_service->fill(1);
        m_service->setTrickle(true);
        Waiter<LinkInfo> waiter;
        m_client->fetchLink(LinkId{1}, this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->ok());
        QCOMPARE(waiter.got->value(), m_service->links().first());
    }

    void queryTextArrivesAsTyped()
    {
        Waiter<LinkPageInfo> waiter;
        LinkQuery query;
        query.search = u"a+b & c;d=é%20#"_qs;
        m_client->listLinks(query, this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QCOMPARE(m_service->requests().last().query.queryItemValue(u"search"_qs, QUrl::FullyDecoded), query.search);
    }

    void keyGoesInTheHeaderOnly()
    {
        Waiter<ServiceInfo> waiter;
        m_client->service(this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->ok());
        const FakeRequest &request = m_service->requests().last();
        QCOMPARE(request.headers.value("authorization"), "Bearer " + m_service->endpoint().key);
        QVERIFY(!request.path.contains(QString::fromLatin1(m_service->endpoint().key)));
        QVERIFY(request.query.isEmpty());
    }

    void redirectIsNotFollowed()
    {
        FakeService other;
        const QByteArray to = other.endpoint().baseUrl.toEncoded();
        m_service->setOverride([to](const FakeRequest &) {
            return FakeAnswer{302, "text/plain", {}, "Location: " + to + "/api/v1/service\r\n"};
        });
        Waiter<ServiceInfo> waiter;
        m_client->service(this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(!waiter.got->ok());
        QCOMPARE(other.requests().size(), 0);
    }

    void editSendsTheVersionAndTellsOfAConflict()
    {
        m_service->fill(1);
        LinkEdit edit;
        edit.title = u"Other"_qs;
        Waiter<LinkInfo> first;
        m_client->editLink(LinkId{1}, edit, 1, this, first.reply());
        QTRY_VERIFY(first.got);
        QVERIFY(first.got->ok());
        QCOMPARE(first.got->value().version, 2);
        QCOMPARE(m_service->requests().last().headers.value("if-match"), QByteArray("\"1\""));
        QCOMPARE(m_service->requests().last().body, QByteArray("{\"title\":\"Other\"}"));

        Waiter<LinkInfo> second;
        m_client->editLink(LinkId{1}, edit, 1, this, second.reply());
        QTRY_VERIFY(second.got);
        QVERIFY(!second.got->ok());
        QCOMPARE(second.got->error().status, 412);
        QVERIFY(second.got->error().is(apicode::kVersionConflict));
        QVERIFY(!whatToDo(second.got->error()).isEmpty());
    }

    void problemNamesTheField()
    {
        LinkDraft draft;
        draft.url = u"ftp://x"_qs;
        Waiter<CreatedLink> waiter;
        m_client->createLink(draft, this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(!waiter.got->ok());
        QCOMPARE(waiter.got->error().field, u"url"_qs);
        QVERIFY(waiter.got->error().is(apicode::kInvalidInput));
    }

    void brokenAnswers_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("half an object") << QByteArray("{\"links\":[");
        QTest::newRow("a list where an object belongs") << QByteArray("[]");
        QTest::newRow("links missing") << QByteArray("{\"nextCursor\":null,\"total\":0}");
        QTest::newRow("links of another type") << QByteArray("{\"links\":{},\"nextCursor\":null,\"total\":0}");
        QTest::newRow("a link that is a number") << QByteArray("{\"links\":[1],\"nextCursor\":null,\"total\":0}");
        QTest::newRow("total with a fraction") << QByteArray("{\"links\":[],\"nextCursor\":null,\"total\":0.5}");
        QTest::newRow("total beyond 2^53") << QByteArray("{\"links\":[],\"nextCursor\":null,\"total\":1e300}");
    }

    void brokenAnswers()
    {
        QFETCH(QByteArray, body);
        m_service->setOverride([body](const FakeRequest &) { return FakeAnswer{200, "application/json", body, {}}; });
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"does not keep the contract"_qs));
        Waiter<LinkPageInfo> waiter;
        m_client->listLinks({}, this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(!waiter.got->ok());
        QVERIFY(waiter.got->error().is(apicode::kBadAnswer));
    }

    void everyMemberOfALinkIsChecked()
    {
        const QJsonObject good = linkJson(sampleLink(3));
        for (const QString &name : good.keys()) {
            QJsonObject bad = good;
            bad.insert(name, QJsonArray{QJsonObject()});
            const QByteArray body = QJsonDocument(bad).toJson();
            m_service->setOverride([body](const FakeRequest &) {
                return FakeAnswer{200, "application/json", body, {}};
            });
            QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"does not keep the contract"_qs));
            Waiter<LinkInfo> waiter;
            m_client->fetchLink(LinkId{3}, this, waiter.reply());
            QTRY_VERIFY(waiter.got);
            QVERIFY2(!waiter.got->ok(), qPrintable(name));
            QVERIFY2(waiter.got->error().detail.contains(name), qPrintable(waiter.got->error().detail));
        }
    }

    void deadContextGetsNothing()
    {
        m_service->fill(1);
        bool called = false;
        auto context = std::make_unique<QObject>();
        m_client->fetchLink(LinkId{1}, context.get(), [&](const ApiResult<LinkInfo> &) { called = true; });
        context.reset();
        Waiter<LinkInfo> later;
        m_client->fetchLink(LinkId{1}, this, later.reply());
        QTRY_VERIFY(later.got);
        QVERIFY(!called);
    }

    void cancelledCallGetsNothing()
    {
        m_service->fill(1);
        bool called = false;
        const RequestId id = m_client->fetchLink(LinkId{1}, this, [&](const ApiResult<LinkInfo> &) { called = true; });
        m_client->cancel(id);
        m_client->cancel(id);
        Waiter<LinkInfo> later;
        m_client->fetchLink(LinkId{1}, this, later.reply());
        QTRY_VERIFY(later.got);
        QVERIFY(!called);
    }

    void clientMayDieFirst()
    {
        bool called = false;
        m_client->fetchLink(LinkId{1}, this, [&](const ApiResult<LinkInfo> &) { called = true; });
        m_client.reset();
        QCoreApplication::processEvents();
        QVERIFY(!called);
    }

    void silenceEndsInATimeout()
    {
        m_service->setSilent(true);
        m_client->setTimeout(std::chrono::milliseconds(100));
        Waiter<ServiceInfo> waiter;
        m_client->service(this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->error().is(apicode::kTimeout));
        QCOMPARE(m_client->connection().reach(), ConnectionState::Reach::Unreachable);
    }

    void nobodyThereIsUnreachable()
    {
        m_service.reset();
        QSignalSpy reach(&m_client->connection(), &ConnectionState::reachChanged);
        Waiter<ServiceInfo> waiter;
        m_client->service(this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->error().is(apicode::kUnreachable));
        QCOMPARE(reach.size(), 1);
        QCOMPARE(waiter.got->error().status, 0);
    }

    void wrongKeyIsRefused()
    {
        Endpoint endpoint = m_service->endpoint();
        endpoint.key = "ld_other";
        m_client->setEndpoint(endpoint);
        Waiter<ServiceInfo> waiter;
        m_client->service(this, waiter.reply());
        QTRY_VERIFY(waiter.got);
        QVERIFY(waiter.got->error().is(apicode::kUnauthorized));
        QCOMPARE(m_client->connection().reach(), ConnectionState::Reach::Refused);
    }

    void editHoldsOnlyWhatChanged()
    {
        const LinkInfo before = sampleLink(3);
        LinkDraft after;
        after.url = before.url;
        after.slug = before.code;
        after.title = before.title;
        after.note = before.note;
        after.tags = before.tags;
        after.expiresAt = before.expiresAt;
        QVERIFY(LinkEdit::between(before, after).isEmpty());
        after.expiresAt = {};
        const QJsonObject json = LinkEdit::between(before, after).toJson();
        QCOMPARE(json.keys(), QStringList{u"expiresAt"_qs});
        QVERIFY(json.value(u"expiresAt"_qs).isNull());
    }

private:
    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
};

QTEST_GUILESS_MAIN(TestAdminClient)
#include "tst_adminclient.moc"
