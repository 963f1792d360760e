// BansPage: banned links with reason, who and when; the hosts they lead to; banning by host; what a visitor sees.
// Unbanning is one click and can be undone. GUI thread; client, stream and undo stack are borrowed and must outlive it.
#pragma once

#include "api/adminclient.h"
#include "models/bansmodel.h"
#include "pages/lifecommands.h"
#include "pages/scrollpage.h"

#include <QTimer>

class QBoxLayout;
class QPushButton;
class QStackedWidget;

namespace linkdesk::app {

class ActionTable;
class Card;
class EmptyPage;
class EventStream;
class ProgressLine;

class BansPage final : public ScrollPage {
    Q_OBJECT

public:
    BansPage(AdminClient &client, EventStream &stream, QUndoStack &undo, QWidget *parent = nullptr);

    [[nodiscard]] QString pageId() const override { return u"bans"_qs; }
    [[nodiscard]] QString title() const override { return tr("Bans & safety"); }
    [[nodiscard]] QString caption() const override;
    [[nodiscard]] QList<QWidget *> toolbarWidgets() override;
    void activated() override;
    void deactivated() override { m_active = false; }
    void refresh() override;
    void messageButtonClicked(const QString &messageId, const QString &buttonId) override;

    [[nodiscard]] BansModel &model() { return m_model; }
    [[nodiscard]] HostsModel &hosts() { return m_hosts; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    enum class View { Full, Empty, Failed };

    void build();
    [[nodiscard]] QWidget *linksCard();
    [[nodiscard]] QWidget *side();
    void buildStates();
    void wire(EventStream &stream);
    void wireCommands();
    void loadSummary();
    void showBans(const BanSummary &bans);
    void failedToLoad(const ApiError &error);
    void updateActions();
    void askHost();
    void unban(const QList<LinkId> &ids);
    void finished(const BatchRequest &request, const JobInfo &job, bool undone);
    void post(const QString &id, Level level, const QString &what, const QString &todo = {},
              const QVector<MessageButton> &buttons = {}, int timeoutMs = 0);

    AdminClient &m_client;
    BansModel m_model;
    HostsModel m_hosts;
    LifeCommands m_commands;
    RequestId m_request = 0;
    qint64 m_links = -1; // -1: not known yet
    QStackedWidget *m_outer;
    EmptyPage *m_failedPage = nullptr;
    Card *m_linksCard = nullptr;
    ActionTable *m_table;
    ActionTable *m_hostTable;
    QBoxLayout *m_columns = nullptr;
    QWidget *m_side = nullptr;
    QPushButton *m_banHost;
    QPushButton *m_unban;
    ProgressLine *m_progress;
    QTimer m_soon;
    QTimer m_slow;
    bool m_active = false;
};

} // namespace linkdesk::app
