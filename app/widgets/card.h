// A white (or slate) ground with a hairline border, a 24 px header (title, quiet caption, controls at the right) and a
// body. No shadow. GUI thread.
#pragma once

#include <QFrame>

class QHBoxLayout;
class QVBoxLayout;

namespace linkdesk::app {

class ElidedLabel;
class Label;

class Card final : public QFrame {
    Q_OBJECT

public:
    explicit Card(const QString &title = {}, QWidget *parent = nullptr);

    // Both empty: no header at all.
    void setTitle(const QString &title);
    void setCaption(const QString &caption);
    // At the right end of the header, in the order of the calls. The card owns it.
    void addHeaderWidget(QWidget *widget);
    // Put the content here; margins are set.
    [[nodiscard]] QVBoxLayout *body() const { return m_body; }
    // The body reaches the card's edges (tables): only the bottom radius is kept free.
    void setFlush(bool flush);
    // 2 px accent edge: this card filters what is below it.
    void setSelected(bool selected);
    // Takes focus and sends clicked() for mouse, Enter and Space.
    void setClickable(bool clickable);

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    void updateHeader();

    QVBoxLayout *m_outer;
    QWidget *m_header;
    QHBoxLayout *m_headerLayout;
    Label *m_title;
    ElidedLabel *m_caption;
    QVBoxLayout *m_body;
    bool m_selected = false;
    bool m_clickable = false;
    bool m_flush = false;
};

} // namespace linkdesk::app
