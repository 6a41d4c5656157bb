import { createHash } from "node:crypto";
import { join } from "node:path";
import type { BrowserPool, RenderSource } from "../../../src/browser/index.ts";
import { parsePage } from "../../../src/default-extract.ts";
import { asNewsError } from "../../../src/errors/index.ts";
import type { SetSummary } from "../../../src/eval/index.ts";
import { nodeTruth } from "../../../src/eval/score-page.ts";
import { nodeAt } from "../../../src/html/index.ts";
import { layoutOf } from "../../../src/layout/index.ts";
import type { Page } from "../../../src/page/index.ts";
import { domainOf, hashPage, type Label, loadPage, readLabels } from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { LANGUAGES, LOOKS, makeSite, writeSite } from "../../../test/newsroom/index.ts";

/** The pages of an experiment. */
export interface SourceSet {
  readonly summary: Pick<SetSummary, "name" | "pages" | "hash">;
  readonly pages: readonly SourcePage[];
}

/** How much of the sets is read. */
interface SourceLimits {
  readonly sites: number;
  /** Pages of a site. */
  readonly pages: number;
}

const SEED = 7;
/** Stories of a site, live blogs and galleries among them. */
const STORIES = 112;

/** Pages of a labelled set of many pages a site, in an order that does not follow site or time. */
export async function readSites(folder: string, { sites, pages }: SourceLimits): Promise<SourceSet> {
  const labels: Label[] = [];
  for await (const label of readLabels(folder)) labels.push(label);
  const bySite = [...Map.groupBy(labels, ({ site }) => site ?? "")].slice(0, sites);
  const place = ({ id }: Label) => hashText(`${SEED} ${id}`);
  return gather(
    "big9",
    bySite.flatMap(([site, own]) => {
      const drawn = own.toSorted((a, b) => place(a) - place(b)).slice(0, pages);
      return drawn.map((label) => ({ label, site, ...openMarkup(label) }));
    }),
  );
}

/** The articles of a labelled set whose layout is complete by the styles in the page. */
export async function readComplete(name: string, folder: string, maxPages: number): Promise<SourceSet> {
  const pages: SourcePage[] = [];
  for await (const label of readLabels(folder)) {
    const { truth, pageType } = label;
    if ((truth.body ?? "").trim() === "" || (pageType ?? "article") !== "article") continue;
    const opened = openMarkup(label);
    if (!layoutOf(parsePage(opened.html, label)).complete) continue;
    if (pages.push({ label, site: label.site ?? domainOf(label) ?? label.id, ...opened }) >= maxPages) break;
  }
  return gather(name, pages);
}

/**
 * Articles of made-up sites, each in a look and language of its own, written below a folder: usual ones, or with the cases
 * that chance draws from all that is known to be hard.
 */
export async function writeNewsroom(
  folder: string,
  { sites, pages, isHard }: SourceLimits & { readonly isHard: boolean },
): Promise<SourceSet> {
  const name = isHard ? "newsroom, hard cases" : "newsroom";
  const found: SourcePage[] = [];
  for (const look of LOOKS.slice(0, sites)) {
    const language = LANGUAGES[LOOKS.indexOf(look) % LANGUAGES.length] ?? "en";
    const top = join(folder, name, look);
    const hardCases = isHard ? undefined : [];
    await writeSite(makeSite({ look, language, seed: SEED, articles: STORIES, hardCases }), top);
    const labels: Label[] = [];
    for await (const label of readLabels(top)) if (label.pageType === "article") labels.push(label);
    for (const label of labels.slice(0, pages)) {
      if (!("path" in label.source)) continue;
      const source = { file: label.source.path, top, url: label.url ?? undefined };
      found.push({ label, site: look, html: loadPage(label), source });
    }
  }
  return gather(name, found);
}

function openMarkup(label: Label): Pick<SourcePage, "html" | "source"> {
  const html = loadPage(label);
  return { html, source: { html, url: label.url ?? undefined, encoding: label.encoding ?? undefined } };
}

function gather(name: string, pages: readonly SourcePage[]): SourceSet {
  const hash = createHash("sha256");
  for (const { label, html } of pages) hash.update(hashPage(label, html));
  return { summary: { name, pages: pages.length, hash: hash.digest("hex") }, pages };
}

/** A labelled page of an experiment, not laid out yet. */
interface SourcePage {
  readonly label: Label;
  /** The site or look that it is of. */
  readonly site: string;
  readonly html: Uint8Array | string;
  /** What a browser opens. */
  readonly source: RenderSource;
}

/** A page with its layout, and what its tree allows against its truth. */
export interface LaidOutPage extends Omit<SourcePage, "source"> {
  readonly page: Page;
  /** Word F1 of the best single subtree. */
  readonly oracle: number;
  /** The labelled node, else the smallest subtree that holds the truth; -1 where there is none. */
  readonly truthBody: number;
}

/** Long enough for a machine that does other things too. */
const TIMEOUT_MS = 60_000;

/** Pages as the markup alone lays them out. */
export function estimatePages(pages: readonly SourcePage[]): readonly LaidOutPage[] {
  return pages.map((page) => withLimits(page, parsePage(page.html, page.label)));
}

/** Pages as Chromium lays them out; without those that it cannot show. Scripts do not run: they would change the tree that was labelled. */
export async function renderPages(
  pages: readonly SourcePage[],
  browser: BrowserPool,
  onPage: (count: number) => void,
): Promise<readonly LaidOutPage[]> {
  let count = 0;
  const rendered = await Promise.all(
    pages.map(async (page) => {
      const shown = await render(page, browser);
      onPage(++count);
      return shown === undefined ? [] : [withLimits(page, shown)];
    }),
  );
  return rendered.flat();
}

async function render({ label, source }: SourcePage, browser: BrowserPool): Promise<Page | undefined> {
  try {
    return (await browser.render(source, { scripts: false, timeoutMs: TIMEOUT_MS })).page;
  } catch (error) {
    process.stderr.write(`${label.id}: ${asNewsError(error).message}\n`);
    return undefined;
  }
}

function withLimits({ label, site, html }: SourcePage, page: Page): LaidOutPage {
  const { oracle, smallestWhole } = nodeTruth(page, label.truth) ?? { oracle: 0, smallestWhole: -1 };
  const pointed = label.nodes?.body;
  const truthBody = pointed === undefined ? smallestWhole : nodeAt(page.document, pointed);
  return { label, site, html, page, oracle, truthBody };
}
