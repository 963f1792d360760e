#include "http/requestparser.h"

#include "http/hostname.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>

#include <algorithm>
#include <optional>

namespace linkdesk::server {

namespace http = boost::beast::http;
using boost::beast::error_code;
using BeastView = boost::beast::string_view;

namespace {

std::string_view plain(BeastView view)
{
    return {view.data(), view.size()};
}

Method methodOf(http::verb verb)
{
    switch (verb) {
    case http::verb::get: return Method::Get;
    case http::verb::head: return Method::Head;
    case http::verb::post: return Method::Post;
    case http::verb::put: return Method::Put;
    case http::verb::patch: return Method::Patch;
    case http::verb::delete_: return Method::Delete;
    case http::verb::options: return Method::Options;
    default: return Method::Other; // the rest is refused by name, see R5
    }
}

bool equalsIgnoringCase(std::string_view a, BeastView b)
{
    return boost::beast::iequals(BeastView(a.data(), a.size()), b);
}

bool isControl(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && byte != '\t') || byte == 0x7f;
}

// Beast wants more of `rest`, which stands at a chunk header. It says so for a broken header as well: one whose line is
// complete waits for nothing, unless it is the last chunk's and the trailers are not all there.
bool waitsForChunk(std::string_view rest)
{
    if (rest.starts_with("\r\n"))
        rest.remove_prefix(2);
    const std::size_t end = rest.find("\r\n");
    if (end == std::string_view::npos)
        return true;
    const std::size_t size = rest.find_first_not_of('0');
    const bool last = size > 0 && (rest[size] == '\r' || rest[size] == ';' || rest[size] == ' ' || rest[size] == '\t');
    return last && rest.find("\r\n\r\n", end) == std::string_view::npos;
}

struct FieldCounts {
    int host = 0;
    int contentLength = 0;
    int transferEncoding = 0;
    int contentType = 0;
    int authorization = 0;
};

} // namespace

// Collects Beast's events; keeps no text of its own but the body.
class RequestParser::BeastParser final {
public:
    class Parser final : public http::basic_parser<true> {
    public:
        explicit Parser(RequestParser &owner) : m_owner(owner)
        {
            header_limit(static_cast<std::uint32_t>(owner.m_limits->headBytes));
            body_limit(boost::none); // ours is checked against the owner's limit, with a status of its own
            eager(true);
        }

        // Before each put(): where what it is given begins.
        void setInput(const char *begin) { m_mark = begin; }

        [[nodiscard]] bool sawChunk() const { return m_sawChunk; }

        // Bytes up to `end` since the last body octet: a chunk header, or the last chunk with all its trailers.
        [[nodiscard]] std::size_t overhead(const char *end) const { return static_cast<std::size_t>(end - m_mark); }

        // Beast unfolds folded lines (RFC 9112 section 5.2); this looks at the bytes that were received.
        [[nodiscard]] bool hasFoldedTrailer(const char *end) const
        {
            const std::string_view section(m_trailers, m_trailers ? static_cast<std::size_t>(end - m_trailers) : 0);
            return section.find("\r\n ") != std::string_view::npos || section.find("\r\n\t") != std::string_view::npos;
        }

        FieldCounts counts;
        int refusedStatus = 0;
        const char *refusedReason = "";

    private:
        void refuse(error_code &ec, int status, const char *reason)
        {
            refusedStatus = status;
            refusedReason = reason;
            ec = http::error::bad_value;
        }

        void on_request_impl(http::verb verb, BeastView method, BeastView target, int version, error_code &ec) override
        {
            Request &request = m_owner.m_request;
            request.method = methodOf(verb);
            request.methodName = plain(method);
            request.http11 = version == 11;
            request.path = plain(target);
            if (method.size() > m_owner.m_limits->methodLength)
                refuse(ec, 400, "the method is too long");
        }

