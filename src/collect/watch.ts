import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { readPrivateFile, writeWhole } from "../archive/index.ts";
import { asNewsError, NewsError } from "../errors/index.ts";
import { type FetchOptions, post } from "../fetch/index.ts";
import {
  type SearchHit,
  type SearchPage,
  type Store,
  type StoredArticle,
  toRss,
  type Watch,
} from "../store/index.ts";

/** The most hits in one call of a webhook, and in memory. */
const AT_ONCE = 100;
const FEED_ARTICLES = 50;

/** How new hits are reported. */
export interface WatchOptions {
  readonly store: Store;
  /** Sends a body to a webhook; throws a NewsError unless it was taken. */
  send(
    url: string,
    message: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<void>;
  /** Writes a feed to its file; called after every run, with or without news. */
  writeFeed(path: string, xml: string): Promise<void>;
  readSecret(path: string): string;
  readonly now: () => number;
}

/** The outcome of a watched search. */
export interface WatchRun {
  readonly name: string;
  /** New hits since the last time; with only a feed, those that it shows. */
  readonly hits: number;
  readonly failure: NewsError | undefined;
}

/** Reports the new hits of every watched search to its feed and its webhook, which is called with the address guard. */
export function reportHits(store: Store, network: FetchOptions): Promise<readonly WatchRun[]> {
  return runWatches({
    store,
    send: (url, message) => post(url, message, network),
    writeFeed: writeIfOther,
    readSecret: readPrivateFile,
    now: () => Date.now(),
  });
}

/** Writes a file if it changes, as feed readers go by its time. */
async function writeIfOther(path: string, text: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before !== text) await writeWhole(path, text);
}

/** Reports the new hits of every watched search; one that fails is tried again next time, with the same hits. */
export async function runWatches(options: WatchOptions): Promise<readonly WatchRun[]> {
  const runs: WatchRun[] = [];
  const { store } = options;
  const watches = await store.listWatches();
  if (watches.length === 0) return [];
  // Not the newest hit, as an article with a smaller id may not be committed yet.
  const upToId = await store.lastId();
  for (const watch of watches) {
    const reported = { hits: 0 };
    try {
      await report(watch, upToId, reported, options);
      runs.push({ name: watch.name, ...reported, failure: undefined });
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL" || failure.code.startsWith("STORE_")) throw error;
      await store.noteWatch(watch.name, { failure: `${failure.code}: ${failure.message}` });
      runs.push({ name: watch.name, ...reported, failure });
    }
  }
  return runs;
}

/** Writes the feed and calls the webhook of a search; counts reports before they are sent. */
async function report(
  watch: Watch,
  upToId: number,
  reported: { hits: number },
  options: WatchOptions,
): Promise<void> {
  const { store } = options;
  const { name, afterId, feed, webhook } = watch;
  const shown = await lastHits(watch, upToId, store);
  const late = await store.listLateHits(name, "unreported", AT_ONCE);
  const fresh = shown.filter(({ hit }) => hit.id > afterId).length;
  if (webhook === null) reported.hits = fresh + late.filter(({ articleId }) => articleId <= afterId).length;
  // Even without news, as a removed article must leave the feed.
  if (feed !== null && (reported.hits > 0 || fresh > 0 || afterId > 0))
    await writeFeed(feed, { name, hits: shown.map(({ hit }) => hit) }, options);
  // Not from the hits of the feed, where late hits may have displaced new ones.
  if (webhook !== null && upToId > afterId) await sendNew({ ...watch, webhook }, upToId, reported, options);
  if (webhook !== null) await sendLate({ ...watch, webhook }, reported, options);
  else if (late.length > 0)
    await store.noteWatch(name, { reportedIds: late.map(({ articleId }) => articleId), failure: null });
  if (upToId > afterId || watch.failure !== null)
    await store.noteWatch(name, { afterId: Math.max(afterId, upToId), failure: null });
}

