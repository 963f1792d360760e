// A share of a whole: name, note, per cent at the right, a bar, and what is behind it below. GUI thread.
#pragma once

#include <QWidget>

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

private:
    QString m_name;
    EqualDigitsLabel *m_value;
    ProgressBarLine *m_bar;
    ElidedLabel *m_behind;
    ElidedLabel *m_atEnd;
};

} // namespace linkdesk::app
