import { createHash } from "node:crypto";
import { WHOLE_PARTS } from "../default-parts.ts";
import { NewsError } from "../errors/index.ts";
import { addressKey, parseHttpUrl, registrableDomain } from "../url/index.ts";
import type {
  AddedFindings,
  Candidate,
  Failure,
  Finding,
  FindingTime,
  LeaseOptions,
  TitleFacts,
  Validators,
} from "./candidate.ts";
import { inPieces, insertion, insertRows, markList, replacing, type Session } from "./database.ts";
import { reindexArticle } from "./index-article.ts";
import type { Store } from "./store.ts";

/** Longer addresses are hashed, as an index entry of PostgreSQL has at most 2,704 bytes. */
const MAX_KEY_CHARACTERS = 500;

/** One key for all spellings of an address. */
export function keyOf(url: string): string {
  const key = addressKey(url);
  return key.length <= MAX_KEY_CHARACTERS ? key : `${key.slice(0, 400)}#${digestOf(key)}`;
}

/** A short digest of texts of any length. */
export function digestOf(...texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\0")).digest("base64url").slice(0, 32);
}

/** The registrable domain of an address; BAD_URL where it is none. */
export function siteOf(url: string): string {
  const site = parseHttpUrl(url) && registrableDomain(url, WHOLE_PARTS.suffixes);
  if (site) return site;
  throw new NewsError("BAD_URL", `The address ${JSON.stringify(url.slice(0, 200))} is not of http or https.`);
}

/** Longer titles are texts by mistake. */
const MAX_TITLE_CHARACTERS = 2000;

/** A text that both databases can store: without NUL and lone surrogates. */
export function cleanText(text: string, maxCharacters = MAX_TITLE_CHARACTERS): string {
  return text.replaceAll("\0", "").slice(0, maxCharacters).toWellFormed();
}

/** A finding with its key. */
interface KeyedFinding {
  readonly key: string;
  readonly url: string;
  readonly site: string;
  readonly source: string;
  readonly topic: string;
  readonly title: string;
  readonly digest: string;
  readonly publisher: string | null;
  readonly published: string | null;
  readonly modified: string | null;
}

function keyed({ url, source, topic, title, publisher, published, modified }: Finding): KeyedFinding {
  const texts = {
    source: cleanText(source, MAX_KEY_CHARACTERS),
    topic: cleanText(topic ?? "", MAX_KEY_CHARACTERS),
    title: cleanText(title ?? "").trim(),
  };
  const digest = digestOf(texts.source, texts.topic, texts.title);
  return {
    key: keyOf(url),
    url: cleanText(url, url.length),
    site: siteOf(url),
    ...texts,
    digest,
    publisher: publisher ? cleanText(publisher, MAX_KEY_CHARACTERS) : null,
    published: published ? cleanText(published, MAX_KEY_CHARACTERS) : null,
    modified: modified ? cleanText(modified, MAX_KEY_CHARACTERS) : null,
  };
}

/** Records findings and makes candidates of addresses that are new, or due for another look. */
export async function addFindings(
  session: Session,
  findings: readonly Finding[],
  when: FindingTime,
): Promise<AddedFindings> {
  // In the same order for all collectors, so that two of them cannot deadlock.
  const all = findings.map(keyed).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const sum = { fresh: 0, due: 0, known: 0, removed: 0 };
  await inPieces(all, VALUES_A_FINDING, async (piece) => {
    const added = await addPiece(session, piece, when);
    for (const name of ["fresh", "due", "known", "removed"] as const) sum[name] += added[name];
  });
  return sum;
}

const VALUES_A_FINDING = 9;

async function addPiece(
  session: Session,
  piece: readonly KeyedFinding[],
  when: FindingTime,
): Promise<AddedFindings> {
  const byKey = new Map(piece.map((finding) => [finding.key, finding]));
  for (const key of await removedKeys(session, [...byKey.keys()])) byKey.delete(key);
  const removed = new Set(piece.map(({ key }) => key)).size - byKey.size;
  if (byKey.size === 0) return { fresh: 0, due: 0, known: 0, removed };
  const fresh = await insertAddresses(session, [...byKey.values()], {
    found_ms: when.nowMs,
    due_ms: when.nowMs,
  });
  const due = await makeDue(session, [...byKey.keys()], when);
  const wanted = piece.filter(({ key }) => byKey.has(key));
  await insertFindings(session, wanted, when.nowMs);
  return { fresh, due, known: byKey.size - fresh - due, removed };
}

