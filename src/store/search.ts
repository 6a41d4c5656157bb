import { cleanText } from "./addresses.ts";
import {
  type Condition,
  type Database,
  inPieces,
  insertRows,
  markList,
  replacing,
  type Session,
} from "./database.ts";
import { readArticle } from "./index-article.ts";
import { parseQuery, type Query } from "./parse-query.ts";
import type { SourceKind } from "./source.ts";
import type {
  LateHit,
  SampleAnswer,
  SampleBy,
  SampledPage,
  SearchHit,
  SearchOptions,
  SearchPage,
  Store,
  Watch,
  WatchState,
} from "./store.ts";
import { foldText, runsOf } from "./terms.ts";

interface HitRow {
  readonly id: number;
  readonly url: string;
  readonly title: string | null;
  readonly site: string;
  readonly language: string | null;
  readonly published: string | null;
  readonly first_seen_ms: number;
  readonly article: string;
}

/** Articles that match a query, in the order in which they were stored or the reverse; the same for both drivers. */
export async function search(
  database: Database,
  session: Session,
  text: string,
  options: SearchOptions,
): Promise<SearchPage> {
  const query = parseQuery(text);
  const { limit } = options;
  const rows = await findRows(database, session, conditions(session, query, options), options);
  const hits = rows.slice(0, limit).map((row) => hitOf(row, query));
  return { hits, next: rows.length > limit ? (hits.at(-1)?.id ?? null) : null };
}

/** The rows of a page of hits, and one more where there are more. */
async function findRows(
  { searchWindow }: Database,
  session: Session,
  condition: Condition,
  options: SearchOptions,
): Promise<readonly HitRow[]> {
  const { limit } = options;
  const direction = options.first === "oldest" ? "ASC" : "DESC";
  if (searchWindow === undefined)
    return readRows(session, condition, { by: "article_terms.rowid", direction, limit });
  const window = await firstRows(session, searchWindow, options);
  const first = {
    sql: `${condition.sql} AND ${window.sql}`,
    values: [...condition.values, ...window.values],
  };
  const rows = await readRows(session, first, { by: "article_terms.rowid", direction, limit });
  if (rows.length > limit) return rows;
  // Ordered by a sum, which has no index: else the planner reads all rows by id to find a rare word.
  return readRows(session, condition, { by: "article_terms.rowid + 0", direction, limit });
}

/** The condition of the rows that a search looks at first. */
async function firstRows(
  session: Session,
  count: number,
  { after, first, upToId }: SearchOptions,
): Promise<Condition> {
  const isOldestFirst = first === "oldest";
  const [end] = await session.all<{ id: number | null }>(
    `SELECT ${isOldestFirst ? "min" : "max"}(rowid) AS id FROM article_terms`,
  );
  const start = after ?? (isOldestFirst ? undefined : upToId) ?? end?.id ?? 0;
  return isOldestFirst
    ? { sql: "article_terms.rowid <= ?", values: [start + count] }
    : { sql: "article_terms.rowid >= ?", values: [start - count] };
}

/** The order of rows, and how many. */
interface RowOrder {
  readonly by: string;
  readonly direction: "ASC" | "DESC";
  readonly limit: number;
}

async function readRows(
  session: Session,
  { sql, values }: Condition,
  { by, direction, limit }: RowOrder,
): Promise<readonly HitRow[]> {
  return session.all<HitRow>(
    `SELECT hits.id, url, title, site, language, published, first_seen_ms, article FROM (
       SELECT article_terms.rowid AS id, url, title, site, language, published, first_seen_ms, version
       FROM article_terms JOIN articles ON articles.id = article_terms.rowid
       WHERE ${sql} ORDER BY ${by} ${direction} LIMIT ?) AS hits
     JOIN versions ON versions.article_id = hits.id AND versions.number = hits.version ORDER BY hits.id ${direction}`,
    [...values, limit + 1],
  );
}

function conditions(session: Session, query: Query, options: SearchOptions): Condition {
  const { after, first, upToId, ids, sinceMs, untilMs } = options;
  const match = session.matches(query);
  const bounds = [
    { sql: `article_terms.rowid ${first === "oldest" ? ">" : "<"} ?`, value: after },
    { sql: "article_terms.rowid <= ?", value: upToId },
    { sql: "dated_ms >= ?", value: sinceMs },
    { sql: "dated_ms < ?", value: untilMs },
  ].filter((bound) => bound.value !== undefined);
  const named = ids === undefined ? [] : [`articles.id IN ${markList(ids.length)}`];
  return {
    sql: [match.sql, ...bounds.map(({ sql }) => sql), ...named].join(" AND "),
    values: [...match.values, ...bounds.map(({ value }) => value!), ...(ids ?? [])],
  };
}

