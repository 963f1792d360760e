#include "api/eventstream.h"

#include "api/lifeparse.h"
#include "api/parse.h"
#include "base/logging.h"

#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QRandomGenerator>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr double kJitter = 0.2;

std::chrono::milliseconds jittered(std::chrono::milliseconds delay)
{
    const double factor = 1.0 - kJitter + 2 * kJitter * QRandomGenerator::global()->generateDouble();
    return std::chrono::milliseconds(qint64(double(delay.count()) * factor));
}

} // namespace

EventStream::EventStream(QObject *parent) : EventStream(Timing{}, parent) {}

EventStream::EventStream(Timing timing, QObject *parent)
    : QObject(parent), m_timing(timing), m_network(new QNetworkAccessManager(this)), m_delay(timing.firstDelay)
{
    m_network->setProxy(QNetworkProxy(QNetworkProxy::NoProxy));
    m_retry.setSingleShot(true);
    m_silence.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &EventStream::open);
    connect(&m_silence, &QTimer::timeout, this, &EventStream::ended);
}

EventStream::~EventStream()
{
    dropReply();
}

void EventStream::start(const Endpoint &endpoint)
{
    stop();
    m_endpoint = endpoint;
    m_delay = m_timing.firstDelay;
    open();
}

void EventStream::stop()
{
    m_retry.stop();
    m_silence.stop();
    dropReply();
    setConnected(false);
}

void EventStream::open()
{
    QUrl url = m_endpoint.baseUrl;
    url.setPath(u"/api/v1/events"_qs);
    QNetworkRequest request(url);
    authorize(request, m_endpoint);
    request.setRawHeader("Accept", "text/event-stream");
    request.setRawHeader("Cache-Control", "no-store");
    m_parser.reset();
    m_reply = m_network->get(request);
    connect(m_reply, &QNetworkReply::readyRead, this, &EventStream::read);
    connect(m_reply, &QNetworkReply::finished, this, &EventStream::ended);
    m_silence.start(m_timing.silence);
}

void EventStream::read()
{
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status != 200)
        return; // finished follows
    const QString type = m_reply->header(QNetworkRequest::ContentTypeHeader).toString();
    if (!type.startsWith(QLatin1String("text/event-stream"))) {
        ended();
        return;
    }
    m_silence.start(m_timing.silence);
    m_delay = m_timing.firstDelay;
    setConnected(true);
    const QNetworkReply *current = m_reply;
    const QList<SseEvent> events = m_parser.feed(m_reply->readAll());
    for (const SseEvent &event : events) {
        dispatch(event);
        if (m_reply != current)
            return; // a receiver stopped or restarted the stream
    }
    if (m_parser.overflowed()) {
        qCWarning(core::lcApp) << "an event is over the limit; the stream is opened again";
        ended();
    }
}

void EventStream::ended()
{
    if (!m_reply)
        return;
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    dropReply();
    m_silence.stop();
    setConnected(false);
    const bool keyRefused = status == 401 || status == 403;
    if (keyRefused) {
        m_delay = m_timing.longestDelay;
        Q_EMIT refused();
    }
    // A receiver of the signals above may have started the stream again.
    if (m_reply || m_retry.isActive())
        return;
    m_retry.start(jittered(m_delay));
    m_delay = std::min(m_delay * 2, m_timing.longestDelay);
}

void EventStream::dropReply()
{
    if (!m_reply)
        return;
    QNetworkReply *reply = m_reply;
    m_reply = nullptr;
    reply->disconnect(this);
    reply->abort();
    reply->deleteLater();
}

void EventStream::setConnected(bool connected)
{
    if (m_connected == connected)
        return;
    m_connected = connected;
    Q_EMIT connectedChanged(connected);
}

void EventStream::dispatch(const SseEvent &event)
{
    const auto broken = [&event](const ApiError &error) {
        qCWarning(core::lcApp) << "event" << event.type << "left out:" << error.detail;
    };
    const auto tell = [&](const auto &parsed, auto signal) {
        if (parsed)
            Q_EMIT(this->*signal)(*parsed);
        else
            broken(parsed.error());
    };
    if (event.type == "clicks")
        tell(parseClickTick(event.data), &EventStream::clicks);
    else if (event.type == "link")
        tell(parseLinkChange(event.data), &EventStream::linkChanged);
    else if (event.type == "links")
        tell(parseLinksChange(event.data), &EventStream::linksChanged);
    else if (event.type == "job")
        tell(parseJob(event.data), &EventStream::jobChanged);
    else if (event.type == "service")
        tell(parseServiceTick(event.data), &EventStream::serviceState);
}

} // namespace linkdesk::app
