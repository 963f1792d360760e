#include "style/appstyle_paint.h"
#include "style/icons.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace linkdesk::app::stylepaint {

void fieldFrame(const QStyleOption &option, QPainter *painter, const QWidget *widget, bool focused)
{
    const Tokens &t = tokens(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    const QString level = widget ? widget->property("level").toString() : QString();
    QColor edge = enabled ? t.field : t.border;
    if (level == QLatin1String("danger"))
        edge = t.danger;
    else if (level == QLatin1String("warn"))
        edge = t.warnMark;
    paintBox(painter, option.rect, kControlRadius, enabled ? t.surface : t.surface2, edge);
    if (enabled && focused)
        paintFocusEdge(painter, option.rect, kControlRadius, t);
}

void comboBox(const QStyleOptionComboBox &option, QPainter *painter, const QWidget *widget)
{
    const Tokens &t = tokens(option.palette);
    const bool enabled = option.state & QStyle::State_Enabled;
    if (option.frame) {
        const bool keyboard = option.editable || (option.state & QStyle::State_KeyboardFocusChange);
        fieldFrame(option, painter, widget, (option.state & QStyle::State_HasFocus) && keyboard);
        if (enabled && !option.editable && (option.state & (QStyle::State_MouseOver | QStyle::State_On))
            && !(option.state & QStyle::State_HasFocus && keyboard))
            paintBox(painter, option.rect, kControlRadius, t.hover, t.field);
    }
    const QColor color = enabled ? t.text2 : option.palette.color(QPalette::Disabled, QPalette::Text);
    const QRectF arrow(option.rect.right() - 9 - 14, option.rect.top() + (option.rect.height() - 14) / 2.0, 14, 14);
    paintIcon(painter, arrow, QStringLiteral("chevron-down"), color);
}

void comboLabel(const QStyleOptionComboBox &option, QPainter *painter, const QWidget *widget)
{
    if (option.editable)
        return;
    QRect rect = option.rect;
    if (widget)
        rect = widget->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, widget);
    const bool enabled = option.state & QStyle::State_Enabled;
    if (!option.currentIcon.isNull()) {
        const QRect box(rect.left(), rect.center().y() - 7, 16, 16);
        paintControlIcon(painter, box, option.currentIcon, tokens(option.palette).text2, enabled);
        rect.setLeft(box.right() + 8);
    }
    painter->save();
    painter->setPen(option.palette.color(enabled ? QPalette::Active : QPalette::Disabled, QPalette::Text));
    painter->drawText(rect, Qt::AlignLeft | Qt::AlignVCenter,
                      option.fontMetrics.elidedText(option.currentText, Qt::ElideRight, rect.width()));
    painter->restore();
}

void spinBox(const QStyleOptionSpinBox &option, QPainter *painter, const QWidget *widget, const QRect &up,
             const QRect &down)
{
    const Tokens &t = tokens(option.palette);
    if (option.frame)
        fieldFrame(option, painter, widget, option.state & QStyle::State_HasFocus);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const auto arrow = [&](const QRect &rect, const char *name, QAbstractSpinBox::StepEnabledFlag flag,
                           QStyle::SubControl part) {
        const bool can = (option.stepEnabled & flag) && (option.state & QStyle::State_Enabled);
        const bool active = option.activeSubControls == part && (option.state & QStyle::State_MouseOver);
        const QColor color = active ? t.text : t.text2;
        const QRectF box(rect.center().x() - 5.5, rect.center().y() - 5.5, 12, 12);
        paintIcon(painter, box, QString::fromLatin1(name), can ? color : t.field);
    };
    arrow(up, "chevron-up", QAbstractSpinBox::StepUpEnabled, QStyle::SC_SpinBoxUp);
    arrow(down, "chevron-down", QAbstractSpinBox::StepDownEnabled, QStyle::SC_SpinBoxDown);
}

} // namespace linkdesk::app::stylepaint
