import {
  type Estimate,
  formatShare,
  type MetricId,
  type Provenance,
  type Row,
  type SetSummary,
} from "../../src/eval/index.ts";
import type { DataPlaces } from "../../src/sets/index.ts";

/** Where an experiment finds its pages, and the provenance of its tables. */
export interface ExperimentContext {
  readonly places: DataPlaces;
  readonly provenance: Provenance;
  /** Whether the experiment is a trial run, on less. */
  readonly isQuick: boolean;
  /** The one section to run, of an experiment that has sections. */
  readonly only?: string;
}

/** Gives Markdown, part by part. */
export type Experiment = (context: ExperimentContext) => AsyncIterable<string>;

/** Which pages were read of a set. */
export type PagesRead = Pick<SetSummary, "name" | "pages" | "hash">;

/** The lines that let a reader reproduce the figures. */
export function provenanceLines({ command, date, version }: Provenance, sets: readonly PagesRead[]): string {
  return [`Measured on ${date} with galley ${version}: \`${command}\``, "", setLines(sets)].join("\n");
}

/** The pages that were read of each set, with a hash that tells whether they are the same. */
export function setLines(sets: readonly PagesRead[]): string {
  return sets
    .map(({ name, pages, hash }) => `- \`${name}\`: ${pages} pages, data \`${hash.slice(0, 16)}\``)
    .join("\n");
}

/** Rows as a Markdown table; the first columns are text, the others figures. */
export function plainTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns: number,
): string {
  // Markdown drops cells beyond the last heading, and a heading that is missing shifts all figures.
  if (rows.some(({ length }) => length > columns.length))
    throw new Error(`More cells than ${columns.join(", ")}`);
  const rule = columns.map((_, at) => (at < textColumns ? "---" : "---:"));
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

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

/** A share with its interval: .912 (.901-.923); empty where it was not measured. */
export function shareCell(estimate: Estimate | undefined): string {
  if (estimate === undefined) return "";
  return `${formatShare(estimate.mean)} (${formatShare(estimate.low)}-${formatShare(estimate.high)})`;
}

function percentCell(estimate: Estimate | undefined): string {
  if (estimate === undefined) return "";
  const percent = (share: number) => (100 * share).toFixed(1);
  return `${percent(estimate.mean)} % (${percent(estimate.low)}-${percent(estimate.high)})`;
}

/** The mean of some numbers. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A share as papers print it: 12.3 %. */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** A change with its sign and four decimals: +.0012. */
export function signed(change: number): string {
  return `${change < 0 ? "-" : "+"}${Math.abs(change).toFixed(4).slice(1)}`;
}

/** A change as a share with its sign: +.012. */
export function signedShare(change: number): string {
  return (change < 0 ? "−" : "+") + formatShare(Math.abs(change));
}

/** Reports the progress of a long run on standard error, with the time. */
export function report(step: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${step}\n`);
}
