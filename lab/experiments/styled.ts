import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Browser, BrowserContext, Page as LivePage } from "playwright-core";
import { type BrowserPool, openBrowser } from "../../src/browser/index.ts";
import { makeFileFinder } from "../../src/browser/render-source.ts";
import { extract } from "../../src/default-extract.ts";
import { formatShare } from "../../src/eval/index.ts";
import { childNodes, type Document, decodeHtml, NODE_KIND } from "../../src/html/index.ts";
import { DEFAULT_SCREEN } from "../../src/layout/index.ts";
import { type CapturedArticle, findKeptParts, toStyled } from "../../src/output/index.ts";
import { findSet, readLabels } from "../../src/sets/index.ts";
import { launchBrowser } from "../../test/browser.ts";
import { LANGUAGES, LOOKS, makeSite, type SiteOrder, writeSite } from "../../test/newsroom/index.ts";
import { filePathOf } from "../../test/newsroom/site/write-site.ts";
import { type Experiment, plainTable } from "./experiment.ts";
import { type GreyPicture, structuralSimilarity } from "./structural-similarity.ts";

const SEED = 5;
const ARTICLES = 3;
const QUICK_ARTICLES = 1;

/** How alike an article in its page's style and the page itself are. */
interface Likeness {
  /** Similarity to the body as the page shows it. */
  readonly shown: number;
  /** Similarity to the body without what the article leaves out. */
  readonly alone: number;
}

interface Bench {
  readonly pool: BrowserPool;
  readonly browser: Browser;
  /** A browser page that decodes pictures. */
  readonly reader: LivePage;
}

/** How far `--format styled` looks as the page does: made-up sites of every look, and saved pages with all their files. */
export const styled: Experiment = async function* ({ places, provenance, isQuick }) {
  const { command, date, version } = provenance;
  yield `Measured on ${date} with galley ${version}: \`${command}\``;
  const pool = await openBrowser({ pages: 1, scripts: false, timeoutMs: 60_000 });
  const browser = await launchBrowser();
  try {
    const bench = { pool, browser, reader: await browser.newPage() };
    const rows: string[][] = [];
    for (const [index, look] of LOOKS.entries()) {
      const language = LANGUAGES[index % LANGUAGES.length] ?? "en";
      const order = { look, language, seed: SEED, articles: isQuick ? QUICK_ARTICLES : ARTICLES };
      rows.push(tableRow(`\`${look}\` (${language})`, await measureSite(bench, order)));
    }
    yield `### Newsroom\n\n${table("look", rows)}`;
    const saved: SavedPage[] = [];
    const folder = await findSet("complete2013", places);
    for await (const { source } of readLabels(folder)) {
      if (!("path" in source)) continue;
      const [site = "", ...steps] = relative(folder, source.path).split(sep);
      saved.push(savedPage(join(folder, site), steps.join("/")));
    }
    yield `### Saved pages\n\n${table("set", [tableRow("`complete2013`", await measureAll(bench, saved))])}`;
  } finally {
    await browser.close();
    await pool.close();
  }
};

function savedPage(top: string, path: string): SavedPage {
  return { top, path, markup: decodeHtml(readFileSync(join(top, path))).text };
}

async function measureAll(bench: Bench, pages: readonly SavedPage[]): Promise<Likeness[]> {
  const likenesses: Likeness[] = [];
  for (const page of pages) {
    const likeness = await measure(bench, page);
    if (likeness !== undefined) likenesses.push(likeness);
  }
  return likenesses;
}

/** Undefined where no element of the page holds the body. */
async function measure({ pool, browser, reader }: Bench, saved: SavedPage): Promise<Likeness | undefined> {
  const { captured } = await pool.render(
    { file: join(saved.top, saved.path), top: saved.top },
    { makeArticle: (opened) => extract(opened, { explain: true }) },
  );
  if (captured === undefined || captured.article.wordCount === 0) return undefined;
  const shots = await takeShots(browser, saved, captured);
  const grey = async (name: keyof Shots) => readGrey(reader, shots[name]);
  const own = await grey("styled");
  return {
    shown: structuralSimilarity(await grey("shown"), own),
    alone: structuralSimilarity(await grey("alone"), own),
  };
}

