import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "../src/browser/index.ts";
import { extract } from "../src/extract.ts";
import { toStyled } from "../src/output/index.ts";
import { launchBrowser } from "../test/browser.ts";

/** Draws docs/images/styled.png: the example page beside its article in the page's own style. Run with `npm run picture:styled`. */
const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "examples/harbour.html");
const SHEET = { width: 1240, height: 1860 };

const { captured } = await renderPage(
  { file: PAGE },
  { makeArticle: (opened) => extract(opened, { explain: true }) },
);
if (captured === undefined) throw new Error("Nothing was captured");
const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: SHEET });
  await page.goto(pathToFileURL(PAGE).href);
  const before = await page.screenshot();
  await page.setContent(toStyled(captured, { inline: true }));
  const after = await page.screenshot();
  const image = (png: Buffer) => `<img src="data:image/png;base64,${png.toString("base64")}">`;
  await page.setViewportSize({ width: 1240, height: 920 });
  await page.setContent(
    `<style>body { margin: 0; display: flex; gap: 40px; padding: 36px; background: #dfe5e8; justify-content: center }
img { width: 560px; box-shadow: 0 6px 24px #0004; border-radius: 6px }</style>${image(before)}${image(after)}`,
  );
  await page.screenshot({ path: join(ROOT, "docs/images/styled.png") });
} finally {
  await browser.close();
}
