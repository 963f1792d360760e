#include "widgets/segmentedcontrol.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace linkdesk::app {

namespace {

constexpr int kInset = 2;
constexpr int kIconStep = 20; // icon and the gap after it

class Segment final : public QAbstractButton {
public:
    Segment(const QString &text, const char *iconName, SegmentedControl *control)
        : QAbstractButton(control), m_control(control), m_icon(QString::fromLatin1(iconName ? iconName : ""))
    {
        setText(text);
        setAccessibleName(text);
        setCheckable(true);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const bool small = m_control->isSmall();
        int width = fontMetrics().horizontalAdvance(text()) + 2 * (small ? 10 : 12);
        if (!m_icon.isEmpty())
            width += kIconStep;
        return {width, (small ? 26 : 32) - 2 * kInset};
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        constexpr qreal kRadius = kSegmentRadius - kInset;
        if (isChecked()) {
            // On a dark well a slate between menu highlight and neutral pill stands out without an edge.
            const QColor chosen = t.dark ? mixed(t.track, t.neutralTint, 0.5) : t.surface;
            paintBox(&painter, rect(), kRadius, chosen, t.dark && !t.highContrast ? QColor() : t.field);
        } else if (underMouse() && isEnabled()) {
            paintBox(&painter, rect(), kRadius, withAlpha(t.text, 0.05));
        }
        if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
            paintFocusEdge(&painter, rect(), kRadius, t);

        const QColor color = !isEnabled() ? palette().color(QPalette::Disabled, QPalette::ButtonText)
                                          : (isChecked() ? t.text : t.text2);
        const int textWidth = fontMetrics().horizontalAdvance(text());
        const int content = textWidth + (m_icon.isEmpty() ? 0 : kIconStep);
        int x = (width() - content) / 2;
        if (!m_icon.isEmpty()) {
            paintIcon(&painter, QRectF(x, (height() - 16) / 2.0, 16, 16), m_icon,
                      isChecked() && isEnabled() ? t.accent : color);
            x += kIconStep;
        }
        painter.setPen(color);
        painter.drawText(QRect(x, 0, textWidth + 2, height()), Qt::AlignLeft | Qt::AlignVCenter, text());
    }

private:
    SegmentedControl *m_control;
    QString m_icon;
};

} // namespace

SegmentedControl::SegmentedControl(QWidget *parent)
    : QWidget(parent), m_group(new QButtonGroup(this)), m_layout(new QHBoxLayout(this))
{
    m_group->setExclusive(true);
    m_layout->setContentsMargins(kInset, kInset, kInset, kInset);
    m_layout->setSpacing(0);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_group, &QButtonGroup::buttonClicked, this,
            [this](QAbstractButton *button) { Q_EMIT currentChanged(button->objectName()); });
}

QAbstractButton *SegmentedControl::addSegment(const QString &id, const QString &text, const char *iconName)
{
    auto *segment = new Segment(text, iconName, this);
    segment->setObjectName(id);
    setTextRole(segment, TextRole::SmallMedium);
    m_group->addButton(segment);
    m_layout->addWidget(segment);
    if (m_group->buttons().size() == 1)
        segment->setChecked(true);
    return segment;
}

void SegmentedControl::setCurrent(const QString &id)
{
    const auto buttons = m_group->buttons();
    for (QAbstractButton *button : buttons) {
        if (button->objectName() == id)
            button->setChecked(true);
    }
}

QString SegmentedControl::current() const
{
    const QAbstractButton *button = m_group->checkedButton();
    return button ? button->objectName() : QString();
}

void SegmentedControl::setSmall(bool small)
{
    m_small = small;
    const auto buttons = m_group->buttons();
    for (QAbstractButton *button : buttons)
        button->updateGeometry();
    updateGeometry();
}

void SegmentedControl::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kSegmentRadius, t.well, t.dark ? t.border : QColor());
}

} // namespace linkdesk::app
