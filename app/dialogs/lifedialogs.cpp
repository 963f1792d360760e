#include "dialogs/lifedialogs.h"

#include "api/errortext.h"
#include "style/appstyle.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"
#include "widgets/label.h"

#include <QComboBox>
#include <QDateEdit>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kWidth = 460;
constexpr int kCountPauseMs = 350;
constexpr int kUsualDays = 90;

QVBoxLayout *makeColumn(QDialog *dialog, const QString &title)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setMinimumWidth(kWidth);
    auto *column = new QVBoxLayout(dialog);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(16);
    auto *label = new Label(title, TextRole::Title, Tone::Text, dialog);
    label->setWordWrap(true);
    column->addWidget(label);
    return column;
}

void addButtons(QDialog *dialog, QVBoxLayout *column, QPushButton *last)
{
    QPushButton *cancel = makeButton(QDialog::tr("Cancel"), ButtonKind::Secondary, nullptr, dialog);
    cancel->setObjectName(u"dialogCancel"_qs);
    cancel->setAutoDefault(false);
    QObject::connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    last->setDefault(true);
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch(1);
    row->addWidget(cancel);
    row->addWidget(last);
    column->addLayout(row);
}

QComboBox *makeReason(QWidget *parent)
{
    auto *reason = new QComboBox(parent);
    reason->setObjectName(u"banReason"_qs);
    reason->setEditable(true);
    reason->setInsertPolicy(QComboBox::NoInsert);
    reason->addItems({BanDialog::tr("Spam"), BanDialog::tr("Phishing"), BanDialog::tr("Malware"),
                      BanDialog::tr("Against our rules"), BanDialog::tr("Asked for by the owner of the target")});
    reason->setCurrentIndex(-1);
    reason->lineEdit()->setMaxLength(kLongestReason);
    reason->lineEdit()->setPlaceholderText(BanDialog::tr("For example: phishing, reported by a customer"));
    return reason;
}

QString reasonOf(const QComboBox *reason)
{
    return reason->currentText().trimmed();
}

} // namespace

BanDialog::BanDialog(const QString &name, int links, QWidget *parent)
    : QDialog(parent), m_reason(makeReason(this)),
      m_ban(makeButton(links == 1 ? tr("Ban this link") : tr("Ban %n link(s)", nullptr, links), ButtonKind::Danger,
                       "ban", this))
{
    setObjectName(u"banDialog"_qs);
    QVBoxLayout *column = makeColumn(
        this, links == 1 ? tr("Ban %1?").arg(visibleText(name)) : tr("Ban %n link(s)?", nullptr, links));
    auto *what = new Label(tr("Visitors are told that the link was disabled, and are not led on. It can be unbanned."),
                           TextRole::Body, Tone::Text2, this);
    what->setWordWrap(true);
    column->addWidget(what);
    auto *field = new FormField(tr("Reason"), m_reason, this);
    field->setHint(tr("Kept with the link. Visitors do not see it."));
    column->addWidget(field);
    m_ban->setObjectName(u"banConfirm"_qs);
    m_ban->setEnabled(false);
    addButtons(this, column, m_ban);
    m_reason->setFocus();
    connect(m_reason, &QComboBox::editTextChanged, this, [this] { m_ban->setEnabled(!reasonOf(m_reason).isEmpty()); });
    connect(m_ban, &QPushButton::clicked, this, [this] {
        Q_EMIT given(reasonOf(m_reason));
        accept();
    });
}

