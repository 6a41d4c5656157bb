import { isPageType, LEAF_ROLES } from "../../src/article/index.ts";
import type { Extractor } from "../../src/extractors/index.ts";
import { type Extraction, type LeafRoles, type Page, REASONS } from "../../src/page/index.ts";
import { CONTRACT_PAGES, deepPage, largePage, pageOf, picturePage } from "./contract-pages.ts";

/** One promise of every extractor; `check` throws when it is broken. */
export interface ExtractorPromise {
  readonly name: string;
  /** Whether its check takes seconds: pages of megabytes, and time measured as a page grows. */
  readonly isLong?: boolean;
  check(make: () => Extractor): void;
}

const HINTS = { collectedTitle: "The ferry left at dawn" };
const LARGE_BYTES = 5_000_000;
const DEEP = 50_000;

/** What every extractor promises, for any test runner: give each a name and run its check. */
export const EXTRACTOR_CONTRACT: readonly ExtractorPromise[] = [
  ...Object.entries(CONTRACT_PAGES).map(([name, html]) => promise(`judges ${name}`, html)),
  { ...promise("judges a page of 5 MB", largePage(LARGE_BYTES)), isLong: true },
  { ...promise("judges a page nested 50,000 deep", deepPage(DEEP)), isLong: true },
  { name: "scores media leaves", check: scoresMedia },
  { name: "works without hints", check: worksWithoutHints },
  { name: "explains scores by weights that add up to them", check: explainsScores },
  { name: "leaves the page as it was", check: leavesPageUnchanged },
  { name: "takes time in proportion to the page", check: isLinear, isLong: true },
];

/** Runs the whole contract for an extractor; throws the first broken promise. */
export function checkExtractor(make: () => Extractor): void {
  for (const { check } of EXTRACTOR_CONTRACT) check(make);
}

function promise(name: string, html: string): ExtractorPromise {
  return {
    name,
    check(make) {
      const page = pageOf(html);
      const extraction = make().extract(page, HINTS);
      checkShape(page, extraction);
      for (const other of [page, pageOf(html)]) {
        const again = make().extract(other, HINTS);
        expectThat(sameExtraction(extraction, again), "the same page gets the same answer twice");
      }
    },
  };
}

function checkShape(
  page: Page,
  { scores, reasons, roles, cuts = [], titleNode, bodyRoot, verdict }: Extraction,
): void {
  const { count, node } = page.leaves;
  const { size, textStart, textEnd } = page.document;
  expectThat(scores.length === count, `every leaf has a score: ${scores.length} of ${count}`);
  expectThat(reasons.length === count, `every leaf has a reason: ${reasons.length} of ${count}`);
  for (let leaf = 0; leaf < count; leaf++) {
    const score = scores[leaf]!;
    expectThat(score >= 0 && score <= 1, `leaf ${leaf} has a score in 0..1, not ${score}`);
    const reason = REASONS[reasons[leaf]!];
    expectThat(reason !== undefined && reason !== "not judged", `leaf ${leaf} has a reason of the list`);
  }
  if (roles !== undefined) checkRoles(count, roles);
  for (const chosen of [titleNode, bodyRoot]) {
    expectThat(chosen === undefined || (chosen >= 0 && chosen < size), `node ${chosen} is of the page`);
  }
  for (const { leaf, from, to } of cuts) {
    const length = textEnd[node[leaf]!]! - textStart[node[leaf]!]!;
    expectThat(from >= 0 && from < to && to <= length, `cut ${from}..${to} is inside leaf ${leaf}`);
  }
  if (verdict === undefined) return;
  for (const chance of [verdict.isArticle, verdict.confidence])
    expectThat(chance >= 0 && chance <= 1, `a chance of the verdict is in 0..1, not ${chance}`);
  const { pageType = "article" } = verdict;
  expectThat(isPageType(pageType), `${pageType} is a kind of page`);
}

function checkRoles(count: number, { roles, chances }: LeafRoles): void {
  expectThat(roles.length === count, `every leaf has a role: ${roles.length} of ${count}`);
  expectThat(chances.length === count, `every role has a chance: ${chances.length} of ${count}`);
  for (let leaf = 0; leaf < count; leaf++) {
    expectThat(LEAF_ROLES[roles[leaf]!] !== undefined, `leaf ${leaf} has a role of the list`);
    expectThat(chances[leaf]! >= 0 && chances[leaf]! <= 1, `leaf ${leaf} has a chance in 0..1`);
  }
}

function scoresMedia(make: () => Extractor): void {
  const page = pageOf(CONTRACT_PAGES["pictures and films among the text"]);
  const { reasons } = make().extract(page, HINTS);
  const media = [...page.leaves.kind.keys()].filter((leaf) => page.leaves.kind[leaf] !== 0);
  expectThat(media.length === 4, "the page has four media leaves");
  for (const leaf of media)
    expectThat(REASONS[reasons[leaf]!] !== "not judged", `media leaf ${leaf} is judged`);
}

