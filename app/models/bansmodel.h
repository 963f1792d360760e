// BansModel: the banned links, the newest first. HostsModel: the hosts their targets lie on. GUI thread; the client is
// borrowed.
#pragma once

#include "api/adminclient.h"
#include "models/linkrowsmodel.h"

namespace linkdesk::app {

enum class BanColumn { Check, Link, Target, Reason, By, When, Unban };
inline constexpr int kBanColumns = 7;

class BansModel final : public LinkRowsModel {
    Q_OBJECT

public:
    explicit BansModel(AdminClient &client, QObject *parent = nullptr);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    void askPage(const QString &cursor, int limit, const PageReply &done) override;
    void dropRequest() override;

private:
    [[nodiscard]] static QString text(const LinkInfo &link, BanColumn column);
    [[nodiscard]] static QString toolTip(const LinkInfo &link, BanColumn column);

    AdminClient &m_client;
    RequestId m_request = 0;
};

enum class HostColumn { Host, Links, Unban };
inline constexpr int kHostColumns = 3;

class HostsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { HostRole = Qt::UserRole + 1 };

    using QAbstractTableModel::QAbstractTableModel;

    void setHosts(const QList<BannedHost> &hosts);
    [[nodiscard]] const BannedHost &hostAt(int row) const { return m_hosts.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QList<BannedHost> m_hosts;
};

} // namespace linkdesk::app

Q_DECLARE_METATYPE(linkdesk::app::BannedHost)
