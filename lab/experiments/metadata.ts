import { createHash } from "node:crypto";
import { formatShare, type SetSummary } from "../../src/eval/index.ts";
import { authorSet, publishedDay, titleExact } from "../../src/eval/measure.ts";
import { runExtractor } from "../../src/eval/score-page.ts";
import { DEFAULT_EXTRACTOR, EXTRACTORS } from "../../src/extractors/index.ts";
import { type Evidence, evidenceOf, type Rule } from "../../src/metadata/evidence.ts";
import { shownReader } from "../../src/metadata/index.ts";
import { RULES, readMetadata } from "../../src/metadata/metadata.ts";
import { findSet, hashPage, hasTruth, type Label, loadPage, readLabels } from "../../src/sets/index.ts";
import { makeLanguageDetector } from "../../src/text/index.ts";
import { canonicaliseUrl } from "../../src/url/index.ts";
import { type Experiment, type ExperimentContext, plainTable, provenanceLines } from "./experiment.ts";

/** Pages that are measured together. */
interface Group {
  readonly set: string;
  /** Rules may be tuned on these; the others only show how good the fields are. */
  readonly isForTuning: boolean;
  readonly fields: readonly Field[];
  readonly title?: string;
  readonly choose?: (label: Label) => boolean;
}

/** The fields that people label on articles. */
const ARTICLE_FIELDS: readonly Field[] = [
  makeField("title", RULES.title, ({ truth }, found) => titleExact(truth.title, found)),
  makeField("statedTitle", RULES.statedTitle, ({ truth }, found) => titleExact(truth.title, found)),
  makeField("authors", RULES.authors, ({ truth }, found) => authorSet(truth.authors, found ?? [])),
  makeField("published", RULES.published, ({ truth }, found) => publishedDay(truth.published, found)),
  // Labels give the primary language alone: `en` for `en-US`. In both sets for tuning it is a copy of html's lang.
  makeField("language", RULES.language, ({ language }, found) =>
    same(language, found?.split("-")[0]?.toLowerCase()),
  ),
];

/** The publisher's address for the page, against the one that it was fetched from: the nearest thing to a truth. */
const CANONICAL_URL = makeField("canonicalUrl", RULES.canonicalUrl, ({ url }, found) =>
  same(foldUrl(url), foldUrl(found)),
);

/** The kind of a page, which labels of other pages than articles hold too. */
const PAGE_TYPE = makeField("pageType", RULES.pageType, ({ pageType }, found) => same(pageType, found));

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

/** Whether each rule of a field is right on one page whose truth is known; undefined where it found nothing. */
interface Trial {
  readonly group: Group;
  readonly field: Field;
  readonly verdicts: readonly (Verdict | undefined)[];
}

/** Whether a field of one page is right, with the confidence that the article gives it. */
interface Answer {
  readonly group: Group;
  readonly field: string;
  readonly confidence: number;
  readonly verdict: Verdict;
}

/** How often each metadata rule answers and is right, beside its stated confidence; and how good the fields are. */
export const metadata: Experiment = async function* ({ places, provenance }) {
  const summaries: SetSummary[] = [];
  const trials: Trial[] = [];
  const answers: Answer[] = [];
  for (const group of GROUPS) summaries.push(await tryGroup(group, places, { trials, answers }));
  yield provenanceLines(provenance, summaries);
  const tuning = trials.filter(({ group }) => group.isForTuning);
  for (const field of EVERY_FIELD) {
    const own = tuning.filter((trial) => trial.field === field);
    yield `### Rules of \`${field.name}\` (${own.length} pages)\n\n${ruleTable(field, own)}`;
  }
  yield `### Confidence of \`title\`, \`authors\` and \`published\`\n\n${reliabilityTable(answers)}`;
  yield `### Fields, by set\n\n${setTable(trials.filter(({ field }) => ARTICLE_FIELDS.includes(field)))}`;
};

/** Runs every rule over a group's pages; their hash is that of an evaluation of the same pages. */
async function tryGroup(
  group: Group,
  places: ExperimentContext["places"],
  { trials, answers }: { readonly trials: Trial[]; readonly answers: Answer[] },
): Promise<SetSummary> {
  const folder = await findSet(group.set, places);
  const hash = createHash("sha256");
  let [pages, withoutTruth, failed] = [0, 0, 0];
  for await (const label of readLabels(folder)) {
    if (!hasTruth(label)) withoutTruth++;
    else if (group.choose?.(label) ?? true) {
      const html = loadPage(label);
      const { seen, error } = runExtractor({ label, html }, EXTRACTORS[DEFAULT_EXTRACTOR]);
      const options = { detectLanguage, shownReader };
      const evidence = seen && evidenceOf(seen.page, seen.extraction, options);
      trials.push(...tryPage(group, label, evidence));
      if (evidence) answers.push(...answersOf(group, label, evidence));
      hash.update(hashPage(label, html));
      failed += Number(error !== undefined);
      pages++;
    }
  }
  return { name: group.title ?? group.set, folder, pages, withoutTruth, failed, hash: hash.digest("hex") };
}

