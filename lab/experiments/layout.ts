import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserPool, openBrowser, type RenderSource } from "../../src/browser/index.ts";
import { asNewsError } from "../../src/errors/index.ts";
import { type Document, NODE_FLAG, NODE_KIND } from "../../src/html/index.ts";
import { estimateLayout } from "../../src/layout/index.ts";
import type { Layout } from "../../src/page/index.ts";
import { type DataPlaces, findSet, loadPage, readLabels } from "../../src/sets/index.ts";
import { LANGUAGES, LOOKS, makeSite, writeSite } from "../../test/newsroom/index.ts";
import { type Experiment, plainTable } from "./experiment.ts";

const MEASURES = ["top", "left", "width", "height", "fontSize"] as const;
/** Old and new pages, nearly all without the style sheets that they link; every tenth is rendered. */
const SETS = ["big9", "l3s-gn1-a", "fundus-a"] as const;
const STEP = { whole: 10, quick: 100 } as const;
/** Pages of each look of the newsroom: the first are home and section pages, the last articles. */
const NEWSROOM_PAGES = 4;
const NEWSROOM_ORDER = { seed: 7, articles: 6 } as const;
/** With fewer elements a rank correlation means nothing. */
const MIN_ELEMENTS = 5;

/** The agreement of one page's estimate with its measured layout. */
interface Agreement {
  readonly correlations: readonly number[];
  /** The share that both show, of the elements with text that either shows. */
  readonly seenByBoth: number;
  readonly elements: number;
  readonly isComplete: boolean;
}

interface Group {
  readonly name: string;
  readonly sources: readonly RenderSource[];
}

/** How close the layout estimated from markup is to Chromium's, page by page. */
export const layout: Experiment = async function* ({ places, provenance, isQuick }) {
  const folder = mkdtempSync(join(tmpdir(), "galley-layout-"));
  const browser = await openBrowser({ scripts: false });
  try {
    const step = isQuick ? STEP.quick : STEP.whole;
    const groups = [
      await newsroomPages(folder),
      ...(await Promise.all(SETS.map((name) => setPages(name, places, step)))),
    ];
    const rows: string[][] = [];
    for (const group of groups) rows.push(await measureGroup(group, browser));
    yield `Measured on ${provenance.date} with galley ${provenance.version}: \`${provenance.command}\``;
    const heads = [
      "pages",
      "rendered",
      "complete",
      "elements",
      "top",
      "left",
      "width",
      "height",
      "font size",
      "seen by both",
    ];
    yield plainTable(heads, rows, 1);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function newsroomPages(folder: string): Promise<Group> {
  const sources: RenderSource[] = [];
  for (const [at, look] of LOOKS.entries()) {
    const language = LANGUAGES[at % LANGUAGES.length] ?? LANGUAGES[0];
    const target = join(folder, look);
    await writeSite(makeSite({ look, language, ...NEWSROOM_ORDER }), target);
    const files: string[] = [];
    for await (const { source } of readLabels(target)) if ("path" in source) files.push(source.path);
    const half = NEWSROOM_PAGES / 2;
    sources.push(...[...files.slice(0, half), ...files.slice(-half)].map((file) => ({ file })));
  }
  return { name: "newsroom", sources };
}

async function setPages(name: string, places: DataPlaces, step: number): Promise<Group> {
  const sources: RenderSource[] = [];
  let count = 0;
  for await (const label of readLabels(await findSet(name, places))) {
    if (count++ % step !== 0) continue;
    sources.push({
      html: loadPage(label),
      url: label.url ?? undefined,
      encoding: label.encoding ?? undefined,
    });
  }
  return { name: `\`${name}\``, sources };
}

async function measureGroup({ name, sources }: Group, browser: BrowserPool): Promise<string[]> {
  const agreements: Agreement[] = [];
  for (const source of sources) {
    const agreement = await measurePage(source, browser);
    if (agreement !== undefined) agreements.push(agreement);
  }
  const mean = (read: (agreement: Agreement) => number) =>
    agreements.reduce((sum, agreement) => sum + read(agreement), 0) / agreements.length;
  const elements = agreements.reduce((sum, agreement) => sum + agreement.elements, 0);
  return [
    name,
    String(agreements.length),
    String(agreements.filter(({ isComplete }) => isComplete).length),
    String(elements),
    ...MEASURES.map((_, at) => mean(({ correlations }) => correlations[at] ?? 0).toFixed(3)),
    mean(({ seenByBoth }) => seenByBoth).toFixed(3),
  ];
}

async function measurePage(source: RenderSource, browser: BrowserPool): Promise<Agreement | undefined> {
  try {
    const { page } = await browser.render(source);
    return page.layout && agreementOf(page.document, page.layout);
  } catch (error) {
    process.stderr.write(`${asNewsError(error).message}\n`);
    return undefined;
  }
}

function agreementOf(document: Document, measured: Layout): Agreement | undefined {
  const estimated = estimateLayout(document, measured.screen);
  const texts = elementsWithText(document);
  const either = texts.filter((node) => measured.visible[node] === 1 || estimated.visible[node] === 1);
  const both = either.filter((node) => measured.visible[node] === 1 && estimated.visible[node] === 1);
  if (both.length < MIN_ELEMENTS) return undefined;
  const values = (layoutRead: Layout, measure: (typeof MEASURES)[number]) =>
    both.map((node) => Math.round(layoutRead[measure][node] ?? 0));
  return {
    correlations: MEASURES.map((measure) =>
      rankCorrelation(values(measured, measure), values(estimated, measure)),
    ),
    seenByBoth: both.length / either.length,
    elements: both.length,
    isComplete: estimated.complete,
  };
}

/** Scripts do not run, so that the tree stays as it was parsed, and Chromium shows `noscript`, which readers do not see. */
function elementsWithText({ size, kind, flags, parent, text, textStart, textEnd }: Document): number[] {
  const found = new Set<number>();
  for (let node = 1; node < size; node++) {
    if (kind[node] !== NODE_KIND.text || (flags[node]! & NODE_FLAG.noscript) !== 0) continue;
    if (/\S/.test(text.slice(textStart[node], textEnd[node]))) found.add(parent[node]!);
  }
  return [...found];
}

/** Spearman's rank correlation, with the mean rank for equal values; 1 where both lists have one value only, 0 where one has. */
export function rankCorrelation(one: readonly number[], other: readonly number[]): number {
  return correlation(ranksOf(one), ranksOf(other));
}

function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let at = from; at < to; at++) ranks[order[at]!] = (from + to - 1) / 2;
    from = to;
  }
  return ranks;
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const middle = (one.length - 1) / 2;
  let both = 0;
  let ofOne = 0;
  let ofOther = 0;
  for (let at = 0; at < one.length; at++) {
    const first = one[at]! - middle;
    const second = other[at]! - middle;
    both += first * second;
    ofOne += first * first;
    ofOther += second * second;
  }
  if (ofOne === 0 || ofOther === 0) return ofOne === ofOther ? 1 : 0;
  return both / Math.sqrt(ofOne * ofOther);
}
