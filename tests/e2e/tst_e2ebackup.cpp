// Backup, restore and check, by the command line and by the API, while the service serves and without it (R38, R43).
#include "backupclient.h"
#include "daemon.h"
#include "redisserver.h"
#include "smalldisk.h"
#include "visitors.h"

using namespace linkdesk::test;

namespace {

Finished verb(const Daemon &daemon, const QStringList &words)
{
    return runLinkdeskd(words + QStringList{QStringLiteral("--data-dir"), daemon.dataFolder()});
}

QJsonObject backupState(ApiClient &api)
{
    return api.get("service").json[QLatin1String("backup")].toObject();
}

bool reports(ApiClient &api, const char *problem)
{
    for (const QJsonValue &one : api.get("service").json[QLatin1String("problems")].toArray()) {
        if (one[QLatin1String("code")].toString() == QLatin1String(problem))
            return true;
    }
    return false;
}

} // namespace

class TestE2eBackup final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offline();
    void whileVisitorsAndCreatesGoOn();
    void aRestoreOfTheRunningService();
    void aRestoreIntoAnEmptyFolder();
    void theApiOfBackups();
    void onlyAdministrators();
    void namesAndPathsThatAreRefused_data();
    void namesAndPathsThatAreRefused();
    void filesThatCannotBeRestored_data();
    void filesThatCannotBeRestored();
    void dataThatCannotBeStartedIsTakenBack();
    void aDamagedDatabaseIsReplacedOffline();
    void aCheckThatRepairsWhileServing();
    void aCheckWithoutAService();
    void aFullDisk();
    void aDiskThatFillsUpMeanwhile();
    void aCancelledBackup();
    void whatRedisHoldsIsOfTheFormerData();

private:
    [[nodiscard]] QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    QTemporaryDir m_folder;
};

void TestE2eBackup::offline()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QCOMPARE(api.create("https://example.com/kept", "kept").status(), 201);
    QCOMPARE(daemon.stop(), 0);
    const Finished backup = verb(daemon, {QStringLiteral("backup"), path("offline.db")});
    QVERIFY2(backup.exitCode == 0, backup.err.constData());
    QVERIFY2(backup.out.startsWith(path("offline.db").toUtf8() + ": 1 link, "), backup.out.constData());
    QVERIFY(isWhole(path("offline.db")));
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).create("https://example.com/later", "later").status(), 201);
    QCOMPARE(daemon.stop(), 0);
    const Finished restore = verb(daemon, {QStringLiteral("restore"), path("offline.db")});
    QVERIFY2(restore.exitCode == 0, restore.err.constData());
    QVERIFY2(restore.out.startsWith("restored; the database before is kept as linkdesk-before-restore-"),
             restore.out.constData());
    const Finished check = verb(daemon, {QStringLiteral("check")});
    QVERIFY2(check.exitCode == 0, check.out.constData());
    QCOMPARE(check.out, QByteArray("Nothing is wrong with 1 link and their clicks.\n"));
    QVERIFY2(daemon.start(), daemon.errors().constData());
    HttpClient visitor(daemon.publicPort());
    QCOMPARE(visitor.get("/kept").status, 302);
    QCOMPARE(visitor.get("/later").status, 404);
    const QString former = QString::fromUtf8(restore.out.mid(restore.out.lastIndexOf(' ') + 1).trimmed());
    QCOMPARE(
        valueIn(daemon.dataFolder() + QLatin1Char('/') + former, QStringLiteral("SELECT count(*) FROM link")).toInt(),
        2);
    // Relative names are the caller's.
    QCOMPARE(verb(daemon, {QStringLiteral("backup"), QStringLiteral("no/such/folder/a.db")}).exitCode, 1);
    QCOMPARE(runLinkdeskd({QStringLiteral("backup")}).exitCode, 2);
    QCOMPARE(runLinkdeskd({QStringLiteral("restore")}).exitCode, 2);
    QCOMPARE(runLinkdeskd({QStringLiteral("check"), QStringLiteral("--fix")}).exitCode, 2);
    QCOMPARE(runLinkdeskd({QStringLiteral("backup"), QStringLiteral("a"), QStringLiteral("b")}).exitCode, 2);
    const Finished nothing =
        runLinkdeskd({QStringLiteral("backup"), path("n.db"), QStringLiteral("--data-dir"), path("nowhere")});
    QCOMPARE(nothing.exitCode, 1);
    QVERIFY(!QFile::exists(path("nowhere")));
}

