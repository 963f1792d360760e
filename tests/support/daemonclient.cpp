#include "daemonclient.h"

#include <QElapsedTimer>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>

namespace linkdesk::test {

namespace {

const QByteArray kHeadEnd = "\r\n\r\n";

QList<QByteArray> valuesOf(const QByteArray &head, const QByteArray &name)
{
    QList<QByteArray> values;
    const QList<QByteArray> lines = head.split('\n');
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.left(colon).compare(name, Qt::CaseInsensitive) == 0)
            values.append(line.mid(colon + 1).trimmed());
    }
    return values;
}

bool hasNoBody(int status)
{
    return status == 204 || status == 304;
}

} // namespace

QByteArray HttpAnswer::field(const QByteArray &name) const
{
    const auto values = valuesOf(head, name);
    return values.isEmpty() ? QByteArray() : values.first();
}

int HttpAnswer::fieldCount(const QByteArray &name) const
{
    return static_cast<int>(valuesOf(head, name).size());
}

bool HttpClient::open()
{
    if (isOpen())
        return true;
    m_buffer.clear();
    m_socket.abort();
    m_socket.connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
    return m_socket.waitForConnected(m_patience);
}

void HttpClient::close()
{
    m_socket.abort();
    m_buffer.clear();
}

bool HttpClient::write(const QByteArray &bytes)
{
    if (!open() || m_socket.write(bytes) != bytes.size())
        return false;
    while (m_socket.bytesToWrite() > 0) {
        if (!m_socket.waitForBytesWritten(m_patience))
            return false;
    }
    return true;
}

bool HttpClient::readMore()
{
    if (m_socket.bytesAvailable() == 0 && !m_socket.waitForReadyRead(m_patience) && m_socket.bytesAvailable() == 0)
        return false;
    m_buffer += m_socket.readAll();
    return true;
}

QByteArray HttpClient::readUntil(const QByteArray &mark)
{
    qsizetype end = m_buffer.indexOf(mark);
    while (end < 0) {
        if (!readMore())
            return std::exchange(m_buffer, {});
        end = m_buffer.indexOf(mark);
    }
    const QByteArray found = m_buffer.left(end + mark.size());
    m_buffer.remove(0, found.size());
    return found;
}

std::optional<QByteArray> HttpClient::readToEnd()
{
    while (readMore()) {}
    if (isOpen())
        return std::nullopt;
    return std::exchange(m_buffer, {});
}

HttpAnswer HttpClient::read(bool headOnly)
{
    HttpAnswer answer;
    const QByteArray head = readUntil(kHeadEnd);
    if (!head.endsWith(kHeadEnd) || !head.startsWith("HTTP/1.1 "))
        return answer;
    answer.head = head.chopped(kHeadEnd.size());
    const int status = answer.head.mid(9, 3).toInt();
    if (headOnly || hasNoBody(status)) {
        answer.status = status;
        return answer;
    }
    bool isNumber = false;
    const qsizetype length = answer.field("content-length").toLongLong(&isNumber);
    if (!isNumber || length < 0 || answer.fieldCount("content-length") != 1)
        return answer;
    while (m_buffer.size() < length) {
        if (!readMore())
            return answer;
    }
    answer.body = m_buffer.left(length);
    m_buffer.remove(0, length);
    answer.status = status;
    if (answer.field("connection") == "close")
        close();
    return answer;
}

HttpAnswer HttpClient::send(const QByteArray &request, bool headOnly)
{
    // A kept connection may have been closed meanwhile, which shows only at its next use.
    const bool kept = isOpen();
    const bool written = write(request);
    HttpAnswer answer = written ? read(headOnly) : HttpAnswer();
    if (answer.status != 0 || !kept || isOpen() || !answer.head.isEmpty())
        return answer;
    return write(request) ? read(headOnly) : HttpAnswer();
}

QByteArray HttpClient::request(const QByteArray &method, const QByteArray &path, const QByteArray &fields,
                               const QByteArray &body)
{
    QByteArray text = method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields;
    if (!body.isEmpty())
        text += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
    return text + "\r\n" + body;
}

HttpAnswer HttpClient::get(const QByteArray &path, const QByteArray &fields)
{
    return send(request("GET", path, fields));
}

HttpAnswer HttpClient::head(const QByteArray &path, const QByteArray &fields)
{
    return send(request("HEAD", path, fields), true);
}

QByteArray ApiClient::text(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

ApiAnswer ApiClient::send(const QByteArray &method, const QByteArray &path, const QByteArray &body,
                          const QByteArray &fields)
{
    QByteArray all = fields;
    if (!m_key.isEmpty())
        all += "Authorization: Bearer " + m_key + "\r\n";
    if (!body.isEmpty() && !fields.contains("Content-Type:"))
        all += "Content-Type: application/json\r\n";
    ApiAnswer answer;
    answer.http = m_http.send(HttpClient::request(method, "/api/v1/" + path, all, body), method == "HEAD");
    answer.json = QJsonDocument::fromJson(answer.http.body).object();
    return answer;
}

ApiAnswer ApiClient::create(const QByteArray &url, const QByteArray &slug)
{
    QJsonObject body{{QStringLiteral("url"), QString::fromUtf8(url)}};
    if (!slug.isEmpty())
        body[QLatin1String("slug")] = QString::fromUtf8(slug);
    return post("links", body);
}

qint64 ApiClient::clicks(qint64 id)
{
    const ApiAnswer answer = get("links/" + QByteArray::number(id));
    return answer.status() == 200 ? answer.json[QLatin1String("clicks")][QLatin1String("humans")].toInteger() : -1;
}

QList<QJsonObject> ApiClient::list(const QByteArray &query)
{
    QList<QJsonObject> all;
    QByteArray cursor;
    do {
        QByteArray path = "links?limit=500" + (query.isEmpty() ? QByteArray() : "&" + query);
        if (!cursor.isEmpty())
            path += "&cursor=" + cursor.toPercentEncoding();
        const ApiAnswer page = get(path);
        if (page.status() != 200)
            return {};
        const QJsonArray links = page.json[QLatin1String("links")].toArray();
        for (const QJsonValue &link : links)
            all.append(link.toObject());
        cursor = page.json[QLatin1String("nextCursor")].toString().toLatin1();
    } while (!cursor.isEmpty());
    return all;
}

EventClient::EventClient(quint16 port, const QByteArray &key) : m_http(port)
{
    if (!m_http.write(HttpClient::request("GET", "/api/v1/events", "Authorization: Bearer " + key + "\r\n")))
        return;
    const QByteArray head = m_http.readUntil(kHeadEnd);
    m_open = head.startsWith("HTTP/1.1 200 ") && head.contains("Content-Type: text/event-stream\r\n");
    // The hub has the subscriber once this first sign of life is here.
    m_open = m_open && m_http.readUntil("\n\n").startsWith("retry:");
}

std::optional<QJsonObject> EventClient::next(const QByteArray &event, const Wanted &wanted)
{
    QElapsedTimer clock;
    clock.start();
    while (m_open && clock.elapsed() < HttpClient::kPatience) {
        const QByteArray text = m_http.readUntil("\n\n");
        m_open = text.endsWith("\n\n");
        if (!text.startsWith("event: " + event + "\n"))
            continue;
        const qsizetype data = text.indexOf("\ndata: ") + 7;
        const QJsonDocument document = QJsonDocument::fromJson(text.mid(data).trimmed());
        if (document.isObject() && (!wanted || wanted(document.object())))
            return document.object();
    }
    return std::nullopt;
}

} // namespace linkdesk::test
