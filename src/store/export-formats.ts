import type { Article } from "../article/index.ts";
import { escapeText } from "../assemble/index.ts";
import { withoutControls } from "./epub.ts";
import type { StoredArticle } from "./store.ts";

/** A line of an export: the Article, with what the store knows of it. */
export interface ExportLine extends Article {
  readonly collectedTitles: readonly object[];
  /** The first source that found it, all topics, and the concepts of its site's taxonomy. */
  readonly source: string | null;
  readonly topics: readonly string[];
  readonly concepts: readonly string[];
  /** The paper that an aggregator named, and the first date that a list stated. */
  readonly publisher: string | null;
  readonly announced: string | null;
  readonly firstSeen: string;
  readonly versions: readonly object[];
}

/** A stored article as a line of an export; times are ISO 8601. */
export function exportLine(stored: StoredArticle): ExportLine {
  const { article, collectedTitles, sources, topics, concepts, publisher, announced, firstSeenMs, versions } =
    stored;
  return {
    ...article,
    // Most pages do not name their site; their address does.
    site: article.site ?? stored.site,
    collectedTitles: collectedTitles.map(({ foundMs, ...title }) => ({ ...title, found: isoTime(foundMs) })),
    source: sources[0] ?? null,
    topics,
    concepts,
    publisher,
    announced,
    firstSeen: isoTime(firstSeenMs),
    versions: versions.map(({ atMs, ...version }) => ({ ...version, at: isoTime(atMs) })),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** The columns of a table of articles, each with its value. */
const COLUMNS: Readonly<Record<string, (stored: StoredArticle) => string | number | null>> = {
  id: ({ id }) => id,
  url: ({ article }) => article.canonicalUrl ?? article.url,
  title: ({ article }) => article.title,
  authors: ({ article }) => article.authors.join("; "),
  published: ({ article }) => article.published,
  modified: ({ article }) => article.modified,
  language: ({ article }) => article.language,
  site: ({ site }) => site,
  section: ({ article }) => article.section,
  topics: ({ topics }) => topics.join("; "),
  concepts: ({ concepts }) => concepts.join("; "),
  source: ({ sources }) => sources[0] ?? null,
  publisher: ({ publisher }) => publisher,
  announced: ({ announced }) => announced,
  firstSeen: ({ firstSeenMs }) => isoTime(firstSeenMs),
  versions: ({ versions }) => versions.length,
  wordCount: ({ article }) => article.wordCount,
  text: ({ article }) => article.text,
};

/** The first line of a CSV file (RFC 4180). */
export function csvHead(): string {
  return `${Object.keys(COLUMNS).join(",")}\r\n`;
}

/** An article as a record of a CSV file. */
export function csvRecord(stored: StoredArticle): string {
  return `${Object.values(COLUMNS)
    .map((read) => csvCell(read(stored)))
    .join(",")}\r\n`;
}

/** Spreadsheets run cells that begin like this as formulas; an apostrophe makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: string | number | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Articles as an RSS 2.0 feed with their whole text. */
export function toRss(articles: readonly StoredArticle[], title: string): string {
  return writeRss(articles.map(feedItem), ownHead(title));
}

/** The pieces of an RSS 2.0 feed, one for each article in a stream. */
export async function* rssPieces(
  articles: AsyncIterable<StoredArticle>,
  title: string,
): AsyncGenerator<string> {
  yield rssStart(ownHead(title));
  for await (const article of articles) yield `${rssItem(feedItem(article))}\n`;
  yield RSS_END;
}

function ownHead(title: string): FeedHead {
  const link = "https://github.com/galley-news/galley";
  return { title, link, description: "Articles collected by galley" };
}

/** What a feed says of an article. */
export interface FeedItem extends Pick<Article, "title" | "published" | "authors" | "excerpt"> {
  readonly url: string;
  readonly firstSeenMs: number;
  readonly topics: readonly string[];
  readonly html: string | null;
}

function feedItem({ article, firstSeenMs, topics }: StoredArticle): FeedItem {
  const { title, published, authors, excerpt, html } = article;
  const url = article.canonicalUrl ?? article.url ?? "";
  return { url, title, published, authors, excerpt, html, firstSeenMs, topics };
}

/** What a feed says of itself. */
export interface FeedHead {
  readonly title: string;
  readonly link: string;
  readonly description: string;
}

/** Items as an RSS 2.0 feed. */
export function writeRss(items: readonly FeedItem[], head: FeedHead): string {
  return rssStart(head) + items.map((item) => `${rssItem(item)}\n`).join("") + RSS_END;
}

function rssStart({ title, link, description }: FeedHead): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${xmlText(title)}</title>
<link>${xmlText(link)}</link>
<description>${xmlText(description)}</description>
`;
}

const RSS_END = "</channel>\n</rss>\n";

function rssItem({ url, firstSeenMs, topics, ...article }: FeedItem): string {
  const published = Date.parse(article.published ?? "");
  const fields: readonly (readonly [name: string, value: string | null])[] = [
    ["title", article.title],
    ["link", url],
    ["guid", url],
    ["pubDate", new Date(Number.isNaN(published) ? firstSeenMs : published).toUTCString()],
    ...article.authors.map((author) => ["dc:creator", author] as const),
    ...topics.map((topic) => ["category", topic] as const),
    ["description", article.excerpt],
    ["content:encoded", article.html],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value === null ? [] : `<${name}>${xmlText(value)}</${name}>`,
  );
  return `<item>\n${lines.join("\n")}\n</item>`;
}

function xmlText(text: string): string {
  return withoutControls(escapeText(text));
}
