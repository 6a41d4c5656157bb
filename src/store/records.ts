import { cleanText, keyOf, siteOf } from "./addresses.ts";
import { insertRows, markList, replacing, type Session } from "./database.ts";
import { reindexArticle } from "./index-article.ts";
import type { KnownSource, OutcomeCount, Source, SourceHeaders, SourceRead, SourceReport } from "./source.ts";
import type { OpenRun, Run, SavedSearch, SiteRecord, SiteRecordKind } from "./store.ts";

/** Adds or replaces a source; a known title stays if none is given, as most lists are found without one. */
export async function putSource(session: Session, source: Source, nowMs: number): Promise<void> {
  const { id, kind, url, title, topic, concept } = source;
  const name = cleanText(id, MAX_NAME);
  const own = {
    kind,
    url: cleanText(url, url.length),
    topic: topic && cleanText(topic, MAX_NAME),
    concept: concept && cleanText(concept, MAX_NAME),
    site: siteOf(url),
  };
  const row = { id: name, title: title && cleanText(title, MAX_NAME), added_ms: nowMs, ...own };
  const [before] = await session.all<{ concept: string | null }>("SELECT concept FROM sources WHERE id = ?", [
    name,
  ]);
  const otherwise = `${replacing("id", Object.keys(own))}, title = COALESCE(excluded.title, sources.title)`;
  await insertRows(session, "sources", [row], otherwise);
  if ((before?.concept ?? null) !== own.concept) await indexFoundBy(session, name);
}

/** Reindexes the articles of a section, which can be searched by its concept. */
async function indexFoundBy(session: Session, source: string): Promise<void> {
  const found = await session.all<{ id: number }>(
    `SELECT DISTINCT article_id AS id FROM findings JOIN addresses ON addresses.key = findings.key
     WHERE source = ? AND article_id IS NOT NULL ORDER BY article_id`,
    [source],
  );
  for (const { id } of found) await reindexArticle(session, id);
}

/** The longest name of a source, a topic or a search. */
const MAX_NAME = 500;

/** Removes a source; its articles stay. */
export async function removeSource(session: Session, id: string): Promise<boolean> {
  for (const table of ["rendered", "source_headers", "start_lists"])
    await session.run(`DELETE FROM ${table} WHERE source = ?`, [id]);
  const [before] = await session.all<{ concept: string | null }>("SELECT concept FROM sources WHERE id = ?", [
    id,
  ]);
  if (before === undefined) return false;
  await session.run("DELETE FROM sources WHERE id = ?", [id]);
  if (before.concept !== null) await indexFoundBy(session, id);
  return true;
}

/** Remembers the file with the headers of a source. */
export async function setHeaders(session: Session, source: string, path: string | null): Promise<void> {
  const id = cleanText(source, MAX_NAME);
  await session.run("DELETE FROM source_headers WHERE source = ?", [id]);
  if (path !== null)
    await insertRows(session, "source_headers", [{ source: id, path: cleanText(path, path.length) }]);
}

/** The files with headers, by source. */
export async function listHeaders(session: Session): Promise<readonly SourceHeaders[]> {
  return session.all<SourceHeaders>("SELECT source, path FROM source_headers ORDER BY source");
}

/** Remembers which lists a start led to. */
export async function linkLists(session: Session, start: string, sources: readonly string[]): Promise<void> {
  for (const source of sources)
    await session.run("INSERT INTO start_lists (start, source) VALUES (?, ?) ON CONFLICT DO NOTHING", [
      keyOf(start),
      cleanText(source, MAX_NAME),
    ]);
}

/** The ids of the lists that a start led to. */
export async function listLinked(session: Session, start: string): Promise<readonly string[]> {
  const rows = await session.all<{ source: string }>(
    "SELECT source FROM start_lists WHERE start = ? ORDER BY source",
    [keyOf(start)],
  );
  return rows.map(({ source }) => source);
}

