// The service inside the app: starts and stops off the GUI thread, names a taken port and offers a free one, and finds the
// service that already owns the data folder.
#include "embed/embeddedservice.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace linkdesk::app;

namespace {

constexpr int kPatienceMs = 20000;

QString s(const char *text)
{
    return QString::fromLatin1(text);
}

HostOptions optionsIn(const QTemporaryDir &dir, const QString &listen = s("127.0.0.1:0"))
{
    return {dir.path(), listen, s("127.0.0.1:0"), QString()};
}

} // namespace

class TestEmbeddedService final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsAnswersAndStops()
    {
        QTemporaryDir dir;
        EmbeddedService service;
        QSignalSpy started(&service, &ServiceHost::started);
        QSignalSpy stopped(&service, &ServiceHost::stopped);
        service.start(optionsIn(dir));
        QCOMPARE(service.state(), ServiceHost::State::Starting);
        QVERIFY(started.wait(kPatienceMs));
        QCOMPARE(service.state(), ServiceHost::State::Running);
        const auto addresses = started[0][0].value<HostAddresses>();
        QVERIFY(addresses.isOurs);
        QVERIFY(!addresses.token.isEmpty());
        QTcpSocket visitor;
        visitor.connectToHost(s("127.0.0.1"), static_cast<quint16>(addresses.adminUrl.port()));
        QVERIFY(visitor.waitForConnected(5000));
        visitor.abort();
        service.stop();
        QVERIFY(stopped.wait(kPatienceMs));
        QCOMPARE(service.state(), ServiceHost::State::Stopped);
    }

    void aTakenPortIsNamedAndAFreeOneOffered()
    {
        QTcpServer other;
        QVERIFY(other.listen(QHostAddress::LocalHost));
        const QString taken = s("127.0.0.1:%1").arg(other.serverPort());
        QTemporaryDir dir;
        EmbeddedService service;
        QSignalSpy failed(&service, &ServiceHost::failed);
        QSignalSpy started(&service, &ServiceHost::started);
        service.start(optionsIn(dir, taken));
        QVERIFY(failed.wait(kPatienceMs));
        const auto failure = failed[0][0].value<HostFailure>();
        QCOMPARE(failure.code, s("address-in-use"));
        QCOMPARE(failure.field, s("listen"));
        QCOMPARE(failure.address, taken);
        QVERIFY(!failure.suggestedAddress.isEmpty() && failure.suggestedAddress != taken);
        service.start(optionsIn(dir, failure.suggestedAddress));
        QVERIFY(started.wait(kPatienceMs));
    }

    void aSecondOneManagesTheFirst()
    {
        QTemporaryDir dir;
        EmbeddedService first;
        QSignalSpy firstStarted(&first, &ServiceHost::started);
        first.start(optionsIn(dir));
        QVERIFY(firstStarted.wait(kPatienceMs));
        EmbeddedService second;
        QSignalSpy secondStarted(&second, &ServiceHost::started);
        second.start(optionsIn(dir));
        QVERIFY(secondStarted.wait(kPatienceMs));
        const auto addresses = secondStarted[0][0].value<HostAddresses>();
        QVERIFY(!addresses.isOurs);
        QCOMPARE(addresses.adminUrl, firstStarted[0][0].value<HostAddresses>().adminUrl);
    }

    void aWrongOptionFailsWithItsName()
    {
        QTemporaryDir dir;
        EmbeddedService service;
        QSignalSpy failed(&service, &ServiceHost::failed);
        service.start(optionsIn(dir, s("nonsense")));
        QVERIFY(failed.wait(kPatienceMs));
        QCOMPARE(failed[0][0].value<HostFailure>().code, s("invalid-input"));
        QCOMPARE(service.state(), ServiceHost::State::Stopped);
    }

    void stoppingWhileStartingEndsStopped()
    {
        QTemporaryDir dir;
        EmbeddedService service;
        QSignalSpy stopped(&service, &ServiceHost::stopped);
        service.start(optionsIn(dir));
        service.stop();
        QVERIFY(stopped.wait(kPatienceMs));
        QCOMPARE(service.state(), ServiceHost::State::Stopped);
    }

    void destroyingStopsWhatRuns()
    {
        QTemporaryDir dir;
        {
            EmbeddedService service;
            QSignalSpy started(&service, &ServiceHost::started);
            service.start(optionsIn(dir));
            QVERIFY(started.wait(kPatienceMs));
        }
        EmbeddedService again;
        QSignalSpy started(&again, &ServiceHost::started);
        again.start(optionsIn(dir));
        QVERIFY(started.wait(kPatienceMs));
        QVERIFY(started[0][0].value<HostAddresses>().isOurs);
    }
};

QTEST_GUILESS_MAIN(TestEmbeddedService)
#include "tst_embeddedservice.moc"
