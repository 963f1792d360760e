#include "dialogs/qrcode.h"

#include <QColor>
#include <QPainter>
#include <QRectF>

#include <cmath>
#include <memory>

#include <qrencode.h>

namespace linkdesk::app {

namespace {

constexpr int kLongestBytes = 2331; // version 40, level M, byte mode

} // namespace

std::optional<QrCode> QrCode::encode(const QString &text)
{
    const QByteArray bytes = text.toUtf8();
    if (bytes.isEmpty() || bytes.size() > kLongestBytes)
        return std::nullopt;
    const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(
        QRcode_encodeData(int(bytes.size()), reinterpret_cast<const unsigned char *>(bytes.constData()), 0,
                          QR_ECLEVEL_M),
        &QRcode_free);
    if (!code)
        return std::nullopt;
    QByteArray dark(qsizetype(code->width) * code->width, 0);
    for (qsizetype i = 0; i < dark.size(); ++i)
        dark[i] = char(code->data[i] & 1);
    return QrCode(code->width, dark);
}

void QrCode::paint(QPainter *painter, const QRectF &rect, const QColor &ink, const QColor &paper) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    if (paper.alpha() > 0)
        painter->fillRect(rect, paper);
    const int across = m_modules + 2 * kQuietModules;
    const qreal ratio = painter->device()->devicePixelRatio();
    const qreal side = std::fmin(rect.width(), rect.height()) * ratio;
    const qreal module = std::fmax(1.0, std::floor(side / across)) / ratio;
    const auto snapped = [ratio](qreal value) { return std::round(value * ratio) / ratio; };
    const QPointF origin(snapped(rect.center().x() - module * m_modules / 2),
                         snapped(rect.center().y() - module * m_modules / 2));
    for (int y = 0; y < m_modules; ++y) {
        for (int x = 0; x < m_modules; ++x) {
            if (isDark(x, y))
                painter->fillRect(QRectF(origin.x() + x * module, origin.y() + y * module, module, module), ink);
        }
    }
    painter->restore();
}

QImage QrCode::toImage(int side) const
{
    QImage image(side, side, QImage::Format_RGB32);
    QPainter painter(&image);
    paint(&painter, QRectF(0, 0, side, side), QColor(Qt::black), QColor(Qt::white));
    return image;
}

QByteArray QrCode::toSvg() const
{
    const int across = m_modules + 2 * kQuietModules;
    QByteArray path;
    for (int y = 0; y < m_modules; ++y) {
        for (int x = 0; x < m_modules; ++x) {
            if (isDark(x, y))
                path += 'M' + QByteArray::number(x + kQuietModules) + ' ' + QByteArray::number(y + kQuietModules)
                        + "h1v1h-1z";
        }
    }
    const QByteArray size = QByteArray::number(across);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size + ' ' + size
           + "\" shape-rendering=\"crispEdges\"><path fill=\"white\" d=\"M0 0h" + size + 'v' + size
           + "H0z\"/><path d=\"" + path + "\"/></svg>\n";
}

} // namespace linkdesk::app
