// Chips are tags (surface, thin edge, colour square); filter tokens are a key and a value on tint. Both may carry a
// cross. The paint function is for delegates. GUI thread.
#pragma once

#include <QWidget>

class QPainter;

namespace linkdesk::app {

// 20 px high, or 24 with a cross.
[[nodiscard]] QSize chipSize(const QString &text, bool removable = false);
// Draws at the left of `rect`, vertically centred; returns the width it took.
int paintChip(QPainter *painter, const QRect &rect, const QString &text, const QPalette &palette);
// As many chips as fit and "+n" for the rest.
void paintChips(QPainter *painter, const QRect &rect, const QStringList &texts, const QPalette &palette);

class Chip final : public QWidget {
    Q_OBJECT

public:
    enum class Look { Tag, Filter };

    explicit Chip(const QString &text, Look look = Look::Tag, QWidget *parent = nullptr);
    // A filter token "key:value": key text2, value accent medium.
    Chip(const QString &key, const QString &value, QWidget *parent = nullptr);

    void setRemovable(bool removable);
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void removeRequested();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QRect crossRect() const;

    QString m_key;
    QString m_text;
    Look m_look;
    bool m_removable = false;
};

} // namespace linkdesk::app
