#include "models/domainsmodel.h"

#include "models/codetexts.h"
#include "widgets/elidedlabel.h"

#include <algorithm>

namespace linkdesk::app {

void DomainsModel::setDomains(const QList<DomainInfo> &domains)
{
    beginResetModel();
    m_domains = domains;
    QHash<qint64, DomainEdit> kept;
    for (const DomainInfo &domain : domains) {
        const auto found = m_edits.constFind(domain.id);
        if (found == m_edits.constEnd())
            continue;
        DomainEdit edit = found->onTopOf(domain.codes);
        if (edit.fallbackUrl == domain.fallbackUrl)
            edit.fallbackUrl.reset();
        if (!edit.isEmpty())
            kept.insert(domain.id, edit);
    }
    m_edits = kept;
    endResetModel();
    Q_EMIT changedCountChanged();
}

void DomainsModel::setDefaultHost(const QString &host)
{
    if (host == m_defaultHost)
        return;
    m_defaultHost = host;
    if (!m_domains.isEmpty())
        Q_EMIT dataChanged(index(0), index(int(m_domains.size()) - 1));
}

void DomainsModel::saved(const DomainInfo &domain, const DomainEdit &sent)
{
    const int row = rowOf(domain.id);
    if (row >= 0) {
        DomainEdit later = DomainEdit{sent.after, settingsAt(row)}.onTopOf(domain.codes);
        const bool isFallbackOurs = sent.fallbackUrl || editAt(row).fallbackUrl;
        if (isFallbackOurs && fallbackAt(row) != domain.fallbackUrl)
            later.fallbackUrl = fallbackAt(row);
        m_edits.remove(domain.id);
        if (!later.isEmpty())
            m_edits.insert(domain.id, later);
        m_domains[row] = domain;
        rowChanged(row);
        return;
    }
    const int at = int(m_domains.size());
    beginInsertRows({}, at, at);
    m_domains << domain;
    endInsertRows();
    Q_EMIT changedCountChanged();
}

const DomainInfo *DomainsModel::domainAt(int row) const
{
    return row >= 0 && row < m_domains.size() ? &m_domains.at(row) : nullptr;
}

int DomainsModel::rowOf(qint64 id) const
{
    const auto found =
        std::find_if(m_domains.begin(), m_domains.end(), [id](const DomainInfo &domain) { return domain.id == id; });
    return found == m_domains.end() ? -1 : int(found - m_domains.begin());
}

QString DomainsModel::nameAt(int row) const
{
    if (const DomainInfo *domain = domainAt(row))
        return domainName(*domain, m_defaultHost);
    return m_new && !m_new->host.isEmpty() ? m_new->host : tr("New domain");
}

CodeSettings DomainsModel::settingsAt(int row) const
{
    return editAt(row).after;
}

DomainEdit DomainsModel::editAt(int row) const
{
    if (isNew(row))
        return {{}, m_new->codes};
    const DomainInfo *domain = domainAt(row);
    return domain ? m_edits.value(domain->id, DomainEdit{domain->codes, domain->codes}) : DomainEdit{};
}

void DomainsModel::setSettings(int row, const CodeSettings &settings)
{
    if (isNew(row)) {
        m_new->codes = settings;
        rowChanged(row);
        return;
    }
    const DomainInfo *domain = domainAt(row);
    if (!domain)
        return;
    setEdit(row, {domain->codes, settings, editAt(row).fallbackUrl});
}

QString DomainsModel::fallbackAt(int row) const
{
    if (isNew(row))
        return m_new->fallbackUrl;
    const DomainInfo *domain = domainAt(row);
    return domain ? editAt(row).fallbackUrl.value_or(domain->fallbackUrl) : QString();
}

void DomainsModel::setFallback(int row, const QString &url)
{
    if (isNew(row)) {
        m_new->fallbackUrl = url;
        rowChanged(row);
        return;
    }
    const DomainInfo *domain = domainAt(row);
    if (!domain || fallbackAt(row) == url)
        return;
    DomainEdit edit = editAt(row);
    edit.fallbackUrl = url == domain->fallbackUrl ? std::nullopt : std::optional(url);
    setEdit(row, edit);
}

void DomainsModel::setEdit(int row, const DomainEdit &edit)
{
    const qint64 id = m_domains.at(row).id;
    if (edit.isEmpty())
        m_edits.remove(id);
    else
        m_edits.insert(id, edit);
    rowChanged(row);
}

bool DomainsModel::isChanged(int row) const
{
    if (isNew(row))
        return isTouched(*m_new);
    const DomainInfo *domain = domainAt(row);
    return domain && m_edits.contains(domain->id);
}

void DomainsModel::revert(int row)
{
    if (const DomainInfo *domain = domainAt(row)) {
        m_edits.remove(domain->id);
        rowChanged(row);
    }
}

int DomainsModel::changedCount() const
{
    return int(m_edits.size()) + (m_new && isTouched(*m_new) ? 1 : 0);
}

bool DomainsModel::isTouched(const DomainDraft &draft)
{
    return draft != DomainDraft{};
}

int DomainsModel::addNew()
{
    const int row = int(m_domains.size());
    if (m_new)
        return row;
    beginInsertRows({}, row, row);
    m_new = DomainDraft{};
    endInsertRows();
    return row;
}

void DomainsModel::setNewHost(const QString &host)
{
    if (!m_new || m_new->host == host)
        return;
    m_new->host = host;
    rowChanged(int(m_domains.size()));
}

void DomainsModel::removeNew()
{
    if (!m_new)
        return;
    const int row = int(m_domains.size());
    beginRemoveRows({}, row, row);
    m_new.reset();
    endRemoveRows();
    Q_EMIT changedCountChanged();
}

void DomainsModel::rowChanged(int row)
{
    Q_EMIT dataChanged(index(row), index(row));
    Q_EMIT changedCountChanged();
}

int DomainsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_domains.size()) + (m_new ? 1 : 0);
}

QVariant DomainsModel::data(const QModelIndex &index, int role) const
{
    const int row = index.row();
    if (row < 0 || row >= rowCount())
        return {};
    const DomainInfo *domain = domainAt(row);
    switch (role) {
    case Qt::DisplayRole: return visibleText(nameAt(row));
    case Qt::ToolTipRole: return plainToolTip(nameAt(row));
    case SummaryRole: return domain ? codesSummary(settingsAt(row)) : tr("not added yet");
    case LinksRole: return domain ? tr("%Ln link(s)", nullptr, int(domain->links)) : QString();
    case DefaultRole: return domain && domain->host.isEmpty();
    case ChangedRole: return isChanged(row);
    case Qt::AccessibleTextRole: {
        QStringList parts{nameAt(row)};
        if (domain && domain->host.isEmpty())
            parts << tr("default domain");
        if (domain)
            parts << data(index, LinksRole).toString();
        parts << data(index, SummaryRole).toString();
        if (isChanged(row))
            parts << tr("not saved");
        return visibleText(parts.join(u", "_qs));
    }
    default: return {};
    }
}

} // namespace linkdesk::app
