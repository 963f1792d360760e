#include "pages/domainspage.h"

#include "api/errortext.h"
#include "dialogs/separator.h"
#include "models/codetexts.h"
#include "models/texts.h"
#include "pages/domainform.h"
#include "pages/domainrow.h"
#include "style/appstyle.h"
#include "widgets/card.h"
#include "widgets/elidedlabel.h"
#include "widgets/emptypage.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QListView>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QUrl>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kListWidth = 296;
constexpr int kFooterHeight = 52;
constexpr int kSaidMs = 6000;

QString failedMessage()
{
    return u"domains-failed"_qs;
}

} // namespace

DomainsPage::DomainsPage(AdminClient &client, EventStream &stream, QWidget *parent)
    : Page(parent)
    , m_client(client)
    , m_stack(new QStackedWidget(this))
    , m_failedPage(new EmptyPage("warning", whatHappened({0, QString(apicode::kUnreachable), {}, {}}),
                                 whatToDo({0, QString(apicode::kUnreachable), {}, {}}), this))
    , m_list(new QListView)
    , m_card(new Card)
    , m_form(new DomainForm)
    , m_add(makeButton(tr("Add domain"), ButtonKind::Ghost, "plus"))
    , m_save(makeButton(tr("Save"), ButtonKind::Primary))
    , m_revert(makeButton(tr("Revert"), ButtonKind::Secondary))
    , m_note(new Label(QString(), TextRole::Small, Tone::Text3))
{
    setObjectName(u"domainsPage"_qs);
    m_list->setObjectName(u"domainsList"_qs);
    m_add->setObjectName(u"addDomain"_qs);
    m_save->setObjectName(u"saveDomain"_qs);
    m_revert->setObjectName(u"revertDomain"_qs);
    build();
    wire(stream);
    updateButtons();
}

void DomainsPage::build()
{
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new DomainRow(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setAccessibleName(tr("Domains"));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    setControlSize(m_add, ControlSize::Small);
    auto *listCard = new Card(tr("Short domains"));
    listCard->setFixedWidth(kListWidth);
    listCard->addHeaderWidget(m_add);
    listCard->setFlush(true);
    listCard->body()->addWidget(m_list);

    auto *scroll = new QScrollArea;
    scroll->setWidget(m_form);
    m_form->setAutoFillBackground(false);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->viewport()->setAutoFillBackground(false);
    m_card->setObjectName(u"domainCard"_qs);
    m_card->setFlush(true);
    m_card->body()->addWidget(scroll, 1);
    m_card->body()->addWidget(new Separator(m_card));
    m_card->body()->addWidget(footer());

    auto *both = new QWidget;
    auto *row = new QHBoxLayout(both);
    row->setContentsMargins(24, 0, 24, 16);
    row->setSpacing(16);
    row->addWidget(listCard);
    row->addWidget(m_card, 1);
    m_stack->addWidget(both);
    QPushButton *again = m_failedPage->setPrimary(tr("Try again"), "restart");
    again->setObjectName(u"domainsTryAgain"_qs);
    connect(again, &QPushButton::clicked, this, &DomainsPage::load);
    m_stack->addWidget(m_failedPage);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_stack);
}

QWidget *DomainsPage::footer()
{
    auto *footer = new QWidget;
    footer->setFixedHeight(kFooterHeight);
    m_note->setWordWrap(true);
    auto *row = new QHBoxLayout(footer);
    row->setContentsMargins(16, 8, 16, 0);
    row->setSpacing(8);
    row->addWidget(m_note, 1);
    row->addWidget(m_revert);
    row->addWidget(m_save);
    return footer;
}

