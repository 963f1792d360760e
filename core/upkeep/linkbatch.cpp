#include "upkeep/linkbatch.h"

#include "links/linkchanges.h"
#include "links/linkundo.h"
#include "store/sqlconnection.h"
#include "store/store.h"
#include "upkeep/writeslices.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace linkdesk::core {

namespace {

using std::chrono::steady_clock;

constexpr std::string_view kCreateMany = "create-many";
// Rows read at once; the jobs that change them are smaller.
constexpr int kPage = 1000;

Result<std::unique_ptr<SqlConnection>> openToRead(Store &store)
{
    return SqlConnection::open(store.databaseFile(), SqlConnection::Access::ReadOnly);
}

} // namespace

std::vector<LinkId> createdLinks(const AuditEntry &entry)
{
    std::vector<LinkId> ids;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(entry.after));
    for (const auto &range : document.object()[QLatin1String("ids")].toArray()) {
        const std::int64_t last = range.toArray().at(1).toInteger();
        for (std::int64_t id = range.toArray().at(0).toInteger(); id > 0 && id <= last; ++id)
            ids.push_back(LinkId{id});
    }
    return ids;
}

// One batch at work, on a thread of the job book.
class LinkBatch::Run final {
public:
    Run(LinkService &links, Job &job, std::string actor) : m_links(links), m_job(job), m_actor(std::move(actor)) {}

    // The row that stands for all.
    Result<void> begin(std::string_view action, const std::string &description, std::int64_t undoes)
    {
        auto begun = m_links.inJobNow(Atomicity::Savepoint, [&](WriteJobContext &job) -> Result<void> {
            const auto id = insertAudit(job.connection,
                                        NewAudit{job.now, m_actor, action, {}, {}, description, 0, std::int64_t{0}, undoes});
            if (!id)
                return id.error();
            m_batch = *id;
            return {};
        });
        return begun;
    }

    // Does `change` to each of `items`; gives up at the first failure that is not one link's own.
    template <typename T>
    Result<void> changeAll(const std::vector<T> &items,
                           const std::function<Result<Changed>(WriteJobContext &, const T &)> &change,
                           const std::function<std::int64_t(const T &)> &idOf)
    {
        for (std::size_t from = 0; from < items.size() && !m_job.isCancelled();) {
            const std::size_t count = std::min(m_slices.rows(), items.size() - from);
            if (auto done = changeSlice<T>(items.data() + from, count, change, idOf); !done)
                return done;
            from += count;
        }
        return {};
    }

    [[nodiscard]] std::int64_t batch() const { return m_batch; }

private:
    template <typename T>
    Result<void> changeSlice(const T *items, std::size_t count,
                             const std::function<Result<Changed>(WriteJobContext &, const T &)> &change,
                             const std::function<std::int64_t(const T &)> &idOf)
    {
        std::vector<JobItem> outcomes;
        steady_clock::duration spent{};
        auto written = m_links.inJobNow(Atomicity::Savepoint, [&](WriteJobContext &job) -> Result<void> {
            const auto began = steady_clock::now();
            outcomes.clear();
            std::int64_t changes = 0;
            for (std::size_t i = 0; i < count; ++i) {
                auto changed = change(job, items[i]);
                if (!changed && isFatal(changed.error()))
                    return changed.error();
                changes += changed && changed->isChanged ? 1 : 0;
                outcomes.push_back({idOf(items[i]), changed ? std::nullopt : std::optional(changed.error()),
                                    changed && changed->isChanged});
            }
            auto counted = changes > 0 ? addToBatch(job.connection, m_batch, changes) : Result<void>();
            spent = steady_clock::now() - began;
            return counted;
        });
        if (!written)
            return written;
        m_slices.note(count, spent);
        for (const JobItem &item : outcomes) {
            m_job.add(item);
            if (item.changed && !item.error)
                m_job.setAudit(m_batch);
        }
        return {};
    }

