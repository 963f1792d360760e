#include "pages/viewdialog.h"

#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"
#include "widgets/label.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace linkdesk::app {

namespace {

constexpr int kWidth = 420;
constexpr int kSwatch = 28;

// One colour of the series, to be chosen.
class Swatch final : public QAbstractButton {
public:
    Swatch(int colour, const QString &name, QWidget *parent) : QAbstractButton(parent), m_colour(colour)
    {
        setCheckable(true);
        setFixedSize(kSwatch, kSwatch);
        setFocusPolicy(Qt::StrongFocus);
        setAccessibleName(name);
        setToolTip(name);
        setObjectName(u"colour.%1"_qs.arg(colour));
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens(palette());
        if (isChecked())
            paintBox(&painter, rect(), 7, t.surface, t.text, 2);
        else if (underMouse())
            paintBox(&painter, rect(), 7, t.hover);
        paintBox(&painter, QRectF(rect()).adjusted(6, 6, -6, -6), 4, t.series[size_t(m_colour)]);
        if (hasFocus() && window()->testAttribute(Qt::WA_KeyboardFocusChange))
            paintFocusEdge(&painter, rect(), 7, t);
    }

private:
    int m_colour;
};

} // namespace

ViewDialog::ViewDialog(const QString &name, int colour, const QString &filter, QWidget *parent)
    : QDialog(parent), m_name(new QLineEdit(this)), m_colours(new QButtonGroup(this)),
      m_save(makeButton(tr("Save"), ButtonKind::Primary, nullptr, this))
{
    setObjectName(u"viewDialog"_qs);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(name.isEmpty() ? tr("Save this view") : tr("Change this view"));
    setMinimumWidth(kWidth);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(16);
    column->addWidget(new Label(windowTitle(), TextRole::Title, Tone::Text, this));
    m_name->setObjectName(u"viewName"_qs);
    m_name->setText(name);
    m_name->setMaxLength(kLongestViewName);
    m_name->setPlaceholderText(tr("For example: spring campaign"));
    auto *field = new FormField(tr("Name"), m_name, this);
    field->setHint(visibleText(filter));
    column->addWidget(field);
    const std::array<QString, kViewColours> names{tr("Colour 1, blue"), tr("Colour 2, orange"), tr("Colour 3, teal"),
                                                  tr("Colour 4, purple"), tr("Colour 5, red or yellow")};
    auto *swatches = new QWidget(this);
    auto *line = new QHBoxLayout(swatches);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    for (int i = 0; i < kViewColours; ++i) {
        auto *swatch = new Swatch(i, names[size_t(i)], swatches);
        m_colours->addButton(swatch, i);
        line->addWidget(swatch);
    }
    line->addStretch(1);
    m_colours->button(std::clamp(colour, 0, kViewColours - 1))->setChecked(true);
    column->addWidget(new FormField(tr("Colour"), swatches, this));
    QPushButton *cancel = makeButton(tr("Cancel"), ButtonKind::Secondary, nullptr, this);
    cancel->setAutoDefault(false);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    m_save->setObjectName(u"viewSave"_qs);
    m_save->setDefault(true);
    m_save->setEnabled(!name.trimmed().isEmpty());
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    column->addLayout(buttons);
    connect(m_name, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_save->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_save, &QPushButton::clicked, this, [this] {
        Q_EMIT given(m_name->text().trimmed(), m_colours->checkedId());
        accept();
    });
    m_name->setFocus();
}

} // namespace linkdesk::app
