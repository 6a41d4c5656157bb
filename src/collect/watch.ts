import { createHmac } from "node:crypto";
import { asNewsError, NewsError } from "../errors/index.ts";
import {
  type SearchHit,
  type SearchPage,
  type Store,
  type StoredArticle,
  toRss,
  type Watch,
} from "../store/index.ts";

/** The most hits that one call of a webhook gets; no more are in memory. */
const AT_ONCE = 100;
/** Articles that a feed holds. */
const FEED_ARTICLES = 50;

/** How new hits are told. */
export interface WatchOptions {
  readonly store: Store;
  /** Sends a body to a webhook; throws a NewsError unless it was taken. */
  send(
    url: string,
    message: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
  ): Promise<void>;
  /** Writes a feed to its file; called after every run, with or without news. */
  writeFeed(path: string, xml: string): Promise<void>;
  /** The key that a webhook's calls are signed with. */
  readSecret(path: string): string;
  readonly now: () => number;
}

/** What became of a watched search. */
export interface WatchRun {
  readonly name: string;
  /** Hits that are new since the last time; of a feed alone those that it shows. */
  readonly hits: number;
  readonly failure: NewsError | undefined;
}

/** Tells the new hits of every watched search; one that fails is tried again next time, with the same hits. */
export async function runWatches(options: WatchOptions): Promise<readonly WatchRun[]> {
  const runs: WatchRun[] = [];
  const { store } = options;
  const watches = await store.listWatches();
  if (watches.length === 0) return [];
  // Not the newest hit: an article with a smaller id may still be on its way into the library.
  const upToId = await store.lastId();
  for (const watch of watches) {
    const told = { hits: 0 };
    try {
      await tell(watch, upToId, told, options);
      runs.push({ name: watch.name, ...told, failure: undefined });
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL" || failure.code.startsWith("STORE_")) throw error;
      await store.noteWatch(watch.name, { failure: `${failure.code}: ${failure.message}` });
      runs.push({ name: watch.name, ...told, failure });
    }
  }
  return runs;
}

/** Writes the feed and calls the webhook of a search; counts what it tells before it does. */
async function tell(
  watch: Watch,
  upToId: number,
  told: { hits: number },
  options: WatchOptions,
): Promise<void> {
  const { name, query, afterId, feed, webhook } = watch;
  const { hits: last } = await options.store.search(query, { upToId, limit: FEED_ARTICLES });
  const fresh = last.filter(({ id }) => id > afterId).length;
  if (webhook === null) told.hits = fresh;
  // Also without news: an article that was removed is to leave the feed.
  if (feed !== null && (fresh > 0 || afterId > 0)) await writeFeed(feed, { name, hits: last }, options);
  if (webhook !== null && fresh > 0) await tellWebhook({ ...watch, webhook }, upToId, told, options);
  if (upToId > afterId || watch.failure !== null)
    await options.store.noteWatch(name, { afterId: Math.max(afterId, upToId), failure: null });
}

async function writeFeed(
  path: string,
  { name, hits }: { readonly name: string; readonly hits: readonly SearchHit[] },
  options: WatchOptions,
): Promise<void> {
  const articles: StoredArticle[] = [];
  for (const { id } of hits) articles.push(...[(await options.store.getArticle(id)) ?? []].flat());
  await options.writeFeed(path, toRss(articles, name));
}

async function tellWebhook(
  watch: Watch & { readonly webhook: string },
  upToId: number,
  told: { hits: number },
  options: WatchOptions,
): Promise<void> {
  for (let after: number | null = watch.afterId; after !== null; ) {
    const page: SearchPage = await options.store.search(watch.query, {
      first: "oldest",
      after,
      upToId,
      limit: AT_ONCE,
    });
    told.hits += page.hits.length;
    if (page.hits.length > 0) await callWebhook(watch, page.hits, options);
    after = page.next;
    // After each call, so that a failure later on does not send these again.
    if (after !== null) await options.store.noteWatch(watch.name, { afterId: after, failure: null });
  }
}

async function callWebhook(
  { name, query, secretFile, webhook }: Watch & { readonly webhook: string },
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
