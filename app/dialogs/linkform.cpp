#include "dialogs/linkform.h"

#include "dialogs/aliaschooser.h"
#include "dialogs/codechoice.h"
#include "dialogs/duplicatenote.h"
#include "dialogs/expirychooser.h"
#include "dialogs/lifefields.h"
#include "dialogs/tagedit.h"
#include "dialogs/targetedit.h"
#include "models/codetexts.h"
#include "models/texts.h"
#include "style/appstyle.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kFieldGap = 16;
constexpr int kLongestSlug = 190; // R11

} // namespace

LinkForm::LinkForm(QWidget *parent)
    : QWidget(parent)
    , m_target(new TargetEdit(this))
    , m_duplicate(new DuplicateNote(this))
    , m_domain(new QComboBox(this))
    , m_slug(new QLineEdit(this))
    , m_alias(new AliasChooser(this))
    , m_expiry(new ExpiryChooser(this))
    , m_title(new QLineEdit(this))
    , m_tags(new TagEdit(this))
    , m_more(makeButton(tr("More options"), ButtonKind::Ghost, "chevron-right", this))
    , m_summary(new ElidedLabel(QString(), this))
    , m_options(new QWidget(this))
    , m_code(new CodeChoice(m_options))
    , m_status(new QComboBox(m_options))
    , m_forward(new QCheckBox(tr("Forward the visitor's query to the target"), m_options))
    , m_life(new LifeFields(m_options))
    , m_note(new QLineEdit(m_options))
{
    m_domain->setObjectName(u"domainCombo"_qs);
    m_slug->setObjectName(u"slugEdit"_qs);
    m_slug->setMaxLength(kLongestSlug);
    m_title->setObjectName(u"titleEdit"_qs);
    m_title->setPlaceholderText(tr("For you and your colleagues; visitors do not see it"));
    m_more->setObjectName(u"moreOptions"_qs);
    m_summary->setRole(TextRole::Small);
    m_summary->setTone(Tone::Text3);
    m_status->setObjectName(u"statusCombo"_qs);
    m_forward->setObjectName(u"forwardCheck"_qs);
    m_note->setObjectName(u"noteEdit"_qs);
    build();
    wire();
    setDraft({});
}

void LinkForm::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 0, 24, 16);
    column->setSpacing(kFieldGap);
    m_targetField = new FormField(tr("Target address"), m_target, this);
    auto *top = new QVBoxLayout;
    top->setSpacing(8);
    top->addWidget(m_targetField);
    top->addWidget(m_duplicate);
    column->addLayout(top);
    column->addWidget(nameRow());
    m_aliasField = new FormField(tr("The old short name goes on for"), m_alias, this);
    m_aliasField->hide();
    column->addWidget(m_aliasField);
    m_expiryField = new FormField(tr("Expires"), m_expiry, this);
    column->addWidget(m_expiryField);
    m_titleField = new FormField(tr("Title"), m_title, this);
    column->addWidget(m_titleField);
    m_tagsField = new FormField(tr("Tags"), m_tags, this);
    column->addWidget(m_tagsField);
    buildOptions(column);
    column->addStretch(1);
}

QWidget *LinkForm::nameRow()
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_domainField = new FormField(tr("Domain"), m_domain, row);
    m_domainField->setFixedWidth(180);
    m_slugField = new FormField(tr("Short name"), m_slug, row);
    layout->addWidget(m_domainField, 0, Qt::AlignTop);
    layout->addWidget(m_slugField, 1, Qt::AlignTop);
    m_domainField->hide();
    return row;
}

void LinkForm::buildOptions(QVBoxLayout *column)
{
    auto *head = new QHBoxLayout;
    head->setContentsMargins(-12, 0, 0, 0); // the text of the button stands where fields begin
    head->setSpacing(4);
    head->addWidget(m_more);
    head->addWidget(m_summary, 1);
    column->addLayout(head);

    m_status->addItem(tr("302, found: may change at any time (usual)"), 302);
    m_status->addItem(tr("301, moved for good: browsers remember it a while"), 301);
    m_status->addItem(tr("307, like 302, keeps the request's method"), 307);
    m_status->addItem(tr("308, like 301, keeps the request's method"), 308);
    auto *options = new QVBoxLayout(m_options);
    options->setContentsMargins(0, 0, 0, 0);
    options->setSpacing(kFieldGap);
    m_codeField = new FormField(tr("Code"), m_code, m_options);
    options->addWidget(m_life);
    options->addWidget(m_codeField);
    options->addWidget(new FormField(tr("Redirect"), m_status, m_options));
    options->addWidget(m_forward);
    m_noteField = new FormField(tr("Note"), m_note, m_options);
    options->addWidget(m_noteField);
    m_options->hide();
    column->addWidget(m_options);
}

