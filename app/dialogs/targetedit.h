// The main field of the form: a globe, the address, Paste. 36 px. GUI thread.
#pragma once

#include <QFrame>

class QLineEdit;

namespace linkdesk::app {

class TargetEdit final : public QFrame {
    Q_OBJECT

public:
    explicit TargetEdit(QWidget *parent = nullptr);

    [[nodiscard]] QString text() const;
    void setText(const QString &text);
    [[nodiscard]] QLineEdit *lineEdit() const { return m_edit; }

Q_SIGNALS:
    void edited();
    void submitted();

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QLineEdit *m_edit;
};

} // namespace linkdesk::app
