#include <QTest>

#include "service/serviceoptions.h"

#include <QFile>
#include <QTemporaryDir>

#include <map>

using namespace linkdesk::core;
using namespace linkdesk::server;

Q_DECLARE_METATYPE(std::string)

namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

class Sources final {
public:
    Sources &flags(Pairs pairs)
    {
        m_sources.flags = std::move(pairs);
        return *this;
    }
    Sources &environment(std::map<std::string, std::string> variables)
    {
        for (const auto &[name, value] : variables)
            m_sources.environmentNames.push_back(name);
        m_sources.environment = [variables =
                                     std::move(variables)](const std::string &name) -> std::optional<std::string> {
            const auto found = variables.find(name);
            return found == variables.end() ? std::nullopt : std::optional(found->second);
        };
        return *this;
    }
    Sources &ini(const QByteArray &content)
    {
        QFile file(m_folder.filePath(QStringLiteral("linkdesk.ini")));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write the test's file");
        m_sources.configFile = file.fileName().toStdString();
        return *this;
    }
    [[nodiscard]] Result<ServiceOptions> resolve() const { return resolveOptions(m_sources); }

private:
    QTemporaryDir m_folder;
    OptionSources m_sources;
};

} // namespace

class TestServiceOptions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasDefaults()
    {
        const auto options = Sources().environment({}).resolve();
        QVERIFY(options.ok());
        QCOMPARE(options->listen.text(), std::string("0.0.0.0:8080"));
        QCOMPARE(options->adminListen.text(), std::string("127.0.0.1:8081"));
        QVERIFY(options->publicUrl.empty());
        QVERIFY(!options->dataDir.empty());
        QVERIFY(!options->adminBehindProxy);
        QCOMPARE(options->connectionsPerAddress, std::size_t{64}); // R18
    }

    void letsFlagsWinOverVariablesAndThoseOverTheFile()
    {
        const QByteArray ini = "# a comment\n; another\n[server]\n\nlisten = "
                               "127.0.0.1:1111\r\nadmin-listen=127.0.0.1:1112\n  threads  =  3  \n";
        Sources file;
        const auto fromFile = file.ini(ini).environment({}).resolve();
        QVERIFY2(fromFile.ok(), fromFile.ok() ? "" : fromFile.error().detail.c_str());
        QCOMPARE(fromFile->listen.port, 1111);
        QCOMPARE(fromFile->threads, 3u);
        Sources both;
        const auto fromVariable =
            both.ini(ini).environment({{"LINKDESK_LISTEN", "127.0.0.1:2222"}, {"PATH", "/bin"}}).resolve();
        QCOMPARE(fromVariable->listen.port, 2222);
        QCOMPARE(fromVariable->adminListen.port, 1112);
        Sources all;
        const auto fromFlag =
            all.ini(ini)
                .environment({{"LINKDESK_LISTEN", "127.0.0.1:2222"}, {"LINKDESK_ADMIN_LISTEN", "127.0.0.1:2223"}})
                .flags({{"listen", "127.0.0.1:3333"}})
                .resolve();
        QCOMPARE(fromFlag->listen.port, 3333);
        QCOMPARE(fromFlag->adminListen.port, 2223);
        QCOMPARE(fromFlag->threads, 3u);
    }

    void namesWhatItDoesNotKnow_data()
    {
        QTest::addColumn<int>("where"); // 0 flag, 1 variable, 2 file
        QTest::addColumn<std::string>("name");
        QTest::newRow("a flag") << 0 << std::string("lisen");
        QTest::newRow("a variable") << 1 << std::string("LINKDESK_LISEN");
        QTest::newRow("a key") << 2 << std::string("lisen");
        QTest::newRow("a key in other letters") << 2 << std::string("Listen");
    }

    void namesWhatItDoesNotKnow()
    {
        QFETCH(int, where);
        QFETCH(std::string, name);
        Sources sources;
        sources.environment({});
        if (where == 0)
            sources.flags({{name, "x"}});
        else if (where == 1)
            sources.environment({{name, "x"}});
        else
            sources.ini(QByteArray::fromStdString(name + " = x\n"));
        const auto options = sources.resolve();
        QVERIFY(!options);
        QCOMPARE(options.error().code, ErrorCode::InvalidInput);
        QVERIFY2(options.error().detail.find(name) != std::string::npos, options.error().detail.c_str());
        if (where == 0)
            QVERIFY2(options.error().detail.find("--lisen") != std::string::npos, options.error().detail.c_str());
        if (where == 2)
            QVERIFY2(options.error().detail.find("linkdesk.ini") != std::string::npos, options.error().detail.c_str());
    }

    void ignoresVariablesOfOthers()
    {
        Sources sources;
        sources.environment({{"LINKDESK_BIN", "/x"},
                             {"LINKDESK_SHARED_DATA", "/x"},
                             {"LINKDESK_TEST_SEED", "1"},
                             {"LINKDESK", "x"},
                             {"XLINKDESK_LISTEN", "x"}});
        const auto options = sources.resolve();
        QVERIFY2(options.ok(), options.ok() ? "" : options.error().detail.c_str());
    }

    void refusesBadValues_data()
    {
        QTest::addColumn<std::string>("name");
        QTest::addColumn<std::string>("value");
        const auto row = [](const char *name, const char *value) {
            QTest::addRow("%s = '%s'", name, value) << std::string(name) << std::string(value);
        };
        row("data-dir", "");
        row("listen", "");
        row("listen", "8080");
        row("listen", "127.0.0.1:65536");
        row("listen", "go.example:80");
        row("admin-listen", "x");
        row("public-url", "");
        row("public-url", "go.example");
        row("public-url", "ftp://go.example");
        row("public-url", "https://");
        row("public-url", "https://go.example/?x");
        row("public-url", "https://go.example/#x");
        row("public-url", "https://u:p@go.example");
        row("threads", "-1");
        row("threads", "257");
        row("threads", "two");
        row("threads", "2 ");
        row("threads", "");
        row("admin-behind-proxy", "maybe");
        row("admin-behind-proxy", "");
        row("cache-entries", "-1");
        row("cache-entries", "100000001");
        row("cache-megabytes", "0");
        row("cache-megabytes", "1.5");
        row("connections-per-address", "0");
        row("connections-per-address", "x");
    }

    void refusesBadValues()
    {
        QFETCH(std::string, name);
        QFETCH(std::string, value);
        ServiceOptions options;
        const auto set = setOption(options, name, value);
        QVERIFY(!set.ok());
        QCOMPARE(set.error().code, ErrorCode::InvalidInput);
        QCOMPARE(set.error().field, name);
        QVERIFY(set.error().detail.starts_with(name));
        const auto resolved = Sources().environment({}).flags({{name, value}}).resolve();
        QVERIFY2(resolved.error().detail.starts_with("--" + name), resolved.error().detail.c_str());
    }

    void takesGoodValues()
    {
        ServiceOptions options;
        const Pairs good{{"data-dir", "/tmp/a b"},
                         {"listen", "[::]:0"},
                         {"admin-listen", "localhost:1"},
                         {"public-url", "https://t\xc3\xbc"
                                        "bingen.example:4567/sub//"},
                         {"threads", "256"},
                         {"admin-hosts", " a.example , ,B.example"},
                         {"admin-behind-proxy", "yes"},
                         {"cache-entries", "0"},
                         {"cache-megabytes", "1"},
                         {"connections-per-address", "1000000"}};
        for (const auto &[name, value] : good) {
            const auto set = setOption(options, name, value);
            QVERIFY2(set.ok(), set.ok() ? "" : set.error().detail.c_str());
        }
        QCOMPARE(options.dataDir.string(), std::string("/tmp/a b"));
        QCOMPARE(options.listen.text(), std::string("[::]:0"));
        QCOMPARE(options.adminListen.text(), std::string("127.0.0.1:1"));
        QCOMPARE(options.publicUrl, std::string("https://xn--tbingen-n2a.example:4567/sub"));
        QCOMPARE(options.adminHosts, (std::vector<std::string>{"a.example", "B.example"}));
        QVERIFY(options.adminBehindProxy);
        QCOMPARE(options.cacheEntries, std::size_t{0});
    }

    void describesEveryOption()
    {
        for (const OptionDescription &option : optionDescriptions()) {
            // Each one can be set by its name: nothing is described that is not there.
            ServiceOptions options;
            const auto set = setOption(options, option.name, "\x01");
            if (!set)
                QVERIFY2(set.error().detail.find("there is no option") == std::string::npos, option.name);
            QVERIFY(*option.help != '\0');
        }
    }

    void saysWhereTheFileIsWrong()
    {
        const auto broken = Sources().environment({}).ini("listen = 127.0.0.1:1\nno equals sign\n").resolve();
        QVERIFY(!broken);
        QVERIFY2(broken.error().detail.find("line 2") != std::string::npos, broken.error().detail.c_str());
        OptionSources missing;
        missing.environment = [](const std::string &) { return std::optional<std::string>(); };
        missing.configFile = "/nonexistent/linkdesk.ini";
        const auto unread = resolveOptions(missing);
        QVERIFY(!unread);
        QVERIFY(unread.error().detail.find("/nonexistent/linkdesk.ini") != std::string::npos);
        const auto bad = Sources().environment({}).ini("threads = many\n").resolve();
        QVERIFY2(bad.error().detail.find("linkdesk.ini") != std::string::npos, bad.error().detail.c_str());
        QVERIFY(bad.error().detail.find("threads must be") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestServiceOptions)
#include "tst_serviceoptions.moc"
