import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "../src/browser/index.ts";
import { extract } from "../src/default-extract.ts";
import { toStyled } from "../src/output/index.ts";
import { launchBrowser } from "../test/browser.ts";
import { savePair } from "./side-by-side.ts";

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
  await savePair(page, [before, after], { path: join(ROOT, "docs/images/styled.png"), height: 920 });
} finally {
  await browser.close();
}
