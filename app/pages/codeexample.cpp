#include "pages/codeexample.h"

#include "style/appstyle_paint.h"
#include "style/tokens.h"
#include "style/typescale.h"
#include "widgets/elidedlabel.h"

#include <QPainter>

namespace linkdesk::app {

namespace {

constexpr int kSide = 14;
constexpr int kGap = 16;

void draw(QPainter &painter, const QRect &rect, TextRole role, const QColor &color, const QString &text,
          Qt::Alignment alignment = Qt::AlignLeft)
{
    painter.setFont(textFont(role));
    painter.setPen(color);
    painter.drawText(rect, int(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, text);
}

} // namespace

CodeExample::CodeExample(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CodeExample::setCode(const QString &host, const QString &code)
{
    m_host = visibleText(host);
    m_code = visibleText(code);
    describe();
}

void CodeExample::setFact(const QString &name, const QString &value)
{
    m_factName = name;
    m_fact = value;
    describe();
}

void CodeExample::describe()
{
    setAccessibleName(tr("Example of a new code: %1").arg(m_host + m_code));
    setAccessibleDescription(m_fact.isEmpty() ? QString() : tr("%1: %2").arg(m_factName, m_fact));
    setToolTip(plainToolTip(m_host + m_code));
    update();
}

void CodeExample::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens(palette());
    paintBox(&painter, rect(), kControlRadius, t.surface2, t.border);
    const QRect inside = rect().adjusted(kSide, 9, -kSide, -9);
    const QRect top(inside.left(), inside.top(), inside.width(), 18);
    const QRect bottom(inside.left(), inside.top() + 20, inside.width(), 24);

    int factWidth = 0;
    if (!m_fact.isEmpty()) {
        factWidth = std::max(QFontMetrics(textFont(TextRole::Small)).horizontalAdvance(m_factName),
                             QFontMetrics(textFont(TextRole::Medium)).horizontalAdvance(m_fact));
        draw(painter, top, TextRole::Small, t.text3, m_factName, Qt::AlignRight);
        draw(painter, bottom, TextRole::Medium, t.text, m_fact, Qt::AlignRight);
        factWidth += kGap;
    }
    draw(painter, top.adjusted(0, 0, -factWidth, 0), TextRole::Small, t.text3, tr("A new link will look like"));
    const QRect line = bottom.adjusted(0, 0, -factWidth, 0);
    const QFontMetrics hostMetrics(textFont(TextRole::Body));
    const QFontMetrics codeMetrics(textFont(TextRole::Subtitle));
    const QString code = codeMetrics.elidedText(m_code, Qt::ElideRight, line.width());
    const int room = std::max(0, line.width() - codeMetrics.horizontalAdvance(code));
    const QString host = hostMetrics.elidedText(m_host, Qt::ElideLeft, room);
    // One base line for both sizes.
    const int base = line.top() + (line.height() + codeMetrics.ascent() - codeMetrics.descent()) / 2;
    painter.setFont(textFont(TextRole::Body));
    painter.setPen(t.text2);
    painter.drawText(line.left(), base, host);
    painter.setFont(textFont(TextRole::Subtitle));
    painter.setPen(t.text);
    painter.drawText(line.left() + hostMetrics.horizontalAdvance(host), base, code);
}

} // namespace linkdesk::app
