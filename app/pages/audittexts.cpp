#include "pages/audittexts.h"

#include "models/texts.h"
#include "widgets/elidedlabel.h"

#include <QCoreApplication>
#include <QJsonArray>

namespace linkdesk::app {

namespace {

struct Tr {
    Q_DECLARE_TR_FUNCTIONS(AuditTexts)
};

QString textOf(const QJsonObject &state, QLatin1String name)
{
    return visibleText(state.value(name).toString());
}

QString dayOf(const QJsonObject &state, QLatin1String name, const QDate &today)
{
    const QDateTime time = QDateTime::fromString(state.value(name).toString(), Qt::ISODateWithMs);
    return time.isValid() ? dayText(time.toLocalTime().date(), today) : QString();
}

QStringList tagsOf(const QJsonObject &state)
{
    QStringList tags;
    for (const auto &tag : state.value(QLatin1String("tags")).toArray())
        tags << visibleText(tag.toString());
    return tags;
}

QStringList without(const QStringList &tags, const QStringList &others)
{
    QStringList left;
    for (const QString &tag : tags) {
        if (!others.contains(tag))
            left << u'“' + tag + u'”';
    }
    return left;
}

void addTags(QStringList &lines, const AuditEntry &entry)
{
    const QStringList added = without(tagsOf(entry.after), tagsOf(entry.before));
    const QStringList removed = without(tagsOf(entry.before), tagsOf(entry.after));
    if (!added.isEmpty())
        lines << Tr::tr("Tag %1 added", nullptr, int(added.size())).arg(added.join(u", "_qs));
    if (!removed.isEmpty())
        lines << Tr::tr("Tag %1 taken off", nullptr, int(removed.size())).arg(removed.join(u", "_qs));
}

// A text that was set, changed or taken away.
void addText(QStringList &lines, const AuditEntry &entry, QLatin1String name, const QString &what)
{
    if (!entry.after.contains(name))
        return;
    const QString before = textOf(entry.before, name);
    const QString after = textOf(entry.after, name);
    if (before.isEmpty())
        lines << Tr::tr("%1 set to “%2”").arg(what, after);
    else if (after.isEmpty())
        lines << Tr::tr("%1 “%2” removed").arg(what, before);
    else
        lines << Tr::tr("%1 changed from “%2” to “%3”").arg(what, before, after);
}

void addFlag(QStringList &lines, const AuditEntry &entry, QLatin1String name, const QString &on, const QString &off)
{
    if (entry.after.contains(name))
        lines << (entry.after.value(name).toBool() ? on : off);
}

void addEnd(QStringList &lines, const AuditEntry &entry, const QDate &today)
{
    constexpr QLatin1String kEnd("expiresAt");
    if (!entry.after.contains(kEnd))
        return;
    const QString day = dayOf(entry.after, kEnd, today);
    lines << (day.isEmpty() ? Tr::tr("No longer expires") : Tr::tr("Expiry moved to %1").arg(day));
}

QStringList changedLines(const AuditEntry &entry, const QDate &today)
{
    QStringList lines;
    addText(lines, entry, QLatin1String("title"), Tr::tr("Title"));
    addText(lines, entry, QLatin1String("url"), Tr::tr("Target"));
    addText(lines, entry, QLatin1String("code"), Tr::tr("Short name"));
    addEnd(lines, entry, today);
    addTags(lines, entry);
    addText(lines, entry, QLatin1String("note"), Tr::tr("Note"));
    addText(lines, entry, QLatin1String("owner"), Tr::tr("Owner"));
    addText(lines, entry, QLatin1String("fallbackUrl"), Tr::tr("Fallback"));
    if (entry.after.contains(QLatin1String("domain"))) {
        const QString host = textOf(entry.after, QLatin1String("domain"));
        lines << (host.isEmpty() ? Tr::tr("Moved to the first domain") : Tr::tr("Moved to %1").arg(host));
    }
    if (entry.after.contains(QLatin1String("maxClicks"))) {
        const qint64 limit = entry.after.value(QLatin1String("maxClicks")).toInteger();
        lines << (limit > 0 ? Tr::tr("Limited to %n visit(s)", nullptr, int(limit)) : Tr::tr("No longer limited"));
    }
    if (entry.after.contains(QLatin1String("redirectStatus")))
        lines << Tr::tr("Redirect changed to %1").arg(entry.after.value(QLatin1String("redirectStatus")).toInt());
    addFlag(lines, entry, QLatin1String("forwardQuery"), Tr::tr("Query is forwarded"),
            Tr::tr("Query is not forwarded"));
    addFlag(lines, entry, QLatin1String("favourite"), Tr::tr("Marked as favourite"), Tr::tr("No favourite any more"));
    addFlag(lines, entry, QLatin1String("letExpire"), Tr::tr("Will be let go at its end"),
            Tr::tr("To be renewed again"));
    addFlag(lines, entry, QLatin1String("track"), Tr::tr("Clicks are counted"), Tr::tr("Clicks are not counted"));
    if (entry.after.contains(QLatin1String("validFrom"))) {
        const QString day = dayOf(entry.after, QLatin1String("validFrom"), today);
        lines << (day.isEmpty() ? Tr::tr("Begins at once") : Tr::tr("Begins on %1").arg(day));
    }
    if (entry.after.contains(QLatin1String("ban")))
        lines << (entry.after.value(QLatin1String("ban")).isObject() ? Tr::tr("Banned") : Tr::tr("Unbanned"));
    else if (entry.after.contains(QLatin1String("deletedAt")))
        lines << (entry.after.value(QLatin1String("deletedAt")).isNull() ? Tr::tr("Restored") : Tr::tr("Deleted"));
    return lines;
}

QString firstOf(const QStringList &lines)
{
    if (lines.isEmpty())
        return {};
    return lines.size() == 1 ? lines.first()
                             : Tr::tr("%1, and %n more", nullptr, int(lines.size()) - 1).arg(lines.first());
}

} // namespace

QString auditText(const AuditEntry &entry, const QDate &today)
{
    const QString &action = entry.action;
    if (action == u"create")
        return Tr::tr("Created");
    if (action == u"create-many")
        return Tr::tr("Imported");
    if (action == u"renew") {
        const QString day = dayOf(entry.after, QLatin1String("expiresAt"), today);
        return day.isEmpty() ? Tr::tr("Renewed for ever") : Tr::tr("Renewed until %1").arg(day);
    }
    if (action == u"ban") {
        const QString reason = textOf(entry.after.value(QLatin1String("ban")).toObject(), QLatin1String("reason"));
        return reason.isEmpty() ? Tr::tr("Banned") : Tr::tr("Banned: %1").arg(reason);
    }
    if (action == u"unban")
        return Tr::tr("Unbanned");
    if (action == u"delete")
        return Tr::tr("Deleted");
    if (action == u"restore")
        return Tr::tr("Restored");
    if (action == u"end-alias")
        return Tr::tr("Former name ended");
    if (action == u"archive")
        return Tr::tr("Put into the archive");
    if (action == u"unarchive")
        return Tr::tr("Taken out of the archive");
    const QString changes = firstOf(changedLines(entry, today));
    if (action == u"undo")
        return changes.isEmpty() ? Tr::tr("Change undone") : Tr::tr("Undone: %1").arg(changes);
    return changes.isEmpty() ? Tr::tr("Changed") : changes;
}

QString auditDetails(const AuditEntry &entry, const QDate &today)
{
    const QStringList lines = changedLines(entry, today);
    return lines.size() > 1 ? lines.join(u'\n') : QString();
}

} // namespace linkdesk::app