void TestE2eBackup::whileVisitorsAndCreatesGoOn()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    ApiClient api(daemon.adminPort(), key);
    QCOMPARE(api.create("https://example.com/hot", "hot").status(), 201);
    QVERIFY(makeLinks(api, 20'000));
    Visitors visitors(daemon.publicPort(), "/hot", 2);
    Creators creators(daemon.adminPort(), key, 2, 1);
    for (int round = 0; round < 3; ++round) {
        QTRY_VERIFY(creators.made().size() > static_cast<std::size_t>(50 * (round + 1)));
        const auto before = creators.made();
        const Finished backup = verb(daemon, {QStringLiteral("backup"), path("online.db")});
        QVERIFY2(backup.exitCode == 0, backup.err.constData());
        QVERIFY(creators.made().size() > before.size());
        QVERIFY(isWhole(path("online.db")));
        // Everything that was acknowledged before the backup began.
        const auto rows = valueIn(path("online.db"), QStringLiteral("SELECT count(*) FROM link")).toULongLong();
        QVERIFY(rows >= before.size() + 20'001);
        for (std::size_t i = 0; i < before.size(); i += 37) {
            const QString sql =
                QStringLiteral("SELECT long_url FROM link WHERE code = '%1'").arg(QString::fromLatin1(before[i].code));
            QCOMPARE(valueIn(path("online.db"), sql).toString(),
                     QStringLiteral("https://example.com/%1").arg(before[i].number));
        }
        const Finished check = verb(daemon, {QStringLiteral("check")});
        QVERIFY2(check.exitCode == 0, (check.out + check.err).constData());
    }
    visitors.finish();
    creators.finish();
    QCOMPARE(visitors.others(), 0);
    QVERIFY(visitors.redirects() > 0);
    QCOMPARE(creators.refusals().size(), 0u);
    QCOMPARE(namesIn(m_folder.path()).filter(QStringLiteral("unfinished")), QStringList());
}

void TestE2eBackup::aRestoreOfTheRunningService()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    ApiClient api(daemon.adminPort(), key);
    const ApiAnswer edited = api.create("https://example.com/old", "edited");
    const ApiAnswer removed = api.create("https://example.com/back", "removed");
    QCOMPARE(removed.status(), 201);
    const Finished backup = verb(daemon, {QStringLiteral("backup"), path("state.db")});
    QVERIFY2(backup.exitCode == 0, backup.err.constData());

    QCOMPARE(api.patch("links/" + QByteArray::number(edited.id()),
                       {{QStringLiteral("url"), QStringLiteral("https://example.com/new")}})
                 .status(),
             200);
    QCOMPARE(api.remove("links/" + QByteArray::number(removed.id())).status(), 200);
    QCOMPARE(api.create("https://example.com/later", "later").status(), 201);
    const QByteArray laterKey = daemon.makeKey(QStringLiteral("admin"));
    QCOMPARE(ApiClient(daemon.adminPort(), laterKey).get("service").status(), 200);
    HttpClient visitor(daemon.publicPort());
    QCOMPARE(visitor.get("/edited").field("location"), QByteArray("https://example.com/new"));
    QCOMPARE(visitor.get("/removed").status, 404);
    QCOMPARE(visitor.get("/later").status, 302);
    EventClient events(daemon.adminPort(), key);
    QVERIFY(events.isOpen());
    const QByteArray runtime = [&] {
        QFile file(daemon.dataFolder() + QStringLiteral("/service.json"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }();

    const Finished restore = verb(daemon, {QStringLiteral("restore"), path("state.db")});
    QVERIFY2(restore.exitCode == 0, restore.err.constData());
    QVERIFY(daemon.isRunning());
    // The same addresses and control key, other data.
    QFile file(daemon.dataFolder() + QStringLiteral("/service.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), runtime);
    HttpClient again(daemon.publicPort());
    QCOMPARE(again.get("/edited").field("location"), QByteArray("https://example.com/old"));
    QCOMPARE(again.get("/removed").field("location"), QByteArray("https://example.com/back"));
    QCOMPARE(again.get("/later").status, 404);
    QCOMPARE(ApiClient(daemon.adminPort(), laterKey).get("service").status(), 401);
    ApiClient after(daemon.adminPort(), key);
    const QJsonObject last = backupState(after)[QLatin1String("lastRestore")].toObject();
    QCOMPARE(last[QLatin1String("from")].toString(), path("state.db"));
    QVERIFY(last[QLatin1String("error")].isNull());
    const QString former = daemon.dataFolder() + QLatin1Char('/') + last[QLatin1String("former")].toString();
    QVERIFY(isWhole(former));
    QCOMPARE(valueIn(former, QStringLiteral("SELECT count(*) FROM link WHERE status = 'active'")).toInt(), 2);
    QVERIFY(EventClient(daemon.adminPort(), key).isOpen());
    QCOMPARE(after.create("https://example.com/goes-on", "goes-on").status(), 201);

    // And back to what was before, by its path.
    const Finished back = verb(daemon, {QStringLiteral("restore"), former});
    QVERIFY2(back.exitCode == 0, back.err.constData());
    HttpClient third(daemon.publicPort());
    QCOMPARE(third.get("/edited").field("location"), QByteArray("https://example.com/new"));
    QCOMPARE(third.get("/goes-on").status, 404);
    QCOMPARE(ApiClient(daemon.adminPort(), laterKey).get("service").status(), 200);
    QCOMPARE(daemon.stop(), 0);
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/later").status, 302);
    ApiClient anew(daemon.adminPort(), key);
    QVERIFY(backupState(anew)[QLatin1String("lastRestore")].isNull());
}

void TestE2eBackup::aRestoreIntoAnEmptyFolder()
{
    Daemon office;
    QVERIFY2(office.start(), office.errors().constData());
    QCOMPARE(ApiClient(office.adminPort(), office.key()).create("https://example.com/moved", "moved").status(), 201);
    const Finished backup = verb(office, {QStringLiteral("backup"), path("office.db")});
    QVERIFY2(backup.exitCode == 0, backup.err.constData());
    Daemon other;
    const Finished restore = verb(other, {QStringLiteral("restore"), path("office.db")});
    QVERIFY2(restore.exitCode == 0, restore.err.constData());
    QCOMPARE(restore.out, QByteArray("restored; there was no database before\n"));
    QVERIFY2(other.start(), other.errors().constData());
    QCOMPARE(HttpClient(other.publicPort()).get("/moved").status, 302);
    // Keys come with the data.
    QCOMPARE(ApiClient(other.adminPort(), office.key()).get("links").status(), 200);
}

void TestE2eBackup::theApiOfBackups()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    ApiClient api(daemon.adminPort(), key);
    QCOMPARE(api.create("https://example.com/one", "one").status(), 201);
    const ApiAnswer none = api.get("backups");
    QCOMPARE(none.status(), 200);
    QCOMPARE(none.json[QLatin1String("folder")].toString(), daemon.dataFolder() + QStringLiteral("/backups"));
    QVERIFY(none.json[QLatin1String("backups")].toArray().isEmpty());
    QVERIFY(none.json[QLatin1String("nextAt")].isString());
    const ApiAnswer started = api.post("backups", {});
    QCOMPARE(started.status(), 202);
    QCOMPARE(started.json[QLatin1String("kind")].toString(), QStringLiteral("backup"));
    const QJsonObject job = waitForJob(api, started);
    QCOMPARE(job[QLatin1String("state")].toString(), QStringLiteral("done"));
    const QString name = job[QLatin1String("result")][QLatin1String("name")].toString();
    const QJsonArray listed = api.get("backups").json[QLatin1String("backups")].toArray();
    QCOMPARE(listed.size(), 1);
    QCOMPARE(listed[0][QLatin1String("name")].toString(), name);
    QCOMPARE(listed[0][QLatin1String("kind")].toString(), QStringLiteral("manual"));
    QCOMPARE(listed[0][QLatin1String("verified")].toBool(), true);
    QVERIFY(listed[0][QLatin1String("schema")].toInt() >= 3);
    QVERIFY(listed[0][QLatin1String("bytes")].toInteger() > 0);
    const QJsonObject state = backupState(api);
    QCOMPARE(state[QLatin1String("lastFile")].toString(), name);
    QVERIFY(state[QLatin1String("lastError")].isNull());
    QCOMPARE(state[QLatin1String("running")].toBool(), false);
    QVERIFY(HttpClient(daemon.adminPort()).get("/metrics").body.contains("\nlinkdesk_backup_failing 0\n"));

    QCOMPARE(api.create("https://example.com/two", "two").status(), 201);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/two").status, 302);
    const ApiAnswer restore = api.send("POST", "backups/" + name.toLatin1() + "/restore", "{}");
    QCOMPARE(restore.status(), 202);
    QTRY_VERIFY_WITH_TIMEOUT(ApiClient(daemon.adminPort(), key)
                                 .get("service")
                                 .json[QLatin1String("backup")][QLatin1String("lastRestore")]
                                 .isObject(),
                             30'000);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/one").status, 302);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/two").status, 404);
    ApiClient after(daemon.adminPort(), key);
    QCOMPARE(after.remove("backups/" + name.toLatin1()).status(), 204);
    QCOMPARE(after.remove("backups/" + name.toLatin1()).status(), 404);
    QVERIFY(after.get("backups").json[QLatin1String("backups")].toArray().isEmpty());
}

void TestE2eBackup::onlyAdministrators()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient writer(daemon.adminPort(), daemon.makeKey(QStringLiteral("write")));
    QCOMPARE(writer.get("backups").status(), 403);
    QCOMPARE(writer.post("backups", {}).status(), 403);
    QCOMPARE(writer.remove("backups/linkdesk-20260101-0200.db").status(), 403);
    QCOMPARE(writer.post("backups/linkdesk-20260101-0200.db/restore", {}).status(), 403);
    QCOMPARE(writer.post("service/restore", {{QStringLiteral("file"), path("x.db")}}).status(), 403);
    QCOMPARE(writer.post("service/check", {}).status(), 403);
}

void TestE2eBackup::namesAndPathsThatAreRefused_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const char *method, const char *path, const char *body, int status) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(path) << QByteArray(body) << status;
    };
    row("delete the database", "DELETE", "backups/..%2Flinkdesk.db", "", 404);
    row("delete a dot", "DELETE", "backups/..", "", 404);
    row("delete another file", "DELETE", "backups/linkdesk.db", "", 404);
    row("restore the database", "POST", "backups/..%2Flinkdesk.db/restore", "{}", 404);
    row("restore from elsewhere", "POST", "backups/%2Fetc%2Fpasswd/restore", "{}", 404);
    row("a name that is not there", "POST", "backups/linkdesk-20200101-0200.db/restore", "{}", 404);
    row("a relative path to back up to", "POST", "backups", "{\"file\":\"a.db\"}", 422);
    row("a relative path to restore", "POST", "service/restore", "{\"file\":\"../a.db\"}", 422);
    row("no path to restore", "POST", "service/restore", "{}", 422);
    row("a folder", "POST", "backups", "{\"file\":\"/tmp/\"}", 422);
    row("an unknown member", "POST", "backups", "{\"where\":\"/tmp/a.db\"}", 422);
    row("a number for a path", "POST", "backups", "{\"file\":7}", 422);
    row("a word for repair", "POST", "service/check", "{\"repair\":\"yes\"}", 422);
}

void TestE2eBackup::namesAndPathsThatAreRefused()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, body);
    QFETCH(int, status);
    static Daemon daemon;
    if (!daemon.isRunning())
        QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QCOMPARE(api.send(method, path, body).status(), status);
    QVERIFY(QFile::exists(daemon.databaseFile()));
    if (QByteArray(QTest::currentDataTag()) == "a word for repair")
        daemon.kill();
}

