#include "program/program.h"

#include "api/adminclient.h"
#include "api/errortext.h"
#include "api/eventstream.h"
#include "dialogs/linkdialogs.h"
#include "models/texts.h"
#include "pages/renewalpage.h"
#include "program/closing.h"
#include "program/keyprompt.h"
#include "program/pageset.h"
#include "program/renewalreminder.h"
#include "program/startmessages.h"
#include "program/statusreporter.h"
#include "settings/settings.h"
#include "shell/actionregistry.h"
#include "shell/actions.h"
#include "shell/mainwindow.h"
#include "shell/trayicon.h"
#include "shell/windowstate.h"
#include "style/themewatcher.h"
#include "widgets/messagebar.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QUndoStack>

#include <utility>

namespace linkdesk::app {

namespace {

QString refusedMessage()
{
    return QStringLiteral("service.refused");
}

QString shortenedMessage()
{
    return QStringLiteral("link.shortened");
}

ThemeChoice themeChoice(const QString &name)
{
    if (name == QLatin1String("light"))
        return ThemeChoice::Light;
    return name == QLatin1String("dark") ? ThemeChoice::Dark : ThemeChoice::System;
}

} // namespace

// Declared in the order they need each other; destroyed the other way round.
class Program::Parts final {
public:
    Parts(const Places &places, std::unique_ptr<ServiceHost> serviceHost)
        : settings(places.settingsFile), windowState(places.windowFile), host(std::move(serviceHost))
    {
        addStandardActions(actions);
        window = std::make_unique<MainWindow>(actions, windowState, undo);
        dialogs = std::make_unique<LinkDialogs>(client, window.get());
        tray = std::make_unique<TrayIcon>(actions);
        status = std::make_unique<StatusReporter>(client, events, *window, *tray);
        closing = std::make_unique<Closing>(*window, settings);
        reminder = std::make_unique<RenewalReminder>(settings);
    }

