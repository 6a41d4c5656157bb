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

/** Articles that match a query, newest stored first: both drivers give the same hits in the same order. */
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
  { after, limit }: SearchOptions,
): Promise<readonly HitRow[]> {
  if (searchWindow === undefined) return readRows(session, condition, "article_terms.rowid", limit);
  const [newest] = await session.all<{ id: number | null }>("SELECT max(rowid) AS id FROM article_terms");
  const from = (after ?? newest?.id ?? 0) - searchWindow;
  const recent = {
    sql: `${condition.sql} AND article_terms.rowid >= ?`,
    values: [...condition.values, from],
  };
  const rows = await readRows(session, recent, "article_terms.rowid", limit);
  if (rows.length > limit) return rows;
  // A sum, which no index has the order of: else the planner reads all rows by id for a word that few of them have.
  return readRows(session, condition, "article_terms.rowid + 0", limit);
}

async function readRows(
  session: Session,
  { sql, values }: Condition,
  order: string,
  limit: number,
): Promise<readonly HitRow[]> {
  return session.all<HitRow>(
    `SELECT hits.id, url, title, site, language, published, first_seen_ms, article FROM (
       SELECT article_terms.rowid AS id, url, title, site, language, published, first_seen_ms, version
       FROM article_terms JOIN articles ON articles.id = article_terms.rowid
       WHERE ${sql} ORDER BY ${order} DESC LIMIT ?) AS hits
     JOIN versions ON versions.article_id = hits.id AND versions.number = hits.version ORDER BY hits.id DESC`,
    [...values, limit + 1],
  );
}

function conditions(database: Database, query: Query, { after, sinceMs, untilMs }: SearchOptions): Condition {
  const match = database.matches(query);
  const bounds = [
    { sql: "article_terms.rowid < ?", value: after },
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
