#include "style/appstyle.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>

namespace linkdesk::app {

namespace {

bool hasOwnRole(const QWidget *widget)
{
    return widget->property("linkdeskTextRole").isValid();
}

bool frameless(const QWidget *widget)
{
    return widget && widget->property("edge").toString() == QLatin1String("none");
}

void polishButton(QWidget *widget)
{
    widget->setAttribute(Qt::WA_Hover);
    if (!hasOwnRole(widget))
        setTextRole(widget, controlSize(widget) == ControlSize::Small ? TextRole::SmallMedium : TextRole::Medium);
}

void polishMenu(QWidget *menu)
{
    // Round corners need a translucent window without the system's frame.
    menu->setAttribute(Qt::WA_TranslucentBackground);
    menu->setWindowFlag(Qt::FramelessWindowHint);
    menu->setWindowFlag(Qt::NoDropShadowWindowHint);
}

} // namespace

AppStyle::AppStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("fusion")))
{
}

void AppStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QPushButton *>(widget) || qobject_cast<QToolButton *>(widget)) {
        polishButton(widget);
    } else if (qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget)
               || qobject_cast<QAbstractButton *>(widget) || qobject_cast<QScrollBar *>(widget)) {
        widget->setAttribute(Qt::WA_Hover);
    } else if (qobject_cast<QMenu *>(widget)) {
        polishMenu(widget);
    } else if (auto *view = qobject_cast<QAbstractItemView *>(widget)) {
        view->viewport()->setAttribute(Qt::WA_Hover);
        view->setMouseTracking(true);
    } else if (qobject_cast<QDialog *>(widget)) {
        widget->setBackgroundRole(QPalette::Base);
    } else if (widget->inherits("QTipLabel")) {
        widget->setAttribute(Qt::WA_TranslucentBackground);
        widget->setFont(textFont(TextRole::Small));
    } else if (widget->inherits("QComboBoxPrivateContainer")) {
        const auto views = widget->findChildren<QAbstractItemView *>();
        for (QAbstractItemView *list : views)
            list->setProperty("popup", true);
    }
}

void AppStyle::polish(QPalette &palette)
{
    // Ours is complete already; Fusion would compute shades into it.
    Q_UNUSED(palette)
}

void AppStyle::unpolish(QWidget *widget)
{
    QProxyStyle::unpolish(widget);
}

int AppStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_DefaultFrameWidth: return frameless(widget) ? 0 : 1;
    case PM_ScrollBarExtent: return 10;
    case PM_ScrollBarSliderMin: return 32;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return 16;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return 8;
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize: return 16;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_MenuPanelWidth:
    case PM_MenuHMargin: return 0;
    case PM_MenuVMargin: return 4;
    case PM_ToolTipLabelFrameWidth: return 8;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return 8;
    case PM_LayoutLeftMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutBottomMargin: return 16;
    case PM_HeaderMargin: return 8;
    case PM_HeaderDefaultSectionSizeVertical: return 40;
    case PM_FocusFrameHMargin: return 4;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int AppStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                        QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_Widget_Animation_Duration: return m_animations ? 160 : 0;
    case SH_ComboBox_Popup: return 0;
    case SH_ComboBox_PopupFrameStyle: return QFrame::StyledPanel | QFrame::Plain;
    case SH_ItemView_ShowDecorationSelected: return 1;
    case SH_ScrollBar_Transient: return 0;
    case SH_EtchDisabledText:
    case SH_DitherDisabledText: return 0;
    case SH_ToolTipLabel_Opacity: return 255;
    case SH_Menu_SupportsSections: return 1;
    case SH_Table_GridLineColor:
        return static_cast<int>(tokens(option ? option->palette : QPalette()).grid.rgb());
    default: return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize AppStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                 const QWidget *widget) const
{
    const int height = controlHeight(controlSize(widget));
    switch (type) {
    case CT_PushButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option))
            return stylepaint::pushButtonSize(*button, size, widget);
        break;
    case CT_ToolButton: return {std::max(size.width() + 10, height), height};
    case CT_LineEdit:
        if (frameless(widget))
            break;
        return {size.width() + 20, height};
    case CT_ComboBox: return {size.width() + 10 + 30, height};
    case CT_SpinBox: return {size.width() + 36, height};
    case CT_CheckBox:
    case CT_RadioButton: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {base.width(), std::max(base.height(), 20)};
    }
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            return stylepaint::menuItemSize(*item, size, widget);
        break;
    case CT_HeaderSection: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        return {base.width() + 16, 32};
    }
    case CT_ItemViewItem: {
        const QSize base = QProxyStyle::sizeFromContents(type, option, size, widget);
        return widget && widget->property("popup").toBool() ? QSize(base.width() + 20, 30) : base;
    }
    case CT_ProgressBar: return {size.width(), 6};
    default: break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect AppStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    switch (element) {
    case SE_LineEditContents:
        if (frameless(widget))
            return option->rect;
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option); frame && frame->lineWidth > 0)
            return option->rect.adjusted(8, 1, -8, -1);
        return option->rect;
    case SE_PushButtonFocusRect: return option->rect;
    case SE_ItemViewItemText:
    case SE_ItemViewItemDecoration: {
        const QRect base = QProxyStyle::subElementRect(element, option, widget);
        return widget && widget->property("popup").toBool() ? base.translated(7, 0) : base;
    }
    default: return QProxyStyle::subElementRect(element, option, widget);
    }
}

