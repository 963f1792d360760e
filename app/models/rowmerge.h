// Turns the rows of a model into another list with the fewest begin/end calls that are true: what is gone is removed,
// what is new is inserted, what stays is moved where it has to, so that selections stay with their rows.
#pragma once

#include <QList>
#include <QSet>

#include <functional>

namespace linkdesk::app {

// The model's own begin and end; `change` is called between them.
struct RowOps {
    using Change = std::function<void()>;
    std::function<void(int row, const Change &change)> insert;
    std::function<void(int row, const Change &change)> remove;
    std::function<void(int from, int to, const Change &change)> move; // to < from
};

template <typename T, typename KeyOf>
void mergeRows(QList<T> &rows, const QList<T> &wanted, KeyOf keyOf, const RowOps &ops)
{
    QSet<std::decay_t<decltype(keyOf(wanted.first()))>> keys;
    for (const T &row : wanted)
        keys.insert(keyOf(row));
    for (qsizetype i = rows.size() - 1; i >= 0; --i) {
        if (!keys.contains(keyOf(rows.at(i))))
            ops.remove(int(i), [&rows, i] { rows.removeAt(i); });
    }
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        qsizetype at = i;
        while (at < rows.size() && !(keyOf(rows.at(at)) == keyOf(wanted.at(i))))
            ++at;
        if (at == rows.size())
            ops.insert(int(i), [&] { rows.insert(i, wanted.at(i)); });
        else if (at > i)
            ops.move(int(at), int(i), [&] { rows.move(at, i); });
    }
    // The service said one twice: the second goes.
    while (rows.size() > wanted.size())
        ops.remove(int(rows.size()) - 1, [&rows] { rows.removeLast(); });
}

} // namespace linkdesk::app
