#include "pages/formernames.h"

#include "dialogs/separator.h"
#include "models/texts.h"
#include "style/appstyle.h"
#include "widgets/elidedlabel.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace linkdesk::app {

FormerNames::FormerNames(QWidget *parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    setObjectName(u"formerNames"_qs);
    auto *what = new Label(tr("They still lead here. “End now” stops one at once: its visitors find nothing then."),
                           TextRole::Small, Tone::Text3, this);
    what->setWordWrap(true);
    m_column->setContentsMargins(0, 12, 0, 0);
    m_column->setSpacing(0);
    m_column->addWidget(new Separator(this));
    m_column->addSpacing(12);
    m_column->addWidget(new Label(tr("Former short names"), TextRole::Heading, Tone::Text, this));
    m_column->addSpacing(2);
    m_column->addWidget(what);
    m_column->addSpacing(6);
    hide();
}

void FormerNames::setAliases(const QList<LinkAlias> &aliases)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    QList<LinkAlias> working;
    for (const LinkAlias &alias : aliases) {
        if (alias.until > now)
            working << alias;
    }
    setVisible(!working.isEmpty());
    setBusy(false);
    if (m_rows && working == m_shown)
        return;
    m_shown = working;
    if (m_rows) { // hidden at once; a button in it may be what called
        m_rows->hide();
        m_rows->deleteLater();
    }
    m_rows = new QWidget(this);
    auto *rows = new QVBoxLayout(m_rows);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    for (const LinkAlias &alias : working)
        rows->addWidget(row(alias));
    m_column->addWidget(m_rows);
}

QWidget *FormerNames::row(const LinkAlias &alias)
{
    auto *row = new QWidget(m_rows);
    const QUrl url(alias.shortUrl);
    const QString whole = url.authority(QUrl::PrettyDecoded) + u'/' + alias.code;
    auto *name = new ElidedLabel(whole, row);
    name->setRole(TextRole::Body);
    name->setElideMode(Qt::ElideMiddle);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    auto *until = new ElidedLabel(tr("until %1", "time").arg(exactTime(alias.until)), row);
    until->setRole(TextRole::Small);
    until->setTone(expiresSoon(alias.until, now) ? Tone::Warn : Tone::Text3);
    auto *copy = makeIconButton("copy", tr("Copy %1").arg(visibleText(whole)), row);
    auto *end = makeButton(tr("End now"), ButtonKind::DangerQuiet, nullptr, row);
    copy->setObjectName(u"copyFormerName"_qs);
    end->setObjectName(u"endFormerName"_qs);
    end->setAccessibleName(tr("End %1 now").arg(visibleText(whole)));
    end->setToolTip(plainToolTip(tr("%1 stops working at once").arg(whole)));
    setControlSize(copy, ControlSize::Small);
    setControlSize(end, ControlSize::Small);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addWidget(name);
    texts->addWidget(until);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setSpacing(6);
    layout->addLayout(texts, 1);
    layout->addWidget(copy);
    layout->addWidget(end);
    connect(copy, &QPushButton::clicked, this, [this, alias] { Q_EMIT copyRequested(alias); });
    connect(end, &QPushButton::clicked, this, [this, alias] {
        setBusy(true);
        Q_EMIT endRequested(alias);
    });
    return row;
}

void FormerNames::setBusy(bool busy)
{
    if (m_rows)
        m_rows->setEnabled(!busy);
}

} // namespace linkdesk::app