void LinkForm::wire()
{
    connect(m_target, &TargetEdit::edited, this, [this] {
        judgeTarget();
        Q_EMIT targetEdited();
        Q_EMIT changed();
    });
    connect(m_target, &TargetEdit::submitted, this, &LinkForm::submitted);
    connect(m_targetField, &FormField::stateLinkClicked, this, &LinkForm::fixTarget);
    connect(m_slug, &QLineEdit::textChanged, this, [this] {
        updateCode();
        updateAlias();
        Q_EMIT slugEdited();
        Q_EMIT changed();
    });
    connect(m_domain, &QComboBox::currentIndexChanged, this, [this] {
        updateCode();
        Q_EMIT slugEdited();
        Q_EMIT changed();
    });
    connect(m_expiry, &ExpiryChooser::edited, this, [this] {
        judgeExpiry();
        Q_EMIT changed();
    });
    connect(m_tags, &TagEdit::edited, this, [this] {
        m_tagsField->clearState();
        Q_EMIT changed();
    });
    connect(m_tags, &TagEdit::submitted, this, &LinkForm::submitted);
    for (QLineEdit *edit : {m_slug, m_title, m_note})
        connect(edit, &QLineEdit::returnPressed, this, &LinkForm::submitted);
    connect(m_title, &QLineEdit::textChanged, this, [this] { m_titleField->clearState(); });
    connect(m_more, &QPushButton::clicked, this, [this] { showOptions(m_options->isHidden()); });
    const auto optionChanged = [this] {
        updateSummary();
        Q_EMIT changed();
    };
    connect(m_code, &CodeChoice::edited, this, [this, optionChanged] {
        m_codeField->clearState();
        updateCode();
        optionChanged();
    });
    connect(m_alias, &AliasChooser::edited, this, [this] {
        m_aliasField->clearState();
        updateAlias();
        Q_EMIT changed();
    });
    connect(m_life, &LifeFields::edited, this, optionChanged);
    connect(m_life, &LifeFields::submitted, this, &LinkForm::submitted);
    connect(m_status, &QComboBox::currentIndexChanged, this, optionChanged);
    connect(m_forward, &QCheckBox::toggled, this, optionChanged);
}

void LinkForm::updateSummary()
{
    LinkInfo link;
    link.redirectStatus = m_status->currentData().toInt();
    link.forwardQuery = m_forward->isChecked();
    QString text = redirectText(link) + u", "_qs + m_life->summary();
    if (!m_code->isUsual() && m_slug->text().isEmpty())
        text += u", "_qs + tr("code: %1", "summary of how it is made").arg(codesSummary(m_code->effective()));
    m_summary->setText(text);
}

void LinkForm::showOptions(bool shown)
{
    m_options->setVisible(shown);
    m_more->setAccessibleDescription(shown ? tr("shown") : tr("hidden"));
    m_more->setIcon(icon(shown ? "chevron-down" : "chevron-right"));
    if (shown)
        Q_EMIT optionsShown();
}

const DomainInfo *LinkForm::domainInfo() const
{
    const QString host = m_edited ? m_edited->domain : domain();
    for (const DomainInfo &info : m_domains) {
        if (info.host == host)
            return &info;
    }
    return nullptr;
}

