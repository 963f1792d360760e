#include "parserun.h"

#include "http/requestparser.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace linkdesk::test {

using namespace linkdesk::server;

namespace {

// Exactly as large as its content: AddressSanitizer sees every byte read beyond.
class Buffer final {
public:
    [[nodiscard]] std::string_view view() const { return {m_bytes.get(), m_size}; }
    void append(std::string_view more) { replace(m_size, 0, more); }
    void erase(std::size_t at, std::size_t count) { replace(at, count, {}); }

private:
    void replace(std::size_t at, std::size_t count, std::string_view with)
    {
        const std::size_t size = m_size - count + with.size();
        std::unique_ptr<char[]> fresh(new char[size]);
        std::copy_n(m_bytes.get(), at, fresh.get());
        std::copy_n(with.data(), with.size(), fresh.get() + at);
        std::copy_n(m_bytes.get() + at + count, m_size - at - count, fresh.get() + at + with.size());
        // The old bytes must not be right by chance.
        std::fill_n(m_bytes.get(), m_size, '?');
        m_bytes = std::move(fresh);
        m_size = size;
    }

    std::unique_ptr<char[]> m_bytes{new char[0]};
    std::size_t m_size = 0;
};

std::string describe(const Request &request)
{
    std::string out;
    out.append(request.methodName).append(" ").append(request.path);
    if (request.hasQuery)
        out.append(" ?").append(request.query);
    out.append(" host=").append(request.host);
    out.append(request.http11 ? " 1.1" : " 1.0").append(request.keepAlive ? " keep" : " close");
    for (const Field &field : request.fields)
        out.append(" [").append(field.name).append("|").append(field.value).append("]");
    return out.append(" body=").append(request.body);
}

SeenRequest copyOf(const Request &request)
{
    SeenRequest seen;
    seen.method = request.methodName;
    seen.target = request.path;
    if (request.hasQuery)
        seen.target.append("?").append(request.query);
    seen.host = request.host;
    for (const Field &field : request.fields)
        seen.fields.emplace_back(field.name, field.value);
    seen.body = request.body;
    return seen;
}

class Run final {
public:
    explicit Run(const Limits &limits) : m_parser(limits) {}

    void feed(std::string_view piece)
    {
        m_buffer.append(piece);
        while (m_outcome.status <= 0 && m_buffer.view().size() > 0 && step()) {}
    }

    [[nodiscard]] Outcome take()
    {
        if (m_outcome.status <= 0)
            m_outcome.status = m_outcome.requests.empty() || m_partial ? -1 : 0;
        return std::move(m_outcome);
    }

private:
    // True when a request is complete and another may follow.
    bool step()
    {
        const auto state = m_parser.parse(m_buffer.view());
        switch (state) {
        case RequestParser::State::Bad:
            m_outcome.status = m_parser.status();
            m_outcome.reason = m_parser.reason();
            return false;
        case RequestParser::State::NeedHead: m_partial = true; return false;
        case RequestParser::State::NeedBody: {
            m_partial = true;
            m_outcome.continues += m_parser.takeExpectContinue() ? 1 : 0;
            const auto range = m_parser.dropBody();
            m_buffer.erase(range.offset, range.count);
            m_outcome.consumed += range.count;
            return false;
        }
        case RequestParser::State::Complete: break;
        }
        m_outcome.requests.push_back(describe(m_parser.request()));
        m_outcome.seen.push_back(copyOf(m_parser.request()));
        m_outcome.consumed += m_parser.consumed();
        m_buffer.erase(0, m_parser.consumed());
        m_parser.reset();
        m_partial = false;
        return true;
    }

    RequestParser m_parser;
    Buffer m_buffer;
    Outcome m_outcome;
    bool m_partial = false;
};

} // namespace

std::string Outcome::text() const
{
    std::string out = std::to_string(status);
    // How much of a refused request was taken before the refusal depends on the pieces, and nobody looks at it.
    if (status <= 0)
        out.append(" consumed=").append(std::to_string(consumed));
    for (const std::string &request : requests)
        out.append("\n").append(request);
    return out;
}

Outcome parsePieces(std::string_view data, const std::vector<std::size_t> &sizes, const Limits &limits)
{
    Run run(limits);
    for (const std::size_t size : sizes) {
        const std::size_t count = std::min(size, data.size());
        run.feed(data.substr(0, count));
        data.remove_prefix(count);
    }
    run.feed(data);
    return run.take();
}

Outcome parseWhole(std::string_view data, const Limits &limits)
{
    return parsePieces(data, {}, limits);
}

} // namespace linkdesk::test
