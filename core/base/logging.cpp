#include "base/logging.h"

namespace linkdesk::core {

Q_LOGGING_CATEGORY(lcStore, "linkdesk.store", QtInfoMsg)
Q_LOGGING_CATEGORY(lcCodes, "linkdesk.codes", QtInfoMsg)
Q_LOGGING_CATEGORY(lcLinks, "linkdesk.links", QtInfoMsg)
Q_LOGGING_CATEGORY(lcResolve, "linkdesk.resolve", QtInfoMsg)
Q_LOGGING_CATEGORY(lcRedis, "linkdesk.redis", QtInfoMsg)
Q_LOGGING_CATEGORY(lcClicks, "linkdesk.clicks", QtInfoMsg)
Q_LOGGING_CATEGORY(lcHttp, "linkdesk.http", QtInfoMsg)
Q_LOGGING_CATEGORY(lcAdmin, "linkdesk.admin", QtInfoMsg)
Q_LOGGING_CATEGORY(lcService, "linkdesk.service", QtInfoMsg)
Q_LOGGING_CATEGORY(lcApp, "linkdesk.app", QtInfoMsg)

} // namespace linkdesk::core
