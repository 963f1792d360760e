// What the service page says in words about problems and Redis. Translatable. GUI thread.
#pragma once

#include "api/types.h"

#include <QString>

namespace linkdesk::app {

// A problem of the service in the person's language; what has no translation is shown as the service put it.
[[nodiscard]] QString problemText(const Problem &problem);

// Why Redis is not used, from what its library or Redis itself said; shown as it came where no words are known.
[[nodiscard]] QString redisErrorText(const QString &error);
// "3 changes to be told"; empty for none.
[[nodiscard]] QString pendingText(qint64 pending);
// The line below the address: how fast it answers, or why it does not, and what waits for it.
[[nodiscard]] QString redisNote(const RedisInfo &redis);

} // namespace linkdesk::app
