#include "program/grab.h"

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "dialogs/linkdialogs.h"
#include "dialogs/newlinkdialog.h"
#include "embed/embeddedservice.h"
#include "pages/detailspane.h"
#include "pages/linkstable.h"
#include "program/demodata.h"
#include "program/pageset.h"
#include "program/statusreporter.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/trayicon.h"
#include "shell/windowstate.h"
#include "style/appstyle.h"
#include "style/tokens.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QCursor>
#include <QDir>
#include <QFontDatabase>
#include <QLineEdit>
#include <QPointer>
#include <QTemporaryDir>
#include <QTimer>
#include <QUndoStack>

#include <cstdio>
#include <deque>
#include <functional>
#include <memory>

namespace linkdesk::app {

namespace {

constexpr QSize kSize{1440, 900};
constexpr QSize kNarrow{1120, 800};
constexpr int kSettleMs = 1500; // answers arrive, events tick once
constexpr std::chrono::milliseconds kWarmUp{20000};

// The same pictures on every machine that has the font the look is checked with.
void usePictureFont()
{
    QFont ui = QApplication::font();
    if (QFontDatabase::families().contains(QStringLiteral("Inter")))
        ui.setFamily(QStringLiteral("Inter"));
    ui.setPixelSize(13);
    QApplication::setFont(ui);
}

std::unique_ptr<ActionRegistry> makeActions()
{
    auto actions = std::make_unique<ActionRegistry>();
    addStandardActions(*actions);
    return actions;
}

// Runs a list of steps, each after the last has settled.
class Grabber final : public QObject {
public:
    explicit Grabber(QDir dir) : m_dir(std::move(dir))
    {
        m_step.setSingleShot(true);
        connect(&m_step, &QTimer::timeout, this, &Grabber::next);
        connect(&m_host, &ServiceHost::started, this, [this](const HostAddresses &addresses) { begin(addresses); });
        connect(&m_host, &ServiceHost::failed, this, [this](const HostFailure &failure) { fail(failure.detail); });
        connect(&m_host, &ServiceHost::stopped, this, [this] { QApplication::exit(m_failed ? 1 : 0); });
        addPages(m_window, {m_client, m_events, m_dialogs, m_undo});
        m_window.sidebar()->setConnection(QCoreApplication::translate("Grabber", "This computer"));
        m_window.resize(kSize);
        m_window.show();
    }

    void run()
    {
        if (!m_data.isValid()) {
            fail(QStringLiteral("cannot make a temporary folder"));
            return;
        }
        m_host.start({m_data.path(), QStringLiteral("127.0.0.1:0"), QStringLiteral("127.0.0.1:0"), QString()});
    }

private:
    void fail(const QString &why)
    {
        std::fprintf(stderr, "linkdesk: --grab: %s\n", qUtf8Printable(why));
        m_failed = true;
        m_host.stop();
    }

    void begin(const HostAddresses &addresses)
    {
        const Endpoint endpoint{addresses.adminUrl, addresses.token};
        m_client.setEndpoint(endpoint);
        m_events.start(endpoint);
        m_status.connected();
        m_demo = std::make_unique<DemoData>(m_client, QUrl(QStringLiteral("http://") + addresses.publicAddress));
        connect(m_demo.get(), &DemoData::ready, this, &Grabber::next);
        addPageSteps(QStringLiteral("empty"), kSize);
        m_steps.emplace_back([this] {
            m_window.showPage(m_window.pageIds().front()); // sees the clicks as they happen
            m_demo->run(kWarmUp);
        }, false);
        addPageSteps(QStringLiteral("full"), kSize);
        addPageSteps(QStringLiteral("narrow"), kNarrow);
        addDomainSteps();
        addDetailsSteps();
        addDialogSteps();
        m_step.start(kSettleMs);
    }

    void addPageSteps(const QString &kind, const QSize &size)
    {
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            for (const QString &id : m_window.pageIds()) {
                m_steps.emplace_back([this, theme, id, size] {
                    QApplication::setPalette(makePalette(tokens(theme)));
                    m_window.resize(size);
                    m_window.showPage(id);
                }, true);
                const QString name = id + QLatin1Char('-') + kind;
                m_steps.emplace_back([this, theme, name] { save(&m_window, name, theme); }, true);
            }
        }
    }

    // Edits that are not saved, then a domain that is being added; both are taken back.
    void addDomainSteps()
    {
        const auto press = [this](const char *name) {
            if (auto *button = m_window.findChild<QAbstractButton *>(QString::fromLatin1(name)))
                button->click();
        };
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            m_steps.emplace_back([this, theme, press] {
                QApplication::setPalette(makePalette(tokens(theme)));
                m_window.resize(kSize);
                m_window.showPage(QStringLiteral("domains"));
                press("generator.words");
                if (auto *prefix = m_window.findChild<QLineEdit *>(QStringLiteral("codePrefix")))
                    prefix->setText(QStringLiteral("go-"));
            }, true);
            m_steps.emplace_back([this, theme, press] {
                save(&m_window, QStringLiteral("domains-edited"), theme);
                press("revertDomain");
                press("addDomain");
            }, true);
            m_steps.emplace_back([this, theme, press] {
                save(&m_window, QStringLiteral("domains-new"), theme);
                press("revertDomain");
            }, true);
        }
    }

