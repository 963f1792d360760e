#include "links/hostname.h"

#include "shareddata.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace linkdesk::core;

Q_DECLARE_METATYPE(std::string)

class TestHostName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsHostAndPort_data()
    {
        QTest::addColumn<std::string>("input");
        QTest::addColumn<std::string>("host");
        QTest::addColumn<int>("port");
        QTest::newRow("a name alone") << std::string("S.example") << std::string("s.example") << -1;
        QTest::newRow("a name with a port") << std::string("s.example:8080") << std::string("s.example") << 8080;
        QTest::newRow("a name with an empty port") << std::string("s.example:") << std::string("s.example") << -1;
        QTest::newRow("an IPv6 address with a port") << std::string("[::1]:80") << std::string("[::1]") << 80;
        QTest::newRow("an IPv6 address alone") << std::string("[2001:DB8:0:0:1:0:0:1]")
                                               << std::string("[2001:db8::1:0:0:1]") << -1;
        QTest::newRow("the unspecified IPv6 address") << std::string("[0:0:0:0:0:0:0:0]") << std::string("[::]") << -1;
        QTest::newRow("one zero piece stays")
            << std::string("[1:0:2:3:4:5:6:7]") << std::string("[1:0:2:3:4:5:6:7]") << -1;
        QTest::newRow("a gap at the end") << std::string("[1:2::]") << std::string("[1:2::]") << -1;
        QTest::newRow("an IPv4 address") << std::string("127.1") << std::string("127.0.0.1") << -1;
    }

    void splitsHostAndPort()
    {
        QFETCH(std::string, input);
        QFETCH(std::string, host);
        QFETCH(int, port);
        const auto parsed = parseHostAndPort(input, "host");
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->host, host);
        QCOMPARE(parsed->port.value_or(-1), port);
    }

    void namesTheFieldToBlame()
    {
        const auto parsed = parseHost("", "host");
        QVERIFY(!parsed.ok());
        QCOMPARE(parsed.error().field, std::string("host"));
    }

    void mapsAsThePublicVectorsSay_data()
    {
        QTest::addColumn<QString>("file");
        for (const char *file : {"toascii.json", "IdnaTestV2.json"})
            QTest::newRow(file) << QStringLiteral("url-wpt/") + QLatin1String(file);
    }

    // The vectors follow a later Unicode than the library may have: a few code points may differ, and are counted.
    void mapsAsThePublicVectorsSay()
    {
        QFETCH(QString, file);
        LINKDESK_SHARED_FILE(path, file);
        QFile stream(path);
        QVERIFY(stream.open(QIODevice::ReadOnly));
        int checked = 0;
        QStringList differing;
        for (const QJsonValue &value : QJsonDocument::fromJson(stream.readAll()).array()) {
            const QJsonObject test = value.toObject();
            if (test.isEmpty())
                continue;
            ++checked;
            const QString input = test[u"input"].toString();
            const auto host = parseHost(input.toStdString(), "host");
            const QString given = host ? QString::fromStdString(*host) : QString();
            if (given != test[u"output"].toString())
                differing << QStringLiteral("%1 gives %2, not %3").arg(input, given, test[u"output"].toString());
        }
        qInfo().noquote() << checked << "cases," << differing.size() << "differ" << differing.mid(0, 20);
        QVERIFY(checked > 50);
        QVERIFY(differing.size() * 100 <= checked);
    }
};

QTEST_GUILESS_MAIN(TestHostName)
#include "tst_hostname.moc"
