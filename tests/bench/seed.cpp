// linkdesk_seed DATA-DIR COUNT [PREFIX]: fills a data folder with COUNT links, through the same service that creates
// them one by one. The codes are PREFIX and a number in base 36 (default "s": s0, s1, … ), so that load generators can
// name them without a list.
#include "base/clock.h"
#include "base/random.h"
#include "links/linkservice.h"
#include "store/store.h"

#include <QCoreApplication>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <string>

namespace {

using namespace linkdesk::core;

constexpr std::int64_t kPerTransaction = 10'000;

std::string base36(std::int64_t n)
{
    std::string digits;
    do {
        digits.insert(digits.begin(), "0123456789abcdefghijklmnopqrstuvwxyz"[n % 36]);
        n /= 36;
    } while (n > 0);
    return digits;
}

NewLink numbered(const std::string &prefix, std::int64_t n)
{
    NewLink link;
    link.slug = prefix + base36(n);
    link.target = "https://shop.example.com/category/" + std::to_string(n % 997) + "/item/" + std::to_string(n);
    link.title = "Item " + std::to_string(n);
    return link;
}

int seed(Store &store, const std::string &prefix, std::int64_t count)
{
    const SystemClock clock;
    SecureRandom random;
    LinkService links(store, clock, random);
    std::int64_t made = 0;
    for (std::int64_t from = 0; from < count; from += kPerTransaction) {
        std::vector<NewLink> batch;
        for (std::int64_t n = from; n < std::min(from + kPerTransaction, count); ++n)
            batch.push_back(numbered(prefix, n));
        std::promise<std::int64_t> done;
        links.createMany(std::move(batch), "seed", [&done](const std::vector<Result<Created>> &results) {
            std::int64_t good = 0;
            for (const auto &result : results)
                good += result.ok() ? 1 : 0;
            done.set_value(good);
        });
        made += done.get_future().get();
    }
    std::printf("%lld of %lld links made\n", static_cast<long long>(made), static_cast<long long>(count));
    return made == count ? 0 : 1;
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication application(argc, argv);
    if (argc < 3) {
        std::fprintf(stderr, "usage: linkdesk_seed DATA-DIR COUNT [PREFIX]\n");
        return 2;
    }
    const SystemClock clock;
    StoreOptions options;
    options.dataDir = argv[1];
    auto store = Store::open(options, clock);
    if (!store) {
        std::fprintf(stderr, "%s\n", store.error().detail.c_str());
        return 1;
    }
    const auto start = std::chrono::steady_clock::now();
    const int result = seed(**store, argc > 3 ? argv[3] : "s", std::atoll(argv[2]));
    std::printf("%.2f s\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    return result;
}