function hitOf({ first_seen_ms, article, ...row }: HitRow, query: Query): SearchHit {
  return { ...row, firstSeenMs: first_seen_ms, ...makeSnippet(readArticle(article).text, query) };
}

/** About two lines of a terminal. */
const SNIPPET_CHARACTERS = 160;
/** Before the first word of the query, for context. */
const LEAD_CHARACTERS = 40;

/** A piece of a text and where words of the query are in it. */
interface Snippet {
  readonly snippet: string;
  /** From, to, from, to… */
  readonly marks: readonly number[];
}

/** The piece of a text around the first words of a query; its beginning where they are only in the title. */
export function makeSnippet(text: string, query: Query): Snippet {
  const line = text.replace(/\s+/g, " ").trim();
  const wanted = wantedWords(query);
  const first = marksOf(line, wanted, 1)[0] ?? 0;
  const start = first <= LEAD_CHARACTERS ? 0 : wordStart(line, first - LEAD_CHARACTERS);
  const end = wordEnd(line, start + SNIPPET_CHARACTERS);
  const piece = line.slice(start, end).toWellFormed().trim();
  const [before, after] = [start > 0 ? "… " : "", end < line.length ? " …" : ""];
  const snippet = before + piece + after;
  return { snippet, marks: marksOf(snippet, wanted, Number.POSITIVE_INFINITY) };
}

function wordStart(line: string, from: number): number {
  const space = line.indexOf(" ", from);
  return space < 0 || space - from > LEAD_CHARACTERS / 2 ? from : space + 1;
}

/** The end of the last whole word before a place; the place itself in text without spaces. */
function wordEnd(line: string, to: number): number {
  if (to >= line.length) return line.length;
  const space = line.lastIndexOf(" ", to);
  return to - space > LEAD_CHARACTERS / 2 ? to : space;
}

/** What is marked: words as they are, the beginning of words, and pieces of unspaced runs. */
interface Wanted {
  readonly words: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly pieces: readonly string[];
}

/** The words that a hit can have, those after NOT left out. */
function wantedWords(query: Query): Wanted {
  const wanted = { words: new Set<string>(), prefixes: [] as string[], pieces: [] as string[] };
  const visit = (part: Query): void => {
    if (part.kind === "and" || part.kind === "or") for (const each of part.parts) visit(each);
    if (part.kind !== "phrase" || part.text === undefined) return;
    const runs = runsOf(part.text);
    for (const [at, { terms, isUnspaced }] of runs.entries()) {
      if (isUnspaced) wanted.pieces.push(terms.map((term) => [...term][0]).join(""));
      else if (part.isPrefix && at === runs.length - 1) wanted.prefixes.push(terms[0]!);
      else wanted.words.add(terms[0]!);
    }
  };
  visit(query);
  return wanted;
}

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;

function marksOf(text: string, { words, prefixes, pieces }: Wanted, limit: number): readonly number[] {
  const marks: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const folded = foldText(word);
    if (words.has(folded) || prefixes.some((prefix) => folded.startsWith(prefix)))
      marks.push(index, index + word.length);
    // Folding keeps the length of unspaced scripts but for rare compatibility forms, which are then not marked.
    else if (folded.length === word.length) marks.push(...pieceMarks(folded, pieces, index));
    if (marks.length >= limit * 2) break;
  }
  return marks;
}

function pieceMarks(folded: string, pieces: readonly string[], index: number): readonly number[] {
  return pieces.flatMap((piece) => {
    const at = folded.indexOf(piece);
    return at < 0 ? [] : [index + at, index + at + piece.length];
  });
}

/** Watches a saved search, or replaces how it is watched. */
export async function putWatch(
  session: Session,
  { name, feed, webhook, secretFile, afterId }: Omit<Watch, "query" | "failure">,
): Promise<void> {
  const how = {
    feed: feed && cleanText(feed),
    webhook: webhook && cleanText(webhook),
    secret_file: secretFile && cleanText(secretFile),
    after_id: afterId,
    failure: null,
  };
  const watch = { name: cleanText(name), ...how };
  await insertRows(session, "watches", [watch], replacing("name", Object.keys(how)));
  await session.run("DELETE FROM late_hits WHERE watch = ?", [cleanText(name)]);
}

interface WatchRow extends Omit<Watch, "secretFile" | "afterId"> {
  readonly secret_file: string | null;
  readonly after_id: number;
}

/** Watched searches by name; one whose search is gone is not watched. */
export async function listWatches(session: Session): Promise<readonly Watch[]> {
  const rows = await session.all<WatchRow>(
    `SELECT watches.name, query, feed, webhook, secret_file, after_id, failure FROM watches
     JOIN searches ON searches.name = watches.name ORDER BY watches.name`,
  );
  return rows.map(({ secret_file, after_id, ...row }) => ({
    ...row,
    secretFile: secret_file,
    afterId: after_id,
  }));
}

