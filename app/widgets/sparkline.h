// A small line without axes. GUI thread.
#pragma once

#include "style/tokens.h"

#include <QVector>
#include <QWidget>

class QPainter;

namespace linkdesk::app {

struct SparklineStyle {
    QColor color;             // the line; the area below fades from it
    bool fromZero = true;     // tables compare from 0, KPI cards show min to max
    bool endDot = false;
    bool area = true;
};
// Fewer than two values, or all zero from zero: a flat line at the bottom. For delegates too.
void paintSparkline(QPainter *painter, const QRectF &rect, const QVector<qreal> &values, const SparklineStyle &style,
                    const Tokens &tokens);

class Sparkline final : public QWidget {
    Q_OBJECT

public:
    explicit Sparkline(QWidget *parent = nullptr);

    void setValues(const QVector<qreal> &values);
    void setFromZero(bool fromZero);
    void setEndDot(bool endDot);
    [[nodiscard]] QSize sizeHint() const override { return {86, 34}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QVector<qreal> m_values;
    bool m_fromZero = false;
    bool m_endDot = true;
};

} // namespace linkdesk::app
