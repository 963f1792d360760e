#include "widgets/pill.h"

#include "style/appstyle_paint.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kHeight = 20;
constexpr int kSide = 8;
constexpr int kMarkWidth = 7;
constexpr int kMarkGap = 6;

struct PillColors {
    QColor ground, text, edge;
};

PillColors colorsOf(PillKind kind, const Tokens &t)
{
    switch (kind) {
    case PillKind::Ok: return {t.okTint, t.ok, {}};
    case PillKind::Warn: return {t.warnTint, t.warn, {}};
    case PillKind::Danger: return {t.dangerTint, t.danger, {}};
    case PillKind::Neutral: return {t.neutralTint, t.text2, {}};
    case PillKind::Accent: return {t.tint, t.accent, mixed(t.accent, t.tint, 0.4)};
    }
    return {};
}

void paintMark(QPainter *painter, const QPointF &center, PillKind kind, const QColor &color)
{
    painter->setPen(Qt::NoPen);
    painter->setBrush(color);
    const qreal x = center.x();
    const qreal y = center.y();
    switch (kind) {
    case PillKind::Ok:
    case PillKind::Accent: painter->drawEllipse(center, 3, 3); break;
    case PillKind::Warn: painter->drawPolygon(QPolygonF{{x - 3.8, y + 3}, {x + 3.8, y + 3}, {x, y - 3.6}}); break;
    case PillKind::Danger:
        painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap));
        painter->drawLine(QPointF(x - 2.7, y - 2.7), QPointF(x + 2.7, y + 2.7));
        painter->drawLine(QPointF(x - 2.7, y + 2.7), QPointF(x + 2.7, y - 2.7));
        break;
    case PillKind::Neutral:
        painter->setPen(QPen(color, 1.5));
        painter->setBrush(Qt::NoBrush);
        painter->drawEllipse(center, 2.3, 2.3);
        break;
    }
}

} // namespace

QSize pillSize(const QString &text)
{
    const int advance = QFontMetrics(textFont(TextRole::CaptionMedium)).horizontalAdvance(text);
    return {kSide + kMarkWidth + kMarkGap + advance + kSide + 1, kHeight};
}

void paintPill(QPainter *painter, const QRect &rect, PillKind kind, const QString &text, const QPalette &palette)
{
    const PillColors colors = colorsOf(kind, tokens(palette));
    const int width = std::min(rect.width(), pillSize(text).width());
    const QRectF box(rect.left(), rect.top() + (rect.height() - kHeight) / 2, width, kHeight);
    paintBox(painter, box, kHeight / 2.0, colors.ground, colors.edge);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintMark(painter, QPointF(box.left() + kSide + kMarkWidth / 2.0, box.center().y()), kind, colors.text);
    painter->setPen(colors.text);
    painter->setFont(textFont(TextRole::CaptionMedium));
    const QRectF room = box.adjusted(kSide + kMarkWidth + kMarkGap - 1, 0, -kSide + 1, 0);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                      painter->fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room.width()) + 1));
    painter->restore();
}

Pill::Pill(PillKind kind, const QString &text, QWidget *parent) : QWidget(parent), m_kind(kind)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    set(kind, text);
}

void Pill::set(PillKind kind, const QString &text)
{
    m_kind = kind;
    m_text = visibleText(text);
    setAccessibleName(m_text);
    updateGeometry();
    update();
}

void Pill::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintPill(&painter, rect(), m_kind, m_text, palette());
}

} // namespace linkdesk::app
