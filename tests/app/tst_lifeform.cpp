// Start, end, click limit, fallback address, owner and favourite in the link window, and the fallback address of a
// domain: what is sent, what is kept, what is said at which field; times on the office's clocks.
#include "dialogs/expirychooser.h"
#include "dialogs/lifefields.h"
#include "dialogs/linkform.h"
#include "dialogs/momentedit.h"
#include "dialogs/newlinkdialog.h"
#include "fakeservice.h"
#include "models/domainsmodel.h"
#include "models/zonedmoment.h"
#include "pages/domainspage.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/formfield.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QCompleter>
#include <QJsonDocument>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace linkdesk::app;
using namespace linkdesk::test;

class TestLifeForm final : public QObject {
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
        m_client->setEndpoint(m_service->endpoint());
    }
    void cleanup()
    {
        delete m_dialog;
        m_client.reset();
        m_service.reset();
    }

    void momentsOnClocks_data()
    {
        QTest::addColumn<QTime>("time");
        QTest::addColumn<QDate>("day");
        QTest::addColumn<QString>("utc");
        QTest::addColumn<int>("clock");
        QTest::newRow("winter") << QTime(12, 0) << QDate(2026, 1, 5) << u"2026-01-05T11:00:00Z"_qs << 0;
        QTest::newRow("summer") << QTime(12, 0) << QDate(2026, 7, 5) << u"2026-07-05T10:00:00Z"_qs << 0;
        QTest::newRow("before the gap") << QTime(1, 59) << QDate(2026, 3, 29) << u"2026-03-29T00:59:00Z"_qs << 0;
        QTest::newRow("gap") << QTime(2, 30) << QDate(2026, 3, 29) << u"2026-03-29T01:30:00Z"_qs << 1;
        QTest::newRow("after the gap") << QTime(3, 0) << QDate(2026, 3, 29) << u"2026-03-29T01:00:00Z"_qs << 0;
        QTest::newRow("before twice") << QTime(1, 59) << QDate(2026, 10, 25) << u"2026-10-24T23:59:00Z"_qs << 0;
        QTest::newRow("twice") << QTime(2, 30) << QDate(2026, 10, 25) << u"2026-10-25T00:30:00Z"_qs << 2;
        QTest::newRow("after twice") << QTime(3, 0) << QDate(2026, 10, 25) << u"2026-10-25T02:00:00Z"_qs << 0;
    }
    void momentsOnClocks()
    {
        QFETCH(QTime, time);
        QFETCH(QDate, day);
        QFETCH(QString, utc);
        QFETCH(int, clock);
        const ZonedMoment meant = momentAt(day, time, QTimeZone("Europe/Berlin"));
        QCOMPARE(meant.at.toString(Qt::ISODate), utc);
        QCOMPARE(int(meant.clock), clock);
        const QString warning = clockWarning(meant.clock, time, meant.at, QTimeZone("Europe/Berlin"));
        QCOMPARE(warning.isEmpty(), clock == 0);
        if (clock == 1)
            QVERIFY2(warning.contains(u"03:30"_qs), qPrintable(warning));
    }

    // Days end on the office's clocks, and odd hours are said.
    void theEndIsOnTheOfficesClocks()
    {
        ExpiryChooser chooser;
        chooser.setZone(QTimeZone("Asia/Shanghai"));
        chooser.findChild<QAbstractButton *>(u"expiryQuarter"_qs)->click();
        const QDateTime end = chooser.value().toTimeZone(QTimeZone("Asia/Shanghai"));
        QCOMPARE(end.time(), QTime(23, 59, 59));
        QCOMPARE(end.date(), quarterEnd(todayIn(QTimeZone("Asia/Shanghai"))));
        chooser.setZone(QTimeZone("Europe/Berlin"));
        chooser.findChild<QAbstractButton *>(u"expiryDate"_qs)->click();
        auto *edit = chooser.findChild<MomentEdit *>();
        const int year = QDate::currentDate().year() + 1;
        QDate lastSunday(year, 10, 31);
        lastSunday = lastSunday.addDays(-(lastSunday.dayOfWeek() % 7));
        edit->setDateTime(QDateTime(lastSunday, QTime(2, 15), Qt::UTC));
        QVERIFY2(chooser.warning().contains(u"comes twice"_qs), qPrintable(chooser.warning()));
        edit->setDateTime(QDateTime(lastSunday, QTime(4, 0), Qt::UTC));
        QVERIFY(chooser.warning().isEmpty());
        edit->setDateTime(QDateTime(QDate(2020, 1, 1), QTime(4, 0), Qt::UTC));
        QVERIFY(chooser.warning().contains(u"has passed"_qs));
        // A given moment stays as it is to the millisecond, in whatever zone it is shown, the second 02:30 too.
        const QDateTime given = QDateTime::fromString(u"2027-10-31T01:30:12.345Z"_qs, Qt::ISODateWithMs);
        chooser.setValue(given);
        QCOMPARE(chooser.value(), given);
        QVERIFY(chooser.warning().isEmpty());
        chooser.setZone(QTimeZone("Asia/Shanghai"));
        QCOMPARE(chooser.value(), given);
        QCOMPARE(edit->time(), QTime(9, 30));
    }

    void aNewLinkSendsWhatIsSetAndNothingElse()
    {
        openNew();
        m_dialog->setTarget(u"https://shop.example.com/a"_qs);
        submit();
        QTRY_COMPARE(m_service->links().size(), 1);
        const QJsonObject plain = body("POST");
        for (const char *name : {"validFrom", "maxClicks", "fallbackUrl", "owner", "favourite", "expiresAt"})
            QVERIFY2(!plain.contains(QString::fromLatin1(name)), name);

        openNew();
        m_dialog->setTarget(u"https://shop.example.com/b"_qs);
        click(u"moreOptions"_qs);
        click(u"startLater"_qs);
        const QDate day = QDate::currentDate().addDays(10);
        find<MomentEdit>(u"startEdit"_qs)->setDateTime(QDateTime(day, QTime(9, 30), Qt::UTC));
        click(u"limitClicks"_qs);
        find<QSpinBox>(u"limitSpin"_qs)->setValue(2500);
        find<QLineEdit>(u"fallbackEdit"_qs)->setText(u" https://shop.example.com/later "_qs);
        find<QLineEdit>(u"ownerEdit"_qs)->setText(u"sales"_qs);
        find<QCheckBox>(u"favouriteCheck"_qs)->setChecked(true);
        submit();
        QTRY_COMPARE(m_service->links().size(), 2);
        const LinkInfo &made = m_service->links().at(1);
        QCOMPARE(made.validFrom, momentAt(day, QTime(9, 30), QTimeZone("Europe/Berlin")).at);
        QCOMPARE(made.maxClicks, std::optional<qint64>(2500));
        QCOMPARE(made.fallbackUrl, u"https://shop.example.com/later"_qs);
        QCOMPARE(made.owner, u"sales"_qs);
        QVERIFY(made.favourite);
    }

    // What was not touched is not sent; what the form cannot show stays.
    void editingKeepsWhatItDoesNotShow()
    {
        LinkInfo link = sampleLink(1);
        link.validFrom = QDateTime::fromString(u"2026-05-01T07:00:30.250Z"_qs, Qt::ISODateWithMs);
        link.expiresAt = QDateTime::fromString(u"2036-05-01T07:00:30.250Z"_qs, Qt::ISODateWithMs);
        link.maxClicks = 9000000000;
        link.fallbackUrl = u"https://shop.example.com/over"_qs;
        link.owner = u"marketing"_qs;
        link.favourite = true;
        link.letExpire = true;
        m_service->links() << link;
        openEdit(link);
        submit();
        QTRY_VERIFY(m_dialog.isNull()); // closed: nothing to save
        QCOMPARE(m_service->countOf("PATCH", u"/api/v1/links"_qs), 0);

        openEdit(link);
        find<QLineEdit>(u"titleEdit"_qs)->setText(u"Another title"_qs);
        submit();
        QTRY_VERIFY(m_dialog.isNull());
        QCOMPARE(body("PATCH"), QJsonObject({{u"title"_qs, u"Another title"_qs}}));

        openEdit(*m_service->find(1));
        click(u"moreOptions"_qs);
        click(u"startAtOnce"_qs);
        click(u"limitNone"_qs);
        find<QLineEdit>(u"fallbackEdit"_qs)->clear();
        find<QCheckBox>(u"favouriteCheck"_qs)->setChecked(false);
        submit();
        QTRY_VERIFY(m_dialog.isNull());
        QCOMPARE(body("PATCH"), QJsonObject({{u"validFrom"_qs, QJsonValue()},
                                             {u"maxClicks"_qs, QJsonValue()},
                                             {u"fallbackUrl"_qs, QJsonValue()},
                                             {u"favourite"_qs, false}}));
    }

    // The service's words stand at the field they are about, which is opened for them.
    void errorsStandAtTheirField_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("editor");
        QTest::newRow("maxClicks") << u"maxClicks"_qs << u"limitNone"_qs;
        QTest::newRow("fallbackUrl") << u"fallbackUrl"_qs << u"fallbackEdit"_qs;
        QTest::newRow("validFrom") << u"validFrom"_qs << u"startAtOnce"_qs;
        QTest::newRow("owner") << u"owner"_qs << u"ownerEdit"_qs;
        QTest::newRow("expiresAt") << u"expiresAt"_qs << u"expiryNever"_qs;
        QTest::newRow("note") << u"note"_qs << u"noteEdit"_qs;
    }
    void errorsStandAtTheirField()
    {
        QFETCH(QString, field);
        QFETCH(QString, editor);
        openNew();
        m_service->setOverride([field](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb != "POST")
                return std::nullopt;
            return problem(422, u"invalid-input"_qs, u"Not like <i>that</i>."_qs, field);
        });
        m_dialog->setTarget(u"https://shop.example.com/c"_qs);
        submit();
        QTRY_COMPARE(line(editor), u"Not like <i>that</i>."_qs);
        QVERIFY(find<QWidget>(editor)->isVisible());
        m_service->setOverride({});
    }

    void whatCannotBeIsSaidBeforeItIsSent()
    {
        openNew();
        m_dialog->setTarget(u"https://shop.example.com/d"_qs);
        click(u"moreOptions"_qs);
        find<QLineEdit>(u"fallbackEdit"_qs)->setText(u"shop.example.com"_qs);
        click(u"moreOptions"_qs); // hidden again: it opens for the mistake
        submit();
        QVERIFY(line(u"fallbackEdit"_qs).contains(u"https://"_qs));
        QVERIFY(find<QWidget>(u"fallbackEdit"_qs)->isVisible());
        find<QLineEdit>(u"fallbackEdit"_qs)->clear();
        click(u"startLater"_qs);
        find<MomentEdit>(u"startEdit"_qs)
            ->setDateTime(QDateTime(QDate::currentDate().addDays(20), QTime(9, 0), Qt::UTC));
        click(u"expiry7"_qs);
        QVERIFY(line(u"startLater"_qs).contains(u"end before it starts"_qs));
        submit();
        QTest::qWait(50);
        QCOMPARE(m_service->countOf("POST", u"/api/v1/links"_qs), 0);
        click(u"expiryNever"_qs);
        QVERIFY(!line(u"startLater"_qs).contains(u"end before"_qs));
        m_dialog->close();
    }

    void aLimitSaysWhatCountsAndWhatIsUsed()
    {
        LinkInfo link = sampleLink(1);
        link.clicks = {412, 99};
        m_service->links() << link;
        openEdit(link);
        click(u"moreOptions"_qs);
        click(u"limitClicks"_qs);
        find<QSpinBox>(u"limitSpin"_qs)->setValue(500);
        QVERIFY2(line(u"limitClicks"_qs).contains(u"412 are used"_qs), qPrintable(line(u"limitClicks"_qs)));
        QVERIFY(line(u"limitClicks"_qs).contains(u"programs do not"_qs));
        find<QSpinBox>(u"limitSpin"_qs)->setValue(400);
        QVERIFY(line(u"limitClicks"_qs).contains(u"leads nowhere"_qs));
        m_dialog->close();
    }

    void knownOwnersAreOffered()
    {
        for (int i = 1; i < 4; ++i) {
            m_service->links() << sampleLink(i);
            m_service->links().last().owner = i == 3 ? u"evil\u202Egnp"_qs : u"marketing"_qs;
        }
        openNew();
        QCOMPARE(m_service->countOf("GET", u"/api/v1/links"_qs), 0);
        click(u"moreOptions"_qs);
        auto *completer = find<QLineEdit>(u"ownerEdit"_qs)->completer();
        QTRY_COMPARE(completer->model()->rowCount(), 1);
        completer->setCompletionPrefix(u"KET"_qs);
        QCOMPARE(completer->currentCompletion(), u"marketing"_qs);
        m_dialog->close();
    }

    void aDomainHasAFallback()
    {
        EventStream stream;
        DomainsPage page(*m_client, stream);
        page.resize(1180, 900);
        page.show();
        page.activated();
        QTRY_COMPARE(page.model().rowCount(), 1);
        auto *edit = page.findChild<QLineEdit *>(u"domainFallback"_qs);
        auto *save = page.findChild<QPushButton *>(u"saveDomain"_qs);
        QTRY_VERIFY(edit->isEnabled());
        edit->setText(u"example.com/over"_qs);
        QVERIFY(save->isEnabled());
        save->click();
        QCOMPARE(m_service->countOf("PATCH", u"/api/v1/domains"_qs), 0);
        edit->setText(u"https://go.example.com/circle"_qs);
        save->click();
        QTRY_VERIFY(edit->accessibleDescription().contains(u"this service itself"_qs));
        edit->setText(u"https://example.com/over"_qs);
        save->click();
        QTRY_COMPARE(m_service->domains().first().fallbackUrl, u"https://example.com/over"_qs);
        QTRY_COMPARE(page.model().changedCount(), 0);
        QVERIFY(!save->isEnabled());
        edit->clear();
        QVERIFY(save->isEnabled());
        page.findChild<QPushButton *>(u"revertDomain"_qs)->click();
        QCOMPARE(edit->text(), u"https://example.com/over"_qs);
        edit->clear();
        save->click();
        QTRY_COMPARE(m_service->domains().first().fallbackUrl, QString());
    }

    void editsOfADomainsFallbackStayWithTheirRow()
    {
        DomainsModel model;
        DomainInfo domain;
        domain.id = 1;
        domain.hasFallback = true;
        domain.fallbackUrl = u"https://a.example"_qs;
        model.setDomains({domain});
        model.setFallback(0, u"https://b.example"_qs);
        CodeSettings codes;
        codes.length = 9;
        model.setSettings(0, codes);
        QCOMPARE(model.editAt(0).fallbackUrl, std::optional(u"https://b.example"_qs));
        const DomainEdit sent = model.editAt(0);
        model.setFallback(0, domain.fallbackUrl); // typed back while it is saved
        domain.codes = codes;
        domain.fallbackUrl = u"https://b.example"_qs;
        model.saved(domain, sent);
        QCOMPARE(model.editAt(0).fallbackUrl, std::optional(u"https://a.example"_qs));
        model.setFallback(0, u"https://b.example"_qs);
        QVERIFY(!model.isChanged(0));
        model.setFallback(0, u"https://c.example"_qs);
        domain.fallbackUrl = u"https://c.example"_qs; // somebody else did the same
        model.setDomains({domain});
        QVERIFY(!model.isChanged(0));
    }

