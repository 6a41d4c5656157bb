import type { Article } from "../article/index.ts";
import { NewsError } from "../errors/index.ts";
import type { Session } from "./database.ts";
import { parseQuery, type Query } from "./parse-query.ts";
import { articleTerms } from "./terms.ts";

/** A new article for the index. */
interface NewArticle {
  /** The key of its identity, which gives the site. */
  readonly key: string;
  readonly article: Article;
  readonly concept: string | null;
}

interface FoundRow {
  readonly source: string;
  readonly topic: string;
  readonly publisher: string | null;
  readonly concept: string | null;
}

/** Writes the full-text entry of an article: its text and all that found it. */
export async function indexArticle(session: Session, id: number, fresh?: NewArticle): Promise<void> {
  const known = fresh ?? (await readKnown(session, id));
  if (known === undefined) return;
  const found = await session.all<FoundRow>(
    `SELECT DISTINCT source, findings.topic, publisher, concept
     FROM findings JOIN addresses ON addresses.key = findings.key LEFT JOIN sources ON sources.id = findings.source
     WHERE addresses.article_id = ?`,
    [id],
  );
  // The paper that an aggregator names is a source to readers as well.
  const sources = [...new Set(found.flatMap(({ source, publisher }) => [source, publisher ?? []].flat()))];
  // A concept of the site's taxonomy is a topic to readers as well.
  const named = [known.concept, ...found.flatMap(({ topic, concept }) => [topic, concept])];
  const topics = [...new Set(named)].flatMap((topic) => topic || []);
  const terms = articleTerms(known.article, `https://${known.key}`, { sources, topics });
  if (fresh === undefined) await session.run("DELETE FROM article_terms WHERE rowid = ?", [id]);
  await session.run("INSERT INTO article_terms (rowid, terms) VALUES (?, ?)", [id, terms]);
}

async function readKnown(session: Session, id: number): Promise<NewArticle | undefined> {
  const [row] = await session.all<{ key: string; article: string; concept: string | null }>(
    `SELECT articles.key, articles.concept, versions.article FROM articles
     JOIN versions ON versions.article_id = articles.id AND versions.number = articles.version
     WHERE articles.id = ?`,
    [id],
  );
  return row && { ...row, article: readArticle(row.article) };
}

interface WatchedQuery {
  readonly name: string;
  readonly afterId: number;
  readonly query: Query;
  readonly isHit: boolean;
}

/** Updates the entry of a known article, and records which watched searches it matches from now on, or no longer. */
export async function reindexArticle(session: Session, id: number): Promise<void> {
  const watched = await watchedQueries(session, id);
  await indexArticle(session, id);
  for (const { name, afterId, query, isHit } of watched) {
    if ((await isMatch(session, id, query)) === isHit) continue;
    if (!isHit) await noteHit(session, { watch: name, id, isReported: 0 });
    else if (!(await dropUnreported(session, name, id)) && id <= afterId)
      // It was reported, or was there before the watch: a new match is not news.
      await noteHit(session, { watch: name, id, isReported: 1 });
  }
}

async function dropUnreported(session: Session, watch: string, id: number): Promise<boolean> {
  const dropped = await session.run(
    "DELETE FROM late_hits WHERE watch = ? AND article_id = ? AND is_told = 0",
    [watch, id],
  );
  return dropped > 0;
}

async function watchedQueries(session: Session, id: number): Promise<readonly WatchedQuery[]> {
  const rows = await session.all<{ name: string; query: string; after_id: number }>(
    "SELECT watches.name, query, after_id FROM watches JOIN searches ON searches.name = watches.name ORDER BY watches.name",
  );
  const watched: WatchedQuery[] = [];
  for (const { name, query: text, after_id } of rows) {
    const query = readableQuery(text);
    if (query) watched.push({ name, query, afterId: after_id, isHit: await isMatch(session, id, query) });
  }
  return watched;
}

/** A saved query that cannot be read, such as one of a newer galley, must not stop an article from being stored. */
function readableQuery(text: string): Query | undefined {
  try {
    return parseQuery(text);
  } catch (error) {
    if (error instanceof NewsError && error.code === "BAD_QUERY") return undefined;
    throw error;
  }
}

async function isMatch(session: Session, id: number, query: Query): Promise<boolean> {
  const { sql, values } = session.matches(query);
  // FTS5 refuses a rowid bound as a JavaScript number, which is a float.
  const rows = await session.all(
    `SELECT 1 AS hit FROM article_terms WHERE ${sql} AND article_terms.rowid = CAST(? AS BIGINT)`,
    [...values, id],
  );
  return rows.length > 0;
}

interface NotedHit {
  readonly watch: string;
  readonly id: number;
  readonly isReported: 0 | 1;
}

async function noteHit(session: Session, { watch, id, isReported }: NotedHit): Promise<void> {
  await session.run(
    `INSERT INTO late_hits (watch, article_id, place, is_told) VALUES (?, ?, (SELECT max(id) FROM articles), ?)
     ON CONFLICT (watch, article_id) DO NOTHING`,
    [watch, id, isReported],
  );
}

/** An article as the store wrote it. */
export function readArticle(json: string): Article {
  return JSON.parse(json);
}