HostBanDialog::HostBanDialog(AdminClient &client, QWidget *parent)
    : QDialog(parent), m_client(client), m_host(new QLineEdit(this)),
      m_hostField(new FormField(tr("Host of the targets"), m_host, this)), m_reason(makeReason(this)),
      m_ban(makeButton(tr("Ban"), ButtonKind::Danger, "ban", this))
{
    setObjectName(u"hostBanDialog"_qs);
    QVBoxLayout *column = makeColumn(this, tr("Ban every link that leads to a host"));
    m_host->setObjectName(u"banHost"_qs);
    m_host->setPlaceholderText(u"example.com"_qs);
    m_hostField->setHint(tr("Its sub-hosts are meant, too. An address can be pasted."));
    column->addWidget(m_hostField);
    auto *field = new FormField(tr("Reason"), m_reason, this);
    field->setHint(tr("Kept with the links. Visitors do not see it."));
    column->addWidget(field);
    m_ban->setObjectName(u"banConfirm"_qs);
    addButtons(this, column, m_ban);
    m_pause.setSingleShot(true);
    m_pause.setInterval(kCountPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &HostBanDialog::count);
    connect(m_host, &QLineEdit::textChanged, this, [this] {
        m_client.cancel(m_request);
        m_counted.clear();
        m_hostField->clearState();
        m_pause.start();
        updateButton();
    });
    connect(m_reason, &QComboBox::editTextChanged, this, &HostBanDialog::updateButton);
    connect(m_ban, &QPushButton::clicked, this, [this] {
        Q_EMIT given(m_counted, reasonOf(m_reason));
        accept();
    });
    m_host->setFocus();
    updateButton();
}

void HostBanDialog::count()
{
    const QString host = hostIn(m_host->text());
    if (host.isEmpty()) {
        if (!m_host->text().trimmed().isEmpty())
            m_hostField->setState(Level::Danger, tr("This is not the name of a host"));
        return;
    }
    m_request = m_client.countBatch(BatchRequest::banHost(host, u"-"_qs), this,
                                    [this, host](const ApiResult<qint64> &links) {
                                        m_counted = links ? host : QString();
                                        counted(links);
                                    });
}

void HostBanDialog::counted(const ApiResult<qint64> &links)
{
    m_links = links ? *links : 0;
    if (!links)
        m_hostField->setState(Level::Danger, whatHappened(links.error()) + u' ' + whatToDo(links.error()));
    else if (m_links == 0)
        m_hostField->setState(Level::Info, tr("No link leads to %1").arg(visibleText(m_counted)));
    else
        m_hostField->setState(Level::Warn, tr("%n link(s) lead to %1 and will be banned", nullptr, int(m_links))
                                               .arg(visibleText(m_counted)));
    updateButton();
}

void HostBanDialog::updateButton()
{
    const bool known = !m_counted.isEmpty() && m_links > 0;
    m_ban->setText(known ? tr("Ban %n link(s)", nullptr, int(m_links)) : tr("Ban"));
    m_ban->setEnabled(known && !reasonOf(m_reason).isEmpty());
}

RenewDateDialog::RenewDateDialog(int links, QWidget *parent) : QDialog(parent), m_date(new QDateEdit(this))
{
    setObjectName(u"renewDateDialog"_qs);
    QVBoxLayout *column = makeColumn(this, tr("Renew %n link(s) until a day", nullptr, links));
    m_date->setObjectName(u"renewDate"_qs);
    m_date->setCalendarPopup(true);
    m_date->setMinimumDate(QDate::currentDate());
    m_date->setDate(QDate::currentDate().addDays(kUsualDays));
    auto *field = new FormField(tr("Last day"), m_date, this);
    field->setHint(tr("The links work until its end."));
    column->addWidget(field);
    QPushButton *renew = makeButton(tr("Renew"), ButtonKind::Primary, "renew", this);
    renew->setObjectName(u"renewConfirm"_qs);
    addButtons(this, column, renew);
    connect(renew, &QPushButton::clicked, this, [this] {
        Q_EMIT given(m_date->date());
        accept();
    });
}

QString hostIn(const QString &typed)
{
    const QString text = typed.trimmed();
    if (text.isEmpty() || text.contains(u' '))
        return {};
    const QUrl url = text.contains(u"://") ? QUrl(text, QUrl::TolerantMode)
                                          : QUrl(u"http://"_qs + text, QUrl::TolerantMode);
    QString host = url.host(QUrl::FullyEncoded).toLower();
    while (host.endsWith(u'.'))
        host.chop(1);
    return url.isValid() && host.contains(u'.') ? host : QString();
}

} // namespace linkdesk::app
