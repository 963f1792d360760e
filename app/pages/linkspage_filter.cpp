// The row above the table of the links page: the typed filter and what is wrong with it, and the columns to choose.
#include "models/texts.h"
#include "pages/detailspane.h"
#include "pages/filterfield.h"
#include "pages/filterhelp.h"
#include "pages/linkspage.h"
#include "pages/linkstable.h"
#include "style/appstyle.h"
#include "widgets/batchbar.h"
#include "widgets/elidedlabel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kFieldHeight = 32;
constexpr int kBelowField = 14;
constexpr int kMistakeHeight = 24;
constexpr int kSide = 24;

} // namespace

QWidget *LinksPage::filterRow()
{
    auto *row = new QWidget(m_full);
    m_filter->setObjectName(u"linksFilter"_qs);
    m_filter->setAccessibleName(tr("Filter links"));
    m_filter->setIcon(u"filter"_qs);
    m_filter->setClearButtonEnabled(true);
    m_mistake->setObjectName(u"filterMistake"_qs);
    m_mistake->setRole(TextRole::Small);
    m_mistake->setTone(Tone::Danger);
    m_mistake->setFixedHeight(kMistakeHeight);
    m_mistake->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    m_mistake->hide();
    auto *help = makeIconButton("help", tr("What can be typed"), row);
    help->setObjectName(u"filterHelpButton"_qs);
    connect(help, &QPushButton::clicked, this, [this, help] {
        auto *popup = new FilterHelp(this);
        connect(popup, &FilterHelp::chosen, m_filter, &FilterField::addTerm);
        popup->popUp(help);
    });
    m_saveView->setObjectName(u"saveView"_qs);
    m_saveView->setToolTip(tr("Keep this filter in the sidebar"));
    m_columns->setObjectName(u"columnsButton"_qs);
    auto *menu = new QMenu(m_columns);
    fillColumnsMenu(menu);
    m_columns->setMenu(menu);
    auto *line = new QHBoxLayout;
    line->setSpacing(8);
    line->addWidget(m_filter, 1);
    line->addWidget(help);
    line->addWidget(m_saveView);
    line->addWidget(m_columns);
    auto *layout = new QVBoxLayout(row);
    layout->setContentsMargins(kSide, 0, kSide, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(m_mistake);
    layout->addSpacing(kBelowField);
    return row;
}

int LinksPage::filterRowHeight() const
{
    return kFieldHeight + kBelowField + (m_mistake->isHidden() ? 0 : kMistakeHeight);
}

void LinksPage::fillColumnsMenu(QMenu *menu)
{
    for (LinkColumn column : {LinkColumn::Target, LinkColumn::Tags, LinkColumn::Clicks, LinkColumn::Created,
                              LinkColumn::Expires, LinkColumn::State}) {
        QAction *action =
            menu->addAction(m_model.headerData(toInt(column), Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this,
                [this, column](bool shown) { m_table->setHiddenByChoice(column, !shown); });
    }
}

void LinksPage::showMistake(const QString &sentence)
{
    m_mistake->setText(sentence);
    m_mistake->setVisible(!sentence.isEmpty());
    update();
}

// The shell tells its text whenever the page comes to the front; only a new one is a wish.
void LinksPage::setSearchText(const QString &text)
{
    if (text == m_shellSearch)
        return;
    m_shellSearch = text;
    showFilter(text);
}

void LinksPage::showFilter(const QString &typed)
{
    m_filter->setFilter(typed);
    search(typed);
}

void LinksPage::search(const QString &typed)
{
    m_wantedFilter = typed;
    if (!m_started)
        return;
    if (!readFilter(typed).isValid())
        return; // what is there stays until it can be understood
    LinkQuery query = m_model.query();
    query.filter = typed;
    m_model.setQuery(query);
    if (m_model.hasAnswer())
        m_table->scrollToTop();
    Q_EMIT headerChanged();
}

// What may be typed as a value, and where links can be moved to.
void LinksPage::loadWords()
{
    m_client.tags(this, [this](const ApiResult<QList<TagCount>> &tags) {
        if (!tags)
            return; // nothing is offered, everything can be typed
        m_words.tags.clear();
        for (const TagCount &tag : *tags)
            m_words.tags << tag.name;
        m_filter->setWords(m_words);
        m_many->setTags(m_words.tags);
    });
    m_client.domains(this, [this](const ApiResult<QList<DomainInfo>> &domains) {
        if (!domains)
            return;
        m_words.domains.clear();
        for (const DomainInfo &domain : *domains) {
            if (!domain.host.isEmpty())
                m_words.domains << domain.host;
        }
        m_filter->setWords(m_words);
        m_many->setDomains(*domains);
    });
}

void LinksPage::checkedChanged()
{
    const int count = m_model.checkedCount();
    const bool all = m_model.allChecked();
    const bool more = count > 0 && !all && count < m_model.rowCount();
    m_batch->setText(count == 0 ? QString()
                     : all && m_model.totalIsKnown() ? tr("All %1 selected").arg(countText(count))
                     : all                           ? tr("All that are found selected")
                                                     : tr("%1 selected").arg(countText(count)));
    m_batch->setLink(!more                    ? QString()
                     : m_model.totalIsKnown() ? tr("Select all %1").arg(countText(m_model.rowCount()))
                                              : tr("Select all that are found"));
    m_table->setReserve(count == 0 ? 0 : BatchBar::kReserve);
    m_copyAction->setEnabled(!all);
    m_editAction->setEnabled(count <= 1 && !all);
    m_openAction->setEnabled(count <= 1 && !all);
    if (count > 0)
        updateActions();
}

// What the chosen links have a use for.
void LinksPage::updateActions()
{
    const LinkChoice choice = chosen();
    m_many->update(choice);
    m_unarchiveAction->setVisible(std::any_of(choice.links.begin(), choice.links.end(),
                                              [](const LinkInfo &link) { return link.archived; }));
}

} // namespace linkdesk::app
