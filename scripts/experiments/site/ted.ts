import { formatShare, type LabelledPage, type MetricId, measureArticle } from "../../../src/eval/index.ts";
import { runExtractor } from "../../../src/eval/run-extractor.ts";
import { EXTRACTORS, type Extractor } from "../../../src/extractors/index.ts";
import { learnTed } from "../../../src/site/index.ts";
import { readPage } from "../../../src/train/index.ts";
import { plainTable } from "../plain-table.ts";
import { readGroups, type SiteGroup } from "./site-groups.ts";
import type { SiteRun } from "./site-run.ts";

const OTHERS = ["econ", "mss", "relevance", "wrapper", "fused"] as const;
/** Between the eras of `big9`. */
const ERA_YEARS = 4;
const METRICS: readonly (readonly [MetricId, string])[] = [
  ["wordF1", "F1"],
  ["wordPrecision", "P"],
  ["wordRecall", "R"],
  ["correctly", "correctly"],
];

/** A method's answer on a page. */
interface Answer {
  readonly method: string;
  /** Whether the page has a template that the method was learned from, as far as it knows. */
  readonly isKnown: boolean;
  readonly metrics: ReturnType<typeof measureArticle>;
}

/** A group of pages: what was learned from every other one, and the answers on those in between. */
interface Study {
  readonly group: SiteGroup;
  readonly ted: Extractor;
  /** The same, but for every page it takes the nearest pattern, however far. */
  readonly willing: Extractor;
  readonly rest: readonly LabelledPage[];
  readonly answers: readonly Answer[];
}

/** The comparator by tree edit distance on pages of the templates that it was learned from, and on others. */
export async function measureTed(run: SiteRun): Promise<string> {
  const own: string[][] = [];
  const elsewhere: string[][] = [];
  for await (const groups of readGroups(run)) {
    run.tell(`ted: ${groups[0]?.set}, ${groups.length} groups of pages`);
    const studies = groups.map(study);
    own.push(...ownRows(studies));
    elsewhere.push(...elsewhereRows(studies));
  }
  const heads = ["set", "method", "groups", "pages", ...METRICS.map(([, head]) => head)];
  const otherHeads = [
    "set",
    "measured on",
    "pages",
    "known",
    "F1 of `ted`",
    "of `ted`, `minFit` 0",
    "of `fused`",
  ];
  return `${plainTable(heads, own, 2)}\n\n### On other templates\n\n${plainTable(otherHeads, elsewhere, 2)}`;
}

function study(group: SiteGroup): Study {
  const lessons = group.pages.filter((_, at) => at % 2 === 0);
  const rest = group.pages.filter((_, at) => at % 2 === 1);
  const pages = lessons.map(({ label, html }) => readPage(html, label));
  const ted = learnTed(pages);
  const methods = [ted, ...OTHERS.map((id) => EXTRACTORS[id])];
  const answers = rest.flatMap((page) => methods.map((method) => ask(method, page)));
  return { group, ted, willing: learnTed(pages, { minFit: 0 }), rest, answers };
}

function ask(method: Extractor, page: LabelledPage): Answer {
  const { article, seen } = runExtractor(page, method, "none");
  const isKnown = !seen?.extraction.warnings?.includes("UNKNOWN_TEMPLATE");
  return { method: method.id, isKnown, metrics: measureArticle(page.label.truth, article) };
}

function ownRows(studies: readonly Study[]): string[][] {
  const byMethod = Map.groupBy(
    studies.flatMap(({ answers }) => answers),
    ({ method }) => method,
  );
  const known = byMethod.get("ted")?.filter(({ isKnown }) => isKnown) ?? [];
  return [...byMethod, ["ted, known templates", known] as const].map(([method, answers]) => [
    ...[setName(studies), method, String(studies.length), String(answers.length)],
    ...METRICS.map(([id]) => formatShare(meanOf(answers, id))),
  ]);
}

/** What one group has taught, tried on the pages of another. */
function elsewhereRows(studies: readonly Study[]): string[][] {
  const isNextEra = ({ group: one }: Study, { group: other }: Study) =>
    one.site === other.site && Number(other.era) - Number(one.era) === ERA_YEARS;
  const pairs = {
    "its own site and era": studies.map((own) => [own, own] as const),
    "the next era of its site": studies.flatMap((from) =>
      studies.filter((to) => isNextEra(from, to)).map((to) => [from, to] as const),
    ),
    "another site": studies.flatMap((from) => {
      const to = studies.find(({ group }) => group.site !== from.group.site && group.era === from.group.era);
      return to === undefined ? [] : [[from, to] as const];
    }),
  };
  return Object.entries(pairs).flatMap(([name, tried]) => {
    const answers = tried.flatMap(([{ ted }, { rest }]) => rest.map((page) => ask(ted, page)));
    if (answers.length === 0) return [];
    const willing = tried.flatMap(([from, { rest }]) => rest.map((page) => ask(from.willing, page)));
    const fused = tried.flatMap(([, to]) => to.answers.filter(({ method }) => method === "fused"));
    const known = answers.filter(({ isKnown }) => isKnown).length;
    const f1 = [answers, willing, fused].map((given) => formatShare(meanOf(given, "wordF1")));
    return [[setName(studies), name, String(answers.length), formatShare(known / answers.length), ...f1]];
  });
}

function setName([first]: readonly Study[]): string {
  return first === undefined ? "" : `\`${first.group.set}\``;
}

function meanOf(answers: readonly Answer[], metric: MetricId): number {
  return answers.reduce((sum, { metrics }) => sum + (metrics[metric] ?? 0), 0) / Math.max(1, answers.length);
}
