#include "dialogs/tagedit.h"

#include "style/appstyle.h"
#include "style/appstyle_paint.h"
#include "widgets/chip.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>

namespace linkdesk::app {

TagEdit::TagEdit(QWidget *parent) : QFrame(parent), m_row(new QHBoxLayout(this)), m_edit(new QLineEdit(this))
{
    setFixedHeight(controlHeight(ControlSize::Normal));
    setFocusProxy(m_edit);
    m_edit->setObjectName(u"tagLine"_qs);
    m_edit->setProperty("edge", u"none"_qs);
    m_edit->setPlaceholderText(tr("Add a tag"));
    m_edit->setAccessibleName(tr("Tags"));
    m_edit->setMinimumWidth(70);
    m_edit->installEventFilter(this);
    m_row->setContentsMargins(6, 0, 6, 0);
    m_row->setSpacing(6);
    m_row->addWidget(m_edit, 1);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString &text) {
        if (text.endsWith(u','))
            addTyped();
        Q_EMIT edited();
    });
}

QStringList TagEdit::tags() const
{
    QStringList all = m_tags;
    const QString typed = m_edit->text().remove(u',').trimmed();
    if (!typed.isEmpty() && !all.contains(typed))
        all << typed;
    return all;
}

void TagEdit::setTags(const QStringList &tags)
{
    while (!m_tags.isEmpty())
        remove(m_tags.last());
    m_edit->clear();
    for (const QString &tag : tags)
        add(tag);
}

void TagEdit::addTyped()
{
    const QString typed = m_edit->text().remove(u',').trimmed();
    m_edit->clear();
    if (!typed.isEmpty() && !m_tags.contains(typed))
        add(typed);
    Q_EMIT edited();
}

void TagEdit::add(const QString &tag)
{
    auto *chip = new Chip(tag, Chip::Look::Tag, this);
    chip->setRemovable(true);
    m_row->insertWidget(int(m_chips.size()), chip);
    m_chips << chip;
    m_tags << tag;
    connect(chip, &Chip::removeRequested, this, [this, tag] {
        remove(tag);
        m_edit->setFocus();
        Q_EMIT edited();
    });
}

void TagEdit::remove(const QString &tag)
{
    const qsizetype at = m_tags.indexOf(tag);
    if (at < 0)
        return;
    m_tags.removeAt(at);
    Chip *chip = m_chips.takeAt(at);
    chip->hide();
    chip->deleteLater(); // it may be the sender
}

bool TagEdit::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            if (m_edit->text().trimmed().isEmpty())
                Q_EMIT submitted();
            else
                addTyped();
            return true;
        }
        if (key == Qt::Key_Backspace && m_edit->text().isEmpty() && !m_tags.isEmpty()) {
            remove(m_tags.last());
            Q_EMIT edited();
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

void TagEdit::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kControlRadius, t.surface, t.field);
    if (m_edit->hasFocus())
        paintFocusEdge(&painter, rect(), kControlRadius, t);
}

} // namespace linkdesk::app
