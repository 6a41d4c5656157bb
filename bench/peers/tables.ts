import { plainTable } from "../../scripts/experiments/plain-table.ts";
import { formatShare, type MetricId, makeRows, type PageScore, type Row } from "../../src/eval/index.ts";
import { median } from "../race.ts";
import type { PageTime } from "./measure.ts";
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

/**
 * A row a tool: means over the sets, each set counting the same, and the time of a page; the best of a column in bold.
 * Relative are the medians: a single page can take a tool as long as all others together.
 */
export function summary(scores: readonly PageScore[], times: readonly PageTime[]): string {
  const timesOf = Map.groupBy(times, ({ tool }) => tool);
  const tools = [...Map.groupBy(makeRows(scores, ["set"]), ({ extractor }) => extractor)].map(
    ([tool, rows]) => {
      const ms = (timesOf.get(tool) ?? []).map(({ cpuMs }) => cpuMs);
      const time = ms.length === 0 ? undefined : { median: median(ms), mean: mean(ms) };
      return { tool, f1: mean(rows.map(f1)), correctly: mean(rows.map(correctly)), time };
    },
  );
  const best = {
    f1: Math.max(...tools.map((tool) => tool.f1)),
    correctly: Math.max(...tools.map((tool) => tool.correctly)),
    ms: Math.min(...tools.map(({ time }) => time?.median ?? Infinity)),
  };
  const first = tools[0]?.time?.median;
  const lines = tools.map(({ tool, time, ...own }) => [
    tool,
    boldIf(own.f1 === best.f1, formatShare(own.f1)),
    boldIf(own.correctly === best.correctly, formatShare(own.correctly)),
    time === undefined ? "" : boldIf(time.median === best.ms, time.median.toFixed(1)),
    time === undefined || first === undefined ? "" : `${(time.median / first).toFixed(2)}x`,
    time === undefined ? "" : time.mean.toFixed(1),
  ]);
  return plainTable(["tool", "F1", "correctly", "CPU ms a page", "relative", "mean ms"], lines, 1);
}

function mean(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

function boldIf(isBest: boolean, cell: string): string {
  return isBest ? `**${cell}**` : cell;
}

function correctly({ estimates }: Row): number {
  return estimates.correctly?.mean ?? 0;
}

function f1({ estimates }: Row): number {
  return estimates.wordF1?.mean ?? 0;
}

function cellOf(row: Row, best: number): string {
  return `${boldIf(f1(row) === best, formatShare(f1(row)))} / ${formatShare(correctly(row))}`;
}