void TestE2eBackup::filesThatCannotBeRestored_data()
{
    QTest::addColumn<QByteArray>("mentions");
    QTest::newRow("missing") << QByteArray("There is no file");
    QTest::newRow("empty") << QByteArray("it is empty");
    QTest::newRow("text") << QByteArray("it is no database");
    QTest::newRow("cut short") << QByteArray("it was cut short");
    QTest::newRow("foreign") << QByteArray("not one of Linkdesk");
    QTest::newRow("newer") << QByteArray("newer Linkdesk");
    QTest::newRow("damaged") << QByteArray("damaged");
}

// By the running service and without one: refused in words, and nothing is changed.
void TestE2eBackup::filesThatCannotBeRestored()
{
    QFETCH(QByteArray, mentions);
    const QByteArray kind = QTest::currentDataTag();
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QVERIFY(makeLinks(api, 2000));
    QCOMPARE(api.create("https://example.com/kept", "kept").status(), 201);
    const QString file = path("bad.db");
    QFile::remove(file);
    QCOMPARE(verb(daemon, {QStringLiteral("backup"), file}).exitCode, 0);
    QFile bad(file);
    if (kind == "missing")
        QVERIFY(bad.remove());
    else if (kind == "empty")
        QVERIFY(bad.resize(0));
    else if (kind == "cut short")
        QVERIFY(bad.resize(bad.size() - 8192));
    else if (kind == "text")
        QVERIFY(bad.open(QIODevice::ReadWrite) && bad.write("This is a letter") > 0);
    else if (kind == "foreign")
        QVERIFY(runSql(file, {QStringLiteral("PRAGMA application_id = 1")}));
    else if (kind == "newer")
        QVERIFY(runSql(file, {QStringLiteral("INSERT INTO schema_version VALUES(99, 0)")}));
    else if (kind == "damaged")
        QVERIFY(bad.open(QIODevice::ReadWrite) && bad.seek(bad.size() / 2 / 4096 * 4096)
                && bad.write(QByteArray(8192, '\x5a')) > 0);
    bad.close();
    const auto look = [&] {
        return namesIn(daemon.dataFolder()).filter(QRegularExpression(QStringLiteral("restore|incoming|before")));
    };
    const Finished online = verb(daemon, {QStringLiteral("restore"), file});
    QCOMPARE(online.exitCode, 1);
    QVERIFY2(online.err.contains(mentions), online.err.constData());
    QCOMPARE(look(), QStringList());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/kept").status, 302);
    QCOMPARE(api.create("https://example.com/goes-on").status(), 201);
    QCOMPARE(daemon.stop(), 0);
    const Finished offline = verb(daemon, {QStringLiteral("restore"), file});
    QCOMPARE(offline.exitCode, 1);
    QVERIFY2(offline.err.contains(mentions), offline.err.constData());
    QCOMPARE(look(), QStringList());
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/kept").status, 302);
}

