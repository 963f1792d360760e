#include "links/sharednumbers.h"

#include "links/codemaker.h"
#include "store/store.h"

#include <algorithm>
#include <vector>

namespace linkdesk::core {

SharedNumbers::SharedNumbers(Store &store, CodeMaker &codes, NumberSource &source, std::uint64_t block)
    : m_store(store), m_codes(codes), m_source(source), m_block(block)
{
}

void SharedNumbers::want(std::uint64_t count, Then then)
{
    std::uint64_t missing = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiters.empty() && m_codes.sequenceInHand() >= m_promised + count) {
            m_promised += count;
        } else {
            m_waiters.push_back({count, std::move(then)});
            then = nullptr;
            if (!m_fetching) {
                m_fetching = true;
                missing = count;
            }
        }
    }
    if (then)
        return then({});
    if (missing > 0)
        fetch(missing);
}

void SharedNumbers::done(std::uint64_t count)
{
    const std::lock_guard lock(m_mutex);
    m_promised -= std::min(count, m_promised);
}

void SharedNumbers::fetch(std::uint64_t count)
{
    m_source.reserve(std::max(count, m_block), m_codes.sequenceFloor(),
                     [self = shared_from_this()](const Result<NumberBlock::Range> &range) { self->arrived(range); });
}

void SharedNumbers::arrived(const Result<NumberBlock::Range> &range)
{
    if (!range)
        return settle(range.error());
    WriteJob job;
    job.run = [self = shared_from_this(), range = *range](SqlConnection &connection) {
        return self->m_codes.noteShared(connection, range).ok();
    };
    job.done = [self = shared_from_this(), range = *range](const Result<void> &committed) {
        if (committed)
            self->m_codes.putShared(range);
        self->settle(committed);
    };
    if (!m_store.writer().submit(std::move(job)))
        settle(Error{ErrorCode::Busy, "Too many requests are waiting for the database: try again in a moment.", {}});
}

// Those whose numbers are there go on; the rest waits for the next block. A failure is everybody's.
void SharedNumbers::settle(const Result<void> &outcome)
{
    std::vector<Waiter> served;
    std::uint64_t missing = 0;
    {
        const std::lock_guard lock(m_mutex);
        while (!m_waiters.empty()
               && (!outcome || m_codes.sequenceInHand() >= m_promised + m_waiters.front().count)) {
            if (outcome)
                m_promised += m_waiters.front().count;
            served.push_back(std::move(m_waiters.front()));
            m_waiters.pop_front();
        }
        for (const Waiter &waiter : m_waiters)
            missing += waiter.count;
        m_fetching = missing > 0;
    }
    if (missing > 0)
        fetch(missing);
    for (const Waiter &waiter : served)
        waiter.then(outcome);
}

} // namespace linkdesk::core
