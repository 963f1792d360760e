// Schema step 2: what codes look like in each domain, former codes, look-alikes.
#include "store/migrations.h"

namespace linkdesk::core {

extern const char *const kSchemaV2;

const char *const kSchemaV2 = R"sql(
ALTER TABLE domain ADD COLUMN generator TEXT NOT NULL DEFAULT 'random';
ALTER TABLE domain ADD COLUMN code_length INTEGER NOT NULL DEFAULT 7;
ALTER TABLE domain ADD COLUMN easy_alphabet INTEGER NOT NULL DEFAULT 0;
ALTER TABLE domain ADD COLUMN check_character INTEGER NOT NULL DEFAULT 0;
ALTER TABLE domain ADD COLUMN prefix TEXT NOT NULL DEFAULT '';
ALTER TABLE domain ADD COLUMN multi_segment INTEGER NOT NULL DEFAULT 0;
ALTER TABLE domain ADD COLUMN reserve_common_names INTEGER NOT NULL DEFAULT 0;
ALTER TABLE domain ADD COLUMN alias_days INTEGER NOT NULL DEFAULT 30;

-- next: one past the highest number that was handed out. taken: how many this database was given; the same as next but
-- where services with databases of their own share a counter. used: numbers that became links. For 'snowflake', next is
-- the latest millisecond in any code.
ALTER TABLE sequence ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sequence ADD COLUMN used INTEGER NOT NULL DEFAULT 0;

-- Former codes of renamed links. A key is in `link` or here, never in both.
CREATE TABLE link_alias(
    code TEXT NOT NULL,
    domain_id INTEGER NOT NULL,
    code_shown TEXT,
    link_id INTEGER NOT NULL REFERENCES link(id) ON DELETE CASCADE,
    until INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY(code, domain_id)) WITHOUT ROWID;
CREATE INDEX link_alias_link ON link_alias(link_id, until);
CREATE INDEX link_alias_until ON link_alias(until);

-- Hashes of what a slug looks like to a reader (Unicode TR 39); slugs that people chose only.
CREATE TABLE look_alike(
    skeleton INTEGER NOT NULL,
    link_id INTEGER NOT NULL REFERENCES link(id) ON DELETE CASCADE,
    PRIMARY KEY(skeleton, link_id)) WITHOUT ROWID;
CREATE INDEX look_alike_link ON look_alike(link_id);
)sql";

} // namespace linkdesk::core
