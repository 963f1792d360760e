// What the link form says at its fields: while something is typed, before it is sent, and what the service answered.
#include "api/errortext.h"
#include "dialogs/duplicatenote.h"
#include "dialogs/expirychooser.h"
#include "dialogs/lifefields.h"
#include "dialogs/linkform.h"
#include "dialogs/targetcheck.h"
#include "dialogs/targetedit.h"
#include "models/texts.h"
#include "widgets/formfield.h"

#include <QLineEdit>

namespace linkdesk::app {

void LinkForm::offerTarget(const QString &url)
{
    m_offered = url;
    if (url.isEmpty() || !m_target->text().isEmpty())
        return;
    QString shown = addressText(url);
    if (shown.size() > 48)
        shown = shown.left(30) + u'…' + shown.right(16);
    m_targetField->setState(Level::Info, tr("On the clipboard: %1").arg(shown), tr("Use it"));
}

void LinkForm::setTargetState(Level level, const QString &text, const QString &link)
{
    m_targetField->setState(level, text, link);
}

void LinkForm::setSlugState(Level level, const QString &text)
{
    m_slugField->setState(level, text);
}

void LinkForm::clearStates()
{
    for (FormField *field : {m_targetField, m_slugField, m_aliasField, m_expiryField, m_titleField, m_tagsField,
                             m_codeField})
        field->clearState();
    m_life->clearStates();
    m_duplicate->hide();
}

void LinkForm::judgeTarget()
{
    switch (checkTarget(m_target->text())) {
    case TargetVerdict::Empty:
    case TargetVerdict::Good: m_targetField->clearState(); return;
    case TargetVerdict::NoScheme:
        m_targetField->setState(Level::Warn, tr("A web address begins with https://."), tr("Add https://"));
        return;
    case TargetVerdict::OtherScheme:
        m_targetField->setState(Level::Danger, tr("Only http:// and https:// addresses can be shortened."));
        return;
    case TargetVerdict::NoHost:
        m_targetField->clearState(); // still typing; said when it is sent
        return;
    case TargetVerdict::HasUserinfo:
        m_targetField->setState(Level::Warn,
                                tr("The address holds a user name or password. Every visitor will see it."));
        return;
    case TargetVerdict::TooLong:
        m_targetField->setState(Level::Danger, tr("Longer than 8,192 bytes. The service takes no more."));
        return;
    }
}

void LinkForm::judgeExpiry()
{
    const QString warning = m_expiry->warning();
    m_expiryField->setState(Level::Warn, warning); // an empty one takes the line away
    m_life->setEnd(m_expiry->value());
}

void LinkForm::fixTarget()
{
    if (checkTarget(m_target->text()) == TargetVerdict::NoScheme)
        m_target->setText(u"https://"_qs + m_target->text());
    else if (m_target->text().isEmpty() && !m_offered.isEmpty())
        m_target->setText(m_offered);
    m_target->setFocus();
}

bool LinkForm::checkBeforeSending()
{
    const TargetVerdict verdict = checkTarget(m_target->text());
    if (!isSendable(verdict)) {
        if (verdict == TargetVerdict::Empty)
            m_targetField->setState(Level::Danger, tr("Paste or type the address the short link shall lead to."));
        else if (verdict == TargetVerdict::NoHost)
            m_targetField->setState(Level::Danger, tr("The address names no host, such as shop.example.com."));
        focusTarget();
        return false;
    }
    FormField *wrong = m_life->fault();
    if (!wrong)
        return true;
    showOptions(true);
    wrong->editor()->setFocus();
    return false;
}

FormField *LinkForm::fieldFor(const QString &name) const
{
    const std::pair<QLatin1String, FormField *> fields[] = {
        {QLatin1String("url"), m_targetField},     {QLatin1String("slug"), m_slugField},
        {QLatin1String("domain"), m_domainField},  {QLatin1String("expiresAt"), m_expiryField},
        {QLatin1String("title"), m_titleField},    {QLatin1String("tags"), m_tagsField},
        {QLatin1String("aliasFor"), m_aliasField}, {QLatin1String("generator"), m_codeField},
        {QLatin1String("length"), m_codeField},    {QLatin1String("note"), m_noteField}};
    for (const auto &[known, field] : fields) {
        if (name == known)
            return field;
    }
    return m_life->fieldFor(name);
}

bool LinkForm::showProblem(const ApiError &error)
{
    FormField *field = fieldFor(error.field);
    if (!field)
        return false;
    if (m_options->isAncestorOf(field) && field->isVisibleTo(m_options))
        showOptions(true);
    if (!field->isVisibleTo(this))
        return false;
    const bool own = error.is(apicode::kInvalidInput) && !error.detail.isEmpty();
    field->setState(Level::Danger, own ? error.detail : whatHappened(error));
    field->editor()->setFocus();
    return true;
}

} // namespace linkdesk::app
