#include "shell/windowstate.h"

#include <QGuiApplication>
#include <QScreen>
#include <QWidget>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr QSize kDefaultSize{1440, 900};

QString geometryKey()
{
    return QStringLiteral("geometry");
}

} // namespace

void WindowState::restore(QWidget *window) const
{
    // restoreGeometry checks itself that a screen shows the place.
    if (window->restoreGeometry(m_file.value(geometryKey()).toByteArray()))
        return;
    const QScreen *screen = QGuiApplication::primaryScreen();
    const QRect room = screen ? screen->availableGeometry() : QRect(QPoint(0, 0), kDefaultSize);
    const QSize size = kDefaultSize.boundedTo(room.size()).expandedTo(window->minimumSize());
    window->resize(size);
    const QPoint centred = room.center() - QPoint(size.width() / 2, size.height() / 2);
    window->move(std::max(room.left(), centred.x()), std::max(room.top(), centred.y()));
}

void WindowState::save(const QWidget *window)
{
    m_file.setValue(geometryKey(), window->saveGeometry());
}

} // namespace linkdesk::app
