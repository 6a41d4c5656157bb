import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parsePage } from "../../../src/default-extract.ts";
import { formatShare, type MetricId, measureArticle } from "../../../src/eval/index.ts";
import { runExtractor } from "../../../src/eval/score-page.ts";
import { EXTRACTORS, type Extractor } from "../../../src/extractors/index.ts";
import type { Page } from "../../../src/page/index.ts";
import { domainOf, type Label, type LabelledPage, readSet } from "../../../src/sets/index.ts";
import { learnTed } from "../../../src/site/index.ts";
import { curveChart } from "../charts.ts";
import { plainTable } from "../experiment.ts";
import { writeNewsroom } from "../wrapper/sources.ts";
import type { SiteRun } from "./site-run.ts";

const PICTURES = join(import.meta.dirname, "../../../docs/images");
const CURVE = "ted-pages.svg";
const OTHERS = ["econ", "mss", "relevance", "wrapper", "fused"] as const;
/** Between the eras of `big9`. */
const ERA_YEARS = 4;
const METRICS: readonly (readonly [MetricId, string])[] = [
  ["wordF1", "F1"],
  ["wordPrecision", "P"],
  ["wordRecall", "R"],
  ["correctly", "correctly"],
];

const HOW_OWN = `A group are the pages of one site, in \`big9\` of one era; only groups of at least ten count. \`ted\` learns from every other page of a
group, without labels; all methods read the pages in between and are told nothing. Sites that a shipped model has seen are left
out. The last row of a set is of the pages that have a template that \`ted\` has learned.`;

const HOW_ELSEWHERE = `What one group has taught, tried on another. With \`minFit\` 0 no page is refused: \`ted\` takes the nearest pattern, however far, and its
rules for title and body do the rest.`;

/** A group of pages: what was learned from every other one, and the answers on those in between. */
interface Study {
  readonly group: SiteGroup;
  readonly trainingPages: readonly Page[];
  readonly ted: Extractor;
  /** The same, but for every page it takes the nearest pattern, however far. */
  readonly nearest: Extractor;
  readonly rest: readonly LabelledPage[];
  readonly answers: readonly Answer[];
}

/** The comparator by tree edit distance on pages of the templates that it was learned from, and on others. */
export async function measureTed(run: SiteRun): Promise<string> {
  const own: string[][] = [];
  const elsewhere: string[][] = [];
  const curves: TedCurve[] = [];
  for await (const groups of readGroups(run)) {
    run.tell(`ted: ${groups[0]?.set}, ${groups.length} groups of pages`);
    const studies = groups.map(study);
    own.push(...ownRows(studies));
    elsewhere.push(...elsewhereRows(studies));
    curves.push(learnCurve(groups[0]?.set ?? "", studies));
  }
  if (!run.isQuick) writeFileSync(join(PICTURES, CURVE), drawCurves(curves));
  const heads = ["set", "method", "groups", "pages", ...METRICS.map(([, head]) => head)];
  const f1Heads = ["F1 of `ted`", "of `ted`, `minFit` 0", "of `fused`"];
  const otherHeads = ["set", "measured on", "pages", "known", ...f1Heads];
  return [
    plainTable(heads, own, 2),
    HOW_OWN,
    `### On other templates\n\n${plainTable(otherHeads, elsewhere, 2)}`,
    HOW_ELSEWHERE,
    `### Pages learned from\n\n![Word F1 by pages learned from](../images/${CURVE})\n\n${curveTable(curves)}`,
  ].join("\n\n");
}

function study(group: SiteGroup): Study {
  const trainingPages = group.pages
    .filter((_, at) => at % 2 === 0)
    .map(({ label, html }) => parsePage(html, label));
  const rest = group.pages.filter((_, at) => at % 2 === 1);
  const ted = learnTed(trainingPages);
  const methods = [ted, ...OTHERS.map((id) => EXTRACTORS[id])];
  const answers = rest.flatMap((page) => methods.map((method) => ask(method, page)));
  return { group, trainingPages, ted, nearest: learnTed(trainingPages, { minFit: 0 }), rest, answers };
}

