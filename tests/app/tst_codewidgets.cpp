// Short codes in the link window, in the details of a link and on the service page, against the fake service.
#include "dialogs/aliaschooser.h"
#include "dialogs/linkdialogs.h"
#include "dialogs/linkform.h"
#include "dialogs/newlinkdialog.h"
#include "fakeservice.h"
#include "pages/codescard.h"
#include "pages/detailspane.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "pages/servicepage.h"
#include "style/appstyle.h"
#include "style/tokens.h"
#include "widgets/elidedlabel.h"
#include "widgets/messagebar.h"

#include <QAbstractButton>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QUndoStack>

using namespace linkdesk::app;
using namespace linkdesk::test;

class TestCodeWidgets final : public QObject {
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
        QGuiApplication::clipboard()->clear();
        m_service = std::make_unique<FakeService>();
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_window = std::make_unique<QWidget>();
        m_window->resize(1300, 800);
        m_client->setEndpoint(m_service->endpoint());
        m_dialogs = new LinkDialogs(*m_client, m_window.get());
    }
    void cleanup()
    {
        m_window.reset();
        m_stream.reset();
        m_client.reset();
        m_service.reset();
    }

    void theKindOfCodeIsAskedForOnlyWhenChosen()
    {
        NewLinkDialog *dialog = newLink();
        edit(dialog, u"targetEdit"_qs)->setText(u"https://a.example/"_qs);
        auto *kind = dialog->findChild<QComboBox *>(u"codeGenerator"_qs);
        QVERIFY(!kind->isVisible()); // out of the way
        QCOMPARE(kind->count(), 6);
        QVERIFY(kind->itemText(0).contains(u"random"_qs)); // what the domain does is named
        QVERIFY(!lastCreate(dialog).contains(u"generator"_qs));

        dialog = newLink();
        edit(dialog, u"targetEdit"_qs)->setText(u"https://b.example/"_qs);
        dialog->findChild<QPushButton *>(u"moreOptions"_qs)->click();
        kind = dialog->findChild<QComboBox *>(u"codeGenerator"_qs);
        QVERIFY(kind->isVisible());
        auto *length = dialog->findChild<QSpinBox *>(u"codeLength"_qs);
        length->setValue(9);
        kind->setCurrentIndex(5);
        QVERIFY(!length->isEnabled()); // words are as long as they are
        QVERIFY(edit(dialog, u"slugEdit"_qs)->placeholderText().contains(u"quiet-otter"_qs));
        kind->setCurrentIndex(4);
        const QJsonObject body = lastCreate(dialog);
        QCOMPARE(body.value(u"generator"_qs).toString(), u"shuffled"_qs);
        QCOMPARE(body.value(u"length"_qs).toInt(), 9);
    }

    void aNameOfItsOwnNeedsNoCode()
    {
        NewLinkDialog *dialog = newLink();
        dialog->findChild<QPushButton *>(u"moreOptions"_qs)->click();
        auto *kind = dialog->findChild<QComboBox *>(u"codeGenerator"_qs);
        kind->setCurrentIndex(5);
        edit(dialog, u"targetEdit"_qs)->setText(u"https://a.example/"_qs);
        edit(dialog, u"slugEdit"_qs)->setText(u"own"_qs);
        QVERIFY(!kind->isEnabled());
        QVERIFY(!lastCreate(dialog).contains(u"generator"_qs));
    }

    void hintsFollowTheDomain()
    {
        DomainInfo second = m_service->domains().first();
        second.id = 2;
        second.host = u"deep.example"_qs;
        second.codes.generator = CodeGenerator::Words;
        second.codes.multiSegment = true;
        m_service->domains() << second;
        NewLinkDialog *dialog = newLink();
        auto *slug = edit(dialog, u"slugEdit"_qs);
        QVERIFY(!slug->accessibleDescription().contains(u"parts"_qs));
        auto *domain = dialog->findChild<QComboBox *>(u"domainCombo"_qs);
        QTRY_VERIFY(domain->isVisible());
        domain->setCurrentIndex(1);
        QVERIFY(slug->accessibleDescription().contains(u"parts"_qs));
        QVERIFY(slug->placeholderText().contains(u"quiet-otter"_qs));
        slug->setText(u"spring/sale"_qs);
        QTRY_VERIFY(slug->accessibleDescription().contains(u"Free"_qs));
    }

    void lookAlikesWarnButDoNotBlock()
    {
        LinkInfo paypal = sampleLink(1);
        paypal.code = u"paypal"_qs;
        paypal.shortUrl = u"http://go.example.com/paypal"_qs;
        paypal.url = u"https://bank.example/login"_qs;
        m_service->links() << paypal;
        QSignalSpy created(m_dialogs, &LinkDialogs::created);
        NewLinkDialog *dialog = newLink();
        edit(dialog, u"targetEdit"_qs)->setText(u"https://a.example/"_qs);
        auto *slug = edit(dialog, u"slugEdit"_qs);
        slug->setText(u"PayPal"_qs);
        QTRY_VERIFY(slug->accessibleDescription().contains(u"Looks like go.example.com/paypal"_qs));
        QVERIFY(slug->accessibleDescription().contains(u"bank.example/login"_qs));
        QCOMPARE(slug->property("level").toString(), u"warn"_qs);
        primary(dialog)->click();
        QTRY_COMPARE(created.size(), 1);
    }

    void warningsAreSaidAfterCreating()
    {
        const QJsonArray warnings{QJsonObject{
            {u"code"_qs, u"look-alike"_qs},
            {u"detail"_qs, u"x"_qs},
            {u"field"_qs, u"slug"_qs},
            {u"link"_qs,
             QJsonObject{{u"id"_qs, 3}, {u"code"_qs, u"p"_qs}, {u"shortUrl"_qs, u"http://go.example.com/p"_qs}}}}};
        LinksPage *page = openLinks();
        QSignalSpy messages(page, &Page::messageRequested);
        m_service->setWarnings(warnings);
        NewLinkDialog *dialog = newLink();
        edit(dialog, u"targetEdit"_qs)->setText(u"https://a.example/"_qs);
        primary(dialog)->click();
        QTRY_COMPARE(messages.size(), 1);
        const auto message = messages.first().first().value<Message>();
        QCOMPARE(message.level, Level::Warn);
        QVERIFY(message.whatToDo.contains(u"go.example.com/p"_qs));
        QCOMPARE(message.timeoutMs, 0);

        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        m_service->setWarnings(warnings);
        dialog = newLink();
        dialog->findChild<QCheckBox *>(u"keepOpen"_qs)->setChecked(true);
        edit(dialog, u"targetEdit"_qs)->setText(u"https://b.example/"_qs);
        primary(dialog)->click();
        auto *bar = dialog->findChild<MessageBar *>();
        QTRY_VERIFY(bar->isShowing());
        QCOMPARE(bar->current().level, Level::Warn);
    }

    void aRenameAsksWhatBecomesOfTheOldName()
    {
        m_service->fill(2);
        m_service->domains()[0].codes.aliasDays = 45;
        QSignalSpy edited(m_dialogs, &LinkDialogs::edited);
        NewLinkDialog *dialog = editLink(0);
        auto *chooser = dialog->findChild<AliasChooser *>();
        QVERIFY(!chooser->isVisible());
        auto *slug = edit(dialog, u"slugEdit"_qs);
        const QString old = slug->text();
        slug->setText(u"renamed"_qs);
        QVERIFY(chooser->isVisible());
        QCOMPARE(chooser->days(), 45); // what the domain does, named
        auto *usual = chooser->findChild<QAbstractButton *>(u"alias45"_qs);
        QVERIFY(usual && usual->text().contains(u"usual"_qs));
        slug->setText(old);
        QVERIFY(!chooser->isVisible());
        slug->setText(u"renamed"_qs);
        chooser->findChild<QAbstractButton *>(u"alias90"_qs)->click();
        primary(dialog)->click();
        QTRY_COMPARE(edited.size(), 1);
        QCOMPARE(lastBody("PATCH").value(u"aliasFor"_qs).toString(), u"P90D"_qs);
        QCOMPARE(m_service->links().first().aliases.size(), 1);
        QCOMPARE(m_service->links().first().aliases.first().code, old);
    }

    void theOldNameMayEndAtOnce()
    {
        m_service->fill(1);
        QSignalSpy edited(m_dialogs, &LinkDialogs::edited);
        NewLinkDialog *dialog = editLink(0);
        edit(dialog, u"slugEdit"_qs)->setText(u"renamed"_qs);
        dialog->findChild<QAbstractButton *>(u"alias0"_qs)->click();
        primary(dialog)->click();
        QTRY_COMPARE(edited.size(), 1);
        QVERIFY(lastBody("PATCH").value(u"aliasFor"_qs).isNull());
        QVERIFY(m_service->links().first().aliases.isEmpty());
    }

    // The widest rows: a date with its field, and five periods for the old name.
    void theFormFitsItsWindow()
    {
        m_service->fill(3);
        m_service->domains()[0].codes.aliasDays = 1095;
        NewLinkDialog *dialog = editLink(2);
        QVERIFY(m_service->links().at(2).expiresAt.isValid());
        edit(dialog, u"slugEdit"_qs)->setText(u"renamed"_qs);
        QTest::qWait(20);
        const auto *form = dialog->findChild<LinkForm *>();
        QVERIFY2(form->minimumSizeHint().width() <= 610, qPrintable(QString::number(form->minimumSizeHint().width())));
    }

    void anOlderServiceIsNotAskedForWhatItDoesNotKnow()
    {
        m_service->setOlder(true);
        m_service->fill(1);
        QSignalSpy edited(m_dialogs, &LinkDialogs::edited);
        NewLinkDialog *dialog = editLink(0);
        edit(dialog, u"slugEdit"_qs)->setText(u"renamed"_qs);
        QVERIFY(!dialog->findChild<AliasChooser *>()->isVisible());
        primary(dialog)->click();
        QTRY_COMPARE(edited.size(), 1);
        QVERIFY(!lastBody("PATCH").contains(u"aliasFor"_qs));
    }

    void formerNamesAreShownCopiedAndEnded()
    {
        m_service->fill(1);
        const QDateTime now = QDateTime::currentDateTimeUtc();
        m_service->links()[0].aliases = {{u"old"_qs, u"http://go.example.com/old"_qs, now.addDays(30)},
                                         {u"older"_qs, u"http://go.example.com/older"_qs, now.addDays(3)},
                                         {u"ended"_qs, u"http://go.example.com/ended"_qs, now.addDays(-1)}};
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 1);
        Q_EMIT page->findChild<LinksTable *>()->rowActivated(0);
        auto *former = page->findChild<QWidget *>(u"formerNames"_qs);
        QVERIFY(former->isVisible());
        QCOMPARE(visible(former, u"endFormerName"_qs).size(), 2);
        visible(former, u"copyFormerName"_qs).at(0)->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"http://go.example.com/old"_qs);

        QSignalSpy messages(page, &Page::messageRequested);
        visible(former, u"endFormerName"_qs).at(1)->click();
        QVERIFY(!visible(former, u"endFormerName"_qs).at(0)->isEnabled()); // not twice
        QTRY_COMPARE(messages.size(), 1);
        QVERIFY(messages.first().first().value<Message>().what.contains(u"older no longer leads"_qs));
        QCOMPARE(visible(former, u"endFormerName"_qs).size(), 1);
        QCOMPARE(m_service->countOf("DELETE", u"/api/v1/links/1/aliases/older"_qs), 1);
        QCOMPARE(m_service->links().first().state, LinkState::Active);
        visible(former, u"endFormerName"_qs).at(0)->click();
        QTRY_VERIFY(!former->isVisible());
    }

    void endingThatFailsCanBeRepeated()
    {
        m_service->fill(1);
        m_service->links()[0].aliases = {
            {u"old"_qs, u"http://go.example.com/old"_qs, QDateTime::currentDateTimeUtc().addDays(30)}};
        LinksPage *page = openLinks();
        QTRY_COMPARE(page->model().rowCount(), 1);
        Q_EMIT page->findChild<LinksTable *>()->rowActivated(0);
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb == "DELETE")
                return problem(503, u"busy"_qs, u"Later."_qs);
            return std::nullopt;
        });
        auto *former = page->findChild<QWidget *>(u"formerNames"_qs);
        QSignalSpy messages(page, &Page::messageRequested);
        visible(former, u"endFormerName"_qs).at(0)->click();
        QTRY_COMPARE(messages.size(), 1);
        QCOMPARE(messages.first().first().value<Message>().level, Level::Danger);
        QVERIFY(visible(former, u"endFormerName"_qs).at(0)->isEnabled());
    }

    void theServicePageTellsOfCodes()
    {
        ServicePage page(*m_client, *m_stream);
        page.resize(1200, 900);
        page.show();
        page.activated();
        auto *card = page.findChild<CodesCard *>();
        QTRY_VERIFY(card->isVisible());
        const QString all = texts(card);
        for (const QString &expected :
             {u"1 in 3,600,000"_qs, u"6.7%"_qs, u"alarm at 20%"_qs, u"20 of 300 wasted"_qs, u"node 0, fine until"_qs,
              u"17"_qs,
              u"12,480 of 100,000 codes"_qs, u"12.5%"_qs, u"ready, 83,260 answers, 8 wrong"_qs, u"3 Jun 2040"_qs})
            QVERIFY2(all.contains(expected), qPrintable(expected + u" is not in "_qs + all));
    }

    void badStatesAreNamed()
    {
        QJsonObject service = FakeService::defaultService();
        QJsonObject codes = service.value(u"codes"_qs).toObject();
        QJsonObject sequence = codes.value(u"sequence"_qs).toObject();
        sequence.insert(u"wasteRate"_qs, 0.4);
        codes.insert(u"sequence"_qs, sequence);
        QJsonObject snowflake = codes.value(u"snowflake"_qs).toObject();
        snowflake.insert(u"state"_qs, u"refusing"_qs);
        codes.insert(u"snowflake"_qs, snowflake);
        QJsonObject bloom = codes.value(u"bloom"_qs).toObject();
        bloom.insert(u"state"_qs, u"off"_qs);
        codes.insert(u"bloom"_qs, bloom);
        service.insert(u"codes"_qs, codes);
        m_service->setService(service);
        ServicePage page(*m_client, *m_stream);
        page.show();
        page.activated();
        auto *card = page.findChild<CodesCard *>();
        QTRY_VERIFY(card->isVisible());
        QVERIFY(texts(card).contains(u"above the alarm"_qs));
        QVERIFY(texts(card).contains(u"makes none"_qs));
        QVERIFY(texts(card).contains(u"every unknown code is looked up"_qs));
    }

    void anOlderServiceHasNoCard()
    {
        QJsonObject service = FakeService::defaultService();
        service.remove(u"codes"_qs);
        m_service->setService(service);
        ServicePage page(*m_client, *m_stream);
        page.show();
        page.activated();
        QTRY_VERIFY(page.caption().contains(u"Linkdesk"_qs));
        QVERIFY(!page.findChild<CodesCard *>()->isVisible());
    }

