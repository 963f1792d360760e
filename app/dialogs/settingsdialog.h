// SettingsDialog: some of the service's settings, saved together. What the service refuses is said at the field that is
// to blame. Only what was changed is sent, so that what others change meanwhile stays. Opened with open(); closes and
// deletes itself. GUI thread; the client is borrowed and must outlive it.
#pragma once

#include "api/adminclient.h"

#include <QDialog>
#include <QMap>

class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

class FormField;
class MessageBar;

class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    SettingsDialog(AdminClient &client, const ServiceSettings &before, const QString &title, QWidget *parent);

Q_SIGNALS:
    void saved(const linkdesk::app::ServiceSettings &settings);

protected:
    [[nodiscard]] QVBoxLayout *column() const { return m_column; }
    [[nodiscard]] const ServiceSettings &before() const { return m_before; }
    // `name` is the API's.
    FormField *addField(const QString &name, const QString &label, QWidget *editor);
    // Call it when all fields are there.
    void addButtons();
    [[nodiscard]] virtual ServiceSettings wanted() const = 0;
    // The name of the field that cannot be sent as it is, after it was told so; empty: none.
    [[nodiscard]] virtual QString fault() { return {}; }
    [[nodiscard]] FormField *field(const QString &name) const { return m_fields.value(name); }

private:
    void save();
    void showProblem(const ApiError &error);

    AdminClient &m_client;
    ServiceSettings m_before;
    QVBoxLayout *m_column;
    MessageBar *m_messages;
    QMap<QString, FormField *> m_fields;
    QPushButton *m_save = nullptr;
};

} // namespace linkdesk::app
