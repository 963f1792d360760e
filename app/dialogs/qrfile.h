// Asks where to and writes a QR code as PNG (1,024 px) or SVG, chosen by the name's ending. The writing happens in a
// pool thread; `done` is called in the GUI thread with an empty text or with what went wrong. GUI thread.
#pragma once

#include "dialogs/qrcode.h"

#include <functional>

class QWidget;

namespace linkdesk::app {

void saveQr(const QrCode &code, const QString &suggestedName, QWidget *parent,
            std::function<void(const QString &path, const QString &problem)> done);
void copyQr(const QrCode &code);
// The file without a dialog, in the calling thread; the empty text is success.
[[nodiscard]] QString writeQr(const QrCode &code, const QString &path);

} // namespace linkdesk::app
