#include "dialogs/duplicatenote.h"

#include "models/texts.h"
#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace linkdesk::app {

DuplicateNote::DuplicateNote(QWidget *parent) : QFrame(parent), m_text(new ElidedLabel(QString(), this))
{
    setObjectName(u"duplicateNote"_qs);
    setFixedHeight(38);
    m_text->setRole(TextRole::Small);
    auto *use = makeButton(tr("Use it"), ButtonKind::Link, nullptr, this);
    auto *another = makeButton(tr("Make another"), ButtonKind::Link, nullptr, this);
    use->setObjectName(u"useDuplicate"_qs);
    another->setObjectName(u"makeAnother"_qs);
    setControlSize(use, ControlSize::Small);
    setControlSize(another, ControlSize::Small);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(36, 0, 6, 0);
    row->setSpacing(4);
    row->addWidget(m_text, 1);
    row->addWidget(use);
    row->addWidget(another);
    connect(use, &QPushButton::clicked, this, &DuplicateNote::useRequested);
    connect(another, &QPushButton::clicked, this, &DuplicateNote::anotherRequested);
    hide();
}

void DuplicateNote::showFor(const LinkInfo &link)
{
    m_link = link;
    m_text->setText(
        tr("This target already has %1, %2 clicks.").arg(shortName(link).whole(), countText(link.clicks.humans)));
    setAccessibleName(m_text->text());
    show();
}

void DuplicateNote::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kControlRadius, t.tint);
    paintIcon(&painter, QRectF(13, (height() - 15) / 2.0, 15, 15), u"info"_qs, t.accent);
}

} // namespace linkdesk::app
