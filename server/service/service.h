// Service: everything that runs, put together once: store, resolver, click recorder, public and admin listener.
//
// Owned by one thread, which calls start() and stop(); all work happens on the service's own threads, so nothing of it
// waits for that thread (R56). start() either runs everything or leaves nothing behind.
#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "service/serviceoptions.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace linkdesk::server {

class Restarter;

struct RunningService {
    BoundAddress publicAddress; // as really bound
    BoundAddress adminAddress;
    std::string publicUrl;
    std::string adminUrl; // for clients on this computer
    std::string token;    // control key of this start
};

class Service final {
public:
    explicit Service(ServiceOptions options);
    ~Service();
    Service(const Service &) = delete;
    Service &operator=(const Service &) = delete;

    // Errors name the file, folder or address and what to do (R39); AddressInUse has the field "listen" or
    // "admin-listen".
    [[nodiscard]] core::Result<RunningService> start();
    // Stops accepting, finishes answers, flushes clicks, checkpoints and joins; at most about five seconds.
    void stop();

    // A restore ends with a start anew, on a thread of the service's own. Where nothing can be started any more, not even
    // with the former database, `ended` is called on that thread; stop() is to follow on the owner's. Before start().
    void setEnded(std::function<void(core::Error)> ended) { m_ended = std::move(ended); }

private:
    class Parts;
    struct Carried;
    void restart();
    [[nodiscard]] core::Result<void> startParts(const Carried &carried);

    const ServiceOptions m_options;
    std::function<void(core::Error)> m_ended;
    std::mutex m_mutex; // guards the rest but the restarter
    ServiceOptions m_again; // with the addresses that were bound
    RunningService m_running;
    std::unique_ptr<Parts> m_parts;
    std::unique_ptr<Restarter> m_restarter;
};

} // namespace linkdesk::server
