// The command line: what it prints, where, with which exit code, and that it says what is wrong with what it was given.
#include "daemon.h"
#include "daemonclient.h"

#include <QFile>
#include <QTest>

using namespace linkdesk::test;

namespace {

QStringList words(const QString &line)
{
    return line.split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class TestE2eCommandLine final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void helpAndVersion();
    void wrongUsage_data();
    void wrongUsage();
    void wrongVariables_data();
    void wrongVariables();
    void wrongConfigurationFiles_data();
    void wrongConfigurationFiles();
    void flagsWinOverVariablesAndTheseOverTheFile();
    void keysCreateWithoutAService();
    void keysCreateRefusals_data();
    void keysCreateRefusals();
    void shortenPrintsTheSameUrlWithAndWithoutAService_data();
    void shortenPrintsTheSameUrlWithAndWithoutAService();
    void shortenRefusals_data();
    void shortenRefusals();
    void anAdminAddressOffTheLoopbackIsRefused();
    void theRuntimeFileIsForItsOwnerAndGoesAway();
};

void TestE2eCommandLine::helpAndVersion()
{
    const Finished help = runLinkdeskd({QStringLiteral("--help")});
    QCOMPARE(help.exitCode, 0);
    QCOMPARE(help.err, QByteArray());
    for (const char *word :
         {"serve", "keys create", "shorten", "--data-dir", "--listen", "--admin-listen", "--public-url", "--config"})
        QVERIFY2(help.out.contains(word), word);
    const Finished version = runLinkdeskd({QStringLiteral("--version")});
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.out.startsWith("linkdeskd ") && version.out.count('\n') == 1);
}

void TestE2eCommandLine::wrongUsage_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("mentions");
    const auto row = [](const char *line, const char *mentions) {
        QTest::newRow(line) << QString::fromLatin1(line) << QByteArray(mentions);
    };
    row("dance", "dance");
    row("keys", "create");
    row("keys destroy", "create");
    row("serve --colour red", "--colour");
    row("serve --listen", "--listen");
    row("serve extra", "extra");
    row("serve -x", "-x");
    row("serve --listen nowhere", "nowhere");
    row("serve --listen 127.0.0.1:99999", "99999");
    row("serve --listen 127.0.0.1:-1", "-1");
    row("serve --listen 127.0.0.1", "127.0.0.1");
    row("serve --listen ::1:8080", "::1:8080");
    row("serve --admin-listen example.com:80", "example.com");
    row("serve --threads many", "threads");
    row("serve --threads -1", "threads");
    row("serve --threads 100000", "threads");
    row("serve --cache-megabytes 0", "cache-megabytes");
    row("serve --admin-behind-proxy maybe", "admin-behind-proxy");
    row("serve --public-url ftp://x.example", "public-url");
    row("serve --public-url https://x.example/?a=1", "public-url");
    row("serve --data-dir=", "data-dir");
    row("serve --config /does/not/exist.ini", "/does/not/exist.ini");
    row("shorten", "address");
    row("shorten https://a.example https://b.example", "https://b.example");
    row("shorten --threads 2 https://a.example", "--threads");
    row("shorten --slug", "--slug");
    row("keys create", "--name");
    row("keys create --name x --listen 127.0.0.1:1", "--listen");
}

void TestE2eCommandLine::wrongUsage()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, mentions);
    const Finished finished = runLinkdeskd(words(line));
    QCOMPARE(finished.exitCode, 2);
    QCOMPARE(finished.out, QByteArray());
    QVERIFY2(finished.err.startsWith("linkdeskd: ") && finished.err.contains(mentions), finished.err.constData());
    QCOMPARE(finished.err.count('\n'), 1);
}

void TestE2eCommandLine::wrongVariables_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("unknown") << QStringLiteral("LINKDESK_COLOUR=red") << QByteArray("LINKDESK_COLOUR");
    QTest::newRow("known, wrong") << QStringLiteral("LINKDESK_THREADS=many") << QByteArray("LINKDESK_THREADS");
    QTest::newRow("known, empty") << QStringLiteral("LINKDESK_LISTEN=") << QByteArray("LINKDESK_LISTEN");
    QTest::newRow("a missing file") << QStringLiteral("LINKDESK_CONFIG=/does/not/exist.ini")
                                    << QByteArray("/does/not/exist.ini");
}

void TestE2eCommandLine::wrongVariables()
{
    QFETCH(QString, variable);
    QFETCH(QByteArray, mentions);
    const Finished finished = runLinkdeskd({QStringLiteral("serve")}, {variable});
    QCOMPARE(finished.exitCode, 2);
    QVERIFY2(finished.err.contains(mentions), finished.err.constData());
}

void TestE2eCommandLine::wrongConfigurationFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("unknown key") << QByteArray("[server]\ncolour = red\n") << QByteArray("colour");
    QTest::newRow("wrong value") << QByteArray("threads=many\n") << QByteArray("threads");
    QTest::newRow("no key at all") << QByteArray("# fine\njust words\n") << QByteArray("line 2");
}

