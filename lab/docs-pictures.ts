/**
 * `npm run picture` draws docs/images/harbour.png, the example page beside its article; `npm run picture:styled` draws
 * docs/images/styled.png, beside its article in the page's own style.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { renderPage } from "../src/browser/index.ts";
import { extract, toHtml } from "../src/index.ts";
import { toStyled } from "../src/output/index.ts";
import { launchBrowser } from "../test/browser.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "examples/harbour.html");
const BEFORE = { width: 1240, height: 1860 };

const READER = `body { margin: 0; padding: 28px 40px; background: #fffdf8; color: #1d2326; font: 17px/1.5 Georgia, "Liberation Serif", serif }
h1 { font-size: 32px; line-height: 1.15 } h2 { font-size: 21px } img { max-width: 100% } figure { margin: 0 } figcaption { font-size: 13px; color: #566 }
blockquote { margin: 0; padding-left: 16px; border-left: 3px solid #bbb; font-style: italic }`;

/** A picture of the docs: its file, its height, and how the article is shown beside the page. */
interface DocsPicture {
  readonly file: string;
  readonly height: number;
  readonly after: { readonly width: number; readonly height: number };
  readonly makeHtml: () => string | Promise<string>;
}

const PICTURES: Readonly<Record<string, DocsPicture>> = {
  harbour: {
    file: "harbour.png",
    height: 900,
    after: { width: 620, height: 930 },
    makeHtml: () => {
      const article = extract(readFileSync(PAGE), { url: "https://harbour-courier.example/ferry" });
      const quay = readFileSync(join(ROOT, "examples/harbour-quay.svg")).toString("base64");
      const source = `src="data:image/svg+xml;base64,${quay}"`;
      return `<style>${READER}</style>${toHtml(article).replace(/src="[^"]*harbour-quay.svg"/, source)}`;
    },
  },
  styled: {
    file: "styled.png",
    height: 920,
    after: BEFORE,
    makeHtml: async () => {
      const { captured } = await renderPage(
        { file: PAGE },
        { makeArticle: (opened) => extract(opened, { explain: true }) },
      );
      if (captured === undefined) throw new Error("Nothing was captured");
      return toStyled(captured, { inline: true });
    },
  },
};

async function draw({ file, height, after, makeHtml }: DocsPicture): Promise<void> {
  const html = await makeHtml();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: BEFORE });
    await page.goto(pathToFileURL(PAGE).href);
    const shots = [await page.screenshot()];
    await page.setViewportSize(after);
    await page.setContent(html);
    shots.push(await page.screenshot());
    const images = shots.map((png) => `<img src="data:image/png;base64,${png.toString("base64")}">`);
    await page.setViewportSize({ width: 1240, height });
    await page.setContent(
      `<style>body { margin: 0; display: flex; gap: 40px; padding: 36px; background: #dfe5e8; justify-content: center }
img { width: 560px; box-shadow: 0 6px 24px #0004; border-radius: 6px }</style>${images.join("")}`,
    );
    await page.screenshot({ path: join(ROOT, "docs/images", file) });
  } finally {
    await browser.close();
  }
}

const picture = PICTURES[process.argv[2] ?? ""];
if (picture === undefined) throw new Error(`Name a picture: ${Object.keys(PICTURES).join(", ")}`);
await draw(picture);
