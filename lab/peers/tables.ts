import { median } from "../../bench/race.ts";
import {
  formatShare,
  type MetricId,
  makeRows,
  type PageScore,
  type Provenance,
  type Row,
} from "../../src/eval/index.ts";
import { mean, plainTable, provenanceLines } from "../experiments/experiment.ts";
import type { MeasuredSet, PageTime } from "./measure.ts";
import type { Tool } from "./tools.data.ts";

/** The tool that the README's headline compares with all others. */
export const OURS = "galley";

/** The results of a run. */
export interface PeersRun {
  readonly sets: readonly MeasuredSet[];
  readonly tools: readonly Tool[];
  readonly provenance: Provenance;
}

/** A run as blocks of Markdown, by the names that they have in the documents. */
export function runBlocks({ sets, tools, provenance }: PeersRun): Readonly<Record<string, string>> {
  const scores = sets.flatMap((set) => set.scores);
  const times = sets.flatMap((set) => set.times);
  const pages = sets.reduce((sum, set) => sum + set.pages, 0);
  const seen = sets.reduce((sum, set) => sum + set.seen, 0);
  const left = `${pages} pages measured; ${seen} of sites that galley was trained on left out for all.`;
  return {
    tools: toolTable(tools),
    scores: [provenanceLines(provenance, sets), left, overview(scores)].join("\n\n"),
    details: details(scores),
    means: summary(scores, times),
    headline: headline(scores, times, provenance),
  };
}

/** A document with its blocks, each between `<!-- peers: NAME -->` and `<!-- /peers: NAME -->`, replaced by those of a run; others stay. */
export function fillBlocks(document: string, blocks: Readonly<Record<string, string>>): string {
  const marked = /(<!-- peers: ([a-z]+) -->\n)[\s\S]*?(<!-- \/peers: \2 -->)/g;
  return document.replace(marked, (whole, start: string, name: string, end: string) => {
    const block = blocks[name];
    return block === undefined ? whole : `${start}\n${block}\n\n${end}`;
  });
}

const DETAILS: readonly (readonly [MetricId, string])[] = [
  ["wordF1", "F1"],
  ["wordPrecision", "P"],
  ["wordRecall", "R"],
  ["correctly", "correctly"],
  ["title", "title"],
];

/** The sets and tools of a run, and their settings. */
function toolTable(tools: readonly Tool[]): string {
  const lines = tools.map(({ id, packages, settings }) => [
    id,
    packages.map((part) => part.join(" ")).join(", "),
    settings,
  ]);
  return plainTable(["tool", "packages", "how it is asked"], lines, 3);
}

/** Word F1 and the share of pages got correctly: a row a set, a column a tool, the best F1 of a row in bold. */
function overview(scores: readonly PageScore[]): string {
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
function details(scores: readonly PageScore[]): string {
  const lines = makeRows(scores, ["set"]).map(({ set, extractor, pages, failed, estimates }) => [
    `\`${set}\``,
    extractor,
    String(pages),
    String(failed),
    ...DETAILS.map(([id]) => (estimates[id] === undefined ? "" : formatShare(estimates[id].mean))),
  ]);
  return plainTable(["set", "tool", "pages", "failed", ...DETAILS.map(([, name]) => name)], lines, 2);
}

/**
 * A row a tool: means over the sets, each set counting the same, and the time of a page; the best of a column in bold.
 * Relative are the medians: a single page can take a tool as long as all others together.
 */
function summary(scores: readonly PageScore[], times: readonly PageTime[]): string {
  const tools = meansOf(scores, times);
  const best = bestOf(tools);
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

/** The README's part: Galley against the best of the others in a sentence, and a short table. */
function headline(
  scores: readonly PageScore[],
  times: readonly PageTime[],
  { command, date }: Provenance,
): string {
  const tools = meansOf(scores, times);
  const best = bestOf(tools);
  const lines = tools.map(({ tool, time, ...own }) => [
    tool === OURS ? "**Galley**" : tool,
    boldIf(own.f1 === best.f1, formatShare(own.f1)),
    boldIf(own.correctly === best.correctly, percent(own.correctly)),
    time === undefined ? "" : boldIf(time.median === best.ms, `${time.median.toFixed(1)} ms`),
  ]);
  const sets = new Set(scores.map(({ page }) => page.set)).size;
  const pages = scores.filter(({ extractor }) => extractor === tools[0]?.tool).length;
  return [
    ...sentence(tools),
    plainTable(["", "word F1", "*correctly*", "time a page"], lines, 1),
    `Means over ${sets} labelled sets, ${pages} pages of sites that Galley was not trained on; *correctly*: precision and recall of the
words both at least .95. Time: median processor time, from decoded text to the answer. Measured on ${date} by
\`${command}\`; figures for every set, versions and data hashes are in [docs/peers.md](docs/peers.md).`,
  ].join("\n\n");
}

/** Nothing where Galley was not measured, or nobody else. */
function sentence(tools: readonly Means[]): string[] {
  const ours = tools.find(({ tool }) => tool === OURS);
  const others = tools.filter(({ tool }) => !tool.startsWith(OURS));
  const rival = (figure: (tool: Means) => number) => others.toSorted((a, b) => figure(b) - figure(a))[0];
  const [byF1, byPages] = [rival((tool) => tool.f1), rival((tool) => tool.correctly)];
  if (ours === undefined || byF1 === undefined || byPages === undefined) return [];
  return [
    `Galley has a word F1 of **${formatShare(ours.f1)}**; the best of the other tools, ${byF1.tool}, has ${formatShare(byF1.f1)}. It gets **${percent(ours.correctly)}** of
the pages *correctly*; the best of the others, ${byPages.tool}, ${percent(byPages.correctly)}.`,
  ];
}

/** A tool's means over the sets, each set counting the same. */
interface Means {
  readonly tool: string;
  readonly f1: number;
  readonly correctly: number;
  /** Milliseconds a page; absent where no answer was timed. */
  readonly time: { readonly median: number; readonly mean: number } | undefined;
}

/** A row a tool: means over the sets, and its times. */
export function meansOf(scores: readonly PageScore[], times: readonly PageTime[]): readonly Means[] {
  const timesOf = Map.groupBy(times, ({ tool }) => tool);
  const rowsOf = Map.groupBy(makeRows(scores, ["set"]), ({ extractor }) => extractor);
  return [...rowsOf].map(([tool, rows]) => {
    const ms = (timesOf.get(tool) ?? []).map(({ cpuMs }) => cpuMs);
    const time = ms.length === 0 ? undefined : { median: median(ms), mean: mean(ms) };
    return { tool, f1: mean(rows.map(f1)), correctly: mean(rows.map(correctly)), time };
  });
}

function bestOf(tools: readonly Means[]): { f1: number; correctly: number; ms: number } {
  return {
    f1: Math.max(...tools.map((tool) => tool.f1)),
    correctly: Math.max(...tools.map((tool) => tool.correctly)),
    ms: Math.min(...tools.map(({ time }) => time?.median ?? Infinity)),
  };
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
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