/** The hits that a feed shows, by when they became hits: for most, when they were stored. */
async function lastHits(
  { name, query }: Watch,
  upToId: number,
  store: Store,
): Promise<readonly { readonly hit: SearchHit; readonly place: number }[]> {
  const { hits } = await store.search(query, { upToId, limit: FEED_ARTICLES });
  const late = await store.listLateHits(name, "all", FEED_ARTICLES);
  const places = new Map(late.map(({ articleId, place }) => [articleId, place]));
  const matching = await hitsOf(
    query,
    late.map(({ articleId }) => articleId).filter((id) => !hits.some((hit) => hit.id === id)),
    store,
  );
  return [...hits, ...matching]
    .map((hit) => ({ hit, place: places.get(hit.id) ?? hit.id }))
    .toSorted((a, b) => b.place - a.place || b.hit.id - a.hit.id)
    .slice(0, FEED_ARTICLES);
}

async function hitsOf(query: string, ids: readonly number[], store: Store): Promise<readonly SearchHit[]> {
  if (ids.length === 0) return [];
  return (await store.search(query, { first: "oldest", ids, limit: ids.length })).hits;
}

async function writeFeed(
  path: string,
  { name, hits }: { readonly name: string; readonly hits: readonly SearchHit[] },
  options: WatchOptions,
): Promise<void> {
  const articles: StoredArticle[] = [];
  for (const { id } of hits) {
    const article = await options.store.getArticle(id);
    if (article !== undefined) articles.push(article);
  }
  await options.writeFeed(path, toRss(articles, name));
}

type Called = Watch & { readonly webhook: string };

/** Sends all hits that were stored since the last time, oldest first. */
async function sendNew(
  watch: Called,
  upToId: number,
  reported: { hits: number },
  options: WatchOptions,
): Promise<void> {
  for (let after: number | null = watch.afterId; after !== null; ) {
    const page: SearchPage = await options.store.search(watch.query, {
      first: "oldest",
      after,
      upToId,
      limit: AT_ONCE,
    });
    reported.hits += page.hits.length;
    if (page.hits.length > 0) await callWebhook(watch, page.hits, options);
    after = page.next;
    const reportedIds = page.hits.map(({ id }) => id);
    // After each call, so that a later failure does not send these again.
    await options.store.noteWatch(watch.name, { afterId: after ?? upToId, reportedIds, failure: null });
  }
}

/** Sends articles that began to match after they were stored. */
async function sendLate(watch: Called, reported: { hits: number }, options: WatchOptions): Promise<void> {
  const { store } = options;
  for (;;) {
    const late = await store.listLateHits(watch.name, "unreported", AT_ONCE);
    if (late.length === 0) return;
    const reportedIds = late.map(({ articleId }) => articleId);
    const hits = await hitsOf(watch.query, reportedIds, store);
    reported.hits += hits.length;
    if (hits.length > 0) await callWebhook(watch, hits, options);
    await store.noteWatch(watch.name, { reportedIds, failure: null });
  }
}

async function callWebhook(
  { name, query, secretFile, webhook }: Called,
  hits: readonly SearchHit[],
  { send, readSecret, now }: WatchOptions,
): Promise<void> {
  const body = JSON.stringify({ search: name, query, hits });
  const time = String(Math.floor(now() / 1000));
  const signature = secretFile === null ? undefined : signatureOf(readSecret(secretFile), time, body);
  await send(webhook, {
    body,
    headers: {
      "content-type": "application/json",
      "x-galley-time": time,
      ...(signature !== undefined && { "x-galley-signature": signature }),
    },
  });
}

/** The signature of a call: HMAC-SHA256 over its time, a dot and its body, so that an old call cannot be sent again. */
export function signatureOf(secret: string, time: string, body: string): string {
  if (secret === "") throw new NewsError("BAD_OPTION", "The file of the webhook's secret is empty.");
  return `sha256=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}
