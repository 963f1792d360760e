// The service page: which level answers look-ups, clearing them, Redis in words, what older services leave out.
#include "api/parse.h"
#include "fakeservice.h"
#include "pages/lookupscard.h"
#include "pages/servicepage.h"
#include "pages/servicetexts.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QApplication>
#include <QJsonDocument>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace linkdesk::app;
using namespace linkdesk::test;

class TestServicePage final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
        QApplication::setPalette(makePalette(tokens(Theme::Light)));
    }
    void init()
    {
        m_service = std::make_unique<FakeService>();
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_client->setEndpoint(m_service->endpoint());
    }
    void cleanup()
    {
        m_stream.reset();
        m_client.reset();
        m_service.reset();
    }

    void levelsAndRedisAreRead()
    {
        const auto info = parseService(bytes(FakeService::sharedService(u"down"_qs, u"Connection refused"_qs)));
        QVERIFY(info.ok());
        QCOMPARE(info->cache.levels.size(), 4);
        QCOMPARE(info->cache.levels.at(2).name, u"redis"_qs);
        QCOMPARE(info->cache.levels.at(2).minute, std::optional(0.5));
        QVERIFY(!info->cache.levels.at(2).hour);
        QCOMPARE(info->cache.storeReads, 77);
        QCOMPARE(info->redis.state, u"down"_qs);
        QCOMPARE(info->redis.lastError, u"Connection refused"_qs);
        QCOMPARE(info->redis.pending, 4);
        QVERIFY(!info->redis.listening);
        const auto older = parseService(bytes(FakeService::defaultService()));
        QVERIFY(older.ok());
        QVERIFY(older->cache.levels.isEmpty());
        QCOMPARE(older->redis.state, u"off"_qs);
        QVERIFY(older->redis.listening);
    }

    // Which level answers, in the window that was chosen; each level can be emptied.
    void theServicePageTellsWhereLookUpsAreAnswered()
    {
        m_service->setService(FakeService::sharedService(u"down"_qs, u"it <b>refuses</b> to write"_qs));
        ServicePage page(*m_client, *m_stream);
        page.resize(1200, 900);
        page.show();
        page.activated();
        auto *card = page.findChild<LookupsCard *>();
        QTRY_VERIFY2(texts(card).contains(u"75.0%"_qs), qPrintable(texts(card)));
        QVERIFY(texts(card).contains(u"12.5%"_qs));
        QVERIFY(texts(card).contains(u"4 change(s) to be told"_qs)); // English plurals are a translation too
        QVERIFY(texts(card).contains(u"77 look-ups"_qs));
        auto *window = card->findChild<SegmentedControl *>(u"lookupWindow"_qs);
        QTest::mouseClick(window->findChild<QAbstractButton *>(u"minute"_qs), Qt::LeftButton);
        QVERIFY2(texts(card).contains(u"50.0%"_qs) && !texts(card).contains(u"75.0%"_qs), qPrintable(texts(card)));
        // The Redis tile says in words why it is not used; markup stays text.
        QVERIFY(texts(page.findChild<QWidget *>(u"tileRedis"_qs)).contains(u"it <b>refuses</b> to write"_qs));
    }

    // A message confirms it, and says so where the key may not.
    void memoryAndRedisCanBeCleared()
    {
        m_service->setService(FakeService::sharedService(u"connected"_qs));
        ServicePage page(*m_client, *m_stream);
        page.resize(1200, 900);
        page.show();
        page.activated();
        auto *card = page.findChild<LookupsCard *>();
        auto *memory = card->findChild<QPushButton *>(u"clearMemory"_qs);
        auto *redis = card->findChild<QPushButton *>(u"clearRedis"_qs);
        QTRY_VERIFY(memory->isVisible() && redis->isVisible());
        QCOMPARE(redis->accessibleName(), u"Clear Redis"_qs);
        QVERIFY(redis->width() >= redis->sizeHint().width());
        QSignalSpy said(&page, &Page::messageRequested);
        const auto last = [&said] { return said.last().first().value<Message>(); };
        QTest::mouseClick(memory, Qt::LeftButton);
        QTRY_COMPARE(said.size(), 1);
        QCOMPARE(last().level, Level::Ok);
        QCOMPARE(last().what, u"The memory cache is empty."_qs);
        QVERIFY(!last().whatToDo.isEmpty());
        QTest::mouseClick(redis, Qt::LeftButton);
        QTRY_COMPARE(said.size(), 2);
        QVERIFY(last().what.contains(u"Redis"_qs));
        QStringList levels;
        for (const FakeRequest &request : m_service->requests()) {
            if (request.path == u"/api/v1/service/clear-cache")
                levels << QString::fromUtf8(request.body);
        }
        QCOMPARE(levels, QStringList({u"{\"level\":\"memory\"}"_qs, u"{\"level\":\"redis\"}"_qs}));
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb != "POST")
                return std::nullopt;
            return problem(403, u"forbidden"_qs, u"This key may not."_qs);
        });
        QTest::mouseClick(memory, Qt::LeftButton);
        QTRY_COMPARE(said.size(), 3);
        m_service->setOverride({});
        QCOMPARE(last().level, Level::Danger);
        QCOMPARE(last().what, u"The key of this app may not do that."_qs);
    }

    // While Redis is away it is only noted down that it has to be cleared.
    void aRedisThatIsAwayIsClearedLater()
    {
        m_service->setService(FakeService::sharedService(u"down"_qs, u"Connection refused"_qs));
        ServicePage page(*m_client, *m_stream);
        page.resize(1200, 900);
        page.show();
        page.activated();
        auto *redis = page.findChild<QPushButton *>(u"clearRedis"_qs);
        QTRY_VERIFY(redis->isVisible());
        QSignalSpy said(&page, &Page::messageRequested);
        QTest::mouseClick(redis, Qt::LeftButton);
        QTRY_COMPARE(said.size(), 1);
        QCOMPARE(said.last().first().value<Message>().what, u"Redis is cleared as soon as it is back."_qs);
    }

    void theRedisTileHasWords_data()
    {
        QTest::addColumn<QString>("error");
        QTest::addColumn<QString>("words");
        QTest::newRow("refused") << u"Connection refused"_qs << u"Nothing answers there"_qs;
        QTest::newRow("socket") << u"No such file or directory"_qs << u"Nothing answers there"_qs;
        QTest::newRow("late") << u"it does not answer in time"_qs << u"It does not answer in time"_qs;
        QTest::newRow("full") << u"OOM command not allowed when used memory > 'maxmemory'."_qs
                              << u"Its memory is full"_qs;
        QTest::newRow("replica") << u"READONLY You can't write against a read only replica."_qs
                                 << u"It is a copy that takes no changes"_qs;
        QTest::newRow("password") << u"AUTH was refused: WRONGPASS invalid pair"_qs
                                  << u"It does not accept the password"_qs;
        QTest::newRow("other") << u"something\nelse"_qs << u"something else"_qs;
    }
    void theRedisTileHasWords()
    {
        QFETCH(QString, error);
        QFETCH(QString, words);
        RedisInfo redis;
        redis.state = u"down"_qs;
        redis.lastError = error;
        QCOMPARE(redisNote(redis), words);
        redis.pending = 4;
        QVERIFY(redisNote(redis).startsWith(words + u"; 4"_qs));
        redis.state = u"connecting"_qs;
        redis.lastError.clear();
        QVERIFY(redisNote(redis).startsWith(u"Being connected"_qs));
        redis.state = u"connected"_qs;
        redis.roundTripMs = 0.2;
        redis.pending = 0;
        QCOMPARE(redisNote(redis), u"Answers in 0.20 ms"_qs);
        redis.listening = false;
        QCOMPARE(redisNote(redis), u"Does not hear of changes by others yet"_qs);
    }

    // Nothing of the page is cut off in a window of the usual size.
    void theServicePageNeedsNoScrolling()
    {
        m_service->setService(FakeService::sharedService(u"connected"_qs));
        ServicePage page(*m_client, *m_stream);
        page.resize(1220, 814); // of a window of 1440 x 900: without sidebar, header and status strip
        page.show();
        page.activated();
        QTRY_VERIFY(page.caption().contains(u"Linkdesk"_qs));
        QTRY_COMPARE(page.findChild<QScrollArea *>()->verticalScrollBar()->maximum(), 0);
    }

    void anOlderServiceTellsItsLookUpsSinceTheStart()
    {
        ServicePage page(*m_client, *m_stream);
        page.show();
        page.activated();
        auto *card = page.findChild<LookupsCard *>();
        QTRY_VERIFY2(texts(card).contains(u"97.1%"_qs), qPrintable(texts(card)));
        QVERIFY(!card->findChild<QPushButton *>(u"clearRedis"_qs)->isVisible());
        QVERIFY(!card->findChild<SegmentedControl *>()->isVisible()); // there is only one window
    }

    void problemsHaveWords_data()
    {
        QTest::addColumn<QString>("code");
        for (const char *code : {"redis-down", "node-taken", "numbers-wasted", "clock-moved-back", "snowflake-ending",
                                 "snowflake-ended"})
            QTest::newRow(code) << QString::fromLatin1(code);
    }
    void problemsHaveWords()
    {
        QFETCH(QString, code);
        const QString text = problemText({code, u"the service's own words"_qs});
        QVERIFY(text != u"the service's own words"_qs);
        QVERIFY(text.endsWith(u'.'));
    }

private:
    static QByteArray bytes(const QJsonObject &json) { return QJsonDocument(json).toJson(QJsonDocument::Compact); }
    static QString texts(QWidget *root)
    {
        QStringList all;
        for (const QWidget *widget : root->findChildren<QWidget *>()) {
            if (!widget->isHidden())
                all << widget->property("text").toString();
        }
        return all.join(u'|');
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
};

QTEST_MAIN(TestServicePage)
#include "tst_servicepage.moc"