// What the domain does with codes and names.
void LinkForm::updateCode()
{
    const DomainInfo *info = domainInfo();
    const bool known = info && info->hasCodeSettings;
    if (known) {
        m_code->setUsual(info->codes);
        m_alias->setUsual(info->codes.aliasDays);
    }
    m_codeField->setVisible(known && !m_edited);
    const bool own = !m_slug->text().trimmed().isEmpty();
    m_code->setEnabled(!own);
    m_codeField->setHint(own ? tr("Not used: this link has a short name of its own.")
                             : generatorPurpose(m_code->effective().generator));
    m_slug->setPlaceholderText(known ? tr("Leave empty to get one like %1").arg(exampleCode(m_code->effective()))
                                     : tr("Leave empty for a random one"));
    m_slugField->setHint(known && info->codes.multiSegment ? tr("May have several parts, such as spring/sale.")
                                                           : QString());
    updateSummary();
}

void LinkForm::updateAlias()
{
    const DomainInfo *info = domainInfo();
    const QString name = m_slug->text().trimmed();
    const bool renamed = m_edited && !name.isEmpty() && name != m_edited->code;
    m_aliasField->setVisible(renamed && info && info->hasCodeSettings);
    if (!renamed)
        return;
    const QString old = shortName(*m_edited).whole();
    const int days = m_alias->days();
    m_aliasField->setHint(days == 0 ? tr("%1 stops working when you save.").arg(old)
                                    : tr("%1 leads to the target too, until %2.")
                                          .arg(old, QLocale().toString(QDate::currentDate().addDays(days),
                                                                       tr("d MMM yyyy", "day"))));
}

LinkDraft LinkForm::draft() const
{
    LinkDraft draft;
    draft.url = m_target->text();
    draft.slug = m_slug->text().trimmed();
    draft.domain = domain();
    draft.title = m_title->text().trimmed();
    draft.note = m_note->text().trimmed();
    draft.tags = m_tags->tags();
    draft.expiresAt = m_expiry->value();
    draft.redirectStatus = m_status->currentData().toInt();
    draft.forwardQuery = m_forward->isChecked();
    m_life->fill(draft);
    if (m_codeField->isVisibleTo(m_options) && draft.slug.isEmpty()) {
        draft.generator = m_code->generator();
        draft.length = m_code->length();
    }
    if (m_aliasField->isVisibleTo(this))
        draft.aliasDays = m_alias->days();
    return draft;
}

void LinkForm::setDraft(const LinkDraft &draft)
{
    m_target->setText(draft.url);
    m_slug->setText(draft.slug);
    m_title->setText(draft.title);
    m_note->setText(draft.note);
    m_tags->setTags(draft.tags);
    m_expiry->setValue(draft.expiresAt);
    m_life->setDraft(draft);
    m_life->setEnd(draft.expiresAt);
    m_status->setCurrentIndex(std::max(0, m_status->findData(draft.redirectStatus)));
    m_forward->setChecked(draft.forwardQuery);
    m_domain->setCurrentIndex(std::max(0, m_domain->findData(draft.domain)));
    m_code->setChoice(draft.generator, draft.length);
    m_alias->reset();
    updateCode();
    updateAlias();
    clearStates();
}

void LinkForm::setTarget(const QString &url)
{
    m_target->setText(url);
}

void LinkForm::setDomains(const QList<DomainInfo> &domains, const QString &defaultHost)
{
    const QString chosen = m_edited ? m_edited->domain : domain();
    m_domains = domains;
    const QSignalBlocker blocker(m_domain);
    m_domain->clear();
    for (const DomainInfo &info : domains)
        m_domain->addItem(domainName(info, defaultHost), info.host);
    m_domain->setCurrentIndex(std::max(0, m_domain->findData(chosen)));
    m_domainField->setVisible(domains.size() > 1);
    updateCode();
    updateAlias();
}

void LinkForm::setEdited(const LinkInfo &link)
{
    m_edited = link;
    m_domain->setEnabled(false);
    m_life->setUsed(link.clicks.humans);
    updateCode();
}

void LinkForm::setZone(const QTimeZone &zone)
{
    m_expiry->setZone(zone);
    m_life->setZone(zone);
    judgeExpiry();
    updateSummary();
}

void LinkForm::setOwners(const QStringList &owners)
{
    m_life->setOwners(owners);
}

QString LinkForm::domain() const
{
    return m_domain->currentData().toString();
}

void LinkForm::focusTarget()
{
    m_target->lineEdit()->setFocus();
}

} // namespace linkdesk::app