QRect AppStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                               const QWidget *widget) const
{
    switch (control) {
    case CC_ScrollBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option))
            return stylepaint::scrollBarPart(*bar, subControl);
        break;
    case CC_SpinBox:
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option)) {
            if (spin->buttonSymbols == QAbstractSpinBox::NoButtons)
                return subControl == SC_SpinBoxEditField ? spin->rect.adjusted(8, 2, -8, -2)
                                                         : (subControl == SC_SpinBoxFrame ? spin->rect : QRect());
            return stylepaint::spinPart(spin->rect, subControl);
        }
        break;
    case CC_ComboBox:
        switch (subControl) {
        case SC_ComboBoxEditField: return option->rect.adjusted(10, 1, -28, -1);
        case SC_ComboBoxArrow: return {option->rect.right() - 27, option->rect.top(), 28, option->rect.height()};
        case SC_ComboBoxListBoxPopup: return option->rect.adjusted(0, 0, 0, 4);
        default: return option->rect;
        }
    default: break;
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                             const QWidget *widget) const
{
    const Tokens &t = tokens(option->palette);
    switch (element) {
    case PE_PanelLineEdit:
        if (const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(option);
            frame && frame->lineWidth > 0 && !frameless(widget))
            stylepaint::fieldFrame(*option, painter, widget, option->state & State_HasFocus);
        return;
    case PE_FrameLineEdit: return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: stylepaint::checkIndicator(*option, painter); return;
    case PE_IndicatorRadioButton: stylepaint::radioIndicator(*option, painter); return;
    case PE_PanelMenu: stylepaint::menuPanel(*option, painter); return;
    case PE_FrameMenu: return;
    case PE_PanelTipLabel: stylepaint::toolTip(*option, painter); return;
    case PE_Frame:
        if (!frameless(widget)) {
            const bool popup = widget && widget->inherits("QComboBoxPrivateContainer");
            const bool window = widget && widget->isWindow();
            paintBox(painter, option->rect, popup ? 0 : kControlRadius, {}, window ? t.field : t.border);
        }
        return;
    case PE_PanelItemViewRow: return;
    case PE_PanelItemViewItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(option))
            stylepaint::itemPanel(*item, painter, widget);
        return;
    case PE_FrameFocusRect:
        // Buttons and fields draw their own; rows show it for the keyboard alone.
        if (qobject_cast<const QAbstractItemView *>(widget) && (option->state & State_KeyboardFocusChange))
            paintBox(painter, QRectF(option->rect).adjusted(1, 1, -1, -1), 4, {}, t.accent, 2);
        return;
    case PE_IndicatorTabClose: paintIcon(painter, option->rect, QStringLiteral("x"), t.text2); return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void AppStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                           const QWidget *widget) const
{
    switch (element) {
    case CE_PushButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option))
            return stylepaint::pushButton(*button, painter, widget);
        break;
    case CE_ComboBoxLabel:
        if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            return stylepaint::comboLabel(*box, painter, widget);
        break;
    case CE_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            return stylepaint::menuItem(*item, painter, widget);
        break;
    case CE_MenuEmptyArea: return;
    case CE_Header:
        if (const auto *section = qstyleoption_cast<const QStyleOptionHeader *>(option))
            return stylepaint::header(*section, painter, widget);
        break;
    case CE_HeaderEmptyArea: {
        const Tokens &t = tokens(option->palette);
        painter->fillRect(option->rect, t.surface2);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), t.border);
        return;
    }
    case CE_ProgressBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionProgressBar *>(option))
            return stylepaint::progressBar(*bar, painter);
        break;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void AppStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                  const QWidget *widget) const
{
    switch (control) {
    case CC_ComboBox:
        if (const auto *box = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            return stylepaint::comboBox(*box, painter, widget);
        break;
    case CC_SpinBox:
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option))
            return stylepaint::spinBox(*spin, painter, widget, stylepaint::spinPart(spin->rect, SC_SpinBoxUp),
                                       stylepaint::spinPart(spin->rect, SC_SpinBoxDown));
        break;
    case CC_ScrollBar:
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option))
            return stylepaint::scrollBar(*bar, painter, stylepaint::scrollThumb(*bar));
        break;
    case CC_ToolButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionToolButton *>(option))
            return stylepaint::toolButton(*button, painter, widget);
        break;
    default: break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QIcon AppStyle::standardIcon(StandardPixmap pixmap, const QStyleOption *option, const QWidget *widget) const
{
    switch (pixmap) {
    case SP_MessageBoxInformation: return icon("info", Tone::Accent);
    case SP_MessageBoxQuestion: return icon("help", Tone::Accent);
    case SP_MessageBoxWarning: return icon("warning", Tone::Warn);
    case SP_MessageBoxCritical: return icon("error", Tone::Danger);
    case SP_LineEditClearButton: return icon("x", Tone::Text3);
    default: return QProxyStyle::standardIcon(pixmap, option, widget);
    }
}

} // namespace linkdesk::app