/** The keys among some whose articles were removed by a user. */
export async function removedKeys(session: Session, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await session.all<{ key: string }>(
    `SELECT key FROM removed WHERE key IN ${markList(keys.length)}`,
    keys,
  );
  return rows.map(({ key }) => key);
}

/** Adds unknown addresses, as candidates if due; returns how many. */
export async function insertAddresses(
  session: Session,
  addresses: readonly Pick<KeyedFinding, "key" | "url" | "site">[],
  when: { readonly found_ms: number; readonly due_ms: number | null },
): Promise<number> {
  const blank = { ...when, detail: "", attempts: 0, leased_until_ms: 0 };
  const rows = addresses.map(({ key, url, site }) => ({ key, url, site, ...blank }));
  return insertRows(session, "addresses", rows, "ON CONFLICT (key) DO NOTHING");
}

async function makeDue(
  session: Session,
  keys: readonly string[],
  { nowMs, recheckMs, againRule = "" }: FindingTime,
): Promise<number> {
  if (recheckMs === undefined) return 0;
  return session.run(
    `UPDATE addresses SET due_ms = ? WHERE due_ms IS NULL AND key IN ${markList(keys.length)}
     AND (done_ms <= ? OR (outcome = 'refused' AND detail = ?))`,
    [nowMs, ...keys, nowMs - recheckMs, againRule],
  );
}

/** Records findings; articles that another source or topic found can be searched by it. */
async function insertFindings(
  session: Session,
  findings: readonly KeyedFinding[],
  nowMs: number,
): Promise<void> {
  const unique = [...new Map(findings.map((each) => [`${each.key} ${each.digest}`, each])).values()];
  const { sql, values } = insertion(
    "findings",
    unique.map(({ key, digest, source, topic, title, publisher, published, modified }) => {
      const stated = { publisher, published, modified };
      return { key, digest, source, topic, title, found_ms: nowMs, ...stated };
    }),
  );
  const fresh = await session.all<{ key: string }>(
    `${sql} ON CONFLICT (key, digest) DO NOTHING RETURNING key`,
    values,
  );
  if (fresh.length === 0) return;
  const found = await session.all<{ id: number }>(
    `SELECT DISTINCT article_id AS id FROM addresses
     WHERE article_id IS NOT NULL AND key IN ${markList(fresh.length)} ORDER BY article_id`,
    fresh.map(({ key }) => key),
  );
  for (const { id } of found) await reindexArticle(session, id);
}

/** An address that was leased. */
export interface AddressRow {
  readonly key: string;
  readonly url: string;
  readonly site: string;
  readonly attempts: number;
  readonly article_id: number | null;
}

/** Leases due candidates, the longest due first. */
export async function lease(session: Session, options: LeaseOptions): Promise<readonly Candidate[]> {
  const { nowMs, leaseMs, run = null } = options;
  const due = await findDue(session, options);
  const candidates: Candidate[] = [];
  await inPieces(due, 1, async (piece) => {
    // The conditions are checked again under the row's lock, as another collector may be faster.
    const rows = await session.all<AddressRow>(
      `UPDATE addresses SET leased_until_ms = ?, leased_by = ? WHERE leased_until_ms <= ? AND due_ms <= ?
       AND key IN ${markList(piece.length)} RETURNING key, url, site, attempts, article_id`,
      [nowMs + leaseMs, run, nowMs, nowMs, ...piece.map(({ key }) => key)],
    );
    candidates.push(...(await withFindings(session, rows)));
  });
  return candidates;
}

/** Holds leased candidates for longer. */
export async function renewLeases(
  session: Session,
  urls: readonly string[],
  { nowMs, leaseMs, run }: Parameters<Store["renewLeases"]>[1],
): Promise<number> {
  let held = 0;
  await inPieces(urls.map(keyOf).toSorted(), 1, async (piece) => {
    held += await session.run(
      `UPDATE addresses SET leased_until_ms = ? WHERE leased_by = ? AND leased_until_ms > 0
       AND key IN ${markList(piece.length)}`,
      [nowMs + leaseMs, run, ...piece],
    );
  });
  return held;
}

