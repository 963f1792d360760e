// Open files: each connection of a client is one, and the usual limit of a shell is little more than the service's own.
#pragma once

namespace linkdesk::server {

// Raises this process's limit of open files as far as it may; where there is no such limit it does nothing.
void allowManyDescriptors();

} // namespace linkdesk::server
