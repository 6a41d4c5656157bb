import { setImmediate } from "node:timers/promises";
import type { Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import * as addresses from "./addresses.ts";
import * as articles from "./articles.ts";
import { readBackup, writeBackup } from "./backup.ts";
import type {
  ClaimOptions,
  Finding,
  Finished,
  FinishOptions,
  LeaseOptions,
  Signature,
  Validators,
} from "./candidate.ts";
import * as claims from "./claims.ts";
import { type Database, inPieces, insertRows, markList, type OpenOptions, type Session } from "./database.ts";
import { finish, updateArticle } from "./finish.ts";
import { reindexArticle } from "./index-article.ts";
import * as records from "./records.ts";
import * as searches from "./search.ts";
import { findSimilar } from "./similar.ts";
import type { Source, SourceRead, SourceReport } from "./source.ts";
import { openSqlite } from "./sqlite.ts";
import type {
  ListOptions,
  PageOptions,
  Retention,
  RetentionPolicy,
  SampleAnswer,
  SampleBy,
  SavedSearch,
  SearchOptions,
  SiteRecord,
  SiteRecordKind,
  Store,
  WatchState,
} from "./store.ts";

/** Opens the store in a file, or on the server of a `postgres://` address. */
export async function openStore(name: string, options: OpenOptions): Promise<Store> {
  // Named imports of it would keep the file from loading in an older Node.
  if (!("zstdCompressSync" in (await import("node:zlib"))))
    throw new NewsError(
      "STORE_UNSUPPORTED",
      `A store needs Node 22.15 or newer, and this is ${process.version}.`,
    );
  if (!/^postgres(?:ql)?:\/\//.test(name)) return makeStore(await openSqlite(name, options));
  // Loaded here: most stores are files.
  const { openPostgres } = await import("./postgres.ts");
  return makeStore(await openPostgres(name, options));
}

/** Articles removed per transaction, so that collectors need not wait long. */
const REMOVED_AT_ONCE = 200;

/** The store over a database; each method is one transaction. */
function makeStore(database: Database): Store {
  const { read, write } = { read: database.read.bind(database), write: database.write.bind(database) };
  return {
    driver: database.driver,
    addFindings: (findings: readonly Finding[], when) =>
      write((session) => addresses.addFindings(session, findings, when)),
    previewFindings: (urls: readonly string[], when) =>
      read((session) => claims.previewFindings(session, urls, when)),
    lease: (options: LeaseOptions) => write((session) => addresses.lease(session, options)),
    claim: (url: string, options: ClaimOptions) => write((session) => claims.claim(session, url, options)),
    makeDue: (urls: readonly string[], nowMs: number) =>
      write((session) => claims.makeDueAgain(session, urls, nowMs)),
    countWaiting: (nowMs: number) => read((session) => claims.countWaiting(session, nowMs)),
    renewLeases: (urls: readonly string[], options: Parameters<Store["renewLeases"]>[1]) =>
      write((session) => addresses.renewLeases(session, urls, options)),
    finish: (options: FinishOptions) => write((session) => finish({ session, database }, options)),
    listFailures: (limit: number) => read((session) => addresses.listFailures(session, limit)),
    ...articleMethods(database),
    getValidators: (url: string) => read((session) => addresses.getValidators(session, url)),
    putValidators: (url: string, validators: Validators) =>
      write((session) => addresses.putValidators(session, url, validators)),
    ...recordMethods(database),
    report: () => read(articles.report),
    backup: (writeLines) => read((session) => writeBackup(session, writeLines)),
    restore: (lines: AsyncIterable<string>) => readBackup(database, lines),
    close: () => database.close(),
  };
}

function articleMethods(database: Database) {
  const { read, write } = { read: database.read.bind(database), write: database.write.bind(database) };
  return {
    getArticle: (which: string | number) => read((session) => articles.getArticle(session, which)),
    getVersion: (id: number, version: number) => read((session) => articles.getVersion(session, id, version)),
    listArticles: (options: ListOptions) => read((session) => articles.listArticles(session, options)),
    reextracted: (id: number, article: Article, nowMs: number) => reextract(database, id, article, nowMs),
    search: (query: string, options: SearchOptions) =>
      read((session) => searches.search(database, session, query, options)),
    lastId: () => database.settle(),
    findSimilar: (signature: Signature) => read((session) => findSimilar(session, signature)),
    removeArticles: (ids: readonly number[], nowMs: number) =>
      write((session) => removeArticles(session, ids, nowMs)),
    listExpired: (retention: Retention, goneIds?: readonly number[]) =>
      read((session) => expiredArticles(session, retention, goneIds)),
    setRetention: (policy: RetentionPolicy | null) => write((session) => setRetention(session, policy)),
    getRetention: () => read(getRetention),
    retain: (retention: Retention, nowMs: number) => retain(database, retention, nowMs),
    getRawPages: (articleId: number) => read((session) => articles.getRawPages(session, articleId)),
    lacksPage: (articleId: number) => read((session) => articles.lacksPage(session, articleId)),
    listRawPagesOf: (site: string, limit: number) =>
      read((session) => articles.listRawPagesOf(session, site, limit)),
    listRawPages: (options: PageOptions) => read((session) => articles.listRawPages(session, options)),
  } satisfies Partial<Store>;
}

async function reextract(database: Database, id: number, article: Article, nowMs: number): Promise<Finished> {
  return database.write(async (session) => {
    const written = await updateArticle({ session, database }, id, { article, reason: "extraction", nowMs });
    if (written === undefined) return { outcome: "refused", articleId: null, changed: [] };
    const { outcome, changed } = written;
    if (outcome === "changed") await reindexArticle(session, id);
    return { outcome, articleId: id, changed };
  });
}

async function retain(database: Database, retention: Retention, nowMs: number): Promise<number> {
  const ids = await database.read((session) => expiredArticles(session, retention));
  let count = 0;
  for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) {
    const some = ids.slice(at, at + REMOVED_AT_ONCE);
    count += await database.write((session) => removeArticles(session, some, nowMs));
  }
  if (count > 0) await database.shrink();
  return count;
}

/** In pieces with pauses: the sources of a large library take seconds, in which a server has other requests to answer. */
async function listSources(database: Database, named?: readonly string[]): Promise<readonly SourceReport[]> {
  const ids = named ?? (await database.read(records.listKnownSources)).map(({ id }) => id);
  const reports: SourceReport[] = [];
  for (let at = 0; at < ids.length; at += database.sourcesAtOnce) {
    const piece = ids.slice(at, at + database.sourcesAtOnce);
    reports.push(...(await database.read((session) => records.listSources(session, piece))));
    await setImmediate();
  }
  return reports;
}

function recordMethods(database: Database) {
  const { read, write } = { read: database.read.bind(database), write: database.write.bind(database) };
  return {
    putSource: (source: Source, nowMs: number) =>
      write((session) => records.putSource(session, source, nowMs)),
    removeSource: (id: string) => write((session) => records.removeSource(session, id)),
    setRendered: (source: string, isRendered: boolean) =>
      write((session) => records.setRendered(session, source, isRendered)),
    listRendered: () => read(records.listRendered),
    setHeaders: (source: string, path: string | null) =>
      write((session) => records.setHeaders(session, source, path)),
    listHeaders: () => read(records.listHeaders),
    linkLists: (start: string, sources: readonly string[]) =>
      write((session) => records.linkLists(session, start, sources)),
    listLinked: (start: string) => read((session) => records.listLinked(session, start)),
    noteRead: (source: string, last: SourceRead) =>
      write((session) => records.noteRead(session, source, last)),
    listSources: (ids?: readonly string[]) => listSources(database, ids),
    listKnownSources: () => read(records.listKnownSources),
    startRun: (settings: Readonly<Record<string, unknown>>, nowMs: number, process?: string) =>
      write((session) => records.startRun(session, settings, nowMs, process)),
    listOpenRuns: () => read(records.listOpenRuns),
    releaseRun: (id: number) => write((session) => records.releaseRun(session, id)),
    endRun: (id: number, nowMs: number) => write((session) => records.endRun(session, id, nowMs)),
    listRuns: (limit: number) => read((session) => records.listRuns(session, limit)),
    putSiteRecord: (record: SiteRecord) => write((session) => records.putSiteRecord(session, record)),
    getSiteRecord: (site: string, kind: SiteRecordKind) =>
      read((session) => records.getSiteRecord(session, site, kind)),
    takeBackSiteRecord: (site: string, kind: SiteRecordKind) =>
      write((session) => records.takeBackSiteRecord(session, site, kind)),
    listSiteRecords: () => read(records.listSiteRecords),
    putSearch: (saved: SavedSearch) => write((session) => records.putSearch(session, saved)),
    listSearches: () => read(records.listSearches),
    putWatch: (watch: Parameters<Store["putWatch"]>[0]) =>
      write((session) => searches.putWatch(session, watch)),
    listWatches: () => read(searches.listWatches),
    noteWatch: (name: string, state: WatchState) =>
      write((session) => searches.noteWatch(session, name, state)),
    listLateHits: (name: string, which: "all" | "unreported", limit: number) =>
      read((session) => searches.listLateHits(session, name, which, limit)),
    removeWatch: (name: string) => write((session) => searches.removeWatch(session, name)),
    listSampled: (by: SampleBy, options: Parameters<Store["listSampled"]>[1]) =>
      read((session) => searches.listSampled(session, by, options)),
    putAnswers: (answers: readonly SampleAnswer[]) =>
      write((session) => searches.putAnswers(session, answers)),
    getAnswers: (ids: readonly string[]) => read((session) => searches.getAnswers(session, ids)),
    removeSearch: (name: string) => write((session) => records.removeSearch(session, name)),
  } satisfies Partial<Store>;
}

/** Tables with rows of an article. */
const PARTS = ["versions", "bands", "raw_pages", "late_hits"] as const;

/** Removes articles with all versions, and records their addresses so that they are not collected again. */
async function removeArticles(session: Session, ids: readonly number[], nowMs: number): Promise<number> {
  let count = 0;
  await inPieces(ids, 1, async (piece) => {
    const list = markList(piece.length);
    const keys = await session.all<{ key: string }>(
      `SELECT key FROM articles WHERE id IN ${list} UNION SELECT key FROM addresses WHERE article_id IN ${list} ORDER BY key`,
      [...piece, ...piece],
    );
    for (const table of PARTS) await session.run(`DELETE FROM ${table} WHERE article_id IN ${list}`, piece);
    await session.run(`DELETE FROM answers WHERE id IN ${list}`, piece.map(String));
    for (const id of piece) await session.run("DELETE FROM article_terms WHERE rowid = ?", [id]);
    await inPieces(
      keys.map(({ key }) => key),
      2,
      (some) => forget(session, some, nowMs),
    );
    count += await session.run(`DELETE FROM articles WHERE id IN ${list}`, piece);
  });
  return count;
}

async function forget(session: Session, keys: readonly string[], nowMs: number): Promise<void> {
  const rows = keys.map((key) => ({ key, at_ms: nowMs }));
  await insertRows(session, "removed", rows, "ON CONFLICT (key) DO NOTHING");
  for (const table of ["addresses", "findings", "validators"])
    await session.run(`DELETE FROM ${table} WHERE key IN ${markList(keys.length)}`, keys);
}

interface SizedRow {
  readonly id: number;
  readonly bytes: number;
}

/** Articles that are looked at once for their size. */
const SIZED_AT_ONCE = 1000;

/** The articles that retention removes, oldest first; those already marked for removal count as removed. */
async function expiredArticles(
  session: Session,
  { beforeMs, maxBytes }: Retention,
  goneIds: readonly number[] = [],
): Promise<readonly number[]> {
  const old =
    beforeMs === undefined
      ? []
      : await session.all<{ id: number }>("SELECT id FROM articles WHERE first_seen_ms < ? ORDER BY id", [
          beforeMs,
        ]);
  const expired = new Set(old.map(({ id }) => id));
  if (maxBytes === undefined) return [...expired];
  const gone = new Set([...goneIds, ...expired]);
  const [sum] = await session.all<{ bytes: number }>(
    "SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes FROM articles",
  );
  let left = (sum?.bytes ?? 0) - (await bytesOf(session, [...gone]));
  for (let after = 0; left > maxBytes; ) {
    const rows = await session.all<SizedRow>(
      "SELECT id, bytes FROM articles WHERE id > ? ORDER BY id LIMIT ?",
      [after, SIZED_AT_ONCE],
    );
    if (rows.length === 0) break;
    after = rows.at(-1)!.id;
    for (const { id, bytes } of rows) {
      if (left <= maxBytes) break;
      if (gone.has(id)) continue;
      expired.add(id);
      left -= bytes;
    }
  }
  return [...expired].sort((a, b) => a - b);
}

async function bytesOf(session: Session, ids: readonly number[]): Promise<number> {
  let bytes = 0;
  await inPieces(ids, 1, async (piece) => {
    const rows = await session.all<SizedRow>(
      `SELECT id, bytes FROM articles WHERE id IN ${markList(piece.length)}`,
      piece,
    );
    for (const row of rows) bytes += row.bytes;
  });
  return bytes;
}

/** Stores the retention of the library, null for no limit. */
async function setRetention(session: Session, policy: RetentionPolicy | null): Promise<void> {
  await session.run("DELETE FROM retention");
  if (policy === null) return;
  for (const name of ["maxAgeMs", "maxBytes"] as const) {
    const value = policy[name];
    if (value !== null) await session.run("INSERT INTO retention (name, value) VALUES (?, ?)", [name, value]);
  }
}

/** The retention of the library; null if there is no limit. */
async function getRetention(session: Session): Promise<RetentionPolicy | null> {
  const rows = await session.all<{ name: string; value: number }>("SELECT name, value FROM retention");
  if (rows.length === 0) return null;
  const limitOf = (wanted: keyof RetentionPolicy) => rows.find(({ name }) => name === wanted)?.value ?? null;
  return { maxAgeMs: limitOf("maxAgeMs"), maxBytes: limitOf("maxBytes") };
}
