// How fast codes are made, and how the filter of known codes does: figures to read, not a test.
//
//   codebench              generators on one thread, creates from eight, the filter at one and ten times its expectation
//   codebench rebuild N    time to build the filter from N codes in a database (N = 10000000 takes a few minutes to fill)
#include "base/hash.h"
#include "codes/base62.h"
#include "codes/bloomfilter.h"
#include "links/codemaker.h"
#include "links/linkservice.h"
#include "resolve/codefilter.h"
#include "store/linkstore.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <set>
#include <string>
#include <thread>

using namespace linkdesk::core;
using Time = std::chrono::steady_clock;

namespace {

const SystemClock kClock;
SecureRandom g_random; // its state is the operating system's

double secondsSince(Time::time_point start)
{
    return std::chrono::duration<double>(Time::now() - start).count();
}

std::uint64_t g_sink = 0; // so that nothing measured is left out by the compiler

template <typename Make>
void rate(const char *what, int count, const Make &make)
{
    double best = 0;
    for (int round = 0; round < 5; ++round) {
        const auto start = Time::now();
        for (int i = 0; i < count; ++i)
            g_sink += make().size();
        best = std::max(best, count / secondsSince(start));
    }
    std::printf("  %-46s %12.0f /s   %6.1f ns\n", what, best, 1e9 / best);
}

void generators()
{
    std::printf("one thread, best of five rounds\n");
    std::uint64_t number = 0x123456789abcdefULL;
    rate("base 62, 64-bit numbers", 4'000'000, [&] { return encodeBase62(number += 0x9e3779b97f4a7c15ULL); });
    RandomCode random(g_random);
    rate("random, 7 characters", 2'000'000, [&] { return random.next({}, 0)->body; });
    SequenceCode sequence;
    sequence.numbers()->put({0, 1ULL << 40});
    rate("sequence", 2'000'000, [&] { return sequence.next({}, 0)->body; });
    ShuffleKey key{};
    g_random.fill(key);
    ShuffledCode shuffled(key);
    shuffled.numbers()->put({0, 1ULL << 40});
    rate("shuffled, 7 characters", 2'000'000, [&] { return shuffled.next({}, 0)->body; });
    Snowflake snowflake(kClock, g_random, 1);
    rate("snowflake (its ceiling is 4,096,000)", 2'000'000, [&] { return snowflake.next({}, 0)->body; });
    WordCode words(g_random);
    rate("words", 1'000'000, [&] { return words.next({}, 0)->body; });
    CodeMaker maker(kClock, g_random, {});
    Domain domain;
    const auto whole = [&](GeneratorKind kind) {
        int tries = 0;
        return maker.make(domain, {kind, std::nullopt}, tries)->code;
    };
    rate("random with all rules of a domain", 2'000'000, [&] { return whole(GeneratorKind::Random); });
    domain.codes.checkCharacter = true;
    rate("random with all rules and check character", 2'000'000, [&] { return whole(GeneratorKind::Random); });
}

// R12: every code different, nothing refused.
void creates()
{
    constexpr int kThreads = 8;
    constexpr int kEach = 1250;
    std::printf("10,000 creates from 8 threads, synced\n");
    for (const GeneratorKind kind : kGeneratorKinds) {
        const QTemporaryDir folder;
        StoreOptions options;
        options.dataDir = folder.path().toStdString();
        auto store = Store::open(options, kClock);
        if (!store)
            std::abort();
        LinkService links(**store, kClock, g_random);
        std::atomic<int> errors{0};
        std::array<std::vector<std::string>, kThreads> codes;
        const auto start = Time::now();
        std::vector<std::thread> threads;
        for (auto &mine : codes) {
            threads.emplace_back([&, kind] {
                for (int i = 0; i < kEach; ++i) {
                    NewLink request;
                    request.target = "https://example.com/" + std::to_string(i);
                    request.generator = kind;
                    std::promise<Result<Created>> made;
                    links.create(request, "bench", [&made](Result<Created> created) { made.set_value(std::move(created)); });
                    const auto created = made.get_future().get();
                    if (created)
                        mine.push_back(created->link.code);
                    else
                        ++errors;
                }
            });
        }
        for (std::thread &thread : threads)
            thread.join();
        const double seconds = secondsSince(start);
        std::set<std::string> all;
        for (const auto &mine : codes)
            all.insert(mine.begin(), mine.end());
        std::printf("  %-10s %zu different, %d errors, %.0f /s\n", std::string(generatorName(kind)).c_str(), all.size(),
                    errors.load(), kThreads * kEach / seconds);
    }
}

void bloom()
{
    constexpr std::size_t kExpected = 100'000;
    BloomFilter filter(kExpected * 10);
    const auto hashOf = [](std::uint64_t n) { return hash64(std::to_string(n), 7); };
    const auto wrong = [&] {
        constexpr int kAsked = 2'000'000;
        int perhaps = 0;
        for (int i = 0; i < kAsked; ++i)
            perhaps += filter.mayContain(hashOf(1ULL << 40 | static_cast<std::uint64_t>(i))) ? 1 : 0;
        return 100.0 * perhaps / kAsked;
    };
    std::printf("filter for %zu codes expected, %zu bytes\n", kExpected, filter.bytes());
    std::size_t added = 0;
    for (const std::size_t times : {1U, 5U, 10U, 20U}) {
        for (; added < kExpected * times; ++added)
            filter.add(hashOf(added));
        std::printf("  %2zu x: %.4f %% wrongly let through (by its bits %.4f %%), %.1f %% of the bits set\n", times, wrong(),
                    100 * filter.estimatedRate(), 100 * filter.fill());
    }
    const auto start = Time::now();
    constexpr int kLooks = 20'000'000;
    std::uint64_t hash = 1;
    for (int i = 0; i < kLooks; ++i) {
        hash = hash * 0x9e3779b97f4a7c15ULL + 1;
        g_sink += filter.mayContain(hash) ? 1 : 0;
    }
    std::printf("  one look: %.1f ns\n", 1e9 * secondsSince(start) / kLooks);
}

// A database with nothing but what the filter reads: rows of links with codes.
Result<void> fill(SqlConnection &connection, int count)
{
    RandomCode random(g_random);
    if (auto begun = connection.exec("BEGIN"); !begun)
        return begun;
    Link link;
    link.target = "https://example.com/";
    link.generator = "random";
    for (int i = 0; i < count; ++i) {
        link.code = random.next({}, 0)->body;
        if (auto added = insertLink(connection, link, link.code); !added)
            return added.error();
        if (i % 1'000'000 == 999'999)
            std::fprintf(stderr, "%d filled\n", i + 1);
    }
    return connection.exec("COMMIT");
}

int rebuild(int count)
{
    const QTemporaryDir folder;
    StoreOptions options;
    options.dataDir = folder.path().toStdString();
    auto store = Store::open(options, kClock);
    if (!store)
        return 1;
    const std::filesystem::path file = (*store)->databaseFile();
    store->reset(); // the rows go in without the search index's work behind them
    auto writer = SqlConnection::open(file, SqlConnection::Access::ReadWrite);
    if (!writer || !fill(**writer, count))
        return 1;
    auto reader = SqlConnection::open(file, SqlConnection::Access::ReadOnly);
    if (!reader)
        return 1;
    for (int round = 0; round < 3; ++round) {
        CodeFilter filter(g_random);
        if (!filter.rebuild(**reader, kClock))
            return 1;
        const CodeFilterStats stats = filter.stats();
        std::printf("%llu codes: built in %.2f s, %.1f MB, %.1f %% of the bits set, %.5f %% wrong by its bits\n",
                    static_cast<unsigned long long>(stats.codes), static_cast<double>(stats.lastRebuildMs) / 1000,
                    static_cast<double>(stats.bytes) / 1e6, 100 * stats.fill, 100 * stats.estimatedRate);
    }
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 3 && std::string(argv[1]) == "rebuild")
        return rebuild(std::atoi(argv[2]));
    generators();
    bloom();
    creates();
    return g_sink == 42 ? 1 : 0;
}
