// Asks for the key of a remote service. The key stays in memory: it is never written to a file. Opened with open();
// the answer is a signal. GUI thread.
#pragma once

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace linkdesk::app {

class KeyPrompt final : public QDialog {
    Q_OBJECT

public:
    KeyPrompt(const QString &service, QWidget *parent);

Q_SIGNALS:
    void given(const QByteArray &key);

private:
    QLineEdit *m_key;
    QPushButton *m_connect;
};

} // namespace linkdesk::app
