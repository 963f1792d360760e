// SIGTERM, SIGINT and SIGHUP as a Qt signal, so that the program ends in order: the one POSIX file of the app.
// Elsewhere it does nothing. One object for the process, in the GUI thread.
#pragma once

#include <QObject>

class QSocketNotifier;

namespace linkdesk::app {

class TerminationSignals final : public QObject {
    Q_OBJECT

public:
    explicit TerminationSignals(QObject *parent = nullptr);
    ~TerminationSignals() override;

Q_SIGNALS:
    void received();

private:
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace linkdesk::app
