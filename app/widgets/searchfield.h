// A line edit with a magnifier and the key that leads here, drawn as a key cap while it is empty. textEdited is sent at
// once, searchRequested after the typing has paused for 150 ms or on Enter. GUI thread.
#pragma once

#include <QKeySequence>
#include <QLineEdit>

class QTimer;

namespace linkdesk::app {

class SearchField : public QLineEdit {
    Q_OBJECT

public:
    explicit SearchField(const QString &placeholder = {}, QWidget *parent = nullptr);

    // Shown only; the shortcut itself belongs to an action.
    void setKeyCap(const QKeySequence &keys);
    void setIcon(const QString &name);
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void searchRequested(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;

private:
    void emitNow();
    void updateMargins();

    QString m_keyText;
    QString m_icon;
    QTimer *m_pause;
};

// A key as it lies on the keyboard, for search fields and menus; draws right-aligned in rect, returns its width.
int paintKeyCap(QPainter *painter, const QRect &rect, const QString &keys, const QPalette &palette);

} // namespace linkdesk::app
