import { expect, test } from "vitest";
import { runWatches } from "../../src/collect/index.ts";
import { NewsError } from "../../src/errors/index.ts";
import type { Store } from "../../src/store/index.ts";
import { finding, obtained, START_MS } from "./store-samples.ts";

/** Runs the watched searches of a store; returns the addresses that webhooks were sent, in their order. */
export async function reportedBy(store: Store, feeds: Map<string, string> = new Map()): Promise<string[]> {
  const reported: string[] = [];
  await runWatches({
    store,
    send: async (_, { body }) => {
      for (const { url } of JSON.parse(body).hits) reported.push(url);
    },
    writeFeed: async (path, xml) => void feeds.set(path, xml),
    readSecret: () => "tide",
    now: () => START_MS,
  });
  return reported;
}

/** Watches a word that is in all made-up articles. */
export async function watchQuay(store: Store, place: "webhook" | "feed"): Promise<void> {
  await store.putSearch({ name: "ports", query: "quay", savedMs: 1 });
  const places = place === "feed" ? { feed: "x.xml", webhook: null } : { feed: null, webhook: "https://h" };
  await store.putWatch({ name: "ports", ...places, secretFile: null, afterId: 0 });
}

/** The contract of watched searches. */
export function checkWatches(store: () => Store): void {
  test("every article is reported once, the oldest first, while others are being stored", async () => {
    await watchQuay(store(), "webhook");
    const urls = Array.from({ length: 60 }, (_, at) => `https://s${at}.example/story`);
    const reported: string[] = [];
    let isStoring = true;
    const reporting = (async () => {
      while (isStoring) reported.push(...(await reportedBy(store())));
    })();
    await Promise.all(urls.map((url) => store().finish(obtained(url))));
    isStoring = false;
    await reporting;
    reported.push(...(await reportedBy(store())));
    const stored = (await store().listArticles({ limit: 100 })).map(({ article }) => article.url);
    expect(reported).toEqual(stored);
    expect(await reportedBy(store())).toEqual([]);
  });

  test("a new article is reported though many old ones begin to match at once", async () => {
    const urls = Array.from({ length: 55 }, (_, at) => `https://example.org/old-${at}`);
    const ferries = { title: "Ferries", text: "On ferries." };
    for (const url of urls) await store().finish(obtained(url, ferries));
    await store().putSearch({ name: "ports", query: "quay OR topic:ports", savedMs: 1 });
    const afterId = await store().lastId();
    await store().putWatch({ name: "ports", feed: null, webhook: "https://h", secretFile: null, afterId });
    await store().finish(obtained("https://example.org/new"));
    await store().finish(obtained("https://example.org/other", ferries));
    await store().addFindings(
      urls.map((url) => finding({ url, topic: "ports" })),
      { nowMs: START_MS },
    );
    expect((await reportedBy(store())).toSorted()).toEqual(["https://example.org/new", ...urls.toSorted()]);
  });

  test("a webhook gets a long list of hits in parts", async () => {
    for (let at = 0; at < 120; at++) await store().finish(obtained(`https://example.org/${at}`));
    await watchQuay(store(), "webhook");
    expect(await reportedBy(store())).toHaveLength(120);
    expect((await store().listWatches())[0]?.afterId).toBe(await store().lastId());
  });

  test("an old article that matches later is reported once, by its new text, topic or source", async () => {
    const names = ["text", "topic", "other"];
    const urlOf = (name: string) => `https://example.org/${name}`;
    for (const name of names)
      await store().finish(obtained(urlOf(name), { title: name, text: "On ferries." }));
    await store().finish(obtained(urlOf("before"), { text: "The quay was there before the watch." }));
    await store().putSearch({ name: "ports", query: "quay OR topic:ports", savedMs: 1 });
    const watch = { name: "ports", feed: "x.xml", webhook: "https://h", secretFile: null };
    await store().putWatch({ ...watch, afterId: await store().lastId() });
    expect(await reportedBy(store())).toEqual([]);
    const change = (title: string, text: string) => store().finish(obtained(urlOf(title), { title, text }));
    await change("text", "A quay is built.");
    await store().addFindings([finding({ url: urlOf("topic"), topic: "ports" })], { nowMs: START_MS });
    // A hit from the start: another version of it is no news, nor is a new match after a version without one.
    for (const text of ["The quay, once more.", "No more of it.", "The quay again."])
      await change("before", text);
    const feeds = new Map<string, string>();
    expect(await reportedBy(store(), feeds)).toEqual([urlOf("text"), urlOf("topic")]);
    expect(
      feeds
        .get("x.xml")
        ?.match(/<link>[^<]*/g)
        ?.slice(1),
    ).toEqual(["before", "topic", "text"].map((name) => `<link>${urlOf(name)}`));
    for (const text of ["It is closed.", "The quay opens."]) await change("text", text);
    expect(await reportedBy(store())).toEqual([]);
    // It matched for a while without a run: nothing was reported, so that a new match is news.
    for (const text of ["A quay.", "A road."]) await change("other", text);
    expect(await reportedBy(store())).toEqual([]);
    await change("other", "A quay, at last.");
    expect(await reportedBy(store())).toEqual([urlOf("other")]);
    expect(await reportedBy(store())).toEqual([]);
  });

  test("a late hit whose call failed is reported the next time", async () => {
    await store().finish(obtained("https://example.org/a", { title: "a", text: "On ferries." }));
    await watchQuay(store(), "webhook");
    expect(await reportedBy(store())).toEqual([]);
    await store().finish(obtained("https://example.org/a", { text: "A quay." }));
    const send = async () => Promise.reject(new NewsError("HTTP_STATUS", "The server answered 500."));
    const options = { store: store(), send, writeFeed: send, readSecret: () => "", now: () => START_MS };
    expect(await runWatches(options)).toMatchObject([{ hits: 1, failure: { code: "HTTP_STATUS" } }]);
    expect(await reportedBy(store())).toEqual(["https://example.org/a"]);
    expect(await reportedBy(store())).toEqual([]);
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
    await reportedBy(counting, feeds);
    expect([read, feeds.get("x.xml")?.match(/<item>/g)?.length]).toEqual([50, 50]);
    expect((await store().listWatches())[0]?.afterId).toBe(await store().lastId());
  });
}
