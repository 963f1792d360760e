// BanDialog: why links are banned, before they are. HostBanDialog: the same for every link that leads to a host; says
// how many those are before anything is done. RenewDateDialog: until which day. Opened with open(); the answer is a
// signal. They close with their window. GUI thread.
#pragma once

#include "api/adminclient.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QDateEdit;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

class FormField;

inline constexpr int kLongestReason = 500;

class BanDialog final : public QDialog {
    Q_OBJECT

public:
    // `name` is the link's, where there is one alone.
    BanDialog(const QString &name, int links, QWidget *parent);

Q_SIGNALS:
    void given(const QString &reason);

private:
    QComboBox *m_reason;
    QPushButton *m_ban;
};

class HostBanDialog final : public QDialog {
    Q_OBJECT

public:
    // The client is borrowed and must outlive the dialog.
    HostBanDialog(AdminClient &client, QWidget *parent);

Q_SIGNALS:
    void given(const QString &host, const QString &reason);

private:
    void count();
    void counted(const ApiResult<qint64> &links);
    void updateButton();

    AdminClient &m_client;
    QLineEdit *m_host;
    FormField *m_hostField;
    QComboBox *m_reason;
    QPushButton *m_ban;
    QTimer m_pause;
    RequestId m_request = 0;
    QString m_counted; // the host that `m_links` is of
    qint64 m_links = 0;
};

class RenewDateDialog final : public QDialog {
    Q_OBJECT

public:
    RenewDateDialog(int links, QWidget *parent);

Q_SIGNALS:
    void given(const QDate &lastDay);

private:
    QDateEdit *m_date;
};

// The host in what people paste: an address, a host with port, a host alone; in lower case, without a dot at the end.
// Empty: there is none.
[[nodiscard]] QString hostIn(const QString &typed);

} // namespace linkdesk::app