        void on_field_impl(http::field name, BeastView nameText, BeastView value, error_code &ec) override
        {
            if (m_inBody) {
                // A trailer may not change how the message was read (RFC 9110 section 6.5.1).
                if (name == http::field::content_length || name == http::field::transfer_encoding
                    || name == http::field::host)
                    refuse(ec, 400, "field not allowed in a trailer");
                return;
            }
            if (name == http::field::content_length) {
                if (++counts.contentLength > 1)
                    return refuse(ec, 400, "more than one Content-Length");
                const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
                if (value.empty() || !std::all_of(value.begin(), value.end(), isDigit))
                    return refuse(ec, 400, "Content-Length is not a number");
            } else if (name == http::field::transfer_encoding) {
                if (++counts.transferEncoding > 1 || !equalsIgnoringCase("chunked", value))
                    return refuse(ec, 400, "only the chunked transfer coding is understood");
            } else if (name == http::field::host) {
                ++counts.host;
                m_owner.m_request.host = plain(value);
            } else if (name == http::field::content_type && ++counts.contentType > 1) {
                return refuse(ec, 400, "more than one Content-Type");
            } else if (name == http::field::authorization && ++counts.authorization > 1) {
                return refuse(ec, 400, "more than one Authorization");
            } else if (name == http::field::expect) {
                if (!equalsIgnoringCase("100-continue", value))
                    return refuse(ec, 417, "only Expect: 100-continue is understood");
                // An HTTP/1.0 client would take an interim answer for the answer.
                m_owner.m_expectContinue = m_owner.m_request.http11;
            }
            m_owner.m_request.fields.push_back({plain(nameText), plain(value)});
        }

        void on_header_impl(error_code &ec) override
        {
            Request &request = m_owner.m_request;
            request.keepAlive = keep_alive();
            if (counts.transferEncoding && counts.contentLength)
                return refuse(ec, 400, "Content-Length together with Transfer-Encoding");
            if (counts.transferEncoding && !request.http11)
                return refuse(ec, 400, "Transfer-Encoding in HTTP/1.0");
            // No client sends it in honesty, and servers differ on it (RFC 9110 section 9.3.1 warns of smuggling).
            if (counts.transferEncoding && (request.method == Method::Get || request.method == Method::Head))
                return refuse(ec, 400, "Transfer-Encoding in a GET or HEAD request");
            if (counts.host > 1)
                return refuse(ec, 400, "more than one Host");
            if (counts.host == 0 && request.http11)
                return refuse(ec, 400, "Host is missing");
            if (counts.host == 1 && !isValidHost(request.host))
                return refuse(ec, 400, "Host is not valid");
            // Before a byte of it is waited for, or asked for with "100 Continue".
            if (counts.contentLength && content_length().value_or(0) > m_owner.m_limits->bodyBytes)
                return refuse(ec, 413, "the request body is too large");
            m_inBody = true;
        }

        void on_body_init_impl(boost::optional<std::uint64_t> const &, error_code &) override {}

        std::size_t on_body_impl(BeastView body, error_code &ec) override
        {
            if (m_owner.m_body.size() + body.size() > m_owner.m_limits->bodyBytes)
                refuse(ec, 413, "the request body is too large");
            else
                m_owner.m_body.append(body.data(), body.size());
            return body.size();
        }

        void on_chunk_header_impl(std::uint64_t size, BeastView extensions, error_code &ec) override
        {
            const std::size_t limit = m_owner.m_limits->headBytes;
            const char *const end = extensions.data() + extensions.size();
            m_extensionBytes += extensions.size();
            m_sawChunk = true;
            if (size == 0)
                m_trailers = end;
            if (std::any_of(extensions.begin(), extensions.end(), isControl))
                refuse(ec, 400, "control character in a chunk extension");
            else if (overhead(end) + 2 > limit || m_extensionBytes > limit)
                refuse(ec, 431, "the chunk extensions are too large");
            else if (size > m_owner.m_limits->bodyBytes - std::min(m_owner.m_body.size(), m_owner.m_limits->bodyBytes))
                refuse(ec, 413, "the request body is too large");
        }

