// One number of a page: label, value in equal digits, a line below with an optional trend, a sparkline. 94 px high.
// GUI thread. Painted as one piece; screen readers get label, value and line as its accessible name and description.
#pragma once

#include "style/tokens.h"

#include <QVector>
#include <QWidget>

#include <optional>

namespace linkdesk::app {

class KpiCard final : public QWidget {
    Q_OBJECT

public:
    explicit KpiCard(const QString &label = {}, QWidget *parent = nullptr);

    void setLabel(const QString &label);
    void setValue(const QString &value);
    [[nodiscard]] QString value() const { return m_value; }
    // The line below, text3.
    void setNote(const QString &note);
    // +0.124 shows an upward triangle and 12.4 % before the note; none removes it. `upIsGood` picks ok or danger.
    void setTrend(std::optional<double> change, bool upIsGood = true);
    void setSeries(const QVector<qreal> &values);
    // A green dot with a halo before the label: the number is live.
    void setLive(bool live);
    void setValueTone(Tone tone);
    // One of several that can be chosen: takes focus, sends clicked() for mouse, Enter and Space.
    void setClickable(bool clickable);
    // 2 px accent edge: this card filters what is below it.
    void setSelected(bool selected);
    [[nodiscard]] bool isSelected() const { return m_selected; }

    [[nodiscard]] QSize sizeHint() const override { return {240, 94}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {150, 94}; }

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void describe();

    QString m_label;
    QString m_value;
    QString m_note;
    QString m_trendText;
    bool m_trendUp = false;
    bool m_trendGood = true;
    bool m_live = false;
    bool m_clickable = false;
    bool m_selected = false;
    Tone m_valueTone = Tone::Text;
    QVector<qreal> m_series;
};

} // namespace linkdesk::app
