// LinksModel: a list of up to a million links of which only what is looked at is loaded.
//
// rowCount() is the service's total; rows outside the loaded runs are placeholders (LoadedRole false). The view tells
// which rows are in sight; pages of 100 around them are fetched by cursor or skip, newest wish first, and old ones are
// dropped above 6,000 rows. A new query or sort keeps the old rows until the first new page is there. Events change
// loaded rows in place through the id index; counts are told to views at most once a second. Checked links are kept by
// id and survive sort, search and reload; or everything the query finds is checked, until it finds something else. GUI thread. The source is borrowed and must outlive the model.
#pragma once

#include "api/linksource.h"
#include "models/linkcache.h"

#include <QAbstractTableModel>
#include <QTimer>

namespace linkdesk::app {

enum class LinkColumn { Check, Link, Target, Tags, Clicks, Created, Expires, State };
inline constexpr int kLinkColumns = 8;
[[nodiscard]] constexpr int toInt(LinkColumn column)
{
    return static_cast<int>(column);
}

class LinksModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr qint64 kMostLoaded = 6000;
    enum Role { LinkRole = Qt::UserRole + 1, SortRole, IdRole, LoadedRole };

    explicit LinksModel(LinkSource &source, QObject *parent = nullptr);

    // Another search; the sort order of `query` counts, too. The same list again does nothing.
    void setQuery(const LinkQuery &query);
    [[nodiscard]] const LinkQuery &query() const { return m_query; }
    void sort(int column, Qt::SortOrder order) override;
    [[nodiscard]] static bool isSortable(int column);
    // Asks again for what is in sight; everything else is loaded anew when it is looked at.
    void refresh();
    void setVisibleRows(int first, int last);

    [[nodiscard]] bool hasAnswer() const { return m_answered; } // a first page came, perhaps an empty one
    [[nodiscard]] bool isLoading() const { return !m_requests.isEmpty(); }
    [[nodiscard]] bool totalIsKnown() const { return m_totalKnown; }
    [[nodiscard]] const LinkInfo *linkAt(int row) const { return m_cache.at(row); }
    [[nodiscard]] int rowOf(LinkId id) const; // -1 if not loaded

    void setChecked(int row, bool checked);
    void checkRows(int first, int last); // loaded ones
    void checkAll(); // whatever the query finds, loaded or not
    void clearChecked();
    [[nodiscard]] bool allChecked() const { return m_allChecked; }
    [[nodiscard]] bool isChecked(LinkId id) const { return m_allChecked || m_checked.contains(id); }
    [[nodiscard]] QList<LinkInfo> checkedLinks() const; // those named one by one
    [[nodiscard]] int checkedCount() const { return m_allChecked ? int(m_total) : int(m_checked.size()); }

    void applyChange(const LinkChange &change);
    void applyTick(const ClickTick &tick);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void totalChanged();
    void loadingChanged(bool loading);
    void listReplaced(); // a first page of a new query or of a reload is in place
    void checkedChanged();
    void failed(const linkdesk::app::ApiError &error);

private:
    struct Request {
        RequestId id = 0;
        qint64 first = 0;
        int count = 0;
        bool replaces = false; // the answer takes the place of the whole list
    };

    void restart(qint64 firstRow);
    void fetchVisible();
    void fetch(const LinkCache::Window &window, bool replaces);
    void answered(quint64 token, const ApiResult<LinkPageInfo> &result);
    void replaceList(const Request &request, const LinkPageInfo &page);
    void addPage(const Request &request, const LinkPageInfo &page);
    void remapPersistent(const QList<std::optional<LinkId>> &ids, const QModelIndexList &before);
    void setTotal(qint64 total);
    void takeTotal(const LinkPageInfo &page, qint64 end, qint64 atLeast);
    void cancelAll();
    void cancelOutOfSight();
    void rowsShifted();
    void insertOnTop(const LinkInfo &link);
    void removeLink(LinkId id);
    void updateLink(const LinkInfo &link);
    void refreshSoon();
    void flushCounts();
    void leaveAll();
    [[nodiscard]] QVariant linkData(const LinkInfo &link, LinkColumn column, int role) const;
    [[nodiscard]] QVariant displayText(const LinkInfo &link, LinkColumn column) const;
    [[nodiscard]] QVariant sortValue(const LinkInfo &link, LinkColumn column) const;
    [[nodiscard]] QString toolTip(const LinkInfo &link, LinkColumn column) const;

    LinkSource &m_source;
    LinkQuery m_query;
    LinkCache m_cache;
    QHash<LinkId, LinkInfo> m_checked;
    QHash<quint64, Request> m_requests; // by token
    quint64 m_lastToken = 0;
    qint64 m_total = 0;
    qint64 m_firstVisible = 0;
    qint64 m_lastVisible = 0;
    qint64 m_dirtyFirst = -1;
    qint64 m_dirtyLast = -1;
    int m_createdLately = 0;
    QList<LinkId> m_removedLately;
    QTimer m_fetchTimer;
    QTimer m_countTimer;
    QTimer m_refreshTimer;
    bool m_totalKnown = true;
    bool m_answered = false;
    bool m_allChecked = false;
    bool m_findsDeleted = false; // the query's filter does
};

} // namespace linkdesk::app
