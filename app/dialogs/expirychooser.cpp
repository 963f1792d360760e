#include "dialogs/expirychooser.h"

#include "dialogs/momentedit.h"
#include "widgets/elidedlabel.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

const QString kWeek = QStringLiteral("expiry7");
const QString kMonth = QStringLiteral("expiry30");
const QString kQuarter = QStringLiteral("expiryQuarter");
const QString kNever = QStringLiteral("expiryNever");
const QString kDate = QStringLiteral("expiryDate");

constexpr int kUsualDays = 14; // of the date that is offered first

QDateTime endOf(const QDate &day, const QTimeZone &zone)
{
    return momentAt(day, QTime(23, 59, 59), zone).at;
}

} // namespace

QDate quarterEnd(const QDate &day)
{
    const int month = (day.month() - 1) / 3 * 3 + 3;
    return {day.year(), month, QDate(day.year(), month, 1).daysInMonth()};
}

ExpiryChooser::ExpiryChooser(QWidget *parent)
    : QWidget(parent)
    , m_choice(new SegmentedControl(this))
    , m_dateRow(new QWidget(this))
    , m_date(new MomentEdit(m_dateRow))
    , m_text(new ElidedLabel(QString(), this))
    , m_zoneText(new ElidedLabel(QString(), m_dateRow))
{
    m_choice->addSegment(kNever, tr("Never"));
    m_choice->addSegment(kWeek, tr("7 days"));
    m_choice->addSegment(kMonth, tr("30 days"));
    m_choice->addSegment(kQuarter, tr("Quarter end"));
    m_choice->addSegment(kDate, tr("Date…"));
    m_choice->setAccessibleName(tr("Expires"));
    setFocusProxy(m_choice);
    m_date->setObjectName(u"expiryEdit"_qs);
    m_date->setAccessibleName(tr("Last moment"));
    m_date->setClock(todayIn(m_zone).addDays(kUsualDays), QTime(23, 59));
    m_text->setObjectName(u"expiryText"_qs);
    for (ElidedLabel *label : {m_text, m_zoneText}) {
        label->setRole(TextRole::Small);
        label->setTone(Tone::Text2);
    }
    auto *dateRow = new QHBoxLayout(m_dateRow);
    dateRow->setContentsMargins(0, 0, 0, 0);
    dateRow->setSpacing(12);
    dateRow->addWidget(m_date);
    dateRow->addWidget(m_zoneText, 1);
    m_dateRow->hide();
    auto *row = new QHBoxLayout;
    row->setSpacing(12);
    row->addWidget(m_choice);
    row->addWidget(m_text, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addLayout(row);
    column->addWidget(m_dateRow);
    connect(m_choice, &SegmentedControl::currentChanged, this, [this](const QString &id) {
        choose(id);
        Q_EMIT edited();
    });
    connect(m_date, &QDateTimeEdit::dateTimeChanged, this, [this] {
        updateText();
        Q_EMIT edited();
    });
    updateText();
}

void ExpiryChooser::setZone(const QTimeZone &zone)
{
    m_zone = zone;
    const QSignalBlocker blocker(m_date);
    m_date->setZone(zone);
    updateText();
}

QDateTime ExpiryChooser::value() const
{
    const QDate today = todayIn(m_zone);
    const QString id = m_choice->current();
    if (id == kWeek)
        return endOf(today.addDays(7), m_zone);
    if (id == kMonth)
        return endOf(today.addDays(30), m_zone);
    if (id == kQuarter)
        return endOf(quarterEnd(today), m_zone);
    if (id == kDate)
        return m_date->moment();
    return {};
}

void ExpiryChooser::setValue(const QDateTime &expires)
{
    m_choice->setCurrent(expires.isValid() ? kDate : kNever);
    if (expires.isValid()) {
        const QSignalBlocker blocker(m_date);
        m_date->setMoment(expires);
    }
    choose(m_choice->current());
}

QString ExpiryChooser::warning() const
{
    if (m_choice->current() != kDate)
        return {};
    if (const QString warning = m_date->warning(); !warning.isEmpty())
        return warning;
    return m_date->moment() <= QDateTime::currentDateTimeUtc() ? tr("This moment has passed: the link is expired.")
                                                               : QString();
}

void ExpiryChooser::choose(const QString &id)
{
    m_dateRow->setVisible(id == kDate);
    updateText();
}

void ExpiryChooser::updateText()
{
    const QDateTime when = value();
    m_zoneText->setText(QString::fromLatin1(m_zone.id()));
    if (!when.isValid())
        m_text->setText(tr("Works until you delete it"));
    else
        m_text->setText(m_choice->current() == kDate ? QString() : momentText(when, m_zone));
}

} // namespace linkdesk::app
