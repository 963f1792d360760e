#include "pages/visitorpreview.h"

#include "style/appstyle_paint.h"
#include "widgets/label.h"

#include <QPainter>
#include <QVBoxLayout>

namespace linkdesk::app {

VisitorPreview::VisitorPreview(QWidget *parent) : QFrame(parent)
{
    setObjectName(u"visitorPreview"_qs);
    setAccessibleName(tr("The page a visitor of a banned link sees"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(20, 20, 20, 20);
    column->setSpacing(6);
    auto *heading = new Label(u"This link has been disabled"_qs, TextRole::Heading, Tone::Text, this);
    auto *text = new Label(u"It was switched off because its target is not acceptable here."_qs, TextRole::Small,
                           Tone::Text2, this);
    for (Label *label : {heading, text}) {
        label->setWordWrap(true);
        label->setAlignment(Qt::AlignCenter);
        column->addWidget(label);
    }
}

void VisitorPreview::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kControlRadius, t.surface2);
}

} // namespace linkdesk::app
