// The settings of a short domain: what new codes look like and what short names may be. Knows nothing of the service;
// the page around it saves and shows what it hears. What does not apply is off and says why. GUI thread.
#pragma once

#include "api/apierror.h"
#include "api/codetypes.h"

#include <QWidget>

#include <optional>

class QBoxLayout;
class QCheckBox;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace linkdesk::app {

class CodeExample;
class FormField;
class Label;
class SegmentedControl;

class DomainForm final : public QWidget {
    Q_OBJECT

public:
    explicit DomainForm(QWidget *parent = nullptr);

    // What stands before a code, with its slash.
    void setName(const QString &name);
    // `saved` and `clash` belong together: the chance of a clash with the settings the service has.
    void setSettings(const CodeSettings &settings, const CodeSettings &saved, std::optional<double> clash);
    [[nodiscard]] CodeSettings settings() const;
    // Where its links lead when they lead nowhere; `known` false: an older service, which takes none.
    void setFallback(bool known, const QString &url);
    [[nodiscard]] QString fallback() const;
    // The field for the host of a domain that is to be added.
    void setHostAsked(bool asked, const QString &host = {});
    [[nodiscard]] QString host() const;
    // An older service knows none of this.
    void setSettingsKnown(bool known);

    // Says what keeps the values from being sent, if anything, and moves there.
    bool checkBeforeSending();
    // Puts the service's words at the field they name and moves the focus there; false: no such field.
    bool showProblem(const ApiError &error);
    void clearStates();
    void focusFirst();

Q_SIGNALS:
    void edited();
    void hostEdited(const QString &host);
    void submitted();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void build();
    [[nodiscard]] QWidget *codesPart();
    [[nodiscard]] QWidget *namesPart();
    [[nodiscard]] FormField *check(QVBoxLayout *column, QCheckBox *box);
    void wire();
    void changed();
    void updateTexts();
    [[nodiscard]] bool judgePrefix();

    CodeSettings m_saved;
    std::optional<double> m_clash;
    QString m_name;
    bool m_known = true;
    bool m_filling = false; // setSettings is at work: nobody has edited anything
    QWidget *m_settings;
    QBoxLayout *m_parts = nullptr;
    Label *m_unknown;
    QLineEdit *m_host;
    FormField *m_hostField = nullptr;
    CodeExample *m_example;
    SegmentedControl *m_generator;
    FormField *m_generatorField = nullptr;
    QSpinBox *m_length;
    FormField *m_lengthField = nullptr;
    SegmentedControl *m_alphabet;
    FormField *m_alphabetField = nullptr;
    QLineEdit *m_prefix;
    FormField *m_prefixField = nullptr;
    QCheckBox *m_check;
    FormField *m_checkField = nullptr;
    QCheckBox *m_case;
    FormField *m_caseField = nullptr;
    QCheckBox *m_segments;
    FormField *m_segmentsField = nullptr;
    QCheckBox *m_reserve;
    FormField *m_reserveField = nullptr;
    QSpinBox *m_alias;
    FormField *m_aliasField = nullptr;
    QLineEdit *m_fallback;
    FormField *m_fallbackField = nullptr;
};

} // namespace linkdesk::app
