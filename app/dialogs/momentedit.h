// A day and a time of day on the clocks of a zone. GUI thread.
#pragma once

#include "models/zonedmoment.h"

#include <QDateTimeEdit>

namespace linkdesk::app {

class MomentEdit final : public QDateTimeEdit {
    Q_OBJECT

public:
    explicit MomentEdit(QWidget *parent = nullptr);

    void setZone(const QTimeZone &zone);
    [[nodiscard]] const QTimeZone &zone() const { return m_zone; }
    // Kept to the second as long as nobody changes what is shown.
    void setMoment(const QDateTime &at);
    // On these clocks, whichever zone they will be of.
    void setClock(const QDate &day, const QTime &time);
    [[nodiscard]] QDateTime moment() const; // UTC; 23:59 means its last second
    // What to know about this time; empty: nothing.
    [[nodiscard]] QString warning() const;

private:
    [[nodiscard]] QDateTime onClock(const QDateTime &at) const;

    QTimeZone m_zone = QTimeZone::systemTimeZone();
    QDateTime m_given;
};

} // namespace linkdesk::app
