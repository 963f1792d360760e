#include "pages/linkhistory.h"

#include "api/errortext.h"
#include "models/texts.h"
#include "pages/audittexts.h"
#include "style/appstyle.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace linkdesk::app {

namespace {

constexpr int kFirstFew = 5;
constexpr int kMore = 25;

} // namespace

LinkHistory::LinkHistory(AdminClient &client, QWidget *parent)
    : QWidget(parent), m_client(client), m_rows(new QVBoxLayout),
      m_more(makeButton(tr("Show more"), ButtonKind::Secondary, nullptr, this)),
      m_problem(new ElidedLabel(QString(), this))
{
    setObjectName(u"linkHistory"_qs);
    setAccessibleName(tr("History of the link"));
    m_rows->setSpacing(8);
    m_more->setObjectName(u"historyMore"_qs);
    setControlSize(m_more, ControlSize::Small);
    m_problem->setObjectName(u"historyProblem"_qs);
    m_problem->setRole(TextRole::Small);
    m_problem->setTone(Tone::Danger);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);
    column->addWidget(new Label(tr("History"), TextRole::Heading, Tone::Text, this));
    column->addLayout(m_rows);
    column->addWidget(m_problem);
    column->addWidget(m_more, 0, Qt::AlignLeft);
    m_more->hide();
    m_problem->hide();
    connect(m_more, &QPushButton::clicked, this, [this] { load(m_cursor, m_entries.isEmpty() ? kFirstFew : kMore); });
}

void LinkHistory::setLink(LinkId link, qint64 version)
{
    if (link == m_link && version == m_version)
        return;
    const bool other = link != m_link;
    m_link = link;
    m_version = version;
    m_cursor.clear();
    if (other) {
        m_entries.clear();
        showEntries();
    }
    load({}, std::max(kFirstFew, int(m_entries.size())));
}

void LinkHistory::clear()
{
    m_client.cancel(m_request);
    m_link = {};
    m_version = 0;
}

void LinkHistory::reload()
{
    if (m_version > 0)
        load({}, std::max(kFirstFew, int(m_entries.size())));
}

void LinkHistory::load(const QString &cursor, int limit)
{
    m_client.cancel(m_request);
    AuditQuery query;
    query.link = m_link;
    query.limit = std::min(limit, 500);
    query.cursor = cursor;
    m_more->setEnabled(false);
    m_request = m_client.audit(query, this, [this, more = !cursor.isEmpty()](const ApiResult<AuditPage> &page) {
        answered(page, more);
    });
}

void LinkHistory::answered(const ApiResult<AuditPage> &page, bool more)
{
    m_more->setEnabled(true);
    m_problem->setVisible(!page);
    if (!page) {
        m_problem->setText(whatHappened(page.error()));
        m_problem->setToolTip(plainToolTip(whatToDo(page.error())));
        m_more->setText(tr("Try again"));
        m_more->show();
        return;
    }
    if (!more)
        m_entries.clear();
    m_entries << page->entries;
    m_cursor = page->nextCursor;
    m_more->setText(tr("Show more"));
    m_more->setVisible(!m_cursor.isEmpty());
    showEntries();
}

void LinkHistory::showEntries()
{
    while (QLayoutItem *item = m_rows->takeAt(0)) {
        if (QWidget *row = item->widget()) {
            row->hide();
            row->deleteLater(); // one of its buttons may be the sender
        }
        delete item;
    }
    for (const AuditEntry &entry : std::as_const(m_entries))
        m_rows->addWidget(makeRow(entry));
}

QWidget *LinkHistory::makeRow(const AuditEntry &entry)
{
    auto *row = new QWidget(this);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QDate today = QDate::currentDate();
    const bool undone = entry.undoneBy != 0;
    auto *what = new ElidedLabel(auditText(entry, today), row);
    what->setObjectName(u"historyWhat"_qs);
    what->setRole(TextRole::Small);
    what->setTone(undone ? Tone::Text3 : Tone::Text);
    QString when = agoText(entry.at, now);
    if (!entry.actor.isEmpty())
        when = tr("%1, %2", "who, when").arg(visibleText(entry.actor), when);
    if (undone)
        when = tr("%1, undone", "who and when").arg(when);
    auto *who = new ElidedLabel(when, row);
    who->setObjectName(u"historyWho"_qs);
    who->setRole(TextRole::Caption);
    who->setTone(Tone::Text3);
    // The labels' own tooltips are for what does not fit.
    QStringList tip{auditDetails(entry, today)};
    if (entry.at.isValid())
        tip << tr("%1 (%2)", "time, zone").arg(exactTime(entry.at), zoneName());
    tip.removeAll(QString());
    row->setToolTip(plainToolTip(tip.join(u'\n')));
    auto *lines = new QVBoxLayout;
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(what);
    lines->addWidget(who);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(lines, 1);
    if (entry.undoable && !undone && entry.id > 0 && !entry.links) {
        QPushButton *undo = makeButton(tr("Undo"), ButtonKind::Ghost, nullptr, row);
        undo->setObjectName(u"historyUndo"_qs);
        undo->setAccessibleName(tr("Undo: %1").arg(auditText(entry, today)));
        setControlSize(undo, ControlSize::Small);
        connect(undo, &QPushButton::clicked, this, [this, entry, undo] {
            undo->setEnabled(false);
            Q_EMIT undoRequested(entry);
        });
        layout->addWidget(undo);
    }
    return row;
}

} // namespace linkdesk::app
