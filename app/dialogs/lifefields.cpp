#include "dialogs/lifefields.h"

#include "dialogs/momentedit.h"
#include "dialogs/targetcheck.h"
#include "models/texts.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QCheckBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QStringListModel>

#include <algorithm>
#include <limits>

namespace linkdesk::app {

namespace {

constexpr int kFieldGap = 16;
constexpr int kSpinWidth = 140;
constexpr int kUsualLimit = 100;
constexpr int kLongestOwner = 100;

const QString kAtOnce = QStringLiteral("startAtOnce");
const QString kLater = QStringLiteral("startLater");
const QString kNoLimit = QStringLiteral("limitNone");
const QString kLimited = QStringLiteral("limitClicks");

} // namespace

QString fallbackProblem(const QString &typed)
{
    const TargetVerdict verdict = checkTarget(typed.trimmed());
    switch (verdict) {
    case TargetVerdict::NoScheme: return LifeFields::tr("A web address begins with https://.");
    case TargetVerdict::OtherScheme: return LifeFields::tr("Only http:// and https:// addresses can be used.");
    case TargetVerdict::NoHost: return LifeFields::tr("The address names no host, such as shop.example.com.");
    case TargetVerdict::TooLong: return LifeFields::tr("Longer than 8,192 bytes. The service takes no more.");
    case TargetVerdict::Empty:
    case TargetVerdict::Good:
    case TargetVerdict::HasUserinfo: return {};
    }
    return {};
}

LifeFields::LifeFields(QWidget *parent)
    : QWidget(parent)
    , m_startChoice(new SegmentedControl)
    , m_start(new MomentEdit)
    , m_zoneText(new ElidedLabel)
    , m_limitChoice(new SegmentedControl)
    , m_limit(new QSpinBox)
    , m_fallback(new QLineEdit(this))
    , m_owner(new QLineEdit(this))
    , m_owners(new QStringListModel(this))
    , m_favourite(new QCheckBox(tr("Favourite"), this))
{
    m_start->setObjectName(u"startEdit"_qs);
    m_start->setAccessibleName(tr("First moment"));
    m_start->setClock(todayIn(m_start->zone()).addDays(1), QTime(9, 0));
    m_limit->setObjectName(u"limitSpin"_qs);
    m_limit->setAccessibleName(tr("Clicks"));
    m_limit->setRange(1, std::numeric_limits<int>::max());
    m_limit->setGroupSeparatorShown(true);
    m_limit->setValue(kUsualLimit);
    m_limit->setFixedWidth(kSpinWidth);
    m_fallback->setObjectName(u"fallbackEdit"_qs);
    m_fallback->setPlaceholderText(u"https://"_qs);
    m_fallback->setInputMethodHints(Qt::ImhUrlCharactersOnly | Qt::ImhNoAutoUppercase);
    m_owner->setObjectName(u"ownerEdit"_qs);
    m_owner->setMaxLength(kLongestOwner);
    m_owner->setPlaceholderText(tr("The name of this app's key"));
    m_favourite->setObjectName(u"favouriteCheck"_qs);
    auto *completer = new QCompleter(m_owners, this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    m_owner->setCompleter(completer);
    build();
    wire();
    judge();
}

void LifeFields::build()
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kFieldGap);
    m_startField = new FormField(tr("Valid from"), startRow(), this);
    column->addWidget(m_startField);
    m_limitField = new FormField(tr("Click limit"), limitRow(), this);
    column->addWidget(m_limitField);
    m_fallbackField = new FormField(tr("Fallback address"), m_fallback, this);
    m_fallbackField->setHint(tr("For visitors before the start and after the end or the last click. Empty: the "
                                "domain's."));
    column->addWidget(m_fallbackField);
    m_ownerField = new FormField(tr("Owner"), m_owner, this);
    column->addWidget(m_ownerField);
    column->addWidget(m_favourite);
}

QWidget *LifeFields::startRow()
{
    auto *row = new QWidget(this);
    m_startChoice->addSegment(kAtOnce, tr("At once"));
    m_startChoice->addSegment(kLater, tr("Date…"));
    m_startChoice->setAccessibleName(tr("Valid from"));
    m_zoneText->setRole(TextRole::Small);
    m_zoneText->setTone(Tone::Text2);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_startChoice);
    layout->addWidget(m_start);
    layout->addWidget(m_zoneText, 1);
    layout->addStretch(0);
    row->setFocusProxy(m_startChoice);
    return row;
}

QWidget *LifeFields::limitRow()
{
    auto *row = new QWidget(this);
    m_limitChoice->addSegment(kNoLimit, tr("None"));
    m_limitChoice->addSegment(kLimited, tr("At most…"));
    m_limitChoice->setAccessibleName(tr("Click limit"));
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(12);
    layout->addWidget(m_limitChoice);
    layout->addWidget(m_limit);
    layout->addStretch(1);
    row->setFocusProxy(m_limitChoice);
    return row;
}

