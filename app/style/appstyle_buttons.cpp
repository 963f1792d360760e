#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"

#include <QPainter>
#include <QPushButton>
#include <QStyleOption>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kIconSize = 16;
constexpr int kIconGap = 6;

struct ButtonColors {
    QColor fill, edge, text, icon;
};

ButtonColors inverseColors(const Tokens &t, bool hovered, bool down)
{
    const QColor ground = hovered || down ? withAlpha(t.inverseText, down ? 0.18 : 0.11) : QColor();
    return {ground, {}, t.inverseText, t.inverseText2};
}

ButtonColors boxColors(const Tokens &t, bool hovered, bool down, const QColor &text, const QColor &icon)
{
    const QColor ground = down ? t.well : (hovered ? t.hover : t.surface);
    return {t.dark && down ? t.surface2 : ground, t.field, text, icon};
}

ButtonColors quietColors(const Tokens &t, bool hovered, bool down, const QColor &text, const QColor &icon)
{
    // A share of the text colour shows on every ground, hover itself would vanish on the window.
    const qreal share = down ? 0.11 : 0.065;
    return {hovered || down ? withAlpha(t.text, share) : QColor(), {}, text, icon};
}

ButtonColors filledColors(const Tokens &t, const QColor &fill, const QColor &hover, bool hovered, bool down)
{
    return {down ? mixed(t.shadow, hover, 0.12) : (hovered ? hover : fill), {}, t.onFill, t.onFill};
}

ButtonColors colorsFor(const QStyleOptionButton &option, const QWidget *widget)
{
    const Tokens &t = tokens(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const bool down = enabled && (option.state & QStyle::State_Sunken);
    const ButtonKind kind = buttonKind(widget);
    if (!enabled) {
        const QColor faded = option.palette.color(QPalette::Disabled, QPalette::ButtonText);
        if (kind == ButtonKind::Primary || kind == ButtonKind::Danger) {
            const QColor fill = kind == ButtonKind::Primary ? t.fill : t.dangerFill;
            return {mixed(fill, t.surface, 0.45), {}, t.onFill, t.onFill};
        }
        const bool boxed = kind == ButtonKind::Secondary || kind == ButtonKind::DangerQuiet;
        return {boxed ? t.surface : QColor(), boxed ? t.border : QColor(), faded, faded};
    }
    if (onInverse(widget))
        return inverseColors(t, hovered, down);
    if (option.state & QStyle::State_On)
        return {t.tint, {}, t.accent, t.accent};
    switch (kind) {
    case ButtonKind::Primary: return filledColors(t, t.fill, t.fillHover, hovered, down);
    case ButtonKind::Danger: return filledColors(t, t.dangerFill, t.dangerFillHover, hovered, down);
    case ButtonKind::Secondary: return boxColors(t, hovered, down, t.text, t.text2);
    case ButtonKind::DangerQuiet: return boxColors(t, hovered, down, t.danger, t.danger);
    case ButtonKind::Ghost: return quietColors(t, hovered, down, t.text, t.text2);
    case ButtonKind::Link: return quietColors(t, hovered, down, t.accent, t.accent);
    }
    return {};
}

int sidePadding(const QWidget *widget)
{
    const bool small = controlSize(widget) == ControlSize::Small;
    if (buttonKind(widget) == ButtonKind::Link)
        return small ? 6 : 8;
    return small ? 9 : 12;
}

} // namespace