        std::size_t on_chunk_body_impl(std::uint64_t, BeastView body, error_code &ec) override
        {
            m_mark = body.data() + body.size();
            return on_body_impl(body, ec);
        }

        void on_response_impl(int, BeastView, int, error_code &) override {}
        void on_finish_impl(error_code &) override {}

        RequestParser &m_owner;
        const char *m_mark = nullptr;     // behind the last body octet, or where this input begins
        const char *m_trailers = nullptr; // behind the last chunk's size and extensions
        std::size_t m_extensionBytes = 0; // of all chunks
        bool m_inBody = false;
        bool m_sawChunk = false;
    };

    std::optional<Parser> parser;
};

RequestParser::RequestParser(const Limits &limits)
    : m_limits(&limits), m_scanner(limits), m_beast(std::make_unique<BeastParser>())
{
    m_request.fields.reserve(24);
}

RequestParser::~RequestParser() = default;

void RequestParser::reset()
{
    m_scanner.reset();
    m_beast->parser.reset();
    std::vector<Field> fields = std::move(m_request.fields);
    fields.clear();
    const Address peer = m_request.peer;
    m_request = Request{};
    m_request.fields = std::move(fields);
    m_request.peer = peer;
    m_body.clear();
    m_headLength = m_bodyTaken = m_consumed = 0;
    m_headDone = m_expectContinue = false;
    m_status = 0;
    m_reason = "";
}

RequestParser::State RequestParser::refuse(int status, const char *reason)
{
    m_status = status;
    m_reason = reason;
    return State::Bad;
}

bool RequestParser::takeExpectContinue()
{
    return std::exchange(m_expectContinue, false);
}

RequestParser::State RequestParser::parse(std::string_view data)
{
    if (!m_headDone) {
        const State state = parseHead(data);
        if (state != State::Complete)
            return state;
    }
    return parseBody(data);
}

namespace {

// The request target's four forms (RFC 9112 section 3.2), of which a server that is no proxy answers two.
// Returns a reason to refuse, or nullptr.
const char *splitTarget(Request &request)
{
    std::string_view target = request.path;
    if (!target.starts_with('/')) {
        const std::size_t scheme = target.find("://");
        if (scheme == std::string_view::npos
            || (!equalsIgnoringCase(target.substr(0, scheme), "http")
                && !equalsIgnoringCase(target.substr(0, scheme), "https")))
            return "the request target must start with a slash";
        target.remove_prefix(scheme + 3);
        const std::size_t end = std::min(target.find_first_of("/?#"), target.size());
        std::string_view authority = target.substr(0, end);
        if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos)
            authority.remove_prefix(at + 1);
        if (!isValidHost(authority))
            return "the host in the request target is not valid";
        request.host = authority;
        target.remove_prefix(end);
    }
    // A fragment never belongs in a request; a client that sends one means the part before it.
    target = target.substr(0, target.find('#'));
    const std::size_t mark = target.find('?');
    request.hasQuery = mark != std::string_view::npos;
    request.query = request.hasQuery ? target.substr(mark + 1) : std::string_view();
    request.path = target.substr(0, mark);
    if (request.path.empty())
        request.path = "/";
    return nullptr;
}

// Whether the request line is well-formed but for a version that is not ours; otherwise it is just malformed.
bool namesOtherVersion(std::string_view head)
{
    const std::string_view line = head.substr(0, head.find('\r'));
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (line.size() < 9)
        return false;
    const std::string_view version = line.substr(line.size() - 9);
    return version.starts_with(" HTTP/") && isDigit(version[6]) && version[7] == '.' && isDigit(version[8])
        && version != " HTTP/1.1" && version != " HTTP/1.0";
}

} // namespace

