// RenewalModel: the links of one window of the renewal page, the next to end first. GUI thread; the client is borrowed.
#pragma once

#include "api/adminclient.h"
#include "models/linkrowsmodel.h"

#include <QTimeZone>

namespace linkdesk::app {

enum class RenewalColumn { Check, Link, Expires, Exact, Clicks, Verdict, Renew };
inline constexpr int kRenewalColumns = 7;

class RenewalModel final : public LinkRowsModel {
    Q_OBJECT

public:
    explicit RenewalModel(AdminClient &client, QObject *parent = nullptr);

    // Loads it, also if it is the one that is shown.
    void setWindow(RenewalWindow window);
    [[nodiscard]] RenewalWindow window() const { return m_window; }
    // The zone that exact times are written in.
    void setTimeZone(const QTimeZone &zone);

    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

protected:
    void askPage(const QString &cursor, int limit, const PageReply &done) override;
    void dropRequest() override;

private:
    [[nodiscard]] QString text(const RenewalLink &row, RenewalColumn column) const;
    [[nodiscard]] QString toolTip(const RenewalLink &row, RenewalColumn column) const;

    AdminClient &m_client;
    RequestId m_request = 0;
    RenewalWindow m_window = RenewalWindow::Week;
    QTimeZone m_zone;
};

} // namespace linkdesk::app
