// The strip at the bottom of the window: is the service running, where, how busy, and what is wrong, in words. 30 px.
// GUI thread.
#pragma once

#include "widgets/message.h"

#include <QWidget>

namespace linkdesk::app {

class StatusStrip final : public QWidget {
    Q_OBJECT

public:
    enum class Service { Starting, Running, Stopped, Unreachable, Failed };

    explicit StatusStrip(QWidget *parent = nullptr);

    void setService(Service state, const QString &stateText);
    void setAddress(const QString &publicUrl, const QString &boundAddress);
    void setClicksPerSecond(const QString &text);
    void setCacheHits(const QString &text);
    // Empty takes it away. Level gives icon and tone.
    void setProblem(Level level, const QString &text);
    [[nodiscard]] QSize sizeHint() const override { return {400, 30}; }

Q_SIGNALS:
    void problemClicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    void describe();
    [[nodiscard]] QRect problemRect() const;

    Service m_service = Service::Starting;
    QString m_stateText, m_address, m_clicks, m_cache, m_problem;
    Level m_problemLevel = Level::Warn;
};

} // namespace linkdesk::app
