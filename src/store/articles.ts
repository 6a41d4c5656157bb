import { zstdDecompressSync } from "node:zlib";
import type { Article } from "../article/index.ts";
import { keyOf } from "./addresses.ts";
import { inPieces, markList, type Session } from "./database.ts";
import { readArticle } from "./index-article.ts";
import type { SourceKind } from "./source.ts";
import type {
  CollectedTitle,
  ListOptions,
  NamedCount,
  PageOptions,
  StoredArticle,
  StoredRawPage,
  StoreReport,
  Version,
  VersionReason,
} from "./store.ts";

/** The article of an address or with an id. */
export async function getArticle(
  session: Session,
  which: string | number,
): Promise<StoredArticle | undefined> {
  const id = typeof which === "number" ? which : await idOf(session, which);
  if (id === undefined) return undefined;
  const [found] = await readArticles(session, "articles.id = ?", [id], 1);
  return found;
}

async function idOf(session: Session, url: string): Promise<number | undefined> {
  const key = keyOf(url);
  const [row] = await session.all<{ id: number }>(
    `SELECT id FROM articles WHERE key = ?
     UNION SELECT article_id AS id FROM addresses WHERE key = ? AND article_id IS NOT NULL LIMIT 1`,
    [key, key],
  );
  return row?.id;
}

/** Articles in the order in which they were stored. */
export async function listArticles(
  session: Session,
  { after = 0, limit, sinceMs, untilMs }: ListOptions,
): Promise<readonly StoredArticle[]> {
  const bounds = [
    { sql: "articles.id > ?", value: after },
    { sql: "dated_ms >= ?", value: sinceMs },
    { sql: "dated_ms < ?", value: untilMs },
  ].filter(({ value }) => value !== undefined);
  const condition = bounds.map(({ sql }) => sql).join(" AND ");
  return readArticles(
    session,
    condition,
    bounds.map(({ value }) => value!),
    limit,
  );
}

interface ArticleRow {
  readonly id: number;
  readonly site: string;
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
  readonly group_id: number | null;
  readonly concept: string | null;
  readonly article: string;
}

async function readArticles(
  session: Session,
  condition: string,
  values: readonly number[],
  limit: number,
): Promise<readonly StoredArticle[]> {
  const rows = await session.all<ArticleRow>(
    `SELECT articles.id, site, first_seen_ms, last_seen_ms, group_id, articles.concept, article FROM articles
     JOIN versions ON versions.article_id = articles.id AND versions.number = articles.version
     WHERE ${condition} ORDER BY articles.id LIMIT ?`,
    [...values, limit],
  );
  const articles: StoredArticle[] = [];
  await inPieces(rows, 1, async (piece) => {
    const ids = piece.map(({ id }) => id);
    const versions = await readVersions(session, ids);
    const titles = await readFindings(session, ids);
    articles.push(...piece.map((row) => storedArticle(row, versions, titles)));
  });
  return articles;
}

function storedArticle(
  row: ArticleRow,
  versions: ReadonlyMap<number, readonly Version[]>,
  titles: ReadonlyMap<number, readonly FoundTitle[]>,
): StoredArticle {
  const found = titles.get(row.id) ?? [];
  return {
    id: row.id,
    article: readArticle(row.article),
    site: row.site,
    sources: [...new Set(found.map(({ source }) => source))],
    topics: [...new Set(found.flatMap(({ topic }) => topic ?? []))],
    concepts: [...new Set([row, ...found].flatMap(({ concept }) => concept ?? []))],
    collectedTitles: found
      .filter(({ title }) => title !== "")
      .map(({ concept: _, ...collected }) => collected),
    publisher: found.find(({ publisher }) => publisher !== null)?.publisher ?? null,
    announced: found.find(({ published }) => published !== null)?.published ?? null,
    firstSeenMs: row.first_seen_ms,
    lastSeenMs: row.last_seen_ms,
    versions: versions.get(row.id) ?? [],
    group: row.group_id ?? row.id,
  };
}

interface VersionRow {
  readonly article_id: number;
  readonly number: number;
  readonly at_ms: number;
  readonly reason: VersionReason;
  readonly changed: string;
}

