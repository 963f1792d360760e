// SearchIndexer: lets the trigram index follow the links, at most a moment behind (see the schema's link_search).
//
// Runs on the writer thread as idle work: inside the create's transaction it would cost two thirds of the pace.
#pragma once

#include "store/writer.h"

namespace linkdesk::core {

class SearchIndexer final : public IdleWork {
public:
    Result<bool> runSlice(SqlConnection &connection, std::chrono::steady_clock::time_point until) override;
};

} // namespace linkdesk::core
