// ApiError for people: one translated sentence that says what to do next. GUI thread (translations).
#pragma once

#include "api/apierror.h"

namespace linkdesk::app {

// What happened, in a few words: "The service does not answer."
[[nodiscard]] QString whatHappened(const ApiError &error);
// What to do about it: "Check that it runs …". May be empty.
[[nodiscard]] QString whatToDo(const ApiError &error);

} // namespace linkdesk::app
