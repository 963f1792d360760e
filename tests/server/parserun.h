// Runs a RequestParser over bytes as a connection does, in one piece or in many, and says what came out.
#pragma once

#include "http/limits.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linkdesk::test {

// A request as a handler sees it, copied out of the buffer.
struct SeenRequest {
    std::string method;
    std::string target; // path and query
    std::string host;
    std::vector<std::pair<std::string, std::string>> fields;
    std::string body;
};

struct Outcome {
    // 0: at least one request and nothing refused; -1: waiting for more; else the status of the refusal.
    int status = -1;
    std::string reason;
    // One line per complete request: all that a handler can see of it.
    std::vector<std::string> requests;
    std::vector<SeenRequest> seen;
    std::size_t consumed = 0; // by complete requests
    int continues = 0;        // how often "100 Continue" was due

    // Everything but the reason, for comparing two runs.
    [[nodiscard]] std::string text() const;
};

// `sizes` are the lengths of the pieces, in order; what is left is one last piece. Each piece arrives in fresh memory,
// so that a view left pointing at the old buffer is found out.
[[nodiscard]] Outcome parsePieces(std::string_view data, const std::vector<std::size_t> &sizes,
                                  const server::Limits &limits = {});
[[nodiscard]] Outcome parseWhole(std::string_view data, const server::Limits &limits = {});

} // namespace linkdesk::test
