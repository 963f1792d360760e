#include "tempstore.h"

#include "await.h"
#include "store/statement.h"

#include <thread>

namespace linkdesk::test {

using namespace linkdesk::core;

TempStore::TempStore(const Clock &clock) : m_clock(clock)
{
    reopen();
}

std::filesystem::path TempStore::folder() const
{
    return std::filesystem::path(m_folder.path().toStdString()) / "data";
}

void TempStore::reopen()
{
    m_store.reset();
    StoreOptions options;
    options.dataDir = folder();
    auto opened = Store::open(options, m_clock);
    if (!opened)
        qFatal("the test's store did not open: %s", opened.error().detail.c_str());
    m_store = std::move(*opened);
}

Result<void> TempStore::exec(const std::string &sql)
{
    return write([sql](SqlConnection &connection) { return connection.exec(sql); });
}

Result<void> TempStore::write(std::function<Result<void>(SqlConnection &)> run)
{
    return await<Result<void>>([&](auto done) {
        auto outcome = std::make_shared<Result<void>>();
        WriteJob job;
        job.run = [outcome, run = std::move(run)](SqlConnection &connection) {
            *outcome = run(connection);
            return outcome->ok();
        };
        job.done = [outcome, done](const Result<void> &committed) { done(committed ? *outcome : committed); };
        if (!m_store->writer().submit(std::move(job)))
            done(Error{ErrorCode::Busy, "the queue is full", {}});
    });
}

void TempStore::read(const std::function<void(SqlConnection &)> &run)
{
    (void)await<bool>([&](auto done) {
        const bool accepted = m_store->readers().submit([&run, done](SqlConnection &connection) {
            run(connection);
            done(true);
        });
        if (!accepted)
            done(false);
    });
}

std::int64_t TempStore::number(const std::string &sql)
{
    std::int64_t value = -1;
    read([&](SqlConnection &connection) {
        Statement statement(connection, sql);
        if (statement.step() == Statement::Step::Row)
            value = statement.integer(0);
    });
    return value;
}

void TempStore::settleSearch()
{
    const std::string pending = "SELECT (SELECT count(*) FROM search_dirty) + (SELECT count(*) FROM link "
                                "WHERE id > (SELECT watermark FROM search_state))";
    for (int i = 0; i < 1000 && number(pending) != 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

} // namespace linkdesk::test
