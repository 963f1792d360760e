// Test data too large or not free enough for this repository: looked for in LINKDESK_SHARED_DATA, else in
// ../shared/data beside the source tree. Tests skip where it is absent.
#pragma once

#include <QString>

#include <optional>

namespace linkdesk::test {

// The file's path, or nothing when there is no such file.
[[nodiscard]] std::optional<QString> sharedData(const QString &relativePath);
// A file of tests/data, which is always there.
[[nodiscard]] QString ownData(const QString &relativePath);

// In a test function: gives the path or skips.
#define LINKDESK_SHARED_FILE(variable, relativePath)                                                                   \
    const auto variable##Found = linkdesk::test::sharedData(relativePath);                                             \
    if (!variable##Found)                                                                                              \
        QSKIP("shared test data is not here: set LINKDESK_SHARED_DATA to its folder");                                 \
    const QString &variable = *variable##Found

} // namespace linkdesk::test
