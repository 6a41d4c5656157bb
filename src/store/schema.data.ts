/**
 * Migrations: a store of version n has had the first n. Entries are never changed once released; a change is a further entry.
 * `{id}` and `{bytes}` are column types that the drivers name differently, `{terms}` is the driver's full-text table.
 */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE sources (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, url TEXT NOT NULL, title TEXT, topic TEXT, concept TEXT,
      site TEXT NOT NULL, added_ms BIGINT NOT NULL)`,
    `CREATE TABLE articles (
      id {id}, key TEXT NOT NULL UNIQUE, url TEXT NOT NULL, site TEXT NOT NULL, title TEXT, language TEXT,
      published TEXT, dated_ms BIGINT NOT NULL, first_seen_ms BIGINT NOT NULL, last_seen_ms BIGINT NOT NULL,
      version INTEGER NOT NULL, digest TEXT NOT NULL, bytes BIGINT NOT NULL, group_id BIGINT, signature TEXT)`,
    "CREATE INDEX articles_by_site ON articles (site)",
    `CREATE TABLE versions (
      article_id BIGINT NOT NULL, number INTEGER NOT NULL, at_ms BIGINT NOT NULL, reason TEXT NOT NULL,
      changed TEXT NOT NULL, article TEXT NOT NULL, PRIMARY KEY (article_id, number))`,
    `CREATE TABLE addresses (
      key TEXT PRIMARY KEY, url TEXT NOT NULL, site TEXT NOT NULL, article_id BIGINT, outcome TEXT, detail TEXT NOT NULL,
      message TEXT, attempts INTEGER NOT NULL, found_ms BIGINT NOT NULL, done_ms BIGINT, due_ms BIGINT,
      leased_until_ms BIGINT NOT NULL)`,
    "CREATE INDEX addresses_by_due ON addresses (due_ms, key) WHERE due_ms IS NOT NULL",
    "CREATE INDEX addresses_by_article ON addresses (article_id) WHERE article_id IS NOT NULL",
    "CREATE INDEX addresses_by_failure ON addresses (done_ms) WHERE outcome IN ('failed', 'not-obtained')",
    `CREATE TABLE findings (
      key TEXT NOT NULL, digest TEXT NOT NULL, source TEXT NOT NULL, topic TEXT NOT NULL, title TEXT NOT NULL,
      found_ms BIGINT NOT NULL, situation TEXT, reserve_range INTEGER, likeness DOUBLE PRECISION,
      PRIMARY KEY (key, digest))`,
    "CREATE INDEX findings_by_source ON findings (source)",
    "CREATE INDEX findings_by_topic ON findings (topic)",
    `CREATE TABLE validators (
      key TEXT PRIMARY KEY, etag TEXT, last_modified TEXT, at_ms BIGINT NOT NULL)`,
    `CREATE TABLE raw_pages (
      id {id}, key TEXT NOT NULL, article_id BIGINT, url TEXT NOT NULL, charset TEXT, at_ms BIGINT NOT NULL,
      content {bytes} NOT NULL)`,
    "CREATE INDEX raw_pages_by_article ON raw_pages (article_id)",
    `CREATE TABLE bands (
      band INTEGER NOT NULL, value BIGINT NOT NULL, article_id BIGINT NOT NULL,
      PRIMARY KEY (band, value, article_id))`,
    "CREATE INDEX bands_by_article ON bands (article_id)",
    "CREATE TABLE removed (key TEXT PRIMARY KEY, at_ms BIGINT NOT NULL)",
    "CREATE TABLE runs (id {id}, started_ms BIGINT NOT NULL, ended_ms BIGINT, settings TEXT NOT NULL)",
    `CREATE TABLE run_counts (
      run BIGINT NOT NULL, outcome TEXT NOT NULL, detail TEXT NOT NULL, count BIGINT NOT NULL,
      PRIMARY KEY (run, outcome, detail))`,
    `CREATE TABLE site_records (
      site TEXT NOT NULL, kind TEXT NOT NULL, at_ms BIGINT NOT NULL, value TEXT NOT NULL,
      PRIMARY KEY (site, kind, at_ms))`,
    "CREATE TABLE searches (name TEXT PRIMARY KEY, query TEXT NOT NULL, saved_ms BIGINT NOT NULL)",
    "{terms}",
  ],
  [
    `CREATE TABLE source_reads (
      source TEXT PRIMARY KEY, at_ms BIGINT NOT NULL, announced BIGINT NOT NULL, code TEXT, message TEXT,
      failures BIGINT NOT NULL)`,
  ],
  [
    `CREATE TABLE answers (
      id TEXT PRIMARY KEY, version INTEGER NOT NULL, verdict TEXT NOT NULL, at_ms BIGINT NOT NULL)`,
  ],
  [
    `CREATE TABLE watches (
      name TEXT PRIMARY KEY, feed TEXT, webhook TEXT, secret_file TEXT, after_id BIGINT NOT NULL, failure TEXT)`,
  ],
  ["CREATE TABLE rendered (source TEXT PRIMARY KEY)"],
  [
    "ALTER TABLE findings ADD COLUMN publisher TEXT",
    "ALTER TABLE findings ADD COLUMN published TEXT",
    "ALTER TABLE findings ADD COLUMN modified TEXT",
    "ALTER TABLE addresses ADD COLUMN leased_by BIGINT",
    "ALTER TABLE runs ADD COLUMN process TEXT",
    "CREATE TABLE start_lists (start TEXT NOT NULL, source TEXT NOT NULL, PRIMARY KEY (start, source))",
    "CREATE TABLE source_headers (source TEXT PRIMARY KEY, path TEXT NOT NULL)",
  ],
  ["CREATE INDEX addresses_by_site_due ON addresses (site, due_ms, key) WHERE due_ms IS NOT NULL"],
  [
    "ALTER TABLE articles ADD COLUMN concept TEXT",
    "CREATE TABLE retention (name TEXT PRIMARY KEY, value BIGINT NOT NULL)",
  ],
  [
    `CREATE TABLE late_hits (
      watch TEXT NOT NULL, article_id BIGINT NOT NULL, place BIGINT NOT NULL, is_told INTEGER NOT NULL,
      PRIMARY KEY (watch, article_id))`,
    "CREATE INDEX late_hits_by_article ON late_hits (article_id)",
  ],
];
