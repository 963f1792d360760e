// The SSE parser at every split, and the stream that comes back after cuts.
#include "api/eventstream.h"
#include "api/sseparser.h"
#include "fakeservice.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace linkdesk;
using namespace linkdesk::app;
using namespace linkdesk::test;
using namespace std::chrono_literals;

namespace {

const QByteArray kStream = "\xEF\xBB\xBF: a comment\r\n\r\nevent: clicks\r\ndata: {\"a\":1}\r\n\r\n"
                           "data\n\n"
                           "id: 7\nevent:link\ndata:one\ndata: two \xC3\xA9\nretry: 10\n\n"
                           "event: lonely\n\n"
                           "data: \r\rdata: x\r\n\n"
                           "data: never ended";

QList<SseEvent> expected()
{
    return {{"clicks", "{\"a\":1}"}, {"message", ""}, {"link", "one\ntwo \xC3\xA9"}, {"message", ""}, {"message", "x"}};
}

QJsonObject tickJson(qint64 humans)
{
    return {{u"at"_qs, u"2026-11-30T20:00:00.000Z"_qs},
            {u"total"_qs, QJsonObject{{u"humans"_qs, humans}, {u"bots"_qs, 0}}},
            {u"links"_qs, QJsonArray{QJsonObject{{u"id"_qs, 1},
                                                 {u"code"_qs, u"abc"_qs},
                                                 {u"domain"_qs, QJsonValue()},
                                                 {u"humans"_qs, humans},
                                                 {u"bots"_qs, 0}}}}};
}

EventStream::Timing quick()
{
    return {20ms, 160ms, 300ms};
}

} // namespace

class TestEventStream final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesAtOnce()
    {
        SseParser parser;
        QCOMPARE(parser.feed(kStream), expected());
    }

    void anySplitInTwoIsTheSame()
    {
        for (qsizetype cut = 0; cut <= kStream.size(); ++cut) {
            SseParser parser;
            QList<SseEvent> events = parser.feed(QByteArrayView(kStream).first(cut));
            events += parser.feed(QByteArrayView(kStream).sliced(cut));
            QVERIFY2(events == expected(), QByteArray::number(cut));
        }
    }

    void everyByteApartIsTheSame()
    {
        SseParser parser;
        QList<SseEvent> events;
        for (qsizetype i = 0; i < kStream.size(); ++i)
            events += parser.feed(QByteArrayView(kStream).sliced(i, 1));
        QCOMPARE(events, expected());
    }

    void endlessEventIsRefused()
    {
        SseParser parser;
        const QByteArray chunk(1024 * 1024, 'x');
        QVERIFY(parser.feed("data: ").isEmpty());
        for (int i = 0; i < 6; ++i)
            QVERIFY(parser.feed(chunk).isEmpty());
        QVERIFY(parser.overflowed());
        parser.reset();
        QCOMPARE(parser.feed("data: a\n\n").size(), 1);
    }

    void deliversTypedEvents()
    {
        FakeService service;
        EventStream stream(quick());
        QSignalSpy connected(&stream, &EventStream::connectedChanged);
        QList<ClickTick> ticks;
        QList<LinkChange> changes;
        connect(&stream, &EventStream::clicks, this, [&](const ClickTick &tick) { ticks << tick; });
        connect(&stream, &EventStream::linkChanged, this, [&](const LinkChange &change) { changes << change; });
        stream.start(service.endpoint());
        QTRY_COMPARE(connected.size(), 1);
        service.sendEvent("clicks", tickJson(5));
        service.sendEvent("link", {{u"change"_qs, u"deleted"_qs}, {u"link"_qs, linkJson(sampleLink(4))}});
        service.sendEvent("something-new", {});
        QTRY_COMPARE(changes.size(), 1);
        QCOMPARE(ticks.size(), 1);
        QCOMPARE(ticks.first().total.humans, 5);
        QCOMPARE(ticks.first().links.first().code, u"abc"_qs);
        QCOMPARE(changes.first().kind, ChangeKind::Deleted);
        QCOMPARE(changes.first().link.id, LinkId{4});
    }

    void brokenEventIsLeftOut()
    {
        FakeService service;
        EventStream stream(quick());
        int ticks = 0;
        connect(&stream, &EventStream::clicks, this, [&] { ++ticks; });
        stream.start(service.endpoint());
        QTRY_VERIFY(stream.isConnected());
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(u"left out"_qs));
        service.sendRaw("event: clicks\ndata: {\"at\":5}\n\n");
        service.sendEvent("clicks", tickJson(1));
        QTRY_COMPARE(ticks, 1);
        QVERIFY(stream.isConnected());
    }

    void comesBackAfterACut()
    {
        FakeService service;
        EventStream stream(quick());
        QSignalSpy connected(&stream, &EventStream::connectedChanged);
        stream.start(service.endpoint());
        QTRY_COMPARE(connected.size(), 1);
        service.cutStreams();
        QTRY_COMPARE(connected.size(), 3); // off, on
        QCOMPARE(connected.at(1).first().toBool(), false);
        QCOMPARE(connected.at(2).first().toBool(), true);
    }

    void waitsLongerEachTime()
    {
        auto service = std::make_unique<FakeService>();
        const Endpoint endpoint = service->endpoint();
        service.reset();
        EventStream stream(quick());
        stream.start(endpoint);
        QTRY_COMPARE(stream.nextDelay(), 160ms);
        QVERIFY(!stream.isConnected());
    }

    void silenceCountsAsACut()
    {
        FakeService service;
        EventStream stream(quick());
        QSignalSpy connected(&stream, &EventStream::connectedChanged);
        stream.start(service.endpoint());
        QTRY_VERIFY(connected.size() >= 3);
    }

    void wrongKeyIsTold()
    {
        FakeService service;
        Endpoint endpoint = service.endpoint();
        endpoint.key = "no";
        EventStream stream(quick());
        QSignalSpy refused(&stream, &EventStream::refused);
        stream.start(endpoint);
        QTRY_VERIFY(refused.size() >= 1);
        QVERIFY(!stream.isConnected());
    }

    void receiverMayStopIt()
    {
        FakeService service;
        EventStream stream(quick());
        connect(&stream, &EventStream::clicks, this, [&] { stream.stop(); });
        stream.start(service.endpoint());
        QTRY_VERIFY(stream.isConnected());
        service.sendRaw("event: clicks\ndata: {\"at\":\"2026-11-30T20:00:00Z\",\"total\":{\"humans\":1,\"bots\":0},"
                        "\"links\":[]}\n\nevent: clicks\ndata: {}\n\n");
        QTRY_VERIFY(!stream.isConnected());
        QTRY_COMPARE(service.streams(), 0);
    }
};

QTEST_GUILESS_MAIN(TestEventStream)
#include "tst_eventstream.moc"
