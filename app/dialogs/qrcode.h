// QrCode: one symbol as libqrencode makes it (ISO/IEC 18004, error correction M), painted by us with the quiet zone of
// 4 modules the standard asks for (R54). A value; any thread.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <optional>

class QColor;
class QPainter;
class QRectF;

namespace linkdesk::app {

class QrCode final {
public:
    static constexpr int kQuietModules = 4;

    // Nothing for an empty or too long text (2,331 bytes at level M).
    [[nodiscard]] static std::optional<QrCode> encode(const QString &text);

    // Without the quiet zone.
    [[nodiscard]] int modules() const { return m_modules; }
    [[nodiscard]] bool isDark(int x, int y) const { return m_dark.at(y * m_modules + x) != 0; }

    // Fills `rect` with paper and centres the symbol in whole device pixels, so that edges are sharp.
    void paint(QPainter *painter, const QRectF &rect, const QColor &ink, const QColor &paper) const;
    // Exactly side x side pixels, black on white.
    [[nodiscard]] QImage toImage(int side) const;
    [[nodiscard]] QByteArray toSvg() const;

private:
    QrCode(int modules, QByteArray dark) : m_modules(modules), m_dark(std::move(dark)) {}

    int m_modules;
    QByteArray m_dark; // row by row, 0 or 1
};

} // namespace linkdesk::app
