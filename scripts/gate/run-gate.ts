import { readFileSync } from "node:fs";
import { writeWhole } from "../../src/archive/index.ts";
import { NewsError } from "../../src/errors/index.ts";
import { evaluate } from "../../src/eval/evaluate.ts";
import type { MetricId } from "../../src/eval/page-score.ts";
import { makeRows, type Row } from "../../src/eval/rows.ts";
import { ONE_PAGE_EXTRACTORS } from "../../src/extractors/index.ts";
import { type DataPlaces, findSet } from "../../src/sets/index.ts";
import { alignRows } from "../../src/text/index.ts";
import {
  type GateSet,
  type GateSites,
  type Measured,
  type MeasuredSet,
  measureProfiles,
  sampleIds,
} from "./measure-profiles.ts";

/** The inputs and options of the gate. */
export interface GateOptions {
  readonly floorsPath: string;
  readonly sets: readonly GateSet[];
  /** Sites that `fused` is measured on with profiles; none by default. */
  readonly sites?: readonly GateSites[];
  readonly places: DataPlaces;
  readonly print: (line: string) => void;
  /** Raise floors to what is measured. */
  readonly update?: boolean;
  /** With `update`: floors may also be lowered, for this reason. */
  readonly permission?: Permission;
  readonly workers?: number;
}

/** Measures every extractor on the gate's pages and holds it to its floors; throws GATE_FAILED where one falls. */
export async function runGate(options: GateOptions): Promise<void> {
  const { floorsPath, places, print } = options;
  if (places.data === undefined) {
    print("gate: skipped, no labelled pages (set GALLEY_DATA)");
    return;
  }
  const old = readFloors(floorsPath);
  const { sets, scores } = await measure(options);
  const checks = checkFloors(old, makeRows(scores, ["set"]));
  for (const line of checkTable(checks)) print(line);
  if (options.update) {
    const floors = raiseFloors(old, { checks, sets }, options.permission);
    await writeWhole(floorsPath, `${JSON.stringify(floors, null, 2)}\n`);
    print(`gate: updated, ${checks.filter(({ measured }) => measured !== null).length} floors written`);
    return;
  }
  refuse(old, sets, checks);
  print(`gate: ran, ${checks.length} floors held`);
}

async function measure(options: GateOptions): Promise<Measured> {
  const folders: string[] = [];
  const samples = new Map<string, ReadonlySet<string>>();
  for (const set of options.sets) {
    const folder = await findSet(set.name, options.places);
    folders.push(folder);
    samples.set(set.name, await sampleIds(folder, set));
  }
  const evaluation = await evaluate({
    sets: folders,
    extractors: ONE_PAGE_EXTRACTORS,
    titleHint: "none",
    nodes: false,
    texts: false,
    // The sample is fixed for all; sites that an extractor was trained on are left out for it alone.
    includeSeen: true,
    choose: (label) => samples.get(label.set)?.has(label.id) ?? false,
    ...(options.workers !== undefined && { workers: options.workers }),
  });
  const fair = evaluation.scores.filter((score) => !score.isSeen);
  const profiled = await measureProfiles(options.sites ?? [], options.places);
  return { sets: [...evaluation.sets, ...profiled.sets], scores: [...fair, ...profiled.scores] };
}

function refuse(floors: Floors, sets: Measured["sets"], checks: readonly Check[]): void {
  const changed = changedSets(floors, sets);
  if (changed.length > 0) {
    throw new NewsError(
      "GATE_FAILED",
      `The pages of ${changed.join(", ")} are not those that the floors were measured on; measure anew with --update.`,
    );
  }
  const fallen = checks.filter((check) => !holds(check));
  if (fallen.length === 0) return;
  const names = fallen.map(({ extractor, set, metric }) => `${extractor} ${set} ${metric}`);
  throw new NewsError(
    "GATE_FAILED",
    `Of ${checks.length} floors ${fallen.length} do not hold: ${names.join(", ")}.`,
  );
}

function checkTable(checks: readonly Check[]): string[] {
  return alignRows(
    [
      "extractor",
      "set",
      "metric",
      { heading: "measured", align: "right" },
      { heading: "floor", align: "right" },
      "",
    ],
    checks.map((check) => [
      check.extractor,
      check.set,
      check.metric,
      check.measured?.toFixed(3) ?? "nothing",
      check.floor?.toFixed(3) ?? "none",
      verdictOn(check),
    ]),
  );
}

function verdictOn(check: Check): string {
  if (holds(check)) return "holds";
  if (check.floor === null) return "NO FLOOR";
  return check.measured === null ? "NOT MEASURED" : "FELL";
}

function readFloors(path: string): Floors {
  // The file is ours and under review; a broken one fails at once.
  return JSON.parse(readFileSync(path, "utf8")) as Floors;
}

