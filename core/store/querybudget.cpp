#include "store/querybudget.h"

#include "store/sqlconnection.h"

#include <sqlite3.h>

namespace linkdesk::core {

namespace {

constexpr int kInstructionsPerLook = 2000; // some tens of microseconds

} // namespace

QueryBudget::QueryBudget(SqlConnection &connection, std::chrono::milliseconds patience)
    : m_native(connection.native()), m_until(std::chrono::steady_clock::now() + patience)
{
    sqlite3_progress_handler(m_native, kInstructionsPerLook, &QueryBudget::look, this);
}

QueryBudget::~QueryBudget()
{
    sqlite3_progress_handler(m_native, 0, nullptr, nullptr);
}

int QueryBudget::look(void *self)
{
    auto *budget = static_cast<QueryBudget *>(self);
    budget->m_spent = budget->m_spent || std::chrono::steady_clock::now() >= budget->m_until;
    return budget->m_spent ? 1 : 0;
}

} // namespace linkdesk::core
