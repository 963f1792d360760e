// The event stream: what happens is told as it happens, and no subscriber can hold anybody up.
#include "daemon.h"
#include "daemonclient.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <memory>
#include <vector>

using namespace linkdesk::test;

class TestE2eEvents final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void linkChangesAreTold();
    void manyChangesAndJobsAreTold();
    void clicksAreTold();
    void theServiceTellsItsState();
    void quietSecondsAreToldToo();
    void headOfTheStreamHasNoBody();
    void aKeyIsNeeded();
    void subscribersThatNeverReadDoNoHarm();
    void subscribersThatVanishAreForgotten();

private:
    Daemon m_daemon;
    std::unique_ptr<ApiClient> m_api;
};

void TestE2eEvents::initTestCase()
{
    QVERIFY2(m_daemon.start(), m_daemon.errors().constData());
    m_api = std::make_unique<ApiClient>(m_daemon.adminPort(), m_daemon.key());
}

void TestE2eEvents::linkChangesAreTold()
{
    EventClient events(m_daemon.adminPort(), m_daemon.key());
    QVERIFY(events.isOpen());
    const ApiAnswer made = m_api->create("https://example.com/told", "told");
    QCOMPARE(made.status(), 201);
    const QByteArray path = "links/" + QByteArray::number(made.id());
    const auto expect = [&](const char *change, const char *status) {
        const auto event = events.next("link");
        return event && (*event)[QLatin1String("change")].toString() == QLatin1String(change)
               && (*event)[QLatin1String("link")][QLatin1String("id")].toInteger() == made.id()
               && (*event)[QLatin1String("link")][QLatin1String("status")].toString() == QLatin1String(status);
    };
    QVERIFY(expect("created", "active"));
    QCOMPARE(m_api->patch(path, {{QStringLiteral("note"), QStringLiteral("line one\n\nline two")}}).status(), 200);
    QVERIFY(expect("edited", "active"));
    QCOMPARE(m_api->remove(path).status(), 200);
    QVERIFY(expect("deleted", "deleted"));
    QCOMPARE(m_api->send("POST", path + "/restore").status(), 200);
    QVERIFY(expect("restored", "active"));
}

// A bulk of changes is no news feed: one event says to look again. A job tells how far it is, and its end.
void TestE2eEvents::manyChangesAndJobsAreTold()
{
    EventClient events(m_daemon.adminPort(), m_daemon.key());
    QVERIFY(events.isOpen());
    QJsonArray links;
    for (int i = 0; i < 400; ++i)
        links.append(QJsonObject{{QStringLiteral("url"), QStringLiteral("https://example.com/m%1").arg(i)},
                                 {QStringLiteral("tags"), QJsonArray{QStringLiteral("bulk")}}});
    QCOMPARE(m_api->send("POST", "links/bulk", QJsonDocument(links).toJson()).status(), 200);
    const auto many = events.next("links", [](const QJsonObject &data) { return data[QLatin1String("count")].toInt() >= 300; });
    QVERIFY(many.has_value());
    const ApiAnswer job = m_api->post("links/batch", {{QStringLiteral("filter"), QStringLiteral("tag:bulk")},
                                                      {QStringLiteral("action"), QStringLiteral("favourite")}});
    QCOMPARE(job.status(), 202);
    const auto end = events.next("job", [&job](const QJsonObject &data) {
        return data[QLatin1String("id")] == job.json[QLatin1String("id")] && data[QLatin1String("state")] == QLatin1String("done");
    });
    QVERIFY(end.has_value());
    QCOMPARE((*end)[QLatin1String("changed")].toInt(), 400);
    QVERIFY((*end)[QLatin1String("undoable")].toBool());
}

void TestE2eEvents::clicksAreTold()
{
    const ApiAnswer made = m_api->create("https://example.com/live", "live");
    EventClient events(m_daemon.adminPort(), m_daemon.key());
    HttpClient visitor(m_daemon.publicPort());
    for (int i = 0; i < 5; ++i)
        QCOMPARE(visitor.get("/live").status, 302);
    qint64 clicks = 0;
    qint64 total = 0;
    while (clicks < 5) {
        const auto event = events.next("clicks");
        QVERIFY(event);
        total += (*event)[QLatin1String("total")][QLatin1String("humans")].toInteger();
        const QJsonArray links = (*event)[QLatin1String("links")].toArray();
        for (const QJsonValue &link : links) {
            QCOMPARE(link[QLatin1String("code")].toString(), QStringLiteral("live"));
            clicks += link[QLatin1String("humans")].toInteger();
        }
    }
    QCOMPARE(clicks, 5);
    QCOMPARE(total, 5);
    QCOMPARE(m_api->get("live").json[QLatin1String("today")][QLatin1String("humans")].toInteger(), 5);
}

