#include "clicks/botlist.h"

#include "base/hash.h"
#include "base/logging.h"
#include "lists.h"

#include <QStringList>

namespace linkdesk::core {

namespace {

constexpr std::uint64_t kSeed = 0x626f7473;

QString joined(std::string_view patterns)
{
    QStringList all;
    for (const QString &line : QString::fromUtf8(patterns.data(), static_cast<qsizetype>(patterns.size()))
                                   .split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        if (QRegularExpression(line).isValid())
            all.append(QStringLiteral("(?:%1)").arg(line));
        else
            qCWarning(lcClicks) << "a pattern of bots cannot be understood:" << line;
    }
    // Without any pattern nothing is to match.
    return all.isEmpty() ? QStringLiteral("(?!)") : all.join(QLatin1Char('|'));
}

} // namespace

BotList::BotList(std::string_view patterns) : m_pattern(joined(patterns), QRegularExpression::CaseInsensitiveOption)
{
    m_pattern.optimize();
}

BotList::BotList() : BotList(files::bots_txt()) {}

bool BotList::isBot(std::string_view userAgent) const
{
    if (userAgent.empty())
        return false;
    const std::uint64_t hash = hash64(userAgent, kSeed);
    {
        const std::lock_guard lock(m_mutex);
        if (const auto seen = m_seen.find(hash); seen != m_seen.end())
            return seen->second;
    }
    const bool bot = matches(userAgent);
    const std::lock_guard lock(m_mutex);
    if (m_seen.size() >= kRemembered)
        m_seen.clear();
    m_seen[hash] = bot;
    return bot;
}

// Headers are bytes; the patterns ask for ASCII only.
bool BotList::matches(std::string_view userAgent) const
{
    return m_pattern.match(QString::fromLatin1(userAgent.data(), static_cast<qsizetype>(userAgent.size()))).hasMatch();
}

} // namespace linkdesk::core