/** The metrics that have floors. */
export const FLOOR_METRICS = ["wordF1", "correctly"] as const satisfies readonly MetricId[];
type FloorMetric = (typeof FLOOR_METRICS)[number];

/** A floor lies this far below the measured figure, for changes that help elsewhere. */
const SLACK = 0.003;

/** One floor that was lowered, and why. */
interface Lowering {
  readonly date: string;
  readonly reason: string;
  readonly floors: readonly string[];
}

/** The floors of extractors. */
interface Floors {
  /** The pages that the floors were measured on, by set. */
  readonly corpus: Readonly<Record<string, { readonly pages: number; readonly hash: string }>>;
  /** Floors by extractor, set and metric. */
  readonly floors: Readonly<
    Record<string, Readonly<Record<string, Readonly<Partial<Record<FloorMetric, number>>>>>>
  >;
  readonly lowered: readonly Lowering[];
}

/** One figure against its floor; `floor` is null where there is none yet, `measured` where its pages or its method are gone. */
interface Check {
  readonly extractor: string;
  readonly set: string;
  readonly metric: FloorMetric;
  readonly measured: number | null;
  readonly floor: number | null;
}

/** Whether a figure is at its floor or above; without a floor it fails. */
function holds({ measured, floor }: Check): boolean {
  return floor !== null && measured !== null && measured >= floor;
}

/** Compares figures with floors; a floor without a figure is among the answers. */
function checkFloors(floors: Floors, rows: readonly Row[]): Check[] {
  const measured = checkRows(floors, rows);
  const isMeasured = (lost: Check) =>
    measured.some((check) => FLOOR_KEYS.every((key) => check[key] === lost[key]));
  return [...measured, ...unmeasured(floors).filter((check) => !isMeasured(check))];
}

const FLOOR_KEYS = ["extractor", "set", "metric"] as const;

function unmeasured({ floors }: Floors): Check[] {
  return Object.entries(floors).flatMap(([extractor, ofExtractor]) =>
    Object.entries(ofExtractor).flatMap(([set, ofSet]) =>
      FLOOR_METRICS.flatMap((metric) => {
        const floor = ofSet[metric];
        return floor === undefined ? [] : [{ extractor, set, metric, measured: null, floor }];
      }),
    ),
  );
}

function checkRows({ floors }: Floors, rows: readonly Row[]): Check[] {
  return rows
    .filter((row) => row.scope === "set")
    .flatMap(({ extractor, set, estimates }) =>
      FLOOR_METRICS.map((metric) => ({
        extractor,
        set,
        metric,
        measured: estimates[metric]?.mean ?? 0,
        floor: floors[extractor]?.[set]?.[metric] ?? null,
      })),
    );
}

/** The sets whose pages are not those that the floors were measured on. */
function changedSets({ corpus }: Floors, sets: readonly MeasuredSet[]): string[] {
  return sets.filter(({ name, hash }) => corpus[name]?.hash !== hash).map(({ name }) => name);
}

/** Why floors may be lowered, and when it was said. */
interface Permission {
  readonly reason: string;
  readonly date: string;
}

/** New floors: raised where more was measured. Lowering one needs a reason, which is kept. */
function raiseFloors(
  old: Floors,
  measured: { readonly checks: readonly Check[]; readonly sets: readonly MeasuredSet[] },
  permission?: Permission,
): Floors {
  const fallen = measured.checks.filter((check) => check.floor !== null && !holds(check));
  if (fallen.length > 0 && permission === undefined) {
    throw new NewsError(
      "GATE_FAILED",
      `A floor would be lowered (${fallen.map(describe).join("; ")}); give --lower "reason" if that is right.`,
    );
  }
  let floors: Floors["floors"] = {};
  for (const { extractor, set, metric, floor, measured: figure } of measured.checks) {
    if (figure === null) continue;
    const ofSet = { ...floors[extractor]?.[set], [metric]: newFloor(figure, floor) };
    floors = { ...floors, [extractor]: { ...floors[extractor], [set]: ofSet } };
  }
  const corpus = Object.fromEntries(measured.sets.map(({ name, pages, hash }) => [name, { pages, hash }]));
  const lowered = fallen.length > 0 && permission ? [{ ...permission, floors: fallen.map(describe) }] : [];
  return { corpus, floors, lowered: [...old.lowered, ...lowered] };
}

function newFloor(measured: number, floor: number | null): number {
  const below = Math.max(0, Math.round((measured - SLACK) * 1000) / 1000);
  return floor !== null && measured >= floor ? Math.max(floor, below) : below;
}

function describe({ extractor, set, metric, measured, floor }: Check): string {
  return `${extractor} ${set} ${metric}: floor ${floor?.toFixed(3)}, measured ${measured?.toFixed(3) ?? "nothing"}`;
}
