#include "base/result.h"

namespace linkdesk::core {

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput: return "invalid-input";
    case ErrorCode::NotFound: return "not-found";
    case ErrorCode::SlugTaken: return "slug-taken";
    case ErrorCode::SlugReserved: return "slug-reserved";
    case ErrorCode::CaseClash: return "case-clash";
    case ErrorCode::VersionConflict: return "version-conflict";
    case ErrorCode::InvalidFilter: return "invalid-filter";
    case ErrorCode::ChangedMeanwhile: return "changed-meanwhile";
    case ErrorCode::AlreadyUndone: return "already-undone";
    case ErrorCode::Gone: return "gone";
    case ErrorCode::Busy: return "busy";
    case ErrorCode::DiskFull: return "disk-full";
    case ErrorCode::NotWritable: return "not-writable";
    case ErrorCode::Corrupt: return "corrupt";
    case ErrorCode::NewerSchema: return "newer-schema";
    case ErrorCode::InUse: return "in-use";
    case ErrorCode::AddressInUse: return "address-in-use";
    case ErrorCode::AddressForbidden: return "address-forbidden";
    case ErrorCode::Unavailable: return "unavailable";
    case ErrorCode::Internal: return "internal";
    }
    return "internal";
}

} // namespace linkdesk::core
