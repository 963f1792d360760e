// A line across, 1 px, in the colour of card edges whatever the theme. GUI thread.
#pragma once

#include "style/tokens.h"

#include <QPainter>
#include <QWidget>

namespace linkdesk::app {

class Separator final : public QWidget {
public:
    explicit Separator(QWidget *parent) : QWidget(parent) { setFixedHeight(1); }

protected:
    void paintEvent(QPaintEvent *) override { QPainter(this).fillRect(rect(), tokens(palette()).border); }
};

} // namespace linkdesk::app
