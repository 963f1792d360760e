#include "program/closing.h"

#include "settings/settings.h"
#include "style/appstyle.h"

#include <QMessageBox>
#include <QPushButton>

namespace linkdesk::app {

namespace {

QMessageBox *makeBox(QWidget &window, const QString &text, const QString &more)
{
    auto *box = new QMessageBox(QMessageBox::NoIcon, QStringLiteral("Linkdesk"), text, QMessageBox::NoButton, &window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(more);
    return box;
}

} // namespace

Closing::Closing(QWidget &window, Settings &settings) : m_window(window), m_settings(settings)
{
}

void Closing::request(const Situation &situation)
{
    if (m_box) {
        m_box->raise();
        return;
    }
    m_unsaved = situation.unsaved;
    if (!situation.serviceInside)
        quit();
    else if (!situation.hasTray)
        askBeforeStopping();
    else if (m_settings.get(setting::kCloseNoticeShown))
        Q_EMIT hideRequested();
    else
        sayItGoesOn();
}

void Closing::requestQuit(const QString &unsaved)
{
    if (m_box) {
        m_box->raise();
        return;
    }
    m_unsaved = unsaved;
    quit();
}

void Closing::quit()
{
    if (m_unsaved.isEmpty())
        Q_EMIT quitRequested();
    else
        askBeforeLosing();
}

void Closing::askBeforeLosing()
{
    m_box = makeBox(m_window, tr("Quit without saving?"), m_unsaved);
    m_box->setObjectName(QStringLiteral("unsavedQuestion"));
    QPushButton *show = m_box->addButton(tr("Show them"), QMessageBox::RejectRole);
    show->setObjectName(QStringLiteral("unsavedShow"));
    QPushButton *lose = m_box->addButton(tr("Quit without saving"), QMessageBox::DestructiveRole);
    lose->setObjectName(QStringLiteral("unsavedQuit"));
    setButtonKind(lose, ButtonKind::Danger);
    m_box->setDefaultButton(show);
    m_box->setEscapeButton(show);
    connect(show, &QPushButton::clicked, this, &Closing::unsavedRequested);
    connect(lose, &QPushButton::clicked, this, &Closing::quitRequested);
    m_box->open();
}

void Closing::sayItGoesOn()
{
    m_box = makeBox(m_window, tr("Your links keep working"),
                    tr("Linkdesk stays in the tray and answers visitors while its window is closed. "
                       "The icon there brings the window back."));
    m_box->setObjectName(QStringLiteral("closeNotice"));
    QPushButton *end = m_box->addButton(tr("Quit instead"), QMessageBox::DestructiveRole);
    end->setObjectName(QStringLiteral("closeQuit"));
    QPushButton *keep = m_box->addButton(tr("Close the window"), QMessageBox::AcceptRole);
    keep->setObjectName(QStringLiteral("closeKeep"));
    setButtonKind(keep, ButtonKind::Primary);
    m_box->setDefaultButton(keep);
    connect(keep, &QPushButton::clicked, this, [this] {
        m_settings.set(setting::kCloseNoticeShown, true);
        Q_EMIT hideRequested();
    });
    connect(end, &QPushButton::clicked, this, &Closing::quit);
    m_box->open();
}

void Closing::askBeforeStopping()
{
    m_box = makeBox(m_window, tr("Quit Linkdesk?"), tr("Your short links do not work while Linkdesk is not running."));
    m_box->setObjectName(QStringLiteral("quitQuestion"));
    QPushButton *stay = m_box->addButton(tr("Keep it open"), QMessageBox::RejectRole);
    stay->setObjectName(QStringLiteral("quitStay"));
    QPushButton *end = m_box->addButton(tr("Quit"), QMessageBox::DestructiveRole);
    end->setObjectName(QStringLiteral("quitGo"));
    setButtonKind(end, ButtonKind::Danger);
    m_box->setDefaultButton(stay);
    m_box->setEscapeButton(stay);
    connect(end, &QPushButton::clicked, this, &Closing::quit);
    m_box->open();
}

} // namespace linkdesk::app
