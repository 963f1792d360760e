#include "models/linkfilter.h"

#include "links/filterparser.h"
#include "links/filterwords.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace linkdesk::app {

namespace {

using core::FilterField;

constexpr qsizetype kMostSuggestions = 12;
constexpr const char *kContext = "LinkFilter";

struct FieldWords {
    FilterField field;
    const char *name;  // what the field is
    const char *finds; // what its example finds
};

constexpr std::array kFieldWords{
    FieldWords{FilterField::Tag, QT_TRANSLATE_NOOP("LinkFilter", "tag"),
               QT_TRANSLATE_NOOP("LinkFilter", "has the tag “spring”")},
    FieldWords{FilterField::Status, QT_TRANSLATE_NOOP("LinkFilter", "state"),
               QT_TRANSLATE_NOOP("LinkFilter", "has ended; also active, scheduled, used-up, banned, deleted")},
    FieldWords{FilterField::Domain, QT_TRANSLATE_NOOP("LinkFilter", "short domain"),
               QT_TRANSLATE_NOOP("LinkFilter", "is on this short domain; “default” is the first one")},
    FieldWords{FilterField::Clicks, QT_TRANSLATE_NOOP("LinkFilter", "clicks by people"),
               QT_TRANSLATE_NOOP("LinkFilter", "was clicked more than 100 times")},
    FieldWords{FilterField::Bots, QT_TRANSLATE_NOOP("LinkFilter", "clicks by bots"),
               QT_TRANSLATE_NOOP("LinkFilter", "was fetched by bots more than 100 times")},
    FieldWords{FilterField::Created, QT_TRANSLATE_NOOP("LinkFilter", "when it was made"),
               QT_TRANSLATE_NOOP("LinkFilter", "was made in the last 7 days; also a date, 2026-05-01")},
    FieldWords{FilterField::Updated, QT_TRANSLATE_NOOP("LinkFilter", "when it was last changed"),
               QT_TRANSLATE_NOOP("LinkFilter", "was changed in the last 7 days")},
    FieldWords{FilterField::Expires, QT_TRANSLATE_NOOP("LinkFilter", "when it ends"),
               QT_TRANSLATE_NOOP("LinkFilter", "ends within the next 7 days; expires:none has no end")},
    FieldWords{FilterField::Clicked, QT_TRANSLATE_NOOP("LinkFilter", "last click"),
               QT_TRANSLATE_NOOP("LinkFilter", "was not clicked for 90 days; clicked:never was not at all")},
    FieldWords{FilterField::Owner, QT_TRANSLATE_NOOP("LinkFilter", "owner"),
               QT_TRANSLATE_NOOP("LinkFilter", "belongs to Anna")},
    FieldWords{FilterField::Title, QT_TRANSLATE_NOOP("LinkFilter", "title"),
               QT_TRANSLATE_NOOP("LinkFilter", "has “sale” in its title")},
    FieldWords{FilterField::Note, QT_TRANSLATE_NOOP("LinkFilter", "note"),
               QT_TRANSLATE_NOOP("LinkFilter", "has “flyer” in its note")},
    FieldWords{FilterField::Slug, QT_TRANSLATE_NOOP("LinkFilter", "short name"),
               QT_TRANSLATE_NOOP("LinkFilter", "has “summer” in its short name")},
    FieldWords{FilterField::Url, QT_TRANSLATE_NOOP("LinkFilter", "target address"),
               QT_TRANSLATE_NOOP("LinkFilter", "has this in its target")},
    FieldWords{FilterField::Host, QT_TRANSLATE_NOOP("LinkFilter", "host of the target"),
               QT_TRANSLATE_NOOP("LinkFilter", "leads to this host or one below it")},
    FieldWords{FilterField::Generator, QT_TRANSLATE_NOOP("LinkFilter", "how the short name was made"),
               QT_TRANSLATE_NOOP("LinkFilter", "has a short name made of words")},
    FieldWords{FilterField::Limit, QT_TRANSLATE_NOOP("LinkFilter", "most visits allowed"),
               QT_TRANSLATE_NOOP("LinkFilter", "may be visited more than 100 times")},
    FieldWords{FilterField::Id, QT_TRANSLATE_NOOP("LinkFilter", "number"),
               QT_TRANSLATE_NOOP("LinkFilter", "is the link with this number")},
    FieldWords{FilterField::Is, QT_TRANSLATE_NOOP("LinkFilter", "a mark it carries"),
               QT_TRANSLATE_NOOP("LinkFilter", "is a favourite; also archived, limited, custom")},
    FieldWords{FilterField::Has, QT_TRANSLATE_NOOP("LinkFilter", "something it has"),
               QT_TRANSLATE_NOOP("LinkFilter", "has a note; also expiry, title, tags, owner, fallback, limit, ban")},
};

QString words(const char *text)
{
    return QCoreApplication::translate(kContext, text);
}

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

int unitsBefore(const QByteArray &utf8, std::size_t bytes)
{
    return int(QString::fromUtf8(utf8.left(qsizetype(bytes))).size());
}

// "tag:" of tag:spring, "-clicks>=" of -clicks>=100. Quoted text and plain words have none.
int keyLengthOf(const QString &term)
{
    for (int i = 0; i < term.size(); ++i) {
        const QChar c = term.at(i);
        if (c == u'"')
            return 0;
        if (c == u':' || c == u'<' || c == u'>')
            return i + 1 < term.size() && term.at(i + 1) == u'=' ? i + 2 : i + 1;
    }
    return 0;
}

// Where the term begins in which the cursor is: after the last space that no quotes enclose.
int termStart(const QString &text, int cursor)
{
    bool quoted = false;
    int start = 0;
    for (int i = 0; i < cursor; ++i) {
        if (text.at(i) == u'\\' && quoted)
            ++i;
        else if (text.at(i) == u'"')
            quoted = !quoted;
        else if (text.at(i) == u' ' && !quoted)
            start = i + 1;
    }
    return start;
}

QString quoted(const QString &value)
{
    return QString::fromStdString(core::quotedForFilter(value.toStdString()));
}

void offer(FilterCompletion &completion, const QString &typed, const QString &text, const QString &note)
{
    const bool fits = text.startsWith(typed, Qt::CaseInsensitive)
                      || (text.startsWith(u'"') && text.mid(1).startsWith(typed, Qt::CaseInsensitive));
    if (fits && text != typed && completion.suggestions.size() < kMostSuggestions)
        completion.suggestions << FilterSuggestion{text, note};
}

void offerValues(FilterCompletion &completion, const core::FilterFieldInfo &info, const QString &typed,
                 const FilterWords &words_)
{
    for (const std::string_view choice : core::filterChoices(info.field))
        offer(completion, typed, latin(choice), {});
    if (info.kind == core::FilterKind::Tag) {
        for (const QString &tag : words_.tags)
            offer(completion, typed, quoted(tag), {});
    } else if (info.kind == core::FilterKind::Domain) {
        offer(completion, typed, u"default"_qs, words(QT_TRANSLATE_NOOP("LinkFilter", "the first domain")));
        for (const QString &domain : words_.domains)
            offer(completion, typed, quoted(domain), {});
    } else if (info.kind == core::FilterKind::Time) {
        offer(completion, typed, u"7d"_qs, words(QT_TRANSLATE_NOOP("LinkFilter", "7 days")));
        offer(completion, typed, u"30d"_qs, words(QT_TRANSLATE_NOOP("LinkFilter", "30 days")));
        offer(completion, typed, u"1y"_qs, words(QT_TRANSLATE_NOOP("LinkFilter", "1 year")));
        offer(completion, typed, QDate::currentDate().toString(Qt::ISODate),
              words(QT_TRANSLATE_NOOP("LinkFilter", "today")));
    }
    if (info.field == FilterField::Expires)
        offer(completion, typed, u"none"_qs, words(QT_TRANSLATE_NOOP("LinkFilter", "no end")));
    if (info.field == FilterField::Clicked)
        offer(completion, typed, u"never"_qs, words(QT_TRANSLATE_NOOP("LinkFilter", "not yet")));
}

} // namespace