interface DueRow {
  readonly key: string;
  readonly site: string;
  readonly due_ms: number;
}

/** Sites in one statement; SQLite allows 500 queries in a UNION. */
const SITES_AT_ONCE = 100;

/**
 * Due addresses, longest due first. With a limit a site: the first of each site, then the second and so on, since hosts are asked
 * one page at a time and many sites are faster than many pages of a few.
 */
async function findDue(session: Session, options: LeaseOptions): Promise<readonly DueRow[]> {
  const { nowMs, limit, perSite, exceptSites = [] } = options;
  if (perSite === undefined) return dueOfAll(session, options);
  const sites = await waitingSites(session, { nowMs, limit, exceptSites });
  const ranked: (DueRow & { readonly place: number })[] = [];
  for (let at = 0; at < sites.length; at += SITES_AT_ONCE) {
    const some = sites.slice(at, at + SITES_AT_ONCE);
    const ofSite = `SELECT key, site, due_ms FROM (SELECT key, site, due_ms FROM addresses
      WHERE site = ? AND due_ms <= ? AND leased_until_ms <= ? ORDER BY due_ms, key LIMIT ?) AS own`;
    const rows = await session.all<DueRow>(
      `${some.map(() => ofSite).join(" UNION ALL ")} ORDER BY site, due_ms, key`,
      some.flatMap((site) => [site, nowMs, nowMs, perSite]),
    );
    let place = 0;
    for (const [number, row] of rows.entries()) {
      place = row.site === rows[number - 1]?.site ? place + 1 : 0;
      ranked.push({ ...row, place });
    }
  }
  const byTurn = ranked.toSorted((a, b) => a.place - b.place || a.due_ms - b.due_ms);
  return byTurn.slice(0, limit);
}

async function dueOfAll(
  session: Session,
  { nowMs, limit, exceptSites = [] }: LeaseOptions,
): Promise<readonly DueRow[]> {
  const others = exceptSites.length === 0 ? "" : `AND site NOT IN ${markList(exceptSites.length)}`;
  return session.all<DueRow>(
    `SELECT key, site, due_ms FROM addresses WHERE due_ms <= ? AND leased_until_ms <= ? ${others}
     ORDER BY due_ms, key LIMIT ?`,
    [nowMs, nowMs, ...exceptSites, limit],
  );
}

/** The sites whose first address has been due longest; each takes one step in the index, however many of its addresses wait. */
async function waitingSites(
  session: Session,
  { nowMs, limit, exceptSites }: Pick<LeaseOptions, "nowMs" | "limit"> & { exceptSites: readonly string[] },
): Promise<readonly string[]> {
  const others = exceptSites.length === 0 ? "" : `AND site NOT IN ${markList(exceptSites.length)}`;
  const rows = await session.all<{ site: string }>(
    `WITH RECURSIVE sites (site) AS (
       SELECT min(site) FROM addresses WHERE due_ms IS NOT NULL
       UNION ALL
       SELECT (SELECT min(site) FROM addresses WHERE due_ms IS NOT NULL AND site > sites.site)
       FROM sites WHERE sites.site IS NOT NULL)
     SELECT site FROM (
       SELECT site, (SELECT due_ms FROM addresses WHERE addresses.site = sites.site AND due_ms <= ?
         AND leased_until_ms <= ? ORDER BY due_ms, key LIMIT 1) AS first_due_ms
       FROM sites WHERE site IS NOT NULL ${others}) AS waiting
     WHERE first_due_ms IS NOT NULL ORDER BY first_due_ms, site LIMIT ?`,
    [nowMs, nowMs, ...exceptSites, limit],
  );
  return rows.map(({ site }) => site);
}

