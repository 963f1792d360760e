#include <QTest>

#include "admin/keyring.h"

#include "await.h"
#include "fakes.h"
#include "tempstore.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <set>

using namespace linkdesk::core;
using namespace linkdesk::server;
using namespace linkdesk::test;

class TestKeyRing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_store = std::make_unique<TempStore>(m_clock);
        m_keys = std::make_unique<KeyRing>(m_store->store(), m_clock, m_random);
        QVERIFY(m_keys->load().ok());
    }
    void cleanup()
    {
        m_keys.reset();
        m_store.reset();
    }

    void knowsNobodyAtFirst()
    {
        QVERIFY(m_keys->list().empty());
        for (const std::string &text :
             {std::string(), std::string("x"), std::string("ld_"), std::string(1'000'000, 'x')})
            QVERIFY(!m_keys->check(text));
    }

    void makesKeysThatNobodyGuesses() // R26
    {
        std::set<std::string> secrets;
        for (int i = 0; i < 50; ++i) {
            const auto key = create("k", Scope::Read);
            QVERIFY(key.ok());
            QVERIFY(key->secret.starts_with("ld_"));
            QCOMPARE(key->secret.size(), std::size_t{3 + 32}); // 192 bits
            QVERIFY(key->secret.starts_with(key->info.prefix));
            QVERIFY(key->info.prefix.size() < 12);
            QVERIFY(std::all_of(key->secret.begin(), key->secret.end(),
                                [](char c) { return std::isalnum(c) || c == '-' || c == '_'; }));
            QVERIFY(secrets.insert(key->secret).second);
        }
    }

    void letsAKeyIn()
    {
        const auto key = create("reporting", Scope::Write);
        const auto found = m_keys->check(key->secret);
        QVERIFY(found.has_value());
        QCOMPARE(found->name, std::string("reporting"));
        QCOMPARE(found->scope, Scope::Write);
        QCOMPARE(found->id.value, key->info.id.value);
        // Nothing near it.
        QVERIFY(!m_keys->check(key->secret.substr(1)));
        QVERIFY(!m_keys->check(key->secret + "x"));
        QVERIFY(!m_keys->check(" " + key->secret));
        std::string other = key->secret;
        other.back() = other.back() == 'a' ? 'b' : 'a';
        QVERIFY(!m_keys->check(other));
    }

    void neverStoresTheSecret() // R26: only its SHA-256
    {
        const auto key = create("k", Scope::Admin);
        const std::string control = m_keys->makeControlKey();
        QVERIFY(m_keys->check(key->secret));
        m_store->store().writer().flush();
        const QDir folder(QString::fromStdString(m_store->folder().string()));
        bool hashed = false;
        for (const QString &name : folder.entryList(QDir::Files)) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray content = file.readAll();
            QVERIFY2(!content.contains(QByteArray::fromStdString(key->secret)), qPrintable(name));
            QVERIFY2(!content.contains(QByteArray::fromStdString(key->secret.substr(10))), qPrintable(name));
            QVERIFY2(!content.contains(QByteArray::fromStdString(control)), qPrintable(name));
            hashed = hashed
                     || content.contains(
                         QCryptographicHash::hash(QByteArray::fromStdString(key->secret), QCryptographicHash::Sha256));
        }
        QVERIFY(hashed);
    }

    void knowsStoredKeysAfterARestart()
    {
        const auto key = create("k", Scope::Read);
        const std::string control = m_keys->makeControlKey();
        m_keys.reset();
        m_store->reopen();
        m_keys = std::make_unique<KeyRing>(m_store->store(), m_clock, m_random);
        QVERIFY(!m_keys->check(key->secret)); // not before load()
        QVERIFY(m_keys->load().ok());
        QVERIFY(m_keys->check(key->secret));
        QVERIFY(!m_keys->check(control)); // that one was for its run only
        QCOMPARE(m_keys->list().size(), std::size_t{1});
        QCOMPARE(m_keys->list().front().name, std::string("k"));
    }

    void givesTheControlKeyEverything()
    {
        const auto info = m_keys->check(m_keys->makeControlKey());
        QVERIFY(info.has_value());
        QCOMPARE(info->scope, Scope::Admin);
        QVERIFY(m_keys->list().empty()); // and does not show it
    }

    void forgetsAKeyThatIsRemoved()
    {
        const auto key = create("k", Scope::Read);
        const auto other = create("l", Scope::Read);
        QVERIFY(remove(key->info.id).ok());
        QVERIFY(!m_keys->check(key->secret));
        QVERIFY(m_keys->check(other->secret));
        QCOMPARE(remove(key->info.id).error().code, ErrorCode::NotFound);
        QCOMPARE(remove(KeyId{0}).error().code, ErrorCode::NotFound); // the control key is no row
        QCOMPARE(m_store->number("SELECT count(*) FROM api_key"), 1);
    }

    void letsNoKeyInAfterItsTime()
    {
        const auto key = create("k", Scope::Read);
        m_store->close();
        m_keys.reset();
        m_store->reopen();
        QVERIFY(m_store->exec("UPDATE api_key SET expires_at = " + std::to_string(toMs(m_clock.now()) + 1000)).ok());
        m_keys = std::make_unique<KeyRing>(m_store->store(), m_clock, m_random);
        QVERIFY(m_keys->load().ok());
        QVERIFY(m_keys->check(key->secret));
        m_clock.advance(std::chrono::milliseconds(999));
        QVERIFY(m_keys->check(key->secret));
        m_clock.advance(std::chrono::milliseconds(1));
        QVERIFY(!m_keys->check(key->secret));
    }

    void remembersWhenAKeyWasUsedOnceAMinute()
    {
        const auto key = create("k", Scope::Read);
        QVERIFY(!m_keys->list().front().lastUsedAt);
        const TimePoint first = m_clock.now();
        QVERIFY(m_keys->check(key->secret));
        QCOMPARE(*m_keys->list().front().lastUsedAt, first);
        m_clock.advance(std::chrono::seconds(59));
        QVERIFY(m_keys->check(key->secret));
        QCOMPARE(*m_keys->list().front().lastUsedAt, first);
        m_clock.advance(std::chrono::seconds(1));
        QVERIFY(m_keys->check(key->secret));
        QCOMPARE(*m_keys->list().front().lastUsedAt, m_clock.now());
        m_store->store().writer().flush();
        QCOMPARE(m_store->number("SELECT last_used_at FROM api_key"), toMs(m_clock.now()));
    }

    void refusesNamesThatAreNone_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::newRow("empty") << QByteArray("");
        QTest::newRow("101 bytes") << QByteArray(101, 'x');
        QTest::newRow("a line end") << QByteArray("a\r\nb");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
    }

    void refusesNamesThatAreNone()
    {
        QFETCH(QByteArray, name);
        const auto key = create(name.toStdString(), Scope::Read);
        QVERIFY(!key.ok());
        QCOMPARE(key.error().code, ErrorCode::InvalidInput);
        QCOMPARE(key.error().field, std::string("name"));
        QVERIFY(m_keys->list().empty());
    }

    void namesScopes()
    {
        for (const Scope scope : {Scope::Read, Scope::Write, Scope::Admin})
            QCOMPARE(scopeNamed(scopeName(scope)), std::optional(scope));
        QVERIFY(!scopeNamed(""));
        QVERIFY(!scopeNamed("Admin"));
        QVERIFY(Scope::Read < Scope::Write && Scope::Write < Scope::Admin);
    }

private:
    Result<NewKey> create(const std::string &name, Scope scope)
    {
        return await<Result<NewKey>>([&](auto done) { m_keys->create(name, scope, done); });
    }
    Result<void> remove(KeyId id)
    {
        return await<Result<void>>([&](auto done) { m_keys->remove(id, done); });
    }

    FakeClock m_clock;
    SeededRandom m_random{7};
    std::unique_ptr<TempStore> m_store;
    std::unique_ptr<KeyRing> m_keys;
};

QTEST_GUILESS_MAIN(TestKeyRing)
#include "tst_keyring.moc"
