// The app's actions and their default shortcuts, in one list.
#pragma once

namespace linkdesk::app {

class ActionRegistry;

void addStandardActions(ActionRegistry &actions);

} // namespace linkdesk::app
