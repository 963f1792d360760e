// LinkSource: where LinksModel gets its pages from. AdminClient is one; tests have a million virtual rows.
#pragma once

#include "api/apiresult.h"
#include "api/linkrequests.h"
#include "api/types.h"

class QObject;

namespace linkdesk::app {

class LinkSource {
public:
    virtual ~LinkSource() = default;
    // Answers later, never from inside the call, and not at all once `context` is gone or the call was cancelled.
    virtual RequestId listLinks(const LinkQuery &query, QObject *context, Reply<LinkPageInfo> done) = 0;
    virtual void cancel(RequestId id) = 0;
};

} // namespace linkdesk::app
