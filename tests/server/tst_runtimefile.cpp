#include <QTest>

#include "service/runtimefile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace linkdesk::core;
using namespace linkdesk::server;

class TestRuntimeFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBack()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        QVERIFY(!readRuntimeFile(path));
        QVERIFY(writeRuntimeFile(path, {"http://127.0.0.1:8081", "ld_secret\"\\"}).ok());
        const auto read = readRuntimeFile(path);
        QVERIFY(read.has_value());
        QCOMPARE(read->adminUrl, std::string("http://127.0.0.1:8081"));
        QCOMPARE(read->token, std::string("ld_secret\"\\"));
        QVERIFY(writeRuntimeFile(path, {"http://127.0.0.1:9", "other"}).ok());
        QCOMPARE(readRuntimeFile(path)->token, std::string("other"));
        removeRuntimeFile(path);
        QVERIFY(!readRuntimeFile(path));
        QVERIFY(QDir(folder.path()).isEmpty()); // nothing half-written stays
    }

    void isForItsOwnerAlone() // R26: the token is a key
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const mode_t before = ::umask(0);
        const auto written = writeRuntimeFile(path, {"http://127.0.0.1:8081", "secret"});
        // Also over a file that was open to all.
        struct stat first {};
        ::stat((path / "service.json").c_str(), &first);
        ::chmod((path / "service.json").c_str(), 0666);
        const auto again = writeRuntimeFile(path, {"http://127.0.0.1:8081", "secret"});
        ::umask(before);
        QVERIFY(written.ok() && again.ok());
        struct stat second {};
        QCOMPARE(::stat((path / "service.json").c_str(), &second), 0);
        QCOMPARE(static_cast<int>(first.st_mode & 0777), 0600);
        QCOMPARE(static_cast<int>(second.st_mode & 0777), 0600);
    }

    void saysWhereItCannotBeWritten()
    {
        const auto written = writeRuntimeFile("/nonexistent/folder", {"http://127.0.0.1:8081", "secret"});
        QVERIFY(!written.ok());
        QCOMPARE(written.error().code, ErrorCode::NotWritable);
        QVERIFY(written.error().detail.find("/nonexistent/folder") != std::string::npos);
        QVERIFY(written.error().detail.find("secret") == std::string::npos);
    }

    void isNotReadWhenItIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("another value") << QByteArray("[]");
        QTest::newRow("no token") << QByteArray(R"({"adminUrl":"x"})");
        QTest::newRow("a token that is no text") << QByteArray(R"({"adminUrl":"x","token":1})");
        QTest::newRow("something else besides") << QByteArray(R"({"adminUrl":"x","token":"t","x":1})");
        QTest::newRow("far too long") << QByteArray(200'000, ' ');
    }

    void isNotReadWhenItIsDamaged()
    {
        QFETCH(QByteArray, content);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("service.json")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        QVERIFY(!readRuntimeFile(folder.path().toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestRuntimeFile)
#include "tst_runtimefile.moc"
