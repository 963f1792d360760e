// Clicks per second over five minutes. The axis stands still (-5 min … now), the data moves: five times a second
// while running, never while stopped or hidden. The line is a second behind, so that its right end moves smoothly
// between two ticks instead of jumping. GUI thread; the series is borrowed and must outlive the chart.
#pragma once

#include "models/clickrateseries.h"
#include "pages/chartview.h"

#include <QElapsedTimer>
#include <QTimer>

namespace linkdesk::app {

class ClickRateChart final : public ChartView {
    Q_OBJECT

public:
    explicit ClickRateChart(const ClickRateSeries &series, QWidget *parent = nullptr);

    void setKind(ClickKind kind);
    void setRunning(bool running);
    [[nodiscard]] bool isRunning() const { return m_timer.isActive(); }
    // How often points were replaced; tests hold the motion rules with it.
    [[nodiscard]] qint64 frames() const { return m_frames; }

protected:
    void applyColors(const Tokens &tokens) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void ticked();
    void frame();
    [[nodiscard]] double progress() const;
    [[nodiscard]] QList<QPointF> points(ClickKind kind) const;
    void paintHover(QPainter *painter);

    const ClickRateSeries &m_series;
    MainSeries m_main;
    QLineSeries *m_bots;
    ClickKind m_kind = ClickKind::Humans;
    ScaleKeeper m_keeper;
    QTimer m_timer;
    QElapsedTimer m_sinceTick;
    QElapsedTimer m_clock;
    double m_hoverX = -1;
    double m_edge = 0; // value at the right end
    qint64 m_frames = 0;
};

} // namespace linkdesk::app
