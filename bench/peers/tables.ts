import { plainTable } from "../../scripts/experiments/plain-table.ts";
import { formatShare, type MetricId, makeRows, type PageScore, type Row } from "../../src/eval/index.ts";
import type { Tool } from "./tools.data.ts";

const DETAILS: readonly (readonly [MetricId, string])[] = [
  ["wordF1", "F1"],
  ["wordPrecision", "P"],
  ["wordRecall", "R"],
  ["correctly", "correctly"],
  ["title", "title"],
];

/** What was asked, and how. */
export function toolTable(tools: readonly Tool[]): string {
  const lines = tools.map(({ id, packages, settings }) => [
    id,
    packages.map((part) => part.join(" ")).join(", "),
    settings,
  ]);
  return plainTable(["tool", "packages", "how it is asked"], lines, 3);
}

/** Word F1 and the share of pages got correctly: a row a set, a column a tool, the best F1 of a row in bold. */
export function overview(scores: readonly PageScore[]): string {
  const rows = makeRows(scores, ["set"]);
  const tools = [...new Set(rows.map(({ extractor }) => extractor))];
  const lines = [...Map.groupBy(rows, ({ set }) => set)].map(([set, ofSet]) => {
    const best = Math.max(...ofSet.map(f1));
    const cells = tools.map((tool) => {
      const row = ofSet.find(({ extractor }) => extractor === tool);
      return row === undefined ? "" : cellOf(row, best);
    });
    return [`\`${set}\``, String(ofSet[0]?.pages ?? 0), ...cells];
  });
  return plainTable(["set", "pages", ...tools], lines, 1);
}

/** Every figure of every tool on every set, and how many pages it failed on. */
export function details(scores: readonly PageScore[]): string {
  const lines = makeRows(scores, ["set"]).map(({ set, extractor, pages, failed, estimates }) => [
    ...[`\`${set}\``, extractor, String(pages), String(failed)],
    ...DETAILS.map(([id]) => (estimates[id] === undefined ? "" : formatShare(estimates[id].mean))),
  ]);
  return plainTable(["set", "tool", "pages", "failed", ...DETAILS.map(([, name]) => name)], lines, 2);
}

function f1({ estimates }: Row): number {
  return estimates.wordF1?.mean ?? 0;
}

function cellOf(row: Row, best: number): string {
  const share = formatShare(f1(row));
  const correctly = formatShare(row.estimates.correctly?.mean ?? 0);
  return `${f1(row) === best ? `**${share}**` : share} / ${correctly}`;
}
