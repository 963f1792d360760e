// "This target already has go.example/abc": use that one, or make another. GUI thread.
#pragma once

#include "api/types.h"

#include <QFrame>

namespace linkdesk::app {

class ElidedLabel;

class DuplicateNote final : public QFrame {
    Q_OBJECT

public:
    explicit DuplicateNote(QWidget *parent = nullptr);

    void showFor(const LinkInfo &link);
    [[nodiscard]] const LinkInfo &link() const { return m_link; }

Q_SIGNALS:
    void useRequested();
    void anotherRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    LinkInfo m_link;
    ElidedLabel *m_text;
};

} // namespace linkdesk::app
