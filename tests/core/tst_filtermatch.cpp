// The SQL answer to thousands of random filters against a naive matcher, in all orders, page by page.
#include "links/filterparser.h"
#include "links/linklist.h"
#include "links/linkmatches.h"
#include "store/statement.h"
#include "store/textmatch.h"

#include "fakes.h"
#include "filtermaker.h"
#include "tempstore.h"

#include <QTest>

#include <algorithm>
#include <tuple>

using namespace linkdesk::core;
using namespace linkdesk::test;

namespace {

bool matches(const Row &row, const std::vector<Term> &terms)
{
    const auto any = [&terms](auto member) { return std::any_of(terms.begin(), terms.end(), member); };
    const bool archivedNamed = any([](const Term &term) { return term.namesArchived; });
    if (row.status == "deleted" && !archivedNamed && !any([](const Term &term) { return term.namesStatus; }))
        return false;
    if (row.archived && !archivedNamed)
        return false;
    return std::all_of(terms.begin(), terms.end(), [&row](const Term &term) { return term.holds(row); });
}

// Smaller comes first in the ascending order.
using Key = std::tuple<int, std::int64_t, std::string, std::int64_t>;
Key keyOf(const Row &row, LinkSort sort)
{
    switch (sort) {
    case LinkSort::Created: return {0, 0, "", row.id};
    case LinkSort::Clicks: return {0, row.humans, "", row.id};
    case LinkSort::Code: return row.code ? Key{0, 0, *row.code, row.domain} : Key{1, 0, "", row.id};
    case LinkSort::Expires: return row.expires ? Key{0, *row.expires, "", row.id} : Key{1, 0, "", row.id};
    }
    return {};
}

std::vector<std::int64_t> expected(const std::vector<Row> &rows, const std::vector<Term> &terms, LinkSort sort,
                                   bool descending)
{
    std::vector<const Row *> found;
    for (const Row &row : rows) {
        if (matches(row, terms))
            found.push_back(&row);
    }
    std::sort(found.begin(), found.end(), [&](const Row *a, const Row *b) {
        if (a->archived != b->archived)
            return b->archived;
        return descending ? keyOf(*b, sort) < keyOf(*a, sort) : keyOf(*a, sort) < keyOf(*b, sort);
    });
    std::vector<std::int64_t> ids;
    for (const Row *row : found)
        ids.push_back(row->id);
    return ids;
}

std::string urlAt(Dice &dice, const std::string &host)
{
    const std::string written = dice.oneIn(5) && host == "github.com" ? "GitHub.COM"
                                : dice.oneIn(3) && host == "10.0.0.1" ? "0xa.1"
                                                                      : host;
    const std::string user = dice.oneIn(10) ? "hub.com:x@" : "";
    const std::string port = dice.oneIn(6) ? ":8443" : "";
    return "https://" + user + written + port + (dice.oneIn(2) ? "/a/" + std::to_string(dice.number(1, 99)) : "/")
           + (dice.oneIn(4) ? "?utm_source=x&to=https://hub.com/" : "");
}

Row randomRow(Dice &dice, std::int64_t id, bool archived)
{
    const auto maybeWord = [&](int n) { return dice.oneIn(n) ? std::optional(dice.pick(kWords)) : std::nullopt; };
    const auto maybeTime = [&](int n) {
        // On days' borders now and then, and on the very moment.
        const std::int64_t at = kNow + dice.number(-25, 25) * kDay + (dice.oneIn(3) ? 0 : dice.number(-kHour, kHour));
        return dice.oneIn(n) ? std::optional(at) : std::nullopt;
    };
    Row row;
    row.id = id;
    row.archived = archived;
    row.domain = dice.number(1, 2);
    if (archived || !dice.oneIn(12))
        row.code = (dice.oneIn(3) ? dice.pick(kWords) : "c") + std::to_string(id);
    row.status = dice.oneIn(5) ? dice.pick<std::string>({"banned", "deleted"}) : "active";
    if (!row.code)
        row.status = "deleted";
    row.generator = dice.pick<std::string>({"random", "words", "custom"});
    row.host = dice.pick(kHosts);
    row.url = urlAt(dice, row.host);
    row.title = maybeWord(2);
    row.note = maybeWord(4);
    row.owner = dice.oneIn(4) ? std::nullopt : std::optional(dice.pick(kOwners));
    row.fallback = dice.oneIn(9) ? std::optional<std::string>("https://fallback.example/") : std::nullopt;
    row.expires = archived ? std::nullopt : maybeTime(2);
    row.validFrom = maybeTime(6);
    row.lastClick = maybeTime(2);
    row.bannedAt = row.status == "banned" || dice.oneIn(20) ? std::optional(kNow - kDay) : std::nullopt;
    row.created = *maybeTime(1);
    row.updated = *maybeTime(1);
    if (dice.oneIn(4))
        row.maxClicks = dice.number(1, 8);
    row.humans = row.lastClick ? dice.number(0, 9) : 0;
    row.bots = row.lastClick ? dice.number(0, 9) : 0;
    row.favourite = dice.oneIn(6);
    row.letExpire = dice.oneIn(8);
    row.track = !dice.oneIn(8);
    row.hasPassword = dice.oneIn(8);
    for (const std::string &tag : kTags) {
        if (dice.oneIn(5))
            row.tags.insert(tag);
    }
    return row;
}

Result<void> insertRow(SqlConnection &connection, const Row &row)
{
    Statement add(connection,
                  std::string("INSERT INTO ") + (row.archived ? "link_archive" : "link")
                      + "(id, domain_id, code, code_shown, status, generator, long_url, target_hash, title, note, "
                        "owner, fallback_url, expires_at, valid_from, max_clicks, banned_at, redirect_status, "
                        "forward_query, track, password_hash, version, created_at, updated_at, favourite, let_expire"
                      + (row.archived ? ", archived_at)" : ")")
                      + " VALUES(?, ?, ?, NULL, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, 302, 1, ?, ?, 1, ?, ?, ?, ?"
                      + (row.archived ? ", 0)" : ")"));
    const auto text = [&add](const std::optional<std::string> &value) { value ? add.bind(*value) : add.bindNull(); };
    const auto number = [&add](const std::optional<std::int64_t> &value) { value ? add.bind(*value) : add.bindNull(); };
    add.bind(row.id).bind(row.domain);
    text(row.code);
    add.bind(row.status).bind(row.generator).bind(row.url);
    text(row.title);
    text(row.note);
    text(row.owner);
    text(row.fallback);
    number(row.expires);
    number(row.validFrom);
    number(row.maxClicks);
    number(row.bannedAt);
    add.bind(row.track);
    row.hasPassword ? add.bind("hash") : add.bindNull();
    add.bind(row.created).bind(row.updated).bind(row.favourite).bind(row.letExpire);
    if (auto done = add.run("adding a row"); !done)
        return done;
    if (row.lastClick) {
        Statement total(connection, "INSERT INTO link_total(link_id, humans, bots, last_click_at) VALUES(?, ?, ?, ?)");
        total.bind(row.id).bind(row.humans).bind(row.bots).bind(*row.lastClick);
        if (auto done = total.run("adding totals"); !done)
            return done;
    }
    for (const std::string &tag : row.tags) {
        Statement link(connection, "INSERT INTO link_tag(tag_id, link_id) SELECT id, ? FROM tag WHERE name = ?");
        if (auto done = link.bind(row.id).bind(tag).run("tagging"); !done)
            return done;
    }
    return {};
}

FilterContext context()
{
    FilterContext context;
    context.now = fromMs(kNow);
    context.domainOf = [](std::string_view host) -> std::optional<std::int64_t> {
        if (host.empty())
            return 1;
        return host == "go.example" ? std::optional<std::int64_t>(2) : std::nullopt;
    };
    return context;
}

} // namespace

class TestFilterMatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const std::uint64_t seed = testSeed();
        m_dice = std::make_unique<Dice>(seed);
        m_data = std::make_unique<TempStore>(m_clock);
        QVERIFY(m_data->exec("INSERT INTO domain(id, host, case_sensitive, created_at) VALUES(2, 'go.example', 1, 0)")
                    .ok());
        const auto addTags = [](SqlConnection &connection) -> Result<void> {
            for (const std::string &tag : kTags) {
                Statement add(connection, "INSERT INTO tag(name, name_key) VALUES(?, ?)");
                const std::string key = foldForSearch(tag);
                if (auto done = add.bind(tag).bind(key).run("adding a tag"); !done)
                    return done;
            }
            return {};
        };
        QVERIFY(m_data->write(addTags).ok());
        addRows(1, 200);
        m_data->settleSearch();
        // The rest stands before the indexer.
        QVERIFY(m_data->exec("CREATE TRIGGER hold BEFORE UPDATE ON search_state BEGIN SELECT RAISE(ABORT, 'held'); END")
                    .ok());
        addRows(201, 300);
    }

    void anyFilterInAnyOrder()
    {
        FilterMaker make(*m_dice);
        for (int i = 0; i < 1200; ++i) {
            std::vector<Term> terms;
            std::string text;
            const auto count = m_dice->number(0, 3);
            for (std::int64_t t = 0; t < count; ++t) {
                terms.push_back(make.term());
                text += (text.empty() ? "" : " ") + terms.back().text;
            }
            const FilterParse parsed = parseFilter(text, context());
            QVERIFY2(!parsed.error, (text + ": " + (parsed.error ? parsed.error->detail : "")).c_str());
            const auto sort = static_cast<LinkSort>(m_dice->number(0, 3));
            checkPages(parsed.filter, terms, text, sort, m_dice->oneIn(2));
            checkWalk(parsed.filter, terms, text);
            if (QTest::currentTestFailed())
                return;
        }
    }

    // The members of a query from before there were filters go together with one.
    void withTheOtherMembersOfAQuery()
    {
        FilterMaker make(*m_dice);
        for (int i = 0; i < 500; ++i) {
            Term term = make.term();
            const std::string tag = m_dice->pick(kTags);
            std::vector<Term> terms{term,
                                    {"", [tag](const Row &row) { return row.tags.count(tag) > 0; }},
                                    {"", [](const Row &row) { return row.domain == 2; }}};
            const FilterParse parsed = parseFilter(term.text, context());
            QVERIFY(!parsed.error);
            LinkQuery query;
            query.filter = parsed.filter;
            query.tag = tag;
            query.domain = DomainId{2};
            query.limit = 500;
            QCOMPARE(list(query, {}), expected(m_rows, terms, LinkSort::Created, true));
        }
    }

