#include "cli/descriptors.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/resource.h>

#include <algorithm>
#endif

namespace linkdesk::server {

#if defined(__unix__) || defined(__APPLE__)

namespace {

// Both listeners' connections, the database and room; macOS refuses more than 10,240.
constexpr rlim_t kWanted = 8192;

} // namespace

void allowManyDescriptors()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kWanted)
        return;
    limit.rlim_cur = std::min(kWanted, limit.rlim_max);
    // Refused: the service runs with what it has, and waits when that is used up (R18).
    (void)::setrlimit(RLIMIT_NOFILE, &limit);
}

#else

void allowManyDescriptors() {}

#endif

} // namespace linkdesk::server
