// Response: an answer as a plain value, and its bytes on the wire.
#pragma once

#include <string>
#include <string_view>

namespace linkdesk::server {

struct Response {
    int status = 200;
    std::string contentType; // with charset; empty when there is no body
    std::string headers;     // further "Name: value\r\n" lines; addHeader() refuses CR, LF and NUL (R21)
    std::string body;
    bool close = false;

    // False, and nothing added, where the value could break out of its line.
    bool addHeader(std::string_view name, std::string_view value);
};

[[nodiscard]] std::string_view reasonPhrase(int status);
// Safe in the text and in quoted attributes of an HTML page (R29).
[[nodiscard]] std::string escapeHtml(std::string_view text);
// "Date: …\r\n" for this second, kept per thread.
[[nodiscard]] std::string_view dateLine();

// Appends status line, headers, Content-Length, Date and, unless headOnly, the body. A HEAD answer names the length that
// GET would have (R5). `keepAlive` adds what the version needs: HTTP/1.0 clients are told, HTTP/1.1 ones assume it.
void appendResponse(std::string &out, const Response &response, bool headOnly, bool keepAlive, bool http11);

} // namespace linkdesk::server