RequestParser::State RequestParser::parseHead(std::string_view data)
{
    switch (m_scanner.scan(data)) {
    case HeadScanner::State::NeedMore: return State::NeedHead;
    case HeadScanner::State::Bad: return refuse(m_scanner.status(), m_scanner.reason());
    case HeadScanner::State::Complete: break;
    }
    m_headLength = m_scanner.headLength();
    const std::size_t leading = m_scanner.leadingBytes();
    auto &parser = m_beast->parser.emplace(*this);
    error_code ec;
    parser.put(boost::asio::const_buffer(data.data() + leading, m_headLength - leading), ec);
    if (ec && ec != http::error::need_more) {
        if (parser.refusedStatus)
            return refuse(parser.refusedStatus, parser.refusedReason);
        if (ec == http::error::bad_version && namesOtherVersion(data.substr(leading)))
            return refuse(505, "only HTTP/1.1 and HTTP/1.0 are understood");
        return refuse(400, "the request head is malformed");
    }
    if (!parser.is_header_done())
        return refuse(400, "the request head is malformed");
    if (const char *reason = splitTarget(m_request))
        return refuse(400, reason);
    m_headDone = true;
    m_headBase = data.data();
    return State::Complete;
}

RequestParser::Range RequestParser::dropBody()
{
    return {m_headLength, std::exchange(m_bodyTaken, 0)};
}

void RequestParser::followMovedHead(std::string_view data)
{
    if (m_headBase == data.data())
        return;
    const auto begin = reinterpret_cast<std::uintptr_t>(m_headBase);
    const auto follow = [&](std::string_view &view) {
        const std::size_t offset = reinterpret_cast<std::uintptr_t>(view.data()) - begin;
        if (!view.empty() && offset < m_headLength)
            view = data.substr(offset, view.size());
    };
    for (std::string_view *view : {&m_request.methodName, &m_request.path, &m_request.query, &m_request.host})
        follow(*view);
    for (Field &f : m_request.fields) {
        follow(f.name);
        follow(f.value);
    }
    m_headBase = data.data();
}

RequestParser::State RequestParser::parseBody(std::string_view data)
{
    auto &parser = *m_beast->parser;
    while (!parser.is_done()) {
        const std::string_view rest = data.substr(m_headLength + m_bodyTaken);
        if (rest.empty())
            return State::NeedBody;
        // Beast 1.81 asserts that a last chunk it has begun to read goes on with five bytes, which "0 CR LF CR" has not
        // when it is the first one, with no line end before it.
        if (parser.chunked() && !parser.sawChunk() && rest.size() < 5 && rest.front() == '0')
            return State::NeedBody;
        error_code ec;
        parser.setInput(rest.data());
        const std::size_t taken = parser.put(boost::asio::const_buffer(rest.data(), rest.size()), ec);
        m_bodyTaken += taken;
        if (ec == http::error::need_more) {
            // Beast wants a whole chunk header or trailer section before it takes any of it; bound what may be waiting.
            if (rest.size() - taken >= m_limits->headBytes)
                return refuse(431, "a chunk header or the trailers are too large");
            if (parser.chunked() && !waitsForChunk(rest.substr(taken)))
                return refuse(400, "the request body is malformed");
            return State::NeedBody;
        }
        if (ec)
            return refuse(parser.refusedStatus ? parser.refusedStatus : 400,
                          parser.refusedStatus ? parser.refusedReason : "the request body is malformed");
        if (parser.is_done() && parser.chunked()) {
            const char *const end = rest.data() + taken;
            if (parser.overhead(end) > m_limits->headBytes)
                return refuse(431, "the trailers are too large");
            if (parser.hasFoldedTrailer(end))
                return refuse(400, "folded trailer line");
        }
    }
    followMovedHead(data);
    m_request.body = m_body;
    m_consumed = m_headLength + m_bodyTaken;
    return State::Complete;
}

} // namespace linkdesk::server
