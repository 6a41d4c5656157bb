import { createColors } from "picocolors";
import { describeSeen } from "../sets/index.ts";
import { alignRows, type Column } from "../text/index.ts";
import type { Evaluation } from "./evaluate.ts";
import { LOSSES, sumLosses } from "./losses.ts";
import { METRICS } from "./metric-ids.data.ts";
import { METRIC_IDS, type MetricId, type PageScore } from "./page-score.ts";
import { type Estimate, MIN_PART_PAGES, type Row, type Scope, scoreVerdicts } from "./rows.ts";

/** Columns of the tables for parts of a set. */
const PART_METRICS: readonly MetricId[] = [
  "wordF1",
  "wordPrecision",
  "wordRecall",
  "correctly",
  "wrongly",
  "missed",
];
const PART_TITLES: Readonly<Partial<Record<Scope, string>>> = {
  language: "by language",
  pageType: "by page type",
  era: "by era",
  split: "special pages",
};

/** The terminal's width, and whether it shows colours. */
export interface Screen {
  readonly width: number;
  readonly colour: boolean;
}

/** A share with three decimals and no leading zero: `.912`, `1.000`. */
export function formatShare(share: number): string {
  return share.toFixed(3).replace(/^0/, "");
}

/** A mean's interval as `.901-.923`. */
export function formatInterval({ low, high }: Estimate): string {
  return `${formatShare(low)}-${formatShare(high)}`;
}

/** An evaluation as text: a table a set, then its parts where there is more than one. */
export function formatEvaluation({ sets, scores }: Evaluation, rows: readonly Row[], screen: Screen): string {
  const paint = createColors(screen.colour);
  const blocks = sets.map(({ name, pages, withoutTruth, seen, failed, hash }) => {
    const ofSet = rows.filter((row) => row.set === name);
    const elsewhere = new Set(
      scores.flatMap(({ page, splits }) =>
        page.set === name && splits.includes("truth elsewhere") ? page.id : [],
      ),
    ).size;
    const notes = [
      `${pages} pages`,
      ...(elsewhere > 0 ? [`${elsewhere} that do not hold their truth apart`] : []),
      ...(withoutTruth > 0 ? [`${withoutTruth} without truth left out`] : []),
      ...(seen ? [describeSeen(seen)] : []),
      ...(failed > 0 ? [`${failed} failed`] : []),
      `data ${hash.slice(0, 12)}`,
    ];
    const main = tableOf(
      ofSet.filter((row) => row.scope === "set"),
      { metrics: METRIC_IDS, screen },
    );
    return [
      `${paint.bold(name)}  ${paint.dim(notes.join(", "))}`,
      ...(pages > 0 ? main : []),
      ...verdictLines(scores.filter(({ page }) => page.set === name)).map(paint.dim),
      ...lossTable(scores.filter(({ page }) => page.set === name)),
      ...partTables(ofSet, screen).flatMap(({ title, lines }) => ["", paint.dim(title), ...lines]),
    ].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}

/** How good the verdicts of each extractor were, where it gave any. */
function verdictLines(scores: readonly PageScore[]): string[] {
  return scoreVerdicts(scores).flatMap(({ extractor, articles, confidence }) => {
    const parts = [
      ...(articles.area === null
        ? []
        : [`isArticle AUC ${formatShare(articles.area)} (${articles.pages} pages)`]),
      ...(confidence.error === null
        ? []
        : [`confidence off by ${formatShare(confidence.error)} (${confidence.pages} pages)`]),
    ];
    return parts.length === 0 ? [] : [`${extractor} verdict: ${parts.join(", ")}`];
  });
}

/** What each class of losses costs each extractor, a thousand times, and on how many pages. */
function lossTable(scores: readonly PageScore[]): string[] {
  const counted = scores.filter(({ losses, splits }) => losses && !splits.includes("truth elsewhere"));
  const cells = [...Map.groupBy(counted, ({ extractor }) => extractor)].flatMap(([extractor, own]) =>
    sumLosses(own.map(({ losses }) => losses ?? {})).map(({ name, lost, pages }) => [
      extractor,
      (1000 * lost).toFixed(1),
      String(pages),
      LOSSES[name],
    ]),
  );
  if (cells.length === 0) return [];
  const columns: Column[] = [
    "extractor",
    { heading: "F1 lost x 1000", align: "right" },
    { heading: "pages", align: "right" },
    "by",
  ];
  return ["", ...alignRows(columns, cells)];
}

function partTables(rows: readonly Row[], screen: Screen): { title: string; lines: string[] }[] {
  return Object.entries(PART_TITLES).flatMap(([scope, title]) => {
    const parts = rows.filter((row) => row.scope === scope);
    const large = parts.filter((row) => row.pages >= MIN_PART_PAGES);
    const count = countValues(parts);
    if (large.length === 0 || count < (scope === "split" ? 1 : 2)) return [];
    const small = count - countValues(large);
    const note = small === 0 ? "" : ` (${small} more with fewer than ${MIN_PART_PAGES} pages: see --json)`;
    return [{ title: `${title}${note}`, lines: tableOf(large, { metrics: PART_METRICS, screen }) }];
  });
}

/** How many values of a scope the rows have. */
export function countValues(rows: readonly Row[]): number {
  return new Set(rows.map((row) => row.value)).size;
}

function tableOf(
  rows: readonly Row[],
  { metrics, screen }: { readonly metrics: readonly MetricId[]; readonly screen: Screen },
): string[] {
  const shown = metrics.filter((id) => rows.some((row) => row.estimates[id] !== undefined));
  const isPart = rows.some((row) => row.scope !== "set");
  const columns: Column[] = [
    isPart ? "" : "extractor",
    { heading: "pages", align: "right" },
    ...shown.flatMap((id): Column[] => [
      { heading: METRICS[id].heading, align: "right" },
      ...(id === "wordF1" ? [{ heading: "95 %", align: "right" } as const] : []),
    ]),
  ];
  const cells = rows.map((row) => [
    isPart ? `${row.value} ${row.extractor}` : row.extractor,
    String(row.pages),
    ...shown.flatMap((id) => {
      const estimate = row.estimates[id];
      const cell = estimate === undefined ? "" : formatShare(estimate.mean);
      return id === "wordF1" ? [cell, estimate === undefined ? "" : formatInterval(estimate)] : [cell];
    }),
  ]);
  return alignRows(columns, cells, screen.width);
}
