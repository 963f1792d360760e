// Load for a Daemon from several threads at once, with a record of what was answered.
#pragma once

#include "daemonclient.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace linkdesk::test {

// Clients that ask for one path until they are told to stop or nobody answers any more.
class Visitors final {
public:
    Visitors(quint16 port, const QByteArray &path, int clients)
    {
        for (int i = 0; i < clients; ++i) {
            m_threads.emplace_back([this, port, path] {
                HttpClient visitor(port, 5000);
                while (!m_stop) {
                    ++m_asked;
                    const int status = visitor.get(path).status;
                    if (status == 0)
                        break;
                    m_redirects += status == 302 ? 1 : 0;
                    m_others += status == 302 ? 0 : 1;
                }
            });
        }
    }
    ~Visitors() { finish(); }
    Visitors(const Visitors &) = delete;
    Visitors &operator=(const Visitors &) = delete;

    void finish()
    {
        m_stop = true;
        for (std::thread &thread : m_threads)
            thread.join();
        m_threads.clear();
    }
    // Requests sent, and of these the ones answered with a redirect and with anything else.
    [[nodiscard]] qint64 asked() const { return m_asked; }
    [[nodiscard]] qint64 redirects() const { return m_redirects; }
    [[nodiscard]] qint64 others() const { return m_others; }

private:
    std::atomic<bool> m_stop{false};
    std::atomic<qint64> m_asked{0};
    std::atomic<qint64> m_redirects{0};
    std::atomic<qint64> m_others{0};
    std::vector<std::thread> m_threads;
};

// Clients that create links until they are told to stop or nobody answers any more; keeps the codes that were
// acknowledged, with the number that stands in their target "https://example.com/NUMBER".
class Creators final {
public:
    struct Acknowledged {
        QByteArray code;
        qint64 number = 0;
    };

    Creators(quint16 port, const QByteArray &key, int clients, qint64 firstNumber) : m_number(firstNumber)
    {
        for (int i = 0; i < clients; ++i) {
            m_threads.emplace_back([this, port, key] {
                ApiClient api(port, key);
                while (!m_stop) {
                    const qint64 number = m_number++;
                    const ApiAnswer answer = api.create("https://example.com/" + QByteArray::number(number));
                    if (answer.status() == 0)
                        break;
                    const std::lock_guard lock(m_mutex);
                    if (answer.status() == 201)
                        m_made.push_back({answer.json[QLatin1String("code")].toString().toLatin1(), number});
                    else
                        m_refusals.push_back(answer.status());
                }
            });
        }
    }
    ~Creators() { finish(); }
    Creators(const Creators &) = delete;
    Creators &operator=(const Creators &) = delete;

    void finish()
    {
        m_stop = true;
        for (std::thread &thread : m_threads)
            thread.join();
        m_threads.clear();
    }
    [[nodiscard]] qint64 nextNumber() const { return m_number; }
    [[nodiscard]] std::vector<Acknowledged> made() const
    {
        const std::lock_guard lock(m_mutex);
        return m_made;
    }
    [[nodiscard]] std::vector<int> refusals() const
    {
        const std::lock_guard lock(m_mutex);
        return m_refusals;
    }

private:
    std::atomic<bool> m_stop{false};
    std::atomic<qint64> m_number;
    mutable std::mutex m_mutex; // guards m_made and m_refusals
    std::vector<Acknowledged> m_made;
    std::vector<int> m_refusals;
    std::vector<std::thread> m_threads;
};

} // namespace linkdesk::test