namespace stylepaint {

QSize pushButtonSize(const QStyleOptionButton &option, const QSize &content, const QWidget *widget)
{
    Q_UNUSED(content)
    const int height = controlHeight(controlSize(widget));
    if (option.text.isEmpty())
        return {height, height};
    int width = option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width() + 2 * sidePadding(widget);
    if (!option.icon.isNull())
        width += kIconSize + kIconGap;
    if (option.features & QStyleOptionButton::HasMenu)
        width += 20;
    return {width, height};
}

void pushButton(const QStyleOptionButton &option, QPainter *painter, const QWidget *widget)
{
    const Tokens &t = tokens(option.palette);
    const ButtonColors colors = colorsFor(option, widget);
    paintBox(painter, option.rect, kControlRadius, colors.fill, colors.edge);
    if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange)) {
        const bool filled = buttonKind(widget) == ButtonKind::Primary || buttonKind(widget) == ButtonKind::Danger;
        if (filled || onInverse(widget))
            paintBox(painter, QRectF(option.rect).adjusted(2, 2, -2, -2), kControlRadius - 2, {}, t.onFill, 2);
        else
            paintFocusEdge(painter, option.rect, kControlRadius, t);
    }

    const bool enabled = option.state & QStyle::State_Enabled;
    QRect rest = option.rect.adjusted(sidePadding(widget), 0, -sidePadding(widget), 0);
    if (option.features & QStyleOptionButton::HasMenu) {
        const QRect arrow(option.rect.right() - 9 - 14, option.rect.center().y() - 6, 14, 14);
        paintIcon(painter, arrow, QStringLiteral("chevron-down"), colors.icon);
        rest.setRight(arrow.left() - 4);
    }
    if (option.text.isEmpty()) {
        const int side = controlSize(widget) == ControlSize::Small ? 15 : kIconSize;
        const QRect box(option.rect.left() + (option.rect.width() - side) / 2,
                        option.rect.top() + (option.rect.height() - side) / 2, side, side);
        paintControlIcon(painter, box, option.icon, colors.icon, enabled);
        return;
    }
    const int textWidth = option.fontMetrics.size(Qt::TextShowMnemonic, option.text).width();
    int content = textWidth;
    if (!option.icon.isNull())
        content += kIconSize + kIconGap;
    const bool leftAligned = widget && widget->property("align").toString() == QLatin1String("left");
    int x = leftAligned ? rest.left() : rest.left() + std::max(0, (rest.width() - content) / 2);
    if (!option.icon.isNull()) {
        const QRect box(x, option.rect.top() + (option.rect.height() - kIconSize) / 2, kIconSize, kIconSize);
        paintControlIcon(painter, box, option.icon, colors.icon, enabled);
        x += kIconSize + kIconGap;
    }
    painter->save();
    painter->setPen(colors.text);
    const QRect textRect(x, option.rect.top(), std::max(0, rest.right() + 1 - x), option.rect.height());
    const QString shown = option.fontMetrics.elidedText(option.text, Qt::ElideRight, textRect.width() + 1,
                                                        Qt::TextShowMnemonic);
    painter->drawText(textRect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextDontClip, shown);
    painter->restore();
}

void toolButton(const QStyleOptionToolButton &option, QPainter *painter, const QWidget *widget)
{
    QStyleOptionButton button;
    button.QStyleOption::operator=(option);
    button.text = option.toolButtonStyle == Qt::ToolButtonIconOnly ? QString() : option.text;
    button.icon = option.icon;
    button.iconSize = option.iconSize;
    if (option.features & QStyleOptionToolButton::HasMenu)
        button.features |= QStyleOptionButton::HasMenu;
    if (button.text.isEmpty() && button.icon.isNull() && option.arrowType != Qt::NoArrow) {
        const char *name = option.arrowType == Qt::LeftArrow ? "chevron-left" : "chevron-right";
        button.icon = icon(option.arrowType == Qt::DownArrow ? "chevron-down" : name);
    }
    if (widget && widget->property("kind").isNull())
        button.state.setFlag(QStyle::State_Raised, false);
    pushButton(button, painter, widget);
}

void checkIndicator(const QStyleOption &option, QPainter *painter)
{
    const Tokens &t = tokens(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool marked = option.state & (QStyle::State_On | QStyle::State_NoChange);
    const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
    const QRectF box(option.rect);
    if (marked) {
        const QColor fill = hovered ? t.fillHover : t.fill;
        paintBox(painter, box, 4.5, enabled ? fill : mixed(t.fill, t.surface, 0.45));
        paintCheckMark(painter, box, t.onFill, option.state & QStyle::State_NoChange);
    } else {
        paintBox(painter, box, 4.5, hovered ? t.hover : t.surface, enabled ? t.field : t.border);
    }
    if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange))
        paintBox(painter, box.adjusted(-2, -2, 2, 2), 6, {}, t.accent, 2);
}

void radioIndicator(const QStyleOption &option, QPainter *painter)
{
    const Tokens &t = tokens(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool on = option.state & QStyle::State_On;
    const QRectF box(option.rect);
    const qreal radius = box.width() / 2;
    if (on) {
        paintBox(painter, box, radius, enabled ? t.fill : mixed(t.fill, t.surface, 0.45));
        paintBox(painter, box.adjusted(5, 5, -5, -5), radius - 5, t.onFill);
    } else {
        const bool hovered = enabled && (option.state & QStyle::State_MouseOver);
        paintBox(painter, box, radius, hovered ? t.hover : t.surface, enabled ? t.field : t.border);
    }
    if ((option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange))
        paintBox(painter, box.adjusted(-2, -2, 2, 2), radius + 2, {}, t.accent, 2);
}

} // namespace stylepaint

QPushButton *makeButton(const QString &text, ButtonKind kind, const char *iconName, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    setButtonKind(button, kind);
    button->setAutoDefault(false);
    if (iconName)
        button->setIcon(icon(iconName));
    return button;
}

QPushButton *makeIconButton(const char *iconName, const QString &name, QWidget *parent)
{
    auto *button = makeButton(QString(), ButtonKind::Ghost, iconName, parent);
    setControlSize(button, ControlSize::Small);
    button->setAccessibleName(name);
    button->setToolTip(name);
    return button;
}

} // namespace linkdesk::app