/** Remembers whether the pages of a source are rendered. */
export async function setRendered(session: Session, source: string, isRendered: boolean): Promise<void> {
  const sql = isRendered
    ? "INSERT INTO rendered (source) VALUES (?) ON CONFLICT (source) DO NOTHING"
    : "DELETE FROM rendered WHERE source = ?";
  await session.run(sql, [cleanText(source, MAX_NAME)]);
}

/** The ids of sources whose pages are rendered. */
export async function listRendered(session: Session): Promise<readonly string[]> {
  const rows = await session.all<{ source: string }>("SELECT source FROM rendered ORDER BY source");
  return rows.map(({ source }) => source);
}

/** Records the result of the last reading of a source. */
export async function noteRead(
  session: Session,
  source: string,
  { atMs, announced, failure }: SourceRead,
): Promise<void> {
  const failed = failure === null ? 0 : 1;
  await session.run(
    `INSERT INTO source_reads (source, at_ms, announced, code, message, failures) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET at_ms = excluded.at_ms, announced = excluded.announced, code = excluded.code,
     message = excluded.message, failures = excluded.failures * (source_reads.failures + 1)`,
    [
      cleanText(source, MAX_NAME),
      atMs,
      announced,
      failure && cleanText(failure.code),
      failure && cleanText(failure.message),
      failed,
    ],
  );
}

interface SourceRow extends Source {
  readonly site: string;
  readonly added_ms: number;
  readonly addresses: number;
  readonly articles: number;
  readonly last_new_ms: number | null;
  readonly first_dated_ms: number | null;
  readonly last_dated_ms: number | null;
}

interface ReadRow {
  readonly source: string;
  readonly at_ms: number;
  readonly announced: number;
  readonly code: string | null;
  readonly message: string | null;
  readonly failures: number;
}

interface TitleRow {
  readonly source: string;
  readonly situation: string;
  readonly titles: number;
  readonly reserve_range: number;
  readonly likeness: number | null;
}

/** All sources, without counting their articles: 500 with 200,000 articles take 3 ms instead of 2.5 s. */
export async function listKnownSources(session: Session): Promise<readonly KnownSource[]> {
  const rows = await session.all<Source & { readonly site: string; readonly found: number }>(
    `SELECT id, kind, url, title, topic, concept, site,
     CASE WHEN EXISTS (SELECT 1 FROM findings WHERE source = sources.id) THEN 1 ELSE 0 END AS found
     FROM sources ORDER BY id`,
  );
  return rows.map(({ found, ...source }) => ({ ...source, hasFindings: found === 1 }));
}

/** The last outcomes show the current health of a source. */
const RECENT = 50;

