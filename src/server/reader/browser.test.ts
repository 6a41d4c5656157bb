import type { AddressInfo } from "node:net";
import axe from "axe-core";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../../test/browser.ts";
import { START_MS } from "../../../test/contract/store-samples.ts";
import { makeArticlePage } from "../../../test/newsroom/index.ts";
import { extract } from "../../default-extract.ts";
import { openStore, type Store } from "../../store/index.ts";
import { CLOSED_PARTS } from "../app.testing.ts";
import { makeApp } from "../app.ts";
import { renderOriginal } from "../site-worker.ts";

let browser: Browser;
let store: Store;
let app: FastifyInstance;
let origin: string;
beforeAll(async () => {
  store = await openStore(":memory:", { mayCreate: true });
  await fillStore();
  app = makeApp({
    ...CLOSED_PARTS,
    openStore: async () => store,
    security: { allowedHosts: new Set(["127.0.0.1"]) },
    version: "0.0.0",
    sites: { ...CLOSED_PARTS.sites, renderOriginal: (page) => renderOriginal(page, {}) },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
  await store?.close();
});

/** Long words, wide tables and code, hostile markup. */
const ODD = `<p>${"Donaudampfschifffahrtsgesellschaft".repeat(4)} <a href="/a">a link</a></p>
<h4>Part</h4><pre><code>${"const ferry = north; ".repeat(20)}</code></pre>
<table><tr>${"<th>Column heading</th>".repeat(12)}</tr><tr>${"<td>1,000</td>".repeat(12)}</tr></table>
<blockquote><p>Quoted.</p></blockquote><figure><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="A quay"><figcaption>Dawn</figcaption></figure>
<p onclick="document.title='run'">Click<script>document.title='run'</script></p>`;

/** Articles 1 to 4: English, Arabic, Japanese and one with everything odd, which has two versions. */
async function fillStore(): Promise<void> {
  const source = {
    id: "front",
    kind: "front",
    url: "https://news.example/",
    topic: null,
    concept: null,
  } as const;
  await store.putSource({ ...source, title: "News" }, START_MS);
  await store.noteRead("front", {
    atMs: START_MS,
    announced: 4,
    failure: { code: "DNS_FAILED", message: "x" },
  });
  for (const language of ["en", "ar", "ja", "en"] as const) {
    const id = (await store.report()).articles + 1;
    const page = makeArticlePage({ look: "modern-grid-2025", language, seed: id, hardCases: [] });
    const url = `https://news.example/${id}`;
    await store.addFindings([{ url, source: "front", title: "Another title", topic: null }], {
      nowMs: START_MS,
    });
    const found = extract(page.html, { url });
    const article = id === 4 ? { ...found, html: `${found.html}${ODD}` } : found;
    const rawPages = [{ url, bytes: new TextEncoder().encode(page.html), charset: "utf-8" }];
    await store.finish({
      url,
      nowMs: START_MS,
      run: null,
      result: { kind: "obtained", article, identity: url, rawPages },
    });
    if (id === 4) await store.reextracted(id, { ...article, text: `${article.text}\n\nAdded.` }, START_MS);
  }
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  return page;
}

/** What axe finds, as rule and element. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const loaded = globalThis as unknown as { readonly axe: typeof axe };
    const { violations } = await loaded.axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

const PATHS = [
  "/",
  "/?q=the",
  "/?q=nothingatall",
  "/?q=%22bad",
  "/reader/sources",
  "/reader/help",
  "/read/2",
  "/read/3",
  "/read/4",
  "/read/4?version=2&against=1",
  "/read/1?look=original",
  "/nowhere",
];

describe("the reader in a browser", () => {
  test.each(PATHS)("%s has no fault that axe knows, in any theme", async (path) => {
    for (const theme of ["light", "sepia", "dark"]) {
      // The frame of the original style is a document of the publisher, without scripts, which axe would need.
      const page = await open(path);
      await page.context().addCookies([{ name: "galley-look", value: `${theme}.medium`, url: origin }]);
      await page.goto(`${origin}${path}`);
      expect(await faultsOf(page), theme).toEqual([]);
      await page.context().close();
    }
  });

  test("a narrow page with a wide table has no fault either", async () => {
    const page = await open("/read/4", { viewport: { width: 360, height: 800 } });
    expect(await page.locator(".wide").evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test.each([360, 768, 1920])(
    "every page fits a screen of %i pixels, at the largest text too",
    async (width) => {
      const page = await open("/", { viewport: { width, height: 800 } });
      for (const size of ["medium", "huge"])
        for (const path of PATHS) {
          await page.context().addCookies([{ name: "galley-look", value: `auto.${size}`, url: origin }]);
          await page.goto(`${origin}${path}`);
          expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
        }
      await page.goto(`${origin}/docs`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), "/docs").toBe(width);
      await page.context().close();
    },
  );

  test("keys lead through lists and articles", async () => {
    const page = await open("/");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/read/4");
    await page.keyboard.press("j");
    await page.waitForURL("**/read/3");
    await page.keyboard.press("k");
    await page.waitForURL("**/read/4");
    await page.keyboard.press("/");
    await page.keyboard.type("jkj?");
    expect(await page.inputValue("#q")).toBe("jkj?");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.waitForURL("**/reader/help");
    await page.context().close();
  });

  test("everything works without script", async () => {
    const page = await open("/", { javaScriptEnabled: false });
    await page.fill("#q", "the");
    await page.click(".search button");
    expect(await page.locator(".hits mark").count()).toBeGreaterThan(0);
    await page.click(".hits h2 a >> nth=0");
    expect(page.url()).toMatch(/\/read\/\d\?q=the$/);
    await page.click(".look summary");
    await page.check("input[value=dark]");
    await page.click(".look button");
    expect(page.url()).toMatch(/\/read\/\d\?q=the$/);
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
    await page.context().close();
  });

  test("nothing of a stored page runs", async () => {
    const page = await open("/read/4");
    await page.click("text=Click");
    expect(await page.title()).not.toBe("run");
    await page.context().close();
  });

  test("the article keeps the direction of its language, in either looks", async () => {
    const page = await open("/read/2");
    expect(await page.locator("article").evaluate((element) => getComputedStyle(element).direction)).toBe(
      "rtl",
    );
    await page.goto(`${origin}/read/2?look=original`);
    const frame = page.frameLocator("iframe.original");
    expect(await frame.locator("html").getAttribute("dir")).toBe("rtl");
    await page.context().close();
  });

  test("a hit begins on the side of its script with its title, its site and its text", async () => {
    const page = await open("/");
    const sides = await page.locator(".hits li").evaluateAll((hits) =>
      hits.map((hit) => {
        const texts = [hit.querySelector("h2 a"), hit.querySelector("bdi"), hit.querySelector(".snippet")];
        const edges = texts.map((text) => {
          const range = document.createRange();
          if (text !== null) range.selectNodeContents(text);
          const { left, right } = range.getBoundingClientRect();
          return { left, right };
        });
        const item = hit.getBoundingClientRect();
        const isAll = (side: "left" | "right") =>
          edges.every((edge) => Math.abs(edge[side] - item[side]) < 8);
        return isAll("left") ? "left" : isAll("right") ? "right" : JSON.stringify({ item, edges });
      }),
    );
    // The newest first: English, Japanese, Arabic, English.
    expect(sides).toEqual(["left", "left", "right", "left"]);
    await page.context().close();
  });

  test("prints the article alone, black on white", async () => {
    const page = await open("/read/1", { colorScheme: "dark" });
    await page.emulateMedia({ media: "print" });
    expect(
      await page
        .locator(".bar, .steps, .looks, .found")
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).display)),
    ).toEqual(["none", "none", "none", "none"]);
    const colour = await page
      .locator("article p")
      .first()
      .evaluate((each) => getComputedStyle(each).color);
    expect(colour).toMatch(/^rgb\((?:0, 0, 0|68, 68, 68)\)$/);
    await page.context().close();
  });
});
