// Request: one parsed request, as views into its connection's buffer.
//
// Valid from Handler::handle() until the Reply is completed; the connection reads nothing in between. Header values are
// bytes as received. `peer` is the address of the TCP peer with IPv4-mapped IPv6 unmapped (R24).
#pragma once

#include "http/address.h"

#include <string_view>
#include <vector>

namespace linkdesk::server {

enum class Method { Get, Head, Post, Put, Patch, Delete, Options, Other };

struct Field {
    std::string_view name;
    std::string_view value;
};

// Whether a field has this name, in any case; `name` in lower case.
[[nodiscard]] bool isField(const Field &field, std::string_view name);

struct Request {
    Method method = Method::Other;
    std::string_view methodName;
    std::string_view path;   // before the query, percent-encoding untouched
    std::string_view query;  // without '?'; empty also when there is none
    bool hasQuery = false;
    std::string_view host;   // validated; from an absolute target where there is one (RFC 9112 section 3.2.2)
    std::vector<Field> fields;
    std::string_view body;
    bool http11 = true;
    bool keepAlive = true;
    Address peer;

    // The first field of this name (in lower case), or empty.
    [[nodiscard]] std::string_view field(std::string_view name) const;
    [[nodiscard]] bool isHead() const { return method == Method::Head; }
};

} // namespace linkdesk::server
