import { bestBlock, formatShare } from "../../../src/eval/index.ts";
import { runExtractor } from "../../../src/eval/run-extractor.ts";
import {
  EXTRACTORS,
  type Extractor,
  type Judges,
  makeVips,
  makeWrapper,
  segmentPage,
  WRAPPER_DEFAULTS,
} from "../../../src/extractors/index.ts";
import { domainOf, wordOverlap } from "../../../src/sets/index.ts";
import { words } from "../../../src/text/index.ts";
import { plainTable } from "../plain-table.ts";
import type { LaidOutPage } from "./laid-out-page.ts";
import type { Study } from "./study.ts";

/** Coarser ones leave the article in one block with all that is around it. */
const GRANULARITIES = [6, 7, 8, 9, 10] as const;

/** Pages of a set that all methods answer, as many of each site. */
const MAX_PAGES = 270;

/** A method, and the word F1 of its answer on a page. */
type Method = readonly [name: string, f1: (page: LaidOutPage) => number];

/**
 * Word F1 of the wrapper and of VIPS beside methods that need no layout, and the best that one subtree can reach. Pages of
 * sites that a shipped model has seen are left out for all.
 */
export function methodTable(studies: readonly Study[]): string {
  const columns = studies.map((study) => {
    const pages = unseenPages(study);
    const means = methodsOf(study).map(([name, f1]): [string, string] => [
      name,
      formatShare(meanOf(pages, f1)),
    ]);
    return new Map([["pages", String(pages.length)], ...means]);
  });
  const names = [...columns[0]!.keys()];
  const rows = names.map((name) => [name, ...columns.map((column) => column.get(name) ?? "")]);
  return plainTable(["method", ...studies.map(({ set }) => `\`${set.name}\`, ${set.layout}`)], rows, 1);
}

function unseenPages({ sites, set }: Study): readonly LaidOutPage[] {
  const seen = new Set(
    [EXTRACTORS.wrapper, EXTRACTORS["mss-hr"]].flatMap(({ trainedOn }) => trainedOn?.() ?? []),
  );
  return [...sites.values()]
    .flatMap((own) => own.slice(set.testFrom).slice(0, MAX_PAGES / sites.size))
    .map(({ laidOut }) => laidOut)
    .filter(({ label }) => !seen.has(domainOf(label) ?? ""));
}

function methodsOf(study: Study): readonly Method[] {
  const wrappers = neighbours(study);
  return [
    ["wrapper, of another site", (page) => articleF1(page, wrappers.get(page.site)!)],
    ["wrapper, shipped", (page) => articleF1(page, EXTRACTORS.wrapper)],
    ...GRANULARITIES.flatMap((granularity): Method[] => [
      [`vips ${granularity}, heuristic`, (page) => articleF1(page, makeVips({ granularity }))],
      [`vips ${granularity}, perfect picker`, (page) => pickerF1(page, granularity)],
    ]),
    ["mss-hr", (page) => articleF1(page, EXTRACTORS["mss-hr"])],
    ["econ", (page) => articleF1(page, EXTRACTORS.econ)],
    ["oracle", ({ oracle }) => oracle],
  ];
}

/** For every site the wrapper of the next one. */
function neighbours(study: Study): ReadonlyMap<string, Extractor> {
  const sites = [...study.sites.keys()];
  return new Map(
    sites.map((site, at) => {
      const judges = study.learn(sites[(at + 1) % sites.length]!, study.set.sizes.at(-1)!);
      return [site, asExtractor(judges, study)];
    }),
  );
}

function asExtractor(judges: Judges, { set }: Study): Extractor {
  const training = { command: "", seed: 1, sets: [], domains: [] };
  const model = { training, settings: WRAPPER_DEFAULTS, soft: judges };
  return makeWrapper(() => (set.manner === "strict" ? { ...model, strict: judges } : model));
}

function meanOf(pages: readonly LaidOutPage[], f1: Method[1]): number {
  return pages.reduce((sum, page) => sum + f1(page), 0) / pages.length;
}

function articleF1({ label, html, page }: LaidOutPage, extractor: Extractor): number {
  const { article } = runExtractor({ label, html, rendered: { page } }, extractor);
  return wordOverlap(words(label.truth.body ?? ""), words(article.text)).f1;
}

function pickerF1({ label, page }: LaidOutPage, granularity: number): number {
  return bestBlock(page, segmentPage(page, { granularity }), words(label.truth.body ?? "")).f1;
}