FilterReading readFilter(const QString &typed)
{
    const QByteArray utf8 = typed.toUtf8();
    core::FilterContext context;
    context.now = core::fromMs(QDateTime::currentMSecsSinceEpoch());
    context.zone = QTimeZone::systemTimeZone();
    const core::FilterParse parse = core::parseFilter({utf8.constData(), size_t(utf8.size())}, context);
    FilterReading reading;
    for (const core::FilterTerm &term : parse.filter.terms) {
        const int from = unitsBefore(utf8, term.position);
        const int length = unitsBefore(utf8, term.position + term.length) - from;
        const int key = term.field == FilterField::Text ? 0 : keyLengthOf(typed.mid(from, length));
        reading.terms << FilterTermMark{from, length, key};
        reading.meanings << QString::fromStdString(core::describeTerm(term));
    }
    reading.findsDeleted = parse.filter.includesDeleted();
    reading.findsArchived = parse.filter.includesArchived();
    reading.findsLive = parse.filter.includesLive();
    if (parse.error) {
        reading.mistake = QString::fromStdString(parse.error->detail);
        reading.position = unitsBefore(utf8, parse.error->position);
        reading.length = unitsBefore(utf8, parse.error->position + parse.error->length) - reading.position;
    }
    return reading;
}

FilterCompletion completeFilter(const QString &text, int cursor, const FilterWords &words_)
{
    FilterCompletion completion;
    int start = termStart(text, cursor);
    if (start < cursor && text.at(start) == u'-')
        ++start;
    const QString term = text.mid(start, cursor - start);
    const int key = keyLengthOf(term);
    if (key == 0) {
        completion.from = start;
        completion.length = int(term.size());
        if (term.startsWith(u'"'))
            return completion;
        for (const FieldWords &field : kFieldWords) {
            const core::FilterFieldInfo &info = core::filterFieldInfo(field.field);
            const bool range = info.kind == core::FilterKind::Number && info.field != FilterField::Id;
            const bool soon = info.kind == core::FilterKind::Time;
            const QString end = range ? u">"_qs : soon ? u"<"_qs : u":"_qs;
            offer(completion, term, latin(core::filterFieldName(field.field)) + end, words(field.name));
        }
        return completion;
    }
    QString name = term.left(key);
    while (!name.isEmpty() && !name.back().isLetter())
        name.chop(1);
    const core::FilterFieldInfo *info = core::filterFieldNamed(name.toStdString());
    // The value after the last comma.
    const qsizetype comma = term.contains(u'"') ? -1 : term.lastIndexOf(u',');
    const int valueAt = std::max(key, int(comma) + 1);
    completion.from = start + valueAt;
    completion.length = int(term.size()) - valueAt;
    if (info)
        offerValues(completion, *info, term.mid(valueAt), words_);
    return completion;
}

QList<FilterExample> filterExamples()
{
    QList<FilterExample> examples;
    for (const FieldWords &field : kFieldWords)
        examples << FilterExample{latin(core::filterFieldInfo(field.field).example), words(field.finds)};
    return examples;
}

} // namespace linkdesk::app
