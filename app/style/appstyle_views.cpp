#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace linkdesk::app::stylepaint {

namespace {

constexpr int kMenuInset = 4;
constexpr int kMenuIconColumn = 26;
constexpr int kShortcutGap = 28;

void splitShortcut(const QString &full, QString *text, QString *shortcut)
{
    const qsizetype tab = full.indexOf(u'\t');
    *text = tab < 0 ? full : full.left(tab);
    *shortcut = tab < 0 ? QString() : full.mid(tab + 1);
}

} // namespace

void menuPanel(const QStyleOption &option, QPainter *painter)
{
    const Tokens &t = tokens(option.palette);
    paintBox(painter, option.rect, 8, t.dark ? t.surface2 : t.surface, t.field);
}

QSize menuItemSize(const QStyleOptionMenuItem &option, const QSize &content, const QWidget *widget)
{
    Q_UNUSED(content)
    Q_UNUSED(widget)
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return {40, 9};
    QString text, shortcut;
    splitShortcut(option.text, &text, &shortcut);
    int width = kMenuInset * 2 + 8 + kMenuIconColumn + option.fontMetrics.size(Qt::TextShowMnemonic, text).width() + 14;
    if (!shortcut.isEmpty())
        width += kShortcutGap + option.fontMetrics.horizontalAdvance(shortcut);
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        width += 20;
    return {std::max(width, 160), 30};
}

void menuItem(const QStyleOptionMenuItem &option, QPainter *painter, const QWidget *widget)
{
    const Tokens &t = tokens(option.palette);
    const QRect row = option.rect.adjusted(kMenuInset, 0, -kMenuInset, 0);
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        painter->fillRect(QRect(row.left(), row.center().y(), row.width(), 1), t.border);
        return;
    }
    const bool enabled = option.state & QStyle::State_Enabled;
    const bool lit = enabled && (option.state & QStyle::State_Selected);
    if (lit)
        paintBox(painter, row, 5, t.track);
    const QColor faded = option.palette.color(QPalette::Disabled, QPalette::Text);
    const bool danger = widget && option.menuItemType != QStyleOptionMenuItem::SubMenu
                        && option.icon.name() == QLatin1String("linkdesk:trash");
    const QColor text = enabled ? (danger ? t.danger : t.text) : faded;
    const QColor quiet = enabled ? (danger ? t.danger : t.text2) : faded;

    const QRect lead(row.left() + 8, row.center().y() - 7, 16, 16);
    if (option.checkType != QStyleOptionMenuItem::NotCheckable && option.checked)
        paintIcon(painter, lead, QStringLiteral("check"), lit ? t.text : t.accent);
    else if (!option.icon.isNull())
        paintControlIcon(painter, lead, option.icon, quiet, enabled);

    QString label, shortcut;
    splitShortcut(option.text, &label, &shortcut);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(text);
    const QRect textRect = row.adjusted(8 + kMenuIconColumn, 0, -10, 0);
    painter->drawText(textRect, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, label);
    if (!shortcut.isEmpty()) {
        painter->setPen(enabled ? t.text2 : faded);
        painter->drawText(textRect, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, shortcut);
    }
    painter->restore();
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        paintIcon(painter, QRect(row.right() - 20, row.center().y() - 6, 14, 14), QStringLiteral("chevron-right"),
                  quiet);
}

void header(const QStyleOptionHeader &option, QPainter *painter, const QWidget *widget)
{
    Q_UNUSED(widget)
    const Tokens &t = tokens(option.palette);
    painter->fillRect(option.rect, t.surface2);
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.border);

    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    const bool hovered = (option.state & QStyle::State_MouseOver) && (option.state & QStyle::State_Enabled);
    const bool right = option.textAlignment & Qt::AlignRight;
    const QRect inner = option.rect.adjusted(8, 0, -8, 0);
    QFont f = textFont(TextRole::SmallMedium);
    if (sorted)
        f.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(f);
    const int arrowRoom = sorted ? 18 : 0;
    const QString title = metrics.elidedText(option.text, Qt::ElideRight, std::max(0, inner.width() - arrowRoom));
    const int width = metrics.horizontalAdvance(title);
    const int x = right ? inner.right() + 1 - width : inner.left();
    painter->save();
    painter->setFont(f);
    painter->setPen(sorted || hovered ? t.text : t.text2);
    painter->drawText(QRect(x, inner.top(), width + 1, inner.height()), Qt::AlignLeft | Qt::AlignVCenter, title);
    painter->restore();
    if (sorted) {
        // Qt's SortUp is "descending": the largest first.
        const bool descending = option.sortIndicator == QStyleOptionHeader::SortUp;
        const QRect arrow(right ? x - 18 : x + width + 5, option.rect.center().y() - 6, 13, 13);
        paintIcon(painter, arrow, descending ? QStringLiteral("chevron-down") : QStringLiteral("chevron-up"), t.accent);
    }
}

void itemPanel(const QStyleOptionViewItem &option, QPainter *painter, const QWidget *widget)
{
    const Tokens &t = tokens(option.palette);
    const bool inPopup = widget && widget->property("popup").toBool();
    if (option.backgroundBrush.style() != Qt::NoBrush)
        painter->fillRect(option.rect, option.backgroundBrush);
    const bool selected = option.state & QStyle::State_Selected;
    const bool hovered = option.state & QStyle::State_MouseOver && option.state & QStyle::State_Enabled;
    if (inPopup) {
        if (selected || hovered)
            paintBox(painter, QRectF(option.rect).adjusted(4, 0, -4, 0), 5, t.track);
        return;
    }
    if (selected)
        painter->fillRect(option.rect, t.tint);
    else if (hovered)
        painter->fillRect(option.rect, t.hover);
}

void scrollBar(const QStyleOptionSlider &option, QPainter *painter, const QRect &thumb)
{
    const Tokens &t = tokens(option.palette);
    if (option.maximum <= option.minimum)
        return;
    const bool active = option.state & QStyle::State_MouseOver && option.activeSubControls & QStyle::SC_ScrollBarSlider;
    const bool held = option.state & QStyle::State_Sunken && option.activeSubControls & QStyle::SC_ScrollBarSlider;
    const QRectF bar = option.orientation == Qt::Vertical ? QRectF(thumb).adjusted(2, 2, -2, -2)
                                                         : QRectF(thumb).adjusted(2, 2, -2, -2);
    paintBox(painter, bar, 3, active || held ? t.text3 : t.field);
}

void progressBar(const QStyleOptionProgressBar &option, QPainter *painter)
{
    const Tokens &t = tokens(option.palette);
    const QRectF groove(option.rect.left(), option.rect.center().y() - 2, option.rect.width(), 6);
    paintBox(painter, groove, 3, t.track);
    const int range = option.maximum - option.minimum;
    if (range <= 0)
        return;
    const qreal share = std::clamp(qreal(option.progress - option.minimum) / range, 0.0, 1.0);
    if (share > 0)
        paintBox(painter, QRectF(groove.topLeft(), QSizeF(std::max(6.0, groove.width() * share), 6)), 3, t.accent);
}

void toolTip(const QStyleOption &option, QPainter *painter)
{
    const Tokens &t = tokens(option.palette);
    paintBox(painter, option.rect, 6, t.inverse, t.inverseEdge);
}

} // namespace linkdesk::app::stylepaint