/** On a page where the extractor fails, no rule answers. */
function tryPage(group: Group, label: Label, evidence: Evidence | undefined): Trial[] {
  return group.fields
    .filter((field) => field.isAsked(label))
    .map((field) => ({ group, field, verdicts: evidence ? field.judge(evidence, label) : [] }));
}

/** The answers whose confidence an article gives, and whether they are right. */
function answersOf(group: Group, { truth }: Label, { page, extraction, options }: Evidence): Answer[] {
  if (!group.fields.includes(ARTICLE_FIELDS[0]!)) return [];
  const { title, authors, published } = readMetadata(page, extraction, options);
  const found = [
    { field: "title", ...title, verdict: titleExact(truth.title, title.value) },
    { field: "authors", ...authors, verdict: authorSet(truth.authors, authors.value) },
    { field: "published", ...published, verdict: publishedDay(truth.published, published.value) },
  ];
  return found.flatMap(({ field, source, confidence, verdict }) =>
    source === "none" || verdict === null ? [] : [{ group, field, confidence, verdict }],
  );
}

/** The lower ends of the bins in which confidence is compared with the share of right answers. */
const BINS = [0, 0.5, 0.7, 0.8, 0.9, 0.95] as const;

/** Mean confidence against the share of right answers, on the sets for tuning and on the others. */
function reliabilityTable(answers: readonly Answer[]): string {
  const heads = ["field", "confidence", "tuned", "stated", "right", "others", "stated", "right"];
  const fields = [...new Set(answers.map(({ field }) => field))];
  const rows = fields.flatMap((field) =>
    BINS.map((from, at) => {
      const own = answers.filter(
        (answer) =>
          answer.field === field && answer.confidence >= from && answer.confidence < (BINS[at + 1] ?? 1),
      );
      const halves = [true, false].map((isForTuning) =>
        own.filter(({ group }) => group.isForTuning === isForTuning),
      );
      return [field, `from ${from}`, ...halves.flatMap(reliability)];
    }),
  );
  return plainTable(heads, rows, 2);
}

function reliability(answers: readonly Answer[]): readonly string[] {
  if (answers.length === 0) return ["0", "", ""];
  const stated = answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
  return [`${answers.length}`, formatShare(stated), shareOf(answers.map(({ verdict }) => verdict))];
}

/** With fewer answers a share tells little; docs/metadata.md then gives a judgement. */
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

/** Whether an answer is right. */
type Verdict = 0 | 1;

/** A field with its rules and the way to compare an answer with the truth. */
interface Field {
  readonly name: string;
  readonly rules: readonly { readonly name: string; readonly confidence: number }[];
  /** Whether the label has the field. */
  isAsked(label: Label): boolean;
  /** Whether each rule's answer is right; undefined where a rule finds nothing. */
  judge(evidence: Evidence, label: Label): readonly (Verdict | undefined)[];
}

/** Compares as the metrics do: null where the label lacks the field; no answer is a wrong one. */
type Compare<Value> = (label: Label, found: Value | null) => Verdict | null;

function makeField<Value>(name: string, rules: readonly Rule<Value>[], compare: Compare<Value>): Field {
  return {
    name,
    rules: rules.map(([rule, confidence]) => ({ name: rule, confidence })),
    isAsked: (label) => compare(label, null) !== null,
    judge: (evidence, label) =>
      rules.map(([, , read]) => {
        const found = read(evidence);
        return found === undefined ? undefined : (compare(label, found) ?? undefined);
      }),
  };
}

function same(truth: string | null | undefined, found: string | null | undefined): Verdict | null {
  if (truth === null || truth === undefined) return null;
  return found === truth ? 1 : 0;
}

/** Both spellings of a host and of a folder lead to one page. */
function foldUrl(url: string | null): string | undefined {
  return canonicaliseUrl(url ?? "")?.replace(/^https?:\/\/(?:www\.)?|\/$/g, "");
}
