// RedisClient: one connection to a Redis, on a thread of its own, that sends whatever is queued as one pipeline.
//
// submit() may be called from any thread and never waits: while there is no working connection it answers at once with
// Unavailable, so an absent Redis costs nobody time (R40). Answers come on the client's thread, or on the caller's where
// refused at once, and must not block. Any I/O error or late answer ends the connection, as its replies could no longer
// be told apart; it is made anew, with AUTH and SELECT, after 0.1 to 5 s with jitter (R41).
#pragma once

#include "base/random.h"
#include "base/result.h"
#include "redis/redisoptions.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct redisContext;

namespace linkdesk::core {

struct RedisReply {
    enum class Kind { Nil, Text, Integer, Array, Error };
    Kind kind = Kind::Nil;
    std::int64_t integer = 0;
    std::string text; // also a status ("OK") and an error's words
    std::vector<RedisReply> elements;
};

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

    // Called on the client's thread after each connection, before anything else is sent. Set before start().
    void onConnected(std::function<void()> call) { m_onConnected = std::move(call); }
    void start();
    // Answers what is queued with Unavailable.
    void stop();

    // Returns once the first attempt to connect has ended, or after the time.
    void waitForFirstAttempt(std::chrono::milliseconds patience);

    void submit(std::vector<std::string> command, Answer answer);
    [[nodiscard]] bool isConnected() const { return m_state.load(std::memory_order_relaxed) == RedisState::Connected; }
    [[nodiscard]] RedisStats stats() const;
    [[nodiscard]] const RedisOptions &options() const { return m_options; }

private:
    struct Command {
        std::vector<std::string> words;
        Answer answer;
    };
    using Burst = std::deque<Command>;
    struct ContextDeleter {
        void operator()(redisContext *context) const;
    };
    static constexpr std::size_t kQueueLimit = 10'000;

    void run();
    [[nodiscard]] bool connect();
    [[nodiscard]] Result<void> greet();
    [[nodiscard]] Result<RedisReply> ask(const std::vector<std::string> &words);
    void exchange(Burst burst);
    void fail(const std::string &why, Burst &burst);
    void setDown(const std::string &why);
    [[nodiscard]] std::chrono::milliseconds backOff();
    [[nodiscard]] Error gone(const std::string &why) const;

    const RedisOptions m_options;
    RandomSource &m_random;
    std::function<void()> m_onConnected;
    std::thread m_thread;

    // The thread's own.
    std::unique_ptr<redisContext, ContextDeleter> m_context;
    int m_failedConnects = 0;

    mutable std::mutex m_mutex; // guards what follows
    std::condition_variable m_wake;
    std::condition_variable m_tried;
    Burst m_queue;
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
