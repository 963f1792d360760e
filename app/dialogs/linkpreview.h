// The right half of the link window: the QR code, the short URL, and what a visitor will get. GUI thread.
#pragma once

#include "api/linkrequests.h"

#include <QTimeZone>
#include <QWidget>

class QPushButton;

namespace linkdesk::app {

class ElidedLabel;
class FieldRow;
class Label;
class QrView;

class LinkPreview final : public QWidget {
    Q_OBJECT

public:
    explicit LinkPreview(QWidget *parent = nullptr);

    // "go.example.com/" and the code, empty while the service has yet to make one; the URL is what the QR code holds.
    void setShort(const QString &host, const QString &code, const QString &shortUrl);
    void setDraft(const LinkDraft &draft);
    // Of the times; shown with the next draft.
    void setZone(const QTimeZone &zone) { m_zone = zone; }
    [[nodiscard]] QString shortUrl() const;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QrView *m_qr;
    QWidget *m_name;
    Label *m_later;
    QPushButton *m_copy;
    QPushButton *m_save;
    Label *m_answer;
    Label *m_opens;
    Label *m_until;
    Label *m_from;
    Label *m_most;
    Label *m_else;
    QList<std::pair<QWidget *, Label *>> m_rare; // name and value of what most links do not have
    QTimeZone m_zone = QTimeZone::systemTimeZone();
    QString m_code;
};

} // namespace linkdesk::app
