import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import type { Browser, Page as LivePage } from "playwright-core";
import { type BrowserPool, openBrowser } from "../../src/browser/index.ts";
import { extract } from "../../src/default-extract.ts";
import { formatShare, structuralSimilarity } from "../../src/eval/index.ts";
import { decodeHtml } from "../../src/html/index.ts";
import { findSet, readLabels } from "../../src/sets/index.ts";
import { launchBrowser } from "../../test/browser.ts";
import { LANGUAGES, LOOKS, makeSite, type SiteOrder, writeSite } from "../../test/newsroom/index.ts";
import { filePathOf } from "../../test/newsroom/site/write-site.ts";
import type { Experiment } from "./experiment.ts";
import { plainTable } from "./plain-table.ts";
import { readGrey, type SavedPage, type Shots, takeShots } from "./styled-shots.ts";

const SEED = 5;
const ARTICLES = 3;
const QUICK_ARTICLES = 1;

/** How alike an article in its page's style and the page itself are. */
interface Likeness {
  /** To the body as the page shows it. */
  readonly shown: number;
  /** To the same without what the article leaves out. */
  readonly alone: number;
}

interface Bench {
  readonly pool: BrowserPool;
  readonly browser: Browser;
  /** A page that reads pictures. */
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

/** Undefined where no body stands in an element of the page. */
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
  // A quick run may meet no story of a look that has an article.
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