// Sound, of the right schema, and yet of no use: found only by starting with it.
void TestE2eBackup::dataThatCannotBeStartedIsTakenBack()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    const QByteArray key = daemon.key();
    ApiClient api(daemon.adminPort(), key);
    QCOMPARE(api.create("https://example.com/kept", "kept").status(), 201);
    QCOMPARE(verb(daemon, {QStringLiteral("backup"), path("useless.db")}).exitCode, 0);
    QVERIFY(runSql(path("useless.db"), {QStringLiteral("DROP TABLE api_key")}));
    const Finished restore = verb(daemon, {QStringLiteral("restore"), path("useless.db")});
    QCOMPARE(restore.exitCode, 1);
    QVERIFY2(restore.err.contains("api_key"), restore.err.constData());
    QVERIFY(daemon.isRunning());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/kept").status, 302);
    ApiClient after(daemon.adminPort(), key);
    QVERIFY(reports(after, "restore-failed"));
    QCOMPARE(after.create("https://example.com/goes-on").status(), 201);
    QCOMPARE(namesIn(daemon.dataFolder()).filter(QStringLiteral("not-usable")).size(), 1);
    QCOMPARE(daemon.stop(), 0);
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/kept").status, 302);
}

// What a restore is for most of all.
void TestE2eBackup::aDamagedDatabaseIsReplacedOffline()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).create("https://example.com/kept", "kept").status(), 201);
    QCOMPARE(verb(daemon, {QStringLiteral("backup"), path("good.db")}).exitCode, 0);
    QCOMPARE(daemon.stop(), 0);
    QFile file(daemon.databaseFile());
    QVERIFY(file.open(QIODevice::ReadWrite) && file.write(QByteArray(8192, '\xa5')) == 8192);
    file.close();
    QVERIFY(!daemon.start());
    QCOMPARE(verb(daemon, {QStringLiteral("check")}).exitCode, 1);
    const Finished restore = verb(daemon, {QStringLiteral("restore"), path("good.db")});
    QVERIFY2(restore.exitCode == 0, restore.err.constData());
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/kept").status, 302);
}

