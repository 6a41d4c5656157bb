import type { Article } from "../article/index.ts";
import type { Session } from "./database.ts";
import { articleTerms } from "./terms.ts";

/** What a new article's entry is made of. */
interface NewArticle {
  /** Of its identity, whose site it is filed under. */
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

/** Brings the full-text entry of an article up to date with its text and all that found it. */
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

/** An article as the store wrote it. */
export function readArticle(json: string): Article {
  return JSON.parse(json);
}
