#include "pages/domainform.h"

#include "api/domainrequests.h"
#include "api/errortext.h"
#include "dialogs/lifefields.h"
#include "models/codetexts.h"
#include "pages/codeexample.h"
#include "widgets/formfield.h"
#include "widgets/label.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QResizeEvent>
#include <QSpinBox>

#include <algorithm>
#include <utility>

namespace linkdesk::app {

namespace {

constexpr int kFieldGap = 16;
constexpr int kPartGap = 40;
constexpr int kTwoColumnsFrom = 800; // px; below, the parts stand one below the other
constexpr int kSpinWidth = 120;
constexpr int kCheckIndent = 23; // where the text of a check box begins

const QString kFull = QStringLiteral("alphabetFull");
const QString kEasy = QStringLiteral("alphabetEasy");

QString segmentOf(CodeGenerator generator)
{
    return u"generator."_qs + wireName(generator);
}

} // namespace

DomainForm::DomainForm(QWidget *parent)
    : QWidget(parent)
    , m_settings(new QWidget(this))
    , m_unknown(new Label(tr("This service is older than the app and has no settings for codes."), TextRole::Body,
                          Tone::Text2, this))
    , m_host(new QLineEdit(this))
    , m_example(new CodeExample(m_settings))
    , m_generator(new SegmentedControl(m_settings))
    , m_length(new QSpinBox(m_settings))
    , m_alphabet(new SegmentedControl(m_settings))
    , m_prefix(new QLineEdit(m_settings))
    , m_check(new QCheckBox(tr("End codes in a check character"), m_settings))
    , m_case(new QCheckBox(tr("Capital letters matter"), m_settings))
    , m_segments(new QCheckBox(tr("Short names may have several parts"), m_settings))
    , m_reserve(new QCheckBox(tr("Keep common names back"), m_settings))
    , m_alias(new QSpinBox(m_settings))
    , m_fallback(new QLineEdit(m_settings))
{
    setObjectName(u"domainForm"_qs);
    m_host->setObjectName(u"domainHost"_qs);
    m_host->setPlaceholderText(u"go.example.com"_qs);
    m_host->setInputMethodHints(Qt::ImhUrlCharactersOnly | Qt::ImhNoAutoUppercase);
    m_example->setObjectName(u"codeExample"_qs);
    m_length->setObjectName(u"codeLength"_qs);
    m_prefix->setObjectName(u"codePrefix"_qs);
    m_check->setObjectName(u"checkCharacter"_qs);
    m_case->setObjectName(u"caseSensitive"_qs);
    m_segments->setObjectName(u"multiSegment"_qs);
    m_reserve->setObjectName(u"reserveCommonNames"_qs);
    m_alias->setObjectName(u"aliasDays"_qs);
    m_fallback->setObjectName(u"domainFallback"_qs);
    m_fallback->setPlaceholderText(u"https://"_qs);
    m_fallback->setInputMethodHints(Qt::ImhUrlCharactersOnly | Qt::ImhNoAutoUppercase);
    for (const CodeGenerator generator : kCodeGenerators)
        m_generator->addSegment(segmentOf(generator), generatorTitle(generator));
    m_alphabet->addSegment(kFull, tr("All letters and digits"));
    m_alphabet->addSegment(kEasy, tr("Easy to read"));
    m_length->setRange(kMinCodeLength, kMaxCodeLength);
    m_length->setFixedWidth(kSpinWidth);
    m_prefix->setMaxLength(kLongestPrefix);
    m_prefix->setPlaceholderText(tr("None"));
    m_prefix->setFixedWidth(2 * kSpinWidth);
    m_alias->setRange(0, kMostAliasDays);
    m_alias->setSpecialValueText(aliasPeriodText(0));
    m_alias->setSuffix(tr(" days"));
    m_alias->setFixedWidth(kSpinWidth);
    build();
    wire();
    m_hostField->hide();
    m_unknown->hide();
    setSettings({}, {}, std::nullopt);
}

void DomainForm::build()
{
    m_hostField = new FormField(tr("Host name"), m_host, this);
    m_hostField->setHint(tr("What visitors type, without https:// and without a path. Its DNS entry has to lead to "
                            "this service."));
    m_parts = new QBoxLayout(QBoxLayout::LeftToRight);
    m_parts->setSpacing(kPartGap);
    m_parts->addWidget(codesPart(), 1);
    m_parts->addWidget(namesPart(), 1);
    auto *settings = new QVBoxLayout(m_settings);
    settings->setContentsMargins(0, 0, 0, 0);
    settings->setSpacing(kFieldGap + 4);
    settings->addWidget(m_example);
    settings->addLayout(m_parts);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(16, 4, 16, 16);
    column->setSpacing(kFieldGap);
    column->addWidget(m_hostField);
    column->addWidget(m_unknown);
    column->addWidget(m_settings);
    column->addStretch(1);
}

QWidget *DomainForm::codesPart()
{
    auto *part = new QWidget(m_settings);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kFieldGap);
    column->addWidget(new Label(tr("Codes that are made"), TextRole::Heading, Tone::Text, part));
    m_generatorField = new FormField(tr("Kind"), m_generator, part);
    column->addWidget(m_generatorField);
    m_lengthField = new FormField(tr("Length"), m_length, part);
    column->addWidget(m_lengthField);
    m_alphabetField = new FormField(tr("Alphabet"), m_alphabet, part);
    column->addWidget(m_alphabetField);
    m_prefixField = new FormField(tr("Prefix"), m_prefix, part);
    column->addWidget(m_prefixField);
    m_checkField = check(column, m_check);
    column->addStretch(1);
    return part;
}

