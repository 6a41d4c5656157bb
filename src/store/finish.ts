import { zstdCompressSync } from "node:zlib";
import type { Article } from "../article/index.ts";
import {
  cleanText,
  copyTitleFacts,
  digestOf,
  insertAddresses,
  keyOf,
  noteTitles,
  putValidators,
  removedKeys,
  siteOf,
} from "./addresses.ts";
import { lacksPage } from "./articles.ts";
import type { Finished, FinishOptions, ObtainedResult, RawPage } from "./candidate.ts";
import { checkHeld } from "./claims.ts";
import { type Columns, type Database, insertion, insertRows, type Session } from "./database.ts";
import { indexArticle, readArticle, reindexArticle } from "./index-article.ts";
import { chooseGroup, putSignature, waitKeys } from "./similar.ts";
import type { VersionReason } from "./store.ts";

/**
 * The fields whose change makes a new version. Not `modified` and pictures: many sites write a new time or signature into every
 * answer.
 */
export const VERSIONED_FIELDS = [
  "title",
  "text",
  "authors",
  "published",
  "section",
  "language",
  "paywall",
] as const;

/** A transaction with the locks of its driver. */
export interface Writing {
  readonly session: Session;
  readonly database: Pick<Database, "forUpdate" | "announceArticle">;
}

/** Ends a candidate; everything in one transaction, so that a killed process leaves it whole or untouched. */
export async function finish(writing: Writing, options: FinishOptions): Promise<Finished> {
  const { session, database } = writing;
  const key = keyOf(options.url);
  if (options.result.kind === "obtained") await database.announceArticle(session, waitKeys(options.result));
  const address = { key, url: cleanText(options.url, options.url.length), site: siteOf(options.url) };
  await insertAddresses(session, [address], { found_ms: options.nowMs, due_ms: null });
  if (options.isFenced) await checkHeld(session, key, { run: options.run, forUpdate: database.forUpdate });
  const ending = await endingOf(writing, key, options);
  await closeAddress(session, key, ending, options.nowMs);
  if (options.validators) {
    const { url = options.url, ...validators } = options.validators;
    await putValidators(session, url, { ...validators, atMs: options.nowMs });
  }
  if (options.run !== null) await countOutcome(session, options.run, ending);
  const { outcome, articleId, changed } = ending;
  return { outcome, articleId, changed };
}

interface Ending extends Finished {
  readonly detail: string;
  readonly message: string | null;
  readonly nextTryMs: number | null;
}

const PLAIN = { articleId: null, changed: [], detail: "", message: null, nextTryMs: null } as const;

async function endingOf(writing: Writing, key: string, options: FinishOptions): Promise<Ending> {
  const { result } = options;
  switch (result.kind) {
    case "obtained":
      return obtain(writing, key, { ...options, result });
    case "unchanged":
      return {
        ...PLAIN,
        outcome: "seen",
        articleId: await touchArticle(writing.session, key, { url: result.url, nowMs: options.nowMs }),
      };
    case "refused":
      return { ...PLAIN, outcome: "refused", detail: cleanText(result.rule) };
    case "not-obtained":
      return {
        ...PLAIN,
        outcome: "not-obtained",
        detail: result.reason,
        nextTryMs: result.nextTryMs ?? null,
      };
    case "failed":
      return {
        ...PLAIN,
        outcome: "failed",
        detail: result.code,
        message: cleanText(result.message),
        nextTryMs: result.nextTryMs ?? null,
      };
  }
}

