#include "links/tagbook.h"

#include "links/linkfields.h"
#include "store/auditstore.h"
#include "store/sqlconnection.h"
#include "store/storecall.h"
#include "store/textmatch.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace linkdesk::core {

namespace {

constexpr int kLinksPerJob = 2000;

Error noSuchTag()
{
    return {ErrorCode::NotFound, "There is no such tag.", {}};
}

std::string tagJson(std::string_view name, std::int64_t links)
{
    const QJsonObject object{
        {QStringLiteral("tag"), QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()))},
        {QStringLiteral("links"), static_cast<qint64>(links)}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact).toStdString();
}

// The tag as it was, with its links counted; NotFound where there is none.
Result<TagRow> tagToChange(SqlConnection &connection, const std::string &key)
{
    auto tag = tagByKey(connection, key);
    if (!tag)
        return tag.error();
    if (!*tag)
        return noSuchTag();
    const auto links = countTagged(connection, (*tag)->id);
    if (!links)
        return links.error();
    (*tag)->links = *links;
    return std::move(**tag);
}

} // namespace

// What is left to do after a job: the links of `from` go to `to`, if there is one.
struct TagBook::Move {
    std::int64_t from = 0; // 0: nothing
    std::int64_t to = 0;
    TagRow answer;
};

void TagBook::list(Callback<std::vector<TagRow>> done) const
{
    readSlowly<std::vector<TagRow>>(m_store, &allTags, std::move(done));
}

void TagBook::moveOn(Move move, Callback<TagRow> done) const
{
    if (move.from == 0)
        return done(std::move(move.answer));
    auto run = [from = move.from, to = move.to](SqlConnection &connection) {
        return moveTagged(connection, from, to, kLinksPerJob);
    };
    writeOnce<int>(m_store, std::move(run),
                   [book = *this, move = std::move(move), done](const Result<int> &moved) mutable {
                       if (!moved)
                           return done(moved.error());
                       if (*moved < kLinksPerJob)
                           move.from = 0;
                       book.moveOn(std::move(move), done);
                   });
}

void TagBook::rename(const std::string &name, const std::string &newName, std::string actor,
                     Callback<TagRow> done) const
{
    auto checked = normaliseTags({newName});
    if (!checked)
        return done(Error{ErrorCode::InvalidInput, checked.error().detail, "name"});
    auto run = [key = foldForSearch(name), wanted = checked->front(), actor = std::move(actor),
                now = m_clock.now()](SqlConnection &connection) -> Result<Move> {
        auto tag = tagToChange(connection, key);
        if (!tag)
            return tag.error();
        const std::string newKey = foldForSearch(wanted);
        const auto other = newKey == key ? Result<std::optional<TagRow>>(std::nullopt) : tagByKey(connection, newKey);
        if (!other)
            return other.error();
        Move move;
        move.answer = {tag->id, wanted, tag->links};
        if (*other) {
            move.from = tag->id;
            move.to = (*other)->id;
            move.answer = **other;
            move.answer.links = tag->links;
        } else if (auto renamed = renameTag(connection, tag->id, wanted, newKey); !renamed) {
            return renamed.error();
        }
        auto noted = insertAudit(connection, now, actor, *other ? "merge-tag" : "rename-tag", LinkId{},
                                 tagJson(tag->name, tag->links), tagJson(move.answer.name, move.answer.links));
        return noted ? Result<Move>(std::move(move)) : noted.error();
    };
    writeOnce<Move>(m_store, std::move(run), [book = *this, done = std::move(done)](Result<Move> move) {
        if (!move)
            return done(move.error());
        book.moveOn(std::move(*move), done);
    });
}

void TagBook::remove(const std::string &name, std::string actor, Callback<TagRow> done) const
{
    auto run = [key = foldForSearch(name), actor = std::move(actor),
                now = m_clock.now()](SqlConnection &connection) -> Result<Move> {
        auto tag = tagToChange(connection, key);
        if (!tag)
            return tag.error();
        auto noted = insertAudit(connection, now, actor, "delete-tag", LinkId{}, tagJson(tag->name, tag->links),
                                 std::string_view());
        if (!noted)
            return noted.error();
        return Move{tag->id, 0, std::move(*tag)};
    };
    writeOnce<Move>(m_store, std::move(run), [book = *this, done = std::move(done)](Result<Move> move) {
        if (!move)
            return done(move.error());
        book.moveOn(std::move(*move), done);
    });
}

} // namespace linkdesk::core
