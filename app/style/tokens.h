// Every colour of the app, light and dark. Nothing else holds a colour value: widgets ask for the tokens that belong to
// their palette when they paint, so a theme change needs no reloading. GUI thread; values are constant after start.
#pragma once

#include <QColor>
#include <QPalette>

#include <array>

namespace linkdesk::app {

enum class Theme { Light, Dark };

// What a text or an icon means, independent of the theme. Auto lets an icon take the palette role of its mode.
enum class Tone { Auto, Text, Text2, Text3, Accent, Ok, Warn, Danger, OnFill, Inverse, Inverse2 };

struct Tokens {
    bool dark = false;
    bool highContrast = false;

    QColor window, sidebar, surface, surface2, hover, well; // grounds
    QColor border, grid, field;                             // lines: cards, rows and charts, controls
    QColor text, text2, text3;
    QColor accent, tint, fill, fillHover, onFill;
    QColor ok, okTint, okMark;
    QColor warn, warnTint, warnMark;
    QColor danger, dangerTint, dangerFill, dangerFillHover;
    QColor neutralTint, track;
    QColor inverse, inverseEdge, inverseText, inverseText2; // tooltips and the batch bar
    QColor selection;                                       // selected text
    QColor shadow;                                          // opaque; painters set the alpha
    QColor qrInk, qrPaper;                                  // a code must scan: the same in both themes

    std::array<QColor, 5> series; // chart lines and tag squares, in this order

    qreal areaTop = 0;    // alpha of the gradient under a line, at the line and at the base
    qreal areaBottom = 0;
    qreal barMix = 0;     // accent in surface behind a break-down label
    qreal heatZeroMix = 0; // track in surface for an hour without clicks

    // Behind the label of a break-down row.
    [[nodiscard]] QColor bar() const;
    // step 0 is "none", 1 to 6 are few to many.
    [[nodiscard]] QColor heat(int step) const;
    [[nodiscard]] QColor tone(Tone tone) const;
};

[[nodiscard]] const Tokens &tokens(Theme theme, bool highContrast = false);
// The tokens a palette of ours was made from: pass widget->palette() or option.palette.
[[nodiscard]] const Tokens &tokens(const QPalette &palette);
[[nodiscard]] QPalette makePalette(const Tokens &tokens);

// `share` (0 to 1) of `over`, the rest of `ground`; opaque.
[[nodiscard]] QColor mixed(const QColor &over, const QColor &ground, qreal share);
[[nodiscard]] QColor withAlpha(QColor color, qreal alpha);
// The WCAG 2 contrast ratio, 1 to 21.
[[nodiscard]] qreal contrastRatio(const QColor &a, const QColor &b);
// The series colour (0 to 4) a tag or a saved view keeps for ever: a hash of its name.
[[nodiscard]] int seriesIndex(const QString &name);

} // namespace linkdesk::app
