// What happens when the window is closed. With a service inside and a tray, the window hides and the service goes on;
// that is said once, with the choice to quit instead. Without a tray the person is asked first, because links stop.
// With a remote service nothing stops: the program ends. GUI thread; owned by Program.
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
    };

    // Both borrowed.
    Closing(QWidget &window, Settings &settings);

    void request(const Situation &situation);

Q_SIGNALS:
    void hideRequested();
    void quitRequested();

private:
    void sayItGoesOn();
    void askBeforeStopping();

    QWidget &m_window;
    Settings &m_settings;
    QPointer<QMessageBox> m_box;
};

} // namespace linkdesk::app
