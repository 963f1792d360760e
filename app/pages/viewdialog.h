// ViewDialog: name and colour of a saved view. Opened with open(); the answer is a signal. GUI thread.
#pragma once

#include <QDialog>

class QButtonGroup;
class QLineEdit;
class QPushButton;

namespace linkdesk::app {

inline constexpr int kViewColours = 5; // those of the series
inline constexpr int kLongestViewName = 80;

class ViewDialog final : public QDialog {
    Q_OBJECT

public:
    // An empty name is a new view. `filter` is shown, foreign text.
    ViewDialog(const QString &name, int colour, const QString &filter, QWidget *parent);

Q_SIGNALS:
    void given(const QString &name, int colour);

private:
    QLineEdit *m_name;
    QButtonGroup *m_colours;
    QPushButton *m_save;
};

} // namespace linkdesk::app
