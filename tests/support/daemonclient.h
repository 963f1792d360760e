// Clients of a Daemon: raw bytes over one TCP connection, the admin API, and its event stream.
//
// Each object belongs to the thread that made it; no event loop is needed. Answers are read strictly: a client that
// forgave a wrong Content-Length would hide the fault.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <QTcpSocket>

#include <functional>
#include <optional>

namespace linkdesk::test {

struct HttpAnswer {
    int status = 0;  // 0: no whole and well-formed answer came
    QByteArray head; // status line and fields as they came, without the empty line
    QByteArray body;

    [[nodiscard]] QByteArray field(const QByteArray &name) const; // the first value; null where there is none
    [[nodiscard]] int fieldCount(const QByteArray &name) const;
};

class HttpClient final {
public:
    static constexpr int kPatience = 20'000;

    explicit HttpClient(quint16 port, int patience = kPatience) : m_port(port), m_patience(patience) {}

    // Connects where it is not connected; false where nobody listens.
    bool open();
    void close();
    [[nodiscard]] bool isOpen() const { return m_socket.state() == QAbstractSocket::ConnectedState; }
    [[nodiscard]] bool write(const QByteArray &bytes);
    // The next answer of this connection; headOnly: of a HEAD request, whose body is not sent.
    [[nodiscard]] HttpAnswer read(bool headOnly = false);
    // Up to and with the mark; what came so far where it does not come in time.
    [[nodiscard]] QByteArray readUntil(const QByteArray &mark);
    // Everything until the server closes; nothing where it does not.
    [[nodiscard]] std::optional<QByteArray> readToEnd();

    // Sends a whole request, on a new connection where the last one has ended, and reads its answer.
    [[nodiscard]] HttpAnswer send(const QByteArray &request, bool headOnly = false);
    [[nodiscard]] HttpAnswer get(const QByteArray &path, const QByteArray &fields = {});
    [[nodiscard]] HttpAnswer head(const QByteArray &path, const QByteArray &fields = {});
    // fields: whole lines with CRLF.
    [[nodiscard]] static QByteArray request(const QByteArray &method, const QByteArray &path,
                                            const QByteArray &fields = {}, const QByteArray &body = {});

private:
    [[nodiscard]] bool readMore();

    const quint16 m_port;
    const int m_patience;
    QTcpSocket m_socket;
    QByteArray m_buffer;
};

struct ApiAnswer {
    HttpAnswer http;
    QJsonObject json;

    [[nodiscard]] int status() const { return http.status; }
    [[nodiscard]] QString code() const { return json[QLatin1String("code")].toString(); }
    [[nodiscard]] qint64 id() const { return json[QLatin1String("id")].toInteger(); }
};

class ApiClient final {
public:
    ApiClient(quint16 port, QByteArray key) : m_http(port), m_key(std::move(key)) {}

    // path is below /api/v1/; body is sent as it is.
    [[nodiscard]] ApiAnswer send(const QByteArray &method, const QByteArray &path, const QByteArray &body = {},
                                 const QByteArray &fields = {});
    [[nodiscard]] ApiAnswer get(const QByteArray &path) { return send("GET", path); }
    [[nodiscard]] ApiAnswer post(const QByteArray &path, const QJsonObject &body)
    {
        return send("POST", path, text(body));
    }
    [[nodiscard]] ApiAnswer patch(const QByteArray &path, const QJsonObject &body)
    {
        return send("PATCH", path, text(body));
    }
    [[nodiscard]] ApiAnswer remove(const QByteArray &path) { return send("DELETE", path); }
    // A link to `url`; slug may be empty.
    [[nodiscard]] ApiAnswer create(const QByteArray &url, const QByteArray &slug = {});
    // Clicks of people of one link, as the API says; -1 where it says nothing.
    [[nodiscard]] qint64 clicks(qint64 id);
    // Every link that the list gives for a query, page after page.
    [[nodiscard]] QList<QJsonObject> list(const QByteArray &query = {});

    [[nodiscard]] static QByteArray text(const QJsonObject &object);

private:
    HttpClient m_http;
    const QByteArray m_key;
};

class EventClient final {
public:
    EventClient(quint16 port, const QByteArray &key);

    [[nodiscard]] bool isOpen() const { return m_open; }
    using Wanted = std::function<bool(const QJsonObject &)>;
    // The data of the next event of this name that is wanted; nothing where none comes in time.
    [[nodiscard]] std::optional<QJsonObject> next(const QByteArray &event, const Wanted &wanted = {});

private:
    HttpClient m_http;
    bool m_open = false;
};

} // namespace linkdesk::test
