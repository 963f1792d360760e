#include "program/keyprompt.h"

#include "style/appstyle.h"
#include "widgets/elidedlabel.h"
#include "widgets/formfield.h"
#include "widgets/label.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

KeyPrompt::KeyPrompt(const QString &service, QWidget *parent)
    : QDialog(parent), m_key(new QLineEdit(this)),
      m_connect(makeButton(tr("Connect"), ButtonKind::Primary, nullptr, this))
{
    setObjectName(QStringLiteral("keyPrompt"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Key of the service"));
    setMinimumWidth(420);
    m_key->setObjectName(QStringLiteral("keyField"));
    m_key->setEchoMode(QLineEdit::Password);
    m_connect->setObjectName(QStringLiteral("keyConnect"));
    m_connect->setEnabled(false);
    m_connect->setDefault(true);
    QPushButton *cancel = makeButton(tr("Cancel"), ButtonKind::Secondary, nullptr, this);
    auto *field = new FormField(tr("API key"), m_key, this);
    field->setHint(tr("Made on the server with: linkdeskd keys create"));
    auto *what = new Label(tr("%1 wants a key").arg(visibleText(service)), TextRole::Title, Tone::Text, this);
    what->setWordWrap(true);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_connect);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 20);
    column->setSpacing(16);
    column->addWidget(what);
    column->addWidget(field);
    column->addLayout(buttons);

    connect(m_key, &QLineEdit::textChanged, this,
            [this](const QString &text) { m_connect->setEnabled(!text.trimmed().isEmpty()); });
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_connect, &QPushButton::clicked, this, [this] {
        Q_EMIT given(m_key->text().trimmed().toUtf8());
        accept();
    });
}

} // namespace linkdesk::app
