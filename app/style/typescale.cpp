#include "style/typescale.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

constexpr const char *kRoleProperty = "linkdeskTextRole";
constexpr qreal kReference = 13; // the size the scale is given for
bool g_mediumAvailable = true;   // set once per language, read by font(); GUI thread

struct Step {
    qreal size;
    QFont::Weight weight;
    qreal spacing; // per cent
    int line;
};

Step step(TextRole role)
{
    switch (role) {
    case TextRole::Display: return {25, QFont::DemiBold, 97.5, 32};
    case TextRole::Title: return {17, QFont::DemiBold, 98.5, 24};
    case TextRole::Subtitle: return {15, QFont::DemiBold, 100, 20};
    case TextRole::Heading: return {13, QFont::DemiBold, 100, 18};
    case TextRole::Body: return {13, QFont::Normal, 100, 18};
    case TextRole::Medium: return {13, QFont::Medium, 100, 18};
    case TextRole::Small: return {12, QFont::Normal, 100, 16};
    case TextRole::SmallMedium: return {12, QFont::Medium, 100, 16};
    case TextRole::Caption: return {11, QFont::Normal, 100, 15};
    case TextRole::CaptionMedium: return {11, QFont::Medium, 100, 15};
    case TextRole::CountryCode: return {10, QFont::DemiBold, 100, 13};
    case TextRole::Mono: return {11, QFont::Normal, 100, 20};
    }
    return {13, QFont::Normal, 100, 18};
}

qreal baseSize()
{
    return QFontInfo(QApplication::font()).pixelSize();
}

// At the display size full cells look loose.
qreal cellWidth(const QFont &font, const QFontMetricsF &metrics)
{
    qreal widest = 0;
    for (char16_t digit = u'0'; digit <= u'9'; ++digit)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(digit)));
    const bool display = QFontInfo(font).pixelSize() > baseSize() * 1.6;
    return display ? widest * 0.955 : widest;
}

// Calls `place(text, x, width)` for every cell and every run between; returns the whole width.
template <typename Place>
qreal walkCells(const QFont &font, const QString &text, Place place)
{
    const QFontMetricsF metrics(font);
    const qreal cell = cellWidth(font, metrics);
    qreal x = 0;
    bool first = true;
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] >= u'0' && text[i] <= u'9') {
            const QString digit(text[i]);
            const qreal own = metrics.horizontalAdvance(digit);
            place(digit, first ? x : x + (cell - own) / 2);
            x += first ? own + (cell - own) / 2 : cell;
            first = false;
            ++i;
            continue;
        }
        qsizetype end = i;
        while (end < text.size() && !(text[end] >= u'0' && text[end] <= u'9'))
            ++end;
        const QString run = text.mid(i, end - i);
        place(run, x);
        x += metrics.horizontalAdvance(run);
        i = end;
    }
    return x;
}

} // namespace

QFont textFont(TextRole role)
{
    const Step s = step(role);
    QFont f = role == TextRole::Mono ? QFontDatabase::systemFont(QFontDatabase::FixedFont) : QApplication::font();
    f.setPixelSize(std::max(8, static_cast<int>(std::lround(s.size * baseSize() / kReference))));
    f.setWeight(s.weight == QFont::Medium && !g_mediumAvailable ? QFont::Normal : s.weight);
    f.setLetterSpacing(QFont::PercentageSpacing, s.spacing);
    return f;
}

int lineHeight(TextRole role)
{
    return static_cast<int>(std::lround(step(role).line * baseSize() / kReference));
}

void setTextRole(QWidget *widget, TextRole role)
{
    widget->setProperty(kRoleProperty, static_cast<int>(role));
    widget->setFont(textFont(role));
}

void refreshTextRoles(QWidget *root)
{
    const auto refresh = [](QWidget *widget) {
        const QVariant role = widget->property(kRoleProperty);
        if (role.isValid())
            widget->setFont(textFont(static_cast<TextRole>(role.toInt())));
    };
    refresh(root);
    const auto children = root->findChildren<QWidget *>();
    std::for_each(children.begin(), children.end(), refresh);
}

void setMediumWeightAvailable(bool available)
{
    g_mediumAvailable = available;
}

qreal equalDigitsWidth(const QFont &font, const QString &text)
{
    return walkCells(font, text, [](const QString &, qreal) {});
}

void drawEqualDigits(QPainter *painter, const QRectF &rect, Qt::Alignment alignment, const QString &text)
{
    const QFont f = painter->font();
    const QFontMetricsF metrics(f);
    qreal left = rect.left();
    if (alignment & (Qt::AlignRight | Qt::AlignHCenter)) {
        const qreal free = rect.width() - equalDigitsWidth(f, text);
        left += alignment & Qt::AlignRight ? free : free / 2;
    }
    qreal baseline = rect.top() + metrics.ascent();
    if (alignment & Qt::AlignVCenter)
        baseline = rect.top() + (rect.height() - metrics.height()) / 2 + metrics.ascent();
    else if (alignment & Qt::AlignBottom)
        baseline = rect.bottom() - metrics.descent();
    baseline = std::round(baseline);
    walkCells(f, text, [&](const QString &part, qreal x) { painter->drawText(QPointF(left + x, baseline), part); });
}

} // namespace linkdesk::app
