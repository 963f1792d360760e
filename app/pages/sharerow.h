// A share of a whole: name, note, per cent at the right, a bar, and what is behind it below. GUI thread; the row owns
// its button.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace linkdesk::app {

class ElidedLabel;
class EqualDigitsLabel;
class ProgressBarLine;

class ShareRow final : public QWidget {
    Q_OBJECT

public:
    ShareRow(const QString &name, const QString &note, QWidget *parent = nullptr);
    // Below 0: unknown. `atEnd` stands at the right below the bar.
    void set(double share, const QString &behind, const QString &atEnd = {});
    // A quiet button at the right end below the bar. The row does not get higher by it.
    [[nodiscard]] QPushButton *addButton(const QString &text);

private:
    QString m_name;
    EqualDigitsLabel *m_value;
    ProgressBarLine *m_bar;
    ElidedLabel *m_behind;
    ElidedLabel *m_atEnd;
    QHBoxLayout *m_below;
};

} // namespace linkdesk::app
