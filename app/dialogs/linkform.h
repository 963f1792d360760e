// The fields of a link: target, domain and short name, expiry, title, tags, and more options. Knows nothing of the
// service; the window around it asks and shows what it hears with the set...State functions. GUI thread.
#pragma once

#include "api/apierror.h"
#include "api/linkrequests.h"
#include "widgets/message.h"

#include <QTimeZone>
#include <QWidget>

#include <optional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace linkdesk::app {

class AliasChooser;
class CodeChoice;
class DuplicateNote;
class ElidedLabel;
class ExpiryChooser;
class FormField;
class LifeFields;
class TagEdit;
class TargetEdit;

class LinkForm final : public QWidget {
    Q_OBJECT

public:
    explicit LinkForm(QWidget *parent = nullptr);

    [[nodiscard]] LinkDraft draft() const;
    void setDraft(const LinkDraft &draft);
    void setTarget(const QString &url);
    // Shown only if there is a choice. The default domain is called by `defaultHost`.
    void setDomains(const QList<DomainInfo> &domains, const QString &defaultHost);
    // The link that is edited: its domain is fixed, and a new short name asks what becomes of the old one.
    void setEdited(const LinkInfo &link);
    // The office's clocks; this computer's until they are known.
    void setZone(const QTimeZone &zone);
    // Known ones, offered while one is typed.
    void setOwners(const QStringList &owners);
    [[nodiscard]] QString domain() const;
    // What lies on the clipboard; empty takes the offer away.
    void offerTarget(const QString &url);

    void setTargetState(Level level, const QString &text, const QString &link = {});
    void setSlugState(Level level, const QString &text);
    void clearStates();
    // Puts the service's words at the field they name and moves the focus there; false: no such field.
    bool showProblem(const ApiError &error);
    // Says what is wrong with the target, if anything keeps it from being sent, and moves there.
    bool checkBeforeSending();
    [[nodiscard]] DuplicateNote *duplicateNote() const { return m_duplicate; }
    void focusTarget();

Q_SIGNALS:
    void targetEdited();
    void slugEdited();
    void changed();
    void submitted();
    void optionsShown();

private:
    void build();
    [[nodiscard]] QWidget *nameRow();
    void buildOptions(QVBoxLayout *column);
    void showOptions(bool shown);
    void wire();
    void judgeTarget();
    void fixTarget();
    void judgeExpiry();
    [[nodiscard]] FormField *fieldFor(const QString &name) const;
    void updateSummary();
    void updateCode();
    void updateAlias();
    [[nodiscard]] const DomainInfo *domainInfo() const;

    TargetEdit *m_target;
    FormField *m_targetField = nullptr;
    DuplicateNote *m_duplicate;
    QComboBox *m_domain;
    FormField *m_domainField = nullptr;
    QLineEdit *m_slug;
    FormField *m_slugField = nullptr;
    AliasChooser *m_alias;
    FormField *m_aliasField = nullptr;
    ExpiryChooser *m_expiry;
    FormField *m_expiryField = nullptr;
    QLineEdit *m_title;
    FormField *m_titleField = nullptr;
    TagEdit *m_tags;
    FormField *m_tagsField = nullptr;
    QPushButton *m_more;
    ElidedLabel *m_summary;
    QWidget *m_options;
    CodeChoice *m_code;
    FormField *m_codeField = nullptr;
    QComboBox *m_status;
    QCheckBox *m_forward;
    LifeFields *m_life;
    QLineEdit *m_note;
    FormField *m_noteField = nullptr;
    QString m_offered;
    QList<DomainInfo> m_domains;
    std::optional<LinkInfo> m_edited;
};

} // namespace linkdesk::app
