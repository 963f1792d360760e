// Start, end and the choices between: the command line, a port that is taken, closing with and without a tray, quitting.
#include "embed/servicehost.h"
#include "program/closing.h"
#include "program/program.h"
#include "program/startmessages.h"
#include "program/startoptions.h"
#include "settings/settings.h"
#include "style/appstyle.h"
#include "widgets/messagebar.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace linkdesk::app;

namespace {

QString s(const char *text)
{
    return QString::fromUtf8(text);
}

StartOptions parsed(const QStringList &arguments)
{
    const auto result = parseArguments(QStringList{s("linkdesk")} + arguments);
    return std::holds_alternative<StartOptions>(result) ? std::get<StartOptions>(result) : StartOptions{};
}

int exitCode(const QStringList &arguments)
{
    const auto result = parseArguments(QStringList{s("linkdesk")} + arguments);
    return std::holds_alternative<StartText>(result) ? std::get<StartText>(result).exitCode : -1;
}

// Fails until it is started at the address it calls free.
class FakeHost final : public ServiceHost {
public:
    explicit FakeHost(QString taken = {}, QString field = {}) : m_taken(std::move(taken)), m_field(std::move(field)) {}

    void start(const HostOptions &options) override
    {
        starts.append(options);
        const QString &asked = m_field == s("admin-listen") ? options.adminListen : options.listen;
        if (!m_taken.isEmpty() && asked == m_taken) {
            Q_EMIT failed({s("address-in-use"), s("taken"), m_field, asked, s("0.0.0.0:8090")});
            return;
        }
        m_state = State::Running;
        Q_EMIT started({QUrl(s("http://127.0.0.1:1")), "key", s("http://localhost"), s("0.0.0.0:8080"), true});
    }
    void stop() override
    {
        ++stops;
        m_state = State::Stopped;
        Q_EMIT stopped();
    }
    [[nodiscard]] State state() const override { return m_state; }

    QList<HostOptions> starts;
    int stops = 0;

private:
    QString m_taken, m_field;
    State m_state = State::Stopped;
};

QWidget *mainWindow()
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->objectName() == s("mainWindow"))
            return widget;
    }
    return nullptr;
}

} // namespace

