#include "pages/filterhelp.h"

#include "models/linkfilter.h"
#include "style/appstyle_paint.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QGridLayout>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kExampleWidth = 132;
constexpr int kWidth = 560;

} // namespace

FilterHelp::FilterHelp(QWidget *parent) : QFrame(parent, Qt::Popup | Qt::FramelessWindowHint)
{
    setObjectName(u"filterHelp"_qs);
    setAccessibleName(tr("What can be typed into the filter"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAttribute(Qt::WA_TranslucentBackground);
    setFixedWidth(kWidth);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 14, 20, 14);
    column->setSpacing(8);
    column->addWidget(new Label(tr("What can be typed"), TextRole::Heading, Tone::Text, this));
    auto *words = new Label(tr("Words are looked for in short names, targets and titles. All terms must hold; a minus "
                               "turns one around, a comma means “or”: -tag:print status:expired,banned"),
                            TextRole::Small, Tone::Text2, this);
    words->setWordWrap(true);
    column->addWidget(words);
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnMinimumWidth(0, kExampleWidth);
    grid->setColumnStretch(1, 1);
    int row = 0;
    for (const FilterExample &example : filterExamples()) {
        auto *term = new ElidedLabel(example.text, this);
        term->setRole(TextRole::SmallMedium);
        term->setLink(true);
        term->setAccessibleName(example.text);
        connect(term, &ElidedLabel::clicked, this, [this, text = example.text] {
            Q_EMIT chosen(text);
            close();
        });
        auto *finds = new ElidedLabel(example.finds, this);
        finds->setRole(TextRole::Small);
        finds->setTone(Tone::Text2);
        grid->addWidget(term, row, 0);
        grid->addWidget(finds, row, 1);
        ++row;
    }
    column->addLayout(grid);
}

void FilterHelp::popUp(const QWidget *anchor)
{
    adjustSize();
    QPoint at = anchor->mapToGlobal(QPoint(anchor->width() - width(), anchor->height() + 4));
    if (const QScreen *screen = anchor->screen()) {
        const QRect room = screen->availableGeometry();
        at.setX(std::max(room.left(), std::min(at.x(), room.right() - width())));
        at.setY(std::max(room.top(), std::min(at.y(), room.bottom() - height())));
    }
    move(at);
    show();
}

void FilterHelp::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), 8, t.dark ? t.surface2 : t.surface, t.field);
}

} // namespace linkdesk::app
