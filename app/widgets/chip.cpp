#include "widgets/chip.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

constexpr int kHeight = 20;
constexpr int kRemovableHeight = 24;
constexpr int kSide = 6;
constexpr int kSquare = 6;
constexpr int kSquareGap = 5;
constexpr int kCross = 18;
constexpr int kBetween = 4;

void paintTag(QPainter *painter, const QRectF &box, const QString &text, const Tokens &t, qreal roomAtEnd)
{
    paintBox(painter, box, kChipRadius, t.surface, t.field);
    const QRectF square(box.left() + kSide, box.center().y() - kSquare / 2.0, kSquare, kSquare);
    paintBox(painter, square, 2, t.series[static_cast<std::size_t>(seriesIndex(text))]);
    painter->save();
    painter->setFont(textFont(TextRole::Caption));
    painter->setPen(t.text2);
    const QRectF room = box.adjusted(kSide + kSquare + kSquareGap, 0, -roomAtEnd, 0);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width()) + 1));
    painter->restore();
}

} // namespace

QSize chipSize(const QString &text, bool removable)
{
    const int advance = QFontMetrics(textFont(TextRole::Caption)).horizontalAdvance(text);
    const int width = kSide + kSquare + kSquareGap + advance + 1 + (removable ? kCross + 2 : kSide + 1);
    return {width, removable ? kRemovableHeight : kHeight};
}

int paintChip(QPainter *painter, const QRect &rect, const QString &text, const QPalette &palette)
{
    const int width = std::min(rect.width(), chipSize(text).width());
    const QRectF box(rect.left(), rect.top() + (rect.height() - kHeight) / 2, width, kHeight);
    paintTag(painter, box, text, tokens(palette), kSide);
    return width;
}

void paintChips(QPainter *painter, const QRect &rect, const QStringList &texts, const QPalette &palette)
{
    const QFontMetrics metrics(textFont(TextRole::Caption));
    int x = rect.left();
    for (qsizetype i = 0; i < texts.size(); ++i) {
        const QString text = visibleText(texts[i]);
        const qsizetype after = texts.size() - i - 1;
        const QString more = QStringLiteral("+%1").arg(after + (i > 0 ? 1 : 0));
        const int moreWidth = after > 0 ? metrics.horizontalAdvance(more) + kBetween : 0;
        const int free = rect.right() + 1 - x - moreWidth;
        if (i > 0 && chipSize(text).width() > free) {
            painter->save();
            painter->setFont(textFont(TextRole::Caption));
            painter->setPen(tokens(palette).text2);
            painter->drawText(QRect(x, rect.top(), rect.right() + 1 - x, rect.height()),
                              Qt::AlignLeft | Qt::AlignVCenter, more);
            painter->restore();
            return;
        }
        x += paintChip(painter, QRect(x, rect.top(), free, rect.height()), text, palette) + kBetween;
    }
}

Chip::Chip(const QString &text, Look look, QWidget *parent) : QWidget(parent), m_text(visibleText(text)), m_look(look)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(m_text);
}

Chip::Chip(const QString &key, const QString &value, QWidget *parent)
    : QWidget(parent), m_key(visibleText(key)), m_text(visibleText(value)), m_look(Look::Filter)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(m_key + m_text);
}

void Chip::setRemovable(bool removable)
{
    m_removable = removable;
    setFocusPolicy(removable ? Qt::StrongFocus : Qt::NoFocus);
    setToolTip(removable ? tr("Remove") : QString());
    updateGeometry();
}

QSize Chip::sizeHint() const
{
    if (m_look == Look::Tag)
        return chipSize(m_text, m_removable);
    const QFontMetrics key(textFont(TextRole::Small));
    const QFontMetrics value(textFont(TextRole::SmallMedium));
    const int text = key.horizontalAdvance(m_key) + value.horizontalAdvance(m_text);
    return {8 + text + 2 + (m_removable ? kCross + 2 : 8), kRemovableHeight};
}

void Chip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    if (m_look == Look::Tag) {
        paintTag(&painter, rect(), m_text, t, m_removable ? kCross : kSide);
    } else {
        paintBox(&painter, rect(), kTokenRadius, t.tint);
        painter.setFont(textFont(TextRole::Small));
        painter.setPen(t.text2);
        const int keyWidth = painter.fontMetrics().horizontalAdvance(m_key);
        painter.drawText(QRect(8, 0, keyWidth + 1, height()), Qt::AlignLeft | Qt::AlignVCenter, m_key);
        painter.setFont(textFont(TextRole::SmallMedium));
        painter.setPen(t.accent);
        painter.drawText(QRect(8 + keyWidth, 0, width() - keyWidth - 8, height()), Qt::AlignLeft | Qt::AlignVCenter,
                         m_text);
    }
    if (m_removable)
        paintIcon(&painter, crossRect(), QStringLiteral("x"), t.text2);
    if (hasFocus())
        paintFocusEdge(&painter, rect(), m_look == Look::Tag ? kChipRadius : kTokenRadius, t);
}

void Chip::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_removable && crossRect().adjusted(-3, -6, 5, 6).contains(event->position().toPoint()))
        Q_EMIT removeRequested();
    else
        QWidget::mouseReleaseEvent(event);
}

void Chip::keyPressEvent(QKeyEvent *event)
{
    if (m_removable && (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace))
        Q_EMIT removeRequested();
    else
        QWidget::keyPressEvent(event);
}

QRect Chip::crossRect() const
{
    return {width() - kCross + 1, (height() - 12) / 2, 12, 12};
}

} // namespace linkdesk::app