/** Leased addresses with their findings. */
export async function withFindings(
  session: Session,
  rows: readonly AddressRow[],
): Promise<readonly Candidate[]> {
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key);
  const findings = await session.all<FoundRow>(
    `SELECT key, source, topic, title, publisher, published, modified, reserve_range FROM findings
     WHERE key IN ${markList(keys.length)} ORDER BY found_ms, digest`,
    keys,
  );
  const byKey = Map.groupBy(findings, ({ key }) => key);
  return rows.map(({ key, url, site, attempts, article_id }) => ({
    url,
    site,
    attempts,
    articleId: article_id,
    hasNewTitle: hasNewTitle(byKey.get(key) ?? []),
    findings: (byKey.get(key) ?? []).map(({ key: _, reserve_range: __, topic, title, ...found }) => ({
      ...found,
      url,
      topic: topic || null,
      title: title || null,
    })),
  }));
}

type FoundRow = Required<Omit<Finding, "url">> & {
  readonly key: string;
  /** Null until the title was compared with its page. */
  readonly reserve_range: number | null;
};

function hasNewTitle(found: readonly FoundRow[]): boolean {
  const judged = new Set(found.flatMap(({ title, reserve_range }) => (reserve_range === null ? [] : title)));
  return found.some(({ title }) => title !== "" && !judged.has(title));
}

/** Records the comparison of collected titles with their page. */
export async function noteTitles(session: Session, key: string, facts: readonly TitleFacts[]): Promise<void> {
  for (const { title, situation, reserveRange, likeness } of facts)
    await session.run(
      "UPDATE findings SET situation = ?, reserve_range = ?, likeness = ? WHERE key = ? AND title = ?",
      [situation, reserveRange ? 1 : 0, likeness, key, cleanText(title).trim()],
    );
}

/** Copies the comparison of a title to sources that announced the page under the same title later. */
export async function copyTitleFacts(session: Session, key: string): Promise<void> {
  const judged = await session.all<TitleRow>(
    `SELECT DISTINCT title, situation, reserve_range, likeness FROM findings
     WHERE key = ? AND reserve_range IS NOT NULL AND title IN (SELECT title FROM findings WHERE key = ? AND reserve_range IS NULL)`,
    [key, key],
  );
  for (const { title, situation, reserve_range, likeness } of judged)
    await session.run(
      `UPDATE findings SET situation = ?, reserve_range = ?, likeness = ?
       WHERE key = ? AND title = ? AND reserve_range IS NULL`,
      [situation, reserve_range, likeness, key, title],
    );
}

interface TitleRow {
  readonly title: string;
  readonly situation: string | null;
  readonly reserve_range: number;
  readonly likeness: number | null;
}

interface ValidatorRow {
  readonly etag: string | null;
  readonly last_modified: string | null;
  readonly at_ms: number;
}

/** The validators of an address from its server's last answer. */
export async function getValidators(session: Session, url: string): Promise<Validators | undefined> {
  const [row] = await session.all<ValidatorRow>(
    "SELECT etag, last_modified, at_ms FROM validators WHERE key = ?",
    [keyOf(url)],
  );
  return row && { etag: row.etag, lastModified: row.last_modified, atMs: row.at_ms };
}

/** Stores the validators of an address. */
export async function putValidators(session: Session, url: string, validators: Validators): Promise<void> {
  const { etag, lastModified, atMs } = validators;
  const own = {
    etag: etag && cleanText(etag),
    last_modified: lastModified && cleanText(lastModified),
    at_ms: atMs,
  };
  await insertRows(session, "validators", [{ key: keyOf(url), ...own }], replacing("key", Object.keys(own)));
}

type FailureRow = Pick<Failure, "url" | "site" | "outcome" | "detail" | "message" | "attempts"> & {
  readonly done_ms: number;
  readonly due_ms: number | null;
};

/** Candidates that ended without an article, the latest first. */
export async function listFailures(session: Session, limit: number): Promise<readonly Failure[]> {
  const rows = await session.all<FailureRow>(
    `SELECT url, site, outcome, detail, message, attempts, done_ms, due_ms FROM addresses
     WHERE outcome IN ('failed', 'not-obtained') ORDER BY done_ms DESC, key LIMIT ?`,
    [limit],
  );
  return rows.map(({ done_ms, due_ms, ...row }) => ({ ...row, atMs: done_ms, nextTryMs: due_ms }));
}
