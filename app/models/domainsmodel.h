// DomainsModel: the short domains and what is being changed about them. A row is a domain; the last one may be a new
// domain that the service does not know yet. Edits stay with their row until they are saved or taken back, also when
// the list is read anew: they are put on top of what the service has by then. GUI thread.
#pragma once

#include "api/domainrequests.h"
#include "api/types.h"

#include <QAbstractListModel>
#include <QHash>

#include <optional>

namespace linkdesk::app {

class DomainsModel final : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        SummaryRole = Qt::UserRole + 1, // what codes look like
        LinksRole,                      // "1,180 links"
        DefaultRole,                    // bool
        ChangedRole                     // bool: not saved yet
    };

    explicit DomainsModel(QObject *parent = nullptr) : QAbstractListModel(parent) {}

    void setDomains(const QList<DomainInfo> &domains);
    // What the default domain is called.
    void setDefaultHost(const QString &host);
    [[nodiscard]] QString defaultHost() const { return m_defaultHost; }
    // The service's answer to a save of `sent`; what was changed on the screen meanwhile stays. Takes a new domain too.
    void saved(const DomainInfo &domain, const DomainEdit &sent = {});

    [[nodiscard]] const DomainInfo *domainAt(int row) const; // null for the new one
    [[nodiscard]] int rowOf(qint64 id) const;                // -1: gone
    [[nodiscard]] QString nameAt(int row) const;
    // As it is on the screen: with what was changed.
    [[nodiscard]] CodeSettings settingsAt(int row) const;
    [[nodiscard]] DomainEdit editAt(int row) const;
    void setSettings(int row, const CodeSettings &settings);
    [[nodiscard]] QString fallbackAt(int row) const;
    void setFallback(int row, const QString &url);
    [[nodiscard]] bool isChanged(int row) const;
    void revert(int row);
    // Rows that are not saved; a new domain counts once something was typed.
    [[nodiscard]] int changedCount() const;

    [[nodiscard]] bool isNew(int row) const { return m_new && row == m_domains.size(); }
    [[nodiscard]] const std::optional<DomainDraft> &newDomain() const { return m_new; }
    int addNew(); // its row; the one that is there already, if so
    void setNewHost(const QString &host);
    void removeNew();

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

Q_SIGNALS:
    void changedCountChanged();

private:
    void setEdit(int row, const DomainEdit &edit);
    void rowChanged(int row);
    [[nodiscard]] static bool isTouched(const DomainDraft &draft);

    QList<DomainInfo> m_domains;
    QHash<qint64, DomainEdit> m_edits; // by domain
    std::optional<DomainDraft> m_new;
    QString m_defaultHost;
};

} // namespace linkdesk::app