async function obtain(
  writing: Writing,
  key: string,
  { result: stated, nowMs }: FinishOptions & { readonly result: ObtainedResult },
): Promise<Ending> {
  const { session } = writing;
  const result = await withTrueIdentity(session, key, stated);
  const identity = keyOf(result.identity);
  if ((await removedKeys(session, [key, identity])).length > 0)
    return { ...PLAIN, outcome: "refused", detail: "removed" };
  const known = await findKnown(session, identity, key);
  const group = await chooseGroup(session, result);
  const written =
    known === undefined
      ? await insertArticle(writing, identity, result, nowMs)
      : await updateArticle(writing, known, { article: result.article, reason: "page", nowMs });
  if (written === undefined) return { ...PLAIN, outcome: "refused", detail: "removed" };
  const { outcome, id, changed } = written;
  const isLinked = await linkAddresses(session, { id, key, identity, url: result.identity, nowMs });
  if (outcome === "stored" && result.article.published === null) await dateByLists(session, id, nowMs);
  await noteTitles(session, key, result.titleFacts ?? []);
  if (outcome !== "seen" && result.signature) await putSignature(session, id, result.signature);
  // An unchanged article may lack its page, if that was not kept before.
  if (result.rawPages && (outcome !== "seen" || (await lacksPage(session, id))))
    for (const rawPage of result.rawPages) await putRawPage(session, { id, key, nowMs }, rawPage);
  if (group !== undefined) await session.run("UPDATE articles SET group_id = ? WHERE id = ?", [group, id]);
  const isPlaced = await placeArticle(session, id, result.concept);
  const { article, concept = null } = result;
  if (outcome === "stored") await indexArticle(session, id, { key: identity, article, concept });
  else if (outcome === "changed" || isLinked || isPlaced) await reindexArticle(session, id);
  // Counted by source, to notice that a site has changed its layout.
  const isStale = result.article.warnings.some(({ code }) => code === "SITE_PROFILE_STALE");
  return { ...PLAIN, outcome, articleId: id, changed, detail: isStale ? "profile" : "" };
}

/** Files an article under a concept, if there is one; returns whether that changed anything. */
async function placeArticle(
  session: Session,
  id: number,
  concept: string | null | undefined,
): Promise<boolean> {
  if (!concept) return false;
  const name = cleanText(concept);
  const placed = await session.run(
    "UPDATE articles SET concept = ? WHERE id = ? AND (concept IS NULL OR concept <> ?)",
    [name, id, name],
  );
  return placed > 0;
}

/** Uses a result's own address if another story is known under the stated one, as some systems state one address for all pages. */
async function withTrueIdentity(
  session: Session,
  key: string,
  result: ObtainedResult,
): Promise<ObtainedResult> {
  const { identity, ownIdentity = identity, isSameStory } = result;
  if (ownIdentity === identity || isSameStory === undefined) return result;
  const [stated, own] = [keyOf(identity), keyOf(ownIdentity)];
  // Not an article of this very address, which may be completely rewritten.
  const [known] = await session.all<{ article: string }>(
    `SELECT article FROM articles JOIN versions ON article_id = id AND number = version
     WHERE id = ? AND NOT EXISTS (SELECT 1 FROM addresses WHERE article_id = id AND addresses.key IN (?, ?))`,
    [(await findKnown(session, stated, stated)) ?? null, key, own],
  );
  return known && !isSameStory(readArticle(known.article)) ? { ...result, identity: ownIdentity } : result;
}

/**
 * The article of an identity, else the one whose identity the address was. Not any article that the address gave before: `/today`
 * leads to another one every day.
 */
async function findKnown(session: Session, identity: string, key: string): Promise<number | undefined> {
  const rows = await session.all<{ id: number }>(
    `SELECT id, 0 AS place FROM articles WHERE key = ?
     UNION SELECT article_id AS id, 1 AS place FROM addresses WHERE key = ? AND article_id IS NOT NULL
     UNION SELECT id, 2 AS place FROM addresses JOIN articles ON id = article_id AND articles.key = addresses.key
     WHERE addresses.key = ?
     ORDER BY place LIMIT 1`,
    [identity, identity, key],
  );
  return rows[0]?.id;
}

interface Written {
  readonly outcome: "stored" | "changed" | "seen";
  readonly id: number;
  readonly changed: readonly string[];
}

