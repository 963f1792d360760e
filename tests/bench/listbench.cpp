// linkdesk_listbench DATA-DIR [FILTER…]: how long the first page of a list takes, the way the service reads it, for each
// filter and order. Waits until the search index has caught up. Without filters: a dozen usual ones.
#include "base/clock.h"
#include "links/filterparser.h"
#include "links/linklist.h"
#include "links/linkmatches.h"
#include "store/domainstore.h"
#include "store/readerpool.h"
#include "store/statement.h"
#include "store/store.h"

#include <QCoreApplication>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace linkdesk::core;
using Ms = std::chrono::duration<double, std::milli>;

constexpr int kRounds = 5;

const std::vector<std::string> kUsual{
    "",
    "tag:spring",
    "tag:big",
    "tag:rare",
    "tag:old",
    "flyer",
    "host:github.com",
    "expires<7d",
    "status:expired",
    "status:banned",
    "clicks>1000",
    "created<7d",
    "clicked>90d",
    "is:favourite",
    "domain:go.example",
    "owner:anna expires<30d",
    "tag:spring item -status:expired",
};

void onReader(Store &store, const std::function<void(SqlConnection &)> &run)
{
    std::promise<void> done;
    const bool accepted = store.readers().submitSlow([&](SqlConnection &connection) {
        run(connection);
        done.set_value();
    });
    if (!accepted)
        std::abort();
    done.get_future().get();
}

std::int64_t unindexed(Store &store)
{
    std::int64_t left = 0;
    onReader(store, [&left](SqlConnection &connection) {
        Statement count(connection,
                        "SELECT (SELECT count(*) FROM search_dirty) + coalesce((SELECT max(id) FROM link), 0) "
                        "- (SELECT watermark FROM search_state)");
        left = count.step() == Statement::Step::Row ? count.integer(0) : 0;
    });
    return left;
}

double median(std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

// Milliseconds of a page in each order, then of a whole walk by id and of an exact count.
void measure(SqlConnection &connection, const LinkFilter &filter, const std::string &text)
{
    std::printf("%-34s", text.empty() ? "(none)" : text.c_str());
    std::string total;
    for (const LinkSort sort : {LinkSort::Created, LinkSort::Clicks, LinkSort::Code, LinkSort::Expires}) {
        std::vector<double> times;
        for (int round = 0; round < kRounds; ++round) {
            LinkQuery query;
            query.filter = filter;
            query.sort = sort;
            query.descending = sort == LinkSort::Created || sort == LinkSort::Clicks;
            const auto start = std::chrono::steady_clock::now();
            const auto page = listLinks(connection, query);
            times.push_back(Ms(std::chrono::steady_clock::now() - start).count());
            if (!page)
                std::printf(" %s", page.error().detail.c_str());
            else
                total = page->total ? std::to_string(*page->total) : "null";
        }
        std::printf(" %8.1f", median(times));
    }
    double longest = 0;
    std::size_t found = 0;
    const auto start = std::chrono::steady_clock::now();
    MatchStep step;
    while (!step.end) {
        const auto before = std::chrono::steady_clock::now();
        auto next = idsMatching(connection, filter, step.next, 1000);
        longest = std::max(longest, Ms(std::chrono::steady_clock::now() - before).count());
        if (!next)
            break;
        step = std::move(*next);
        found += step.ids.size();
    }
    const double walk = Ms(std::chrono::steady_clock::now() - start).count();
    const auto before = std::chrono::steady_clock::now();
    const auto count = countMatching(connection, filter);
    const double counting = Ms(std::chrono::steady_clock::now() - before).count();
    std::printf("  %8s %8zu %8.0f %6.1f %8.1f%s\n", total.c_str(), found, walk, longest, counting,
                count && static_cast<std::size_t>(*count) == found ? "" : " COUNT DIFFERS");
    std::fflush(stdout);
}

int run(Store &store, const std::vector<std::string> &filters)
{
    while (unindexed(store) > 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::printf("%-34s %8s %8s %8s %8s  %8s %8s %8s %6s %8s\n", "filter (ms)", "created", "clicks", "code", "expires",
                "total", "matches", "walk", "step", "count");
    int status = 0;
    onReader(store, [&](SqlConnection &connection) {
        const auto domains = allDomains(connection, false);
        FilterContext context;
        context.now = SystemClock().now();
        context.domainOf = [&](std::string_view host) -> std::optional<std::int64_t> {
            for (const Domain &domain : *domains) {
                if (domain.host == host)
                    return domain.id.value;
            }
            return std::nullopt;
        };
        for (const std::string &text : filters) {
            const FilterParse parsed = parseFilter(text, context);
            if (parsed.error) {
                std::printf("%s: %s\n", text.c_str(), parsed.error->detail.c_str());
                status = 1;
            } else {
                measure(connection, parsed.filter, text);
            }
        }
    });
    return status;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: linkdesk_listbench DATA-DIR [FILTER...]\n");
        return 2;
    }
    const QCoreApplication application(argc, argv);
    const SystemClock clock;
    StoreOptions options;
    options.dataDir = argv[1];
    auto store = Store::open(options, clock);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().detail.c_str());
        return 1;
    }
    std::vector<std::string> filters(argv + 2, argv + argc);
    return run(**store, filters.empty() ? kUsual : filters);
}
