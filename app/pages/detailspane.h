// DetailsPane: one link in full, 336 px wide at the right of the table. Name, what to do with it, QR code, clicks,
// thirty days as bars, where it leads and until when, its history. GUI thread; the client is borrowed.
#pragma once

#include "api/adminclient.h"

#include <QWidget>

#include <optional>

class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

class DayBars;
class ElidedLabel;
class EqualDigitsLabel;
class FieldRow;
class FormerNames;
class Label;
class LinkHistory;
class Pill;
class QrView;

class DetailsPane final : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWidth = 336;

    explicit DetailsPane(AdminClient &client, QWidget *parent = nullptr);

    void setLink(const LinkInfo &link);
    void clear();
    [[nodiscard]] const std::optional<LinkInfo> &link() const { return m_link; }
    // Ending a former name did not work: it can be tried again.
    void endingFailed();
    // An undo of the history did not work, or made a new entry.
    void reloadHistory();
    void applyTick(const ClickTick &tick);

Q_SIGNALS:
    void closeRequested();
    void copyRequested(const linkdesk::app::LinkInfo &link);
    void openRequested(const linkdesk::app::LinkInfo &link);
    void editRequested(const linkdesk::app::LinkInfo &link);
    void deleteRequested(const linkdesk::app::LinkInfo &link);
    void restoreRequested(const linkdesk::app::LinkInfo &link);
    void banRequested(const linkdesk::app::LinkInfo &link);
    void unbanRequested(const linkdesk::app::LinkInfo &link);
    void favouriteRequested(const linkdesk::app::LinkInfo &link);
    void unarchiveRequested(const linkdesk::app::LinkInfo &link);
    void undoRequested(const linkdesk::app::AuditEntry &entry);
    void formerCopyRequested(const linkdesk::app::LinkAlias &alias);
    void formerEndRequested(const linkdesk::app::LinkInfo &link, const linkdesk::app::LinkAlias &alias);
    void qrSaved(const QString &path, const QString &problem);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void build();
    void buildHead(QVBoxLayout *column);
    void buildNumbers(QVBoxLayout *column);
    void buildFields(QVBoxLayout *column);
    void addLine(QVBoxLayout *column);
    void loadDays();
    void showCounts();
    void showFields();

    AdminClient &m_client;
    std::optional<LinkInfo> m_link;
    RequestId m_daysRequest = 0;
    Pill *m_pill;
    ElidedLabel *m_name;
    ElidedLabel *m_title;
    QPushButton *m_copy;
    QPushButton *m_open;
    QPushButton *m_edit;
    QPushButton *m_delete;
    QPushButton *m_star;
    QPushButton *m_restore;
    QPushButton *m_unarchive;
    QPushButton *m_ban;
    QPushButton *m_unban;
    QrView *m_qr;
    EqualDigitsLabel *m_clicks;
    Label *m_since;
    Label *m_daysTotal;
    DayBars *m_bars;
    FieldRow *m_banned;
    FieldRow *m_target;
    ElidedLabel *m_targetText;
    FieldRow *m_expires;
    FieldRow *m_redirect;
    FieldRow *m_created;
    FieldRow *m_bots;
    FieldRow *m_tags;
    QWidget *m_tagLine;
    FieldRow *m_limit;
    FieldRow *m_fallback;
    FieldRow *m_lastClick;
    FieldRow *m_owner;
    FieldRow *m_note;
    FormerNames *m_former;
    LinkHistory *m_history;
};

} // namespace linkdesk::app
