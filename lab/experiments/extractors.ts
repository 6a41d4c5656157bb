import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  SHIPPED_FUSED,
  SHIPPED_KINDS,
  SHIPPED_OPTIONS,
  SHIPPED_SETS,
  writeOldNewsroom,
} from "../../scripts/shipped-recipe.ts";
import {
  type Evaluation,
  evaluate,
  formatShare,
  type MetricId,
  makeRows,
  type PageScore,
} from "../../src/eval/index.ts";
import { scorePage } from "../../src/eval/score-page.ts";
import {
  EXTRACTORS,
  type Extractor,
  makeFused,
  makeMssFamily,
  ONE_PAGE_EXTRACTORS,
} from "../../src/extractors/index.ts";
import { type DataPlaces, domainOf, findSets, type Label, readSet } from "../../src/sets/index.ts";
import { hashText } from "../../src/text/index.ts";
import { type TrainedFused, trainFused, trainMss } from "../../src/train/index.ts";
import { type Experiment, plainTable, provenanceLines } from "./experiment.ts";

/** Labelled sets that no model was trained on. */
export const UNSEEN_SETS = [
  "l3s-gn1-a",
  "big9",
  "daniel-en-zh-pl",
  "multi2023-en-fr-de-zh",
  "czech-sites",
  "evan2021",
  "cleaneval-dev",
  "cleanportaleval",
  "readability",
  "fixtures-newspaper",
];
const SEEN_SETS = Object.keys(SHIPPED_SETS);
/** The set with pages of every kind. */
const KINDS_SET = "wcxb-dev";
/** Sets of which the worst pages are listed, and how many. */
const WORST_SETS = ["wcxb-dev", "fundus-a", "multi2023-en-fr-de-zh", "evan2021"];
const WORST_PAGES = 10;
/** The method that reads pages against the title they were collected under. */
const TITLE_METHOD = "relevance";
const WITHOUT_TITLE = ONE_PAGE_EXTRACTORS.filter((id) => id !== TITLE_METHOD);
const PLAIN = { titleHint: "none", nodes: false, texts: false } as const;
const FOLDS = 5;

const COLUMNS: readonly (readonly [MetricId, string])[] = [
  ["wordF1", "F1"],
  ["wordPrecision", "P"],
  ["wordRecall", "R"],
  ["shingleF1", "shingle F1"],
  ["wholeArticle", "whole"],
  ["correctly", "correctly"],
  ["wrongly", "wrongly"],
  ["missed", "missed"],
];

/** What can be run alone: the sets that no model was trained on take minutes, the others are cross-validated and take long. */
export const EXTRACTOR_SECTIONS = ["unseen", "trained"];

/** Every extractor on every labelled set; trained ones only on sites that they have not seen. */
export const extractors: Experiment = async function* ({ places, provenance, only }) {
  const unseen = only === "trained" ? [] : await measureUnseen(places);
  const seen = only === "unseen" ? [] : await measureUntrained(places);
  const trained = only === "unseen" ? [] : await crossValidated(places);
  yield provenanceLines(
    provenance,
    [unseen[0], seen[0]].flatMap((evaluation) => evaluation?.sets ?? []),
  );
  const all = [...unseen, ...seen].flatMap(({ scores }) => scores);
  yield `${tableOf([...all, ...trained.filter(({ page }) => isArticle(page))])}

\`relevance\` is given the true title, no other method is. Where the shipped model was trained on a set, its extractors are measured by
cross-validation: models by the same recipe, each measured on the sites that it has not seen. On the other sets
pages of sites that the shipped model has seen are left out for all methods. Of \`wcxb-dev\` only the articles count.`;
  if (only !== "unseen")
    yield `Kinds of pages of \`${KINDS_SET}\`, \`fused\`, cross-validated:\n\n${kindsTable(trained)}`;
  const judged = [...all, ...trained].filter(({ extractor }) => extractor === "fused");
  for (const set of WORST_SETS) {
    if (judged.some(({ page }) => page.set === set))
      yield `The worst pages of \`${set}\`, \`fused\`:\n\n${worstTable(judged, set)}`;
  }
};

/** All methods on the sets that no model was trained on. */
async function measureUnseen(places: DataPlaces): Promise<Evaluation[]> {
  const domains = new Set(EXTRACTORS.fused.trainedOn?.());
  const isUnseen = (label: Label) => hasBody(label) && !domains.has(domainOf(label) ?? "");
  const sets = await findSets(UNSEEN_SETS, places);
  return [
    await evaluate({ ...PLAIN, sets, extractors: WITHOUT_TITLE, choose: hasBody }),
    await evaluate({ ...PLAIN, titleHint: "truth", sets, extractors: [TITLE_METHOD], choose: isUnseen }),
  ];
}

/** The methods without training, on the sets that the shipped models were trained on. */
async function measureUntrained(places: DataPlaces): Promise<Evaluation[]> {
  const sets = await findSets(SEEN_SETS, places);
  const untrained = WITHOUT_TITLE.filter((id) => !isTrained(EXTRACTORS[id]));
  return [
    await evaluate({ ...PLAIN, sets, extractors: untrained, choose: isChosen }),
    await evaluate({ ...PLAIN, titleHint: "truth", sets, extractors: [TITLE_METHOD], choose: isChosen }),
  ];
}

