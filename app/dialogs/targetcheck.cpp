#include "dialogs/targetcheck.h"

#include <QUrl>

namespace linkdesk::app {

namespace {

bool isSchemeChar(QChar c)
{
    return (c.isLetterOrNumber() && c.unicode() < 128) || c == u'+' || c == u'-' || c == u'.';
}

// RFC 3986, 3.1; "localhost:8080/x" and "shop.example.com:443" are a host with a port, not a scheme.
QString schemeOf(const QString &text)
{
    qsizetype end = 0;
    while (end < text.size() && isSchemeChar(text.at(end)))
        ++end;
    if (end == 0 || end >= text.size() || text.at(end) != u':')
        return {};
    const bool portFollows = end + 1 < text.size() && text.at(end + 1).isDigit();
    return portFollows ? QString() : text.left(end).toLower();
}

} // namespace

TargetVerdict checkTarget(const QString &typed)
{
    const QString text = typed.trimmed();
    if (text.isEmpty())
        return TargetVerdict::Empty;
    if (text.toUtf8().size() > kLongestTarget)
        return TargetVerdict::TooLong;
    const QString scheme = schemeOf(text);
    if (scheme.isEmpty())
        return TargetVerdict::NoScheme;
    if (scheme != u"http" && scheme != u"https")
        return TargetVerdict::OtherScheme;
    const QUrl url(text);
    if (!text.mid(scheme.size()).startsWith(u"://") || url.host().isEmpty())
        return TargetVerdict::NoHost;
    return url.userInfo().isEmpty() ? TargetVerdict::Good : TargetVerdict::HasUserinfo;
}

bool isSendable(TargetVerdict verdict)
{
    return verdict == TargetVerdict::Good || verdict == TargetVerdict::HasUserinfo;
}

bool looksLikeTarget(const QString &text)
{
    return text.size() < 2048 && !text.trimmed().contains(u'\n') && checkTarget(text) == TargetVerdict::Good;
}

} // namespace linkdesk::app