void TestE2eCommandLine::wrongConfigurationFiles()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, mentions);
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("linkdesk.ini"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    file.close();
    const Finished finished = runLinkdeskd({QStringLiteral("serve"), QStringLiteral("--config"), path});
    QCOMPARE(finished.exitCode, 2);
    QVERIFY2(finished.err.contains(mentions) && finished.err.contains("linkdesk.ini"), finished.err.constData());
}

void TestE2eCommandLine::flagsWinOverVariablesAndTheseOverTheFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("linkdesk.ini"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("; a comment\r\n[any section]\r\npublic-url = https://file.example\r\nthreads = 3\r\n");
    file.close();
    const auto service = [](Daemon &daemon) { return ApiClient(daemon.adminPort(), daemon.key()).get("service").json; };
    Daemon fromFile;
    QVERIFY2(fromFile.start({{QStringLiteral("--config"), path}, {}}), fromFile.errors().constData());
    QCOMPARE(service(fromFile)[QLatin1String("publicUrl")].toString(), QStringLiteral("https://file.example"));
    QCOMPARE(service(fromFile)[QLatin1String("threads")].toInt(), 3);
    Daemon fromVariable;
    QVERIFY(fromVariable.start(
        {{QStringLiteral("--config"), path}, {QStringLiteral("LINKDESK_PUBLIC_URL=https://variable.example")}}));
    QCOMPARE(service(fromVariable)[QLatin1String("publicUrl")].toString(), QStringLiteral("https://variable.example"));
    Daemon fromFlag;
    QVERIFY(fromFlag.start(
        {{QStringLiteral("--public-url=https://flag.example/sub/")},
         {QStringLiteral("LINKDESK_PUBLIC_URL=https://variable.example"), QStringLiteral("LINKDESK_CONFIG=") + path}}));
    QCOMPARE(service(fromFlag)[QLatin1String("publicUrl")].toString(), QStringLiteral("https://flag.example/sub"));
    QCOMPARE(service(fromFlag)[QLatin1String("threads")].toInt(), 3);
}

void TestE2eCommandLine::keysCreateWithoutAService()
{
    Daemon daemon;
    const QByteArray admin = daemon.makeKey(QStringLiteral("admin"));
    const QByteArray read = daemon.makeKey(QStringLiteral("read"));
    QVERIFY(admin.startsWith("ld_") && read.startsWith("ld_") && admin != read);
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), admin).get("keys").status(), 200);
    QCOMPARE(ApiClient(daemon.adminPort(), read).get("links").status(), 200);
    QCOMPARE(ApiClient(daemon.adminPort(), read).get("keys").status(), 403);
    // And with it: valid at once.
    QCOMPARE(
        ApiClient(daemon.adminPort(), daemon.makeKey(QStringLiteral("write"))).create("https://example.com/").status(),
        201);
}

void TestE2eCommandLine::keysCreateRefusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("scope") << QStringList{QStringLiteral("--name"), QStringLiteral("x"), QStringLiteral("--scope"),
                                          QStringLiteral("god")}
                           << QByteArray("--scope");
    QTest::newRow("long name") << QStringList{QStringLiteral("--name"), QString(101, u'x')} << QByteArray("name");
    QTest::newRow("two lines") << QStringList{QStringLiteral("--name"), QStringLiteral("a\nb")} << QByteArray("name");
}

void TestE2eCommandLine::keysCreateRefusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, mentions);
    const QTemporaryDir folder;
    const Finished finished = runLinkdeskd(
        QStringList{QStringLiteral("keys"), QStringLiteral("create"), QStringLiteral("--data-dir"), folder.path()}
        + arguments);
    QVERIFY(finished.exitCode && *finished.exitCode != 0);
    QCOMPARE(finished.out, QByteArray());
    QVERIFY2(finished.err.contains(mentions), finished.err.constData());
}

void TestE2eCommandLine::shortenPrintsTheSameUrlWithAndWithoutAService_data()
{
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<QByteArray>("start"); // empty: follows from the bound address
    QTest::newRow("a public URL") << QStringList{QStringLiteral("--public-url"),
                                                 QStringLiteral("https://go.example.com")}
                                  << QByteArray("https://go.example.com/");
    QTest::newRow("a public URL with a port and a path")
        << QStringList{QStringLiteral("--public-url"), QStringLiteral("http://h.example:4567/sub/")}
        << QByteArray("http://h.example:4567/sub/");
    QTest::newRow("none") << QStringList() << QByteArray();
}

