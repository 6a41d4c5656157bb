import { createHmac } from "node:crypto";
import { asNewsError, NewsError } from "../errors/index.ts";
import { type SearchHit, type Store, type StoredArticle, toRss, type Watch } from "../store/index.ts";

/** Hits that are read at once, and the most that one call of a webhook gets. */
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
  /** Writes a feed to its file. */
  writeFeed(path: string, xml: string): Promise<void>;
  /** The key that a webhook's calls are signed with. */
  readSecret(path: string): string;
  readonly now: () => number;
}

/** What became of a watched search. */
export interface WatchRun {
  readonly name: string;
  /** Hits that are new since the last time. */
  readonly hits: number;
  readonly failure: NewsError | undefined;
}

/** Tells the new hits of every watched search; one that fails is tried again next time, with the same hits. */
export async function runWatches(options: WatchOptions): Promise<readonly WatchRun[]> {
  const runs: WatchRun[] = [];
  for (const watch of await options.store.listWatches()) {
    let hits = 0;
    try {
      const fresh = await newHits(watch, options.store);
      hits = fresh.length;
      await tell(watch, fresh, options);
      runs.push({ name: watch.name, hits, failure: undefined });
    } catch (error) {
      const failure = asNewsError(error);
      if (failure.code === "INTERNAL" || failure.code.startsWith("STORE_")) throw error;
      await options.store.noteWatch(watch.name, { failure: `${failure.code}: ${failure.message}` });
      runs.push({ name: watch.name, hits, failure });
    }
  }
  return runs;
}

/** The hits with an id above the last one told, the oldest first. */
async function newHits({ query, afterId }: Watch, store: Store): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  for (let after: number | undefined; ; ) {
    const page = await store.search(query, { after, limit: AT_ONCE });
    const fresh = page.hits.filter(({ id }) => id > afterId);
    hits.push(...fresh);
    if (page.next === null || fresh.length < page.hits.length) return hits.reverse();
    after = page.next;
  }
}

async function tell(watch: Watch, hits: readonly SearchHit[], options: WatchOptions): Promise<void> {
  const { store } = options;
  if (watch.feed !== null && hits.length > 0) {
    const { hits: last } = await store.search(watch.query, { limit: FEED_ARTICLES });
    const articles: StoredArticle[] = [];
    for (const { id } of last) articles.push(...[(await store.getArticle(id)) ?? []].flat());
    await options.writeFeed(watch.feed, toRss(articles, watch.name));
  }
  for (let at = 0; at < hits.length; at += AT_ONCE) {
    const some = hits.slice(at, at + AT_ONCE);
    if (watch.webhook !== null) await callWebhook(watch, watch.webhook, some, options);
    // After each call, so that a failure later on does not send these again.
    await store.noteWatch(watch.name, { afterId: some.at(-1)!.id, failure: null });
  }
  if (hits.length === 0 && watch.failure !== null) await store.noteWatch(watch.name, { failure: null });
}

async function callWebhook(
  { name, query, secretFile }: Watch,
  url: string,
  hits: readonly SearchHit[],
  { send, readSecret, now }: WatchOptions,
): Promise<void> {
  const body = JSON.stringify({ search: name, query, hits });
  const time = String(Math.floor(now() / 1000));
  const signature = secretFile === null ? undefined : signatureOf(readSecret(secretFile), time, body);
  await send(url, {
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
