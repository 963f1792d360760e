#include "clicks/botlist.h"

#include "lists.h"
#include "shareddata.h"

#include <QFile>
#include <QTest>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

// The list of a YAML file with one user agent an item, plain or quoted; enough of YAML for these files.
QList<QByteArray> userAgents(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    QList<QByteArray> agents;
    for (QByteArray line : file.readAll().split('\n')) {
        line = line.trimmed();
        if (!line.startsWith("- "))
            continue;
        line = line.mid(2).trimmed();
        if (line.size() > 1 && line.startsWith('"') && line.endsWith('"'))
            line = line.mid(1, line.size() - 2).replace("\\\"", "\"");
        else if (line.size() > 1 && line.startsWith('\'') && line.endsWith('\''))
            line = line.mid(1, line.size() - 2).replace("''", "'");
        agents.append(line);
    }
    return agents;
}

int botsAmong(const BotList &bots, const QList<QByteArray> &agents)
{
    int count = 0;
    for (const QByteArray &agent : agents)
        count += bots.isBot({agent.constData(), static_cast<std::size_t>(agent.size())}) ? 1 : 0;
    return count;
}

} // namespace

// Programs and people by their user agents (R44).
class TestBotList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsProgramsFromPeople_data()
    {
        QTest::addColumn<QByteArray>("agent");
        QTest::addColumn<bool>("bot");
        const auto row = [](const char *name, const char *agent, bool bot) {
            QTest::newRow(name) << QByteArray(agent) << bot;
        };
        row("Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", true);
        row("WhatsApp preview", "WhatsApp/2.23.20.0 A", true);
        row("Facebook preview", "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", true);
        row("Slack preview", "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", true);
        row("Twitter preview", "Twitterbot/1.0", true);
        row("curl", "curl/8.5.0", true);
        row("Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", false);
        row("Chrome", "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                      "Chrome/126.0.0.0 Safari/537.36", false);
        row("CUBOT phone", "Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) "
                           "Chrome/120.0.0.0 Mobile Safari/537.36", false);
        row("nothing", "", false);
    }
    void tellsProgramsFromPeople()
    {
        QFETCH(QByteArray, agent);
        QFETCH(bool, bot);
        const BotList bots;
        const std::string_view view(agent.constData(), static_cast<std::size_t>(agent.size()));
        QCOMPARE(bots.isBot(view), bot);
        QCOMPARE(bots.isBot(view), bot); // remembered
    }

    void knowsTheListsOfIsbot()
    {
        LINKDESK_SHARED_FILE(crawlers, QStringLiteral("user-agents/isbot/crawlers.yml"));
        LINKDESK_SHARED_FILE(browsers, QStringLiteral("user-agents/isbot/browsers.yml"));
        const BotList bots;
        const auto programs = userAgents(crawlers);
        const auto people = userAgents(browsers);
        QVERIFY(programs.size() > 500 && people.size() > 500);
        const auto found = botsAmong(bots, programs);
        const auto wrong = botsAmong(bots, people);
        QVERIFY2(found >= programs.size() * 99 / 100, qPrintable(QString::number(found)));
        QVERIFY2(wrong <= people.size() / 100, qPrintable(QString::number(wrong)));
    }

    void everyPatternIsUnderstood()
    {
        const std::string_view list = linkdesk::files::bots_txt();
        int count = 0;
        for (const QString &line : QString::fromUtf8(list.data(), static_cast<qsizetype>(list.size()))
                                       .split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
            QVERIFY2(QRegularExpression(line).isValid(), qPrintable(line));
            ++count;
        }
        QVERIFY(count > 200);
    }

    void aBrokenPatternSpoilsNothing()
    {
        const BotList bots("(((\nevil\n");
        QVERIFY(bots.isBot("an EVIL one"));
        QVERIFY(!bots.isBot("a good one"));
        QVERIFY(!BotList("\n\n").isBot("anything"));
    }

    void manyAgentsAreForgottenAgain()
    {
        const BotList bots;
        for (int i = 0; i < 10'000; ++i)
            QVERIFY(bots.isBot("curl/8." + std::to_string(i)));
    }
};

QTEST_APPLESS_MAIN(TestBotList)
#include "tst_botlist.moc"
