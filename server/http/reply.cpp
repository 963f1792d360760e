#include "http/connection.h"
#include "http/handler.h"
#include "http/iothread.h"

namespace linkdesk::server {

Reply::Reply(std::shared_ptr<Connection> connection) : m_connection(std::move(connection)) {}

Reply::Reply(Reply &&) noexcept = default;
Reply &Reply::operator=(Reply &&) noexcept = default;

Reply::~Reply()
{
    // Nobody answered: a client must not wait for ever.
    if (m_connection)
        std::exchange(m_connection, nullptr)->complete(Response{500, {}, {}, {}, true});
}

void Reply::send(Response response)
{
    std::exchange(m_connection, nullptr)->complete(std::move(response));
}

void Reply::sendMade(std::function<Response()> make)
{
    std::exchange(m_connection, nullptr)->completeMade(std::move(make));
}

void Reply::sendRaw(std::string bytes)
{
    std::exchange(m_connection, nullptr)->completeRaw(std::move(bytes));
}

std::string &Reply::beginRaw()
{
    return m_connection->beginRaw();
}

void Reply::endRaw()
{
    std::exchange(m_connection, nullptr)->endRaw();
}

std::shared_ptr<Stream> Reply::stream(const Response &response)
{
    return std::exchange(m_connection, nullptr)->beginStream(response);
}

bool Reply::keepAlive() const
{
    return m_connection->keepAlive();
}

unsigned Reply::thread() const
{
    return m_connection->thread().index();
}

} // namespace linkdesk::server
