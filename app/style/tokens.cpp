#include "style/tokens.h"

#include <QString>

#include <algorithm>
#include <cmath>

namespace linkdesk::app {

namespace {

QColor rgb(QRgb value)
{
    return QColor::fromRgb(value);
}

Tokens makeLight()
{
    Tokens t;
    t.window = rgb(0xF5F6F8), t.sidebar = rgb(0xECEEF2);
    t.surface = rgb(0xFFFFFF), t.surface2 = rgb(0xF7F8FA);
    t.hover = rgb(0xF1F3F6), t.well = rgb(0xE4E7EC);
    t.border = rgb(0xE1E5EA), t.grid = rgb(0xEBEEF2), t.field = rgb(0xBCC3CE);
    t.text = rgb(0x171A21), t.text2 = rgb(0x4A5261), t.text3 = rgb(0x5F6878);
    t.accent = rgb(0x3253D3), t.tint = rgb(0xE9EEFD);
    t.fill = rgb(0x3253D3), t.fillHover = rgb(0x2A47BC), t.onFill = rgb(0xFFFFFF);
    t.ok = rgb(0x146C3A), t.okTint = rgb(0xDFF4E7), t.okMark = rgb(0x2E9E5B);
    t.warn = rgb(0x8A4B08), t.warnTint = rgb(0xFCEFD6), t.warnMark = rgb(0xC77A1B);
    t.danger = rgb(0xB3261E), t.dangerTint = rgb(0xFCE6E4);
    t.dangerFill = rgb(0xC0281F), t.dangerFillHover = rgb(0xA6211A);
    t.neutralTint = rgb(0xE9ECF1), t.track = rgb(0xDDE1E8);
    t.inverse = rgb(0x20242D), t.inverseEdge = rgb(0x20242D);
    t.inverseText = rgb(0xF3F5F8), t.inverseText2 = rgb(0xC3C9D4);
    t.selection = rgb(0xCBD6FA);
    t.shadow = rgb(0x171A21);
    t.series = {rgb(0x3253D3), rgb(0xD97B10), rgb(0x10A2AC), rgb(0x5B2A66), rgb(0xB23A3A)};
    t.areaTop = 0.22, t.areaBottom = 0.02, t.barMix = 0.115, t.heatZeroMix = 0.50;
    return t;
}

Tokens makeDark()
{
    Tokens t;
    t.dark = true;
    t.window = rgb(0x14161B), t.sidebar = rgb(0x0F1115);
    t.surface = rgb(0x1C1F26), t.surface2 = rgb(0x232730);
    t.hover = rgb(0x262A33), t.well = rgb(0x0F1115);
    t.border = rgb(0x2D323C), t.grid = rgb(0x272B34), t.field = rgb(0x474E5C);
    t.text = rgb(0xE9EBF0), t.text2 = rgb(0xB0B7C4), t.text3 = rgb(0x929BAB);
    t.accent = rgb(0x8AA0FF), t.tint = rgb(0x242B47);
    t.fill = rgb(0x4363E4), t.fillHover = rgb(0x4A6AE6), t.onFill = rgb(0xFFFFFF);
    t.ok = rgb(0x6FD397), t.okTint = rgb(0x17352A), t.okMark = rgb(0x3FA56B);
    t.warn = rgb(0xF0B65A), t.warnTint = rgb(0x3A2C15), t.warnMark = rgb(0xF0B65A);
    t.danger = rgb(0xFF9288), t.dangerTint = rgb(0x442022);
    t.dangerFill = rgb(0xC8372E), t.dangerFillHover = rgb(0xB82F27);
    t.neutralTint = rgb(0x2B303A), t.track = rgb(0x353B47);
    t.inverse = rgb(0x2F3541), t.inverseEdge = t.field;
    t.inverseText = rgb(0xF3F5F8), t.inverseText2 = rgb(0xC3C9D4);
    t.selection = rgb(0x34427A);
    t.shadow = rgb(0x000000);
    t.series = {rgb(0x7C96FF), rgb(0xE88A4A), rgb(0x3FE0DA), rgb(0x965AA0), rgb(0xF5E58A)};
    t.areaTop = 0.34, t.areaBottom = 0.02, t.barMix = 0.22, t.heatZeroMix = 0.45;
    return t;
}

Tokens finished(Tokens t, bool highContrast)
{
    t.qrInk = rgb(0x000000), t.qrPaper = rgb(0xFFFFFF);
    if (highContrast) {
        t.highContrast = true;
        t.border = t.field = t.text3;
    }
    return t;
}

qreal luminance(const QColor &color)
{
    const auto linear = [](qreal c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

QColor Tokens::bar() const
{
    return mixed(accent, surface, barMix);
}

QColor Tokens::heat(int step) const
{
    static constexpr std::array<qreal, 6> kShares{0.16, 0.32, 0.48, 0.64, 0.82, 1.0};
    if (step <= 0)
        return mixed(track, surface, heatZeroMix);
    return mixed(series[0], surface, kShares[static_cast<std::size_t>(std::min(step, 6) - 1)]);
}

QColor Tokens::tone(Tone tone) const
{
    switch (tone) {
    case Tone::Auto:
    case Tone::Text: return text;
    case Tone::Text2: return text2;
    case Tone::Text3: return text3;
    case Tone::Accent: return accent;
    case Tone::Ok: return ok;
    case Tone::Warn: return warn;
    case Tone::Danger: return danger;
    case Tone::OnFill: return onFill;
    case Tone::Inverse: return inverseText;
    case Tone::Inverse2: return inverseText2;
    }
    return text;
}

const Tokens &tokens(Theme theme, bool highContrast)
{
    static const Tokens kLight = finished(makeLight(), false);
    static const Tokens kDark = finished(makeDark(), false);
    static const Tokens kLightHigh = finished(makeLight(), true);
    static const Tokens kDarkHigh = finished(makeDark(), true);
    if (theme == Theme::Dark)
        return highContrast ? kDarkHigh : kDark;
    return highContrast ? kLightHigh : kLight;
}

const Tokens &tokens(const QPalette &palette)
{
    const bool dark = palette.color(QPalette::Active, QPalette::Window).lightness() < 128;
    const Tokens &high = tokens(dark ? Theme::Dark : Theme::Light, true);
    if (palette.color(QPalette::Active, QPalette::Mid) == high.border)
        return high;
    return tokens(dark ? Theme::Dark : Theme::Light, false);
}

QPalette makePalette(const Tokens &t)
{
    QPalette p;
    const auto all = [&p](QPalette::ColorRole role, const QColor &color) { p.setColor(QPalette::All, role, color); };
    all(QPalette::Window, t.window);
    all(QPalette::WindowText, t.text);
    all(QPalette::Base, t.surface);
    all(QPalette::AlternateBase, t.surface2);
    all(QPalette::Text, t.text);
    all(QPalette::PlaceholderText, t.text3);
    all(QPalette::Button, t.surface);
    all(QPalette::ButtonText, t.text);
    all(QPalette::BrightText, t.onFill);
    all(QPalette::Light, t.surface);
    all(QPalette::Midlight, t.grid);
    all(QPalette::Mid, t.border);
    all(QPalette::Dark, t.field);
    all(QPalette::Shadow, t.shadow);
    all(QPalette::Highlight, t.selection);
    all(QPalette::HighlightedText, t.text);
    all(QPalette::Link, t.accent);
    all(QPalette::LinkVisited, t.accent);
    all(QPalette::ToolTipBase, t.inverse);
    all(QPalette::ToolTipText, t.inverseText);
    const QColor faded = mixed(t.text3, t.surface, 0.6);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, faded);
    return p;
}

QColor mixed(const QColor &over, const QColor &ground, qreal share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a * share + b * (1 - share))); };
    return QColor(channel(over.red(), ground.red()), channel(over.green(), ground.green()),
                  channel(over.blue(), ground.blue()));
}

QColor withAlpha(QColor color, qreal alpha)
{
    color.setAlphaF(static_cast<float>(alpha));
    return color;
}

qreal contrastRatio(const QColor &a, const QColor &b)
{
    const qreal first = luminance(a);
    const qreal second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

int seriesIndex(const QString &name)
{
    // FNV-1a over the UTF-16 units: qHash differs from run to run.
    quint32 hash = 2166136261U;
    for (const QChar unit : name.toCaseFolded())
        hash = (hash ^ unit.unicode()) * 16777619U;
    return static_cast<int>((hash ^ (hash >> 16)) % 5U);
}

} // namespace linkdesk::app