class TestProgram final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
        QApplication::setQuitOnLastWindowClosed(false);
    }

    void theCommandLineIsUnderstood()
    {
        const StartOptions all = parsed({s("--data-dir"), s("/d"), s("--listen"), s("0.0.0.0:80"), s("--admin-listen"),
                                         s("127.0.0.1:0"), s("https://example.com/a"), s("https://example.com/b")});
        QCOMPARE(all.dataDir, s("/d"));
        QCOMPARE(all.listen, s("0.0.0.0:80"));
        QCOMPARE(all.urls.size(), 2);
        QCOMPARE(parsed({s("--connect"), s("http://192.0.2.7:8081")}).connect, QUrl(s("http://192.0.2.7:8081")));
        QCOMPARE(parsed({s("--grab=/tmp/x")}).grabDir, s("/tmp/x"));
    }

    void aWrongCommandLineSaysSo()
    {
        QCOMPARE(exitCode({s("--help")}), 0);
        QCOMPARE(exitCode({s("--version")}), 0);
        QCOMPARE(exitCode({s("--no-such-flag")}), 2);
        QCOMPARE(exitCode({s("--connect"), s("not an address")}), 2);
        QCOMPARE(exitCode({s("--connect"), s("file:///etc/passwd")}), 2);
        // A key never stands in an address (R26).
        QCOMPARE(exitCode({s("--connect"), s("http://u:secret@192.0.2.7:8081")}), 2);
    }

    void everyFailureSaysWhatToDo_data()
    {
        QTest::addColumn<QString>("code");
        for (const char *code : {"address-in-use", "address-forbidden", "in-use", "newer-schema", "corrupt", "not-writable",
                                 "disk-full", "internal"})
            QTest::newRow(code) << s(code);
    }
    void everyFailureSaysWhatToDo()
    {
        QFETCH(QString, code);
        const Message message = startFailureMessage({code, s("the detail"), s("listen"), s("0.0.0.0:8080"), {}});
        QVERIFY(!message.what.isEmpty() && !message.whatToDo.isEmpty());
        QCOMPARE(message.level, Level::Danger);
        QVERIFY(!message.buttons.isEmpty());
        QVERIFY(!startFailureShort({code, {}, {}, s("0.0.0.0:8080"), {}}).isEmpty());
    }

    void aTakenPortOffersAFreeOne()
    {
        auto made = std::make_unique<FakeHost>(s("0.0.0.0:8080"), s("listen"));
        FakeHost *host = made.get();
        Program program({}, {}, std::move(made));
        program.start();
        auto *bar = mainWindow()->findChild<MessageBar *>(s("messageBar"));
        QVERIFY(bar->current().what.contains(s("8080")));
        auto *first = bar->findChild<QPushButton *>(s("messageFirst"));
        QCOMPARE(first->text(), s("Use port 8090"));
        QTest::mouseClick(first, Qt::LeftButton);
        QCOMPARE(host->starts.size(), 2);
        QCOMPARE(host->starts.last().listen, s("0.0.0.0:8090"));
        QVERIFY(!bar->isShowing());
    }

    void aTakenAdminPortIsNobodysConcern()
    {
        auto made = std::make_unique<FakeHost>(s("127.0.0.1:8081"), s("admin-listen"));
        FakeHost *host = made.get();
        Program program({}, {}, std::move(made));
        program.start();
        QCOMPARE(host->starts.size(), 2);
        QCOMPARE(host->starts.last().adminListen, s("127.0.0.1:0"));
        QCOMPARE(host->state(), ServiceHost::State::Running);
        QVERIFY(!mainWindow()->findChild<MessageBar *>(s("messageBar"))->isShowing());
    }

    void quittingStopsTheServiceFirst()
    {
        auto made = std::make_unique<FakeHost>();
        FakeHost *host = made.get();
        Program program({}, {}, std::move(made));
        program.start();
        QSignalSpy finished(&program, &Program::finished);
        program.quit();
        program.quit();
        QCOMPARE(host->stops, 1);
        QCOMPARE(finished.count(), 1);
        QVERIFY(!mainWindow()->isVisible());
    }

    void closingIsSaidOnceAndLeavesTheChoice()
    {
        QWidget window;
        window.show();
        Settings settings{QString()};
        Closing closing(window, settings);
        QSignalSpy hide(&closing, &Closing::hideRequested);
        QSignalSpy quit(&closing, &Closing::quitRequested);
        closing.request({true, true});
        auto *notice = window.findChild<QMessageBox *>(s("closeNotice"));
        QVERIFY(notice);
        QVERIFY(!notice->text().isEmpty());
        QCOMPARE(hide.count(), 0);
        QTest::mouseClick(notice->findChild<QPushButton *>(s("closeKeep")), Qt::LeftButton);
        QCOMPARE(hide.count(), 1);
        QTRY_VERIFY(!window.findChild<QMessageBox *>(s("closeNotice")));
        closing.request({true, true});
        QCOMPARE(hide.count(), 2);
        QCOMPARE(quit.count(), 0);
    }

    void quittingAsksBeforeChangesAreLost()
    {
        QWidget window;
        window.show();
        Settings settings{QString()};
        Closing closing(window, settings);
        QSignalSpy quit(&closing, &Closing::quitRequested);
        QSignalSpy show(&closing, &Closing::unsavedRequested);
        closing.requestQuit(QString());
        QCOMPARE(quit.count(), 1);
        closing.requestQuit(s("Something is not saved."));
        auto *box = window.findChild<QMessageBox *>(s("unsavedQuestion"));
        QVERIFY(box);
        QVERIFY(box->informativeText().contains(s("not saved")));
        QCOMPARE(quit.count(), 1);
        QTest::mouseClick(box->findChild<QPushButton *>(s("unsavedShow")), Qt::LeftButton);
        QTRY_VERIFY(!window.findChild<QMessageBox *>(s("unsavedQuestion")));
        QCOMPARE(quit.count(), 1);
        QCOMPARE(show.count(), 1);
        closing.request({false, true, s("Something is not saved.")}); // closing the window would end the program too
        box = window.findChild<QMessageBox *>(s("unsavedQuestion"));
        QVERIFY(box);
        QTest::mouseClick(box->findChild<QPushButton *>(s("unsavedQuit")), Qt::LeftButton);
        QCOMPARE(quit.count(), 2);
    }

    void withoutATrayClosingAsks()
    {
        QWidget window;
        window.show();
        Settings settings{QString()};
        Closing closing(window, settings);
        QSignalSpy hide(&closing, &Closing::hideRequested);
        QSignalSpy quit(&closing, &Closing::quitRequested);
        closing.request({true, false});
        auto *box = window.findChild<QMessageBox *>(s("quitQuestion"));
        QVERIFY(box);
        QTest::mouseClick(box->findChild<QPushButton *>(s("quitStay")), Qt::LeftButton);
        QTRY_VERIFY(!window.findChild<QMessageBox *>(s("quitQuestion")));
        QCOMPARE(quit.count(), 0);
        closing.request({true, false});
        QTest::mouseClick(window.findChild<QMessageBox *>(s("quitQuestion"))->findChild<QPushButton *>(s("quitGo")),
                          Qt::LeftButton);
        QCOMPARE(quit.count(), 1);
        QCOMPARE(hide.count(), 0);
    }

    void withARemoteServiceClosingQuits()
    {
        QWidget window;
        Settings settings{QString()};
        Closing closing(window, settings);
        QSignalSpy quit(&closing, &Closing::quitRequested);
        closing.request({false, true});
        QCOMPARE(quit.count(), 1);
    }
};

QTEST_MAIN(TestProgram)
#include "tst_program.moc"