/** The named sources, with counts of what they brought. */
export async function listSources(
  session: Session,
  named: readonly string[],
): Promise<readonly SourceReport[]> {
  const ids = named.map((id) => cleanText(id, MAX_NAME));
  const list = markList(ids.length);
  const sources = await session.all<SourceRow>(
    `SELECT sources.id, sources.kind, sources.url, sources.title, sources.topic, sources.concept, sources.site, added_ms,
     count(DISTINCT findings.key) AS addresses, count(DISTINCT article_id) AS articles,
     max(first_seen_ms) AS last_new_ms, min(dated_ms) AS first_dated_ms, max(dated_ms) AS last_dated_ms
     FROM sources LEFT JOIN findings ON findings.source = sources.id
     LEFT JOIN addresses ON addresses.key = findings.key
     LEFT JOIN articles ON articles.id = addresses.article_id
     WHERE sources.id IN ${list} GROUP BY sources.id ORDER BY sources.id`,
    ids,
  );
  const titles = await session.all<TitleRow>(
    `SELECT source, situation, count(*) AS titles, CAST(sum(reserve_range) AS BIGINT) AS reserve_range,
     sum(likeness) AS likeness FROM findings
     WHERE source IN ${list} AND situation IS NOT NULL GROUP BY source, situation ORDER BY source, situation`,
    ids,
  );
  const ends = await session.all<OutcomeCount & { readonly source: string }>(
    `SELECT source, outcome, detail, count(*) AS count FROM (
       SELECT source, outcome, detail, row_number() OVER (PARTITION BY source ORDER BY done_ms DESC, addresses.key) AS place
       FROM (SELECT DISTINCT source, key FROM findings WHERE source IN ${list}) AS found
       JOIN addresses ON addresses.key = found.key
       WHERE outcome IS NOT NULL) AS ranked
     WHERE place <= ? GROUP BY source, outcome, detail ORDER BY source, count(*) DESC, outcome, detail`,
    [...ids, RECENT],
  );
  const reads = await session.all<ReadRow>(
    `SELECT source, at_ms, announced, code, message, failures FROM source_reads WHERE source IN ${list}`,
    ids,
  );
  const bySource = {
    titles: Map.groupBy(titles, ({ source }) => source),
    ends: Map.groupBy(ends, ({ source }) => source),
    reads: new Map(reads.map((read) => [read.source, read])),
  };
  return sources.map(({ added_ms, last_new_ms, first_dated_ms, last_dated_ms, ...source }) => ({
    ...source,
    addedMs: added_ms,
    ...lastReadOf(bySource.reads.get(source.id)),
    lastNewMs: last_new_ms,
    usualGapMs: source.articles < 2 ? null : (last_dated_ms! - first_dated_ms!) / (source.articles - 1),
    recent: (bySource.ends.get(source.id) ?? []).map(({ outcome, detail, count }) => ({
      outcome,
      detail,
      count,
    })),
    titleQuality: qualityOf(bySource.titles.get(source.id) ?? []),
  }));
}

function lastReadOf(row: ReadRow | undefined): Pick<SourceReport, "lastRead" | "failedReads"> {
  if (row === undefined) return { lastRead: null, failedReads: 0 };
  const { at_ms: atMs, announced, code, message, failures } = row;
  const failure = code === null ? null : { code, message: message ?? "" };
  return { lastRead: { atMs, announced, failure }, failedReads: failures };
}

function qualityOf(rows: readonly TitleRow[]): SourceReport["titleQuality"] {
  const sum = (count: (row: TitleRow) => number) => rows.reduce((total, row) => total + count(row), 0);
  const titles = sum((row) => row.titles);
  return {
    titles,
    situations: Object.fromEntries(rows.map((row) => [row.situation, row.titles])),
    reserveRange: sum((row) => row.reserve_range),
    likeness: titles === 0 ? null : sum((row) => row.likeness ?? 0) / titles,
  };
}

/** Records the start of a run. */
export async function startRun(
  session: Session,
  settings: Readonly<Record<string, unknown>>,
  nowMs: number,
  process?: string,
): Promise<number> {
  const [row] = await session.all<{ id: number }>(
    "INSERT INTO runs (started_ms, settings, process) VALUES (?, ?, ?) RETURNING id",
    [nowMs, JSON.stringify(settings), process === undefined ? null : cleanText(process)],
  );
  return row!.id;
}

/** Records the end of a run. */
export async function endRun(session: Session, id: number, nowMs: number): Promise<void> {
  await session.run("UPDATE runs SET ended_ms = ? WHERE id = ?", [nowMs, id]);
}

/** Runs of named processes that have not ended. */
export async function listOpenRuns(session: Session): Promise<readonly OpenRun[]> {
  return session.all<OpenRun>(
    "SELECT id, process FROM runs WHERE ended_ms IS NULL AND process IS NOT NULL ORDER BY id",
  );
}

/** Ends the leases of a run. */
export async function releaseRun(session: Session, id: number): Promise<number> {
  await session.run("UPDATE runs SET process = NULL WHERE id = ?", [id]);
  // Only due candidates are leased; the condition lets the index of due ones be used.
  return session.run(
    `UPDATE addresses SET leased_until_ms = 0, leased_by = NULL
     WHERE due_ms IS NOT NULL AND leased_by = ? AND leased_until_ms > 0`,
    [id],
  );
}

