// The whole promise in one window: the real program with the service inside makes a link in its dialog, a visitor follows
// it over HTTP, and the click rises in the table and in the chart.
#include "embed/embeddedservice.h"
#include "models/linksmodel.h"
#include "program/program.h"
#include "shell/mainwindow.h"
#include "style/appstyle.h"

#include <QApplication>
#include <QChartView>
#include <QClipboard>
#include <QLineEdit>
#include <QLineSeries>
#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace linkdesk::app;

namespace {

constexpr int kPatienceMs = 20'000;

template <typename T>
T *topLevel(const QString &name)
{
    for (QWidget *widget : QApplication::topLevelWidgets()) {
        if (widget->objectName() == name && widget->isVisible())
            return qobject_cast<T *>(widget);
    }
    return nullptr;
}

// Whether any line of the chart leaves the ground.
bool showsClicks(const QChartView &view)
{
    for (QAbstractSeries *series : view.chart()->series()) {
        const auto *line = qobject_cast<QLineSeries *>(series);
        if (!line)
            continue;
        for (const QPointF &point : line->points()) {
            if (point.y() > 0)
                return true;
        }
    }
    return false;
}

} // namespace

class TestFirstLink final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto *style = new AppStyle;
        style->setAnimationsEnabled(false);
        QApplication::setStyle(style);
        QApplication::setQuitOnLastWindowClosed(false);

        StartOptions options;
        options.dataDir = m_dir.path();
        options.listen = QStringLiteral("127.0.0.1:0");
        options.adminListen = QStringLiteral("127.0.0.1:0");
        auto host = std::make_unique<EmbeddedService>();
        QSignalSpy started(host.get(), &ServiceHost::started);
        m_program = std::make_unique<Program>(options, Program::Places{}, std::move(host));
        m_program->start();
        QVERIFY(started.wait(kPatienceMs));
        m_publicUrl = started[0][0].value<HostAddresses>().publicUrl;
        m_window = topLevel<MainWindow>(QStringLiteral("mainWindow"));
        QVERIFY(m_window);
    }

    void aLinkIsMadeInTheDialog()
    {
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window));
        QTest::keyClick(m_window, Qt::Key_N, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(topLevel<QWidget>(QStringLiteral("newLinkDialog")), kPatienceMs);
        auto *dialog = topLevel<QWidget>(QStringLiteral("newLinkDialog"));
        auto *target = dialog->findChild<QLineEdit *>(QStringLiteral("targetEdit"));
        auto *slug = dialog->findChild<QLineEdit *>(QStringLiteral("slugEdit"));
        auto *create = dialog->findChild<QPushButton *>(QStringLiteral("primaryButton"));
        QVERIFY(target && slug && create);
        target->setFocus();
        QTest::keyClicks(target, kTarget);
        slug->setFocus();
        QTest::keyClicks(slug, QStringLiteral("first"));
        QTRY_VERIFY_WITH_TIMEOUT(create->isEnabled(), kPatienceMs);
        QTest::mouseClick(create, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::clipboard()->text(), shortUrl(), kPatienceMs);
    }

    void aVisitorIsSentToTheTarget() // R1
    {
        QNetworkAccessManager visitor;
        QNetworkRequest request{QUrl(shortUrl())};
        request.setRawHeader("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0");
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        const std::unique_ptr<QNetworkReply> reply(visitor.get(request));
        QTRY_VERIFY_WITH_TIMEOUT(reply->isFinished(), kPatienceMs);
        QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 302);
        QCOMPARE(QString::fromLatin1(reply->rawHeader("Location")), kTarget);
    }

    void theClickRisesInTheTable()
    {
        m_window->showPage(QStringLiteral("links"));
        auto *table = m_window->findChild<QTableView *>(QStringLiteral("linksTable"));
        QVERIFY(table);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 1, kPatienceMs);
        const auto clicks = [table] {
            return table->model()->index(0, toInt(LinkColumn::Clicks)).data(LinksModel::SortRole).toLongLong();
        };
        QTRY_COMPARE_WITH_TIMEOUT(clicks(), 1, kPatienceMs);
    }

    void theClickRisesInTheChart()
    {
        m_window->showPage(QStringLiteral("live"));
        auto *chart = m_window->findChild<QChartView *>(QStringLiteral("clickRateChart"));
        QVERIFY(chart);
        QTRY_VERIFY_WITH_TIMEOUT(showsClicks(*chart), kPatienceMs);
    }

    void cleanupTestCase()
    {
        QSignalSpy finished(m_program.get(), &Program::finished);
        m_program->quit();
        QVERIFY(finished.count() > 0 || finished.wait(kPatienceMs));
        m_program.reset();
    }

private:
    [[nodiscard]] QString shortUrl() const { return m_publicUrl + QStringLiteral("/first"); }

    const QString kTarget = QStringLiteral("https://shop.example.com/spring?utm_source=news%2Bletter#top");
    QTemporaryDir m_dir;
    std::unique_ptr<Program> m_program;
    MainWindow *m_window = nullptr;
    QString m_publicUrl;
};

QTEST_MAIN(TestFirstLink)
#include "tst_firstlink.moc"