function ownRows(studies: readonly Study[]): string[][] {
  const byMethod = Map.groupBy(
    studies.flatMap(({ answers }) => answers),
    ({ method }) => method,
  );
  const known = byMethod.get("ted")?.filter(({ isKnown }) => isKnown) ?? [];
  return [...byMethod, ["ted, known templates", known] as const].map(([method, answers]) => [
    setName(studies),
    method,
    String(studies.length),
    String(answers.length),
    ...METRICS.map(([id]) => formatShare(meanOf(answers, id))),
  ]);
}

/** The template of one group, tried on the pages of another. */
function elsewhereRows(studies: readonly Study[]): string[][] {
  const isNextEra = ({ group: one }: Study, { group: other }: Study) =>
    one.site === other.site && Number(other.era) - Number(one.era) === ERA_YEARS;
  const pairs = {
    "its own site and era": studies.map((own) => [own, own] as const),
    "the next era of its site": studies.flatMap((from) =>
      studies.filter((to) => isNextEra(from, to)).map((to) => [from, to] as const),
    ),
    "the next site": studies.flatMap((from, at) => {
      const ahead = [...studies.slice(at + 1), ...studies.slice(0, at)];
      const to = ahead.find(({ group }) => group.site !== from.group.site && group.era === from.group.era);
      return to === undefined ? [] : [[from, to] as const];
    }),
  };
  return Object.entries(pairs).flatMap(([name, tried]) => {
    const answers = tried.flatMap(([{ ted }, { rest }]) => rest.map((page) => ask(ted, page)));
    if (answers.length === 0) return [];
    const nearest = tried.flatMap(([from, { rest }]) => rest.map((page) => ask(from.nearest, page)));
    const fused = tried.flatMap(([, to]) => to.answers.filter(({ method }) => method === "fused"));
    const known = answers.filter(({ isKnown }) => isKnown).length;
    const f1 = [answers, nearest, fused].map((given) => formatShare(meanOf(given, "wordF1")));
    return [[setName(studies), name, String(answers.length), formatShare(known / answers.length), ...f1]];
  });
}

function setName([first]: readonly Study[]): string {
  return first === undefined ? "" : `\`${first.group.set}\``;
}

/** Pages learned from; every group has as many training pages. */
const SIZES = [2, 3, 4, 5] as const;

/** The pages that are learned from, and those that are measured. */
interface TrainingPages {
  readonly trainingPages: readonly Page[];
  readonly rest: readonly LabelledPage[];
}

/** F1 of a set by the pages of a site learned from. */
interface TedCurve {
  readonly set: string;
  readonly f1: readonly number[];
}

/** Learns each group from a few of its training pages. */
function learnCurve(set: string, groups: readonly TrainingPages[]): TedCurve {
  const f1 = SIZES.map((size) => {
    const answers = groups.flatMap(({ trainingPages, rest }) => {
      const ted = learnTed(trainingPages.slice(0, size));
      return rest.map((page) => ask(ted, page));
    });
    return meanOf(answers, "wordF1");
  });
  return { set, f1 };
}

/** The curves as a table. */
function curveTable(curves: readonly TedCurve[]): string {
  const rows = curves.map(({ set, f1 }) => [`\`${set}\``, ...f1.map(formatShare)]);
  return plainTable(["set", ...SIZES.map((size) => `${size} pages`)], rows, 1);
}

