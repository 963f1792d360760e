#include "api/apierror.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace linkdesk::app {

namespace {

QLatin1String codeOfStatus(int status)
{
    switch (status) {
    case 401: return apicode::kUnauthorized;
    case 403: return apicode::kForbidden;
    case 404: return apicode::kNotFound;
    case 412: return apicode::kVersionConflict;
    case 413: return apicode::kTooLarge;
    case 421: return apicode::kMisdirected;
    case 503: return apicode::kUnavailable;
    default: return apicode::kBadAnswer;
    }
}

} // namespace

ApiError parseProblem(int status, const QByteArray &body)
{
    const QJsonObject object = QJsonDocument::fromJson(body).object();
    ApiError error;
    error.status = status;
    error.code = object.value(u"code"_qs).toString();
    error.detail = object.value(u"detail"_qs).toString();
    error.field = object.value(u"field"_qs).toString();
    error.position = object.value(u"position"_qs).toInt(-1);
    error.length = object.value(u"length"_qs).toInt();
    if (error.code.isEmpty())
        error.code = codeOfStatus(status);
    return error;
}

} // namespace linkdesk::app
