// LinkBatch: what can be done with many links of the links page at once, as actions for its batch bar, its keys and its
// row menu: renew, tag, move, favourite, ban, delete, restore. The links are those that are checked, the current one,
// or whatever the filter finds; in the last case the service counts them before a ban is asked for. Everything runs
// through LifeCommands and can be undone. GUI thread; client, commands and window are borrowed and must outlive it.
#pragma once

#include "pages/lifecommands.h"

#include <QAction>
#include <QHash>

#include <functional>

class QMenu;
class QWidget;

namespace linkdesk::app {

class BatchBar;

struct LinkChoice {
    QList<LinkInfo> links;
    bool byFilter = false; // everything `filter` finds, instead of `links`
    QString filter;
    qint64 count = 0;

    [[nodiscard]] bool isEmpty() const { return count == 0; }
};

class LinkBatch final : public QObject {
    Q_OBJECT

public:
    LinkBatch(AdminClient &client, LifeCommands &commands, QWidget *window, std::function<LinkChoice()> choose);
    ~LinkBatch() override;

    void addTo(BatchBar &bar);
    void fillMenu(QMenu &menu);
    [[nodiscard]] QAction *deleteAction() const { return m_delete; }
    // Which actions have a use for these links.
    void update(const LinkChoice &choice);
    void setTags(const QStringList &tags) { m_tags = tags; }
    void setDomains(const QList<DomainInfo> &domains);

    void remove(const LinkChoice &choice);
    void restore(const LinkChoice &choice);
    void ban(const LinkChoice &choice);
    void unban(const LinkChoice &choice);
    void setFavourite(const LinkChoice &choice, bool favourite);
    // Links that something was done with lately; empty: forgotten. The list may show them no more.
    [[nodiscard]] QString nameOf(LinkId id) const { return m_names.value(id); }
    // What a request of one link was about; empty: of many, or forgotten.
    [[nodiscard]] QString nameOf(const BatchRequest &request) const;

Q_SIGNALS:
    void failed(const linkdesk::app::ApiError &error);

private:
    void makeActions();
    void makeRenewMenu();
    void renew(const RenewTo &to);
    void askDate();
    void askTags(bool add);
    void move(const QString &domain);
    void run(const LinkChoice &choice, BatchRequest request);
    // The links that `fits`, of those named one by one.
    [[nodiscard]] static LinkChoice only(LinkChoice choice, const std::function<bool(const LinkInfo &)> &fits);
    [[nodiscard]] static BatchRequest requestFor(const LinkChoice &choice, BatchRequest request);

    AdminClient &m_client;
    LifeCommands &m_commands;
    QWidget *m_window;
    std::function<LinkChoice()> m_choose;
    QHash<LinkId, QString> m_names;
    QStringList m_tags;
    QAction *m_renew = nullptr;
    QAction *m_tag = nullptr;
    QAction *m_move = nullptr;
    QAction *m_favourite = nullptr;
    QAction *m_unfavourite = nullptr;
    QAction *m_ban = nullptr;
    QAction *m_unban = nullptr;
    QAction *m_delete = nullptr;
    QAction *m_restore = nullptr;
    std::unique_ptr<QMenu> m_renewMenu;
    std::unique_ptr<QMenu> m_tagMenu;
    std::unique_ptr<QMenu> m_moveMenu;
};

// A filter text for "whatever this finds": the empty one is a term, too.
[[nodiscard]] QString batchFilter(const QString &typed);

} // namespace linkdesk::app