void TestE2eBackup::aCheckThatRepairsWhileServing()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    const ApiAnswer made = api.create("https://example.com/hot", "hot");
    for (int i = 0; i < 5; ++i)
        QCOMPARE(HttpClient(daemon.publicPort()).get("/hot").status, 302);
    QTRY_COMPARE(api.clicks(made.id()), 5);
    QCOMPARE(daemon.stop(), 0);
    QVERIFY(runSql(daemon.databaseFile(), {QStringLiteral("UPDATE link_total SET humans = 700"),
                                           QStringLiteral("UPDATE click_day SET humans = 3 WHERE link_id = 0"),
                                           QStringLiteral("INSERT INTO link_tag(tag_id, link_id) VALUES(9, 99)")}));
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient again(daemon.adminPort(), daemon.key());
    QCOMPARE(again.clicks(made.id()), 700);
    Visitors visitors(daemon.publicPort(), "/hot", 2);
    QTRY_VERIFY(visitors.redirects() > 10);
    const Finished check = verb(daemon, {QStringLiteral("check")});
    QCOMPARE(check.exitCode, 1);
    QVERIFY2(check.out.contains("Link 1 shows ") && check.out.contains("All links: day ")
                 && check.out.contains("A tag is kept of link 99"),
             check.out.constData());
    QVERIFY2(check.out.endsWith(" problems left. Try --repair.\n"), check.out.constData());
    QVERIFY(reports(again, "counters-differ"));
    const Finished repair = verb(daemon, {QStringLiteral("check"), QStringLiteral("--repair")});
    QVERIFY2(repair.exitCode == 0, (repair.out + repair.err).constData());
    QVERIFY2(repair.out.contains(" Repaired."), repair.out.constData());
    visitors.finish();
    QCOMPARE(visitors.others(), 0);
    QCOMPARE(verb(daemon, {QStringLiteral("check")}).exitCode, 0);
    QVERIFY(!reports(again, "counters-differ"));
    QTRY_COMPARE_WITH_TIMEOUT(again.clicks(made.id()), 5 + visitors.redirects(), 20'000);
    // The same by the API.
    const QJsonObject job = waitForJob(again, again.post("service/check", {{QStringLiteral("repair"), false}}));
    QCOMPARE(job[QLatin1String("state")].toString(), QStringLiteral("done"));
    QVERIFY(job[QLatin1String("result")][QLatin1String("problems")].toArray().isEmpty());
    QCOMPARE(job[QLatin1String("result")][QLatin1String("checked")][QLatin1String("links")].toInt(), 1);
}

