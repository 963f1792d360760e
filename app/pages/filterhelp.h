// FilterHelp: what can be typed into the filter, as a popup: every field with a right use of it and what it finds. A
// click on one puts it into the filter. GUI thread.
#pragma once

#include <QFrame>

namespace linkdesk::app {

class FilterHelp final : public QFrame {
    Q_OBJECT

public:
    explicit FilterHelp(QWidget *parent = nullptr);

    // Below `anchor`, its right edge at the anchor's.
    void popUp(const QWidget *anchor);

Q_SIGNALS:
    void chosen(const QString &term);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace linkdesk::app
