// ServicePage: how the service is doing. Its parts at a glance, where look-ups are answered, numbers, and problems in
// words. Asks every two seconds while in front. GUI thread; the client and the stream are borrowed.
#pragma once

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "pages/scrollpage.h"

#include <QElapsedTimer>
#include <QTimer>

#include <optional>

class QBoxLayout;
class QVBoxLayout;

namespace linkdesk::app {

class BackupsCard;
class Card;
class CodesCard;
class FieldRow;
class LookupsCard;
class StatusTile;
class UpkeepCard;

class ServicePage final : public ScrollPage {
    Q_OBJECT

public:
    ServicePage(AdminClient &client, EventStream &stream, QWidget *parent = nullptr);

    [[nodiscard]] QString pageId() const override { return u"service"_qs; }
    [[nodiscard]] QString title() const override { return tr("Service"); }
    [[nodiscard]] QString caption() const override;
    [[nodiscard]] Badge badge() const override;
    void activated() override;
    void deactivated() override;
    void messageButtonClicked(const QString &messageId, const QString &buttonId) override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *tiles();
    [[nodiscard]] QWidget *numbers();
    [[nodiscard]] QWidget *about();
    void connectCards();
    void ask();
    void askKeeping();
    void settingsKnown(const ServiceSettings &settings);
    void present(const ServiceInfo &service);
    void showTiles(const ServiceInfo &service);
    void showRedis(const RedisInfo &redis);
    void clearCache(const QString &level);
    void showNumbers(const ServiceInfo &service);
    void showProblems(const QList<Problem> &problems);
    void showFailure(const ApiError &error);

    AdminClient &m_client;
    std::optional<ServiceInfo> m_service;
    QList<Problem> m_problems;
    QTimer m_timer;
    QElapsedTimer m_sinceLast;
    qint64 m_lastRequests = -1;

    StatusTile *m_public;
    StatusTile *m_admin;
    StatusTile *m_database;
    StatusTile *m_redis;
    bool m_isInFront = false;

    BackupsCard *m_backups;
    UpkeepCard *m_upkeep;
    QBoxLayout *m_keeping = nullptr; // the two of them
    LookupsCard *m_lookups;
    CodesCard *m_codes;
    Card *m_problemsCard;
    QVBoxLayout *m_problemRows;
    FieldRow *m_rate;
    FieldRow *m_requestRate;
    FieldRow *m_connections;
    FieldRow *m_queue;
    FieldRow *m_recorded;
    FieldRow *m_shed;
    FieldRow *m_orphans;
    FieldRow *m_refused;
    FieldRow *m_latency;
    FieldRow *m_version;
    FieldRow *m_started;
    FieldRow *m_folder;
    FieldRow *m_threads;
};

} // namespace linkdesk::app
