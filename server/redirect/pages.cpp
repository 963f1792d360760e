#include "redirect/pages.h"

#include "pagefiles.h"

#include <openssl/evp.h>

#include <array>
#include <string>

namespace linkdesk::server {

namespace {

// System fonts and colours, readable on a phone, dark where the visitor's system is.
constexpr std::string_view kStyle =
    ":root{color-scheme:light dark}"
    "body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.5 system-ui,sans-serif;"
    "background:#f5f6f8;color:#171a21}"
    "main{max-width:28rem;padding:2rem;text-align:center}"
    "h1{font-size:1.4rem;line-height:1.3;margin:0 0 .5rem}p{margin:0;color:#4a5261}"
    "@media(prefers-color-scheme:dark){body{background:#14161b;color:#e9ebf0}p{color:#b0b7c4}}";

std::string base64Sha256(std::string_view text)
{
    std::array<unsigned char, 32> digest{};
    unsigned length = 0;
    EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr);
    std::array<unsigned char, 48> encoded{};
    const int size = EVP_EncodeBlock(encoded.data(), digest.data(), static_cast<int>(length));
    return {reinterpret_cast<const char *>(encoded.data()), static_cast<std::size_t>(size)};
}

void addPageHeaders(Response &response)
{
    // The style is allowed by its hash and nothing else is.
    static const std::string policy = "default-src 'none'; style-src 'sha256-" + base64Sha256(kStyle)
        + "'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    response.addHeader("Cache-Control", "private, no-store");
    response.addHeader("Content-Security-Policy", policy);
    response.addHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Referrer-Policy", "no-referrer");
}

Response htmlPage(int status, std::string_view title, std::string_view text)
{
    Response response;
    response.status = status;
    response.contentType = "text/html; charset=utf-8";
    response.body.append("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
                         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                         "<meta name=\"robots\" content=\"noindex\"><title>");
    response.body.append(escapeHtml(title)).append("</title><style>").append(kStyle);
    response.body.append("</style></head><body><main><h1>").append(escapeHtml(title)).append("</h1><p>");
    response.body.append(escapeHtml(text)).append("</p></main></body></html>\n");
    addPageHeaders(response);
    return response;
}

} // namespace

Response visitorPage(Page page)
{
    switch (page) {
    case Page::Home: return htmlPage(200, "Short links live here", "Add a short name to this address to follow a link.");
    case Page::NotFound:
        return htmlPage(404, "This link does not exist",
                        "Please check the address for a typing mistake, or ask whoever sent it to you.");
    case Page::NotYet:
        return htmlPage(404, "This link is not active yet", "It has been prepared for a later date. Please try again then.");
    case Page::Gone:
        return htmlPage(410, "This link has expired", "Please ask whoever sent it to you for a new one.");
    case Page::UsedUp:
        return htmlPage(410, "This link has been used up",
                        "It was made for a limited number of visits. Please ask whoever sent it to you for a new one.");
    case Page::Banned:
        return htmlPage(403, "This link has been disabled", "It was switched off because its target is not acceptable here.");
    case Page::Busy: {
        Response response = htmlPage(503, "Please try again in a moment", "The service is busy right now.");
        response.addHeader("Retry-After", "1");
        return response;
    }
    }
    return htmlPage(404, "This link does not exist", {});
}

const Response &absentPage()
{
    static const Response page = visitorPage(Page::NotFound);
    return page;
}

Response refusalPage(int status, std::string_view reason)
{
    return htmlPage(status, reasonPhrase(status), reason);
}

Response robotsTxt()
{
    // Nothing is disallowed: link previews ask as robots, and a short link has no content of its own to index.
    Response response;
    response.contentType = "text/plain; charset=utf-8";
    response.body = "User-agent: *\nDisallow:\n";
    response.addHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Cache-Control", "public, max-age=86400");
    return response;
}

Response favicon()
{
    Response response;
    response.contentType = "image/x-icon";
    response.body = files::favicon_ico();
    response.addHeader("X-Content-Type-Options", "nosniff");
    response.addHeader("Cache-Control", "public, max-age=86400");
    return response;
}

} // namespace linkdesk::server
