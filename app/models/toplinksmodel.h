// TopLinksModel: the most clicked links of the last minute, for a BarListView. Rows move by insert, move and remove,
// never by reset; while frozen (the mouse is over the list) only numbers change. GUI thread.
#pragma once

#include "models/clickrateseries.h"
#include "models/clickwindow.h"

#include <QAbstractListModel>

namespace linkdesk::app {

class TopLinksModel final : public QAbstractListModel {
    Q_OBJECT

public:
    static constexpr int kMostRows = 20;
    enum Role { IdRole = Qt::UserRole + 1, ShortUrlRole };

    explicit TopLinksModel(QObject *parent = nullptr) : QAbstractListModel(parent) {}

    void load(const LiveSnapshot &snapshot);
    void add(const ClickTick &tick);
    void learn(const LinkInfo &link);
    void clear();
    // No rows are changed while off; the counting goes on.
    void setUpdating(bool updating);
    void setKind(ClickKind kind);
    void setFrozen(bool frozen);
    void setMostRows(int rows);
    // Shown when a domain is the default one and no short URL is known yet.
    void setDefaultHost(const QString &host) { m_defaultHost = host; }

    // How many links were clicked in the last minute.
    [[nodiscard]] int linksClicked() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    void update();
    [[nodiscard]] QList<LinkCount> ranked() const;
    [[nodiscard]] int find(LinkId id, int from) const;
    void reorder(const QList<LinkCount> &wanted);
    [[nodiscard]] QString hostOf(const LinkCount &link) const;

    ClickWindow m_window;
    QList<LinkCount> m_rows;
    QString m_defaultHost;
    ClickKind m_kind = ClickKind::Humans;
    int m_mostRows = 10;
    bool m_frozen = false;
    bool m_updating = true;
};

} // namespace linkdesk::app
