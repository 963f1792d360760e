#include "api/sseparser.h"

namespace linkdesk::app {

QList<SseEvent> SseParser::feed(QByteArrayView bytes)
{
    QList<SseEvent> events;
    for (char c : bytes) {
        if (m_overflowed)
            break;
        if (c == '\n' && m_afterCr) {
            m_afterCr = false;
            continue;
        }
        m_afterCr = c == '\r';
        if (c == '\n' || c == '\r') {
            endLine(events);
            continue;
        }
        m_line.append(c);
        if (m_line.size() + m_data.size() > kLargestEvent)
            m_overflowed = true;
    }
    return events;
}

void SseParser::endLine(QList<SseEvent> &into)
{
    if (m_atStart && m_line.startsWith("\xEF\xBB\xBF"))
        m_line.remove(0, 3);
    m_atStart = false;
    if (m_line.isEmpty()) {
        if (m_hasData)
            into << SseEvent{m_type.isEmpty() ? QByteArray("message") : m_type, m_data};
        m_type.clear();
        m_data.clear();
        m_hasData = false;
        return;
    }
    const QByteArrayView line(m_line);
    const qsizetype colon = line.indexOf(':');
    if (colon < 0) {
        takeField(line, {});
    } else if (colon > 0) {
        QByteArrayView value = line.sliced(colon + 1);
        if (value.startsWith(' '))
            value = value.sliced(1);
        takeField(line.first(colon), value);
    }
    m_line.clear();
}

void SseParser::takeField(QByteArrayView name, QByteArrayView value)
{
    if (name == QByteArrayView("event")) {
        m_type = value.toByteArray();
    } else if (name == QByteArrayView("data")) {
        if (m_hasData)
            m_data.append('\n');
        m_data.append(value);
        m_hasData = true;
    }
}

} // namespace linkdesk::app
