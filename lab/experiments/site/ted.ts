import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatShare, type MetricId } from "../../../src/eval/index.ts";
import { EXTRACTORS, type Extractor } from "../../../src/extractors/index.ts";
import type { Page } from "../../../src/page/index.ts";
import type { LabelledPage } from "../../../src/sets/index.ts";
import { learnTed } from "../../../src/site/index.ts";
import { readPage } from "../../../src/train/index.ts";
import { plainTable } from "../plain-table.ts";
import { type Answer, ask, meanOf } from "./answers.ts";
import { readGroups, type SiteGroup } from "./site-groups.ts";
import type { SiteRun } from "./site-run.ts";
import { curveTable, drawCurves, learnCurve, type TedCurve } from "./ted-curve.ts";

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
  readonly lessons: readonly Page[];
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
  const lessons = group.pages.filter((_, at) => at % 2 === 0).map(({ label, html }) => readPage(html, label));
  const rest = group.pages.filter((_, at) => at % 2 === 1);
  const ted = learnTed(lessons);
  const methods = [ted, ...OTHERS.map((id) => EXTRACTORS[id])];
  const answers = rest.flatMap((page) => methods.map((method) => ask(method, page)));
  return { group, lessons, ted, willing: learnTed(lessons, { minFit: 0 }), rest, answers };
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
    "the next site": studies.flatMap((from, at) => {
      const ahead = [...studies.slice(at + 1), ...studies.slice(0, at)];
      const to = ahead.find(({ group }) => group.site !== from.group.site && group.era === from.group.era);
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