private:
    void openNew()
    {
        QGuiApplication::clipboard()->clear();
        show(new NewLinkDialog(*m_client));
    }
    void openEdit(const LinkInfo &link) { show(new NewLinkDialog(*m_client, link)); }
    void show(NewLinkDialog *dialog)
    {
        m_dialog = dialog;
        dialog->show();
        // The zone of the service's settings.
        QTRY_COMPARE(find<MomentEdit>(u"startEdit"_qs)->zone(), QTimeZone("Europe/Berlin"));
    }
    template <typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        return m_dialog->findChild<T *>(name);
    }
    void click(const QString &name) { find<QAbstractButton>(name)->click(); }
    void submit() { click(u"primaryButton"_qs); }
    [[nodiscard]] QJsonObject body(const QByteArray &verb) const
    {
        QByteArray last;
        for (const FakeRequest &request : m_service->requests()) {
            if (request.verb == verb)
                last = request.body;
        }
        return QJsonDocument::fromJson(last).object();
    }
    // The line below the field that this control is in.
    [[nodiscard]] QString line(const QString &name) const
    {
        const QWidget *widget = find<QWidget>(name);
        while (widget && !qobject_cast<const FormField *>(widget->parentWidget()))
            widget = widget->parentWidget();
        return widget ? widget->accessibleDescription() : QString();
    }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    QPointer<NewLinkDialog> m_dialog;
};

QTEST_MAIN(TestLifeForm)
#include "tst_lifeform.moc"
