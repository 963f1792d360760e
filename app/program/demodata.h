// Invented domains, links and clicks for the pictures, written through the same API and listener as real ones. Names
// are those reserved for examples. GUI thread; nothing here waits.
#pragma once

#include "api/types.h"

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

    // Creates the links, then visits them as long as this object lives; ready() after `warmUp` of visits.
    void run(std::chrono::milliseconds warmUp);

Q_SIGNALS:
    void ready();

private:
    void createDomain(int number);
    void createNext();
    void renameNewest(std::size_t number);
    void tick();
    void visit();
    [[nodiscard]] quint32 next(quint32 below);

    AdminClient &m_client;
    QUrl m_publicUrl;
    LinkInfo m_newest;
    QNetworkAccessManager *m_network;
    QTimer *m_timer;
    std::chrono::milliseconds m_warmUp{0};
    int m_created = 0;
    int m_ticks = 0;
    quint32 m_random = 20250508; // the same pictures every time
};

} // namespace linkdesk::app