async function readVersions(
  session: Session,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Version[]>> {
  const rows = await session.all<VersionRow>(
    `SELECT article_id, number, at_ms, reason, changed FROM versions
     WHERE article_id IN ${markList(ids.length)} ORDER BY article_id, number`,
    ids,
  );
  return grouped(rows, ({ number, at_ms, reason, changed }) => ({
    number,
    atMs: at_ms,
    reason,
    changed: changed === "" ? [] : changed.split(" "),
  }));
}

/** A collected title, with the concept of the section that it is from. */
type FoundTitle = CollectedTitle & { readonly concept: string | null };

interface FindingRow {
  readonly article_id: number;
  readonly title: string;
  readonly source: string;
  readonly kind: SourceKind | null;
  readonly topic: string;
  readonly concept: string | null;
  readonly found_ms: number;
  readonly situation: string | null;
  readonly reserve_range: number | null;
  readonly likeness: number | null;
  readonly publisher: string | null;
  readonly published: string | null;
  readonly modified: string | null;
}

async function readFindings(
  session: Session,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly FoundTitle[]>> {
  const rows = await session.all<FindingRow>(
    `SELECT article_id, findings.title, source, kind, findings.topic, concept, findings.found_ms, situation, reserve_range,
     likeness, publisher, published, modified
     FROM addresses JOIN findings ON findings.key = addresses.key
     LEFT JOIN sources ON sources.id = findings.source
     WHERE article_id IN ${markList(ids.length)} ORDER BY findings.found_ms, findings.digest`,
    ids,
  );
  return grouped(rows, ({ article_id: _, topic, found_ms, reserve_range, ...found }) => ({
    ...found,
    topic: topic || null,
    foundMs: found_ms,
    reserveRange: reserve_range === 1,
  }));
}

function grouped<Row extends { readonly article_id: number }, Item>(
  rows: readonly Row[],
  read: (row: Row) => Item,
): ReadonlyMap<number, readonly Item[]> {
  const groups = new Map<number, Item[]>();
  for (const row of rows) {
    const group = groups.get(row.article_id);
    if (group) group.push(read(row));
    else groups.set(row.article_id, [read(row)]);
  }
  return groups;
}

/** A version of an article, by its number. */
export async function getVersion(
  session: Session,
  id: number,
  version: number,
): Promise<Article | undefined> {
  const [row] = await session.all<{ article: string }>(
    "SELECT article FROM versions WHERE article_id = ? AND number = ?",
    [id, version],
  );
  return row && readArticle(row.article);
}

interface RawPageRow {
  readonly id: number;
  readonly article_id: number | null;
  readonly url: string;
  readonly charset: string | null;
  readonly at_ms: number;
  readonly content: Uint8Array;
}

/** The columns of a raw page. */
const RAW = "id, article_id, url, charset, at_ms, content";

/** Raw pages in the order in which they were stored. */
export async function listRawPages(
  session: Session,
  { after = 0, limit }: PageOptions,
): Promise<readonly StoredRawPage[]> {
  const rows = await session.all<RawPageRow>(
    `SELECT ${RAW} FROM raw_pages WHERE id > ? ORDER BY id LIMIT ?`,
    [after, limit],
  );
  return rows.map(readRawPage);
}

/** The pages that an article was last obtained from. */
export async function getRawPages(session: Session, articleId: number): Promise<readonly StoredRawPage[]> {
  const rows = await session.all<RawPageRow>(
    `SELECT ${RAW} FROM raw_pages WHERE article_id = ? AND at_ms =
     (SELECT max(at_ms) FROM raw_pages WHERE article_id = ?) ORDER BY id`,
    [articleId, articleId],
  );
  return rows.map(readRawPage);
}

/** Whether no page of the current version was kept; a version by a later extraction is of the same page. */
export async function lacksPage(session: Session, articleId: number): Promise<boolean> {
  const kept = await session.all(
    `SELECT 1 AS kept FROM raw_pages WHERE article_id = ? AND at_ms >=
     (SELECT max(at_ms) FROM versions WHERE article_id = ? AND reason <> 'extraction') LIMIT 1`,
    [articleId, articleId],
  );
  return kept.length === 0;
}

/** The last raw pages of a site. */
export async function listRawPagesOf(
  session: Session,
  site: string,
  limit: number,
): Promise<readonly StoredRawPage[]> {
  const rows = await session.all<RawPageRow>(
    `SELECT ${RAW} FROM raw_pages WHERE article_id IN (SELECT id FROM articles WHERE site = ?)
     ORDER BY id DESC LIMIT ?`,
    [site, limit],
  );
  return rows.map(readRawPage);
}

function readRawPage({ article_id, at_ms, content, ...row }: RawPageRow): StoredRawPage {
  return {
    ...row,
    articleId: article_id,
    atMs: at_ms,
    bytes: new Uint8Array(zstdDecompressSync(content)),
  };
}

/** Counts of the store. */
export async function report(session: Session): Promise<StoreReport> {
  const [sums] = await session.all<Pick<StoreReport, "articles" | "versions" | "bytes" | "waiting">>(
    `SELECT (SELECT count(*) FROM articles) AS articles, (SELECT count(*) FROM versions) AS versions,
     (SELECT CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM articles) AS bytes,
     (SELECT count(*) FROM addresses WHERE due_ms IS NOT NULL) AS waiting`,
  );
  const topics = await session.all<NamedCount>(
    `SELECT topic AS name, count(DISTINCT article_id) AS articles FROM findings
     JOIN addresses ON addresses.key = findings.key WHERE topic <> '' AND article_id IS NOT NULL
     GROUP BY topic ORDER BY articles DESC, topic`,
  );
  const sites = await session.all<NamedCount>(
    "SELECT site AS name, count(*) AS articles FROM articles GROUP BY site ORDER BY articles DESC, site",
  );
  return { ...sums!, topics, sites };
}