/** The curves as a picture. */
function drawCurves(curves: readonly TedCurve[]): string {
  const ends = curves.map(
    ({ set, f1 }) => `${set} from ${formatShare(f1[0]!)} to ${formatShare(f1.at(-1)!)}`,
  );
  return curveChart(
    {
      title: "Word F1 of ted, by pages of a site learned from",
      description: `Lines over ${SIZES.join(", ")} pages: ${ends.join("; ")}.`,
      x: "pages learned from (log scale)",
      y: "word F1 on other pages of the site",
    },
    curves.map(({ set, f1 }) => ({ name: set, points: f1.map((y, at) => ({ x: SIZES[at]!, ys: [y] })) })),
  );
}

/** A method's answer on a page. */
interface Answer {
  readonly method: string;
  /** Whether the page has a template that the method was learned from, as far as it knows. */
  readonly isKnown: boolean;
  readonly metrics: ReturnType<typeof measureArticle>;
}

/** Runs a method on a page, without hints, and measures its article. */
function ask(method: Extractor, page: LabelledPage): Answer {
  const { article, seen } = runExtractor(page, method);
  const isKnown = !seen?.extraction.warnings?.includes("UNKNOWN_TEMPLATE");
  return { method: method.id, isKnown, metrics: measureArticle(page.label.truth, article) };
}

/** The mean of a metric over answers. */
function meanOf(answers: readonly Answer[], metric: MetricId): number {
  return answers.reduce((sum, { metrics }) => sum + (metrics[metric] ?? 0), 0) / Math.max(1, answers.length);
}

/** Pages of one site, of one era where its set covers several. */
interface SiteGroup {
  readonly set: string;
  readonly site: string;
  readonly era: string | null;
  readonly pages: readonly LabelledPage[];
}

const SETS = ["big9", "daniel-en-zh-pl", "czech-sites"] as const;
/** Half of fewer pages show too little of a template. */
const MIN_PAGES = 10;
const QUICK_GROUPS = 4;

/** Sites with many pages, set by set; those that a shipped model was trained on are left out, and made-up sites come last. */
async function* readGroups(run: SiteRun): AsyncGenerator<readonly SiteGroup[]> {
  for (const set of SETS) yield readGroupsOf(run, set);
  yield limit(await makeGroups(), run);
}

async function readGroupsOf(run: SiteRun, set: string): Promise<readonly SiteGroup[]> {
  const seen = new Set(EXTRACTORS.fused.trainedOn?.());
  const pages: LabelledPage[] = [];
  for await (const page of readSet(await run.folder(set))) {
    if (hasBody(page.label) && !seen.has(domainOf(page.label) ?? "")) pages.push(page);
  }
  return limit(
    groupPages(set, pages, ({ label }) => label.site ?? domainOf(label) ?? ""),
    run,
  );
}

/** The rows of one set, on pages of the templates that `ted` was learned from: set, method, groups, pages, and the metrics. */
export async function tedRows(run: SiteRun, set: string): Promise<string[][]> {
  run.tell(`ted: ${set}`);
  return ownRows((await readGroupsOf(run, set)).map(study));
}

function hasBody({ truth }: Label): boolean {
  return truth.body !== null && !truth.bodyIsPrefix;
}

async function makeGroups(): Promise<SiteGroup[]> {
  const folder = mkdtempSync(join(tmpdir(), "galley-groups-"));
  try {
    const { pages } = await writeNewsroom(folder, { sites: 12, pages: 20, isHard: false });
    return groupPages("newsroom", pages, ({ site }) => site);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function groupPages<P extends LabelledPage>(
  set: string,
  pages: readonly P[],
  siteOf: (page: P) => string,
): SiteGroup[] {
  const groups = Map.groupBy(pages, (page) => `${siteOf(page)} ${page.label.era ?? ""}`);
  return [...groups.values()]
    .filter(({ length }) => length >= MIN_PAGES)
    .map((own) => ({ set, site: siteOf(own[0]!), era: own[0]!.label.era, pages: own }));
}

function limit(groups: readonly SiteGroup[], { isQuick }: SiteRun): readonly SiteGroup[] {
  return isQuick ? groups.slice(0, QUICK_GROUPS) : groups;
}