QWidget *DomainForm::namesPart()
{
    auto *part = new QWidget(m_settings);
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kFieldGap);
    column->addWidget(new Label(tr("Short names that people choose"), TextRole::Heading, Tone::Text, part));
    m_caseField = check(column, m_case);
    m_segmentsField = check(column, m_segments);
    m_reserveField = check(column, m_reserve);
    m_aliasField = new FormField(tr("After a rename the old one goes on for"), m_alias, part);
    column->addWidget(m_aliasField);
    column->addSpacing(4);
    column->addWidget(new Label(tr("Links that lead nowhere"), TextRole::Heading, Tone::Text, part));
    m_fallbackField = new FormField(tr("Fallback address"), m_fallback, part);
    m_fallbackField->setHint(tr("Where visitors go before the start and after the end of a link without a fallback "
                                "address of its own. Empty: a page says why."));
    column->addWidget(m_fallbackField);
    column->addStretch(1);
    return part;
}

FormField *DomainForm::check(QVBoxLayout *column, QCheckBox *box)
{
    auto *field = new FormField(QString(), box, m_settings);
    box->setAccessibleName(box->text());
    field->setLineIndent(kCheckIndent);
    column->addWidget(field);
    return field;
}

void DomainForm::wire()
{
    connect(m_host, &QLineEdit::textEdited, this, [this](const QString &text) {
        m_hostField->clearState();
        setName(text.trimmed() + u'/');
        Q_EMIT hostEdited(text.trimmed());
    });
    connect(m_generator, &SegmentedControl::currentChanged, this, &DomainForm::changed);
    connect(m_alphabet, &SegmentedControl::currentChanged, this, &DomainForm::changed);
    for (QSpinBox *spin : {m_length, m_alias})
        connect(spin, &QSpinBox::valueChanged, this, &DomainForm::changed);
    for (QLineEdit *edit : {m_prefix, m_fallback})
        connect(edit, &QLineEdit::textChanged, this, &DomainForm::changed);
    for (QCheckBox *box : {m_check, m_case, m_segments, m_reserve})
        connect(box, &QCheckBox::toggled, this, &DomainForm::changed);
    for (QLineEdit *edit : {m_host, m_prefix, m_fallback})
        connect(edit, &QLineEdit::returnPressed, this, &DomainForm::submitted);
}

