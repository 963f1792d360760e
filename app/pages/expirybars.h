// How many links end on each of the next days: one bar a day, this week tinted and counted, the tallest day named.
// GUI thread.
#pragma once

#include "api/renewaltypes.h"

#include <QWidget>

namespace linkdesk::app {

class ExpiryBars final : public QWidget {
    Q_OBJECT

public:
    static constexpr int kWeek = 7;

    explicit ExpiryBars(QWidget *parent = nullptr);

    // Today first. `week` is the count that the window of seven days has.
    void setDays(const QList<DayCount> &days, qint64 week);
    [[nodiscard]] int tallest() const { return m_tallest; } // -1: no links
    [[nodiscard]] QSize sizeHint() const override { return {600, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 160}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRectF plot() const;
    [[nodiscard]] QRectF barRect(int i, double top) const;
    void paintLabels(QPainter &painter, double top) const;

    QList<DayCount> m_days;
    qint64 m_week = 0;
    int m_tallest = -1;
};

} // namespace linkdesk::app