void TestE2eEvents::theServiceTellsItsState()
{
    EventClient events(m_daemon.adminPort(), m_daemon.key());
    const auto event = events.next("service");
    QVERIFY(event);
    QCOMPARE((*event)[QLatin1String("state")].toString(), QStringLiteral("running"));
    QVERIFY((*event)[QLatin1String("problems")].toArray().isEmpty());
}

void TestE2eEvents::quietSecondsAreToldToo()
{
    EventClient events(m_daemon.adminPort(), m_daemon.key());
    const auto nothing = [](const QJsonObject &event) { return event[QLatin1String("links")].toArray().isEmpty(); };
    QVERIFY(events.next("clicks", nothing));
    QVERIFY(events.next("clicks", nothing));
}

// R5.
void TestE2eEvents::headOfTheStreamHasNoBody()
{
    const QByteArray key = "Authorization: Bearer " + m_daemon.key() + "\r\n";
    HttpClient client(m_daemon.adminPort());
    const HttpAnswer head = client.head("/api/v1/events", key);
    QCOMPARE(head.status, 200);
    QCOMPARE(head.field("content-type"), QByteArray("text/event-stream"));
    QCOMPARE(client.get("/health/live").status, 200);
}

void TestE2eEvents::aKeyIsNeeded()
{
    HttpClient client(m_daemon.adminPort());
    QCOMPARE(client.get("/api/v1/events").status, 401);
}

// Twenty clients subscribe and read nothing, while more is told than any buffer of the system holds for them.
void TestE2eEvents::subscribersThatNeverReadDoNoHarm()
{
    std::vector<std::unique_ptr<HttpClient>> deaf;
    for (int i = 0; i < 20; ++i) {
        deaf.push_back(std::make_unique<HttpClient>(m_daemon.adminPort()));
        QVERIFY(deaf.back()->write(
            HttpClient::request("GET", "/api/v1/events", "Authorization: Bearer " + m_daemon.key() + "\r\n")));
    }
    EventClient listener(m_daemon.adminPort(), m_daemon.key());
    QVERIFY(listener.isOpen());
    const ApiAnswer made = m_api->create("https://example.com/", "long-title");
    const QByteArray path = "links/" + QByteArray::number(made.id());
    HttpClient visitor(m_daemon.publicPort());
    const QString note(1500, u'n');
    for (int i = 0; i < 1000; ++i) {
        QCOMPARE(m_api->patch(path, {{QStringLiteral("note"), note + QString::number(i)}}).status(), 200);
        QCOMPARE(visitor.get("/long-title").status, 302);
    }
    QTRY_COMPARE(m_api->clicks(made.id()), 1000);
    QVERIFY(listener.next("clicks"));
    QVERIFY(m_daemon.isRunning());
}

void TestE2eEvents::subscribersThatVanishAreForgotten()
{
    for (int round = 0; round < 200; ++round) {
        HttpClient client(m_daemon.adminPort());
        QVERIFY(client.write(
            HttpClient::request("GET", "/api/v1/events", "Authorization: Bearer " + m_daemon.key() + "\r\n")));
        if (round % 2 == 0)
            QVERIFY(client.readUntil("\r\n\r\n").startsWith("HTTP/1.1 200 "));
        client.close();
    }
    EventClient events(m_daemon.adminPort(), m_daemon.key());
    // A new second: too many changes in one are told as a single "refresh".
    QVERIFY(events.next("clicks"));
    const ApiAnswer made = m_api->create("https://example.com/", "still-there");
    QCOMPARE(made.status(), 201);
    QVERIFY(events.next("link", [&](const QJsonObject &event) {
        return event[QLatin1String("link")][QLatin1String("id")].toInteger() == made.id();
    }));
    QCOMPARE(m_daemon.errors(), QByteArray());
}

QTEST_GUILESS_MAIN(TestE2eEvents)
#include "tst_e2eevents.moc"