interface RunRow {
  readonly id: number;
  readonly started_ms: number;
  readonly ended_ms: number | null;
  readonly settings: string;
}

/** The last runs, newest first. */
export async function listRuns(session: Session, limit: number): Promise<readonly Run[]> {
  const runs = await session.all<RunRow>(
    "SELECT id, started_ms, ended_ms, settings FROM runs ORDER BY id DESC LIMIT ?",
    [limit],
  );
  const first = runs.at(-1)?.id ?? 0;
  const counts = await session.all<OutcomeCount & { run: number }>(
    "SELECT run, outcome, detail, count FROM run_counts WHERE run >= ? ORDER BY run, outcome, detail",
    [first],
  );
  return runs.map(({ id, started_ms, ended_ms, settings }) => ({
    id,
    startedMs: started_ms,
    endedMs: ended_ms,
    settings: JSON.parse(settings),
    counts: counts
      .filter(({ run }) => run === id)
      .map(({ outcome, detail, count }) => ({ outcome, detail, count })),
  }));
}

/** Stores a record for a site. */
export async function putSiteRecord(session: Session, record: SiteRecord): Promise<void> {
  const { site, kind, atMs, value } = record;
  const row = { site: cleanText(site, MAX_NAME), kind, at_ms: atMs, value: JSON.stringify(value) };
  await insertRows(session, "site_records", [row], replacing("site, kind, at_ms", ["value"]));
}

/** The newest record of a kind. */
export async function getSiteRecord(
  session: Session,
  site: string,
  kind: SiteRecordKind,
): Promise<SiteRecord | undefined> {
  const [row] = await session.all<{ at_ms: number; value: string }>(
    "SELECT at_ms, value FROM site_records WHERE site = ? AND kind = ? ORDER BY at_ms DESC LIMIT 1",
    [site, kind],
  );
  return row && { site, kind, atMs: row.at_ms, value: JSON.parse(row.value) };
}

/** Removes the newest record of a kind. */
export async function takeBackSiteRecord(
  session: Session,
  site: string,
  kind: SiteRecordKind,
): Promise<boolean> {
  const count = await session.run(
    `DELETE FROM site_records WHERE site = ? AND kind = ? AND at_ms =
     (SELECT max(at_ms) FROM site_records WHERE site = ? AND kind = ?)`,
    [site, kind, site, kind],
  );
  return count > 0;
}

/** The newest record of each kind and site. */
export async function listSiteRecords(session: Session): Promise<readonly Omit<SiteRecord, "value">[]> {
  const rows = await session.all<{ site: string; kind: SiteRecordKind; at_ms: number }>(
    "SELECT site, kind, max(at_ms) AS at_ms FROM site_records GROUP BY site, kind ORDER BY site, kind",
  );
  return rows.map(({ at_ms, ...row }) => ({ ...row, atMs: at_ms }));
}

/** Keeps a query under a name. */
export async function putSearch(session: Session, { name, query, savedMs }: SavedSearch): Promise<void> {
  const row = { name: cleanText(name, MAX_NAME), query: cleanText(query), saved_ms: savedMs };
  await insertRows(session, "searches", [row], replacing("name", ["query", "saved_ms"]));
}

/** All saved searches by name. */
export async function listSearches(session: Session): Promise<readonly SavedSearch[]> {
  const rows = await session.all<{ name: string; query: string; saved_ms: number }>(
    "SELECT name, query, saved_ms FROM searches ORDER BY name",
  );
  return rows.map(({ saved_ms, ...row }) => ({ ...row, savedMs: saved_ms }));
}

/** Forgets a saved search. */
export async function removeSearch(session: Session, name: string): Promise<boolean> {
  return (await session.run("DELETE FROM searches WHERE name = ?", [name])) > 0;
}