    void addDetailsSteps()
    {
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            m_steps.emplace_back([this, theme] {
                QApplication::setPalette(makePalette(tokens(theme)));
                m_window.showPage(QStringLiteral("links"));
                if (auto *table = m_window.findChild<LinksTable *>())
                    Q_EMIT table->rowActivated(0);
            }, true);
            m_steps.emplace_back([this, theme] { save(&m_window, QStringLiteral("links-details"), theme); }, true);
        }
    }

    // The window for a new link, as it opens and with a kind of code chosen; for an edit, with a new short name.
    void addDialogSteps()
    {
        for (const Theme theme : {Theme::Light, Theme::Dark}) {
            m_steps.emplace_back([this, theme] {
                QApplication::setPalette(makePalette(tokens(theme)));
                m_dialog = m_dialogs.newLink(QStringLiteral("https://shop.example.com/de/campaign/spring-sale"));
            }, true);
            m_steps.emplace_back([this, theme] {
                save(m_dialog, QStringLiteral("new-link"), theme);
                if (auto *more = m_dialog->findChild<QAbstractButton *>(QStringLiteral("moreOptions")))
                    more->click();
                if (auto *kind = m_dialog->findChild<QComboBox *>(QStringLiteral("codeGenerator")))
                    kind->setCurrentIndex(kind->count() - 1);
            }, true);
            m_steps.emplace_back([this, theme] {
                save(m_dialog, QStringLiteral("new-link-code"), theme);
                delete m_dialog;
                if (const auto *page = m_window.findChild<DetailsPane *>(); page && page->link())
                    m_dialog = m_dialogs.editLink(*page->link());
            }, true);
            m_steps.emplace_back([this] {
                if (!m_dialog)
                    return;
                if (auto *slug = m_dialog->findChild<QLineEdit *>(QStringLiteral("slugEdit")))
                    slug->setText(slug->text() + QStringLiteral("-26"));
            }, true);
            m_steps.emplace_back([this, theme] {
                if (m_dialog)
                    save(m_dialog, QStringLiteral("edit-link"), theme);
                delete m_dialog;
            }, true);
        }
    }

    void save(QWidget *widget, const QString &name, Theme theme)
    {
        const QString file = m_dir.filePath(name + (theme == Theme::Dark ? QStringLiteral("-dark.png")
                                                                         : QStringLiteral("-light.png")));
        if (!widget->grab().save(file) && !m_failed)
            fail(QStringLiteral("cannot write %1").arg(file));
    }

    void next()
    {
        if (m_failed)
            return;
        if (m_steps.empty()) {
            m_demo.reset();
            m_window.hide();
            m_events.stop();
            m_host.stop();
            return;
        }
        const auto [step, settles] = m_steps.front();
        m_steps.pop_front();
        step();
        if (settles)
            m_step.start(kSettleMs / 2);
    }

    QDir m_dir;
    QTemporaryDir m_data;
    EmbeddedService m_host;
    AdminClient m_client;
    EventStream m_events;
    QUndoStack m_undo;
    std::unique_ptr<ActionRegistry> m_actions = makeActions();
    WindowState m_state{QString()};
    MainWindow m_window{*m_actions, m_state, m_undo};
    TrayIcon m_tray{*m_actions};
    StatusReporter m_status{m_client, m_events, m_window, m_tray};
    LinkDialogs m_dialogs{m_client, &m_window};
    std::unique_ptr<DemoData> m_demo;
    QPointer<QWidget> m_dialog;
    std::deque<std::pair<std::function<void()>, bool>> m_steps; // whether next() is called by the timer
    QTimer m_step;
    bool m_failed = false;
};

} // namespace

int grabPages(const QString &dir)
{
    const QDir target(dir);
    if (!target.mkpath(QStringLiteral("."))) {
        std::fprintf(stderr, "linkdesk: --grab: cannot make the folder %s\n", qUtf8Printable(dir));
        return 1;
    }
    usePictureFont();
    if (auto *style = qobject_cast<AppStyle *>(QApplication::style()))
        style->setAnimationsEnabled(false);
    QCursor::setPos(6000, 6000); // nothing is to look hovered
    Grabber grabber(target);
    QTimer::singleShot(0, &grabber, [&grabber] { grabber.run(); });
    return QApplication::exec();
}

} // namespace linkdesk::app