private:
    NewLinkDialog *newLink()
    {
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); // one that was closed is gone
        NewLinkDialog *dialog = m_dialogs->newLink();
        waitForDomains(dialog);
        return dialog;
    }
    NewLinkDialog *editLink(int index)
    {
        NewLinkDialog *dialog = m_dialogs->editLink(m_service->links().at(index));
        waitForDomains(dialog);
        return dialog;
    }
    void waitForDomains(NewLinkDialog *dialog)
    {
        auto *domain = dialog->findChild<QComboBox *>(u"domainCombo"_qs);
        QTRY_COMPARE(domain->count(), int(m_service->domains().size()));
    }
    LinksPage *openLinks()
    {
        auto *page = new LinksPage(*m_client, *m_stream, m_undo, *m_dialogs, m_window.get());
        page->resize(m_window->size());
        m_window->show();
        page->show();
        page->activated();
        return page;
    }
    [[nodiscard]] QJsonObject lastBody(const QByteArray &verb) const
    {
        QByteArray body;
        for (const FakeRequest &request : m_service->requests()) {
            if (request.verb == verb)
                body = request.body;
        }
        return QJsonDocument::fromJson(body).object();
    }
    // Creates and gives what was sent.
    QJsonObject lastCreate(NewLinkDialog *dialog)
    {
        const qsizetype before = m_service->links().size();
        primary(dialog)->click();
        if (!QTest::qWaitFor([&] { return m_service->links().size() > before; }))
            return {};
        QTest::qWait(20); // the answer closes the window
        return lastBody("POST");
    }
    static QLineEdit *edit(QWidget *dialog, const QString &name) { return dialog->findChild<QLineEdit *>(name); }
    static QPushButton *primary(QWidget *dialog) { return dialog->findChild<QPushButton *>(u"primaryButton"_qs); }
    static QList<QPushButton *> visible(QWidget *root, const QString &name)
    {
        QList<QPushButton *> found;
        for (QPushButton *button : root->findChildren<QPushButton *>(name)) {
            if (button->isVisible())
                found << button;
        }
        return found;
    }
    static QString texts(QWidget *root)
    {
        QStringList all;
        for (const QWidget *widget : root->findChildren<QWidget *>()) {
            if (!widget->isHidden())
                all << widget->property("text").toString();
        }
        return all.join(u'|');
    }

    QUndoStack m_undo;
    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<QWidget> m_window;
    LinkDialogs *m_dialogs = nullptr; // the window's
};

QTEST_MAIN(TestCodeWidgets)
#include "tst_codewidgets.moc"
