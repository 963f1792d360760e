#include "store/settingsbook.h"

#include "store/auditstore.h"
#include "store/settingstore.h"
#include "store/sqlconnection.h"
#include "store/store.h"

#include <future>

namespace linkdesk::core {

namespace {

Error busy()
{
    return {ErrorCode::Busy, "Too many requests are waiting for the database: try again in a moment.", {}};
}

// The changed ones as audit texts: {"restore-days":"30"}. Keys and values are plain names and numbers but for two paths.
std::string textOf(const std::string &key, const std::string &value)
{
    std::string out = "{\"" + key + "\":\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
    return out + "\"}";
}

Result<void> keep(SqlConnection &connection, TimePoint now, const std::string &actor, const Settings &before,
                  const Settings &after)
{
    const auto old = settingTexts(before);
    const auto fresh = settingTexts(after);
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        if (fresh[i].second == old[i].second)
            continue;
        if (auto set = setSetting(connection, fresh[i].first, fresh[i].second); !set)
            return set;
        if (auto noted = insertAudit(connection, now, actor, "change-setting", LinkId{}, textOf(old[i].first, old[i].second),
                                     textOf(fresh[i].first, fresh[i].second));
            !noted)
            return noted;
    }
    return {};
}

} // namespace

SettingsBook::SettingsBook(Store &store, const Clock &clock) : m_store(store), m_clock(clock) {}

Result<void> SettingsBook::load()
{
    std::promise<Result<void>> loaded;
    const bool queued = m_store.readers().submit([this, &loaded](SqlConnection &connection) {
        const auto kept = allSettings(connection);
        if (kept) {
            const std::lock_guard lock(m_state->mutex);
            m_state->settings = settingsFrom(*kept);
        }
        loaded.set_value(kept ? Result<void>() : Result<void>(kept.error()));
    });
    return queued ? loaded.get_future().get() : Result<void>(busy());
}

Settings SettingsBook::current() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->settings;
}

void SettingsBook::change(Edit edit, std::string actor, std::function<void(Result<Settings>)> done)
{
    const auto outcome = std::make_shared<Result<Settings>>(busy());
    WriteJob job;
    job.run = [state = m_state, outcome, edit = std::move(edit), actor = std::move(actor),
               now = m_clock.now()](SqlConnection &connection) {
        Settings before;
        {
            const std::lock_guard lock(state->mutex);
            before = state->settings;
        }
        *outcome = edit(before);
        if (*outcome) {
            if (auto checked = checkSettings(**outcome); !checked)
                *outcome = checked.error();
        }
        if (!*outcome)
            return false;
        if (auto kept = keep(connection, now, actor, before, **outcome); !kept)
            *outcome = kept.error();
        return outcome->ok();
    };
    const auto shared = std::make_shared<std::function<void(Result<Settings>)>>(std::move(done));
    job.done = [state = m_state, outcome, shared](const Result<void> &committed) {
        if (!committed)
            return (*shared)(committed.error());
        if (*outcome) {
            const std::lock_guard lock(state->mutex);
            state->settings = **outcome;
        }
        (*shared)(*outcome);
    };
    if (!m_store.writer().submit(std::move(job)))
        (*shared)(busy());
}

} // namespace linkdesk::core
