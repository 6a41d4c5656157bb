import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { openBrowser } from "../../src/browser/index.ts";
import { areaUnderCurve, calibrationError, formatShare } from "../../src/eval/index.ts";
import { scorePage } from "../../src/eval/score-page.ts";
import { makeWrapper, shippedWrapper, type TitleChoice } from "../../src/extractors/index.ts";
import { type DataPlaces, domainOf, findSet, hashPage, readSet } from "../../src/sets/index.ts";
import {
  type Experiment,
  type ExperimentContext,
  type PagesRead,
  plainTable,
  provenanceLines,
} from "./experiment.ts";
import { completeTable, figureTable, partTable } from "./wrapper/audit.ts";
import { estimatePages, readComplete, readSites, renderPages } from "./wrapper/sources.ts";
import { Study, type StudySet } from "./wrapper/study.ts";
import { eraTable, methodTable, ruleTable, testSiteTable, trainingSiteTable } from "./wrapper/tables.ts";

/** How much is read: sites, pages of a site, and of those the ones that wrappers are learned from. */
const WHOLE = { big9: { sites: 9, pages: 30, sizes: [10, 20] }, complete: 400, unseen: 400 } as const;
const QUICK = { big9: { sites: 2, pages: 9, sizes: [8, 9] }, complete: 8, unseen: 5 } as const;

/** Parts that can be run alone. */
export const WRAPPER_SECTIONS = [
  "figures",
  "parts",
  "eras",
  "methods",
  "complete",
  "titles",
  "confidence",
] as const;

/** The wrapper paper's experiments on real pages: wrappers of one site on all others, and the shipped one on unseen sites. */
export const wrapper: Experiment = async function* (context) {
  const { only, isQuick, places, provenance } = context;
  const has = (...sections: readonly (typeof WRAPPER_SECTIONS)[number][]) =>
    only === undefined || sections.some((section) => section === only);
  const amount = isQuick ? QUICK : WHOLE;
  if (has("figures", "parts", "eras", "methods")) {
    const source = await readSites(await findSet("big9", places), amount.big9);
    yield provenanceLines(provenance, [source.summary]);
    const pages = estimatePages(source.pages);
    const { sizes } = amount.big9;
    const set: StudySet = { name: "big9", layout: "estimate", manner: "soft", pages, sizes, testFrom: 0 };
    if (has("figures")) yield* figures(set);
    if (has("parts")) yield `## Parts switched off\n\n${partTable(set, isHeldOut, tell)}`;
    // A quick run has too few pages of an era to learn from.
    if (has("eras") && !isQuick) yield `## Eras\n\n${eraTable(new Study(set))}`;
    if (has("methods")) yield `## Other methods\n\n${methodTable([new Study(set)])}`;
  }
  if (has("complete")) yield* completeLayouts(context, amount.complete);
  if (has("titles", "confidence")) {
    const stated = await answerSets(places, amount.unseen, "stated");
    yield provenanceLines(provenance, stated.sets);
    if (has("titles")) yield `## Stated titles\n\n${await titleTable(places, amount.unseen, stated)}`;
    if (has("confidence")) yield `## Confidence\n\n${confidenceTable(stated)}`;
  }
};

/** Half of the sites, by their names: no setting was chosen on them. */
function isHeldOut(site: string): boolean {
  return crc32(site) % 2 === 1;
}

function tell(message: string): void {
  process.stderr.write(`${message}\n`);
}

function* figures(set: StudySet): Iterable<string> {
  yield `## The paper's figures\n\n${figureTable(set, isHeldOut, tell)}`;
  const study = new Study(set);
  const runs = [{ set, trials: set.sizes.flatMap((size) => study.run(size)) }];
  yield `## Table 2 on \`big9\`\n\n${trainingSiteTable(runs)}`;
  yield `## Table 5 on \`big9\`\n\n${testSiteTable(runs)}`;
  yield `## Rules\n\n${ruleTable([set])}`;
}

/** Sets with pages whose styles are in the page. */
const STYLED_SETS = ["wcxb-dev", "big9", "l3s-gn1-a", "multi2023-en-fr-de-zh"];
/** Sites with fewer pages are only tested on. */
const MIN_PAGES = 2;
const MAX_PAGES = 40;

/** The strict experiment: wrappers of one site on all others, on real pages with complete layouts. */
async function* completeLayouts(
  { places, provenance }: ExperimentContext,
  maxPages: number,
): AsyncIterable<string> {
  const sources = [];
  for (const name of STYLED_SETS)
    sources.push(await readComplete(name, await findSet(name, places), maxPages));
  yield provenanceLines(
    provenance,
    sources.map(({ summary }) => ({ ...summary, name: `${summary.name}, complete layouts` })),
  );
  const pages = sources.flatMap((source) => source.pages);
  const browser = await openBrowser({ pages: 2 });
  try {
    const rendered = await renderPages(pages, browser, (count) => {
      if (count % 20 === 0) tell(`${count} of ${pages.length} rendered`);
    });
    const base = {
      name: "complete",
      manner: "soft",
      sizes: [MAX_PAGES],
      testFrom: 0,
      minPages: MIN_PAGES,
    } as const;
    const sets: StudySet[] = [
      { ...base, layout: "Chromium", pages: rendered },
      { ...base, layout: "estimate", pages: estimatePages(pages) },
    ];
    yield `## Complete layouts\n\n${completeTable(sets, isHeldOut)}`;
    yield `## Rules on complete layouts\n\n${ruleTable(sets)}`;
  } finally {
    await browser.close();
  }
}

