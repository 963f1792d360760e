// SseParser: bytes of a text/event-stream in, events out (WHATWG HTML, 9.2.6 "Interpreting an event stream").
//
// Pure: no sockets. Any split of the bytes gives the same events, also between CR and LF and inside a UTF-8 character.
// Bounded: a line or an event over kLargestEvent ends the stream (overflowed()), it is never cut.
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

namespace linkdesk::app {

struct SseEvent {
    QByteArray type; // "message" where the stream names none
    QByteArray data; // lines joined by LF
    bool operator==(const SseEvent &) const = default;
};

class SseParser final {
public:
    static constexpr qsizetype kLargestEvent = 4 * 1024 * 1024;

    [[nodiscard]] QList<SseEvent> feed(QByteArrayView bytes);
    [[nodiscard]] bool overflowed() const { return m_overflowed; }
    // For a new connection.
    void reset() { *this = SseParser(); }

private:
    void endLine(QList<SseEvent> &into);
    void takeField(QByteArrayView name, QByteArrayView value);

    QByteArray m_line;
    QByteArray m_type;
    QByteArray m_data;
    bool m_atStart = true;  // a byte order mark may come
    bool m_afterCr = false; // a LF now belongs to the CR before it
    bool m_hasData = false;
    bool m_overflowed = false;
};

} // namespace linkdesk::app
