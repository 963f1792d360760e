// What the app can ask of domains: a new one, a change of one's settings. Each knows its form on the wire.
#pragma once

#include "api/codetypes.h"

#include <QJsonObject>

namespace linkdesk::app {

// The generator's name in the API: "random", "sequence" ...
[[nodiscard]] QLatin1String wireName(CodeGenerator generator);

struct DomainDraft {
    QString host;
    CodeSettings codes;
    QString fallbackUrl = {};

    // The host and what differs from the defaults, so that a service without these settings still takes it.
    [[nodiscard]] QJsonObject toJson() const;
    bool operator==(const DomainDraft &) const = default;
};

// What was changed on the screen, on top of what was read.
struct DomainEdit {
    CodeSettings before;
    CodeSettings after;
    std::optional<QString> fallbackUrl = {}; // absent: as it is; empty: none

    // Only what was changed.
    [[nodiscard]] QJsonObject toJson() const;
    [[nodiscard]] bool isEmpty() const { return before == after && !fallbackUrl; }
    // The same changes on top of what the service has now.
    [[nodiscard]] DomainEdit onTopOf(const CodeSettings &now) const;
};

} // namespace linkdesk::app
