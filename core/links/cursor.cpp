#include "links/cursor.h"

#include <QByteArray>

namespace linkdesk::core {

namespace {

constexpr char kFormat = 1;
constexpr int kInValues = 1;
constexpr int kArchived = 2;
constexpr qsizetype kFixedBytes = 1 + 1 + 1 + 1 + 8 + 8;
constexpr qsizetype kMaxTextBytes = 4096;

void appendNumber(QByteArray &out, std::int64_t number)
{
    const auto bits = static_cast<std::uint64_t>(number);
    for (int shift = 56; shift >= 0; shift -= 8)
        out.append(static_cast<char>((bits >> shift) & 0xff));
}

std::int64_t readNumber(const QByteArray &bytes, qsizetype at)
{
    std::uint64_t bits = 0;
    for (qsizetype i = 0; i < 8; ++i)
        bits = (bits << 8) | static_cast<unsigned char>(bytes[at + i]);
    return static_cast<std::int64_t>(bits);
}

} // namespace

std::string encodeCursor(const Cursor &cursor)
{
    QByteArray bytes;
    bytes.append(kFormat);
    bytes.append(static_cast<char>(cursor.sort));
    bytes.append(static_cast<char>(cursor.descending));
    bytes.append(static_cast<char>((cursor.inValues ? kInValues : 0) | (cursor.archived ? kArchived : 0)));
    appendNumber(bytes, cursor.number);
    appendNumber(bytes, cursor.id);
    bytes.append(cursor.text.data(), static_cast<qsizetype>(cursor.text.size()));
    return bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals).toStdString();
}

Result<Cursor> decodeCursor(std::string_view text, LinkSort sort, bool descending)
{
    const Error invalid{ErrorCode::InvalidInput, "The cursor is not one of this list: start again without it.",
                        "cursor"};
    const QByteArray encoded(text.data(), static_cast<qsizetype>(text.size()));
    const auto decoded = QByteArray::fromBase64Encoding(encoded, QByteArray::Base64UrlEncoding
                                                                     | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return invalid;
    const QByteArray &bytes = *decoded;
    if (bytes.size() < kFixedBytes || bytes.size() > kFixedBytes + kMaxTextBytes || bytes[0] != kFormat
        || bytes[1] != static_cast<char>(sort) || bytes[2] != static_cast<char>(descending) || bytes[3] < 0
        || bytes[3] > (kInValues | kArchived))
        return invalid;
    Cursor cursor;
    cursor.sort = sort;
    cursor.descending = descending;
    cursor.inValues = (bytes[3] & kInValues) != 0;
    cursor.archived = (bytes[3] & kArchived) != 0;
    cursor.number = readNumber(bytes, 4);
    cursor.id = readNumber(bytes, 12);
    cursor.text.assign(bytes.constData() + kFixedBytes, static_cast<std::size_t>(bytes.size() - kFixedBytes));
    return cursor;
}

} // namespace linkdesk::core
