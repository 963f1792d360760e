#include "widgets/page.h"

namespace linkdesk::app {

Page::~Page() = default;

} // namespace linkdesk::app
