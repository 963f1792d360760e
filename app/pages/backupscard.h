// BackupsCard: the last and the next backup, the ones there are, and what can be done with them. A restore makes the
// service start anew: the card tells so and when it is back; until then isRestoring(). GUI thread; client and stream
// are borrowed and must outlive it.
#pragma once

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "models/backupsmodel.h"
#include "widgets/message.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QPushButton;
class QTableView;

namespace linkdesk::app {

class Card;
class FieldRow;
class JobLine;
class NoteLine;

class BackupsCard final : public QWidget {
    Q_OBJECT

public:
    BackupsCard(AdminClient &client, EventStream &stream, QWidget *parent = nullptr);

    // What GET /service says; only of a service that knows backups.
    void present(const ServiceInfo &service);
    void setSettings(const ServiceSettings &settings);
    void takeJobs(const QList<JobInfo> &jobs);
    void load();
    [[nodiscard]] bool isRestoring() const { return m_restore.has_value(); }

Q_SIGNALS:
    void messageRequested(const linkdesk::app::Message &message);
    void messageWithdrawn(const QString &id);
    void settingsChanged(const linkdesk::app::ServiceSettings &settings);
    void restoreEnded();

private:
    struct Restore {
        QString when;         // the moment of the backup in words; empty: somebody else began it
        QDateTime startedAt;  // of the service, before
        QDateTime formerlyAt; // the restore before this one
    };

    void build();
    void wire(EventStream &stream);
    void loaded(const ApiResult<BackupList> &list);
    void showState();
    void updateButtons();
    void backUp();
    void jobEnded(const JobInfo &job);
    void restore(const BackupFile &backup);
    void restoreBegan(const QString &when);
    void waitForRestart();
    void restarted(const std::optional<RestoreResult> &result);
    void askBefore(bool isRestore);
    void remove(const QString &name);
    void changePlan();
    [[nodiscard]] const BackupFile *current() const;
    void fail(const QString &what, const ApiError &error);

    AdminClient &m_client;
    BackupsModel m_model;
    QTimeZone m_zone = QTimeZone::systemTimeZone();
    std::optional<ServiceSettings> m_settings;
    std::optional<BackupState> m_state;
    std::optional<Restore> m_restore;
    QDateTime m_startedAt;
    QString m_folder;
    QTimer m_patience; // how long a service that starts anew is waited for
    bool m_mayManage = true;
    bool m_hasList = false;

    Card *m_card;
    NoteLine *m_last;
    NoteLine *m_next;
    FieldRow *m_folderRow;
    JobLine *m_job;
    QTableView *m_table;
    NoteLine *m_nothing;
    QPushButton *m_backUp;
    QPushButton *m_change;
    QPushButton *m_restoreButton;
    QPushButton *m_delete;
};

} // namespace linkdesk::app
