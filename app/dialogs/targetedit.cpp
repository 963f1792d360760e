#include "dialogs/targetedit.h"

#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "style/icons.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>

namespace linkdesk::app {

TargetEdit::TargetEdit(QWidget *parent) : QFrame(parent), m_edit(new QLineEdit(this))
{
    setFixedHeight(controlHeight(ControlSize::Large));
    setFocusProxy(m_edit);
    m_edit->setObjectName(u"targetEdit"_qs);
    m_edit->setProperty("edge", u"none"_qs);
    m_edit->setPlaceholderText(tr("https://"));
    m_edit->setAccessibleName(tr("Target address"));
    m_edit->setInputMethodHints(Qt::ImhUrlCharactersOnly | Qt::ImhNoAutoUppercase);
    m_edit->installEventFilter(this);
    auto *paste = makeButton(tr("Paste"), ButtonKind::Ghost, "clipboard", this);
    paste->setObjectName(u"pasteButton"_qs);
    setControlSize(paste, ControlSize::Small);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(34, 0, 5, 0);
    row->setSpacing(4);
    row->addWidget(m_edit, 1);
    row->addWidget(paste);
    connect(m_edit, &QLineEdit::textChanged, this, &TargetEdit::edited);
    connect(m_edit, &QLineEdit::returnPressed, this, &TargetEdit::submitted);
    connect(paste, &QPushButton::clicked, this, [this] {
        const QString text = QGuiApplication::clipboard()->text().trimmed();
        if (!text.isEmpty())
            setText(text);
        m_edit->setFocus();
    });
}

QString TargetEdit::text() const
{
    return m_edit->text().trimmed();
}

void TargetEdit::setText(const QString &text)
{
    m_edit->setText(text);
}

bool TargetEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QFrame::eventFilter(watched, event);
}

void TargetEdit::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kControlRadius, t.surface, t.field);
    if (m_edit->hasFocus())
        paintFocusEdge(&painter, rect(), kControlRadius, t);
    paintIcon(&painter, QRectF(11, (height() - 16) / 2.0, 16, 16), u"globe"_qs, t.text2);
}

} // namespace linkdesk::app
