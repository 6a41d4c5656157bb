import { expect, onTestFinished, test } from "vitest";
import { NewsError } from "../errors/index.ts";
import { EXTRACTORS, type Extractor } from "../extractors/index.ts";
import type { FetchedPage } from "../fetch/index.ts";
import { openStore, type Store } from "../store/index.ts";
import { obtain, reextract } from "./obtain.ts";

const NOW = Date.UTC(2026, 10, 17);
const STORY = "https://example.org/2026/harbour";
const part = (number: number, next = "") =>
  `<html lang=en><title>Harbour closed after the storm</title><nav><a href=/>Home</a><a href=/sport>Sport</a></nav><article><h1>Harbour closed after the storm</h1>${[
    "The harbour master closed the northern basin on Monday after a crane slid from its rails.",
    "Nobody was hurt, he said, but two ferries have to use the old pier until the wall is mended.",
    "Passengers waited for more than three hours in the rain before buses came from the station.",
  ]
    .map((sentence) => `<p>Part ${number}: ${sentence}</p>`)
    .join("")}${next}</article><footer><p>All rights reserved by the Courier</footer></html>`;

async function storeWith(pages: Readonly<Record<string, string>>, keepRaw: boolean): Promise<Store> {
  const store = await openStore(":memory:", { mayCreate: true });
  onTestFinished(() => store.close());
  const candidate = {
    url: STORY,
    site: "example.org",
    findings: [],
    attempts: 0,
    articleId: null,
    hasNewTitle: false,
  };
  const fetcher = {
    get: async (url: string | URL): Promise<FetchedPage> => {
      const html = pages[String(url)];
      if (html === undefined) throw new NewsError("HTTP_REFUSED", "Not there.", { status: 404 });
      return {
        requestedUrl: String(url),
        url: String(url),
        redirects: [],
        status: 200,
        contentType: "text/html",
        fetchedAt: "2026-11-17T00:00:00Z",
        bytes: new TextEncoder().encode(html),
        charset: "utf-8",
        validators: {},
      };
    },
  };
  const options = { fetcher, keepRaw, nowMs: NOW, extractor: EXTRACTORS.everything };
  const { result } = await obtain(candidate, options);
  await store.finish({ url: STORY, nowMs: NOW, run: null, result });
  return store;
}

test("a better extraction of all pages of an article becomes a version, once", async () => {
  const links = '<p><a href="/2026/harbour?page=2">2</a></p>';
  const pages = { [STORY]: part(1, links), [`${STORY}?page=2`]: part(2) };
  const store = await storeWith(pages, true);
  expect((await store.getArticle(STORY))?.article.text).toMatch(/All rights/);
  const options = { store, now: () => NOW + 1 };
  const seen: (readonly string[])[] = [];
  const trial = {
    ...options,
    isTrial: true,
    onArticle: (_: string, fields: readonly string[]) => void seen.push(fields),
  };
  expect(await reextract(trial)).toMatchObject({ changed: 1 });
  expect(seen).toEqual([["text"]]);
  expect((await store.getArticle(STORY))?.versions).toHaveLength(1);
  expect(await reextract(options)).toEqual({ changed: 1, same: 0, withoutPage: 0, lost: 0 });
  expect(await reextract(options)).toEqual({ changed: 0, same: 1, withoutPage: 0, lost: 0 });
  const stored = await store.getArticle(STORY);
  expect(stored?.article.text).toMatch(/^Part 1: [\s\S]*Part 2: /);
  expect(stored?.article.text).not.toMatch(/All rights/);
  expect(stored?.versions.map(({ reason }) => reason)).toEqual(["first", "extraction"]);
});

test("an article that is removed while it is extracted does not end the run", async () => {
  const store = await storeWith({ [STORY]: part(1) }, true);
  const { id } = (await store.getArticle(STORY))!;
  const removing: Store = {
    ...store,
    getRawPages: async (articleId) => {
      const pages = await store.getRawPages(articleId);
      await store.removeArticles([id], NOW);
      return pages;
    },
  };
  expect(await reextract({ store: removing, now: () => NOW })).toMatchObject({ changed: 0, withoutPage: 1 });
});

test("articles of other sites and those without a kept page stay as they are", async () => {
  const store = await storeWith({ [STORY]: part(1) }, false);
  const options = { store, now: () => NOW };
  expect(await reextract(options)).toEqual({ changed: 0, same: 0, withoutPage: 1, lost: 0 });
  expect(await reextract({ ...options, site: "example.net" })).toMatchObject({ withoutPage: 0 });
});

test("an extraction that finds nothing does not replace the article", async () => {
  const store = await storeWith({ [STORY]: part(1) }, true);
  const nothing: Extractor = {
    id: "nothing",
    needs: [],
    extract: ({ leaves: { count } }) => ({ scores: new Float32Array(count), reasons: new Uint8Array(count) }),
  };
  const answer = await reextract({ store, now: () => NOW, extractorOf: async () => nothing });
  expect(answer).toMatchObject({ lost: 1 });
  expect((await store.getArticle(STORY))?.versions).toHaveLength(1);
});

test("an article whose end was missing still says so", async () => {
  const store = await storeWith({ [STORY]: part(1, '<p><a href="/2026/harbour?page=2">2</a></p>') }, true);
  const codes = async () => (await store.getArticle(STORY))?.article.warnings.map(({ code }) => code);
  expect(await codes()).toContain("PART_MISSING");
  expect(await reextract({ store, now: () => NOW + 1 })).toMatchObject({ changed: 1 });
  expect(await codes()).toContain("PART_MISSING");
});
