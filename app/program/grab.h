// linkdesk --grab DIR: every page as a PNG, empty and with invented data, light and dark, from a service of its own
// in a temporary folder. For people who look at the pictures, and for a test that nothing breaks.
#pragma once

#include <QString>

namespace linkdesk::app {

// Runs the application's event loop; gives the exit code: 0, or 1 with a sentence on stderr.
[[nodiscard]] int grabPages(const QString &dir);

} // namespace linkdesk::app