/** Records the last report, or its failure. */
export async function noteWatch(
  session: Session,
  name: string,
  { afterId, reportedIds = [], failure }: WatchState,
): Promise<void> {
  await inPieces(reportedIds, 1, async (piece) => {
    await session.run(
      `UPDATE late_hits SET is_told = 1 WHERE watch = ? AND article_id IN ${markList(piece.length)}`,
      [name, ...piece],
    );
  });
  await session.run("UPDATE watches SET after_id = coalesce(?, after_id), failure = ? WHERE name = ?", [
    afterId ?? null,
    failure === null ? null : cleanText(failure),
    name,
  ]);
}

/** Stops watching a search. */
export async function removeWatch(session: Session, name: string): Promise<boolean> {
  await session.run("DELETE FROM late_hits WHERE watch = ?", [name]);
  return (await session.run("DELETE FROM watches WHERE name = ?", [name])) > 0;
}

/** Articles that began to match a watched search after they were stored, the last first. */
export async function listLateHits(
  session: Session,
  name: string,
  which: "all" | "unreported",
  limit: number,
): Promise<readonly LateHit[]> {
  const rows = await session.all<{ article_id: number; place: number }>(
    `SELECT article_id, place FROM late_hits WHERE watch = ?${which === "unreported" ? " AND is_told = 0" : ""}
     ORDER BY place DESC, article_id DESC LIMIT ?`,
    [name, limit],
  );
  return rows.map(({ article_id, place }) => ({ articleId: article_id, place }));
}

interface SampledRow {
  readonly key: string;
  readonly url: string;
  readonly article_id: number | null;
  readonly version: number | null;
  readonly detail: string;
  readonly source: string | null;
  readonly topic: string | null;
  readonly publisher: string | null;
  readonly kind: SourceKind | null;
  readonly found_ms: number;
  readonly dated_ms: number | null;
}

/** Addresses that gave an article, or should have, with their first finding, or the first by a kind of source. */
export async function listSampled(
  session: Session,
  by: SampleBy,
  { after = "", limit, kind }: Parameters<Store["listSampled"]>[1],
): Promise<readonly SampledPage[]> {
  const hasTopic = by === "topic" ? "AND topic <> ''" : "";
  const isOfKind = kind === undefined ? "" : "AND source IN (SELECT id FROM sources WHERE kind = ?)";
  const rows = await session.all<SampledRow>(
    `SELECT addresses.key, coalesce(articles.url, addresses.url) AS url, article_id, version, detail, findings.source,
     findings.topic, publisher, kind, findings.found_ms, dated_ms FROM addresses JOIN findings ON findings.key = addresses.key AND findings.digest =
       (SELECT digest FROM findings AS first WHERE first.key = addresses.key ${hasTopic} ${isOfKind} ORDER BY found_ms, digest LIMIT 1)
     LEFT JOIN articles ON articles.id = article_id LEFT JOIN sources ON sources.id = findings.source
     WHERE addresses.key > ? AND (article_id IS NOT NULL OR outcome IN ('failed', 'not-obtained'))
     ORDER BY addresses.key LIMIT ?`,
    [...(kind === undefined ? [] : [kind]), after, limit],
  );
  return rows.map(({ article_id, version, found_ms, dated_ms, ...row }) => ({
    ...row,
    topic: row.topic || null,
    articleId: article_id,
    version: version ?? 0,
    foundMs: found_ms,
    datedMs: dated_ms,
  }));
}

/** Keeps answers; a later one replaces the one before. */
export async function putAnswers(session: Session, answers: readonly SampleAnswer[]): Promise<void> {
  const unique = [...new Map(answers.map((answer) => [answer.id, answer])).values()];
  const rows = unique.map(({ id, version, verdict, atMs }) => {
    return { id: cleanText(id, id.length), version, verdict, at_ms: atMs };
  });
  const otherwise = replacing("id", ["version", "verdict", "at_ms"]);
  await inPieces(rows, 4, async (piece) => {
    await insertRows(session, "answers", piece, otherwise);
  });
}

/** The answers of some ids. */
export async function getAnswers(session: Session, ids: readonly string[]): Promise<readonly SampleAnswer[]> {
  const answers: SampleAnswer[] = [];
  await inPieces(ids, 1, async (piece) => {
    const rows = await session.all<Omit<SampleAnswer, "atMs"> & { readonly at_ms: number }>(
      `SELECT id, version, verdict, at_ms FROM answers WHERE id IN ${markList(piece.length)} ORDER BY id`,
      piece,
    );
    answers.push(...rows.map(({ at_ms, ...row }) => ({ ...row, atMs: at_ms })));
  });
  return answers;
}
