// RenewalPage: what ends soon, and what has ended but can be saved, with the clicks to decide by. Four windows to
// choose from, links expiring per day, a table whose rows are renewed or let go, one or many, and undone with Ctrl+Z.
// The badge counts the links to decide on and is kept up to date while another page is in front. GUI thread; client,
// stream and undo stack are borrowed and must outlive the page.
#pragma once

#include "api/adminclient.h"
#include "models/renewalmodel.h"
#include "pages/lifecommands.h"
#include "pages/scrollpage.h"

#include <QTimer>

#include <array>

class QDateEdit;
class QMenu;
class QPushButton;
class QStackedWidget;

namespace linkdesk::app {

class ActionTable;
class Card;
class ElidedLabel;
class EmptyPage;
class EventStream;
class ExpiryBars;
class KpiCard;
class Label;
class ProgressLine;
class SegmentedControl;

class RenewalPage final : public ScrollPage {
    Q_OBJECT

public:
    RenewalPage(AdminClient &client, EventStream &stream, QUndoStack &undo, QWidget *parent = nullptr);

    [[nodiscard]] QString pageId() const override { return u"renewal"_qs; }
    [[nodiscard]] QString title() const override { return tr("Renewal"); }
    [[nodiscard]] QString caption() const override;
    [[nodiscard]] Badge badge() const override;
    void activated() override;
    void deactivated() override;
    void refresh() override;
    void messageButtonClicked(const QString &messageId, const QString &buttonId) override;

    [[nodiscard]] RenewalModel &model() { return m_model; }
    [[nodiscard]] const std::optional<RenewalSummary> &summary() const { return m_summary; }

Q_SIGNALS:
    // A summary came: this many links end within so many days and nobody has decided.
    void decisionsKnown(qint64 links, int days);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *cards();
    [[nodiscard]] QWidget *actionRow();
    [[nodiscard]] QWidget *tableCard();
    void buildStates();
    void wire(EventStream &stream);
    void wireCommands();
    void loadSummary();
    void showSummary();
    void summaryFailed(const ApiError &error);
    void loadSoon();
    void chooseWindow(RenewalWindow window);
    void listLoaded();
    void listFailed(const ApiError &error);
    void updateActions();
    void showMenu(int row, const QPoint &at);
    [[nodiscard]] QList<LinkId> chosen() const;
    void renew(const QList<LinkId> &ids, const RenewTo &to);
    void renewChosen();
    void askDate(const QList<LinkId> &ids);
    void letGo(const QList<LinkId> &ids);
    void finished(const BatchRequest &request, const JobInfo &job, bool undone);
    void failed(const ApiError &error, bool undoing);
    void post(const QString &id, Level level, const QString &what, const QString &todo = {},
              const QVector<MessageButton> &buttons = {}, int timeoutMs = 0);

    AdminClient &m_client;
    RenewalModel m_model;
    LifeCommands m_commands;
    std::optional<RenewalSummary> m_summary;
    RequestId m_request = 0;
    QByteArray m_zone; // what the service is asked by; empty: its own
    QStackedWidget *m_outer;
    EmptyPage *m_failedPage = nullptr;
    std::array<KpiCard *, kRenewalWindows.size()> m_cards{};
    ExpiryBars *m_bars;
    ActionTable *m_table;
    QStackedWidget *m_inner; // table, or why there is none
    Label *m_nothing;
    ProgressLine *m_loading;
    Label *m_windowName;
    ElidedLabel *m_chosenText;
    QPushButton *m_letGo;
    Label *m_by;
    SegmentedControl *m_period;
    QDateEdit *m_date;
    QPushButton *m_renew;
    ProgressLine *m_progress;
    QTimer m_soon;  // changes come in crowds
    QTimer m_round; // time goes on by itself
    QTimer m_slow;  // a job that is over at once shows no progress
    bool m_active = false;
};

} // namespace linkdesk::app