void TestE2eCommandLine::shortenPrintsTheSameUrlWithAndWithoutAService()
{
    QFETCH(QStringList, flags);
    QFETCH(QByteArray, start);
    Daemon daemon;
    QVERIFY2(daemon.start({flags, {}}), daemon.errors().constData());
    if (start.isEmpty())
        start = daemon.publicUrl() + "/";
    const auto shorten = [&daemon](const QString &slug, const QString &url) {
        return runLinkdeskd({QStringLiteral("shorten"), QStringLiteral("--data-dir"), daemon.dataFolder(),
                             QStringLiteral("--slug"), slug, url});
    };
    const Finished running = shorten(QStringLiteral("while-running"), QStringLiteral("https://example.com/1"));
    QCOMPARE(running.exitCode, 0);
    QCOMPARE(running.out, start + "while-running\n");
    QCOMPARE(HttpClient(daemon.publicPort()).get("/while-running").status, 302);
    QCOMPARE(daemon.stop(), 0);
    const Finished stopped = shorten(QStringLiteral("while-stopped"), QStringLiteral("https://example.com/2"));
    QCOMPARE(stopped.exitCode, 0);
    QCOMPARE(stopped.out, start + "while-stopped\n");
    // R14: it knows its own address then, too.
    const Finished loop = shorten(QStringLiteral("loop"), QString::fromLatin1(start + "while-stopped"));
    QCOMPARE(loop.exitCode, 1);
    const Finished generated = runLinkdeskd({QStringLiteral("shorten"), QStringLiteral("--data-dir"),
                                             daemon.dataFolder(), QStringLiteral("https://example.com/3")});
    QCOMPARE(generated.exitCode, 0);
    QVERIFY2(daemon.start(), daemon.errors().constData());
    HttpClient visitor(daemon.publicPort());
    QCOMPARE(visitor.get("/while-running").field("location"), QByteArray("https://example.com/1"));
    QCOMPARE(visitor.get("/while-stopped").field("location"), QByteArray("https://example.com/2"));
    QCOMPARE(visitor.get(generated.out.trimmed().mid(start.size() - 1)).field("location"),
             QByteArray("https://example.com/3"));
}

void TestE2eCommandLine::shortenRefusals_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("a script") << QStringList{QStringLiteral("javascript:alert(1)")} << QByteArray("http");
    QTest::newRow("no scheme") << QStringList{QStringLiteral("example.com")} << QByteArray("http");
    QTest::newRow("reserved") << QStringList{QStringLiteral("--slug"), QStringLiteral("api"),
                                             QStringLiteral("https://example.com/")}
                              << QByteArray("needed by the service");
    QTest::newRow("taken") << QStringList{QStringLiteral("--slug"), QStringLiteral("taken"),
                                          QStringLiteral("https://example.com/")}
                           << QByteArray("taken");
}

void TestE2eCommandLine::shortenRefusals()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, mentions);
    Daemon daemon;
    const QStringList shorten{QStringLiteral("shorten"), QStringLiteral("--data-dir"), daemon.dataFolder()};
    QCOMPARE(runLinkdeskd(shorten + QStringList{QStringLiteral("--slug=taken"), QStringLiteral("https://example.com/")})
                 .exitCode,
             0);
    const Finished stopped = runLinkdeskd(shorten + arguments);
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const Finished running = runLinkdeskd(shorten + arguments);
    QCOMPARE(stopped.exitCode, 1);
    QCOMPARE(stopped.out, QByteArray());
    QVERIFY2(stopped.err.startsWith("linkdeskd: ") && stopped.err.contains(mentions), stopped.err.constData());
    // The same words, whoever refused.
    QCOMPARE(running.exitCode, 1);
    QCOMPARE(running.err, stopped.err);
}

// R27.
void TestE2eCommandLine::anAdminAddressOffTheLoopbackIsRefused()
{
    Daemon daemon;
    DaemonOptions options;
    options.adminListen = QStringLiteral("0.0.0.0:0");
    QVERIFY(!daemon.start(options));
    QVERIFY(daemon.waitForExit() && *daemon.waitForExit() != 0);
    QVERIFY2(daemon.errors().contains("admin-behind-proxy"), daemon.errors().constData());
    options.flags = QStringList{QStringLiteral("--admin-behind-proxy"), QStringLiteral("true")};
    QVERIFY2(daemon.start(options), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).get("links").status(), 200);
}

// R26.
void TestE2eCommandLine::theRuntimeFileIsForItsOwnerAndGoesAway()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QString path = daemon.dataFolder() + QStringLiteral("/service.json");
    const QFile::Permissions foreign = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(QFile::exists(path));
    QVERIFY(!(QFile::permissions(path) & foreign));
    QVERIFY(!(QFile::permissions(daemon.dataFolder()) & foreign));
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(!QFile::exists(path));
    // One that a killed service left behind misleads nobody.
    QVERIFY(daemon.start());
    daemon.kill();
    QVERIFY(QFile::exists(path));
    QVERIFY(!daemon.makeKey(QStringLiteral("read")).isEmpty());
}

QTEST_GUILESS_MAIN(TestE2eCommandLine)
#include "tst_e2ecommandline.moc"