function isTrained(extractor: Extractor): boolean {
  return extractor.trainedOn !== undefined;
}

function hasBody({ truth }: Label): boolean {
  return truth.body !== null && !truth.bodyIsPrefix;
}

function isChosen(label: Label): boolean {
  return hasBody(label) && isArticle(label);
}

function isArticle({ pageType }: Pick<Label, "pageType">): boolean {
  return pageType === null || pageType === SHIPPED_OPTIONS.pageType;
}

/** The scores of the shipped model's extractors on its own training sets, by models that have not seen the site. */
async function crossValidated(places: DataPlaces): Promise<PageScore[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-folds-"));
  try {
    const sets = await findSets(SEEN_SETS, places);
    const newsroom = await writeOldNewsroom(folder);
    const scores: PageScore[] = [];
    for (let fold = 0; fold < FOLDS; fold++) {
      const { pageType: _, maxTags, ...options } = SHIPPED_OPTIONS;
      const { model } = await trainMss([...sets, newsroom], {
        ...options,
        maxTagShare: maxTags / 100,
        conflicts: "keep first",
        choose: (label) => isChosen(label) && foldOf(label) !== fold,
      });
      const family = Object.values(makeMssFamily(() => model));
      for (const set of sets) scores.push(...(await scoreFold(set, fold, family)));
    }
    const kinds = await findSets(Object.keys(SHIPPED_KINDS), places);
    const fused = await trainFused([...sets, newsroom, ...kinds], SHIPPED_FUSED);
    for (const set of sets) scores.push(...(await scoreFused(set, fused)));
    return scores;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scoreFold(set: string, fold: number, family: readonly Extractor[]): Promise<PageScore[]> {
  const scores: PageScore[] = [];
  for await (const labelled of readSet(set)) {
    if (!isChosen(labelled.label) || foldOf(labelled.label) !== fold) continue;
    scores.push(...scorePage(labelled, family, PLAIN));
  }
  return scores;
}

async function scoreFused(
  set: string,
  { model: { training }, partsFor, verdictFor }: TrainedFused,
): Promise<PageScore[]> {
  const scores: PageScore[] = [];
  for await (const labelled of readSet(set)) {
    if (!hasBody(labelled.label)) continue;
    const { baseLearners, ...parts } = partsFor(labelled.label);
    const verdict = verdictFor(labelled.label);
    const extractor = makeFused(() => ({ training, ...parts, ...(verdict && { verdict }) }), baseLearners);
    scores.push(...scorePage(labelled, [extractor], PLAIN));
  }
  return scores;
}

function foldOf(label: Label): number {
  return (hashText(domainOf(label) ?? label.id) >>> 0) % FOLDS;
}

function kindsTable(scores: readonly PageScore[]): string {
  const own = scores.filter(({ page, extractor }) => page.set === KINDS_SET && extractor === "fused");
  const rows = makeRows(own, ["set", "pageType"]).map(({ value, pages, estimates }) => [
    value,
    String(pages),
    ...COLUMNS.map(([id]) => formatShare(estimates[id]?.mean ?? 0)),
  ]);
  return plainTable(["kind", "pages", ...COLUMNS.map(([, title]) => title)], rows, 1);
}

function worstTable(scores: readonly PageScore[], set: string): string {
  const worst = scores
    .filter(({ page, metrics }) => page.set === set && metrics.wordF1 !== undefined)
    .toSorted((a, b) => a.metrics.wordF1! - b.metrics.wordF1!)
    .slice(0, WORST_PAGES);
  const rows = worst.map(({ page, metrics, verdict }) => [
    page.id,
    page.pageType ?? "",
    verdict?.pageType ?? "",
    ...[metrics.wordF1, metrics.wordPrecision, metrics.wordRecall, verdict?.confidence].map((share) =>
      formatShare(share ?? 0),
    ),
  ]);
  return plainTable(["page", "kind", "judged", "F1", "P", "R", "confidence"], rows, 3);
}

/** A method a row, a set a column, the best of each set in bold: one table for word F1, one for *correctly*. */
function tableOf(scores: readonly PageScore[]): string {
  const rows = makeRows(scores, ["set"]);
  const sets = [...UNSEEN_SETS, ...SEEN_SETS].filter((name) => rows.some(({ set }) => set === name));
  const methods = [...new Set(rows.map(({ extractor }) => extractor))];
  const matrix = (id: MetricId) => {
    const share = (set: string, method: string) =>
      rows.find((row) => row.set === set && row.extractor === method)?.estimates[id]?.mean;
    const best = new Map(sets.map((set) => [set, Math.max(...methods.map((each) => share(set, each) ?? 0))]));
    const lines = methods.map((method) => [
      `\`${method}\``,
      ...sets.map((set) => {
        const own = share(set, method);
        if (own === undefined) return "";
        return own === best.get(set) ? `**${formatShare(own)}**` : formatShare(own);
      }),
    ]);
    return plainTable(["", ...sets.map((set) => `\`${set}\``)], lines, 1);
  };
  return `Word F1:\n\n${matrix("wordF1")}\n\n*Correctly*:\n\n${matrix("correctly")}`;
}