async function insertArticle(
  writing: Writing,
  identity: string,
  { article, identity: url }: ObtainedResult,
  nowMs: number,
): Promise<Written | undefined> {
  const { session } = writing;
  const json = JSON.stringify(article);
  const columns: Columns = {
    key: identity,
    url: cleanText(url, url.length),
    site: siteOf(url),
    ...headOf(article, nowMs),
    first_seen_ms: nowMs,
    last_seen_ms: nowMs,
    version: 1,
    bytes: Buffer.byteLength(json),
  };
  const { sql, values } = insertion("articles", [columns]);
  const [row] = await session.all<{ id: number }>(`${sql} ON CONFLICT (key) DO NOTHING RETURNING id`, values);
  if (row === undefined) {
    // Another collector stored it between our look and now.
    const [other] = await session.all<{ id: number }>("SELECT id FROM articles WHERE key = ?", [identity]);
    return other && updateArticle(writing, other.id, { article, reason: "page", nowMs });
  }
  const version = {
    article_id: row.id,
    number: 1,
    at_ms: nowMs,
    reason: "first",
    changed: "",
    article: json,
  };
  await insertRows(session, "versions", [version]);
  return { outcome: "stored", id: row.id, changed: [] };
}

/** Clocks and time zones differ by up to a day; later dates are of events, or wrong. */
const MAX_AHEAD_MS = 24 * 60 * 60 * 1000;

/** Dates an article whose page states no date by the first list that does. */
async function dateByLists(session: Session, id: number, nowMs: number): Promise<void> {
  const rows = await session.all<{ published: string }>(
    `SELECT published FROM findings JOIN addresses ON addresses.key = findings.key
     WHERE article_id = ? AND published IS NOT NULL ORDER BY findings.found_ms, digest`,
    [id],
  );
  const datedMs = rows.map(({ published }) => Date.parse(published)).find((ms) => ms <= nowMs + MAX_AHEAD_MS);
  if (datedMs !== undefined)
    await session.run("UPDATE articles SET dated_ms = ? WHERE id = ?", [datedMs, id]);
}

/** The columns that a new version changes. */
function headOf(article: Article, firstSeenMs: number): Columns {
  const { url, title, language, published } = article;
  const publishedMs = Date.parse(published ?? "");
  return {
    // The address that answered; the identity has lost its www.
    ...(url !== null && { url: cleanText(url, url.length) }),
    title: title === null ? null : cleanText(title),
    language: language === null ? null : cleanText(language),
    published: published === null ? null : cleanText(published),
    dated_ms: Number.isNaN(publishedMs) ? firstSeenMs : publishedMs,
    digest: digestOf(...VERSIONED_FIELDS.map((field) => JSON.stringify(article[field]))),
  };
}

interface Update {
  readonly article: Article;
  readonly reason: VersionReason;
  readonly nowMs: number;
}

/** Adds a version where a field that counts differs; undefined if the article was removed in the meantime. */
export async function updateArticle(
  { session, database }: Writing,
  id: number,
  { article, reason, nowMs }: Update,
): Promise<Written | undefined> {
  const [row] = await session.all<{ version: number; digest: string; first_seen_ms: number }>(
    `SELECT version, digest, first_seen_ms FROM articles WHERE id = ?${database.forUpdate}`,
    [id],
  );
  if (row === undefined) return undefined;
  const { version, digest, first_seen_ms } = row;
  const head = headOf(article, first_seen_ms);
  if (head.digest === digest) {
    if (reason === "page")
      await session.run("UPDATE articles SET last_seen_ms = ? WHERE id = ?", [nowMs, id]);
    return { outcome: "seen", id, changed: [] };
  }
  const [before] = await session.all<{ article: string }>(
    "SELECT article FROM versions WHERE article_id = ? AND number = ?",
    [id, version],
  );
  const changed = changedFields(readArticle(before!.article), article);
  const json = JSON.stringify(article);
  const place = { article_id: id, number: version + 1, at_ms: nowMs };
  await insertRows(session, "versions", [{ ...place, reason, changed: changed.join(" "), article: json }]);
  const columns = { ...head, version: version + 1, ...(reason === "page" && { last_seen_ms: nowMs }) };
  await session.run(
    `UPDATE articles SET ${Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join(", ")}, bytes = bytes + ? WHERE id = ?`,
    [...Object.values(columns), Buffer.byteLength(json), id],
  );
  if (article.published === null) await dateByLists(session, id, nowMs);
  return { outcome: "changed", id, changed };
}