void DomainsPage::wire(EventStream &stream)
{
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &DomainsPage::showCurrent);
    connect(&m_model, &DomainsModel::changedCountChanged, this, [this] {
        updateButtons();
        Q_EMIT headerChanged();
    });
    connect(m_form, &DomainForm::edited, this, [this] {
        if (!m_showing) {
            m_model.setSettings(currentRow(), m_form->settings());
            m_model.setFallback(currentRow(), m_form->fallback());
        }
    });
    connect(m_form, &DomainForm::hostEdited, &m_model, &DomainsModel::setNewHost);
    connect(m_form, &DomainForm::submitted, this, [this] {
        if (m_save->isEnabled())
            save();
    });
    connect(m_add, &QPushButton::clicked, this, &DomainsPage::startNew);
    connect(m_save, &QPushButton::clicked, this, &DomainsPage::save);
    connect(m_revert, &QPushButton::clicked, this, &DomainsPage::revert);
    connect(&stream, &EventStream::connectedChanged, this, [this](bool connected) {
        if (connected && m_hasAnswer)
            load();
    });
}

QString DomainsPage::caption() const
{
    const int domains = m_model.rowCount() - (m_model.newDomain() ? 1 : 0);
    return m_hasAnswer ? tr("%n domain(s)", nullptr, domains) : QString();
}

Page::Badge DomainsPage::badge() const
{
    const int changed = m_model.changedCount();
    return changed > 0 ? Badge{countText(changed), true} : Badge{};
}

QString DomainsPage::unsavedText() const
{
    const int changed = m_model.changedCount();
    return changed > 0 ? tr("The settings of %n domain(s) are changed and not saved.", nullptr, changed) : QString();
}

void DomainsPage::activated()
{
    load();
    m_list->setFocus();
}

void DomainsPage::messageButtonClicked(const QString &messageId, const QString &)
{
    if (messageId == failedMessage())
        load();
}

void DomainsPage::load()
{
    m_client.service(this, [this](const ApiResult<ServiceInfo> &service) {
        if (service)
            m_model.setDefaultHost(QUrl(service->publicUrl).authority(QUrl::PrettyDecoded));
        m_client.domains(this, [this](const ApiResult<QList<DomainInfo>> &domains) {
            if (domains)
                loaded(*domains);
            else
                loadFailed(domains.error());
        });
    });
}

void DomainsPage::loaded(const QList<DomainInfo> &domains)
{
    m_hasAnswer = true;
    Q_EMIT messageWithdrawn(failedMessage());
    m_stack->setCurrentIndex(0);
    const bool onNew = m_model.isNew(currentRow());
    const DomainInfo *shown = m_model.domainAt(currentRow());
    const qint64 id = shown ? shown->id : 0;
    m_model.setDomains(domains);
    setCurrentRow(onNew ? m_model.rowCount() - 1 : std::max(0, m_model.rowOf(id)));
    Q_EMIT headerChanged();
}

void DomainsPage::loadFailed(const ApiError &error)
{
    if (m_hasAnswer) { // what is on the screen is still worth something
        post(failedMessage(), Level::Danger, whatHappened(error), whatToDo(error), {{u"retry"_qs, tr("Try again")}});
        return;
    }
    m_failedPage->setTexts(whatHappened(error), whatToDo(error));
    m_stack->setCurrentIndex(1);
}

int DomainsPage::currentRow() const
{
    return m_list->currentIndex().row();
}

void DomainsPage::setCurrentRow(int row)
{
    if (row == currentRow())
        showCurrent();
    else
        m_list->setCurrentIndex(m_model.index(row));
}

void DomainsPage::showCurrent()
{
    const int row = currentRow();
    if (row < 0)
        return;
    const DomainInfo *domain = m_model.domainAt(row);
    const DomainEdit edit = m_model.editAt(row);
    m_showing = true;
    m_form->clearStates();
    m_form->setHostAsked(!domain, domain || !m_model.newDomain() ? QString() : m_model.newDomain()->host);
    m_form->setName(domain ? m_model.nameAt(row) + u'/' : m_form->host() + u'/');
    m_form->setSettingsKnown(!domain || domain->hasCodeSettings);
    m_form->setFallback(!domain || domain->hasFallback, m_model.fallbackAt(row));
    m_form->setSettings(edit.after, edit.before, domain ? domain->clashProbability : std::nullopt);
    m_showing = false;
    m_card->setTitle(domain ? visibleText(m_model.nameAt(row)) : tr("New domain"));
    m_card->setCaption(domain && domain->host.isEmpty() ? tr("default, answers for every other host too") : QString());
    m_save->setText(domain ? tr("Save") : tr("Add domain"));
    m_revert->setText(domain ? tr("Revert") : tr("Cancel"));
    m_note->setText(domain ? tr("Changes hold for links made from then on. Existing links keep their codes.")
                           : tr("All of this can be changed later, but for the host name."));
    updateButtons();
}

