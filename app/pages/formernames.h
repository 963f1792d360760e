// The former short names of a link that still lead to it, until when, and how to end one now. GUI thread.
#pragma once

#include "api/codetypes.h"

#include <QWidget>

class QVBoxLayout;

namespace linkdesk::app {

class FormerNames final : public QWidget {
    Q_OBJECT

public:
    explicit FormerNames(QWidget *parent = nullptr);

    // Those that have ended are left out; none left: the widget hides itself.
    void setAliases(const QList<LinkAlias> &aliases);
    // While an answer is awaited nothing can be ended twice.
    void setBusy(bool busy);

Q_SIGNALS:
    void copyRequested(const linkdesk::app::LinkAlias &alias);
    void endRequested(const linkdesk::app::LinkAlias &alias);

private:
    [[nodiscard]] QWidget *row(const LinkAlias &alias);

    QList<LinkAlias> m_shown;
    QWidget *m_rows = nullptr;
    QVBoxLayout *m_column;
};

} // namespace linkdesk::app
