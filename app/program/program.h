// The composition root of the app: makes every part, hands each what it needs, and runs start and end in order. Nothing
// else knows them all. GUI thread; owned by main.
#pragma once

#include "embed/servicehost.h"
#include "program/startoptions.h"

#include <QObject>

#include <memory>

namespace linkdesk::app {

class Program final : public QObject {
    Q_OBJECT

public:
    // Empty files: nothing is kept (tests). The host may be null when options.connect is set.
    struct Places {
        QString settingsFile;
        QString windowFile;
    };
    Program(const StartOptions &options, const Places &places, std::unique_ptr<ServiceHost> host);
    ~Program() override;

    // Shows the window and starts or connects to the service.
    void start();
    // Closes what is open, stops the service, then finished(). Asks nothing.
    void quit();

Q_SIGNALS:
    void finished();

private:
    class Parts;
    void connectActions();
    void connectHost();
    void connectReminder();
    void followTheme();
    void startService();
    void useEndpoint(const QUrl &url, const QByteArray &key);
    void onStarted(const HostAddresses &addresses);
    void onFailed(const HostFailure &failure);
    void onMessageButton(const QString &messageId, const QString &buttonId);
    void shortenPending();
    void askForKey();
    [[nodiscard]] HostOptions hostOptions() const;
    [[nodiscard]] QString unsavedText() const;

    StartOptions m_options;
    QString m_suggested; // the free address the last failure came with
    std::unique_ptr<Parts> m_parts;
};

} // namespace linkdesk::app
