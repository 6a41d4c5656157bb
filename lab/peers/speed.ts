import { createHash } from "node:crypto";
import { availableParallelism, loadavg } from "node:os";
import { basename, resolve } from "node:path";
import { median } from "../../bench/race.ts";
import { formatShare, type PageScore, type Provenance } from "../../src/eval/index.ts";
import { findSet, hashPage, type Label, loadPage } from "../../src/sets/index.ts";
import { scatterChart } from "../experiments/charts.ts";
import { type PagesRead, plainTable, provenanceLines } from "../experiments/experiment.ts";
import { chooseLabels, type Measuring, type PageChoice, scoreAnswer, toolPage } from "./measure.ts";
import { meansOf, OURS } from "./tables.ts";
import type { ToolPage } from "./tool-process.ts";
import type { Tool } from "./tools.data.ts";

/** All times are multiples of this: a parse that extracts nothing. */
export const YARDSTICK: Tool = {
  id: "parse5",
  from: "build",
  packages: [["parse5", "8.1.1"]],
  adapter: ["parse5.mjs"],
  settings: "`parse`, and nothing else",
};

/** The time of a tool for all pages of one pass. */
interface Lap {
  readonly tool: string;
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** The pages of a race, and the accuracy and times of its tools. */
export interface SpeedRun {
  readonly sets: readonly PagesRead[];
  readonly pages: number;
  readonly scores: readonly PageScore[];
  readonly laps: readonly Lap[];
  /** The load average of the machine over a minute, before and after. */
  readonly load: readonly [before: number, after: number];
}

/** Which pages are raced on, and how often. */
interface Racing extends Measuring {
  readonly choices: readonly PageChoice[];
  readonly passes: number;
  /** A page that a tool gives no answer to counts as this long. */
  readonly limitMs: number;
  /** Reads the chosen pages; another one in tests. */
  readonly readPages?: (racing: Racing) => Promise<RacedPages>;
}

interface RacedPages {
  readonly sets: readonly PagesRead[];
  readonly labels: readonly Label[];
  readonly pages: readonly ToolPage[];
}

/** Processor time of the warm-up: engines go on compiling frequent code for thousands of calls. */
const WARM_UP_MS = 4000;

/** Pages per turn: in a shorter turn a tool spends its time on refilling its caches. */
const TURN_PAGES = 20;

/** Races all tools over all pages, some pages each in turn, once all are warm and scored. */
export async function raceTools(racing: Racing): Promise<SpeedRun> {
  const before = loadavg()[0]!;
  const { sets, labels, pages } = await (racing.readPages ?? readChosen)(racing);
  const scores = await warmUp(racing, labels, pages);
  const laps: Lap[] = [];
  for (let pass = 0; pass < racing.passes; pass++) {
    const sums = new Map(racing.tools.map(({ id }) => [id, { tool: id, cpuMs: 0, wallMs: 0 }]));
    for (let first = 0; first < pages.length; first += TURN_PAGES) {
      for (const { id, ask } of racing.tools) {
        for (const page of pages.slice(first, first + TURN_PAGES)) {
          const answer = await ask(page);
          const own = sums.get(id)!;
          own.cpuMs += answer.cpuMs ?? racing.limitMs;
          own.wallMs += answer.ms ?? racing.limitMs;
        }
      }
      racing.onPage(pass * pages.length + first, racing.passes * pages.length);
    }
    laps.push(...sums.values());
  }
  return { sets, pages: pages.length, scores, laps, load: [before, loadavg()[0]!] };
}

/** Has every tool answer all pages, for the scores, and again until it is warm. */
async function warmUp(
  { tools, limitMs }: Racing,
  labels: readonly Label[],
  pages: readonly ToolPage[],
): Promise<PageScore[]> {
  const scores: PageScore[] = [];
  for (const { id, ask } of tools) {
    for (let worked = 0, turn = 0; turn < pages.length || worked < WARM_UP_MS; turn++) {
      const at = turn % pages.length;
      const answer = await ask(pages[at]!);
      if (turn < pages.length && id !== YARDSTICK.id) scores.push(scoreAnswer(labels[at]!, id, answer));
      worked += answer.cpuMs ?? limitMs;
    }
  }
  return scores;
}

/** Reads all pages before the race: reading between turns would disturb the times. */
async function readChosen(racing: Racing): Promise<RacedPages> {
  const sets: PagesRead[] = [];
  const all: Label[] = [];
  const pages: ToolPage[] = [];
  for (const choice of racing.choices) {
    const folder = await findSet(choice.set, racing.places);
    const { labels } = await chooseLabels(folder, choice, racing);
    const hash = createHash("sha256");
    for (const label of labels) {
      const html = loadPage(label);
      hash.update(hashPage(label, html));
      pages.push(toolPage({ label, html }));
    }
    all.push(...labels);
    sets.push({ name: basename(resolve(folder)), pages: labels.length, hash: hash.digest("hex") });
  }
  return { sets, labels: all, pages };
}

/** A tool's accuracy and time. */
interface SpeedRow {
  readonly tool: string;
  /** Absent for the yardstick, which extracts nothing. */
  readonly f1: number | undefined;
  readonly correctly: number | undefined;
  /** Processor time as a multiple of the yardstick's. */
  readonly multiple: number;
  /** A page, of the median pass. */
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** A row a tool, the fastest first. */
export function speedRows({ laps, scores, pages }: SpeedRun): readonly SpeedRow[] {
  const lapsOf = Map.groupBy(laps, ({ tool }) => tool);
  const bare = lapsOf.get(YARDSTICK.id) ?? [];
  const means = meansOf(scores, []);
  return [...lapsOf]
    .map(([tool, own]) => ({
      tool,
      f1: means.find((one) => one.tool === tool)?.f1,
      correctly: means.find((one) => one.tool === tool)?.correctly,
      multiple: median(own.map(({ cpuMs }, pass) => cpuMs / (bare[pass]?.cpuMs ?? Number.NaN))),
      cpuMs: median(own.map(({ cpuMs }) => cpuMs)) / pages,
      wallMs: median(own.map(({ wallMs }) => wallMs)) / pages,
    }))
    .sort((a, b) => a.multiple - b.multiple);
}

/** The run as a block of Markdown. */
export function speedBlock(run: SpeedRun, provenance: Provenance): string {
  const lines = speedRows(run).map(({ tool, f1, correctly, multiple, cpuMs, wallMs }) => [
    tool,
    `${multiple.toFixed(2)}x`,
    cpuMs.toFixed(2),
    wallMs.toFixed(2),
    f1 === undefined ? "" : formatShare(f1),
    correctly === undefined ? "" : formatShare(correctly),
  ]);
  const passes = run.laps.filter(({ tool }) => tool === YARDSTICK.id).length;
  const load = run.load.map((one) => one.toFixed(1)).join(" before and ");
  return [
    provenanceLines(provenance, run.sets),
    `${run.pages} pages; medians of ${passes} interleaved passes, each tool warm by four seconds of work. Load of the machine, ${availableParallelism()} cores: ${load} after.`,
    plainTable(["tool", "CPU, parse5 = 1", "CPU ms a page", "wall ms a page", "F1", "correctly"], lines, 1),
  ].join("\n\n");
}

/** The run as a chart: accuracy against time. */
export function speedChart(run: SpeedRun): string {
  const points = speedRows(run).flatMap(({ tool, f1, multiple }) =>
    f1 === undefined ? [] : [{ name: tool, x: multiple, y: f1, isOurs: tool.startsWith(OURS) }],
  );
  const told = points.map(({ name, x, y }) => `${name} ${formatShare(y)} at ${x.toFixed(2)}x`).join("; ");
  // Ours have their own colour; shorter names fit more points.
  const named = points.map((point) => ({ ...point, name: point.name.replace(`${OURS} `, "") }));
  return scatterChart(
    {
      title:
        "Accuracy against time, on sets not trained on: Galley's extractors in blue, other tools in orange",
      description: `Mean word F1 over the sets, and processor time as a multiple of parse5's bare parse: ${told}.`,
      x: "processor time, parse5's bare parse = 1",
      y: "mean word F1",
    },
    named,
  );
}
