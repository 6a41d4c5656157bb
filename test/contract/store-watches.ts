import { expect, test } from "vitest";
import { runWatches } from "../../src/collect/index.ts";
import type { Store } from "../../src/store/index.ts";
import { obtained, START_MS } from "./store-samples.ts";

/** Runs the watched searches of a store; gives the addresses that webhooks were told, in their order. */
export async function toldBy(store: Store, feeds: Map<string, string> = new Map()): Promise<string[]> {
  const told: string[] = [];
  await runWatches({
    store,
    send: async (_, { body }) => {
      for (const { url } of JSON.parse(body).hits) told.push(url);
    },
    writeFeed: async (path, xml) => void feeds.set(path, xml),
    readSecret: () => "tide",
    now: () => START_MS,
  });
  return told;
}

/** Watches the word that all made-up articles have. */
export async function watchQuay(store: Store, place: "webhook" | "feed"): Promise<void> {
  await store.putSearch({ name: "ports", query: "quay", savedMs: 1 });
  const places = place === "feed" ? { feed: "x.xml", webhook: null } : { feed: null, webhook: "https://h" };
  await store.putWatch({ name: "ports", ...places, secretFile: null, afterId: 0 });
}

/** What is promised of watched searches. */
export function checkWatches(store: () => Store): void {
  test("every article is told once, the oldest first, while others are being stored", async () => {
    await watchQuay(store(), "webhook");
    const urls = Array.from({ length: 60 }, (_, at) => `https://s${at}.example/story`);
    const told: string[] = [];
    let isStoring = true;
    const telling = (async () => {
      while (isStoring) told.push(...(await toldBy(store())));
    })();
    await Promise.all(urls.map((url) => store().finish(obtained(url))));
    isStoring = false;
    await telling;
    told.push(...(await toldBy(store())));
    const stored = (await store().listArticles({ limit: 100 })).map(({ article }) => article.url);
    expect(told).toEqual(stored);
    expect(await toldBy(store())).toEqual([]);
  });

  test("a webhook gets a long list of hits in parts", async () => {
    for (let at = 0; at < 120; at++) await store().finish(obtained(`https://example.org/${at}`));
    await watchQuay(store(), "webhook");
    expect(await toldBy(store())).toHaveLength(120);
    expect((await store().listWatches())[0]?.afterId).toBe(await store().lastId());
  });

  test("a feed reads no more hits than it shows", async () => {
    for (let at = 0; at < 120; at++) await store().finish(obtained(`https://example.org/${at}`));
    await watchQuay(store(), "feed");
    let read = 0;
    const counting: Store = {
      ...store(),
      search: async (query, options) => {
        const page = await store().search(query, options);
        read += page.hits.length;
        return page;
      },
    };
    const feeds = new Map<string, string>();
    await toldBy(counting, feeds);
    expect([read, feeds.get("x.xml")?.match(/<item>/g)?.length]).toEqual([50, 50]);
    expect((await store().listWatches())[0]?.afterId).toBe(await store().lastId());
  });
}