void DomainForm::setName(const QString &name)
{
    m_name = name == u"/" ? u"…/"_qs : name; // a host is still to be typed
    updateTexts();
}

void DomainForm::setSettings(const CodeSettings &settings, const CodeSettings &saved, std::optional<double> clash)
{
    m_saved = saved;
    m_clash = clash;
    m_filling = true;
    m_generator->setCurrent(segmentOf(settings.generator));
    m_length->setValue(settings.length);
    m_alphabet->setCurrent(settings.alphabet == CodeAlphabet::Easy ? kEasy : kFull);
    m_check->setChecked(settings.checkCharacter);
    if (m_prefix->text() != settings.prefix)
        m_prefix->setText(settings.prefix);
    m_case->setChecked(settings.caseSensitive);
    m_segments->setChecked(settings.multiSegment);
    m_reserve->setChecked(settings.reserveCommonNames);
    m_alias->setValue(settings.aliasDays);
    m_filling = false;
    updateTexts();
}

CodeSettings DomainForm::settings() const
{
    CodeSettings settings;
    for (const CodeGenerator generator : kCodeGenerators) {
        if (m_generator->current() == segmentOf(generator))
            settings.generator = generator;
    }
    settings.length = m_length->value();
    settings.alphabet = m_alphabet->current() == kEasy ? CodeAlphabet::Easy : CodeAlphabet::Full;
    settings.checkCharacter = m_check->isChecked();
    settings.prefix = m_prefix->text();
    settings.caseSensitive = m_case->isChecked();
    settings.multiSegment = m_segments->isChecked();
    settings.reserveCommonNames = m_reserve->isChecked();
    settings.aliasDays = m_alias->value();
    return settings;
}

void DomainForm::setFallback(bool known, const QString &url)
{
    m_fallbackField->setEnabled(known);
    if (fallback() == url)
        return;
    m_filling = true;
    m_fallback->setText(url);
    m_filling = false;
}

QString DomainForm::fallback() const
{
    return m_fallback->text().trimmed();
}

void DomainForm::setHostAsked(bool asked, const QString &host)
{
    m_hostField->setVisible(asked);
    if (m_host->text().trimmed() != host)
        m_host->setText(host);
}

QString DomainForm::host() const
{
    return m_host->text().trimmed();
}

void DomainForm::setSettingsKnown(bool known)
{
    m_known = known;
    m_settings->setEnabled(known);
    m_unknown->setVisible(!known);
}

void DomainForm::changed()
{
    if (m_filling)
        return;
    for (FormField *field : {m_generatorField, m_lengthField, m_alphabetField, m_checkField, m_caseField,
                             m_segmentsField, m_reserveField, m_aliasField, m_fallbackField})
        field->clearState();
    updateTexts();
    Q_EMIT edited();
}

bool DomainForm::judgePrefix()
{
    const QString text = m_prefix->text();
    const bool fine = std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'-' || c == u'_');
    });
    if (fine)
        m_prefixField->clearState();
    else
        m_prefixField->setState(Level::Danger, tr("Letters a to z, digits, - and _ only."));
    return fine;
}

