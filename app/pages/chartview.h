// ChartView: Qt Charts with our own grid, labels and margins. Horizontal lines only, on whole pixels, from 0; labels
// are drawn by us. Subclasses add series and paint what lies above them. GUI thread.
#pragma once

#include "models/nicescale.h"

#include <QtCharts/QChartView>

class QLineSeries;
class QAreaSeries;
class QValueAxis;

namespace linkdesk::app {

struct Tokens;

struct AxisLabel {
    double at = 0;
    QString text;
};

class ChartView : public QChartView {
    Q_OBJECT

public:
    explicit ChartView(QWidget *parent = nullptr);

    void setXRange(double first, double last);
    void setXLabels(const QList<AxisLabel> &labels);
    void setScale(const NiceScale &scale);
    [[nodiscard]] const NiceScale &scale() const { return m_scale; }
    // Shown in the middle of the empty grid.
    void setEmptyText(const QString &text);
    [[nodiscard]] QSize sizeHint() const override { return {480, 220}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {220, 160}; }

protected:
    // Line (2 px) and area with its gradient, over the same points.
    struct MainSeries {
        QLineSeries *line = nullptr;
        QLineSeries *top = nullptr;
        QLineSeries *base = nullptr;
        QAreaSeries *area = nullptr;
    };
    [[nodiscard]] MainSeries addMainSeries();
    [[nodiscard]] QLineSeries *addLine();
    static void setPoints(const MainSeries &series, const QList<QPointF> &points);
    // Pens and brushes of the series, from the palette; called at first and after theme changes.
    virtual void applyColors(const Tokens &tokens) = 0;
    void colorMain(const MainSeries &series, const Tokens &tokens) const;
    [[nodiscard]] QPointF toView(double x, double y) const;
    [[nodiscard]] QRectF plot() const;
    void paintTooltip(QPainter *painter, const QPointF &anchor, const QStringList &lines) const;

    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void placePlot();

    QValueAxis *m_x;
    QValueAxis *m_y;
    QList<AxisLabel> m_labels;
    NiceScale m_scale;
    QString m_emptyText;
};

} // namespace linkdesk::app
