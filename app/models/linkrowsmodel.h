// LinkRowsModel: what tables of links that are read page by page share: rows, check boxes kept by id, the next page
// when the view comes near the end, "check all" that loads what is missing first. Another list or reload() keeps the
// old rows until the first new page is there. GUI thread. Derived models say where pages come from and what columns
// show.
#pragma once

#include "api/apiresult.h"
#include "api/renewaltypes.h"

#include <QAbstractTableModel>
#include <QSet>

#include <functional>

namespace linkdesk::app {

class LinkRowsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int kPageRows = 100;
    static constexpr int kMostChecked = 10'000; // "check all" stops loading here
    enum Role { RowRole = Qt::UserRole + 1, SortRole };

    using QAbstractTableModel::QAbstractTableModel;

    void reload();
    [[nodiscard]] bool hasAnswer() const { return m_answered; }
    [[nodiscard]] bool isLoading() const { return m_loading; }
    [[nodiscard]] const RenewalLink &rowAt(int row) const { return m_rows.at(row); }
    [[nodiscard]] int rowOf(LinkId id) const;

    void setChecked(int row, bool checked);
    void checkRows(int first, int last);
    void checkAll(bool checked);
    [[nodiscard]] bool isChecked(int row) const { return m_checked.contains(m_rows.at(row).link.id); }
    [[nodiscard]] QList<LinkId> checkedIds() const; // in the order of the rows
    [[nodiscard]] int checkedCount() const { return int(m_checked.size()); }
    [[nodiscard]] Qt::CheckState allChecked() const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void loaded(); // a first page is in place
    void checkedChanged();
    void failed(const linkdesk::app::ApiError &error);

protected:
    using PageReply = std::function<void(const ApiResult<RenewalPageInfo> &)>;
    // Asks for a page; calls `done` later and never from inside the call.
    virtual void askPage(const QString &cursor, int limit, const PageReply &done) = 0;
    virtual void dropRequest() = 0;
    // The list is another one: rows and checks go, a first page is asked for.
    void restart();

private:
    void ask(const QString &cursor, int limit);
    void answered(bool first, const ApiResult<RenewalPageInfo> &page);
    void replace(const QList<RenewalLink> &rows);
    void append(const QList<RenewalLink> &rows);
    void tellChecks(int first, int last);

    QList<RenewalLink> m_rows;
    QSet<LinkId> m_checked;
    QString m_next; // cursor; empty at the end
    quint64 m_token = 0; // answers of an older list are left out
    bool m_answered = false;
    bool m_loading = false;
    bool m_checkAll = false; // rows that come are checked, too
};

} // namespace linkdesk::app
