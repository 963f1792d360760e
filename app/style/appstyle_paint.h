// The painters behind AppStyle, one function a control, and the small shapes they share. Only AppStyle and our own
// widgets call them. GUI thread.
#pragma once

#include "style/appstyle.h"
#include "style/tokens.h"

#include <QRectF>

class QIcon;
class QPainter;
class QStyleOption;
class QStyleOptionHeader;
class QStyleOptionMenuItem;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionToolButton;
class QStyleOptionViewItem;

namespace linkdesk::app {

inline constexpr qreal kControlRadius = 7;
inline constexpr qreal kSegmentRadius = 8;
inline constexpr qreal kCardRadius = 10;
inline constexpr qreal kTokenRadius = 6;
inline constexpr qreal kChipRadius = 5;

// A filled box with an edge that lies inside `rect`. An invalid colour leaves that part out.
void paintBox(QPainter *painter, const QRectF &rect, qreal radius, const QColor &fill, const QColor &edge = {},
              qreal edgeWidth = 1);
// 2 px accent inside the edge.
void paintFocusEdge(QPainter *painter, const QRectF &rect, qreal radius, const Tokens &tokens);
// A tick as in check boxes, or a dash.
void paintCheckMark(QPainter *painter, const QRectF &box, const QColor &color, bool dash = false);
// An icon without a tone of its own in `color`; every other icon as it is.
void paintControlIcon(QPainter *painter, const QRect &rect, const QIcon &icon, const QColor &color, bool enabled);
// Whether the control draws on the inverse ground (batch bar): property "ground" is "inverse".
[[nodiscard]] bool onInverse(const QWidget *widget);

namespace stylepaint {

void pushButton(const QStyleOptionButton &option, QPainter *painter, const QWidget *widget);
[[nodiscard]] QSize pushButtonSize(const QStyleOptionButton &option, const QSize &content, const QWidget *widget);
void toolButton(const QStyleOptionToolButton &option, QPainter *painter, const QWidget *widget);
void checkIndicator(const QStyleOption &option, QPainter *painter);
void radioIndicator(const QStyleOption &option, QPainter *painter);

void fieldFrame(const QStyleOption &option, QPainter *painter, const QWidget *widget, bool focused);
void comboBox(const QStyleOptionComboBox &option, QPainter *painter, const QWidget *widget);
void comboLabel(const QStyleOptionComboBox &option, QPainter *painter, const QWidget *widget);
void spinBox(const QStyleOptionSpinBox &option, QPainter *painter, const QWidget *widget, const QRect &up,
             const QRect &down);

void menuPanel(const QStyleOption &option, QPainter *painter);
void menuItem(const QStyleOptionMenuItem &option, QPainter *painter, const QWidget *widget);
[[nodiscard]] QSize menuItemSize(const QStyleOptionMenuItem &option, const QSize &content, const QWidget *widget);
void header(const QStyleOptionHeader &option, QPainter *painter, const QWidget *widget);
void itemPanel(const QStyleOptionViewItem &option, QPainter *painter, const QWidget *widget);
void scrollBar(const QStyleOptionSlider &option, QPainter *painter, const QRect &thumb);
void progressBar(const QStyleOptionProgressBar &option, QPainter *painter);
void toolTip(const QStyleOption &option, QPainter *painter);

// Where the parts of a scroll bar (without arrows) and of a spin box lie.
[[nodiscard]] QRect scrollThumb(const QStyleOptionSlider &bar);
[[nodiscard]] QRect scrollBarPart(const QStyleOptionSlider &bar, QStyle::SubControl part);
[[nodiscard]] QRect spinPart(const QRect &rect, QStyle::SubControl part);

} // namespace stylepaint

} // namespace linkdesk::app
