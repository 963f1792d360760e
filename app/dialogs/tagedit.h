// Tags as chips with a cross, and a line to type the next one: Enter or a comma adds it, Backspace in the empty line
// takes the last one away. GUI thread.
#pragma once

#include <QFrame>
#include <QStringList>

class QHBoxLayout;
class QLineEdit;

namespace linkdesk::app {

class Chip;

class TagEdit final : public QFrame {
    Q_OBJECT

public:
    explicit TagEdit(QWidget *parent = nullptr);

    // What is typed but not yet added counts, too.
    [[nodiscard]] QStringList tags() const;
    void setTags(const QStringList &tags);
    [[nodiscard]] QLineEdit *lineEdit() const { return m_edit; }

Q_SIGNALS:
    void edited();
    void submitted(); // Enter in the empty line

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void addTyped();
    void add(const QString &tag);
    void remove(const QString &tag);

    QHBoxLayout *m_row;
    QLineEdit *m_edit;
    QStringList m_tags;
    QList<Chip *> m_chips;
};

} // namespace linkdesk::app
