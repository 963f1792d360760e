#include "api/parse.h"

#include "api/parsesupport.h"

namespace linkdesk::app {

namespace {

constexpr Names<SlugState, 4> kSlugStates{{{QLatin1String("free"), SlugState::Free},
                                           {QLatin1String("taken"), SlugState::Taken},
                                           {QLatin1String("reserved"), SlugState::Reserved},
                                           {QLatin1String("invalid"), SlugState::Invalid}}};
constexpr Names<CodeGenerator, 5> kGenerators{{{QLatin1String("random"), CodeGenerator::Random},
                                               {QLatin1String("sequence"), CodeGenerator::Sequence},
                                               {QLatin1String("snowflake"), CodeGenerator::Snowflake},
                                               {QLatin1String("shuffled"), CodeGenerator::Shuffled},
                                               {QLatin1String("words"), CodeGenerator::Words}}};
constexpr Names<CodeAlphabet, 2> kAlphabets{{{QLatin1String("full"), CodeAlphabet::Full},
                                             {QLatin1String("easy"), CodeAlphabet::Easy}}};

DomainInfo readDomain(JsonReader &r)
{
    DomainInfo domain;
    domain.id = r.integer("id"_n);
    domain.host = r.textOrNull("host"_n);
    domain.links = r.integer("links"_n);
    CodeSettings &codes = domain.codes;
    codes.caseSensitive = r.boolean("caseSensitive"_n);
    domain.hasCodeSettings = r.has("generator"_n);
    if (domain.hasCodeSettings)
        codes.generator = readName(r, "generator"_n, kGenerators);
    if (r.has("length"_n))
        codes.length = int(r.integer("length"_n));
    if (r.has("alphabet"_n))
        codes.alphabet = readName(r, "alphabet"_n, kAlphabets);
    if (r.has("checkCharacter"_n))
        codes.checkCharacter = r.boolean("checkCharacter"_n);
    if (r.has("prefix"_n))
        codes.prefix = r.text("prefix"_n);
    if (r.has("multiSegment"_n))
        codes.multiSegment = r.boolean("multiSegment"_n);
    if (r.has("reserveCommonNames"_n))
        codes.reserveCommonNames = r.boolean("reserveCommonNames"_n);
    if (r.has("aliasDays"_n))
        codes.aliasDays = int(r.integer("aliasDays"_n));
    domain.hasFallback = r.has("fallbackUrl"_n);
    if (domain.hasFallback)
        domain.fallbackUrl = r.textOrNull("fallbackUrl"_n);
    if (r.has("clashProbability"_n))
        domain.clashProbability = r.numberOrNull("clashProbability"_n);
    return domain;
}

NumberUse readNumbers(JsonReader r)
{
    NumberUse use;
    use.watermark = r.integer("watermark"_n);
    use.used = r.integer("used"_n);
    use.wasted = r.integer("wasted"_n);
    use.waiting = r.integer("waiting"_n);
    use.wasteRate = r.number("wasteRate"_n);
    use.alarmAt = r.number("alarmAt"_n);
    use.block = r.integer("block"_n);
    use.source = r.text("source"_n);
    return use;
}

BloomState readBloom(JsonReader r)
{
    BloomState bloom;
    bloom.state = r.text("state"_n);
    bloom.codes = r.integer("codes"_n);
    bloom.capacity = r.integer("capacity"_n);
    bloom.bytes = r.integer("bytes"_n);
    bloom.fill = r.number("fill"_n);
    bloom.estimatedRate = r.number("estimatedRate"_n);
    bloom.measuredRate = r.numberOrNull("measuredRate"_n);
    bloom.answered = r.integer("answered"_n);
    bloom.falsePositives = r.integer("falsePositives"_n);
    bloom.rebuilds = r.integer("rebuilds"_n);
    bloom.lastRebuildMs = r.number("lastRebuildMs"_n);
    return bloom;
}

CodesInfo readCodes(JsonReader r)
{
    CodesInfo codes;
    r.objects("generators"_n, [&](JsonReader &item) {
        codes.generators << GeneratorCount{item.text("name"_n), item.integer("made"_n), item.integer("clashes"_n)};
    });
    codes.clashProbability = r.number("clashProbability"_n);
    codes.sequence = readNumbers(r.object("sequence"_n));
    codes.shuffled = readNumbers(r.object("shuffled"_n));
    JsonReader snowflake = r.object("snowflake"_n);
    codes.snowflake.node = int(snowflake.integer("node"_n));
    codes.snowflake.state = snowflake.text("state"_n);
    codes.snowflake.lastTime = snowflake.timeOrNull("lastTime"_n);
    codes.snowflake.endsAt = snowflake.timeOrNull("endsAt"_n);
    codes.checkRefused = r.integer("checkRefused"_n);
    codes.bloom = readBloom(r.object("bloom"_n));
    return codes;
}

// A tick has no shortUrl and no title, a snapshot has both.
LinkCount readCount(JsonReader &r, bool inSnapshot)
{
    LinkCount count;
    count.id = LinkId{r.integer("id"_n)};
    count.code = r.text("code"_n);
    count.domain = r.textOrNull("domain"_n);
    if (inSnapshot) {
        count.shortUrl = r.text("shortUrl"_n);
        count.title = r.text("title"_n);
    }
    count.clicks = {r.integer("humans"_n), r.integer("bots"_n)};
    return count;
}

void readProblems(JsonReader &r, QList<Problem> &into)
{
    r.objects("problems"_n, [&](JsonReader &p) { into << Problem{p.text("code"_n), p.text("detail"_n)}; });
}

RedisInfo readRedis(JsonReader r)
{
    RedisInfo redis;
    redis.state = r.text("state"_n);
    // Where none is used, or by an older service, there is no more to say.
    if (!r.has("address"_n))
        return redis;
    redis.address = r.text("address"_n);
    redis.lastError = r.textOrNull("lastError"_n);
    redis.roundTripMs = r.number("roundTripMs"_n);
    redis.hits = r.integer("hits"_n);
    redis.misses = r.integer("misses"_n);
    redis.pending = r.integer("pending"_n);
    redis.listening = !r.has("listening"_n) || r.boolean("listening"_n);
    return redis;
}

UpkeepInfo readUpkeep(JsonReader r)
{
    UpkeepInfo upkeep;
    upkeep.swept = r.integer("swept"_n);
    upkeep.purged = r.integer("purged"_n);
    upkeep.archived = r.integer("archived"_n);
    upkeep.unarchived = r.integer("unarchived"_n);
    upkeep.lastSweepAt = r.timeOrNull("lastSweepAt"_n);
    upkeep.lastArchiveAt = r.timeOrNull("lastArchiveAt"_n);
    return upkeep;
}

BackupState readBackup(JsonReader r)
{
    BackupState backup;
    backup.lastAt = r.timeOrNull("lastAt"_n);
    backup.lastFile = r.textOrNull("lastFile"_n);
    backup.lastBytes = r.integer("lastBytes"_n);
    backup.lastError = r.textOrNull("lastError"_n);
    backup.nextAt = r.timeOrNull("nextAt"_n);
    backup.running = r.boolean("running"_n);
    if (r.has("lastRestore"_n) && !r.isNull("lastRestore"_n)) {
        JsonReader restore = r.object("lastRestore"_n);
        backup.lastRestore = RestoreResult{restore.time("at"_n), restore.text("from"_n),
                                           restore.textOrNull("former"_n), restore.textOrNull("error"_n)};
    }
    return backup;
}

} // namespace

ApiResult<SlugCheck> parseSlugCheck(const QByteArray &json)
{
    return parseObject<SlugCheck>(json, [](JsonReader &r) {
        SlugCheck check;
        check.slug = r.text("slug"_n);
        check.state = readName(r, "state"_n, kSlugStates);
        check.reason = r.textOrNull("reason"_n);
        check.shortUrl = r.textOrNull("shortUrl"_n);
        if (r.has("similarTo"_n))
            r.objects("similarTo"_n, [&](JsonReader &link) {
                check.similarTo << SimilarLink{LinkId{link.integer("id"_n)}, link.text("code"_n),
                                               link.text("shortUrl"_n), link.text("url"_n)};
            });
        return check;
    });
}

ApiResult<StatsSeries> parseStats(const QByteArray &json)
{
    return parseObject<StatsSeries>(json, [](JsonReader &r) {
        StatsSeries stats;
        stats.bucket = r.text("bucket"_n);
        stats.timeZone = r.text("timeZone"_n);
        stats.from = r.time("from"_n);
        stats.to = r.time("to"_n);
        r.objects("series"_n, [&](JsonReader &item) {
            StatsPoint point;
            point.start = item.time("start"_n);
            point.clicks = {item.integer("humans"_n), item.integer("bots"_n)};
            stats.points << point;
        });
        stats.total = readClicks(r.object("total"_n));
        return stats;
    });
}

ApiResult<LiveSnapshot> parseLive(const QByteArray &json)
{
    return parseObject<LiveSnapshot>(json, [](JsonReader &r) {
        LiveSnapshot live;
        live.now = r.time("now"_n);
        r.objects("seconds"_n, [&](JsonReader &item) {
            SecondCount second;
            second.at = item.time("at"_n);
            second.clicks = {item.integer("humans"_n), item.integer("bots"_n)};
            live.seconds << second;
        });
        r.objects("top"_n, [&](JsonReader &item) { live.top << readCount(item, true); });
        live.today = readClicks(r.object("today"_n));
        JsonReader peak = r.object("peak"_n);
        live.peak = peak.integer("humans"_n);
        live.peakAt = peak.timeOrNull("at"_n);
        return live;
    });
}

ApiResult<bool> parseNothing(const QByteArray &)
{
    return true;
}

ApiResult<ServiceInfo> parseService(const QByteArray &json)
{
    return parseObject<ServiceInfo>(json, [](JsonReader &r) {
        ServiceInfo s;
        s.name = r.text("name"_n);
        s.version = r.text("version"_n);
        s.startedAt = r.time("startedAt"_n);
        s.uptimeSeconds = r.integer("uptimeSeconds"_n);
        s.publicUrl = r.text("publicUrl"_n);
        s.publicAddress = r.text("publicAddress"_n);
        s.adminAddress = r.text("adminAddress"_n);
        s.dataDir = r.text("dataDir"_n);
        s.links = r.integer("links"_n);
        JsonReader clicks = r.object("clicks"_n);
        s.clicks.today = clicks.integer("today"_n);
        s.clicks.perSecond = clicks.number("perSecond"_n);
        s.clicks.recorded = clicks.integer("recorded"_n);
        s.clicks.queued = clicks.integer("queued"_n);
        s.clicks.shedRows = clicks.integer("shedRows"_n);
        JsonReader http = r.object("http"_n);
        s.http.connections = http.integer("connections"_n);
        s.http.requests = http.integer("requests"_n);
        s.http.refused = http.integer("refused"_n);
        s.http.bad = http.integer("bad"_n);
        JsonReader cache = r.object("cache"_n);
        s.cache.entries = cache.integer("entries"_n);
        s.cache.capacity = cache.integer("capacity"_n);
        s.cache.bytes = cache.integer("bytes"_n);
        s.cache.capacityBytes = cache.integer("capacityBytes"_n);
        s.cache.negativeEntries = cache.integer("negativeEntries"_n);
        s.cache.hits = cache.integer("hits"_n);
        s.cache.negativeHits = cache.integer("negativeHits"_n);
        s.cache.misses = cache.integer("misses"_n);
        s.cache.evictions = cache.integer("evictions"_n);
        s.cache.hitRatio = cache.numberOrNull("hitRatio"_n);
        s.cache.storeReads = cache.has("storeReads"_n) ? cache.integer("storeReads"_n) : s.cache.misses;
        if (cache.has("levels"_n))
            cache.objects("levels"_n, [&](JsonReader &level) {
                s.cache.levels << CacheLevelShare{level.text("name"_n), level.numberOrNull("minute"_n),
                                                  level.numberOrNull("hour"_n), level.numberOrNull("start"_n)};
            });
        JsonReader store = r.object("store"_n);
        s.store.kind = store.text("kind"_n);
        s.store.databaseBytes = store.integer("databaseBytes"_n);
        s.store.walBytes = store.integer("walBytes"_n);
        s.store.writeQueue = store.integer("writeQueue"_n);
        s.store.readQueue = store.integer("readQueue"_n);
        s.store.commits = store.integer("commits"_n);
        s.store.lastCommitMs = store.number("lastCommitMs"_n);
        s.redis = readRedis(r.object("redis"_n));
        s.orphans = r.integer("orphans"_n);
        s.threads = r.integer("threads"_n);
        if (r.has("codes"_n))
            s.codes = readCodes(r.object("codes"_n));
        if (r.has("upkeep"_n))
            s.upkeep = readUpkeep(r.object("upkeep"_n));
        if (r.has("backup"_n))
            s.backup = readBackup(r.object("backup"_n));
        readProblems(r, s.problems);
        return s;
    });
}

ApiResult<QList<DomainInfo>> parseDomains(const QByteArray &json)
{
    return parseObject<QList<DomainInfo>>(json, [](JsonReader &r) {
        QList<DomainInfo> domains;
        r.objects("domains"_n, [&](JsonReader &item) { domains << readDomain(item); });
        return domains;
    });
}

ApiResult<DomainInfo> parseDomain(const QByteArray &json)
{
    return parseObject<DomainInfo>(json, readDomain);
}

ApiResult<ClickTick> parseClickTick(const QByteArray &json)
{
    return parseObject<ClickTick>(json, [](JsonReader &r) {
        ClickTick tick;
        tick.at = r.time("at"_n);
        tick.total = readClicks(r.object("total"_n));
        r.objects("links"_n, [&](JsonReader &item) { tick.links << readCount(item, false); });
        return tick;
    });
}

ApiResult<ServiceTick> parseServiceTick(const QByteArray &json)
{
    return parseObject<ServiceTick>(json, [](JsonReader &r) {
        ServiceTick tick;
        tick.state = r.text("state"_n);
        tick.cacheHitRatio = r.numberOrNull("cacheHitRatio"_n);
        tick.clicksPerSecond = r.number("clicksPerSecond"_n);
        readProblems(r, tick.problems);
        return tick;
    });
}

} // namespace linkdesk::app