void DomainsPage::updateButtons()
{
    const int row = currentRow();
    const bool isNew = m_model.isNew(row);
    m_save->setEnabled(!m_busy && m_model.isChanged(row));
    m_revert->setEnabled(!m_busy && (isNew || m_model.isChanged(row)));
}

void DomainsPage::startNew()
{
    if (!m_hasAnswer)
        return;
    setCurrentRow(m_model.addNew());
    m_form->focusFirst();
}

void DomainsPage::save()
{
    if (m_busy || !m_form->checkBeforeSending())
        return;
    m_form->clearStates();
    m_busy = true;
    updateButtons();
    if (m_model.isNew(currentRow()))
        add();
    else
        change(currentRow());
}

void DomainsPage::add()
{
    m_form->setEnabled(false); // what would be typed now would be lost
    const DomainDraft draft = *m_model.newDomain();
    m_client.createDomain(draft, this, [this, draft](const ApiResult<DomainInfo> &added) {
        m_busy = false;
        m_form->setEnabled(true);
        updateButtons();
        if (!added) {
            saveFailed(added.error(), draft.host, m_model.isNew(currentRow()));
            return;
        }
        const bool stay = m_model.isNew(currentRow());
        m_model.removeNew();
        m_model.saved(*added);
        if (stay)
            setCurrentRow(m_model.rowOf(added->id));
        m_list->setFocus();
        post(u"domains-saved"_qs, Level::Ok, tr("Added %1.").arg(visibleText(added->host)),
             tr("Its DNS entry has to lead to this service."), {}, kSaidMs);
    });
}

void DomainsPage::change(int row)
{
    const qint64 id = m_model.domainAt(row)->id;
    const DomainEdit sent = m_model.editAt(row);
    const QString name = m_model.nameAt(row);
    m_client.changeDomain(id, sent, this, [this, id, sent, name](const ApiResult<DomainInfo> &changed) {
        m_busy = false;
        const int now = m_model.rowOf(id);
        updateButtons();
        if (!changed) {
            saveFailed(changed.error(), name, now == currentRow());
            return;
        }
        m_model.saved(*changed, sent);
        if (now == currentRow())
            showCurrent();
        post(u"domains-saved"_qs, Level::Ok, tr("Saved %1.").arg(visibleText(name)),
             tr("New links get codes like %1.").arg(exampleCode(changed->codes)), {}, kSaidMs);
    });
}

void DomainsPage::saveFailed(const ApiError &error, const QString &name, bool isShown)
{
    if (isShown && m_form->showProblem(error))
        return;
    const bool gone = error.is(apicode::kNotFound);
    post(u"domains-saved"_qs, Level::Danger,
         gone ? tr("%1 is no longer there.").arg(visibleText(name))
              : tr("%1 was not saved. %2").arg(visibleText(name), whatHappened(error)),
         gone ? QString() : whatToDo(error));
    if (gone)
        load();
}

void DomainsPage::revert()
{
    const int row = currentRow();
    if (m_model.isNew(row)) {
        m_model.removeNew();
        setCurrentRow(0);
        m_list->setFocus();
        return;
    }
    m_model.revert(row);
    showCurrent();
}

void DomainsPage::post(const QString &id, Level level, const QString &what, const QString &todo,
                       const QVector<MessageButton> &buttons, int timeoutMs)
{
    Q_EMIT messageRequested({id, level, what, todo, buttons, true, timeoutMs});
}

} // namespace linkdesk::app