private:
    void addRows(std::int64_t from, std::int64_t to)
    {
        const std::size_t first = m_rows.size();
        for (std::int64_t id = from; id <= to; ++id)
            m_rows.push_back(randomRow(*m_dice, id, id % 7 == 3));
        const auto write = [this, first](SqlConnection &connection) -> Result<void> {
            for (std::size_t i = first; i < m_rows.size(); ++i) {
                if (auto done = insertRow(connection, m_rows[i]); !done)
                    return done;
            }
            return {};
        };
        QVERIFY(m_data->write(write).ok());
    }

    std::vector<std::int64_t> list(LinkQuery query, const ListEffort &effort)
    {
        std::vector<std::int64_t> ids;
        m_data->read([&](SqlConnection &connection) {
            for (int pages = 0; pages < 1000; ++pages) {
                const auto page = listLinks(connection, query, effort);
                if (!page)
                    qFatal("list: %s", page.error().detail.c_str());
                for (const Link &link : page->links)
                    ids.push_back(link.id.value);
                if (page->total)
                    m_total = *page->total;
                if (page->nextCursor.empty())
                    return;
                query.cursor = page->nextCursor;
                query.skip = 0;
            }
        });
        return ids;
    }

    void checkPages(const LinkFilter &filter, const std::vector<Term> &terms, const std::string &text, LinkSort sort,
                    bool descending)
    {
        LinkQuery query;
        query.filter = filter;
        query.sort = sort;
        query.descending = descending;
        query.limit = static_cast<int>(m_dice->number(1, m_dice->oneIn(3) ? 500 : 20));
        ListEffort effort;
        effort.smallSet = static_cast<std::size_t>(m_dice->pick<int>({0, 10, 5000}));
        auto wanted = expected(m_rows, terms, sort, descending);
        const auto total = static_cast<std::int64_t>(wanted.size());
        if (m_dice->oneIn(4)) {
            query.skip = m_dice->number(0, 40);
            wanted.erase(wanted.begin(), wanted.begin() + std::min<std::int64_t>(query.skip, total));
        }
        m_total = total;
        const auto found = list(query, effort);
        if (found != wanted)
            qWarning() << "filter" << text.c_str() << "sort" << static_cast<int>(sort) << descending << query.limit
                       << query.skip;
        QCOMPARE(found, wanted);
        QCOMPARE(m_total, total);
    }

    void checkWalk(const LinkFilter &filter, const std::vector<Term> &terms, const std::string &text)
    {
        const auto wanted = expected(m_rows, terms, LinkSort::Created, false);
        std::vector<std::int64_t> sorted(wanted);
        std::sort(sorted.begin(), sorted.end());
        std::vector<std::int64_t> found;
        std::int64_t counted = -1;
        const int limit = static_cast<int>(m_dice->number(1, 50));
        m_data->read([&](SqlConnection &connection) {
            MatchStep step;
            while (!step.end) {
                auto next = idsMatching(connection, filter, step.next, limit);
                if (!next)
                    qFatal("walk: %s", next.error().detail.c_str());
                step = std::move(*next);
                for (const LinkId id : step.ids)
                    found.push_back(id.value);
            }
            const auto count = countMatching(connection, filter);
            counted = count ? *count : -2;
        });
        if (found != sorted || counted != static_cast<std::int64_t>(sorted.size()))
            qWarning() << "walking" << text.c_str();
        QCOMPARE(found, sorted);
        QCOMPARE(counted, static_cast<std::int64_t>(sorted.size()));
    }

    FakeClock m_clock{kNow};
    std::unique_ptr<Dice> m_dice;
    std::unique_ptr<TempStore> m_data;
    std::vector<Row> m_rows;
    std::int64_t m_total = 0;
};

QTEST_GUILESS_MAIN(TestFilterMatch)
#include "tst_filtermatch.moc"
