import type { Static } from "typebox";
import { healthOf, unreadError } from "../../collect/index.ts";
import { WHOLE_PARTS } from "../../default-parts.ts";
import { NewsError } from "../../errors/index.ts";
import type { SearchHit, SourceReport, Store, StoredArticle } from "../../store/index.ts";
import { registrableDomain } from "../../url/index.ts";
import type { RouteGroup } from "../app-parts.ts";
import type { CollectState } from "../site-threads.ts";
import * as schemas from "./library-schemas.ts";
import { FAILURE } from "./schemas.ts";

const READ = { scope: "read" } as const;
const CHANGE = { scope: "collect", changes: true } as const;

/** The articles and sites of the library. */
export const libraryRoutes: RouteGroup = (scope, { openStore }) => {
  scope.get<{ Querystring: Static<typeof schemas.LIST_QUERY> }>(
    "/articles",
    {
      schema: {
        operationId: "listArticles",
        summary: "List the articles of the library, in the order in which they were stored",
        querystring: schemas.LIST_QUERY,
        response: { 200: schemas.ARTICLE_LIST, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ query }) => listArticles(await openStore(), query),
  );
  scope.get<{ Params: Static<typeof schemas.ID_PARAMS>; Querystring: Static<typeof schemas.VERSION_QUERY> }>(
    "/articles/:id",
    {
      schema: {
        operationId: "readArticle",
        summary: "Read an article of the library, or one of its versions",
        params: schemas.ID_PARAMS,
        querystring: schemas.VERSION_QUERY,
        response: { 200: schemas.STORED_ARTICLE, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ params, query }) => readArticle(await openStore(), params.id, query.version),
  );
  scope.get<{ Querystring: Static<typeof schemas.SEARCH_QUERY> }>(
    "/search",
    {
      schema: {
        operationId: "searchArticles",
        summary: "Find articles of the library, newest first",
        querystring: schemas.SEARCH_QUERY,
        response: { 200: schemas.HIT_LIST, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ query }) => searchArticles(await openStore(), query),
  );
  scope.get<{ Params: Static<typeof schemas.DOMAIN_PARAMS> }>(
    "/sites/:domain",
    {
      schema: {
        operationId: "readSite",
        summary: "Read what was mined from a site: its taxonomy and its profile",
        params: schemas.DOMAIN_PARAMS,
        response: { 200: schemas.SITE, "4xx": FAILURE },
      },
      config: READ,
    },
    async ({ params }) => readSite(await openStore(), params.domain),
  );
};

/** The sources of the library, and the collector that fills it from them. */
export const sourcesRoutes: RouteGroup = (scope, { openStore, sites, checkAddress, now }) => {
  scope.get(
    "/sources",
    {
      schema: {
        operationId: "listSources",
        summary: "List the sources of the library and their health",
        response: { 200: schemas.SOURCE_LIST, "4xx": FAILURE },
      },
      config: READ,
    },
    async () => listSources(await openStore(), now()),
  );
  scope.post<{ Body: Static<typeof schemas.NEW_SOURCE> }>(
    "/sources",
    {
      schema: {
        operationId: "addSource",
        summary: "Add a source, to be read by the next run of the collector",
        body: schemas.NEW_SOURCE,
        response: { 201: schemas.SOURCE, "4xx": FAILURE },
      },
      config: CHANGE,
    },
    async ({ body }, reply) => {
      await checkAddress(body.url);
      return reply.code(201).send(await addSource(await openStore(), body, now()));
    },
  );
  scope.post<{ Body: Static<typeof schemas.COLLECT_BODY> }>(
    "/collect",
    {
      schema: {
        operationId: "startCollecting",
        summary: "Start a run of the collector, in a thread of its own",
        body: schemas.COLLECT_BODY,
        response: { 202: schemas.COLLECT_STATE, "4xx": FAILURE },
      },
      config: CHANGE,
    },
    async ({ body }, reply) => {
      for (const address of body.sources ?? []) await checkAddress(address);
      await openStore();
      return reply.code(202).send(collectAnswer(sites.startCollecting(body.sources ?? [])));
    },
  );
  scope.get(
    "/collect",
    {
      schema: {
        operationId: "collectState",
        summary: "How far the collector is, or how its last run ended",
        response: { 200: schemas.COLLECT_STATE, "4xx": FAILURE },
      },
      config: READ,
    },
    async () => collectAnswer(sites.state),
  );
};

const DEFAULT_LIMIT = 20;

/** Articles in the order in which they were stored. */
async function listArticles(
  store: Store,
  { after, limit = DEFAULT_LIMIT }: Static<typeof schemas.LIST_QUERY>,
): Promise<Static<typeof schemas.ARTICLE_LIST>> {
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
}: StoredArticle): Static<typeof schemas.ARTICLE_LIST>["articles"][number] {
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
async function readArticle(
  store: Store,
  id: number,
  version?: number,
): Promise<Static<typeof schemas.STORED_ARTICLE>> {
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
async function searchArticles(
  store: Store,
  query: Static<typeof schemas.SEARCH_QUERY>,
): Promise<Static<typeof schemas.HIT_LIST>> {
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
}: SearchHit): Static<typeof schemas.HIT_LIST>["hits"][number] {
  const head = { id, url, title, site, language, published, firstSeen: isoTime(firstSeenMs) };
  return { ...head, snippet, marks: [...marks] };
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

function momentMs(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new NewsError("BAD_REQUEST", `The value of ${name} is not a day or time in ISO 8601.`);
  return ms;
}

/** All sources, with their health. */
async function listSources(
  store: Store,
  nowMs: number,
): Promise<{ sources: Static<typeof schemas.SOURCE>[] }> {
  return { sources: (await store.listSources()).map((source) => sourceOf(source, nowMs)) };
}

function sourceOf(source: SourceReport, nowMs: number): Static<typeof schemas.SOURCE> {
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

/** Adds a source, read by the next run of the collector, which also detects its kind; a known one is updated. */
async function addSource(
  store: Store,
  { url, title, topic }: Static<typeof schemas.NEW_SOURCE>,
  nowMs: number,
): Promise<Static<typeof schemas.SOURCE>> {
  const [before] = await store.listSources([url]);
  const { kind = "front", concept = null } = before ?? {};
  const source = { id: url, kind, url: before?.url ?? url, title: title ?? null, concept };
  await store.putSource({ ...source, topic: topic ?? before?.topic ?? null }, nowMs);
  const [added] = await store.listSources([url]);
  if (added === undefined)
    throw new NewsError("STORE_UNAVAILABLE", "The source is missing after it was added.");
  return sourceOf(added, nowMs);
}

/** What was learned from a site's pages. */
async function readSite(store: Store, name: string): Promise<Static<typeof schemas.SITE>> {
  const site = registrableDomain(`https://${name}/`, WHOLE_PARTS.suffixes);
  if (site === undefined)
    throw new NewsError("BAD_REQUEST", "The address names no site, such as news.example.");
  const taxonomy = await store.getSiteRecord(site, "taxonomy");
  const profile = await store.getSiteRecord(site, "profile");
  if (taxonomy === undefined && profile === undefined)
    throw new NewsError("NOT_FOUND", `Nothing was mined from ${site} yet; galley site --store does that.`);
  const minedMs = Math.max(taxonomy?.atMs ?? 0, profile?.atMs ?? 0);
  return {
    site,
    taxonomy: taxonomy?.value ?? null,
    profile: profile?.value ?? null,
    mined: isoTime(minedMs),
  };
}

/** The progress of collecting. */
function collectAnswer({
  isRunning,
  startedMs,
  endedMs,
  summary,
  failure,
}: CollectState): Static<typeof schemas.COLLECT_STATE> {
  const outcomes = summary === null ? null : { ...summary.outcomes };
  const unread = summary === null ? undefined : unreadError(summary.sources);
  const told = failure ?? (unread ? { code: unread.code, message: unread.message } : null);
  return { isRunning, started: timeOrNull(startedMs), ended: timeOrNull(endedMs), outcomes, failure: told };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}
