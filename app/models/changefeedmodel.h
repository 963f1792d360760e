// ChangeFeedModel: what happened to links lately, newest first. Seeded with the newest links, then fed by events; takes
// at most 4 rows a second (rules for motion) and counts what it left out. GUI thread.
#pragma once

#include "api/types.h"

#include <QAbstractListModel>
#include <QTimer>

namespace linkdesk::app {

class ChangeFeedModel final : public QAbstractListModel {
    Q_OBJECT

public:
    static constexpr int kMostRows = 40;
    static constexpr int kRowsPerSecond = 4;
    enum Role { KindRole = Qt::UserRole + 1, LinkRole, TimeRole, IdRole, WhatRole };

    explicit ChangeFeedModel(QObject *parent = nullptr);

    void seed(const QList<LinkInfo> &newest);
    void add(const LinkChange &change, const QDateTime &at);
    // Rows wait while off.
    void setUpdating(bool updating);
    [[nodiscard]] qint64 leftOut() const { return m_leftOut; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

private:
    struct Row {
        ChangeKind kind;
        LinkInfo link;
        QDateTime at;
    };
    void flush();

    QList<Row> m_rows;
    QList<Row> m_waiting; // oldest first
    QTimer m_timer;
    qint64 m_leftOut = 0;
    bool m_updating = true;
};

[[nodiscard]] QString changeText(ChangeKind kind);

} // namespace linkdesk::app