    Settings settings;
    WindowState windowState;
    ThemeWatcher theme;
    std::unique_ptr<ServiceHost> host;
    AdminClient client;
    EventStream events;
    QUndoStack undo;
    ActionRegistry actions;
    std::unique_ptr<MainWindow> window;
    std::unique_ptr<LinkDialogs> dialogs;
    std::unique_ptr<TrayIcon> tray;
    std::unique_ptr<StatusReporter> status;
    std::unique_ptr<Closing> closing;
    std::unique_ptr<RenewalReminder> reminder;
    bool restarting = false;
    bool quitting = false;
    bool adminPortGivenUp = false; // the usual admin port was taken: any will do
};

Program::Program(const StartOptions &options, const Places &places, std::unique_ptr<ServiceHost> host)
    : m_options(options), m_parts(std::make_unique<Parts>(places, std::move(host)))
{
    followTheme();
    addPages(*m_parts->window, {m_parts->client, m_parts->events, *m_parts->dialogs, m_parts->undo});
    connectActions();
    connectHost();
    connectReminder();
    const QString page = m_parts->windowState.page();
    if (!page.isEmpty())
        m_parts->window->showPage(page);
}

Program::~Program() = default;

void Program::start()
{
    Parts &p = *m_parts;
    p.theme.watchSystem();
    p.tray->show();
    p.window->show();
    if (m_options.connect.isEmpty()) {
        p.window->sidebar()->setConnection(tr("This computer"));
        startService();
        return;
    }
    p.window->sidebar()->setConnection(m_options.connect.host());
    p.settings.set(setting::kLastConnection, m_options.connect.toString(QUrl::RemoveUserInfo));
    const QByteArray key = qgetenv("LINKDESK_KEY");
    if (key.isEmpty())
        askForKey();
    else
        useEndpoint(m_options.connect, key);
}

void Program::quit()
{
    Parts &p = *m_parts;
    if (p.quitting)
        return;
    p.quitting = true;
    p.windowState.save(p.window.get());
    p.window->hide();
    p.events.stop();
    p.settings.flush();
    p.windowState.flush();
    if (p.host)
        p.host->stop();
    else
        Q_EMIT finished();
}

void Program::connectActions()
{
    Parts &p = *m_parts;
    const auto on = [&p](const char *id) { return p.actions.action(QString::fromLatin1(id)); };
    connect(on("link.new"), &QAction::triggered, this, [&p] {
        p.window->bringUp();
        p.dialogs->newLink();
    });
    connect(on("window.show"), &QAction::triggered, p.window.get(), &MainWindow::bringUp);
    connect(on("app.quit"), &QAction::triggered, this, [this] {
        if (m_parts->window->unsavedPage())
            m_parts->window->bringUp(); // it may be hidden in the tray
        m_parts->closing->requestQuit(unsavedText());
    });
    connect(p.tray.get(), &TrayIcon::activated, p.window.get(), &MainWindow::bringUp);
    connect(on("service.restart"), &QAction::triggered, this, [this] {
        if (!m_parts->host || m_parts->host->state() == ServiceHost::State::Stopping)
            return;
        m_parts->restarting = true;
        m_parts->host->stop();
    });
    on("service.restart")->setVisible(p.host != nullptr && m_options.connect.isEmpty());

    connect(p.window.get(), &MainWindow::closeRequested, this, [this] {
        Parts &parts = *m_parts;
        const bool inside = parts.host && parts.host->state() != ServiceHost::State::Stopped;
        parts.closing->request({inside, parts.tray->isAvailable(), unsavedText()});
    });
    connect(p.closing.get(), &Closing::hideRequested, p.window.get(), &QWidget::hide);
    connect(p.closing.get(), &Closing::quitRequested, this, &Program::quit);
    connect(p.closing.get(), &Closing::unsavedRequested, p.window.get(), [&p] {
        if (const Page *page = p.window->unsavedPage())
            p.window->showPage(page->pageId());
    });
    connect(p.window.get(), &MainWindow::messageButtonClicked, this, &Program::onMessageButton);
    connect(&p.client.connection(), &ConnectionState::reachChanged, this, [this](ConnectionState::Reach reach) {
        if (reach == ConnectionState::Reach::Refused && !m_options.connect.isEmpty())
            m_parts->window->messages()->post({refusedMessage(), Level::Warn,
                                               tr("The service does not accept the key."),
                                               tr("Ask its administrator for another one."),
                                               {{QStringLiteral("key"), tr("Enter a key")}}});
        else
            m_parts->window->messages()->withdraw(refusedMessage());
    });
}

QString Program::unsavedText() const
{
    const Page *page = m_parts->window->unsavedPage();
    return page ? page->unsavedText() : QString();
}

void Program::connectHost()
{
    Parts &p = *m_parts;
    if (!p.host)
        return;
    connect(p.host.get(), &ServiceHost::started, this, &Program::onStarted);
    connect(p.host.get(), &ServiceHost::failed, this, &Program::onFailed);
    connect(p.host.get(), &ServiceHost::stopped, this, [this] {
        Parts &parts = *m_parts;
        if (parts.quitting) {
            Q_EMIT finished();
            return;
        }
        parts.events.stop();
        parts.status->stopped();
        if (std::exchange(parts.restarting, false))
            startService();
    });
}

void Program::connectReminder()
{
    Parts &p = *m_parts;
    auto *page = qobject_cast<RenewalPage *>(p.window->page(QStringLiteral("renewal")));
    if (!page)
        return;
    const auto open = [&p] {
        p.window->showPage(QStringLiteral("renewal"));
        p.window->bringUp();
    };
    connect(page, &RenewalPage::decisionsKnown, p.reminder.get(), &RenewalReminder::offer);
    connect(p.reminder.get(), &RenewalReminder::due, this, [&p, page](const QString &what, const QString &todo) {
        p.tray->notify(what, todo);
        // Who looks at the page sees it.
        if (p.window->currentPage() != page)
            Q_EMIT page->messageRequested({QStringLiteral("renewal-reminder"), Level::Warn, what, QString(),
                                           {{QStringLiteral("decide"), tr("Decide")}}});
    });
    connect(p.tray.get(), &TrayIcon::notificationClicked, this, open);
}

void Program::followTheme()
{
    Parts &p = *m_parts;
    auto *group = new QActionGroup(this);
    const auto apply = [&p] {
        const QString name = p.settings.get(setting::kTheme);
        p.theme.setChoice(themeChoice(name));
        if (QAction *action = p.actions.action(QStringLiteral("look.") + name))
            action->setChecked(true);
    };
    for (const char *name : {"system", "light", "dark"}) {
        QAction *action = group->addAction(p.actions.action(QStringLiteral("look.") + QLatin1String(name)));
        connect(action, &QAction::triggered, this,
                [&p, name] { p.settings.set(setting::kTheme, QString::fromLatin1(name)); });
    }
    connect(p.settings.notifier(SettingId::Theme), &SettingNotifier::changed, this, apply);
    apply();
}

void Program::startService()
{
    m_parts->window->messages()->withdraw(QString::fromLatin1(startmessage::kId));
    m_parts->status->starting();
    if (m_parts->host)
        m_parts->host->start(hostOptions());
}

HostOptions Program::hostOptions() const
{
    const Settings &settings = m_parts->settings;
    const auto either = [](const QString &given, const QString &kept) { return given.isEmpty() ? kept : given; };
    HostOptions options;
    options.dataDir = m_options.dataDir;
    options.listen = either(m_options.listen, settings.get(setting::kPublicListen));
    options.adminListen = either(m_options.adminListen, settings.get(setting::kAdminListen));
    options.publicUrl = settings.get(setting::kPublicUrl);
    if (m_parts->adminPortGivenUp)
        options.adminListen = QStringLiteral("127.0.0.1:0");
    return options;
}

void Program::useEndpoint(const QUrl &url, const QByteArray &key)
{
    const Endpoint endpoint{url, key};
    m_parts->client.setEndpoint(endpoint);
    m_parts->events.start(endpoint);
    m_parts->status->connected();
    shortenPending();
}

void Program::onStarted(const HostAddresses &addresses)
{
    if (m_parts->quitting)
        return;
    m_parts->window->sidebar()->setConnection(addresses.isOurs ? tr("This computer")
                                                               : tr("This computer, background service"));
    useEndpoint(addresses.adminUrl, addresses.token);
}

void Program::onFailed(const HostFailure &failure)
{
    // People do not choose the admin port: if the usual one is taken, any free one serves.
    const bool adminPort = failure.code == QLatin1String("address-in-use")
                           && failure.field == QLatin1String("admin-listen");
    if (adminPort && m_options.adminListen.isEmpty() && !m_parts->adminPortGivenUp) {
        m_parts->adminPortGivenUp = true;
        startService();
        return;
    }
    m_parts->status->failed(failure);
    m_suggested = failure.suggestedAddress;
    m_parts->window->messages()->post(startFailureMessage(failure));
}

void Program::onMessageButton(const QString &messageId, const QString &buttonId)
{
    if (messageId == refusedMessage()) {
        askForKey();
        return;
    }
    if (messageId != QLatin1String(startmessage::kId))
        return;
    if (buttonId == QLatin1String(startmessage::kUseOtherPort) && !m_suggested.isEmpty()) {
        m_options.listen.clear();
        m_parts->settings.set(setting::kPublicListen, m_suggested);
    }
    startService();
}

void Program::shortenPending()
{
    const QStringList urls = std::exchange(m_options.urls, {});
    for (const QString &url : urls) {
        LinkDraft draft;
        draft.url = url;
        m_parts->client.createLink(draft, this, [this](const ApiResult<CreatedLink> &result) {
            Message message;
            message.id = shortenedMessage();
            if (result) {
                QGuiApplication::clipboard()->setText(result->link.shortUrl);
                message.level = Level::Ok;
                message.what = tr("%1 is on the clipboard.").arg(shortName(result->link).whole());
                message.timeoutMs = 10000;
            } else {
                message.level = Level::Warn;
                message.what = whatHappened(result.error());
                message.whatToDo = whatToDo(result.error());
            }
            m_parts->window->messages()->post(message);
        });
    }
}

void Program::askForKey()
{
    auto *prompt = new KeyPrompt(m_options.connect.host(), m_parts->window.get());
    connect(prompt, &KeyPrompt::given, this, [this](const QByteArray &key) { useEndpoint(m_options.connect, key); });
    connect(prompt, &QDialog::rejected, this, [this] {
        m_parts->window->messages()->post({refusedMessage(), Level::Warn, tr("Not connected: the service wants a key."),
                                           QString(), {{QStringLiteral("key"), tr("Enter a key")}}});
    });
    prompt->open();
}

} // namespace linkdesk::app
