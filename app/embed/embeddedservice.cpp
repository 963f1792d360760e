#include "embed/embeddedservice.h"

#include "service/runtimefile.h"
#include "service/service.h"

#include <QHostAddress>
#include <QTcpServer>

#include <memory>
#include <optional>

namespace linkdesk::app {

namespace {

QString text(std::string_view bytes)
{
    return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
}

core::Result<server::ServiceOptions> toOptions(const HostOptions &options)
{
    server::ServiceOptions result;
    const std::pair<const char *, const QString &> rows[] = {{"data-dir", options.dataDir},
                                                             {"listen", options.listen},
                                                             {"admin-listen", options.adminListen},
                                                             {"public-url", options.publicUrl}};
    for (const auto &[name, value] : rows) {
        if (value.isEmpty())
            continue;
        if (const core::Result<void> set = server::setOption(result, name, value.toStdString()); !set)
            return set.error();
    }
    return result;
}

// The same address with a port that is free now: the next ones up, else any.
QString freeAddress(const server::BoundAddress &taken)
{
    const QString host = text(taken.host);
    const QHostAddress address = host == QLatin1String("localhost") ? QHostAddress(QHostAddress::LocalHost)
                                                                    : QHostAddress(host);
    QTcpServer probe;
    // Below 1024 an ordinary account may not listen.
    const int first = taken.port < 1024 ? 8080 : taken.port + 1;
    for (int port = first; port < first + 20 && port <= 65535; ++port) {
        if (probe.listen(address, static_cast<quint16>(port)))
            return text(server::BoundAddress{taken.host, port}.text());
    }
    if (probe.listen(address, 0))
        return text(server::BoundAddress{taken.host, probe.serverPort()}.text());
    return {};
}

} // namespace

// Lives in the service's thread.
class EmbeddedService::Worker final : public QObject {
public:
    struct Outcome {
        std::optional<HostAddresses> addresses;
        HostFailure failure;
    };

    ~Worker() override { stop(); }

    Outcome start(const HostOptions &options)
    {
        core::Result<server::ServiceOptions> parsed = toOptions(options);
        if (!parsed)
            return {{}, describe(parsed.error(), nullptr)};
        const server::ServiceOptions wanted = std::move(parsed).value();
        auto service = std::make_unique<server::Service>(wanted);
        core::Result<server::RunningService> running = service->start();
        if (running) {
            m_service = std::move(service);
            return {fromRunning(*running), {}};
        }
        if (running.error().code == core::ErrorCode::InUse) {
            if (std::optional<HostAddresses> other = runningElsewhere(wanted))
                return {other, {}};
        }
        return {{}, describe(running.error(), &wanted)};
    }

    void stop()
    {
        if (m_service)
            m_service->stop();
        m_service.reset();
    }

private:
    static HostAddresses fromRunning(const server::RunningService &running)
    {
        return {QUrl(text(running.adminUrl)), QByteArray::fromStdString(running.token), text(running.publicUrl),
                text(running.publicAddress.text()), true};
    }

    // The daemon, or another window, serves this data folder already: manage that one.
    static std::optional<HostAddresses> runningElsewhere(const server::ServiceOptions &options)
    {
        const auto dir = options.dataDir.empty() ? server::defaultDataDir() : options.dataDir;
        const std::optional<server::RuntimeInfo> info = server::readRuntimeFile(dir);
        if (!info)
            return {};
        return HostAddresses{QUrl(text(info->adminUrl)), QByteArray::fromStdString(info->token), {}, {}, false};
    }

    static HostFailure describe(const core::Error &error, const server::ServiceOptions *options)
    {
        HostFailure failure{text(core::errorCodeName(error.code)), text(error.detail), text(error.field), {}, {}};
        const bool port = error.code == core::ErrorCode::AddressInUse
                          || error.code == core::ErrorCode::AddressForbidden;
        if (port && options) {
            const bool admin = error.field == "admin-listen";
            const server::BoundAddress &taken = admin ? options->adminListen : options->listen;
            failure.address = text(taken.text());
            failure.suggestedAddress = freeAddress(taken);
        }
        return failure;
    }

    std::unique_ptr<server::Service> m_service;
};

EmbeddedService::EmbeddedService(QObject *parent) : ServiceHost(parent), m_worker(new Worker)
{
    qRegisterMetaType<HostAddresses>();
    qRegisterMetaType<HostFailure>();
    m_thread.setObjectName(QStringLiteral("linkdesk-service"));
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.start();
}

EmbeddedService::~EmbeddedService()
{
    m_thread.quit();
    m_thread.wait();
}

void EmbeddedService::start(const HostOptions &options)
{
    if (m_state != State::Stopped)
        return;
    m_state = State::Starting;
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker, options] {
        Worker::Outcome outcome = worker->start(options);
        QMetaObject::invokeMethod(this, [this, outcome = std::move(outcome)] {
            // stop() may have come in between; its answer follows.
            if (m_state == State::Starting)
                m_state = outcome.addresses ? State::Running : State::Stopped;
            if (outcome.addresses)
                Q_EMIT started(*outcome.addresses);
            else
                Q_EMIT failed(outcome.failure);
        });
    });
}

void EmbeddedService::stop()
{
    if (m_state == State::Stopping)
        return;
    m_state = State::Stopping;
    QMetaObject::invokeMethod(m_worker, [this, worker = m_worker] {
        worker->stop();
        QMetaObject::invokeMethod(this, [this] {
            m_state = State::Stopped;
            Q_EMIT stopped();
        });
    });
}

} // namespace linkdesk::app