void DomainForm::updateTexts()
{
    const CodeSettings now = settings();
    m_example->setCode(m_name, exampleCode(now));
    const bool random = now.generator == CodeGenerator::Random && m_clash;
    m_example->setFact(random ? tr("Chance of a clash") : QString(),
                       random ? clashText(clashAfter(*m_clash, m_saved, now)) : QString());
    m_generatorField->setHint(generatorPurpose(now.generator));

    m_length->setEnabled(takesLength(now.generator));
    const QString noLength = noLengthReason(now.generator);
    m_lengthField->setHint(noLength.isEmpty() ? tr("6 to 12 characters; the prefix does not count.") : noLength);
    m_alphabet->setEnabled(takesAlphabet(now.generator));
    const QString noAlphabet = noAlphabetReason(now.generator);
    m_alphabetField->setHint(!noAlphabet.isEmpty() ? noAlphabet
                             : now.alphabet == CodeAlphabet::Easy
                                 ? tr("Leaves out 0 O 1 l I, which are mistaken for each other.")
                                 : tr("The most different codes of one length."));
    m_check->setEnabled(takesAlphabet(now.generator));
    const QString noCheck = noCheckReason(now.generator);
    m_checkField->setHint(noCheck.isEmpty() ? tr("A mistyped code is refused instead of leading somewhere else.")
                                            : noCheck);
    m_prefixField->setHint(tr("Stands before every code that is made, such as go-."));
    (void)judgePrefix();

    m_caseField->setHint(now.caseSensitive ? tr("Sale and sale are two links.")
                                           : tr("Sale and sale are the same link."));
    m_segmentsField->setHint(tr("With / between them, such as spring/sale."));
    m_reserveField->setHint(tr("Some 900 such as login, support or about, which look like pages of the site itself."));
    m_aliasField->setHint(now.aliasDays == 0 ? tr("The old short name stops working at once.")
                                             : tr("Both lead to the target meanwhile. A rename may say otherwise."));
}

bool DomainForm::checkBeforeSending()
{
    if (m_hostField->isVisibleTo(this) && host().isEmpty()) {
        m_hostField->setState(Level::Danger, tr("Type the host name, such as go.example.com."));
        m_host->setFocus();
        return false;
    }
    if (!judgePrefix()) {
        m_prefix->setFocus();
        return false;
    }
    if (const QString problem = fallbackProblem(m_fallback->text()); !problem.isEmpty()) {
        m_fallbackField->setState(Level::Danger, problem);
        m_fallback->setFocus();
        return false;
    }
    return true;
}

bool DomainForm::showProblem(const ApiError &error)
{
    const std::pair<QLatin1String, FormField *> fields[] = {
        {QLatin1String("host"), m_hostField},
        {QLatin1String("generator"), m_generatorField},
        {QLatin1String("length"), m_lengthField},
        {QLatin1String("alphabet"), m_alphabetField},
        {QLatin1String("checkCharacter"), m_checkField},
        {QLatin1String("prefix"), m_prefixField},
        {QLatin1String("caseSensitive"), m_caseField},
        {QLatin1String("multiSegment"), m_segmentsField},
        {QLatin1String("reserveCommonNames"), m_reserveField},
        {QLatin1String("aliasDays"), m_aliasField},
        {QLatin1String("fallbackUrl"), m_fallbackField}};
    const bool caseClash = error.is(apicode::kCaseClash);
    for (const auto &[name, field] : fields) {
        const bool meant = caseClash ? field == m_caseField : error.field == name;
        if (!meant || !field->isVisibleTo(this))
            continue;
        // The service's sentence is English, but names the example or what is wrong with the value.
        QString text = error.detail.isEmpty() ? whatHappened(error) : error.detail;
        if (caseClash)
            text = (whatHappened(error) + u' ' + error.detail).trimmed();
        field->setState(Level::Danger, text);
        field->editor()->setFocus();
        return true;
    }
    return false;
}

void DomainForm::clearStates()
{
    for (FormField *field : {m_hostField, m_generatorField, m_lengthField, m_alphabetField, m_checkField, m_caseField,
                             m_segmentsField, m_reserveField, m_aliasField, m_fallbackField})
        field->clearState();
    (void)judgePrefix();
}

void DomainForm::focusFirst()
{
    if (m_hostField->isVisibleTo(this))
        m_host->setFocus();
    else
        m_generator->setFocus();
}

void DomainForm::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    const bool wide = event->size().width() >= kTwoColumnsFrom;
    m_parts->setDirection(wide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_parts->setSpacing(wide ? kPartGap : kFieldGap + 8);
}

} // namespace linkdesk::app
