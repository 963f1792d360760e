#include "style/icons.h"

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QLoggingCategory>
#include <QPainter>
#include <QPixmapCache>
#include <QSet>
#include <QSvgRenderer>

#include <algorithm>
#include <cmath>

// Outside any namespace: rcc declares the function at file scope.
static void initIconResource()
{
    Q_INIT_RESOURCE(icons);
}

namespace linkdesk::app {

namespace {

Q_LOGGING_CATEGORY(logStyle, "linkdesk.style")

QString resourcePath(const QString &name)
{
    initIconResource();
    return QStringLiteral(":/icons/%1.svg").arg(name);
}

// Strokes are 1.5 px on the screen at every size up to the grid's own, and grow with it above.
QByteArray strokeWidth(qreal side)
{
    constexpr qreal kGrid = 20;
    return QByteArray::number(1.5 * std::clamp(kGrid / side, 1.0, 1.12), 'f', 3);
}

QByteArray iconSource(const QString &name, const QColor &color, qreal side)
{
    QFile file(resourcePath(name));
    if (!file.open(QIODevice::ReadOnly)) {
        static QSet<QString> reported;
        if (!reported.contains(name)) {
            reported.insert(name);
            qCWarning(logStyle) << "no icon named" << name;
        }
        return {};
    }
    QByteArray source = file.readAll();
    source.replace("currentColor", color.name(QColor::HexRgb).toLatin1());
    source.replace("stroke-width=\"1.5\"", "stroke-width=\"" + strokeWidth(side) + '"');
    return source;
}

QPixmap rendered(const QString &name, const QSize &devicePixels, qreal ratio, const QColor &color)
{
    const QString key = QStringLiteral("linkdesk-icon/%1/%2x%3@%4/%5")
                            .arg(name).arg(devicePixels.width()).arg(devicePixels.height()).arg(ratio)
                            .arg(color.rgba(), 0, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap))
        return pixmap;
    pixmap = QPixmap(devicePixels);
    pixmap.fill(Qt::transparent);
    const QByteArray source = iconSource(name, color, std::max(1.0, devicePixels.width() / ratio));
    if (!source.isEmpty()) {
        QSvgRenderer renderer(source);
        QPainter painter(&pixmap);
        painter.setOpacity(color.alphaF());
        renderer.render(&painter, QRectF(QPointF(0, 0), devicePixels));
    }
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class LineIconEngine final : public QIconEngine {
public:
    LineIconEngine(QString name, Tone tone) : m_name(std::move(name)), m_tone(tone) {}

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override
    {
        paintIcon(painter, rect, m_name, color(mode, state));
    }
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override
    {
        return rendered(m_name, size, 1, color(mode, state));
    }
    QPixmap scaledPixmap(const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override
    {
        return rendered(m_name, size, scale, color(mode, state));
    }
    QSize actualSize(const QSize &size, QIcon::Mode, QIcon::State) override
    {
        const int side = std::min(size.width(), size.height());
        return {side, side};
    }
    QIconEngine *clone() const override { return new LineIconEngine(m_name, m_tone); }
    QString key() const override { return QStringLiteral("linkdesk"); }
    // The style reads this to draw an icon without a tone in the colour of its control.
    QString iconName() override { return m_tone == Tone::Auto ? QStringLiteral("linkdesk:") + m_name : QString(); }

private:
    [[nodiscard]] QColor color(QIcon::Mode mode, QIcon::State state) const
    {
        const QPalette palette = QGuiApplication::palette();
        if (mode == QIcon::Disabled)
            return palette.color(QPalette::Disabled, QPalette::ButtonText);
        const Tokens &t = tokens(palette);
        if (m_tone != Tone::Auto)
            return t.tone(m_tone);
        return state == QIcon::On ? t.accent : t.text2;
    }

    QString m_name;
    Tone m_tone;
};

} // namespace

QIcon icon(const QString &name, Tone tone)
{
    return QIcon(new LineIconEngine(name, tone));
}

QIcon icon(const char *name, Tone tone)
{
    return icon(QString::fromLatin1(name), tone);
}

void paintIcon(QPainter *painter, const QRectF &rect, const QString &name, const QColor &color)
{
    const qreal ratio = painter->device()->devicePixelRatio();
    const int side = static_cast<int>(std::lround(std::min(rect.width(), rect.height()) * ratio));
    if (side <= 0)
        return;
    const QPixmap pixmap = rendered(name, QSize(side, side), ratio, color);
    // On a whole device pixel, or the strokes blur.
    const qreal shown = side / ratio;
    const QPointF corner(rect.center().x() - shown / 2, rect.center().y() - shown / 2);
    const QPointF snapped(std::round(corner.x() * ratio) / ratio, std::round(corner.y() * ratio) / ratio);
    painter->drawPixmap(QRectF(snapped, QSizeF(shown, shown)), pixmap, QRectF(pixmap.rect()));
}

bool hasIcon(const QString &name)
{
    return QFile::exists(resourcePath(name));
}

QStringList iconNames()
{
    initIconResource();
    QStringList names = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")}, QDir::Files, QDir::Name);
    for (QString &name : names)
        name.chop(4);
    names.removeAll(QStringLiteral("linkdesk"));
    return names;
}

QIcon appIcon()
{
    QSvgRenderer renderer(resourcePath(QStringLiteral("linkdesk")));
    QIcon result;
    for (const int side : {16, 22, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter, QRectF(0, 0, side, side));
        painter.end();
        result.addPixmap(pixmap);
    }
    return result;
}

} // namespace linkdesk::app
