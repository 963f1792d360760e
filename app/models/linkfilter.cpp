#include "models/linkfilter.h"

#include <QStringList>

namespace linkdesk::app {

namespace {

bool takeState(LinkQuery &query, const QString &value)
{
    if (value == u"active")
        query.state = StateFilter::Active;
    else if (value == u"banned")
        query.state = StateFilter::Banned;
    else if (value == u"deleted")
        query.state = StateFilter::Deleted;
    else if (value == u"all")
        query.state = StateFilter::All;
    else
        return false;
    return true;
}

bool takeKey(LinkQuery &query, const QString &word)
{
    const qsizetype colon = word.indexOf(u':');
    const QString key = word.left(colon).toLower();
    const QString value = word.mid(colon + 1);
    if (colon < 1 || value.isEmpty() || value.startsWith(u'/'))
        return false;
    if (key == u"tag")
        query.tag = value;
    else if (key == u"domain")
        query.domain = value;
    else if (key == u"is")
        return takeState(query, value.toLower());
    else
        return false;
    return true;
}

} // namespace

LinkQuery withFilter(LinkQuery query, const QString &typed)
{
    query.tag.clear();
    query.domain.clear();
    query.state = StateFilter::Usual;
    QStringList rest;
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    for (const QString &word : words) {
        if (!takeKey(query, word))
            rest << word;
    }
    query.search = rest.join(u' ');
    return query;
}

} // namespace linkdesk::app
