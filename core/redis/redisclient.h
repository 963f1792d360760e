// RedisClient: one connection to a Redis, on a thread of its own, that sends whatever is queued as one pipeline.
//
// submit() may be called from any thread and never waits: while there is no working connection it answers at once with
// Unavailable, so an absent Redis costs nobody time (R40). Answers come on the client's thread, or on the caller's where
// refused at once, and must not block. Any I/O error or late answer ends the connection, as its replies could no longer
// be told apart; it is made anew, with AUTH and SELECT, after 0.1 to 4.4 s with jitter, so that a Redis that is back is
// in use within five seconds (R41).
#pragma once

#include "base/random.h"
#include "base/result.h"
#include "redis/redisconnect.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace linkdesk::core {

enum class RedisState {
    Connecting, // not tried to the end yet
    Connected,
    Down,
};

struct RedisStats {
    RedisState state = RedisState::Connecting;
    std::string lastError; // in words; empty while connected
    std::uint64_t commands = 0;
    std::uint64_t failures = 0; // commands without an answer
    std::uint64_t connects = 0;
    double lastRoundTripMs = 0; // of the last pipeline
};

class RedisClient final {
public:
    // The reply's kind may be Error (READONLY, OOM …): the connection is well then.
    using Answer = std::function<void(const Result<RedisReply> &)>;

    RedisClient(RedisOptions options, RandomSource &random);
    ~RedisClient();
    RedisClient(const RedisClient &) = delete;
    RedisClient &operator=(const RedisClient &) = delete;

    // Commands and their replies one by one, on the client's thread and with nothing of others in between (as WATCH
    // needs it). An Error means that the connection has ended: say no more then.
    using Ask = std::function<Result<RedisReply>(const RedisWords &)>;
    using Talk = std::function<void(const Ask &)>;

    // Called on the client's thread with each new connection, before it is used; an Error keeps it from being used.
    // Set before start().
    void onConnected(std::function<Result<void>(const Ask &)> call) { m_onConnected = std::move(call); }
    // Called on the client's thread once a new connection is in use. Set before start().
    void onUsable(std::function<void()> call) { m_onUsable = std::move(call); }
    void start();
    // Answers what is queued with Unavailable.
    void stop();

    // Returns once the first attempt to connect has ended, or after the time.
    void waitForFirstAttempt(std::chrono::milliseconds patience);

    void submit(RedisWords command, Answer answer);
    // After a while; refused at once like the others where there is no connection now or then.
    void submitLater(std::chrono::milliseconds delay, RedisWords command, Answer answer);
    // `talk` is not called where there is no connection.
    void submitTalk(Talk talk);
    // Something that Redis answered makes it unfit: the connection ends and is made anew, with onConnected() deciding.
    void giveUp(std::string why);
    [[nodiscard]] bool isConnected() const { return m_state.load(std::memory_order_relaxed) == RedisState::Connected; }
    [[nodiscard]] RedisStats stats() const;
    [[nodiscard]] const RedisOptions &options() const { return m_options; }

private:
    struct Command {
        RedisWords words;
        Answer answer;
        Talk talk; // instead of the two
    };
    using Burst = std::deque<Command>;
    struct Delayed {
        std::chrono::steady_clock::time_point due;
        Command command;
    };
    static constexpr std::size_t kQueueLimit = 10'000;

    void run();
    [[nodiscard]] bool connect();
    void accept(Command command);
    void exchange(Burst burst);
    void talk(const Command &command);
    [[nodiscard]] bool pipeline(Burst &burst);
    [[nodiscard]] std::chrono::steady_clock::time_point takeDue();
    void fail(const std::string &why, Burst &burst);
    void setDown(const std::string &why);
    [[nodiscard]] std::chrono::milliseconds backOff();
    [[nodiscard]] Error gone(const std::string &why) const;

    const RedisOptions m_options;
    RandomSource &m_random;
    std::function<Result<void>(const Ask &)> m_onConnected;
    std::function<void()> m_onUsable;
    std::thread m_thread;

    // The thread's own.
    RedisContextPtr m_context;
    int m_failedConnects = 0;
    std::chrono::steady_clock::time_point m_lastExchange{};

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_wake;
    std::condition_variable m_tried;
    Burst m_queue;
    std::vector<Delayed> m_delayed;
    std::string m_givenUp; // why; empty: not
    std::string m_lastError;
    bool m_stopping = false;
    bool m_triedOnce = false;

    std::atomic<RedisState> m_state{RedisState::Connecting};
    std::atomic<std::uint64_t> m_commands{0};
    std::atomic<std::uint64_t> m_failures{0};
    std::atomic<std::uint64_t> m_connects{0};
    std::atomic<double> m_lastRoundTripMs{0};
};

} // namespace linkdesk::core
