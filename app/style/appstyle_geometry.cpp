#include "style/appstyle_paint.h"

#include <QStyleOption>

#include <algorithm>

namespace linkdesk::app::stylepaint {

QRect scrollThumb(const QStyleOptionSlider &bar)
{
    const bool vertical = bar.orientation == Qt::Vertical;
    const int length = vertical ? bar.rect.height() : bar.rect.width();
    const int range = bar.maximum - bar.minimum;
    int thumb = length;
    if (range > 0) {
        const qint64 whole = qint64(range) + bar.pageStep;
        thumb = static_cast<int>(qint64(bar.pageStep) * length / std::max<qint64>(1, whole));
        thumb = std::clamp(thumb, std::min(32, length), length);
    }
    const int start = QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - thumb,
                                                      bar.upsideDown);
    return vertical ? QRect(bar.rect.left(), bar.rect.top() + start, bar.rect.width(), thumb)
                    : QRect(bar.rect.left() + start, bar.rect.top(), thumb, bar.rect.height());
}

QRect scrollBarPart(const QStyleOptionSlider &bar, QStyle::SubControl part)
{
    const QRect thumb = scrollThumb(bar);
    const bool vertical = bar.orientation == Qt::Vertical;
    switch (part) {
    case QStyle::SC_ScrollBarSlider: return thumb;
    case QStyle::SC_ScrollBarGroove: return bar.rect;
    case QStyle::SC_ScrollBarSubPage:
        return vertical ? QRect(bar.rect.topLeft(), QPoint(bar.rect.right(), thumb.top() - 1))
                        : QRect(bar.rect.topLeft(), QPoint(thumb.left() - 1, bar.rect.bottom()));
    case QStyle::SC_ScrollBarAddPage:
        return vertical ? QRect(QPoint(bar.rect.left(), thumb.bottom() + 1), bar.rect.bottomRight())
                        : QRect(QPoint(thumb.right() + 1, bar.rect.top()), bar.rect.bottomRight());
    default: return {}; // no arrows at the ends
    }
}

QRect spinPart(const QRect &rect, QStyle::SubControl part)
{
    constexpr int kArrows = 24;
    const QRect arrows(rect.right() - kArrows, rect.top() + 3, kArrows - 2, rect.height() - 6);
    switch (part) {
    case QStyle::SC_SpinBoxUp: return {arrows.left(), arrows.top(), arrows.width(), arrows.height() / 2};
    case QStyle::SC_SpinBoxDown:
        return {arrows.left(), arrows.top() + arrows.height() / 2, arrows.width(), arrows.height() / 2};
    case QStyle::SC_SpinBoxEditField: return rect.adjusted(8, 2, -kArrows - 2, -2);
    default: return rect;
    }
}

} // namespace linkdesk::app::stylepaint
