#include "clicks/clickbatch.h"

#include <algorithm>
#include <iterator>

namespace linkdesk::core {

void ClickBatch::merge(ClickBatch &&older)
{
    for (auto &[hour, links] : older.hours) {
        for (auto &[id, sum] : links) {
            ClickSum &mine = hours[hour][id];
            mine.code = std::move(sum.code);
            mine.humans += sum.humans;
            mine.bots += sum.bots;
            mine.limited += sum.limited;
            mine.refused += sum.refused;
            mine.lastAt = std::max(mine.lastAt, sum.lastAt);
        }
    }
    for (const auto &[hour, count] : older.orphans)
        orphans[hour] += count;
    rows.insert(rows.begin(), std::make_move_iterator(older.rows.begin()), std::make_move_iterator(older.rows.end()));
    settles.insert(settles.end(), older.settles.begin(), older.settles.end());
    clicks += older.clicks;
}

} // namespace linkdesk::core
