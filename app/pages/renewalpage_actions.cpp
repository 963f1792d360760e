// What can be done on the renewal page: renew, let go, undo, and how it is told.
#include "api/errortext.h"
#include "dialogs/expirychooser.h"
#include "dialogs/lifedialogs.h"
#include "models/texts.h"
#include "pages/renewalpage.h"
#include "style/icons.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"
#include "widgets/segmentedcontrol.h"

#include <QDateEdit>
#include <QMenu>
#include <QPushButton>

namespace linkdesk::app {

namespace {

constexpr int kUndoOfferMs = 12'000;
constexpr int kSaidMs = 4000;
constexpr int kWide = 1000; // below, the segments speak for themselves

QDateTime endOf(const QDate &day)
{
    return QDateTime(day, QTime(23, 59, 59), Qt::LocalTime);
}

} // namespace

QList<LinkId> RenewalPage::chosen() const
{
    return m_model.checkedIds();
}

void RenewalPage::updateActions()
{
    const int checked = m_model.checkedCount();
    const qint64 all = m_summary ? m_summary->window(m_model.window()).links : m_model.rowCount();
    m_chosenText->setText(checked > 0 ? tr("%1 of %2 chosen").arg(countText(checked), countText(all))
                                      : tr("%n link(s)", nullptr, int(all)));
    const bool can = checked > 0 && !m_commands.isRunning();
    m_renew->setEnabled(can);
    m_renew->setText(checked > 0 ? tr("Renew %n link(s)", nullptr, checked) : tr("Renew"));
    m_letGo->setEnabled(can);
    // What is done with the rows is in sight while there are rows.
    const bool rows = m_model.rowCount() > 0;
    m_by->setVisible(rows && width() >= kWide);
    m_period->setVisible(rows);
    m_renew->setVisible(rows);
    m_letGo->setVisible(rows);
    m_date->setVisible(rows && m_period->current() == u"renew.date");
}

void RenewalPage::showMenu(int row, const QPoint &at)
{
    const QList<LinkId> ids{m_model.rowAt(row).link.id};
    auto *menu = new QMenu(this);
    menu->setObjectName(u"renewMenu"_qs);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString &name, const QString &text, const char *iconName, const RenewTo &to) {
        QAction *action = iconName ? menu->addAction(icon(iconName), text) : menu->addAction(text);
        action->setObjectName(name);
        connect(action, &QAction::triggered, this, [this, ids, to] { renew(ids, to); });
    };
    add(u"renewMenu.30"_qs, tr("30 days"), "renew", RenewTo::days(30));
    add(u"renewMenu.90"_qs, tr("90 days"), nullptr, RenewTo::days(90));
    const QDate end = quarterEnd(QDate::currentDate());
    add(u"renewMenu.quarter"_qs, tr("Quarter end, %1").arg(dayText(end, QDate::currentDate())), nullptr,
        RenewTo::quarterEnd());
    add(u"renewMenu.year"_qs, tr("1 year"), nullptr, RenewTo::years(1));
    add(u"renewMenu.never"_qs, tr("For ever"), nullptr, RenewTo::never());
    menu->addSeparator();
    QAction *date = menu->addAction(icon("calendar"), tr("Date…"));
    date->setObjectName(u"renewMenu.date"_qs);
    connect(date, &QAction::triggered, this, [this, ids] { askDate(ids); });
    QAction *go = menu->addAction(m_letGo->text());
    go->setObjectName(u"renewMenu.let"_qs);
    connect(go, &QAction::triggered, this, [this, ids] { letGo(ids); });
    menu->popup(at);
}

void RenewalPage::renew(const QList<LinkId> &ids, const RenewTo &to)
{
    if (!ids.isEmpty())
        m_commands.run(BatchRequest::renew(ids, to, m_zone));
}

void RenewalPage::renewChosen()
{
    const QString period = m_period->current();
    if (period == u"renew.30")
        renew(chosen(), RenewTo::days(30));
    else if (period == u"renew.90")
        renew(chosen(), RenewTo::days(90));
    else if (period == u"renew.year")
        renew(chosen(), RenewTo::years(1));
    else
        renew(chosen(), RenewTo::date(endOf(m_date->date())));
}

void RenewalPage::askDate(const QList<LinkId> &ids)
{
    auto *dialog = new RenewDateDialog(int(ids.size()), this);
    connect(dialog, &RenewDateDialog::given, this,
            [this, ids](const QDate &day) { renew(ids, RenewTo::date(endOf(day))); });
    dialog->open();
}

void RenewalPage::letGo(const QList<LinkId> &ids)
{
    if (!ids.isEmpty())
        m_commands.run(BatchRequest::letExpire(ids));
}

void RenewalPage::finished(const BatchRequest &request, const JobInfo &job, bool undone)
{
    refresh();
    const QString failures = batchFailuresText(job);
    const QVector<MessageButton> undo{{u"undo"_qs, tr("Undo")}};
    post(u"renewal-done"_qs, failures.isEmpty() ? (undone ? Level::Ok : Level::Info) : Level::Warn,
         batchDoneText(request, job, undone), visibleText(failures), undone ? QVector<MessageButton>() : undo,
         undone ? kSaidMs : kUndoOfferMs);
}

void RenewalPage::failed(const ApiError &error, bool undoing)
{
    if (undoing)
        Q_EMIT messageWithdrawn(u"renewal-done"_qs);
    post(u"renewal-command"_qs, Level::Danger, whatHappened(error), visibleText(whatToDo(error)));
}

} // namespace linkdesk::app
