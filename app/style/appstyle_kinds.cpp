#include "style/appstyle.h"
#include "style/typescale.h"

#include <QAbstractButton>
#include <QToolButton>
#include <QVariant>

namespace linkdesk::app {

namespace {

constexpr const char *kKind = "kind";
constexpr const char *kSize = "controlSize";

const char *kindName(ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Primary: return "primary";
    case ButtonKind::Secondary: return "secondary";
    case ButtonKind::Ghost: return "ghost";
    case ButtonKind::Link: return "link";
    case ButtonKind::DangerQuiet: return "danger-quiet";
    case ButtonKind::Danger: return "danger";
    }
    return "secondary";
}

} // namespace

ButtonKind buttonKind(const QWidget *widget)
{
    const QString name = widget ? widget->property(kKind).toString() : QString();
    for (const ButtonKind kind : {ButtonKind::Primary, ButtonKind::Ghost, ButtonKind::Link, ButtonKind::DangerQuiet,
                                  ButtonKind::Danger}) {
        if (name == QLatin1String(kindName(kind)))
            return kind;
    }
    if (name.isEmpty() && qobject_cast<const QToolButton *>(widget))
        return ButtonKind::Ghost;
    return ButtonKind::Secondary;
}

void setButtonKind(QWidget *widget, ButtonKind kind)
{
    widget->setProperty(kKind, QString::fromLatin1(kindName(kind)));
    widget->update();
}

ControlSize controlSize(const QWidget *widget)
{
    const QString name = widget ? widget->property(kSize).toString() : QString();
    if (name == QLatin1String("small"))
        return ControlSize::Small;
    return name == QLatin1String("large") ? ControlSize::Large : ControlSize::Normal;
}

void setControlSize(QWidget *widget, ControlSize size)
{
    const bool isNormal = size == ControlSize::Normal;
    widget->setProperty(kSize, isNormal ? QVariant() : QVariant(size == ControlSize::Small ? QStringLiteral("small")
                                                                                           : QStringLiteral("large")));
    if (qobject_cast<QAbstractButton *>(widget))
        setTextRole(widget, size == ControlSize::Small ? TextRole::SmallMedium : TextRole::Medium);
    widget->updateGeometry();
}

int controlHeight(ControlSize size)
{
    switch (size) {
    case ControlSize::Small: return 26;
    case ControlSize::Normal: return 32;
    case ControlSize::Large: return 36;
    }
    return 32;
}

} // namespace linkdesk::app
