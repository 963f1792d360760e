// UpkeepCard: what the service does with deleted, expired and forgotten links, when it last did, and whether the
// database is sound. GUI thread; client and stream are borrowed and must outlive it.
#pragma once

#include "api/adminclient.h"
#include "api/eventstream.h"
#include "widgets/message.h"

#include <QTimeZone>
#include <QWidget>

#include <optional>

class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

class Card;
class FieldRow;
class JobLine;
class NoteLine;

class UpkeepCard final : public QWidget {
    Q_OBJECT

public:
    UpkeepCard(AdminClient &client, EventStream &stream, QWidget *parent = nullptr);

    void present(const UpkeepInfo &upkeep);
    void setSettings(const ServiceSettings &settings);
    // The newest first: the last check among them is shown.
    void takeJobs(const QList<JobInfo> &jobs);

Q_SIGNALS:
    void messageRequested(const linkdesk::app::Message &message);
    void settingsChanged(const linkdesk::app::ServiceSettings &settings);
    void done(); // something was swept, archived or repaired

private:
    void build();
    void wire();
    void showUpkeep();
    void startCheck(bool repair);
    void startTask(const QString &task);
    void jobEnded(const JobInfo &job);
    void showCheck(const JobInfo &job);
    void updateButtons();
    void changeSettings();
    void fail(const QString &what, const ApiError &error);

    AdminClient &m_client;
    std::optional<UpkeepInfo> m_upkeep;
    std::optional<ServiceSettings> m_settings;
    QTimeZone m_zone = QTimeZone::systemTimeZone();
    int m_unrepaired = 0;

    Card *m_card;
    NoteLine *m_check;
    QVBoxLayout *m_findings;
    JobLine *m_job;
    FieldRow *m_sweep;
    FieldRow *m_archive;
    FieldRow *m_restoreDays;
    FieldRow *m_keepDays;
    FieldRow *m_archiveDays;
    FieldRow *m_reminder;
    FieldRow *m_zoneRow;
    QPushButton *m_checkNow;
    QPushButton *m_repair;
    QPushButton *m_sweepNow;
    QPushButton *m_change;
};

} // namespace linkdesk::app