void TestE2eBackup::aCheckWithoutAService()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    {
        ApiClient api(daemon.adminPort(), daemon.key());
        QVERIFY(makeLinks(api, 2000));
    }
    QCOMPARE(daemon.stop(), 0);
    QCOMPARE(verb(daemon, {QStringLiteral("check")}).exitCode, 0);
    QVERIFY(runSql(daemon.databaseFile(), {QStringLiteral("INSERT INTO link_total(link_id, humans) VALUES(5, 5)")}));
    const Finished check = verb(daemon, {QStringLiteral("check")});
    QCOMPARE(check.exitCode, 1);
    QCOMPARE(check.out,
             QByteArray("Link 5 shows 5 clicks, but its hours hold 0.\n1 of 1 problems left. Try --repair.\n"));
    QCOMPARE(verb(daemon, {QStringLiteral("check"), QStringLiteral("--repair")}).exitCode, 0);
    QCOMPARE(verb(daemon, {QStringLiteral("check")}).exitCode, 0);
    // The root page of an index: the service does not start, and the tables are all there.
    const int page =
        valueIn(daemon.databaseFile(), QStringLiteral("SELECT rootpage FROM sqlite_schema WHERE name = 'link_target'"))
            .toInt();
    QFile file(daemon.databaseFile());
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek((page - 1) * 4096)
            && file.write(QByteArray(4096, '\x5a')) == 4096);
    file.close();
    QVERIFY(!daemon.start());
    QCOMPARE(verb(daemon, {QStringLiteral("check")}).exitCode, 1);
    const Finished repair = verb(daemon, {QStringLiteral("check"), QStringLiteral("--repair")});
    QVERIFY2(repair.exitCode == 0, (repair.out + repair.err).constData());
    QVERIFY2(daemon.start(), daemon.errors().constData());
    QCOMPARE(ApiClient(daemon.adminPort(), daemon.key()).get("service").json[QLatin1String("links")].toInt(), 2000);
}

