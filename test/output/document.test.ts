import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Article } from "../../src/article/index.ts";
import { toHtmlDocument } from "../../src/output/index.ts";
import { launchBrowser } from "../browser.ts";
import { exampleArticle } from "./example-article.ts";

const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverordnung";
const CELLS = Array.from({ length: 20 }, (_, at) => `<th>Column ${at}</th>`).join("");
const BODY = `<p>${LONG_WORD} <a href="/a">link</a> <code>a.b()</code> <mark>m</mark></p><h4>Part</h4>
<pre><code class="language-js">${"const ferry = north; ".repeat(20)}</code></pre>
<table><caption>Fares</caption><tr>${CELLS}</tr><tr><td>1</td></tr></table>
<blockquote><p>${LONG_WORD}</p></blockquote><figure><img src="/a.jpg" alt="A quay"><figcaption>Dawn</figcaption></figure>`;

const LATIN = { ...exampleArticle, title: `${LONG_WORD} ${"returns ".repeat(30)}`, html: BODY };
const ARABIC: Article = { ...LATIN, title: "العبّارة تعود", language: "ar", direction: "rtl" };

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

async function open(article: Article, width: number, colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
  await page.setContent(toHtmlDocument(article));
  return page;
}

describe("a document in a browser", () => {
  test.each([
    [360, "Latin", LATIN],
    [1200, "Latin", LATIN],
    [360, "Arabic", ARABIC],
    [1200, "Arabic", ARABIC],
  ] as const)("fits a screen of %i pixels in %s letters, whatever it holds", async (width, _, article) => {
    const page = await open(article, width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const code = page.locator("pre");
    expect(await code.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
    await page.close();
  });

  test("shows code from its left end in a text that runs from the right", async () => {
    const page = await open(ARABIC, 360);
    const styles = await page
      .locator("pre, p code, blockquote p")
      .evaluateAll((found) => found.map((element) => getComputedStyle(element).direction));
    expect(styles).toEqual(["ltr", "ltr", "rtl"]);
    await page.close();
  });

  test.each(["light", "dark"] as const)("has the contrast that WCAG asks for, %s", async (scheme) => {
    const page = await open(LATIN, 1200, scheme);
    const colours = await page
      .locator("h1, header p, article > p, article a, figcaption, caption, td, pre, mark")
      .evaluateAll((found) =>
        found.map((element) => {
          const own = getComputedStyle(element).backgroundColor;
          const paper = getComputedStyle(document.documentElement).backgroundColor;
          return [getComputedStyle(element).color, own === "rgba(0, 0, 0, 0)" ? paper : own] as const;
        }),
      );
    expect(colours.length).toBeGreaterThan(8);
    for (const [ink, paper] of colours) expect(contrast(ink, paper)).toBeGreaterThanOrEqual(4.5);
    await page.close();
  });

  test("reads to a screen reader as one article with a table and headings in order", async () => {
    const page = await open(LATIN, 1200);
    const tree = await page.locator("body").ariaSnapshot();
    expect(tree.match(/- (?:main|article|table|figure|blockquote|img)\b/g)).toEqual([
      "- main",
      "- article",
      "- table",
      "- blockquote",
      "- figure",
      "- img",
    ]);
    expect(tree.match(/level=\d/g)).toEqual(["level=1", "level=2"]);
    expect(tree).toContain('table "Fares"');
    await page.close();
  });
});

/** The contrast ratio of two colours by WCAG 2. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
