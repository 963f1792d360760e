#include "service/service.h"

#include "base/logging.h"
#include "service/restarter.h"
#include "service/serviceparts.h"
#include "store/datafolderlock.h"
#include "store/restoreswap.h"

#include <thread>

namespace linkdesk::server {

using core::Error;
using core::ErrorCode;
using core::Result;

Service::Service(ServiceOptions options) : m_options(std::move(options)) {}

Service::~Service()
{
    stop();
}

Result<RunningService> Service::start()
{
    const std::lock_guard lock(m_mutex);
    m_again = m_options;
    if (auto started = startParts({}); !started)
        return started.error();
    m_again.listen = m_running.publicAddress;
    m_again.adminListen = m_running.adminAddress;
    m_restarter = std::make_unique<Restarter>([this] { restart(); });
    return m_running;
}

Result<void> Service::startParts(const Carried &carried)
{
    m_parts = std::make_unique<Parts>(m_again, carried, [this] { m_restarter->request(); });
    auto running = m_parts->start();
    if (!running) {
        m_parts.reset();
        return running.error();
    }
    m_running = std::move(*running);
    return {};
}

namespace {

// Another program, such as a verb of the command line, may have the folder or, for a moment, the port.
template <typename Try>
auto withPatience(Try attempt)
{
    constexpr int kTries = 50;
    constexpr std::chrono::milliseconds kPause{100};
    auto result = attempt();
    for (int i = 1; i < kTries && !result && (result.error().code == ErrorCode::InUse || result.error().code == ErrorCode::AddressInUse); ++i) {
        std::this_thread::sleep_for(kPause);
        result = attempt();
    }
    return result;
}

// Here and not only in Store::open(), so that it is known what to return to.
Result<std::optional<core::Restored>> swapDatabase(const std::filesystem::path &folder)
{
    const auto lock = core::DataFolderLock::acquire(folder);
    return lock ? core::completeRestore(folder) : lock.error();
}

} // namespace

// The database was decided on; from here on there is one, whatever happens (R38).
void Service::restart()
{
    const std::lock_guard lock(m_mutex);
    if (!m_parts)
        return;
    m_parts.reset();
    const std::filesystem::path &folder = m_options.dataDir;
    Carried carried{m_running.token, {}};
    const auto swapped = withPatience([&] { return swapDatabase(folder); });
    if (swapped && *swapped) {
        carried.restore = RestoreOutcome{**swapped, {}};
    } else if (!swapped) {
        core::cancelRestore(folder);
        carried.restore = RestoreOutcome{core::Restored{core::SystemClock().now(), {}, {}, {}}, swapped.error().detail};
    }
    auto started = withPatience([&] { return startParts(carried); });
    if (!started && swapped && *swapped) {
        qCWarning(core::lcService) << "the restored database cannot be used:" << started.error().detail.c_str();
        carried.restore->error = started.error().detail;
        if (auto back = core::decideReturn(folder, **swapped, core::SystemClock().now()); back)
            started = withPatience([&] { return startParts(carried); });
    }
    if (!started) {
        qCWarning(core::lcService) << "the service cannot start anew:" << started.error().detail.c_str();
        if (m_ended)
            m_ended(started.error());
    }
}

void Service::stop()
{
    // First, as a restart that is under way makes new parts.
    if (m_restarter)
        m_restarter->stop();
    const std::lock_guard lock(m_mutex);
    m_parts.reset();
    m_restarter.reset();
}

} // namespace linkdesk::server
