import { type Estimate, formatShare, type MetricId, type Row } from "../../src/eval/index.ts";
import { plainTable } from "./plain-table.ts";

const SHARES: readonly (readonly [id: MetricId, heading: string])[] = [
  ["wordF1", "F1"],
  ["wordPrecision", "P"],
  ["wordRecall", "R"],
];
const CLASSES: readonly (readonly [id: MetricId, heading: string])[] = [
  ["correctly", "correctly"],
  ["wrongly", "wrongly"],
  ["missed", "missed"],
];

/** A row of a table: a variant's estimates. */
export interface VariantRow extends Pick<Row, "estimates"> {
  readonly extractor: string;
}

/** Rows as a Markdown table: word F1, P, R and ECON's classes, each with its 95 % interval; `name` names a row's group. */
export function markdownTable<R extends VariantRow>(
  rows: readonly R[],
  heading: string,
  name: (row: R) => string,
): string {
  const columns = [heading, "extractor", "pages", ...[...SHARES, ...CLASSES].map(([, title]) => title)];
  const lines = rows.map((row) => [
    name(row),
    row.extractor,
    String(row.estimates.wordF1?.pages ?? 0),
    ...SHARES.map(([id]) => shareCell(row.estimates[id])),
    ...CLASSES.map(([id]) => percentCell(row.estimates[id])),
  ]);
  return plainTable(columns, lines, 2);
}

function shareCell(estimate: Estimate | undefined): string {
  if (estimate === undefined) return "";
  return `${formatShare(estimate.mean)} (${formatShare(estimate.low)}-${formatShare(estimate.high)})`;
}

function percentCell(estimate: Estimate | undefined): string {
  if (estimate === undefined) return "";
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(estimate.mean)} % (${percent(estimate.low)}-${percent(estimate.high)})`;
}
