// RenewalCell, BanCell, HostCell: the rows of the renewal page and of the bans page. GUI thread.
#pragma once

#include "pages/actiontable.h"

namespace linkdesk::app {

class RenewalCell final : public RowCell {
    Q_OBJECT

public:
    using RowCell::RowCell;

protected:
    void paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index,
                   const QPalette &palette) const override;
};

class BanCell final : public RowCell {
    Q_OBJECT

public:
    using RowCell::RowCell;

protected:
    void paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index,
                   const QPalette &palette) const override;
};

class HostCell final : public RowCell {
    Q_OBJECT

public:
    using RowCell::RowCell;

protected:
    void paintCell(QPainter *painter, const QRect &cell, const QModelIndex &index,
                   const QPalette &palette) const override;
};

} // namespace linkdesk::app
