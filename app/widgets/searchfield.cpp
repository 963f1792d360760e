#include "widgets/searchfield.h"

#include "style/appstyle_paint.h"
#include "style/icons.h"
#include "style/typescale.h"

#include <QKeyEvent>
#include <QPainter>
#include <QTimer>

namespace linkdesk::app {

namespace {

constexpr int kIconSide = 16;
constexpr int kLead = 21; // icon and the gap after it, beyond the style's own margin
constexpr int kPauseMs = 150;

int keyCapWidth(const QString &keys)
{
    return QFontMetrics(textFont(TextRole::Caption)).horizontalAdvance(keys) + 15;
}

} // namespace

int paintKeyCap(QPainter *painter, const QRect &rect, const QString &keys, const QPalette &palette)
{
    constexpr int kHeight = 18;
    const Tokens &t = tokens(palette);
    const int width = keyCapWidth(keys);
    const QRectF box(rect.right() + 1 - width, rect.top() + (rect.height() - kHeight) / 2, width, kHeight);
    paintBox(painter, box, 4, t.surface2, t.border);
    painter->save();
    painter->setFont(textFont(TextRole::Caption));
    painter->setPen(t.text2);
    painter->drawText(box, Qt::AlignCenter, keys);
    painter->restore();
    return width;
}

SearchField::SearchField(const QString &placeholder, QWidget *parent)
    : QLineEdit(parent), m_icon(QStringLiteral("search")), m_pause(new QTimer(this))
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(false);
    setMaxLength(500);
    m_pause->setSingleShot(true);
    m_pause->setInterval(kPauseMs);
    connect(m_pause, &QTimer::timeout, this, &SearchField::emitNow);
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_pause->start();
        updateMargins();
    });
    connect(this, &QLineEdit::textChanged, this, &SearchField::updateMargins);
    updateMargins();
}

void SearchField::setKeyCap(const QKeySequence &keys)
{
    m_keyText = keys.toString(QKeySequence::NativeText).replace(QLatin1Char('+'), QLatin1Char(' '));
    updateMargins();
    update();
}

void SearchField::setIcon(const QString &name)
{
    m_icon = name;
    update();
}

QSize SearchField::sizeHint() const
{
    return {248, QLineEdit::sizeHint().height()};
}

void SearchField::paintEvent(QPaintEvent *event)
{
    QLineEdit::paintEvent(event);
    QPainter painter(this);
    const QRectF lead(10, (height() - kIconSide) / 2.0, kIconSide, kIconSide);
    paintIcon(&painter, lead, m_icon, tokens(palette()).text2);
    if (!m_keyText.isEmpty() && text().isEmpty())
        paintKeyCap(&painter, rect().adjusted(0, 0, -8, 0), m_keyText, palette());
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        emitNow();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emitNow();
    QLineEdit::keyPressEvent(event);
}

void SearchField::emitNow()
{
    m_pause->stop();
    Q_EMIT searchRequested(text().trimmed());
}

void SearchField::updateMargins()
{
    const int cap = m_keyText.isEmpty() || !text().isEmpty() ? 0 : keyCapWidth(m_keyText) + 4;
    setTextMargins(kLead, 0, cap, 0);
}

} // namespace linkdesk::app
