import { healthOf } from "../../collect/index.ts";
import { WHOLE_PARTS } from "../../default-parts.ts";
import { NewsError } from "../../errors/index.ts";
import type { SearchHit, SourceReport, Store, StoredArticle } from "../../store/index.ts";
import { registrableDomain } from "../../url/index.ts";
import type { CollectState } from "../site-threads.ts";
import type {
  ArticleList,
  CollectAnswer,
  HitList,
  ListQuery,
  NewSource,
  SearchQuery,
  SiteAnswer,
  SourceAnswer,
  StoredArticleAnswer,
} from "./library-schemas.ts";

const DEFAULT_LIMIT = 20;

/** Articles in the order in which they were stored. */
export async function listArticles(
  store: Store,
  { after, limit = DEFAULT_LIMIT }: ListQuery,
): Promise<ArticleList> {
  const found = await store.listArticles({ after, limit });
  const next = found.length < limit ? null : (found.at(-1)?.id ?? null);
  return { articles: found.map(summaryOf), next };
}

function summaryOf({
  id,
  article,
  site,
  firstSeenMs,
  versions,
}: StoredArticle): ArticleList["articles"][number] {
  const { canonicalUrl, url, title, language, published, wordCount } = article;
  const head = {
    id,
    url: canonicalUrl ?? url,
    title,
    site,
    language,
    published,
    firstSeen: isoTime(firstSeenMs),
  };
  return { ...head, wordCount, versions: versions.length };
}

/** An article, or one of its versions. */
export async function readArticle(store: Store, id: number, version?: number): Promise<StoredArticleAnswer> {
  const stored = await store.getArticle(id);
  const article = version === undefined ? stored?.article : await store.getVersion(id, version);
  if (stored === undefined || article === undefined)
    throw new NewsError("NOT_FOUND", "The library has no such article or version.");
  const { site, sources, topics, group } = stored;
  return {
    id,
    article,
    site,
    sources: [...sources],
    topics: [...topics],
    firstSeen: isoTime(stored.firstSeenMs),
    lastSeen: isoTime(stored.lastSeenMs),
    collectedTitles: stored.collectedTitles.map(({ title, source, foundMs }) => ({
      title,
      source,
      found: isoTime(foundMs),
    })),
    versions: stored.versions.map(({ number, atMs, reason, changed }) => ({
      number,
      at: isoTime(atMs),
      reason,
      changed: [...changed],
    })),
    group,
  };
}

/** The articles that a query finds. */
export async function searchArticles(store: Store, query: SearchQuery): Promise<HitList> {
  const { q, since, until, after, limit = DEFAULT_LIMIT } = query;
  const range = { sinceMs: momentMs("since", since), untilMs: momentMs("until", until) };
  const { hits, next } = await store.search(q, { ...range, after, limit });
  return { hits: hits.map(hitOf), next };
}

function hitOf({
  id,
  url,
  title,
  site,
  language,
  published,
  firstSeenMs,
  snippet,
  marks,
}: SearchHit): HitList["hits"][number] {
  const head = { id, url, title, site, language, published, firstSeen: isoTime(firstSeenMs) };
  return { ...head, snippet, marks: [...marks] };
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function momentMs(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new NewsError("BAD_REQUEST", `The value of ${name} is no day of ISO 8601.`);
  return ms;
}

/** All sources, and how they do. */
export async function listSources(store: Store, nowMs: number): Promise<{ sources: SourceAnswer[] }> {
  return { sources: (await store.listSources()).map((source) => sourceOf(source, nowMs)) };
}

function sourceOf(source: SourceReport, nowMs: number): SourceAnswer {
  const { id, kind, url, title, topic, site, articles } = source;
  const { status, problems } = healthOf(source, nowMs);
  return {
    id,
    kind,
    url,
    title,
    topic,
    site,
    added: isoTime(source.addedMs),
    articles,
    lastNew: timeOrNull(source.lastNewMs),
    lastRead: timeOrNull(source.lastRead?.atMs ?? null),
    status,
    problems: problems.map(({ kind: problem, reason }) => ({ kind: problem, reason })),
  };
}

/** Adds a source, read by the next run of the collector, which also finds out what it is. */
export async function addSource(
  store: Store,
  { url, title, topic }: NewSource,
  nowMs: number,
): Promise<SourceAnswer> {
  await store.putSource(
    { id: url, kind: "front", url, title: title ?? null, topic: topic ?? null, concept: null },
    nowMs,
  );
  const added = (await store.listSources()).find(({ id }) => id === url);
  if (added === undefined)
    throw new NewsError("STORE_UNAVAILABLE", "The source is not there after it was added.");
  return sourceOf(added, nowMs);
}

/** What was mined of a site. */
export async function readSite(store: Store, name: string): Promise<SiteAnswer> {
  const site = registrableDomain(`https://${name}/`, WHOLE_PARTS.suffixes);
  if (site === undefined)
    throw new NewsError("BAD_REQUEST", "The address names no site, such as news.example.");
  const taxonomy = await store.getSiteRecord(site, "taxonomy");
  const profile = await store.getSiteRecord(site, "profile");
  if (taxonomy === undefined && profile === undefined)
    throw new NewsError("NOT_FOUND", `Nothing was mined of ${site}; galley site --store does it.`);
  const minedMs = Math.max(taxonomy?.atMs ?? 0, profile?.atMs ?? 0);
  return {
    site,
    taxonomy: taxonomy?.value ?? null,
    profile: profile?.value ?? null,
    mined: isoTime(minedMs),
  };
}

/** How far collecting is. */
export function collectAnswer({
  isRunning,
  startedMs,
  endedMs,
  summary,
  failure,
}: CollectState): CollectAnswer {
  const outcomes = summary === null ? null : { ...summary.outcomes };
  return { isRunning, started: timeOrNull(startedMs), ended: timeOrNull(endedMs), outcomes, failure };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
