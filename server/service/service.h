// Service: everything that runs, put together once: store, resolver, click recorder, public and admin listener.
//
// Owned by one thread, which calls start() and stop(); all work happens on the service's own threads, so nothing of it
// waits for that thread (R56). start() either runs everything or leaves nothing behind.
#pragma once

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "service/serviceoptions.h"

#include <memory>
#include <string>

namespace linkdesk::server {

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

private:
    class Parts;
    const ServiceOptions m_options;
    std::unique_ptr<Parts> m_parts;
};

} // namespace linkdesk::server
