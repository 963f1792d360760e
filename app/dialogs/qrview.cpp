#include "dialogs/qrview.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/tokens.h"

#include <QPainter>

namespace linkdesk::app {

QrView::QrView(int side, QWidget *parent) : QWidget(parent)
{
    setFixedSize(side, side);
    setText({});
}

void QrView::setText(const QString &shortUrl)
{
    m_text = shortUrl;
    m_code = QrCode::encode(shortUrl);
    setAccessibleName(m_code ? tr("QR code of %1").arg(shortUrl) : tr("QR code, not there yet"));
    update();
}

void QrView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    if (!m_code) {
        paintBox(&painter, rect(), kControlRadius, t.surface, t.border);
        const qreal icon = width() * 0.25;
        paintIcon(&painter, QRectF((width() - icon) / 2, (height() - icon) / 2, icon, icon), u"qr"_qs, t.track);
        return;
    }
    paintBox(&painter, rect(), kControlRadius, t.qrPaper, t.dark ? t.qrPaper : t.border);
    // The quiet zone lies inside the frame; round corners take nothing of the symbol.
    m_code->paint(&painter, QRectF(rect()), t.qrInk, QColor(Qt::transparent));
}

} // namespace linkdesk::app