    // What the database says ends the batch; what the rules say is one link's matter.
    static bool isFatal(const Error &error)
    {
        switch (error.code) {
        case ErrorCode::DiskFull:
        case ErrorCode::NotWritable:
        case ErrorCode::Corrupt:
        case ErrorCode::Busy:
        case ErrorCode::Unavailable:
        case ErrorCode::Internal: return true;
        default: return false;
        }
    }

    LinkService &m_links;
    Job &m_job;
    const std::string m_actor;
    std::int64_t m_batch = 0;
    WriteSlices m_slices;
};

Result<JobPtr> LinkBatch::start(Finder find, LinkAction action, std::string description, std::string actor)
{
    auto ready = m_links.checked(std::move(action));
    if (!ready)
        return ready.error();
    auto work = [this, find = std::move(find), action = *ready, description = std::move(description),
                 actor](Job &job) -> Result<void> {
        auto connection = openToRead(m_store);
        if (!connection)
            return connection.error();
        const auto ids = find(**connection, [&job] { return !job.isCancelled(); });
        connection->reset();
        if (!ids)
            return ids.error();
        if (job.isCancelled())
            return {};
        job.setTotal(static_cast<std::int64_t>(ids->size()));
        if (ids->empty())
            return {};
        Run run(m_links, job, actor);
        if (auto begun = run.begin("batch", description, 0); !begun)
            return begun;
        const ChangeBy by{actor, {}, run.batch(), 0};
        return run.changeAll<LinkId>(
            *ids, [&](WriteJobContext &context, const LinkId &id) { return applyAction(context, id, action, by); },
            [](const LinkId &id) { return id.value; });
    };
    return m_jobs.start("batch", ready->name, std::move(actor), std::move(work));
}

Result<JobPtr> LinkBatch::undo(const AuditEntry &entry, std::string actor)
{
    {
        const std::lock_guard lock(m_mutex);
        if (entry.undoneBy != 0 || !m_undoing.insert(entry.id).second)
            return Error{ErrorCode::AlreadyUndone, "This was undone already.", {}};
    }
    auto work = [this, entry, actor](Job &job) -> Result<void> {
        job.setTotal(entry.links.value_or(0));
        Run run(m_links, job, actor);
        Result<void> done = run.begin("undo", entry.after, entry.id);
        LinkAction remove;
        remove.kind = LinkAction::Kind::Delete;
        remove.name = "undo";
        if (done && entry.action == kCreateMany) {
            // A link that was edited since is somebody's work: it stays.
            const ChangeBy by{actor, std::int64_t{1}, run.batch(), 0};
            done = run.changeAll<LinkId>(
                createdLinks(entry),
                [&](WriteJobContext &context, const LinkId &id) { return applyAction(context, id, remove, by); },
                [](const LinkId &id) { return id.value; });
        } else if (done) {
            auto connection = openToRead(m_store);
            std::int64_t after = 0;
            while (done && connection && !job.isCancelled()) {
                const auto rows = auditOfBatch(**connection, entry.id, after, kPage);
                if (!rows || rows->empty()) {
                    done = rows ? done : Result<void>(rows.error());
                    break;
                }
                after = rows->back().id;
                done = run.changeAll<AuditEntry>(
                    *rows,
                    [&](WriteJobContext &context, const AuditEntry &row) -> Result<Changed> {
                        if (row.undoneBy != 0) // by itself, or by an undo that was cancelled
                            return Changed{Link{}, false, 0};
                        return undoChange(context, row, actor, run.batch());
                    },
                    [](const AuditEntry &row) { return row.link.value; });
            }
            if (!connection)
                done = connection.error();
        }
        if (done && !job.isCancelled())
            done = m_links.inJobNow(Atomicity::SingleStatement, [&](WriteJobContext &context) {
                return markUndone(context.connection, entry.id, run.batch());
            });
        const std::lock_guard lock(m_mutex);
        m_undoing.erase(entry.id);
        return done;
    };
    auto job = m_jobs.start("undo", entry.action, std::move(actor), std::move(work));
    if (!job) {
        const std::lock_guard lock(m_mutex);
        m_undoing.erase(entry.id);
    }
    return job;
}

} // namespace linkdesk::core
