// When a link ends: 7 days, 30 days, quarter end, never, or a day and time; beside it the moment in words. Presets end
// with the day, at 23:59:59 on the office's clocks. GUI thread.
#pragma once

#include <QDateTime>
#include <QTimeZone>
#include <QWidget>

namespace linkdesk::app {

class ElidedLabel;
class MomentEdit;
class SegmentedControl;

class ExpiryChooser final : public QWidget {
    Q_OBJECT

public:
    explicit ExpiryChooser(QWidget *parent = nullptr);

    // Where days end; this computer's until it is known.
    void setZone(const QTimeZone &zone);
    // Invalid: never.
    [[nodiscard]] QDateTime value() const;
    void setValue(const QDateTime &expires);
    // What is odd about the moment; empty: nothing.
    [[nodiscard]] QString warning() const;

Q_SIGNALS:
    void edited();

private:
    void choose(const QString &id);
    void updateText();

    SegmentedControl *m_choice;
    QWidget *m_dateRow;
    MomentEdit *m_date;
    ElidedLabel *m_text;
    ElidedLabel *m_zoneText;
    QTimeZone m_zone = QTimeZone::systemTimeZone();
};

// The last moment of the quarter `day` lies in.
[[nodiscard]] QDate quarterEnd(const QDate &day);

} // namespace linkdesk::app
