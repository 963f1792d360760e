// The service inside the app's process. It is started, driven and stopped on a thread of its own, and serves on threads
// of its own: a busy or hanging window does not touch redirects (R56). GUI thread; owned by main. The destructor stops
// what still runs and waits for it; ask stop() first and wait for stopped() to keep the window alive meanwhile.
#pragma once

#include "embed/servicehost.h"

#include <QThread>

namespace linkdesk::app {

class EmbeddedService final : public ServiceHost {
    Q_OBJECT

public:
    explicit EmbeddedService(QObject *parent = nullptr);
    ~EmbeddedService() override;

    void start(const HostOptions &options) override;
    void stop() override;
    [[nodiscard]] State state() const override { return m_state; }

private:
    class Worker;

    QThread m_thread;
    Worker *m_worker; // lives in m_thread and is deleted there
    State m_state = State::Stopped;
};

} // namespace linkdesk::app