function changedFields(before: Article, after: Article): readonly string[] {
  const fields = [...VERSIONED_FIELDS, "modified"] as const;
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
}

interface Link {
  readonly id: number;
  readonly key: string;
  readonly identity: string;
  /** The address of the identity. */
  readonly url: string;
  readonly nowMs: number;
}

/** Links both addresses to the article, so that neither is fetched for it again; returns whether a link is new. */
async function linkAddresses(session: Session, { id, key, identity, url, nowMs }: Link): Promise<boolean> {
  if (identity !== key)
    await session.run(
      `INSERT INTO addresses (key, url, site, outcome, detail, attempts, found_ms, done_ms, leased_until_ms)
       VALUES (?, ?, ?, 'seen', '', 0, ?, ?, 0) ON CONFLICT (key) DO UPDATE
       SET outcome = 'seen', detail = '', message = NULL, due_ms = NULL, done_ms = excluded.done_ms`,
      [identity, cleanText(url, url.length), siteOf(url), nowMs, nowMs],
    );
  const linked = await session.run(
    "UPDATE addresses SET article_id = ? WHERE key IN (?, ?) AND (article_id IS NULL OR article_id <> ?)",
    [id, key, identity, id],
  );
  return linked > 0;
}

/** Records that an article was seen again; an address that now leads to another article is linked to that. */
async function touchArticle(
  session: Session,
  key: string,
  { url, nowMs }: { readonly url: string | undefined; readonly nowMs: number },
): Promise<number | null> {
  const answered = url === undefined ? key : keyOf(url);
  const rows = await session.all<{ key: string; article_id: number }>(
    "SELECT key, article_id FROM addresses WHERE key IN (?, ?) AND article_id IS NOT NULL",
    [key, answered],
  );
  const id = (rows.find((row) => row.key === answered) ?? rows[0])?.article_id ?? null;
  if (id === null) return null;
  await session.run("UPDATE articles SET last_seen_ms = ? WHERE id = ?", [nowMs, id]);
  const linked = await session.run(
    "UPDATE addresses SET article_id = ? WHERE key = ? AND (article_id IS NULL OR article_id <> ?)",
    [id, key, id],
  );
  if (linked > 0) await reindexArticle(session, id);
  await copyTitleFacts(session, key);
  return id;
}

async function putRawPage(
  session: Session,
  { id, key, nowMs }: { readonly id: number; readonly key: string; readonly nowMs: number },
  { url, bytes, charset }: RawPage,
): Promise<void> {
  const content = zstdCompressSync(bytes);
  const page = { key, article_id: id, url: cleanText(url, url.length), charset, at_ms: nowMs, content };
  await insertRows(session, "raw_pages", [page]);
  await session.run("UPDATE articles SET bytes = bytes + ? WHERE id = ?", [content.byteLength, id]);
}

/** The last time of a Date; a later one could be stored, but not read again. */
const LAST_DATE_MS = 8.64e15;

async function closeAddress(session: Session, key: string, ending: Ending, nowMs: number): Promise<void> {
  const { outcome, detail, message, nextTryMs } = ending;
  const hasFailed = outcome === "failed" || outcome === "not-obtained";
  // A page whose server is gone was not requested.
  const attempts = !hasFailed ? "0" : detail === "SERVER_GONE" ? "attempts" : "attempts + 1";
  await session.run(
    `UPDATE addresses SET outcome = ?, detail = ?, message = ?, done_ms = ?, due_ms = ?, leased_until_ms = 0, leased_by = NULL,
     attempts = ${attempts} WHERE key = ?`,
    [outcome, detail, message, nowMs, nextTryMs === null ? null : Math.min(nextTryMs, LAST_DATE_MS), key],
  );
}

async function countOutcome(session: Session, run: number, { outcome, detail }: Ending): Promise<void> {
  await session.run(
    `INSERT INTO run_counts (run, outcome, detail, count) VALUES (?, ?, ?, 1)
     ON CONFLICT (run, outcome, detail) DO UPDATE SET count = run_counts.count + 1`,
    [run, outcome, detail],
  );
}
