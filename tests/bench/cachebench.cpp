// linkdesk_cachebench: the local cache alone (P8): time of a look-up with 1,000,000 entries, two threads against one, and
// the hit ratio on a Zipf(0.9) trace over 1,000,000 codes beside LRU and W-TinyLFU of the same size.
#include "resolve/linkcache.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <list>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

using namespace linkdesk::core;

constexpr std::size_t kCodes = 1'000'000;
const auto kFar = std::chrono::steady_clock::time_point::max();

std::string codeOf(std::size_t n)
{
    static constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string code(7, '0');
    std::uint64_t x = n * 0x9e3779b97f4a7c15ULL;
    for (char &c : code) {
        c = kDigits[x % 62];
        x /= 62;
    }
    return code + std::to_string(n % 10);
}

CachedLinkPtr linkOf(const std::string &code)
{
    auto link = std::make_shared<CachedLink>();
    link->key = code;
    link->found = true;
    link->code = code;
    return link;
}

double lookUps(LinkCache &cache, const std::vector<std::string> &codes, const std::vector<std::uint32_t> &order)
{
    const auto now = std::chrono::steady_clock::now();
    const auto start = now;
    std::size_t found = 0;
    for (const std::uint32_t i : order)
        found += cache.find(codes[i], LinkCache::hashOf(codes[i]), now) ? 1 : 0;
    if (found != order.size())
        std::printf("only %zu of %zu found\n", found, order.size());
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void measureSpeed(const std::vector<std::string> &codes)
{
    CacheOptions options;
    options.entries = 2 * kCodes; // none is to be evicted here
    options.bytes = std::size_t{4} << 30;
    LinkCache cache(options);
    for (const std::string &code : codes)
        cache.insert(linkOf(code), LinkCache::hashOf(code), kFar);
    std::mt19937_64 random(1);
    std::vector<std::uint32_t> order(4'000'000);
    for (auto &i : order)
        i = static_cast<std::uint32_t>(random() % kCodes);
    std::vector<double> one;
    std::vector<double> two;
    for (int round = 0; round < 5; ++round) {
        one.push_back(lookUps(cache, codes, order));
        const auto start = std::chrono::steady_clock::now();
        std::thread other([&] { lookUps(cache, codes, order); });
        lookUps(cache, codes, order);
        other.join();
        two.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(one.begin(), one.end());
    std::sort(two.begin(), two.end());
    std::printf("look-up, 1,000,000 entries, random order: %.0f ns; two threads together %.2f x one\n",
                one[2] * 1e9 / static_cast<double>(order.size()), 2 * one[2] / two[2]);
}

// --- Comparison policies, as plain as their papers -----------------------------------------------------------------

class Lru {
public:
    explicit Lru(std::size_t capacity) : m_capacity(capacity) {}
    bool touch(std::uint32_t key)
    {
        const auto found = m_where.find(key);
        if (found != m_where.end()) {
            m_order.splice(m_order.begin(), m_order, found->second);
            return true;
        }
        m_order.push_front(key);
        m_where[key] = m_order.begin();
        if (m_where.size() > m_capacity) {
            m_where.erase(m_order.back());
            m_order.pop_back();
        }
        return false;
    }

private:
    std::size_t m_capacity;
    std::list<std::uint32_t> m_order;
    std::unordered_map<std::uint32_t, std::list<std::uint32_t>::iterator> m_where;
};

// W-TinyLFU (Einziger, Friedman, Manes 2017): 1 % window, segmented LRU main (80 % protected), count-min sketch of
// four-bit counters that is halved after ten times the capacity.
class TinyLfu {
public:
    explicit TinyLfu(std::size_t capacity)
        : m_windowSize(std::max<std::size_t>(1, capacity / 100)), m_mainSize(capacity - m_windowSize),
          m_protectedSize(m_mainSize * 8 / 10), m_capacity(capacity), m_sketch(16 * capacity)
    {
    }

    bool touch(std::uint32_t key)
    {
        count(key);
        const auto found = m_where.find(key);
        if (found == m_where.end()) {
            place(Window, key);
            if (m_lists[Window].size() > m_windowSize)
                admit();
            return false;
        }
        const Place old = found->second;
        m_lists[old.list].erase(old.at);
        place(old.list == Window ? Window : Protected, key);
        if (m_lists[Protected].size() > m_protectedSize)
            move(Protected, Probation);
        return true;
    }

private:
    enum List { Window, Probation, Protected };
    struct Place {
        List list;
        std::list<std::uint32_t>::iterator at;
    };

    void place(List list, std::uint32_t key)
    {
        m_lists[list].push_front(key);
        m_where[key] = {list, m_lists[list].begin()};
    }
    void move(List from, List to)
    {
        const std::uint32_t key = m_lists[from].back();
        m_lists[from].pop_back();
        place(to, key);
    }
    void admit()
    {
        if (m_lists[Probation].size() + m_lists[Protected].size() < m_mainSize)
            return move(Window, Probation);
        const std::uint32_t candidate = m_lists[Window].back();
        const std::uint32_t victim = m_lists[Probation].back();
        m_lists[Window].pop_back();
        if (estimate(candidate) > estimate(victim)) {
            m_lists[Probation].pop_back();
            m_where.erase(victim);
            place(Probation, candidate);
        } else {
            m_where.erase(candidate);
        }
    }
    std::size_t cell(std::uint32_t key, unsigned row) const
    {
        std::uint64_t x = (key + 1) * (0x9e3779b97f4a7c15ULL + 2 * row * 0x517cc1b727220a95ULL);
        x ^= x >> 32;
        return row * (m_sketch.size() / 4) + x % (m_sketch.size() / 4);
    }
    void count(std::uint32_t key)
    {
        for (unsigned row = 0; row < 4; ++row) {
            auto &c = m_sketch[cell(key, row)];
            c = static_cast<std::uint8_t>(std::min(c + 1, 15));
        }
        if (++m_counted >= 10 * m_capacity) {
            for (auto &c : m_sketch)
                c = static_cast<std::uint8_t>(c / 2);
            m_counted /= 2;
        }
    }
    unsigned estimate(std::uint32_t key) const
    {
        unsigned least = 255;
        for (unsigned row = 0; row < 4; ++row)
            least = std::min<unsigned>(least, m_sketch[cell(key, row)]);
        return least;
    }

    std::size_t m_windowSize;
    std::size_t m_mainSize;
    std::size_t m_protectedSize;
    std::size_t m_capacity;
    std::size_t m_counted = 0;
    std::vector<std::uint8_t> m_sketch;
    std::list<std::uint32_t> m_lists[3];
    std::unordered_map<std::uint32_t, Place> m_where;
};

std::vector<std::uint32_t> zipfTrace(double exponent, std::size_t length)
{
    std::vector<double> sums(kCodes);
    double sum = 0;
    for (std::size_t i = 0; i < kCodes; ++i)
        sums[i] = sum += 1.0 / std::pow(static_cast<double>(i + 1), exponent);
    std::mt19937_64 random(42);
    std::uniform_real_distribution<double> uniform(0, sum);
    std::vector<std::uint32_t> trace(length);
    for (auto &key : trace)
        key = static_cast<std::uint32_t>(std::lower_bound(sums.begin(), sums.end(), uniform(random)) - sums.begin());
    return trace;
}

template <typename Touch>
double hitRatio(const std::vector<std::uint32_t> &trace, Touch touch)
{
    std::size_t hits = 0;
    const std::size_t warm = trace.size() / 4;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const bool hit = touch(trace[i]);
        hits += i >= warm && hit ? 1 : 0;
    }
    return 100.0 * static_cast<double>(hits) / static_cast<double>(trace.size() - warm);
}

void measureHits(const std::vector<std::string> &codes)
{
    const auto trace = zipfTrace(0.9, 8'000'000);
    for (const std::size_t size : {kCodes / 100, kCodes / 20, kCodes / 10}) {
        CacheOptions options;
        options.entries = size;
        options.bytes = std::size_t{4} << 30;
        LinkCache cache(options);
        const auto now = std::chrono::steady_clock::now();
        const double ours = hitRatio(trace, [&](std::uint32_t key) {
            const std::uint64_t hash = LinkCache::hashOf(codes[key]);
            if (cache.find(codes[key], hash, now))
                return true;
            cache.insert(linkOf(codes[key]), hash, kFar);
            return false;
        });
        Lru lru(size);
        TinyLfu tiny(size);
        const double least = hitRatio(trace, [&](std::uint32_t key) { return lru.touch(key); });
        const double best = hitRatio(trace, [&](std::uint32_t key) { return tiny.touch(key); });
        std::printf("hits on Zipf(0.9) over 1,000,000 codes, %6zu entries: here %.2f %%, W-TinyLFU %.2f %%, LRU %.2f %%\n",
                    size, ours, best, least);
    }
}

} // namespace

int main()
{
    std::vector<std::string> codes(kCodes);
    for (std::size_t i = 0; i < kCodes; ++i)
        codes[i] = codeOf(i);
    measureSpeed(codes);
    measureHits(codes);
}
