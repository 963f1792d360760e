// Logging categories, one per part: `QT_LOGGING_RULES="linkdesk.store.debug=true"` turns one on.
// Never log a full URL with its query string, a client address or a key above debug level (R26, R49).
#pragma once

#include <QLoggingCategory>

namespace linkdesk::core {

Q_DECLARE_LOGGING_CATEGORY(lcStore)
Q_DECLARE_LOGGING_CATEGORY(lcCodes)
Q_DECLARE_LOGGING_CATEGORY(lcLinks)
Q_DECLARE_LOGGING_CATEGORY(lcResolve)
Q_DECLARE_LOGGING_CATEGORY(lcRedis)
Q_DECLARE_LOGGING_CATEGORY(lcClicks)
Q_DECLARE_LOGGING_CATEGORY(lcHttp)
Q_DECLARE_LOGGING_CATEGORY(lcAdmin)
Q_DECLARE_LOGGING_CATEGORY(lcService)
Q_DECLARE_LOGGING_CATEGORY(lcApp)

} // namespace linkdesk::core
