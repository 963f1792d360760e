// The filter text of the links page, read while it is typed: its terms, or what is wrong and where; what may follow at
// the cursor; and a list of what there is. The grammar is core's (links/filterparser.h), the service reads the same.
// Positions are UTF-16 units of the text. Sentences of mistakes and meanings are core's own. GUI thread (translations).
#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace linkdesk::app {

struct FilterTermMark {
    int position = 0;
    int length = 0;
    int keyLength = 0; // "tag:" or "-clicks>" at its start; 0: a word
};

struct FilterReading {
    QList<FilterTermMark> terms; // those before the mistake
    QStringList meanings;        // one for each term
    QString mistake;             // one sentence; empty: none
    int position = 0;            // of the mistake
    int length = 0;
    bool findsDeleted = false;
    bool findsArchived = false;
    bool findsLive = true; // others than archived ones

    [[nodiscard]] bool isValid() const { return mistake.isEmpty(); }
};
[[nodiscard]] FilterReading readFilter(const QString &typed);

// What the service has, to be offered as values.
struct FilterWords {
    QStringList tags; // most used first
    QStringList domains;
};

struct FilterSuggestion {
    QString text; // takes the place of what is typed
    QString note; // what it is; translated
};

// `from` and `length` are the part of the text that a suggestion takes the place of.
struct FilterCompletion {
    int from = 0;
    int length = 0;
    QList<FilterSuggestion> suggestions;
};
[[nodiscard]] FilterCompletion completeFilter(const QString &text, int cursor, const FilterWords &words);

// A right use of every field, and what it finds.
struct FilterExample {
    QString text;
    QString finds;
};
[[nodiscard]] QList<FilterExample> filterExamples();

} // namespace linkdesk::app
