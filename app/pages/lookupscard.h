// LookupsCard: which level answers look-ups (memory, known to be absent, Redis, database), in a window of time, with
// what each holds; memory and Redis can be emptied here. GUI thread.
#pragma once

#include "api/types.h"

#include <QWidget>

#include <optional>

class QPushButton;

namespace linkdesk::app {

class Card;
class SegmentedControl;
class ShareRow;

class LookupsCard final : public QWidget {
    Q_OBJECT

public:
    explicit LookupsCard(QWidget *parent = nullptr);
    void present(const ServiceInfo &service);

Q_SIGNALS:
    // "memory" or "redis".
    void clearRequested(const QString &level);

private:
    void showShares();
    [[nodiscard]] double share(const QString &level) const;

    Card *m_card;
    SegmentedControl *m_window;
    ShareRow *m_memory;
    ShareRow *m_absent;
    ShareRow *m_redis;
    ShareRow *m_database;
    QPushButton *m_clearMemory;
    QPushButton *m_clearRedis;
    std::optional<ServiceInfo> m_service;
};

} // namespace linkdesk::app
