#include "base/timezone.h"

namespace linkdesk::core {

std::optional<QTimeZone> zoneNamed(std::string_view name)
{
    const QByteArray id(name.data(), static_cast<qsizetype>(name.size()));
    if (id == "UTC")
        return QTimeZone::utc();
    if (id.isEmpty() || !QTimeZone::isTimeZoneIdAvailable(id))
        return std::nullopt;
    QTimeZone zone(id);
    return zone.isValid() ? std::optional(std::move(zone)) : std::nullopt;
}

QTimeZone zoneOrUtc(std::string_view name)
{
    return zoneNamed(name).value_or(QTimeZone::utc());
}

} // namespace linkdesk::core
