// What the app needs of a service it runs itself. The real one is EmbeddedService; tests and pictures may give another.
// All calls return at once; the answers are signals in the GUI thread (R56: nothing here waits).
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QUrl>

namespace linkdesk::app {

// Texts as a person writes them; empty ones are the service's own defaults.
struct HostOptions {
    QString dataDir;
    QString listen;      // "0.0.0.0:8080"
    QString adminListen; // "127.0.0.1:0"
    QString publicUrl;
};

struct HostAddresses {
    QUrl adminUrl;
    QByteArray token;
    QString publicUrl;
    QString publicAddress; // as bound
    // False: the data folder belongs to a service that runs in another process, and this is where that one answers.
    bool isOurs = true;
};

struct HostFailure {
    QString code;   // stable name, such as "address-in-use"
    QString detail; // English, for the log and for the curious
    QString field;  // "listen" or "admin-listen" where a port is to blame
    QString address;          // the one that was asked for
    QString suggestedAddress; // a free one, where a port is to blame
};

class ServiceHost : public QObject {
    Q_OBJECT

public:
    enum class State { Stopped, Starting, Running, Stopping };
    Q_ENUM(State)

    using QObject::QObject;
    ~ServiceHost() override;

    // Ignored unless stopped.
    virtual void start(const HostOptions &options) = 0;
    // Also while starting; stopped() follows in any case, at once if nothing runs.
    virtual void stop() = 0;
    [[nodiscard]] virtual State state() const = 0;

Q_SIGNALS:
    void started(const linkdesk::app::HostAddresses &addresses);
    void failed(const linkdesk::app::HostFailure &failure);
    void stopped();
};

} // namespace linkdesk::app

Q_DECLARE_METATYPE(linkdesk::app::HostOptions)
Q_DECLARE_METATYPE(linkdesk::app::HostAddresses)
Q_DECLARE_METATYPE(linkdesk::app::HostFailure)
