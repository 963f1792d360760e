// One part of the service at a glance: icon and name, a pill with its state, the value, a line below. 102 px high.
// GUI thread.
#pragma once

#include "widgets/pill.h"

#include <QFrame>

namespace linkdesk::app {

class ElidedLabel;

class StatusTile final : public QFrame {
    Q_OBJECT

public:
    StatusTile(const char *iconName, const QString &name, QWidget *parent = nullptr);

    void setState(PillKind kind, const QString &text);
    void setValue(const QString &value);
    void setNote(const QString &note);
    [[nodiscard]] QSize sizeHint() const override { return {281, 102}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void describe();

    QString m_name;
    Pill *m_pill;
    ElidedLabel *m_value;
    ElidedLabel *m_note;
};

} // namespace linkdesk::app
