// SettingsBook: the office's settings as everybody in the service sees them; kept in the database.
//
// Thread-safe. Store and clock are borrowed.
#pragma once

#include "base/clock.h"
#include "store/appsettings.h"

#include <functional>
#include <memory>
#include <mutex>

namespace linkdesk::core {

class Store;

class SettingsBook final {
public:
    SettingsBook(Store &store, const Clock &clock);
    SettingsBook(const SettingsBook &) = delete;
    SettingsBook &operator=(const SettingsBook &) = delete;

    // Waits for the store; before the first current().
    Result<void> load();
    [[nodiscard]] Settings current() const;

    // `edit` makes the new settings of the present ones, on the writer thread; what it gives is checked. The answer comes
    // on the writer thread after the commit, or at once where nothing could be queued.
    using Edit = std::function<Result<Settings>(Settings)>;
    void change(Edit edit, std::string actor, std::function<void(Result<Settings>)> done);

private:
    struct State {
        mutable std::mutex mutex; // guards settings
        Settings settings;
    };
    Store &m_store;
    const Clock &m_clock;
    std::shared_ptr<State> m_state = std::make_shared<State>(); // shared with jobs on their way
};

} // namespace linkdesk::core
