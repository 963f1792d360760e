#include "dialogs/settingsdialog.h"

#include "api/errortext.h"
#include "dialogs/dialogparts.h"
#include "style/appstyle.h"
#include "widgets/formfield.h"
#include "widgets/messagebar.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace linkdesk::app {

namespace {

constexpr int kWidth = 520;

} // namespace

SettingsDialog::SettingsDialog(AdminClient &client, const ServiceSettings &before, const QString &title,
                               QWidget *parent)
    : QDialog(parent), m_client(client), m_before(before), m_column(makeDialogColumn(this, title, kWidth)),
      m_messages(new MessageBar(this))
{
    m_column->addWidget(m_messages);
}

FormField *SettingsDialog::addField(const QString &name, const QString &label, QWidget *editor)
{
    auto *field = new FormField(label, editor, this);
    m_fields.insert(name, field);
    m_column->addWidget(field);
    return field;
}

void SettingsDialog::addButtons()
{
    m_save = makeButton(tr("Save"), ButtonKind::Primary, nullptr, this);
    m_save->setObjectName(u"settingsSave"_qs);
    connect(m_save, &QPushButton::clicked, this, &SettingsDialog::save);
    addDialogButtons(this, m_column, m_save);
}

void SettingsDialog::save()
{
    m_messages->withdrawAll();
    for (FormField *known : std::as_const(m_fields))
        known->clearState();
    if (const QString wrong = fault(); !wrong.isEmpty()) {
        field(wrong)->editor()->setFocus();
        return;
    }
    const SettingsEdit edit{m_before, wanted()};
    if (edit.isEmpty()) {
        accept();
        return;
    }
    m_save->setEnabled(false);
    m_client.changeSettings(edit, this, [this](const ApiResult<ServiceSettings> &settings) {
        m_save->setEnabled(true);
        if (!settings) {
            showProblem(settings.error());
            return;
        }
        Q_EMIT saved(*settings);
        accept();
    });
}

void SettingsDialog::showProblem(const ApiError &error)
{
    if (FormField *blamed = field(error.field)) {
        // The service's sentence is English, but it says what the value has to be.
        blamed->setState(Level::Danger, error.detail.isEmpty() ? whatHappened(error) : error.detail);
        blamed->editor()->setFocus();
        return;
    }
    m_messages->post({u"settings-problem"_qs, Level::Danger, whatHappened(error), whatToDo(error), {}, true, 0});
}

} // namespace linkdesk::app
