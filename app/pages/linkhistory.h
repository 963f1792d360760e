// LinkHistory: what happened to one link, newest first: what, who, when, and Undo where the service can take it back. A
// few entries at first, more on demand. GUI thread; the client is borrowed.
#pragma once

#include "api/adminclient.h"

#include <QWidget>

class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

class ElidedLabel;

class LinkHistory final : public QWidget {
    Q_OBJECT

public:
    explicit LinkHistory(AdminClient &client, QWidget *parent = nullptr);

    // The same link and version again does nothing.
    void setLink(LinkId link, qint64 version);
    void clear();
    // Asks again, for example after an undo that did not work.
    void reload();
    [[nodiscard]] const QList<AuditEntry> &entries() const { return m_entries; }

Q_SIGNALS:
    void undoRequested(const linkdesk::app::AuditEntry &entry);

private:
    void load(const QString &cursor, int limit);
    void answered(const ApiResult<AuditPage> &page, bool more);
    void showEntries();
    [[nodiscard]] QWidget *makeRow(const AuditEntry &entry);

    AdminClient &m_client;
    QVBoxLayout *m_rows;
    QPushButton *m_more;
    ElidedLabel *m_problem;
    LinkId m_link;
    qint64 m_version = 0;
    RequestId m_request = 0;
    QList<AuditEntry> m_entries;
    QString m_cursor;
};

} // namespace linkdesk::app
