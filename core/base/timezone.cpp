#include "base/timezone.h"

#include <unicode/ucal.h>

#include <QString>

#include <array>

namespace linkdesk::core {

namespace {

// Whether the tz database has it, also as another name of a zone ("Etc/UTC", "US/Eastern"), which Qt's list leaves out.
bool isInDatabase(const QByteArray &id)
{
    const QString name = QString::fromLatin1(id);
    std::array<UChar, 128> canonical{};
    UBool isSystem = 0;
    UErrorCode status = U_ZERO_ERROR;
    (void)ucal_getCanonicalTimeZoneID(reinterpret_cast<const UChar *>(name.utf16()), static_cast<int32_t>(name.size()),
                                      canonical.data(), static_cast<int32_t>(canonical.size()), &isSystem, &status);
    return U_SUCCESS(status) && isSystem;
}

} // namespace

std::optional<QTimeZone> zoneNamed(std::string_view name)
{
    const QByteArray id(name.data(), static_cast<qsizetype>(name.size()));
    if (id == "UTC")
        return QTimeZone::utc();
    if (id.isEmpty() || !isInDatabase(id))
        return std::nullopt;
    QTimeZone zone(id);
    return zone.isValid() ? std::optional(std::move(zone)) : std::nullopt;
}

QTimeZone zoneOrUtc(std::string_view name)
{
    return zoneNamed(name).value_or(QTimeZone::utc());
}

} // namespace linkdesk::core
