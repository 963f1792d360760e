// What happens when the window is closed. With a service inside and a tray, the window hides and the service goes on;
// that is said once, with the choice to quit instead. Without a tray the person is asked first, because links stop.
// With a remote service nothing stops: the program ends. Whatever ends it, changes that are not saved are asked about
// first. GUI thread; owned by Program.
#pragma once

#include <QObject>
#include <QPointer>

class QMessageBox;
class QWidget;

namespace linkdesk::app {

class Settings;

class Closing final : public QObject {
    Q_OBJECT

public:
    struct Situation {
        bool serviceInside = false; // and running or starting
        bool hasTray = false;
        QString unsaved = {}; // what would be lost, as a sentence
    };

    // Both borrowed.
    Closing(QWidget &window, Settings &settings);

    void request(const Situation &situation);
    // The person wants to quit, not just to close the window.
    void requestQuit(const QString &unsaved);

Q_SIGNALS:
    void hideRequested();
    void quitRequested();
    // The person wants to see what is not saved.
    void unsavedRequested();

private:
    void sayItGoesOn();
    void askBeforeStopping();
    void askBeforeLosing();
    void quit();

    QWidget &m_window;
    Settings &m_settings;
    QPointer<QMessageBox> m_box;
    QString m_unsaved;
};

} // namespace linkdesk::app
