import { readFileSync } from "node:fs";
import { writeWhole } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import { ONE_PAGE_EXTRACTORS } from "../../extractors/index.ts";
import { type DataPlaces, findSet } from "../../sets/index.ts";
import { evaluate } from "../evaluate.ts";
import { makeRows } from "../rows.ts";
import { formatTable } from "../terminal-table.ts";
import {
  type Check,
  changedSets,
  checkFloors,
  type Floors,
  holds,
  type Permission,
  raiseFloors,
} from "./floors.ts";
import { type GateSet, type GateSites, sampleIds } from "./gate-pages.ts";
import { type Measured, measureProfiles } from "./measure-profiles.ts";

/** What the gate works on, and what it is asked to do. */
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
    // The pages are fixed for all; what an extractor was trained on counts for the others only.
    includeSeen: true,
    choose: (label) => samples.get(label.set)?.has(label.id) ?? false,
    ...(options.workers !== undefined && { workers: options.workers }),
  });
  const fair = evaluation.scores.filter((score) => !score.isSeen);
  const told = await measureProfiles(options.sites ?? [], options.places);
  return { sets: [...evaluation.sets, ...told.sets], scores: [...fair, ...told.scores] };
}

function refuse(floors: Floors, sets: Measured["sets"], checks: readonly Check[]): void {
  const changed = changedSets(floors, sets);
  if (changed.length > 0) {
    throw new NewsError(
      "GATE_FAILED",
      `The pages of ${changed.join(", ")} are not those that the floors were measured on; measure anew with --update`,
    );
  }
  const fallen = checks.filter((check) => !holds(check));
  if (fallen.length === 0) return;
  const names = fallen.map(({ extractor, set, metric }) => `${extractor} ${set} ${metric}`);
  throw new NewsError(
    "GATE_FAILED",
    `Of ${checks.length} floors ${fallen.length} do not hold: ${names.join(", ")}`,
  );
}

function checkTable(checks: readonly Check[]): string[] {
  return formatTable(
    [
      { heading: "extractor", align: "left" },
      { heading: "set", align: "left" },
      { heading: "metric", align: "left" },
      { heading: "measured", align: "right" },
      { heading: "floor", align: "right" },
      { heading: "", align: "left" },
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
