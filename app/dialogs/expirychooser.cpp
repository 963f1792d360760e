#include "dialogs/expirychooser.h"

#include "models/texts.h"
#include "widgets/label.h"
#include "widgets/segmentedcontrol.h"

#include <QAbstractButton>
#include <QDateEdit>
#include <QHBoxLayout>
#include <QLocale>

namespace linkdesk::app {

namespace {

const QString kWeek = QStringLiteral("expiry7");
const QString kMonth = QStringLiteral("expiry30");
const QString kQuarter = QStringLiteral("expiryQuarter");
const QString kNever = QStringLiteral("expiryNever");
const QString kDate = QStringLiteral("expiryDate");

QDateTime endOf(const QDate &day)
{
    return QDateTime(day, QTime(23, 59, 59), Qt::LocalTime);
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
    , m_date(new QDateEdit(this))
    , m_text(new Label(QString(), TextRole::Small, Tone::Text2, this))
{
    m_choice->addSegment(kNever, tr("Never"));
    m_choice->addSegment(kWeek, tr("7 days"));
    m_choice->addSegment(kMonth, tr("30 days"));
    m_choice->addSegment(kQuarter, tr("Quarter end"));
    m_choice->addSegment(kDate, tr("Date…"));
    m_choice->setAccessibleName(tr("Expires"));
    setFocusProxy(m_choice);
    m_date->setObjectName(u"expiryEdit"_qs);
    m_date->setAccessibleName(tr("Last day"));
    m_date->setCalendarPopup(true);
    m_date->setMinimumDate(QDate::currentDate());
    m_date->setDate(QDate::currentDate().addDays(14));
    m_date->hide();
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(12);
    row->addWidget(m_choice);
    row->addWidget(m_date);
    row->addWidget(m_text, 1);
    connect(m_choice, &SegmentedControl::currentChanged, this, [this](const QString &id) {
        choose(id);
        Q_EMIT edited();
    });
    connect(m_date, &QDateEdit::dateChanged, this, [this] {
        updateText();
        Q_EMIT edited();
    });
    updateText();
}

QDateTime ExpiryChooser::value() const
{
    const QDate today = QDate::currentDate();
    const QString id = m_choice->current();
    if (id == kWeek)
        return endOf(today.addDays(7));
    if (id == kMonth)
        return endOf(today.addDays(30));
    if (id == kQuarter)
        return endOf(quarterEnd(today));
    if (id == kDate)
        return m_given.isValid() && m_given.toLocalTime().date() == m_date->date() ? m_given : endOf(m_date->date());
    return {};
}

void ExpiryChooser::setValue(const QDateTime &expires)
{
    m_given = expires;
    m_choice->setCurrent(expires.isValid() ? kDate : kNever);
    if (expires.isValid()) {
        const QDate day = expires.toLocalTime().date();
        m_date->setMinimumDate(std::min(day, QDate::currentDate()));
        m_date->setDate(day);
    }
    choose(m_choice->current());
}

void ExpiryChooser::choose(const QString &id)
{
    m_date->setVisible(id == kDate);
    updateText();
}

void ExpiryChooser::updateText()
{
    const QDateTime when = value();
    if (!when.isValid()) {
        m_text->setText(tr("Works until you delete it"));
        return;
    }
    // Beside the field for the day its time is enough, and both have to fit.
    m_text->setText(QLocale().toString(when.toLocalTime(), m_choice->current() == kDate
                                                               ? tr("HH:mm", "time of day")
                                                               : tr("d MMM yyyy, HH:mm", "day and time")));
}

} // namespace linkdesk::app
