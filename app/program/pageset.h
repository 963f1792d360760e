// The pages of this version, and only those that work, put into a window. Used by the program and by the pictures.
#pragma once

class QUndoStack;

namespace linkdesk::app {

class AdminClient;
class EventStream;
class LinkDialogs;
class MainWindow;

// Borrowed; they outlive the window.
struct PageParts {
    AdminClient &client;
    EventStream &events;
    LinkDialogs &dialogs;
    QUndoStack &undo;
};

void addPages(MainWindow &window, const PageParts &parts);

} // namespace linkdesk::app
