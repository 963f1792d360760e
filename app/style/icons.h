// Our line icons (20 grid, 1.5 stroke). An icon takes its colour when it is painted: from its tone, or for Tone::Auto
// from mode and state and the application palette, so it follows the theme without reloading. GUI thread.
#pragma once

#include "style/tokens.h"

#include <QIcon>
#include <QStringList>

class QPainter;
class QRectF;

namespace linkdesk::app {

// `name` is a file of resources/icons without ".svg", such as "link" or "chevron-down"; an unknown name paints nothing
// and warns once.
[[nodiscard]] QIcon icon(const char *name, Tone tone = Tone::Auto);
[[nodiscard]] QIcon icon(const QString &name, Tone tone = Tone::Auto);
// For delegates and paintEvent: fills `rect` (square) with the icon in this colour, sharp at every pixel ratio.
void paintIcon(QPainter *painter, const QRectF &rect, const QString &name, const QColor &color);
[[nodiscard]] bool hasIcon(const QString &name);
[[nodiscard]] QStringList iconNames();
// The logo tile, at every size a desktop asks for.
[[nodiscard]] QIcon appIcon();

} // namespace linkdesk::app
