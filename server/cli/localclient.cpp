#include "cli/localclient.h"

#include "admin/json.h"
#include "http/httpserver.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/json/serialize.hpp>

namespace linkdesk::server {

namespace beast = boost::beast;
namespace http = beast::http;
using core::Error;
using core::ErrorCode;

namespace {

constexpr std::chrono::seconds kPatience{10};

Error unreachable(const std::string &what)
{
    return {ErrorCode::Unavailable, "the running service does not answer: " + what, {}};
}

// The stream's time limit works for asynchronous calls only, so the four steps run as one chain on a small context.
core::Result<http::response<http::string_body>> roundTrip(const BoundAddress &address,
                                                         const http::request<http::string_body> &request)
{
    boost::asio::io_context context;
    beast::tcp_stream stream(context);
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    beast::error_code failure;
    bool complete = false;
    const boost::asio::ip::tcp::endpoint endpoint(boost::asio::ip::make_address(address.host),
                                                  static_cast<std::uint16_t>(address.port));
    stream.expires_after(kPatience);
    stream.async_connect(endpoint, [&](beast::error_code connected) {
        if ((failure = connected))
            return;
        http::async_write(stream, request, [&](beast::error_code written, std::size_t) {
            if ((failure = written))
                return;
            http::async_read(stream, buffer, response, [&](beast::error_code read, std::size_t) {
                failure = read;
                complete = !read;
            });
        });
    });
    context.run();
    if (!complete)
        return unreachable(failure.message());
    return response;
}

core::Result<boost::json::value> call(const RuntimeInfo &service, http::verb verb, const std::string &path, std::string body)
{
    const std::size_t scheme = service.adminUrl.find("://");
    const auto address = parseListenAddress(scheme == std::string::npos ? service.adminUrl : service.adminUrl.substr(scheme + 3));
    if (!address)
        return unreachable("its address is not readable");
    http::request<http::string_body> request(verb, "/api/v1/" + path, 11);
    request.set(http::field::host, address->text());
    request.set(http::field::authorization, "Bearer " + service.token);
    if (!body.empty())
        request.set(http::field::content_type, "application/json");
    request.body() = std::move(body);
    request.prepare_payload();
    const auto response = roundTrip(*address, request);
    if (!response)
        return response.error();
    JsonFault fault;
    auto value = parseJson(response->body(), fault);
    if (!value)
        return unreachable("its answer is not JSON");
    if (response->result_int() < 400)
        return std::move(*value);
    const boost::json::object *problem = value->if_object();
    const boost::json::value *detail = problem ? problem->if_contains("detail") : nullptr;
    const boost::json::string *text = detail ? detail->if_string() : nullptr;
    const ErrorCode code = response->result_int() == 404   ? ErrorCode::NotFound
                           : response->result_int() < 500 ? ErrorCode::InvalidInput
                                                          : ErrorCode::Unavailable;
    return Error{code, text ? std::string(text->data(), text->size()) : "the service refused: " + std::to_string(response->result_int()),
                 {}};
}

} // namespace

core::Result<boost::json::value> getLocally(const RuntimeInfo &service, const std::string &path)
{
    return call(service, http::verb::get, path, {});
}

core::Result<boost::json::value> postLocally(const RuntimeInfo &service, const std::string &path,
                                             const boost::json::value &body)
{
    return call(service, http::verb::post, path, boost::json::serialize(body));
}

} // namespace linkdesk::server
