/** `npm run picture:reader` draws docs/images/reader.png: the reader page with made-up papers, its list and one article. */
import { join } from "node:path";
import { extract } from "../src/index.ts";
import { startServer } from "../src/server/index.ts";
import { openStore, type Store } from "../src/store/index.ts";
import { launchBrowser } from "../test/browser.ts";
import { makeSite, type NewsSite } from "../test/newsroom/index.ts";

const TARGET = join(import.meta.dirname, "../docs/images/reader.png");
/** The article beside the list. */
const SHOWN = 10;
const NOW_MS = Date.UTC(2026, 2, 12);
const LOOKS = ["broadsheet-2023", "wordpress-2014", "modern-grid-2025"] as const;

const sites = LOOKS.map((look) => makeSite({ look, language: "en", seed: 42, articles: 4, hardCases: [] }));

async function fill(store: Store, { domain, pages, truth }: NewsSite): Promise<void> {
  const home = `https://${domain}/`;
  const source = {
    id: home,
    kind: "front",
    url: home,
    title: truth.name,
    topic: null,
    concept: null,
  } as const;
  await store.putSource(source, NOW_MS);
  await store.noteRead(home, { atMs: NOW_MS, announced: 4, failure: null });
  for (const { html, url, pageType, truth: page } of pages) {
    if (pageType !== "article") continue;
    await store.addFindings([{ url, source: home, title: page.title ?? "", topic: null }], { nowMs: NOW_MS });
    const article = extract(html, { url });
    const rawPages = [{ url, bytes: new TextEncoder().encode(html), charset: "utf-8" }];
    const result = { kind: "obtained", article, identity: url, rawPages } as const;
    await store.finish({ url, nowMs: NOW_MS, run: null, result });
  }
}

const store = await openStore(":memory:", { mayCreate: true });
for (const site of sites) await fill(store, site);
const server = await startServer({
  host: "127.0.0.1",
  port: 0,
  workers: 1,
  network: {},
  store: ":memory:",
  openStore: async () => store,
  version: "",
});
const [origin = ""] = server.urls;
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1000, height: 1000 } });
  await page.route(/^https:/, (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const file = sites.find(({ domain }) => domain === hostname)?.files.find(({ path }) => path === pathname);
    return file === undefined
      ? route.abort()
      : route.fulfill({ contentType: file.contentType, body: Buffer.from(file.content) });
  });
  await page.goto(`${origin}/`);
  const shots = [await page.screenshot()];
  await page.context().addCookies([{ name: "galley-look", value: "dark.medium", url: origin }]);
  await page.setViewportSize({ width: 640, height: 1000 });
  await page.goto(`${origin}/read/${SHOWN}`);
  shots.push(await page.screenshot());
  const images = shots.map((png) => `<img src="data:image/png;base64,${png.toString("base64")}">`);
  // The content security policy of the reader's pages would refuse a style of this page.
  const frame = await browser.newPage({ viewport: { width: 1240, height: 760 } });
  await frame.setContent(
    `<style>body{margin:0;display:flex;gap:30px;padding:34px;background:#dfe5e8;justify-content:center}
img{height:690px;box-shadow:0 6px 24px #0004;border-radius:6px}</style>${images.join("")}`,
  );
  await frame.screenshot({ path: TARGET });
} finally {
  await browser.close();
  await server.close();
  await store.close();
}
