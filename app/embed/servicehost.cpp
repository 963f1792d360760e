#include "embed/servicehost.h"

namespace linkdesk::app {

ServiceHost::~ServiceHost() = default;

} // namespace linkdesk::app
