// A time zone out of all there are: a list that is searched by typing any part of a name. GUI thread.
#pragma once

#include <QComboBox>

namespace linkdesk::app {

class ZoneCombo final : public QComboBox {
    Q_OBJECT

public:
    explicit ZoneCombo(QWidget *parent = nullptr);

    // A zone this computer does not know is added.
    void setZone(const QString &id);
    // Empty: what was typed is no zone.
    [[nodiscard]] QString zone() const;
};

} // namespace linkdesk::app
