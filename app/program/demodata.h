// Invented links and clicks for the pictures, written through the same API and listener as real ones. Names are those
// reserved for examples. GUI thread; nothing here waits.
#pragma once

#include <QObject>
#include <QUrl>

#include <chrono>

class QNetworkAccessManager;
class QTimer;

namespace linkdesk::app {

class AdminClient;

class DemoData final : public QObject {
    Q_OBJECT

public:
    // The client is borrowed; `publicUrl` is where the visits go.
    DemoData(AdminClient &client, QUrl publicUrl);

    // Creates the links, then visits some of them for the given time, then finished().
    void run(std::chrono::milliseconds visits);

Q_SIGNALS:
    void finished();

private:
    void createNext();
    void visit();

    AdminClient &m_client;
    QUrl m_publicUrl;
    QNetworkAccessManager *m_network;
    QTimer *m_timer;
    std::chrono::milliseconds m_visits{0};
    int m_created = 0;
    quint32 m_random = 20250508; // the same pictures every time
};

} // namespace linkdesk::app
