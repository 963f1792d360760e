#include "pages/filterfield.h"

#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QTextCharFormat>

namespace linkdesk::app {

namespace {

constexpr int kNoteRole = Qt::UserRole + 1;
constexpr int kPopupWidth = 340;
constexpr int kRowHeight = 30;
constexpr int kMistakeAfterMs = 600;

// A name or value at the left, what it is at the right.
class SuggestionCell final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override { return {120, kRowHeight}; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Tokens &t = tokens(option.palette);
        painter->save();
        if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
            painter->fillRect(option.rect, t.track);
        const QRect room = option.rect.adjusted(12, 0, -12, 0);
        painter->setFont(textFont(TextRole::Medium));
        painter->setPen(t.text);
        const QString text = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        const int used = painter->fontMetrics().horizontalAdvance(text) + 16;
        painter->setFont(textFont(TextRole::Small));
        painter->setPen(t.text2);
        painter->drawText(room.adjusted(used, 0, 0, 0), Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                          painter->fontMetrics().elidedText(index.data(kNoteRole).toString(), Qt::ElideRight,
                                                            room.width() - used));
        painter->restore();
    }
};

} // namespace

FilterField::FilterField(const QString &placeholder, QWidget *parent)
    : SearchField(placeholder, parent), m_offered(new QStandardItemModel(this)), m_completer(new QCompleter(this))
{
    setMaxLength(900); // the service takes 1000 bytes
    m_completer->setModel(m_offered);
    m_completer->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    m_completer->setWidget(this); // the word at the cursor, not the whole text
    m_completer->popup()->setItemDelegate(new SuggestionCell(m_completer));
    m_completer->popup()->setObjectName(u"filterSuggestions"_qs);
    connect(m_completer, qOverload<const QModelIndex &>(&QCompleter::activated), this, &FilterField::take);
    connect(this, &QLineEdit::textEdited, this, &FilterField::offer);
    connect(this, &QLineEdit::textChanged, this, &FilterField::read);
    m_late.setSingleShot(true);
    m_late.setInterval(kMistakeAfterMs);
    connect(&m_late, &QTimer::timeout, this, [this] { tellMistake(m_reading.mistake); });
    connect(this, &QLineEdit::returnPressed, this, [this] { tellMistake(m_reading.mistake); });
    connect(this, &SearchField::searchRequested, this, [this](const QString &text) {
        if (m_reading.isValid())
            Q_EMIT changed(text);
    });
    m_reading = readFilter({});
}

void FilterField::setFilter(const QString &text)
{
    if (text != this->text())
        setText(text);
    m_completer->popup()->hide();
}

void FilterField::setMistake(const QString &sentence, int position, int length)
{
    const QByteArray utf8 = text().toUtf8();
    m_reading.mistake = sentence;
    m_reading.position = int(QString::fromUtf8(utf8.left(std::max(0, position))).size());
    m_reading.length = int(QString::fromUtf8(utf8.mid(std::max(0, position), std::max(0, length))).size());
    mark();
    tellMistake(sentence);
}

void FilterField::addTerm(const QString &term)
{
    const QString before = text().trimmed();
    setText(before.isEmpty() ? term : before + u' ' + term);
    setFocus();
    if (m_reading.isValid())
        Q_EMIT changed(text());
}

void FilterField::read()
{
    m_reading = readFilter(text());
    mark();
    if (m_reading.isValid())
        tellMistake({});
    else
        m_late.start();
}

void FilterField::tellMistake(const QString &sentence)
{
    m_late.stop();
    if (std::exchange(m_mistake, sentence) == sentence)
        return;
    setAccessibleDescription(sentence);
    Q_EMIT mistakeChanged(sentence);
}

// A line edit lays its text out with the formats an input method asks for: the one way to colour parts of it.
void FilterField::mark()
{
    const Tokens &t = tokens(palette());
    QList<QInputMethodEvent::Attribute> attributes;
    const auto add = [&](int from, int length, const QTextCharFormat &format) {
        if (length > 0)
            attributes << QInputMethodEvent::Attribute(QInputMethodEvent::TextFormat, from - cursorPosition(), length,
                                                       format);
    };
    for (const FilterTermMark &term : m_reading.terms) {
        if (term.keyLength == 0)
            continue;
        QTextCharFormat key;
        key.setForeground(t.text2);
        key.setBackground(t.tint);
        QTextCharFormat value = key;
        value.setForeground(t.accent);
        add(term.position, term.keyLength, key);
        add(term.position + term.keyLength, term.length - term.keyLength, value);
    }
    if (!m_reading.isValid()) {
        QTextCharFormat wrong;
        wrong.setForeground(t.danger);
        wrong.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wrong.setUnderlineColor(t.danger);
        add(m_reading.position, std::max(1, m_reading.length), wrong);
    }
    QInputMethodEvent event(QString(), attributes);
    QLineEdit::inputMethodEvent(&event);
}

void FilterField::offer()
{
    m_completion = completeFilter(text(), cursorPosition(), m_words);
    const bool nothingTyped = m_completion.length == 0 && (m_completion.from == 0 || text().endsWith(u' '));
    if (m_completion.suggestions.isEmpty() || nothingTyped) {
        m_completer->popup()->hide();
        return;
    }
    m_offered->clear();
    for (const FilterSuggestion &suggestion : std::as_const(m_completion.suggestions)) {
        auto *item = new QStandardItem(visibleText(suggestion.text));
        item->setData(suggestion.note, kNoteRole);
        m_offered->appendRow(item);
    }
    const int left = std::min(cursorRect().left(), std::max(0, width() - kPopupWidth));
    m_completer->setMaxVisibleItems(int(m_completion.suggestions.size()));
    m_completer->complete(QRect(left, 0, kPopupWidth, height() + 2));
}

void FilterField::take(const QModelIndex &index)
{
    if (index.row() < 0 || index.row() >= m_completion.suggestions.size())
        return;
    const QString chosen = m_completion.suggestions.at(index.row()).text;
    QString all = text();
    all.replace(m_completion.from, m_completion.length, chosen);
    const int end = m_completion.from + int(chosen.size());
    setText(all);
    setCursorPosition(end);
    if (chosen.endsWith(u':') || chosen.endsWith(u'<') || chosen.endsWith(u'>'))
        offer(); // now the values
    else if (m_reading.isValid())
        Q_EMIT changed(text().trimmed());
}

void FilterField::keyPressEvent(QKeyEvent *event)
{
    if (m_completer->popup()->isVisible()) {
        switch (event->key()) {
        case Qt::Key_Enter:
        case Qt::Key_Return:
        case Qt::Key_Escape:
        case Qt::Key_Tab: event->ignore(); return; // the list's
        default: break;
        }
    } else if (event->key() == Qt::Key_Down) {
        offer();
        return;
    }
    SearchField::keyPressEvent(event);
}

void FilterField::changeEvent(QEvent *event)
{
    SearchField::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        mark();
}

} // namespace linkdesk::app
