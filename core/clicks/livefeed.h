// LiveFeed: clicks per second as they happen, for the live page and the event stream.
//
// The recorder adds; once a second is over it is published to the subscribers (on the recorder's thread) and kept for
// five minutes. Thread-safe.
#pragma once

#include "clicks/click.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace linkdesk::core {

struct LiveLink {
    LinkId link;
    DomainId domain;
    std::string code;
    std::int64_t humans = 0;
    std::int64_t bots = 0;
};

struct LiveSecond {
    TimePoint at; // the second's start
    std::int64_t humans = 0;
    std::int64_t bots = 0;
    std::vector<LiveLink> links; // the busiest first, at most LiveFeed::kLinksPerSecond
};

struct LivePicture {
    std::vector<LiveSecond> seconds; // oldest first, without their links
    std::vector<LiveLink> top;       // of the last minute, busiest first
    LiveSecond peak;                 // the busiest second since the start
};

class LiveFeed final {
public:
    static constexpr std::size_t kSeconds = 300;
    static constexpr std::size_t kTopSeconds = 60;
    static constexpr std::size_t kLinksPerSecond = 200;
    static constexpr std::size_t kTop = 20;

    using Subscriber = std::function<void(const LiveSecond &)>;

    // Set before the recorder starts.
    void subscribe(Subscriber subscriber);

    // On the recorder's thread.
    void add(LinkId link, DomainId domain, std::string_view code, TimePoint at, std::int64_t humans, std::int64_t bots);
    // Publishes every second that ended before `now`, also the quiet ones.
    void advance(TimePoint now);

    [[nodiscard]] LivePicture picture() const;
    // Clicks of people in the last whole second.
    [[nodiscard]] std::int64_t perSecond() const;

private:
    void publish(std::unique_lock<std::mutex> &lock);

    mutable std::mutex m_mutex; // guards all but the subscribers
    std::vector<Subscriber> m_subscribers;
    std::int64_t m_second = 0; // the one being filled, since the epoch; 0: none yet
    LiveSecond m_current;
    std::unordered_map<std::int64_t, LiveLink> m_currentLinks;
    std::deque<LiveSecond> m_past;
    LiveSecond m_peak;
};

} // namespace linkdesk::core
