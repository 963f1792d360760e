// What a visitor of a banned link sees, small and plain. The service's page is English whatever language this app
// speaks, so its words are not translated here. GUI thread.
#pragma once

#include <QFrame>

namespace linkdesk::app {

class VisitorPreview final : public QFrame {
    Q_OBJECT

public:
    explicit VisitorPreview(QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace linkdesk::app
