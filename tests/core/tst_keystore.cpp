#include "store/keystore.h"

#include "fakes.h"
#include "store/settingstore.h"
#include "tempstore.h"

#include <QTest>

using namespace linkdesk::core;
using namespace linkdesk::test;

class TestKeyStore : public QObject {
    Q_OBJECT

    FakeClock m_clock;

private Q_SLOTS:
    void keepsAKey() // R26
    {
        TempStore data(m_clock);
        KeyRow row;
        row.name = "Büro";
        row.prefix = "lk_ab12";
        row.hash = std::string("\0\x01\xff", 3) + std::string(29, 'h');
        row.scope = "admin";
        row.createdAt = m_clock.now();
        row.expiresAt = m_clock.now() + std::chrono::hours(1);
        KeyId id;
        QVERIFY(data.write([&](SqlConnection &connection) -> Result<void> {
            const auto added = insertKey(connection, row);
            if (!added)
                return added.error();
            id = *added;
            return {};
        }).ok());
        data.read([&](SqlConnection &connection) {
            const auto keys = allKeys(connection);
            QVERIFY(keys.ok());
            QCOMPARE(keys->size(), std::size_t{1});
            const KeyRow &key = keys->front();
            QCOMPARE(key.id.value, id.value);
            QCOMPARE(key.name, row.name);
            QCOMPARE(key.prefix, row.prefix);
            QCOMPARE(key.hash, row.hash);
            QCOMPARE(key.scope, row.scope);
            QVERIFY(key.createdAt == row.createdAt);
            QVERIFY(key.expiresAt == row.expiresAt);
            QVERIFY(!key.lastUsedAt);
        });
    }

    void refusesTheSameKeyTwice()
    {
        TempStore data(m_clock);
        KeyRow row;
        row.hash = std::string(32, 'h');
        const auto add = [&](SqlConnection &connection) -> Result<void> {
            const auto added = insertKey(connection, row);
            return added ? Result<void>() : Result<void>(added.error());
        };
        QVERIFY(data.write(add).ok());
        QCOMPARE(data.write(add).error().code, ErrorCode::InvalidInput);
    }

    void notesTheLastUse()
    {
        TempStore data(m_clock);
        KeyRow row;
        row.hash = std::string(32, 'h');
        QVERIFY(data.write([&](SqlConnection &connection) -> Result<void> {
            const auto id = insertKey(connection, row);
            if (!id)
                return id.error();
            if (auto touched = touchKey(connection, *id, fromMs(2000)); !touched)
                return touched;
            if (auto touched = touchKey(connection, *id, fromMs(1000)); !touched) // late news change nothing
                return touched;
            return touchKey(connection, KeyId{999}, fromMs(1));
        }).ok());
        data.read([](SqlConnection &connection) {
            QVERIFY(allKeys(connection)->front().lastUsedAt == fromMs(2000));
        });
        bool first = false;
        bool second = true;
        QVERIFY(data.write([&](SqlConnection &connection) -> Result<void> {
            const KeyId id = allKeys(connection)->front().id;
            first = *deleteKey(connection, id);
            second = *deleteKey(connection, id);
            return {};
        }).ok());
        QVERIFY(first);
        QVERIFY(!second);
    }

    void keepsSettings()
    {
        TempStore data(m_clock);
        QVERIFY(data.write([](SqlConnection &connection) { return setSetting(connection, "a", "1"); }).ok());
        QVERIFY(data.write([](SqlConnection &connection) { return setSetting(connection, "a", "ü"); }).ok());
        QVERIFY(data.write([](SqlConnection &connection) { return setSetting(connection, "b", ""); }).ok());
        data.read([](SqlConnection &connection) {
            QCOMPARE(setting(connection, "a")->value_or("?"), std::string("ü"));
            QCOMPARE(setting(connection, "b")->value_or("?"), std::string());
            QVERIFY(!setting(connection, "c")->has_value());
            QCOMPARE(allSettings(connection)->size(), std::size_t{2});
        });
        QVERIFY(data.write([](SqlConnection &connection) { return removeSetting(connection, "a"); }).ok());
        data.read([](SqlConnection &connection) { QVERIFY(!setting(connection, "a")->has_value()); });
    }
};

QTEST_GUILESS_MAIN(TestKeyStore)
#include "tst_keystore.moc"
