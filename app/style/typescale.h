// The sizes and weights of text: factors of the system's UI font, rounded to whole pixels. GUI thread.
#pragma once

#include <QFont>
#include <QString>

class QPainter;
class QRectF;
class QWidget;

namespace linkdesk::app {

enum class TextRole {
    Display,       // the number of a KPI card
    Title,         // page
    Subtitle,      // status tile value, name in the details pane
    Heading,       // card
    Body,
    Medium,        // buttons, values
    Small,         // second lines
    SmallMedium,   // labels, table header
    Caption,       // axes, chips
    CaptionMedium, // pills, group labels
    CountryCode,
    Mono           // the log only
};

[[nodiscard]] QFont textFont(TextRole role);
// The line height that text of this role is laid out with, in px: fixed, so that taller scripts do not move anything.
[[nodiscard]] int lineHeight(TextRole role);
// Gives a widget the font and keeps it when the application font changes (fonts are re-read by role).
void setTextRole(QWidget *widget, TextRole role);
// Calls setTextRole again on every widget below that has one; for a change of the system font or the language.
void refreshTextRoles(QWidget *root);
// In Chinese the medium weight is drawn as normal: the fonts have none. Set when the language changes.
void setMediumWeightAvailable(bool available);

// Digits in cells of one width (the widest digit), for numbers that change or stand in a column: no font features
// before Qt 6.7. Other characters keep their own width. The first digit is flush with the left edge.
[[nodiscard]] qreal equalDigitsWidth(const QFont &font, const QString &text);
void drawEqualDigits(QPainter *painter, const QRectF &rect, Qt::Alignment alignment, const QString &text);

} // namespace linkdesk::app
