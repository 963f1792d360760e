// Schema step 3: the life of a link; bans, limits, the archive, undo, saved views.
#include "store/migrations.h"

namespace linkdesk::core {

extern const char *const kSchemaV3;

const char *const kSchemaV3 = R"sql(
ALTER TABLE link ADD COLUMN favourite INTEGER NOT NULL DEFAULT 0;
-- Somebody has decided that the link may expire: it needs no reminder. Taken back when its end is changed.
ALTER TABLE link ADD COLUMN let_expire INTEGER NOT NULL DEFAULT 0;
ALTER TABLE link ADD COLUMN ban_reason TEXT;
ALTER TABLE link ADD COLUMN banned_by TEXT;
ALTER TABLE link ADD COLUMN banned_at INTEGER;
ALTER TABLE domain ADD COLUMN fallback_url TEXT;

-- Links that end, for those who look ahead; and, for the sweep, since when they are over and nobody has touched them.
-- Partial, so that all others pay nothing.
CREATE INDEX link_due ON link(expires_at) WHERE expires_at IS NOT NULL AND status = 'active';
CREATE INDEX link_over ON link(max(expires_at, updated_at)) WHERE expires_at IS NOT NULL AND status = 'active';
-- What lists are filtered by; few links have either.
CREATE INDEX link_favourite ON link(id) WHERE favourite <> 0;
CREATE INDEX link_limit ON link(max_clicks) WHERE max_clicks IS NOT NULL;

-- Tags stay where they are when a link moves into the archive, so their rows no longer hang on `link`. The columns stand in
-- the order of the key.
CREATE TABLE link_tag_3(
    tag_id INTEGER NOT NULL REFERENCES tag(id) ON DELETE CASCADE,
    link_id INTEGER NOT NULL,
    PRIMARY KEY(tag_id, link_id)) WITHOUT ROWID;
INSERT INTO link_tag_3(tag_id, link_id) SELECT tag_id, link_id FROM link_tag ORDER BY tag_id, link_id;
DROP TABLE link_tag;
ALTER TABLE link_tag_3 RENAME TO link_tag;
CREATE INDEX link_tag_link ON link_tag(link_id);

-- Links that nobody has used for long. An id is in `link` or here, and so is a key. Nothing here has an end or a former code.
DROP TABLE link_archive;
CREATE TABLE link_archive(
    id INTEGER PRIMARY KEY,
    domain_id INTEGER NOT NULL,
    code TEXT NOT NULL,
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
    deleted_at INTEGER,
    favourite INTEGER NOT NULL,
    let_expire INTEGER NOT NULL,
    ban_reason TEXT,
    banned_by TEXT,
    banned_at INTEGER,
    archived_at INTEGER NOT NULL);
CREATE UNIQUE INDEX link_archive_code ON link_archive(code, domain_id);
CREATE INDEX link_archive_target ON link_archive(target_hash);

-- batch: the row of the change of many links that this one is part of. links: how many such a row stands for. undoes and
-- undone_by name the row that was, or the one that has been, turned back. before and after hold what was changed alone.
ALTER TABLE audit ADD COLUMN batch INTEGER;
ALTER TABLE audit ADD COLUMN links INTEGER;
ALTER TABLE audit ADD COLUMN undoes INTEGER;
ALTER TABLE audit ADD COLUMN undone_by INTEGER;
CREATE INDEX audit_batch ON audit(batch) WHERE batch IS NOT NULL;
CREATE INDEX audit_top ON audit(id) WHERE batch IS NULL;

CREATE TABLE saved_view(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    filter TEXT NOT NULL,
    sort TEXT NOT NULL DEFAULT '-created',
    colour INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL);
)sql";

} // namespace linkdesk::core
