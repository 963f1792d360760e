// The look of every control, over Fusion. Variants are dynamic properties that a widget sets before it is shown:
//   kind         buttons: "primary" "secondary" (default) "ghost" "link" "danger-quiet" "danger"
//   controlSize  "small" (26 px), "large" (36 px), otherwise 32 px
//   edge         "none" on a line edit or list that lies inside a framed widget
// There are no style sheets: they would cut off this style and the palette. GUI thread.
#pragma once

#include <QProxyStyle>

class QPushButton;
class QStyleOptionButton;
class QStyleOptionComplex;
class QStyleOptionComboBox;

namespace linkdesk::app {

enum class ButtonKind { Primary, Secondary, Ghost, Link, DangerQuiet, Danger };
[[nodiscard]] ButtonKind buttonKind(const QWidget *widget);
void setButtonKind(QWidget *widget, ButtonKind kind);

enum class ControlSize { Small, Normal, Large };
[[nodiscard]] ControlSize controlSize(const QWidget *widget);
void setControlSize(QWidget *widget, ControlSize size);
[[nodiscard]] int controlHeight(ControlSize size);

// A push button in one line. `iconName` may be null. The caller's layout or parent owns it.
[[nodiscard]] QPushButton *makeButton(const QString &text, ButtonKind kind, const char *iconName = nullptr,
                                      QWidget *parent = nullptr);
// A square button with an icon only: `name` is its tooltip and accessible name.
[[nodiscard]] QPushButton *makeIconButton(const char *iconName, const QString &name, QWidget *parent = nullptr);

class AppStyle final : public QProxyStyle {
    Q_OBJECT

public:
    AppStyle();

    void polish(QWidget *widget) override;
    void polish(QPalette &palette) override;
    void unpolish(QWidget *widget) override;
    using QProxyStyle::polish;
    using QProxyStyle::unpolish;

    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returnData) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                         const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
    QIcon standardIcon(StandardPixmap pixmap, const QStyleOption *option, const QWidget *widget) const override;

    // Turns every animation off, for pictures and for people who asked their system for it.
    void setAnimationsEnabled(bool enabled) { m_animations = enabled; }

private:
    bool m_animations = true;
};

} // namespace linkdesk::app
