#include "http/response.h"

#include <array>
#include <cstdio>
#include <ctime>

namespace linkdesk::server {

bool Response::addHeader(std::string_view name, std::string_view value)
{
    constexpr std::string_view kForbidden("\r\n\0", 3);
    if (name.find_first_of(kForbidden) != std::string_view::npos || value.find_first_of(kForbidden) != std::string_view::npos)
        return false;
    headers.append(name).append(": ").append(value).append("\r\n");
    return true;
}

std::string_view reasonPhrase(int status)
{
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 301: return "Moved Permanently";
    case 302: return "Found";
    case 304: return "Not Modified";
    case 307: return "Temporary Redirect";
    case 308: return "Permanent Redirect";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 410: return "Gone";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 428: return "Precondition Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    case 507: return "Insufficient Storage";
    default: return "Status";
    }
}

std::string escapeHtml(std::string_view text)
{
    std::string out;
    out.reserve(text.size() + 16);
    for (const char c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += c;
        }
    }
    return out;
}

std::string_view dateLine()
{
    thread_local std::time_t second = 0;
    thread_local std::array<char, 48> line{};
    thread_local std::size_t length = 0;
    const std::time_t now = std::time(nullptr);
    if (now != second) {
        second = now;
        static constexpr const char *kDays[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
        static constexpr const char *kMonths[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
        std::tm utc{};
        gmtime_r(&now, &utc);
        // IMF-fixdate, RFC 9110 section 5.6.7; strftime would follow the locale.
        const int n = std::snprintf(line.data(), line.size(), "Date: %s, %02d %s %04d %02d:%02d:%02d GMT\r\n",
                                    kDays[utc.tm_wday], utc.tm_mday, kMonths[utc.tm_mon], utc.tm_year + 1900,
                                    utc.tm_hour, utc.tm_min, utc.tm_sec);
        length = n > 0 && static_cast<std::size_t>(n) < line.size() ? static_cast<std::size_t>(n) : 0;
    }
    return {line.data(), length};
}

void appendResponse(std::string &out, const Response &response, bool headOnly, bool keepAlive, bool http11)
{
    out.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
    out.append(reasonPhrase(response.status)).append("\r\n").append(dateLine());
    if (!response.contentType.empty())
        out.append("Content-Type: ").append(response.contentType).append("\r\n");
    out.append(response.headers);
    // RFC 9110 section 8.6: no Content-Length with 204; every other answer of ours has exactly one.
    if (response.status != 204)
        out.append("Content-Length: ").append(std::to_string(response.body.size())).append("\r\n");
    if (!keepAlive)
        out.append("Connection: close\r\n");
    else if (!http11)
        out.append("Connection: keep-alive\r\n");
    out.append("\r\n");
    if (!headOnly)
        out.append(response.body);
}

} // namespace linkdesk::server
