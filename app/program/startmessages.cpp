#include "program/startmessages.h"

#include <QCoreApplication>

namespace linkdesk::app {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("StartMessages", text);
}

QString portOf(const QString &address)
{
    return address.mid(address.lastIndexOf(QLatin1Char(':')) + 1);
}

struct Sentences {
    QString what, whatToDo;
};

Sentences sentencesFor(const HostFailure &failure)
{
    const QString port = portOf(failure.address);
    const QString &code = failure.code;
    if (code == QLatin1String("address-in-use"))
        return {tr("Port %1 is used by another program, so links do not work yet.").arg(port),
                failure.suggestedAddress.isEmpty()
                    ? tr("End that program, then try again.")
                    : tr("Take a free port, or end that program and try again.")};
    if (code == QLatin1String("address-forbidden"))
        return {tr("This account may not use %1.").arg(failure.address),
                tr("Ports below 1024 need a permission of the system, and the address must be one of this computer.")};
    if (code == QLatin1String("in-use"))
        return {tr("Another Linkdesk already uses this data folder."),
                tr("Go to its window, or stop it and try again.")};
    if (code == QLatin1String("newer-schema"))
        return {tr("The data was written by a newer Linkdesk."),
                tr("Install that version or a later one. Nothing was changed.")};
    if (code == QLatin1String("corrupt"))
        return {tr("The database is damaged."), tr("Restore the last backup. Nothing was changed.")};
    if (code == QLatin1String("not-writable"))
        return {tr("The data folder cannot be written."),
                tr("Give this account the right to write there, then try again.")};
    if (code == QLatin1String("disk-full"))
        return {tr("The disk is full."), tr("Make room, then try again.")};
    return {tr("The service could not be started."), failure.detail};
}

} // namespace

Message startFailureMessage(const HostFailure &failure)
{
    const Sentences sentences = sentencesFor(failure);
    Message message;
    message.id = QString::fromLatin1(startmessage::kId);
    message.level = Level::Danger;
    message.what = sentences.what;
    message.whatToDo = sentences.whatToDo;
    message.closable = false;
    if (!failure.suggestedAddress.isEmpty())
        message.buttons.append({QString::fromLatin1(startmessage::kUseOtherPort),
                                tr("Use port %1").arg(portOf(failure.suggestedAddress))});
    message.buttons.append({QString::fromLatin1(startmessage::kTryAgain), tr("Try again")});
    return message;
}

QString startFailureShort(const HostFailure &failure)
{
    if (failure.code == QLatin1String("address-in-use"))
        return tr("Port %1 is taken").arg(portOf(failure.address));
    return tr("Not started");
}

} // namespace linkdesk::app
