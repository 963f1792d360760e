// A small office's links and clicks, for pictures of the pages and tests that want something to look at.
#pragma once

#include "fakeservice.h"

namespace linkdesk::test {

// Links with tags, near expiries, hostile and Chinese names; five minutes of clicks; a day and a half of hours.
void fillOffice(FakeService &service, int moreLinks = 0);
// Campaigns that end in the next 90 days, some that have ended, and banned links of two hosts.
void fillDecisions(FakeService &service);
[[nodiscard]] QJsonObject officeLive(const FakeService &service, const QDateTime &now);

} // namespace linkdesk::test
