import { formatShare } from "../../../src/eval/index.ts";
import { runExtractor } from "../../../src/eval/score-page.ts";
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
import { makeExample } from "../../../src/train/wrapper/examples.ts";
import { bestBlock } from "../best-block.ts";
import { percent, plainTable } from "../experiment.ts";
import type { LaidOutPage } from "./sources.ts";
import {
  accuracyOf,
  learnWrapper,
  type Outcome,
  readBy,
  type Study,
  type StudyPage,
  type StudySet,
  type Trial,
} from "./study.ts";

/** The trials of all wrappers of a set, laid out in one way. */
export interface StudyRun {
  readonly set: StudySet;
  readonly trials: readonly Trial[];
}

/** Table 2: how often the wrappers of each site are right about all others, by how many pages they learned from. */
export function trainingSiteTable(runs: readonly StudyRun[]): string {
  const columns = runs.flatMap(({ set, trials }) =>
    set.sizes.map((size) => ({
      head: `${set.layout}, ${size} pages`,
      trials: trials.filter((trial) => trial.size === size),
    })),
  );
  const sites = [...new Set(runs[0]!.trials.map(({ from }) => from))];
  const rows = [...sites, undefined].map((site) => [
    site === undefined ? "**all**" : `\`${site}\``,
    ...columns.map(({ trials }) => newsOf(trials.filter(({ from }) => site === undefined || from === site))),
  ]);
  return plainTable(["learned from", ...columns.map(({ head }) => head)], rows, 1);
}

/** Table 5: how often the wrappers of all other sites are right about each, learned from the most pages. */
export function testSiteTable(runs: readonly StudyRun[]): string {
  const largest = runs.map(({ set, trials }) => ({
    layout: set.layout,
    trials: trials.filter(({ size }) => size === set.sizes.at(-1)),
  }));
  const sites = [...new Set(largest[0]!.trials.map(({ from }) => from))];
  const rows = [...sites, undefined].map((site) => {
    const accuracies = largest.map(({ trials }) =>
      accuracyOf(
        trials
          .filter((trial) => site === undefined || trial.site === site)
          .flatMap(({ outcomes }) => outcomes),
      ),
    );
    return [
      site === undefined ? "**all**" : `\`${site}\``,
      ...accuracies.flatMap(({ title, body, news, f1 }) => [
        ...[title, body, news].map(percent),
        formatShare(f1),
      ]),
      formatShare(accuracies[0]!.oracle),
    ];
  });
  const heads = largest.flatMap(({ layout }) => [`${layout}: title`, "body", "news", "F1"]);
  return plainTable(["tested on", ...heads, "oracle"], rows, 1);
}

function newsOf(trials: readonly Trial[]): string {
  return percent(accuracyOf(trials.flatMap(({ outcomes }) => outcomes)).news);
}

/** How often the true body and title of a page fail each of the paper's rules, on complete and on incomplete layouts. */
export function ruleTable(sets: readonly StudySet[]): string {
  const groups = sets.flatMap(({ name, layout, pages }) => {
    const failed = pages.map((page) => {
      const reading = readBy(page, { manner: "strict", settings: { firstScreens: "one" } });
      const example = makeExample(reading, page.label);
      return {
        isComplete: reading.layout.complete,
        rules: typeof example === "string" ? ["body: not in the page"] : example.failed,
      };
    });
    return [true, false].flatMap((isComplete) => {
      const own = failed.filter((page) => page.isComplete === isComplete).map(({ rules }) => rules);
      return own.length === 0 ? [] : [{ names: [`\`${name}\``, layout, isComplete ? "yes" : "no"], own }];
    });
  });
  const rules = [...new Set(groups.flatMap(({ own }) => own.flat()))].sort();
  const rows = groups.map(({ names, own }) => [
    ...names,
    String(own.length),
    ...rules.map((rule) => percent(own.filter((failed) => failed.includes(rule)).length / own.length)),
  ]);
  return plainTable(["set", "layout", "complete", "pages", ...rules], rows, 3);
}

/** Whether wrappers of one time work in another: those of every site, on the other sites and on their own. */
export function eraTable(study: Study): string {
  const sites = [...study.sites.values()];
  const eras = [...new Set(sites.flat().map(eraOf))].sort();
  const rows = eras.flatMap((from) => {
    const outcomes = new Map(eras.map((era) => [era, { others: [] as Outcome[], own: [] as Outcome[] }]));
    for (const pages of sites) {
      const judges = learnWrapper(pages.filter((page) => eraOf(page) === from));
      for (const page of sites.flat()) {
        const sameSite = page.laidOut.site === pages[0]!.laidOut.site;
        if (sameSite && eraOf(page) === from) continue;
        outcomes.get(eraOf(page))![sameSite ? "own" : "others"].push(page.try(judges));
      }
    }
    return [...outcomes].map(([to, { others, own }]) => [from, to, ...shares(others), ...shares(own)]);
  });
  const heads = ["title", "body", "news"];
  return plainTable(
    [
      "learned on",
      "tested on",
      ...heads.map((head) => `other sites: ${head}`),
      ...heads.map((head) => `own site: ${head}`),
    ],
    rows,
    2,
  );
}

function shares(outcomes: readonly Outcome[]): string[] {
  if (outcomes.length === 0) return ["", "", ""];
  const { title, body, news } = accuracyOf(outcomes);
  return [title, body, news].map(percent);
}

function eraOf({ laidOut }: StudyPage): string {
  return laidOut.label.era ?? "";
}

/** Coarser ones leave the article in one block with its surroundings. */
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
