// Shows the QR code of a short URL in a frame; empty: a quiet sign that it comes later. GUI thread.
#pragma once

#include "dialogs/qrcode.h"

#include <QWidget>

namespace linkdesk::app {

class QrView final : public QWidget {
    Q_OBJECT

public:
    QrView(int side, QWidget *parent = nullptr);

    void setText(const QString &shortUrl);
    [[nodiscard]] const std::optional<QrCode> &code() const { return m_code; }
    [[nodiscard]] QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    std::optional<QrCode> m_code;
};

} // namespace linkdesk::app
