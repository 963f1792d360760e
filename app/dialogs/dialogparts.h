// What small dialogs have in common: the title above, the buttons below. GUI thread.
#pragma once

#include <QString>

class QDialog;
class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

// Deletes itself when it is closed. 16 px between what is added.
[[nodiscard]] QVBoxLayout *makeDialogColumn(QDialog *dialog, const QString &title, int width);
// Cancel, then `last`, which Enter presses if `isDefault`. Call it when all the rest is there.
void addDialogButtons(QDialog *dialog, QVBoxLayout *column, QPushButton *last, bool isDefault = true);

} // namespace linkdesk::app