function table(heading: string, rows: readonly (readonly string[])[]): string {
  return plainTable([heading, "pages", "as shown", "without what is left out", "worst of these"], rows, 1);
}

function tableRow(name: string, likenesses: readonly Likeness[]): string[] {
  // A quick run may find no story of a look that has an article.
  if (likenesses.length === 0) return [name, "0", "–", "–", "–"];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const alone = likenesses.map((likeness) => likeness.alone);
  return [
    name,
    String(likenesses.length),
    formatShare(mean(likenesses.map(({ shown }) => shown))),
    formatShare(mean(alone)),
    formatShare(Math.min(...alone)),
  ];
}

/** Writes a made-up site to a folder for as long as its stories are measured. */
async function measureSite(bench: Bench, order: SiteOrder): Promise<Likeness[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-styled-"));
  try {
    const site = makeSite(order);
    await writeSite(site, folder);
    const stories = site.pages.filter(({ pageType }) => pageType === "article");
    return await measureAll(
      bench,
      stories.map(({ path }) => savedPage(folder, filePathOf(path))),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A saved page that is shown as it is. */
interface SavedPage {
  readonly markup: string;
  /** The folder that its files come from, and its own place in it. */
  readonly top: string;
  readonly path: string;
}

/** The body of an article as it is on its page, there without what the article leaves out, and in its own file. */
interface Shots {
  readonly shown: Buffer;
  readonly alone: Buffer;
  readonly styled: Buffer;
}

/** The way to an element from the root: which child it is at every step, counting elements only. */
type Steps = readonly number[];

const NOWHERE = "http://page.invalid/";
/** Taller pictures are cut; no newsroom story comes near. */
const MAX_HEIGHT = 12_000;

/** Takes the pictures of one article. */
async function takeShots(browser: Browser, saved: SavedPage, captured: CapturedArticle): Promise<Shots> {
  const context = await browser.newContext({ viewport: DEFAULT_SCREEN, javaScriptEnabled: false });
  try {
    await serve(context, saved);
    const page = await context.newPage();
    await page.goto(NOWHERE + saved.path, { waitUntil: "load" });
    await hideFloating(page);
    const { root, before, gone } = placesOf(captured);
    const shown = await shootElement(page, root);
    await hide(page, gone);
    await hideBeside(page, root);
    const alone = await shootElement(page, root);
    const place = await boxOf(page, root);
    await page.setContent(toStyled(captured, { inline: true }), { waitUntil: "load" });
    // The added line is not on the page, and would count as a fault of the style.
    await page.evaluate(() => document.querySelector(".about")?.remove());
    // html > body > main > the root, after title and byline where they are apart.
    const steps = [1, 0, before];
    await align(page, steps, place);
    const styled = await shootElement(page, steps);
    return { shown, alone, styled };
  } finally {
    await context.close();
  }
}

/** Pictures as shades of grey, read by the browser that took them. */
async function readGrey(page: LivePage, png: Buffer): Promise<GreyPicture> {
  const { width, height, base64 } = await page.evaluate(
    async (source) => {
      const image = await createImageBitmap(await (await fetch(source)).blob());
      const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let text = "";
      for (let at = 0; at < data.length; at += 4) {
        text += String.fromCharCode(0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!);
      }
      return { width: image.width, height: image.height, base64: btoa(text) };
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return { width, height, shades: Buffer.from(base64, "base64") };
}

async function serve(context: BrowserContext, { markup, top }: SavedPage): Promise<void> {
  const findFile = makeFileFinder(top, NOWHERE);
  let isServed = false;
  await context.route("**/*", (route) => {
    const request = route.request();
    const isOfPage = request.isNavigationRequest() && request.frame().parentFrame() === null;
    if (isOfPage && !isServed) {
      isServed = true;
      return route.fulfill({ body: markup, contentType: "text/html; charset=utf-8" });
    }
    // Pages that reload themselves are left unchanged.
    if (isOfPage) return route.abort("aborted");
    const file = findFile(request.url());
    return file === undefined
      ? route.abort()
      : route.fulfill({ body: file.bytes, contentType: file.contentType });
  });
}

function placesOf({ page, article }: CapturedArticle) {
  const { document } = page;
  const parts = findKeptParts(page, article);
  const gone: Steps[] = [];
  for (const element of parts.elements) {
    for (const child of childNodes(document, element)) {
      const isKept = parts.elements.has(child) || parts.leaves.has(child);
      if (document.kind[child] === NODE_KIND.element && !isKept) gone.push(stepsTo(document, child));
    }
  }
  const { root, title, bylines } = parts;
  const isOutside = (node: number) => node < root && node >= 0;
  const isPlain = title < 0 && article.title !== null;
  const before = [title, ...bylines].filter(isOutside).length + Number(isPlain);
  return { root: stepsTo(document, root), before, gone };
}

function stepsTo(document: Document, node: number): Steps {
  const steps: number[] = [];
  // Node 0 is the document, and its child the root element.
  for (let at = node; at > 0 && document.parent[at]! > 0; at = document.parent[at]!) {
    let before = 0;
    for (const sibling of childNodes(document, document.parent[at]!)) {
      if (sibling === at) break;
      if (document.kind[sibling] === NODE_KIND.element) before++;
    }
    steps.unshift(before);
  }
  return steps;
}

/** Notices that float over a page may be anywhere in its picture. */
async function hideFloating(page: LivePage): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const isFixed = getComputedStyle(element).position === "fixed";
      if (isFixed) element.style.setProperty("display", "none", "important");
    }
  });
}

async function hide(page: LivePage, gone: readonly Steps[]): Promise<void> {
  await page.evaluate((places) => {
    const found = places.map((steps) =>
      steps.reduce<Element | undefined>((at, step) => at?.children[step], document.documentElement),
    );
    for (const element of found)
      (element as HTMLElement | undefined)?.style?.setProperty("display", "none", "important");
  }, gone);
}

/** Floats from outside of an element push its lines aside, and are no part of it. */
async function hideBeside(page: LivePage, steps: Steps): Promise<void> {
  await page.evaluate((places) => {
    const root = places.reduce<Element | undefined>(
      (at, step) => at?.children[step],
      document.documentElement,
    );
    if (root === undefined) return;
    const { left, right, top, bottom } = root.getBoundingClientRect();
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      if (element.contains(root) || root.contains(element)) continue;
      const box = element.getBoundingClientRect();
      const isBeside = box.left < right && box.right > left && box.top < bottom && box.bottom > top;
      if (isBeside && getComputedStyle(element).float !== "none")
        element.style.setProperty("display", "none", "important");
    }
  }, steps);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(page: LivePage, steps: Steps): Promise<Box> {
  return page.evaluate((places) => {
    const element = places.reduce<Element | undefined>(
      (at, step) => at?.children[step],
      document.documentElement,
    );
    const { left, top, width, height } = (element ?? document.body).getBoundingClientRect();
    return { x: left + scrollX, y: top + scrollY, width, height };
  }, steps);
}

/** Moves an article by less than a pixel, so that its lines fall on the screen's as those of the page do. */
async function align(page: LivePage, steps: Steps, place: Box): Promise<void> {
  const box = await boxOf(page, steps);
  const shift = { left: (place.x % 1) - (box.x % 1), top: (place.y % 1) - (box.y % 1) };
  await page.evaluate(({ left, top }) => {
    Object.assign(document.body.style, { position: "relative", left: `${left}px`, top: `${top}px` });
  }, shift);
}

async function shootElement(page: LivePage, steps: Steps): Promise<Buffer> {
  const box = await boxOf(page, steps);
  const width = Math.max(1, box.width);
  const height = Math.min(Math.max(1, box.height), MAX_HEIGHT);
  return page.screenshot({ fullPage: true, clip: { ...box, width, height } });
}
