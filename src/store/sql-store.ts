import { setImmediate } from "node:timers/promises";
import type { Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import * as addresses from "./addresses.ts";
import * as articles from "./articles.ts";
import { readBackup, writeBackup } from "./backup.ts";
import type { Finished } from "./candidate.ts";
import * as claims from "./claims.ts";
import { type Database, inPieces, insertRows, markList, type OpenOptions, type Session } from "./database.ts";
import { finish, updateArticle } from "./finish.ts";
import { reindexArticle } from "./index-article.ts";
import * as records from "./records.ts";
import * as searches from "./search.ts";
import { findSimilar } from "./similar.ts";
import type { SourceReport } from "./source.ts";
import { openSqlite } from "./sqlite.ts";
import type { Retention, RetentionPolicy, Store } from "./store.ts";

/** Opens the store in a file, or on the server of a `postgres://` address. */
export async function openStore(name: string, options: OpenOptions): Promise<Store> {
  // Checked here, as a named import would fail in an older Node.
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

/** What a method of the store does in its transaction. */
type Work = (session: Session, ...given: never[]) => Promise<unknown>;

type MethodOf<Given extends Work> = Given extends (session: Session, ...given: infer Args) => infer Result
  ? (...given: Args) => Result
  : never;

const READS = {
  previewFindings: claims.previewFindings,
  countWaiting: claims.countWaiting,
  listFailures: addresses.listFailures,
  getValidators: addresses.getValidators,
  getArticle: articles.getArticle,
  getVersion: articles.getVersion,
  listArticles: articles.listArticles,
  getRawPages: articles.getRawPages,
  lacksPage: articles.lacksPage,
  listRawPagesOf: articles.listRawPagesOf,
  listRawPages: articles.listRawPages,
  report: articles.report,
  findSimilar,
  listExpired: expiredArticles,
  getRetention,
  listRendered: records.listRendered,
  listHeaders: records.listHeaders,
  listLinked: records.listLinked,
  listKnownSources: records.listKnownSources,
  listOpenRuns: records.listOpenRuns,
  listRuns: records.listRuns,
  getSiteRecord: records.getSiteRecord,
  listSiteRecords: records.listSiteRecords,
  listSearches: records.listSearches,
  listWatches: searches.listWatches,
  listLateHits: searches.listLateHits,
  listSampled: searches.listSampled,
  getAnswers: searches.getAnswers,
  backup: writeBackup,
};

const WRITES = {
  addFindings: addresses.addFindings,
  lease: addresses.lease,
  renewLeases: addresses.renewLeases,
  putValidators: addresses.putValidators,
  claim: claims.claim,
  makeDue: claims.makeDueAgain,
  removeArticles,
  setRetention,
  putSource: records.putSource,
  removeSource: records.removeSource,
  setRendered: records.setRendered,
  setHeaders: records.setHeaders,
  linkLists: records.linkLists,
  noteRead: records.noteRead,
  startRun: records.startRun,
  releaseRun: records.releaseRun,
  endRun: records.endRun,
  putSiteRecord: records.putSiteRecord,
  takeBackSiteRecord: records.takeBackSiteRecord,
  putSearch: records.putSearch,
  removeSearch: records.removeSearch,
  putWatch: searches.putWatch,
  noteWatch: searches.noteWatch,
  removeWatch: searches.removeWatch,
  putAnswers: searches.putAnswers,
};

/** Methods that each run their work in a transaction of their own. */
function inTransactions<Works extends Readonly<Record<string, Work>>>(
  transact: Database["read"],
  works: Works,
): { [Name in keyof Works]: MethodOf<Works[Name]> } {
  const methods = Object.entries(works).map(([name, work]) => [
    name,
    (...given: never[]) => transact((session) => work(session, ...given)),
  ]);
  return Object.fromEntries(methods);
}

function makeStore(database: Database): Store {
  return {
    driver: database.driver,
    ...inTransactions((work) => database.read(work), READS),
    ...inTransactions((work) => database.write(work), WRITES),
    finish: (options) => database.write((session) => finish({ session, database }, options)),
    reextracted: (id, article, nowMs) => reextract(database, id, article, nowMs),
    search: (query, options) =>
      database.read((session) => searches.search(database, session, query, options)),
    lastId: () => database.settle(),
    retain: (retention, nowMs) => retain(database, retention, nowMs),
    listSources: (ids) => listSources(database, ids),
    restore: (lines) => readBackup(database, lines),
    close: () => database.close(),
  };
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

/** Lists sources in pieces with pauses: those of a large library take seconds, and a server has other requests to answer. */
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

/** Articles whose sizes are read at once. */
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

async function setRetention(session: Session, policy: RetentionPolicy | null): Promise<void> {
  await session.run("DELETE FROM retention");
  if (policy === null) return;
  for (const name of ["maxAgeMs", "maxBytes"] as const) {
    const value = policy[name];
    if (value !== null) await session.run("INSERT INTO retention (name, value) VALUES (?, ?)", [name, value]);
  }
}

async function getRetention(session: Session): Promise<RetentionPolicy | null> {
  const rows = await session.all<{ name: string; value: number }>("SELECT name, value FROM retention");
  if (rows.length === 0) return null;
  const limitOf = (wanted: keyof RetentionPolicy) => rows.find(({ name }) => name === wanted)?.value ?? null;
  return { maxAgeMs: limitOf("maxAgeMs"), maxBytes: limitOf("maxBytes") };
}
