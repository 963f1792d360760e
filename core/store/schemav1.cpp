// Schema step 1. Times are UTC milliseconds, "none" is NULL, enumerations are stored by name.
#include "store/migrations.h"

namespace linkdesk::core {

extern const char *const kSchemaV1;

const char *const kSchemaV1 = R"sql(
PRAGMA application_id = 1280001107;

CREATE TABLE schema_version(version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);

-- Row 1 is the default domain: it answers for every host that has no row of its own.
CREATE TABLE domain(
    id INTEGER PRIMARY KEY,
    host TEXT NOT NULL UNIQUE,
    case_sensitive INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL);
INSERT INTO domain(id, host, case_sensitive, created_at) VALUES(1, '', 1, 0);

-- code is the key: folded where the domain ignores case, NULL once the code was freed for another link (a deleted or
-- expired link that lost it). code_shown is NULL where it equals code. target_hash is a 64-bit hash of long_url.
CREATE TABLE link(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    domain_id INTEGER NOT NULL,
    code TEXT,
    code_shown TEXT,
    status TEXT NOT NULL,
    generator TEXT NOT NULL,
    long_url TEXT NOT NULL,
    target_hash INTEGER NOT NULL,
    title TEXT,
    note TEXT,
    owner TEXT,
    expires_at INTEGER,
    valid_from INTEGER,
    max_clicks INTEGER,
    redirect_status INTEGER NOT NULL,
    forward_query INTEGER NOT NULL,
    track INTEGER NOT NULL,
    password_hash BLOB,
    fallback_url TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER);
-- Code first: the same index finds one code and lists all codes in order.
CREATE UNIQUE INDEX link_code ON link(code, domain_id);
CREATE INDEX link_target ON link(target_hash);
-- Partial, so that the common row (active, default domain, no expiry) pays for none of them.
CREATE INDEX link_expiry ON link(expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX link_state ON link(status, deleted_at) WHERE status <> 'active';
CREATE INDEX link_domain ON link(domain_id) WHERE domain_id <> 1;

CREATE TABLE link_archive(
    id INTEGER PRIMARY KEY,
    domain_id INTEGER NOT NULL,
    code TEXT,
    code_shown TEXT,
    status TEXT NOT NULL,
    generator TEXT NOT NULL,
    long_url TEXT NOT NULL,
    target_hash INTEGER NOT NULL,
    title TEXT,
    note TEXT,
    owner TEXT,
    expires_at INTEGER,
    valid_from INTEGER,
    max_clicks INTEGER,
    redirect_status INTEGER NOT NULL,
    forward_query INTEGER NOT NULL,
    track INTEGER NOT NULL,
    password_hash BLOB,
    fallback_url TEXT,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    deleted_at INTEGER);

-- name_key is the case-folded name: "News" and "news" are one tag.
CREATE TABLE tag(id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE);
CREATE TABLE link_tag(
    link_id INTEGER NOT NULL REFERENCES link(id) ON DELETE CASCADE,
    tag_id INTEGER NOT NULL REFERENCES tag(id) ON DELETE CASCADE,
    PRIMARY KEY(tag_id, link_id)) WITHOUT ROWID;
CREATE INDEX link_tag_link ON link_tag(link_id);

-- Counters of the list view. They live until the link is purged: a restored link has its clicks again.
CREATE TABLE link_total(
    link_id INTEGER PRIMARY KEY,
    humans INTEGER NOT NULL DEFAULT 0,
    bots INTEGER NOT NULL DEFAULT 0,
    last_click_at INTEGER);
CREATE INDEX link_total_humans ON link_total(humans) WHERE humans > 0;

-- Raw clicks; address is already shortened when it arrives here. Ids grow with time: retention walks from the lowest.
CREATE TABLE click(
    id INTEGER PRIMARY KEY,
    link_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    address TEXT,
    user_agent TEXT,
    referrer TEXT,
    language TEXT,
    country TEXT,
    flags INTEGER NOT NULL DEFAULT 0);
CREATE INDEX click_link ON click(link_id, at);

-- bucket counts hours (days) since 1970-01-01T00:00Z. dimension '' with value '' is the total of the bucket; link_id 0
-- is the row of all links together. No foreign key: history outlives the link, and code keeps its name.
CREATE TABLE click_hour(
    link_id INTEGER NOT NULL,
    code TEXT NOT NULL DEFAULT '',
    bucket INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    value TEXT NOT NULL,
    humans INTEGER NOT NULL DEFAULT 0,
    bots INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY(link_id, dimension, bucket, value)) WITHOUT ROWID;
CREATE TABLE click_day(
    link_id INTEGER NOT NULL,
    code TEXT NOT NULL DEFAULT '',
    bucket INTEGER NOT NULL,
    dimension TEXT NOT NULL,
    value TEXT NOT NULL,
    humans INTEGER NOT NULL DEFAULT 0,
    bots INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY(link_id, dimension, bucket, value)) WITHOUT ROWID;

-- Visits that met no link; path is kept only where kind calls for it, '' otherwise.
CREATE TABLE orphan_hour(
    bucket INTEGER NOT NULL,
    kind TEXT NOT NULL,
    path TEXT NOT NULL DEFAULT '',
    count INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY(bucket, kind, path)) WITHOUT ROWID;

CREATE TABLE audit(
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    link_id INTEGER,
    before TEXT,
    after TEXT);
CREATE INDEX audit_link ON audit(link_id) WHERE link_id IS NOT NULL;

CREATE TABLE api_key(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    prefix TEXT NOT NULL,
    hash BLOB NOT NULL UNIQUE,
    scope TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER);

CREATE TABLE blocklist(host TEXT PRIMARY KEY, reason TEXT, created_at INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE ip_ban(
    network TEXT PRIMARY KEY, reason TEXT, created_at INTEGER NOT NULL, expires_at INTEGER) WITHOUT ROWID;
CREATE TABLE sequence(name TEXT PRIMARY KEY, next INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE setting(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

-- The search index holds no copy of the texts, so removing a row needs the texts as they were indexed: search_dirty
-- keeps them for rows that changed since. Rows above the watermark are not indexed yet.
CREATE VIRTUAL TABLE link_search USING fts5(code, long_url, title, content = '', columnsize = 0, detail = none,
                                            tokenize = 'trigram');
CREATE TABLE search_state(id INTEGER PRIMARY KEY CHECK(id = 1), watermark INTEGER NOT NULL);
INSERT INTO search_state(id, watermark) VALUES(1, 0);
CREATE TABLE search_dirty(link_id INTEGER PRIMARY KEY, code TEXT, long_url TEXT, title TEXT);
)sql";

} // namespace linkdesk::core