function worksWithoutHints(make: () => Extractor): void {
  const page = pageOf(CONTRACT_PAGES["pictures and films among the text"]);
  checkShape(page, make().extract(page, {}));
}

function explainsScores(make: () => Extractor): void {
  for (const html of Object.values(CONTRACT_PAGES)) explainsPage(make(), pageOf(html));
}

function explainsPage(extractor: Extractor, page: Page): void {
  const extraction = extractor.extract(page, HINTS);
  const contributions = extractor.explain?.(page, HINTS, extraction) ?? (() => []);
  for (let leaf = 0; leaf < page.leaves.count; leaf++) {
    const all = contributions(leaf);
    const logOdds = all.reduce((sum, { weight }) => sum + weight, 0);
    const fits = Math.abs(1 / (1 + Math.exp(-logOdds)) - extraction.scores[leaf]!) < 1e-6;
    expectThat(all.length === 0 || fits, `the weights of leaf ${leaf} add up to its score's log-odds`);
  }
}

function leavesPageUnchanged(make: () => Extractor): void {
  const page = pageOf(CONTRACT_PAGES["pictures and films among the text"]);
  const before = printOf(page);
  make().extract(page, HINTS);
  expectThat(printOf(page) === before, "the page's arrays are as they were");
}

/** Everything that an extractor could have changed, as one string. */
function printOf({ document, leaves, blocks }: Page): string {
  const parts = [document, leaves, blocks].flatMap((view) => Object.values(view));
  return parts.map((part) => (ArrayBuffer.isView(part) ? String(part) : JSON.stringify(part))).join("\n");
}

/** A page eight times as long may take eight times as long (measured: 4.5 to 8); a mild quadratic part makes it 22 or more. */
const GROWTH = 8;
const MAX_TIME_GROWTH = 14;
const BASE_BYTES = 250_000;
const BASE_DEPTH = 5_000;
const BASE_PICTURES = 3_000;
/** Large pages in one measurement, against eight times as many small ones: as much text, so as much work. */
const LARGE_PAGES = 3;
/** Some kernels count processor time in ticks of 4 to 10 ms; below a few of them times cannot be compared. */
const GRAIN_MS = 20;
const ROUNDS = 3;

function isLinear(make: () => Extractor): void {
  const shapes = [
    { name: "longer", small: largePage(BASE_BYTES), large: largePage(BASE_BYTES * GROWTH) },
    { name: "deeper", small: deepPage(BASE_DEPTH), large: deepPage(BASE_DEPTH * GROWTH) },
    {
      name: "fuller of pictures",
      small: picturePage(BASE_PICTURES),
      large: picturePage(BASE_PICTURES * GROWTH),
    },
  ];
  for (const { name, small, large } of shapes) {
    const growth = timeGrowth(make(), small, large);
    expectThat(
      growth <= MAX_TIME_GROWTH,
      `a page ${GROWTH} times ${name} takes ${growth.toFixed(1)} times the time`,
    );
  }
}

/** The time of a large page as a multiple of a small one's; the best of some rounds, as garbage collection can hit one. */
function timeGrowth(extractor: Extractor, small: string, large: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && best > MAX_TIME_GROWTH; round++) {
    const smallMs = processorMs(extractor, small, LARGE_PAGES * GROWTH);
    best = Math.min(best, (GROWTH * processorMs(extractor, large, LARGE_PAGES)) / smallMs);
  }
  return best;
}

/** Processor time for a number of fresh pages with their views; unlike the wall clock, it does not depend on the load of the machine. */
function processorMs(extractor: Extractor, html: string, pageCount: number): number {
  const pages = Array.from({ length: pageCount }, () => pageOf(html));
  const before = processorUsage();
  for (const page of pages) extractor.extract(page, HINTS);
  const after = processorUsage();
  return Math.max(GRAIN_MS, (after.user + after.system - before.user - before.system) / 1000);
}

/** Of this thread where Node can tell (from 23.9 on), else of the whole process. */
function processorUsage(): NodeJS.CpuUsage {
  return process.threadCpuUsage?.() ?? process.cpuUsage();
}

function sameExtraction(one: Extraction, other: Extraction): boolean {
  const plain = (extraction: Extraction) =>
    JSON.stringify({ ...extraction, scores: [...extraction.scores], reasons: [...extraction.reasons] });
  return plain(one) === plain(other);
}

function expectThat(holds: boolean, promised: string): void {
  if (!holds) throw new Error(`Broken promise: ${promised}.`);
}