void TestE2eBackup::aFullDisk()
{
    const SmallDisk disk(QStringLiteral("2m"));
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QCOMPARE(api.create("https://example.com/hot", "hot").status(), 201);
    QVERIFY(makeLinks(api, 20'000));
    const Finished backup = verb(daemon, {QStringLiteral("backup"), disk.path(QStringLiteral("a.db"))});
    QCOMPARE(backup.exitCode, 1);
    QVERIFY2(backup.err.contains("has no room for it"), backup.err.constData());
    QCOMPARE(namesIn(disk.path(QString())), QStringList());
    // The office's folder: a problem until one goes well.
    const QJsonObject folder{
        {QStringLiteral("backup"), QJsonObject{{QStringLiteral("folder"), disk.path(QStringLiteral("office"))}}}};
    QCOMPARE(api.patch("settings", folder).status(), 200);
    QCOMPARE(waitForJob(api, api.post("backups", {}))[QLatin1String("state")].toString(), QStringLiteral("failed"));
    QVERIFY(reports(api, "backup-failed"));
    QVERIFY(backupState(api)[QLatin1String("lastError")].toString().contains(QStringLiteral("has no room")));
    QCOMPARE(HttpClient(daemon.adminPort()).get("/health/ready").body, QByteArray(R"({"status":"degraded"})"));
    QVERIFY(HttpClient(daemon.adminPort()).get("/metrics").body.contains("\nlinkdesk_backup_failing 1\n"));
    QCOMPARE(HttpClient(daemon.publicPort()).get("/hot").status, 302);
    QCOMPARE(api.create("https://example.com/goes-on").status(), 201);
    QCOMPARE(
        api.patch("settings", {{QStringLiteral("backup"), QJsonObject{{QStringLiteral("folder"), path("office")}}}})
            .status(),
        200);
    QCOMPARE(waitForJob(api, api.post("backups", {}))[QLatin1String("state")].toString(), QStringLiteral("done"));
    QVERIFY(!reports(api, "backup-failed"));
    QCOMPARE(HttpClient(daemon.adminPort()).get("/health/ready").body, QByteArray(R"({"status":"ok"})"));
}

void TestE2eBackup::aDiskThatFillsUpMeanwhile()
{
    const SmallDisk disk(QStringLiteral("24m"));
    if (!disk.isMounted())
        QSKIP("this user may not mount a file system");
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QCOMPARE(api.create("https://example.com/hot", "hot").status(), 201);
    QVERIFY(makeLinks(api, 40'000));
    int failures = 0;
    for (int round = 0; round < 10 && failures == 0; ++round) {
        const ApiAnswer started = api.post("backups", {{QStringLiteral("file"), disk.path(QStringLiteral("a.db"))}});
        QCOMPARE(started.status(), 202);
        const QByteArray job = "jobs/" + started.json[QLatin1String("id")].toString().toLatin1();
        while (api.get(job).json[QLatin1String("state")].toString() == QLatin1String("waiting")) {}
        disk.fill();
        const QJsonObject end = waitForJob(api, started);
        disk.relieve();
        if (end[QLatin1String("state")].toString() == QLatin1String("failed")) {
            ++failures;
            QVERIFY2(end[QLatin1String("detail")].toString().contains(QStringLiteral("disk")),
                     qPrintable(end[QLatin1String("detail")].toString()));
            QCOMPARE(namesIn(disk.path(QString())), QStringList());
        } else {
            QVERIFY(isWhole(disk.path(QStringLiteral("a.db"))));
            QVERIFY(QFile::remove(disk.path(QStringLiteral("a.db"))));
        }
        QCOMPARE(api.create("https://example.com/goes-on").status(), 201);
    }
    QVERIFY(failures > 0);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/hot").status, 302);
    QCOMPARE(waitForJob(api, api.post("backups", {{QStringLiteral("file"),
                                                   disk.path(QStringLiteral("a.db"))}}))[QLatin1String("state")]
                 .toString(),
             QStringLiteral("done"));
    QVERIFY(isWhole(disk.path(QStringLiteral("a.db"))));
}

void TestE2eBackup::aCancelledBackup()
{
    Daemon daemon;
    QVERIFY2(daemon.start(), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    QVERIFY(makeLinks(api, 40'000));
    const QString folder = daemon.dataFolder() + QStringLiteral("/backups");
    const ApiAnswer started = api.post("backups", {});
    QCOMPARE(api.remove("jobs/" + started.json[QLatin1String("id")].toString().toLatin1()).status(), 200);
    const QJsonObject end = waitForJob(api, started);
    QCOMPARE(end[QLatin1String("state")].toString(), QStringLiteral("cancelled"));
    QVERIFY(!reports(api, "backup-failed"));
    QCOMPARE(namesIn(folder).filter(QStringLiteral("unfinished")), QStringList());
    // A stop does not wait for one.
    QCOMPARE(api.post("backups", {}).status(), 202);
    QCOMPARE(daemon.stop(), 0);
    QCOMPARE(namesIn(folder).filter(QStringLiteral("unfinished")), QStringList());
}

void TestE2eBackup::whatRedisHoldsIsOfTheFormerData()
{
    if (!RedisServer::isInstalled())
        QSKIP("redis-server is not installed (apt install redis-server)");
    RedisServer redis;
    QVERIFY(redis.start());
    Daemon daemon;
    DaemonOptions options;
    options.flags = QStringList{QStringLiteral("--redis"), redis.address()};
    QVERIFY2(daemon.start(options), daemon.errors().constData());
    ApiClient api(daemon.adminPort(), daemon.key());
    const ApiAnswer made = api.create("https://example.com/old", "link");
    QCOMPARE(made.status(), 201);
    QCOMPARE(daemon.stop(), 0); // a clean stop leaves a token that what Redis holds is right
    QCOMPARE(verb(daemon, {QStringLiteral("backup"), path("redis.db")}).exitCode, 0);
    QVERIFY2(daemon.start(options), daemon.errors().constData());
    ApiClient again(daemon.adminPort(), daemon.key());
    QCOMPARE(again
                 .patch("links/" + QByteArray::number(made.id()),
                        {{QStringLiteral("url"), QStringLiteral("https://example.com/new")}})
                 .status(),
             200);
    QCOMPARE(again.post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("memory")}}).status(), 204);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/link").field("location"), QByteArray("https://example.com/new"));
    QTRY_VERIFY(redis.cli({QStringLiteral("dbsize")}) != "0");
    const Finished restore = verb(daemon, {QStringLiteral("restore"), path("redis.db")});
    QVERIFY2(restore.exitCode == 0, restore.err.constData());
    QCOMPARE(HttpClient(daemon.publicPort()).get("/link").field("location"), QByteArray("https://example.com/old"));
    ApiClient third(daemon.adminPort(), daemon.key());
    QTRY_COMPARE(third.get("service").json[QLatin1String("redis")][QLatin1String("state")].toString(),
                 QStringLiteral("connected"));
    QCOMPARE(third.post("service/clear-cache", {{QStringLiteral("level"), QStringLiteral("memory")}}).status(), 204);
    QCOMPARE(HttpClient(daemon.publicPort()).get("/link").field("location"), QByteArray("https://example.com/old"));
}

QTEST_GUILESS_MAIN(TestE2eBackup)
#include "tst_e2ebackup.moc"
