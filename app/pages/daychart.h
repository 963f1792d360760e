// Today so far against yesterday, both added up hour by hour in local time. GUI thread.
#pragma once

#include "api/types.h"
#include "models/clickrateseries.h"
#include "pages/chartview.h"

namespace linkdesk::app {

// Clicks by local hour of two days; what the chart and the card of today's clicks are made from.
struct TwoDays {
    QList<qint64> today;     // running sums at the end of each hour so far, the last one not over
    QList<qint64> yesterday; // 24, 23 or 25 running sums
    double hoursToday = 0;   // how much of today is over

    [[nodiscard]] bool isEmpty() const { return today.isEmpty() && yesterday.isEmpty(); }
    // Today's full hours against the same hours of yesterday: +0.12 is 12 % more. None before the first full hour or
    // without clicks yesterday.
    [[nodiscard]] std::optional<double> change() const;
    [[nodiscard]] int fullHours() const;
};
[[nodiscard]] TwoDays twoDays(const StatsSeries &hours, const QDateTime &now, ClickKind kind);

class DayChart final : public ChartView {
    Q_OBJECT

public:
    explicit DayChart(QWidget *parent = nullptr);
    void setDays(const TwoDays &days);

protected:
    void applyColors(const Tokens &tokens) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    MainSeries m_today;
    QLineSeries *m_yesterday;
    QPointF m_end;
    bool m_hasToday = false;
};

} // namespace linkdesk::app