void LifeFields::wire()
{
    const auto changed = [this] {
        if (m_filling)
            return;
        judge();
        Q_EMIT edited();
    };
    connect(m_startChoice, &SegmentedControl::currentChanged, this, changed);
    connect(m_start, &QDateTimeEdit::dateTimeChanged, this, changed);
    connect(m_limitChoice, &SegmentedControl::currentChanged, this, changed);
    connect(m_limit, &QSpinBox::valueChanged, this, changed);
    connect(m_fallback, &QLineEdit::textChanged, this, [this, changed] {
        m_fallbackField->clearState();
        changed();
    });
    connect(m_owner, &QLineEdit::textChanged, this, [this, changed] {
        m_ownerField->clearState();
        changed();
    });
    connect(m_favourite, &QCheckBox::toggled, this, changed);
    for (QLineEdit *edit : {m_fallback, m_owner})
        connect(edit, &QLineEdit::returnPressed, this, &LifeFields::submitted);
}

void LifeFields::setZone(const QTimeZone &zone)
{
    m_filling = true;
    m_start->setZone(zone);
    m_filling = false;
    judge();
}

void LifeFields::setOwners(const QStringList &owners)
{
    QStringList offered; // what cannot be shown as it is would surprise when chosen
    std::copy_if(owners.begin(), owners.end(), std::back_inserter(offered),
                 [](const QString &owner) { return !owner.isEmpty() && visibleText(owner) == owner; });
    offered.removeDuplicates();
    offered.sort(Qt::CaseInsensitive);
    m_owners->setStringList(offered);
}

void LifeFields::setUsed(qint64 clicks)
{
    m_used = clicks;
    judge();
}

void LifeFields::setDraft(const LinkDraft &draft)
{
    m_filling = true;
    m_startChoice->setCurrent(draft.validFrom.isValid() ? kLater : kAtOnce);
    if (draft.validFrom.isValid())
        m_start->setMoment(draft.validFrom);
    m_limitChoice->setCurrent(draft.maxClicks ? kLimited : kNoLimit);
    m_givenLimit = draft.maxClicks.value_or(0);
    if (draft.maxClicks)
        m_limit->setValue(int(std::min<qint64>(*draft.maxClicks, m_limit->maximum())));
    m_fallback->setText(draft.fallbackUrl);
    m_owner->setText(draft.owner);
    m_favourite->setChecked(draft.favourite);
    m_filling = false;
    clearStates();
}

void LifeFields::fill(LinkDraft &draft) const
{
    draft.validFrom = start();
    draft.maxClicks = limit();
    draft.fallbackUrl = m_fallback->text().trimmed();
    draft.owner = m_owner->text().trimmed();
    draft.favourite = m_favourite->isChecked();
}

void LifeFields::setEnd(const QDateTime &end)
{
    m_end = end;
    judge();
}

QDateTime LifeFields::start() const
{
    return m_startChoice->current() == kLater ? m_start->moment() : QDateTime();
}

std::optional<qint64> LifeFields::limit() const
{
    if (m_limitChoice->current() != kLimited)
        return std::nullopt;
    return m_limit->value() == m_limit->maximum() && m_givenLimit > m_limit->maximum() ? m_givenLimit
                                                                                      : m_limit->value();
}

void LifeFields::judge()
{
    const bool later = m_startChoice->current() == kLater;
    m_start->setVisible(later);
    m_zoneText->setVisible(later);
    m_zoneText->setText(QString::fromLatin1(m_start->zone().id()));
    m_startField->setHint(later ? tr("Before it visitors go to the fallback address, or are told when it starts.")
                                : QString());
    const QDateTime from = start();
    if (from.isValid() && m_end.isValid() && from >= m_end)
        m_startField->setState(Level::Danger, tr("The link would end before it starts."));
    else if (later && !m_start->warning().isEmpty())
        m_startField->setState(Level::Warn, m_start->warning());
    else
        m_startField->clearState();

    const auto most = limit();
    m_limit->setVisible(most.has_value());
    const QString counted = tr("People's clicks count. Link previews and visits by programs do not.");
    m_limitField->setHint(!most         ? QString()
                          : m_used == 0 ? counted
                                        : tr("%1 are used.", "clicks").arg(countText(m_used)) + u' ' + counted);
    if (most && *most <= m_used)
        m_limitField->setState(Level::Warn, tr("%1 are used: the link leads nowhere any more.", "clicks")
                                                .arg(countText(m_used)));
    else
        m_limitField->clearState();
}

void LifeFields::clearStates()
{
    m_fallbackField->clearState();
    m_ownerField->clearState();
    judge();
}

FormField *LifeFields::fault()
{
    judge();
    const QDateTime from = start();
    if (from.isValid() && m_end.isValid() && from >= m_end)
        return m_startField;
    const QString problem = fallbackProblem(m_fallback->text());
    if (problem.isEmpty())
        return nullptr;
    m_fallbackField->setState(Level::Danger, problem);
    return m_fallbackField;
}

FormField *LifeFields::fieldFor(const QString &name) const
{
    if (name == u"validFrom")
        return m_startField;
    if (name == u"maxClicks")
        return m_limitField;
    if (name == u"fallbackUrl")
        return m_fallbackField;
    return name == u"owner" ? m_ownerField : nullptr;
}

QString LifeFields::summary() const
{
    QStringList parts;
    if (const QDateTime from = start(); from.isValid())
        parts << tr("from %1", "day").arg(dayText(m_start->date(), todayIn(m_start->zone())));
    const auto most = limit();
    parts << (most ? tr("at most %1 clicks").arg(countText(*most)) : tr("no click limit"));
    return parts.join(u", "_qs);
}

} // namespace linkdesk::app