/** Sets of real pages with bodies, of unseen sites. */
const SETS = ["big9", "l3s-gn1-a", "daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites", "evan2021"];

/** An answer of the shipped wrapper. */
interface Answer {
  readonly set: string;
  readonly isHeldOut: boolean;
  readonly title: number | undefined;
  readonly news: number | undefined;
  readonly confidence: number | undefined;
  readonly isCorrect: boolean | undefined;
}

interface Answered {
  readonly answers: readonly Answer[];
  readonly sets: readonly PagesRead[];
}

/** The answers of the shipped wrapper on unseen pages, by the estimated layout. */
async function answerSets(places: DataPlaces, maxPages: number, titles: TitleChoice): Promise<Answered> {
  const shipped = shippedWrapper();
  const extractor = makeWrapper(() => ({ ...shipped, settings: { ...shipped.settings, titles } }));
  const seen = new Set(shipped.training.domains);
  const answers: Answer[] = [];
  const sets: PagesRead[] = [];
  for (const set of SETS) {
    tell(`${set}, ${titles}`);
    const hash = createHash("sha256");
    let pages = 0;
    for await (const labelled of readSet(await findSet(set, places))) {
      const { label, html } = labelled;
      const site = domainOf(label) ?? label.site ?? label.id;
      if (seen.has(site) || (label.truth.body ?? "").trim() === "") continue;
      if (pages >= maxPages) break;
      pages++;
      hash.update(hashPage(label, html));
      for (const { verdict, metrics } of scorePage(labelled, [extractor], SCORING))
        answers.push({
          set,
          isHeldOut: isHeldOut(site),
          title: metrics.titleRight,
          news: metrics.newsRight,
          confidence: verdict?.confidence,
          isCorrect: metrics.correctly === undefined ? undefined : metrics.correctly === 1,
        });
    }
    sets.push({ name: set, pages, hash: hash.digest("hex") });
  }
  return { answers, sets };
}

const SCORING = { titleHint: "none", nodes: true, texts: false } as const;

/** How often titles are right by their looks alone and with those that the page states first, on each half of the sites. */
async function titleTable(places: DataPlaces, maxPages: number, stated: Answered): Promise<string> {
  const looks = await answerSets(places, maxPages, "looks");
  const rows = SETS.flatMap((set) =>
    [false, true].map((half) => {
      const own = [looks, stated].map(({ answers }) =>
        answers.filter((one) => one.set === set && one.isHeldOut === half && one.title !== undefined),
      );
      const shares = (["title", "news"] as const).flatMap((name) =>
        own.map((list) => mean(list.map((one) => one[name]))),
      );
      return [`\`${set}\``, half ? "held out" : "chosen on", String(own[0]?.length ?? 0), ...shares];
    }),
  ).filter(([, , pages]) => pages !== "0");
  const heads = ["title, looks", "title, stated", "news, looks", "news, stated"];
  return plainTable(["set", "sites", "pages", ...heads], rows, 2);
}

function mean(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  return formatShare(known.reduce((sum, value) => sum + value, 0) / known.length);
}

/** The confidence that the shipped wrapper states on unseen pages, and how well it tells right from wrong. */
function confidenceTable({ answers }: Answered): string {
  const all = answers.flatMap(({ confidence, isCorrect, ...one }) =>
    confidence === undefined || isCorrect === undefined
      ? []
      : [{ ...one, chance: confidence, isTrue: isCorrect }],
  );
  const rows = [...SETS, undefined].map((set) => {
    const own = all.filter((one) => set === undefined || one.set === set);
    const area = (half: boolean) => share(areaUnderCurve(own.filter((one) => one.isHeldOut === half)));
    const stated = mean(own.map(({ chance }) => chance));
    const right = mean(own.map(({ isTrue }) => Number(isTrue)));
    const name = set === undefined ? "**all**" : `\`${set}\``;
    return [
      name,
      String(own.length),
      stated,
      right,
      share(calibrationError(own)),
      share(areaUnderCurve(own)),
      area(false),
      area(true),
    ];
  });
  return plainTable(
    ["set", "pages", "stated", "right", "off by", "AUC", "AUC, chosen on", "AUC, held out"],
    rows,
    1,
  );
}

function share(value: number | null): string {
  return value === null ? "" : formatShare(value);
}
