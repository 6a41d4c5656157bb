import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { extract, toHtml } from "../src/index.ts";
import { launchBrowser } from "../test/browser.ts";
import { savePair } from "./side-by-side.ts";

/** Draws docs/images/harbour.png: the example page beside its article. Run with `npm run picture`. */
const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "examples/harbour.html");
const WIDE = { width: 1240, height: 1860 };
const NARROW = { width: 620, height: 930 };

const READER = `body { margin: 0; padding: 28px 40px; background: #fffdf8; color: #1d2326; font: 17px/1.5 Georgia, "Liberation Serif", serif }
h1 { font-size: 32px; line-height: 1.15 } h2 { font-size: 21px } img { max-width: 100% } figure { margin: 0 } figcaption { font-size: 13px; color: #566 }
blockquote { margin: 0; padding-left: 16px; border-left: 3px solid #bbb; font-style: italic }`;

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: WIDE });
  await page.goto(pathToFileURL(PAGE).href);
  const before = await page.screenshot();
  await page.setViewportSize(NARROW);
  const article = extract(readFileSync(PAGE), { url: "https://harbour-courier.example/ferry" });
  const picture = readFileSync(join(ROOT, "examples/harbour-quay.svg")).toString("base64");
  const html = toHtml(article).replace(
    /src="[^"]*harbour-quay.svg"/,
    `src="data:image/svg+xml;base64,${picture}"`,
  );
  await page.setContent(`<style>${READER}</style>${html}`);
  const after = await page.screenshot();
  await savePair(page, [before, after], { path: join(ROOT, "docs/images/harbour.png"), height: 900 });
} finally {
  await browser.close();
}
