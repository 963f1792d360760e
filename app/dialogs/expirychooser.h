// When a link ends: 7 days, 30 days, quarter end, never, or a date; beside it the moment in words. Presets end with the
// day, at 23:59:59 local time. GUI thread.
#pragma once

#include <QDateTime>
#include <QWidget>

class QDateEdit;

namespace linkdesk::app {

class Label;
class SegmentedControl;

class ExpiryChooser final : public QWidget {
    Q_OBJECT

public:
    explicit ExpiryChooser(QWidget *parent = nullptr);

    // Invalid: never.
    [[nodiscard]] QDateTime value() const;
    void setValue(const QDateTime &expires);

Q_SIGNALS:
    void edited();

private:
    void choose(const QString &id);
    void updateText();

    SegmentedControl *m_choice;
    QDateEdit *m_date;
    Label *m_text;
    QDateTime m_given; // kept to the second while the day stays
};

// The last moment of the quarter `day` lies in.
[[nodiscard]] QDate quarterEnd(const QDate &day);

} // namespace linkdesk::app
