// The page of the short domains against the fake service: what is edited, saved, refused, kept and taken back; and what
// stands behind it, the model and the words.
#include "fakeservice.h"
#include "models/codetexts.h"
#include "models/domainsmodel.h"
#include "pages/codeexample.h"
#include "pages/domainspage.h"
#include "style/appstyle.h"
#include "style/tokens.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QJsonDocument>
#include <QLineEdit>
#include <QListView>
#include <QLocale>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace linkdesk::app;
using namespace linkdesk::test;

class TestDomains final : public QObject {
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
        DomainInfo second = m_service->domains().first();
        second.id = 2;
        second.host = u"link.example.org"_qs;
        second.links = 7;
        m_service->domains() << second;
        m_client = std::make_unique<AdminClient>();
        m_stream = std::make_unique<EventStream>();
        m_client->setEndpoint(m_service->endpoint());
        m_page = std::make_unique<DomainsPage>(*m_client, *m_stream);
        m_page->resize(1180, 800);
        m_page->show();
        m_page->activated();
        QTRY_COMPARE(m_page->model().rowCount(), 2);
        QTRY_VERIFY(!example()->code().isEmpty());
    }
    void cleanup()
    {
        m_page.reset();
        m_stream.reset();
        m_client.reset();
        m_service.reset();
    }

    void theDefaultDomainGoesByItsPublicHost()
    {
        QCOMPARE(m_page->model().index(0).data().toString(), u"go.example.com"_qs);
        QVERIFY(m_page->model().index(0).data(DomainsModel::DefaultRole).toBool());
        QVERIFY(m_page->model().index(1).data(DomainsModel::LinksRole).toString().startsWith(u"7 link"_qs));
        QCOMPARE(example()->code().size(), 7);
        QCOMPARE(example()->fact(), u"1 in 3,600,000"_qs);
    }

    void buttonsWaitForAChange()
    {
        QVERIFY(!save()->isEnabled());
        QVERIFY(!revert()->isEnabled());
        spin(u"codeLength"_qs)->setValue(9);
        QVERIFY(save()->isEnabled());
        QVERIFY(revert()->isEnabled());
        spin(u"codeLength"_qs)->setValue(7);
        QVERIFY(!save()->isEnabled());
        spin(u"codeLength"_qs)->setValue(10);
        click(revert());
        QCOMPARE(spin(u"codeLength"_qs)->value(), 7);
        QVERIFY(!save()->isEnabled());
        QVERIFY(m_page->unsavedText().isEmpty());
    }

    void everySettingIsSavedAndNothingElse()
    {
        choose(u"generator.shuffled"_qs);
        spin(u"codeLength"_qs)->setValue(8);
        choose(u"alphabetEasy"_qs);
        edit(u"codePrefix"_qs)->setText(u"go-"_qs);
        for (const char *name : {"checkCharacter", "caseSensitive", "multiSegment", "reserveCommonNames"})
            check(QString::fromLatin1(name))->toggle();
        spin(u"aliasDays"_qs)->setValue(0);
        QSignalSpy messages(m_page.get(), &Page::messageRequested);
        click(save());
        QTRY_COMPARE(messages.size(), 1);
        QCOMPARE(messages.first().first().value<Message>().level, Level::Ok);
        const CodeSettings expected{
            CodeGenerator::Shuffled, 8, CodeAlphabet::Easy, true, u"go-"_qs, false, true, true, 0};
        QCOMPARE(m_service->domains().at(0).codes, expected);
        QCOMPARE(m_service->domains().at(1).codes, CodeSettings{});
        QVERIFY(!save()->isEnabled());
        QVERIFY(m_page->badge().text.isEmpty());

        spin(u"codeLength"_qs)->setValue(9);
        click(save());
        QTRY_COMPARE(m_service->domains().at(0).codes.length, 9);
        QByteArray body;
        for (const FakeRequest &request : m_service->requests()) {
            if (request.verb == "PATCH")
                body = request.body;
        }
        QCOMPARE(body, QByteArray("{\"length\":9}"));
    }

    void theExampleFollowsTheEdits()
    {
        choose(u"generator.words"_qs);
        edit(u"codePrefix"_qs)->setText(u"go-"_qs);
        QCOMPARE(example()->code(), u"go-quiet-otter"_qs);
        QVERIFY(example()->fact().isEmpty());
        choose(u"generator.random"_qs);
        QCOMPARE(example()->code().size(), 10);
        spin(u"codeLength"_qs)->setValue(6);
        QCOMPARE(example()->code().size(), 9);
        QCOMPARE(example()->fact(), u"1 in 58,000"_qs); // 62 times as likely
    }

    void whatDoesNotApplyIsOffAndSaysWhy()
    {
        const auto saysWhy = [](QWidget *control) {
            return !control->isEnabled() && !control->accessibleDescription().isEmpty();
        };
        choose(u"generator.snowflake"_qs);
        QVERIFY(saysWhy(spin(u"codeLength"_qs)));
        QVERIFY(check(u"checkCharacter"_qs)->isEnabled());
        choose(u"generator.words"_qs);
        QVERIFY(saysWhy(spin(u"codeLength"_qs)));
        QVERIFY(saysWhy(check(u"checkCharacter"_qs)));
        choose(u"generator.sequence"_qs);
        QVERIFY(spin(u"codeLength"_qs)->isEnabled());
        QVERIFY(check(u"checkCharacter"_qs)->isEnabled());
    }

    void editsSurviveOtherRowsAndANewAnswer()
    {
        spin(u"codeLength"_qs)->setValue(11);
        list()->setCurrentIndex(m_page->model().index(1));
        QCOMPARE(spin(u"codeLength"_qs)->value(), 7);
        QVERIFY(!save()->isEnabled());
        QCOMPARE(m_page->badge().text, u"1"_qs);
        QVERIFY(m_page->badge().asksForWork);
        QVERIFY(!m_page->unsavedText().isEmpty());
        QVERIFY(m_page->model().index(0).data(DomainsModel::ChangedRole).toBool());

        m_service->domains()[0].codes.prefix = u"x"_qs; // somebody else meanwhile
        m_page->deactivated();
        m_page->activated();
        QTRY_COMPARE(m_page->model().settingsAt(0).prefix, u"x"_qs);
        QCOMPARE(list()->currentIndex().row(), 1);
        list()->setCurrentIndex(m_page->model().index(0));
        QCOMPARE(spin(u"codeLength"_qs)->value(), 11);
        QCOMPARE(edit(u"codePrefix"_qs)->text(), u"x"_qs);
        click(save());
        QTRY_COMPARE(m_service->domains().at(0).codes.length, 11);
        QCOMPARE(m_service->domains().at(0).codes.prefix, u"x"_qs);
    }

    void whatIsTypedDuringASaveStays()
    {
        spin(u"codeLength"_qs)->setValue(9);
        click(save());
        spin(u"aliasDays"_qs)->setValue(60);
        QTRY_COMPARE(m_service->domains().at(0).codes.length, 9);
        QTRY_VERIFY(save()->isEnabled());
        QCOMPARE(spin(u"aliasDays"_qs)->value(), 60);
        QCOMPARE(spin(u"codeLength"_qs)->value(), 9);
        QCOMPARE(m_service->domains().at(0).codes.aliasDays, 30);
    }

    void refusalStandsAtItsField()
    {
        edit(u"codePrefix"_qs)->setText(u"-x"_qs);
        click(save());
        QTRY_VERIFY(edit(u"codePrefix"_qs)->accessibleDescription().contains(u"begins with a letter"_qs));
        QVERIFY(save()->isEnabled()); // still there to be mended
        const qsizetype before = m_service->requests().size();
        edit(u"codePrefix"_qs)->setText(u"a b"_qs);
        click(save());
        QTest::qWait(50);
        QCOMPARE(m_service->requests().size(), before); // the app sees that by itself
        QVERIFY(edit(u"codePrefix"_qs)->accessibleDescription().contains(u"only"_qs));
    }

    void caseClashIsToldInWords()
    {
        LinkInfo one = sampleLink(1);
        LinkInfo two = sampleLink(2);
        one.code = u"Sale"_qs;
        two.code = u"sale"_qs;
        m_service->links() << one << two;
        check(u"caseSensitive"_qs)->setChecked(false);
        click(save());
        QTRY_VERIFY(check(u"caseSensitive"_qs)->accessibleDescription().contains(u"differ only in capital"_qs));
        QVERIFY(check(u"caseSensitive"_qs)->accessibleDescription().contains(u"Sale and sale"_qs));
        QVERIFY(m_service->domains().first().codes.caseSensitive);
        QVERIFY(!check(u"caseSensitive"_qs)->isChecked()); // the person's wish is not taken back
    }

    void aKeyWithoutTheRightIsToldAboveThePage()
    {
        m_service->setOverride([](const FakeRequest &request) -> std::optional<FakeAnswer> {
            if (request.verb == "PATCH")
                return problem(403, u"forbidden"_qs, u"Scope."_qs);
            return std::nullopt;
        });
        QSignalSpy messages(m_page.get(), &Page::messageRequested);
        spin(u"codeLength"_qs)->setValue(9);
        click(save());
        QTRY_COMPARE(messages.size(), 1);
        QCOMPARE(messages.first().first().value<Message>().level, Level::Danger);
        QVERIFY(save()->isEnabled());
    }

    void addingADomain()
    {
        click(button(u"addDomain"_qs));
        QCOMPARE(m_page->model().rowCount(), 3);
        QVERIFY(edit(u"domainHost"_qs)->isVisible());
        QVERIFY(!save()->isEnabled());
        QTest::keyClicks(edit(u"domainHost"_qs), u"nodot"_qs);
        QVERIFY(save()->isEnabled());
        click(save());
        QTRY_VERIFY(edit(u"domainHost"_qs)->accessibleDescription().contains(u"has a dot"_qs));
        QVERIFY(edit(u"domainHost"_qs)->isEnabledTo(m_page.get()));

        edit(u"domainHost"_qs)->clear();
        QTest::keyClicks(edit(u"domainHost"_qs), u"s.example.net"_qs);
        spin(u"codeLength"_qs)->setValue(8);
        QTest::keyClick(edit(u"domainHost"_qs), Qt::Key_Return);
        QTRY_COMPARE(m_service->domains().size(), 3);
        QCOMPARE(m_service->domains().last().host, u"s.example.net"_qs);
        QCOMPARE(m_service->domains().last().codes.length, 8);
        QTRY_COMPARE(list()->currentIndex().row(), 2);
        QCOMPARE(m_page->model().rowCount(), 3);
        QVERIFY(!edit(u"domainHost"_qs)->isVisible());
        QVERIFY(m_page->unsavedText().isEmpty());
    }

    void aNewDomainIsNotLostByLookingElsewhere()
    {
        click(button(u"addDomain"_qs));
        QVERIFY(m_page->unsavedText().isEmpty()); // nothing was typed yet
        QTest::keyClicks(edit(u"domainHost"_qs), u"s.example.net"_qs);
        list()->setCurrentIndex(m_page->model().index(0));
        QVERIFY(!edit(u"domainHost"_qs)->isVisible());
        QVERIFY(!m_page->unsavedText().isEmpty());
        m_page->refresh();
        QTest::qWait(100);
        click(button(u"addDomain"_qs));
        QCOMPARE(m_page->model().rowCount(), 3);
        QCOMPARE(edit(u"domainHost"_qs)->text(), u"s.example.net"_qs);
        click(revert());
        QCOMPARE(m_page->model().rowCount(), 2);
        QVERIFY(m_page->unsavedText().isEmpty());
    }

    void anOlderServiceIsShownAsItIs()
    {
        m_service->setOlder(true);
        m_page->refresh();
        QTRY_VERIFY(!spin(u"codeLength"_qs)->isEnabledTo(m_page.get()));
        QVERIFY(!save()->isEnabled());
    }

    void silenceSaysWhatToDo()
    {
        FakeService silent;
        silent.setOverride([](const FakeRequest &) { return problem(503, u"unavailable"_qs, u"Starting."_qs); });
        AdminClient client;
        client.setEndpoint(silent.endpoint());
        DomainsPage page(client, *m_stream);
        page.show();
        page.activated();
        auto *again = page.findChild<QPushButton *>(u"domainsTryAgain"_qs);
        QTRY_VERIFY(again->isVisible());
        silent.setOverride({});
        click(again);
        QTRY_COMPARE(page.model().rowCount(), 1);
        QVERIFY(!again->isVisible());
    }

    void theModelKeepsItsWord()
    {
        DomainsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        DomainInfo one;
        one.id = 1;
        one.hasCodeSettings = true;
        model.setDomains({one});
        CodeSettings changed = one.codes;
        changed.length = 9;
        model.setSettings(0, changed);
        QCOMPARE(model.changedCount(), 1);
        QCOMPARE(model.addNew(), 1);
        QCOMPARE(model.addNew(), 1);
        model.setNewHost(u"a.example"_qs);
        QCOMPARE(model.changedCount(), 2);
        DomainInfo two = one;
        two.id = 2;
        model.setDomains({one, two}); // the new one is still the last
        QVERIFY(model.isNew(2));
        QCOMPARE(model.settingsAt(0).length, 9);
        model.setDomains({two}); // gone with its edit
        QCOMPARE(model.changedCount(), 1);
        model.removeNew();
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.changedCount(), 0);
    }

    void examplesKeepTheRules_data()
    {
        QTest::addColumn<int>("generator");
        for (const CodeGenerator generator : kCodeGenerators)
            QTest::newRow(qPrintable(generatorTitle(generator))) << int(generator);
    }
    void examplesKeepTheRules()
    {
        QFETCH(int, generator);
        for (int length = kMinCodeLength; length <= kMaxCodeLength; ++length) {
            for (int bits = 0; bits < 8; ++bits) {
                CodeSettings settings;
                settings.generator = static_cast<CodeGenerator>(generator);
                settings.length = length;
                settings.alphabet = bits & 1 ? CodeAlphabet::Easy : CodeAlphabet::Full;
                settings.caseSensitive = bits & 2;
                settings.checkCharacter = bits & 4;
                const QString code = exampleCode(settings);
                if (takesLength(settings.generator))
                    QCOMPARE(code.size(), length);
                if (!settings.caseSensitive)
                    QCOMPARE(code, code.toLower());
                if (settings.alphabet == CodeAlphabet::Easy && takesAlphabet(settings.generator))
                    QVERIFY2(!code.contains(u'0') && !code.contains(u'O') && !code.contains(u'1')
                                 && !code.contains(u'l') && !code.contains(u'I'),
                             qPrintable(code));
            }
        }
    }

    void chancesInWords()
    {
        QCOMPARE(clashText(0), u"none"_qs);
        QCOMPARE(clashText(2.8e-7), u"1 in 3,600,000"_qs);
        QCOMPARE(clashText(0.25), u"25.0%"_qs);
        QCOMPARE(clashText(1e-12), u"less than 1 in 1,000,000,000"_qs);
        CodeSettings longer;
        longer.length = 8;
        QCOMPARE(clashAfter(62e-6, {}, longer), 1e-6);
        CodeSettings checked;
        checked.checkCharacter = true; // one character less to draw
        QCOMPARE(clashAfter(1e-6, {}, checked), 62e-6);
        QCOMPARE(clashAfter(0.9, {}, checked), 1.0);
    }

