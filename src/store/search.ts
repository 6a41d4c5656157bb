import type { Condition, Database, Session } from "./database.ts";
import { readArticle } from "./index-article.ts";
import { parseQuery, type Query } from "./parse-query.ts";
import { makeSnippet } from "./snippet.ts";
import type { SearchHit, SearchOptions, SearchPage } from "./store.ts";

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

/** Articles that match a query in the order in which they were stored, or the reverse: both drivers give the same hits. */
export async function search(
  database: Database,
  session: Session,
  text: string,
  options: SearchOptions,
): Promise<SearchPage> {
  const query = parseQuery(text);
  const { limit } = options;
  const rows = await findRows(database, session, conditions(database, query, options), options);
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
  // A sum, which no index has the order of: else the planner reads all rows by id for a word that few of them have.
  return readRows(session, condition, { by: "article_terms.rowid + 0", direction, limit });
}

/** The condition of the first rows that a search looks at. */
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

function conditions(database: Database, query: Query, options: SearchOptions): Condition {
  const { after, first, upToId, sinceMs, untilMs } = options;
  const match = database.matches(query);
  const bounds = [
    { sql: `article_terms.rowid ${first === "oldest" ? ">" : "<"} ?`, value: after },
    { sql: "article_terms.rowid <= ?", value: upToId },
    { sql: "dated_ms >= ?", value: sinceMs },
    { sql: "dated_ms < ?", value: untilMs },
  ].filter((bound) => bound.value !== undefined);
  return {
    sql: [match.sql, ...bounds.map(({ sql }) => sql)].join(" AND "),
    values: [...match.values, ...bounds.map(({ value }) => value!)],
  };
}

function hitOf({ first_seen_ms, article, ...row }: HitRow, query: Query): SearchHit {
  return { ...row, firstSeenMs: first_seen_ms, ...makeSnippet(readArticle(article).text, query) };
}
