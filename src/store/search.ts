import type { Database, Session, SqlValue } from "./database.ts";
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
  const { sql, values } = conditions(database, query, options);
  // Full-text rows come newest first by themselves, so that a common word costs no more than its first hits.
  const rows = await session.all<HitRow>(
    `SELECT hits.id, url, title, site, language, published, first_seen_ms, article FROM (
       SELECT article_terms.rowid AS id, url, title, site, language, published, first_seen_ms, version
       FROM article_terms JOIN articles ON articles.id = article_terms.rowid
       WHERE ${sql} ORDER BY article_terms.rowid DESC LIMIT ?) AS hits
     JOIN versions ON versions.article_id = hits.id AND versions.number = hits.version ORDER BY hits.id DESC`,
    [...values, limit + 1],
  );
  const hits = rows.slice(0, limit).map((row) => hitOf(row, query));
  return { hits, next: rows.length > limit ? (hits.at(-1)?.id ?? null) : null };
}

function conditions(
  database: Database,
  query: Query,
  { after, sinceMs, untilMs }: SearchOptions,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
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
