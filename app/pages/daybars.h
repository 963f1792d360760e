// Thirty bars, one a day, for the details pane: 2 px rounded tops and gaps, today full, the rest quieter; first and
// last day below. GUI thread.
#pragma once

#include "api/types.h"

#include <QWidget>

namespace linkdesk::app {

class DayBars final : public QWidget {
    Q_OBJECT

public:
    explicit DayBars(QWidget *parent = nullptr);
    void setPoints(const QList<StatsPoint> &points);
    [[nodiscard]] QSize sizeHint() const override { return {280, 96}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    [[nodiscard]] QRectF barRect(int i) const;

    QList<StatsPoint> m_points;
    qint64 m_largest = 0;
};

} // namespace linkdesk::app
