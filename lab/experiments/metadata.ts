import { createHash } from "node:crypto";
import { formatShare, type SetSummary } from "../../src/eval/index.ts";
import { runExtractor } from "../../src/eval/run-extractor.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS } from "../../src/extractors/index.ts";
import type { Evidence } from "../../src/metadata/evidence.ts";
import { shownReader } from "../../src/metadata/shown-reader.ts";
import { findSet, hashPage, hasTruth, type Label, loadPage, readLabels } from "../../src/sets/index.ts";
import { makeLanguageDetector } from "../../src/text/index.ts";
import { type Experiment, type ExperimentContext, provenanceLines } from "./experiment.ts";
import { ARTICLE_FIELDS, CANONICAL_URL, type Field, PAGE_TYPE, type Verdict } from "./metadata-fields.ts";
import { plainTable } from "./plain-table.ts";

/** Pages that are measured together. */
interface Group {
  readonly set: string;
  /** Rules may be tuned on these; the rest only shows what the fields come to. */
  readonly isForTuning: boolean;
  readonly fields: readonly Field[];
  readonly title?: string;
  readonly choose?: (label: Label) => boolean;
}

const EVERY_FIELD = [...ARTICLE_FIELDS, CANONICAL_URL, PAGE_TYPE];
const detectLanguage = makeLanguageDetector();
const isArticle = ({ pageType }: Label) => pageType === "article";
const GROUPS: readonly Group[] = [
  { set: "fundus-a", isForTuning: true, fields: EVERY_FIELD },
  { set: "wcxb-dev", isForTuning: true, fields: EVERY_FIELD, choose: isArticle },
  {
    set: "wcxb-dev",
    title: "wcxb-dev, no articles",
    isForTuning: true,
    fields: [PAGE_TYPE],
    choose: (label) => !isArticle(label),
  },
  ...["multi2023-en-fr-de-zh", "big9", "l3s-gn1-a", "czech-sites"].map((set) => ({
    set,
    isForTuning: false,
    fields: ARTICLE_FIELDS,
  })),
  { set: "sites2020", isForTuning: false, fields: ARTICLE_FIELDS, choose: isArticle },
];

/** What each rule of a field said of one page whose truth is known; undefined where it found nothing. */
interface Trial {
  readonly group: Group;
  readonly field: Field;
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** How often each metadata rule answers and is right, beside its stated confidence; and what the fields come to. */
export const metadata: Experiment = async function* ({ places, provenance }) {
  const summaries: SetSummary[] = [];
  const trials: Trial[] = [];
  for (const group of GROUPS) summaries.push(await tryGroup(group, places, trials));
  yield provenanceLines(provenance, summaries);
  const tuning = trials.filter(({ group }) => group.isForTuning);
  for (const field of EVERY_FIELD) {
    const own = tuning.filter((trial) => trial.field === field);
    yield `### Rules of \`${field.name}\` (${own.length} pages)\n\n${ruleTable(field, own)}`;
  }
  yield `### Fields, by set\n\n${setTable(trials.filter(({ field }) => ARTICLE_FIELDS.includes(field)))}`;
};

/** Runs every rule over a group's pages; their hash is that of an evaluation of the same pages. */
async function tryGroup(
  group: Group,
  places: ExperimentContext["places"],
  trials: Trial[],
): Promise<SetSummary> {
  const folder = await findSet(group.set, places);
  const hash = createHash("sha256");
  let [pages, withoutTruth, failed] = [0, 0, 0];
  for await (const label of readLabels(folder)) {
    if (!hasTruth(label)) withoutTruth++;
    else if (group.choose?.(label) ?? true) {
      const html = loadPage(label);
      const { seen, error } = runExtractor({ label, html }, EXTRACTORS[DEFAULT_EXTRACTOR]);
      const evidence = seen && { ...seen, options: { detectLanguage, shownReader } };
      trials.push(...tryPage(group, label, evidence));
      hash.update(hashPage(label, html));
      failed += Number(error !== undefined);
      pages++;
    }
  }
  return { name: group.title ?? group.set, folder, pages, withoutTruth, failed, hash: hash.digest("hex") };
}

/** A page that no extractor came back from is one on which no rule answers. */
function tryPage(group: Group, label: Label, evidence: Evidence | undefined): Trial[] {
  return group.fields
    .filter((field) => field.isAsked(label))
    .map((field) => ({ group, field, verdicts: evidence ? field.judge(evidence, label) : [] }));
}

/** With fewer answers a share says little; docs/metadata.md then gives a judgement. */
const MIN_ANSWERS = 10;
/** Nothing is certain: a share of 1 is written as this. */
const MAX_CONFIDENCE = 0.99;

function ruleTable(field: Field, trials: readonly Trial[]): string {
  const heads = ["rule", "answers", "right", "answers first", "right", "measured", "stated"];
  const rows = field.rules.map(({ name, confidence }, at) => {
    const found = trials.flatMap(({ verdicts }) => verdicts[at] ?? []);
    const first = trials.flatMap(({ verdicts }) =>
      verdicts.findIndex((verdict) => verdict !== undefined) === at ? (verdicts[at] ?? []) : [],
    );
    const measured = [first, found].find((verdicts) => verdicts.length >= MIN_ANSWERS);
    const share = measured && Math.min(MAX_CONFIDENCE, mean(measured)).toFixed(2);
    const counts = [found, first].flatMap((list) => [`${list.length}`, shareOf(list)]);
    return [name, ...counts, share ?? "†", confidence.toFixed(2)];
  });
  return plainTable(heads, rows, 1);
}

function setTable(trials: readonly Trial[]): string {
  const heads = ["set", "field", "pages", "answered", "right of the answered", "right of all"];
  const bySet = Map.groupBy(trials, ({ group }) => group);
  const rows = [...bySet].flatMap(([group, ofGroup]) =>
    [...Map.groupBy(ofGroup, ({ field }) => field)].map(([field, own]) => {
      const answers = own.flatMap(({ verdicts }) => verdicts.find((verdict) => verdict !== undefined) ?? []);
      const right = answers.filter((verdict) => verdict === 1).length;
      return [
        `\`${group.title ?? group.set}\``,
        field.name,
        `${own.length}`,
        `${answers.length}`,
        shareOf(answers),
        formatShare(right / own.length),
      ];
    }),
  );
  return plainTable(heads, rows, 2);
}

function mean(verdicts: readonly Verdict[]): number {
  return verdicts.filter((verdict) => verdict === 1).length / verdicts.length;
}

function shareOf(verdicts: readonly Verdict[]): string {
  return verdicts.length === 0 ? "" : formatShare(mean(verdicts));
}
