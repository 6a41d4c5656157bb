import { expect, test } from "vitest";
import { makeArticle } from "../../../test/contract/store-samples.ts";
import { FullFeeds } from "./feed-routes.ts";

const PAGE = { requestedUrl: "", redirects: [], status: 200, contentType: undefined, charset: undefined };
const FETCHED = { ...PAGE, bytes: new Uint8Array(), fetchedAt: "", validators: {} };

/** Feeds of a number of entries, whose articles have bodies of a given length; fetching waits for `release`. */
function feedsOf(entries: number, chars: number, release: Promise<void> = Promise.resolve()) {
  const fetched: string[] = [];
  const article = makeArticle({ html: `<p>${"x".repeat(chars)}` });
  const feeds = new FullFeeds({
    list: async (url) => ({
      title: "Tide",
      entries: Array.from({ length: entries }, (_, at) => ({
        url: `${url}/${at}`,
        title: "Ebb",
        published: undefined,
      })),
    }),
    fetchPage: async (url) => {
      fetched.push(String(url));
      await release;
      return { ...FETCHED, url: String(url) };
    },
    pool: {
      run: async () => ({ bytes: new TextEncoder().encode(JSON.stringify(article)), format: "json" }),
    },
    now: () => 0,
  });
  return { feeds, fetched };
}

test("an article is made once, for all feeds that announce it", async () => {
  const { feeds, fetched } = feedsOf(3, 10);
  const first = await feeds.make("https://news.example");
  expect(await feeds.make("https://news.example")).toBe(first);
  expect(fetched).toHaveLength(3);
});

test("long articles are not remembered without end", async () => {
  const { feeds, fetched } = feedsOf(1, 30_000_000);
  await feeds.make("https://news.example/a");
  await feeds.make("https://news.example/b");
  await feeds.make("https://news.example/a");
  expect(fetched).toHaveLength(3);
});

test("entries beyond what may be fetched at once are there without their text", async () => {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  const { feeds, fetched } = feedsOf(300, 10, released);
  const made = [feeds.make("https://news.example/a"), feeds.make("https://news.example/b")];
  await expect.poll(() => fetched.length).toBe(400);
  release();
  const texts = (await Promise.all(made)).map((rss) => rss.match(/<content:encoded>/g)?.length);
  expect(texts).toEqual([300, 100]);
  expect(fetched).toHaveLength(400);
});
