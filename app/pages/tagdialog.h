// TagDialog: which tags many links get, or lose. Opened with open(); the answer is a signal. GUI thread.
#pragma once

#include <QDialog>
#include <QStringList>

class QPushButton;

namespace linkdesk::app {

class TagEdit;

class TagDialog final : public QDialog {
    Q_OBJECT

public:
    enum class Kind { Add, Remove };

    // `offered` are completed while typing; foreign texts.
    TagDialog(Kind kind, int links, const QStringList &offered, QWidget *parent);

Q_SIGNALS:
    void given(const QStringList &tags);

private:
    void give();

    TagEdit *m_tags;
    QPushButton *m_ok;
};

} // namespace linkdesk::app
