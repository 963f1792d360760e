// What the calls of AdminClient share; for adminclient*.cpp alone.
#pragma once

#include "api/adminclient.h"
#include "base/logging.h"

#include <QJsonDocument>

namespace linkdesk::app {

inline QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

inline QString linkPath(LinkId id)
{
    return u"/links/"_qs + QString::number(id.value);
}

template <typename T>
RequestId AdminClient::sendFor(const Call &call, QObject *context, ApiResult<T> (*parse)(const QByteArray &),
                               Reply<T> done)
{
    return send(call, context, [parse, done = std::move(done)](int, const QByteArray &body, const ApiError *error) {
        if (error) {
            done(*error);
            return;
        }
        const ApiResult<T> result = parse(body);
        if (!result)
            qCWarning(core::lcApp) << "the service's answer does not keep the contract:" << result.error().detail;
        done(result);
    });
}

} // namespace linkdesk::app
