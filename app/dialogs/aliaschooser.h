// How long the old short name goes on after a rename: not at all, 30 days, 90 days, a year, or what the domain does by
// itself, which is named. GUI thread.
#pragma once

#include <QWidget>

class QHBoxLayout;

namespace linkdesk::app {

class SegmentedControl;

class AliasChooser final : public QWidget {
    Q_OBJECT

public:
    explicit AliasChooser(QWidget *parent = nullptr);

    // The domain's own period becomes the choice, until the person makes another.
    void setUsual(int days);
    // 0: not at all.
    [[nodiscard]] int days() const;
    void reset();

Q_SIGNALS:
    void edited();

private:
    void fill();

    QHBoxLayout *m_row;
    SegmentedControl *m_choice = nullptr;
    int m_usual = 30;
    bool m_chosen = false; // by the person
};

} // namespace linkdesk::app