private:
    template <typename W>
    W *find(const QString &name)
    {
        W *widget = m_page->findChild<W *>(name);
        if (!widget)
            qFatal("no %s", qPrintable(name));
        return widget;
    }
    QSpinBox *spin(const QString &name) { return find<QSpinBox>(name); }
    QLineEdit *edit(const QString &name) { return find<QLineEdit>(name); }
    QCheckBox *check(const QString &name) { return find<QCheckBox>(name); }
    QPushButton *button(const QString &name) { return find<QPushButton>(name); }
    QPushButton *save() { return button(u"saveDomain"_qs); }
    QPushButton *revert() { return button(u"revertDomain"_qs); }
    CodeExample *example() { return find<CodeExample>(u"codeExample"_qs); }
    QListView *list() { return find<QListView>(u"domainsList"_qs); }
    void choose(const QString &segment) { click(find<QAbstractButton>(segment)); }
    static void click(QWidget *widget) { QTest::mouseClick(widget, Qt::LeftButton); }

    std::unique_ptr<FakeService> m_service;
    std::unique_ptr<AdminClient> m_client;
    std::unique_ptr<EventStream> m_stream;
    std::unique_ptr<DomainsPage> m_page;
};

QTEST_MAIN(TestDomains)
#include "tst_domains.moc"
