import { NewsError } from "../../errors/index.ts";
import type { SetSummary } from "../evaluate.ts";
import type { MetricId } from "../page-score.ts";
import type { Row } from "../rows.ts";

/** The metrics that have floors. */
export const FLOOR_METRICS = ["wordF1", "correctly"] as const satisfies readonly MetricId[];
type FloorMetric = (typeof FLOOR_METRICS)[number];

/** A floor lies this far below what was measured, for changes that help elsewhere. */
const SLACK = 0.003;

/** One floor that was lowered, and why. */
interface Lowering {
  readonly date: string;
  readonly reason: string;
  readonly floors: readonly string[];
}

/** What the gate holds extractors to. */
export interface Floors {
  /** The pages that the floors were measured on, by set. */
  readonly corpus: Readonly<Record<string, { readonly pages: number; readonly hash: string }>>;
  /** Floors by extractor, set and metric. */
  readonly floors: Readonly<
    Record<string, Readonly<Record<string, Readonly<Partial<Record<FloorMetric, number>>>>>>
  >;
  readonly lowered: readonly Lowering[];
}

/** One figure against its floor; `floor` is null where there is none yet, `measured` where its pages or its method are gone. */
export interface Check {
  readonly extractor: string;
  readonly set: string;
  readonly metric: FloorMetric;
  readonly measured: number | null;
  readonly floor: number | null;
}

/** Whether a figure is at its floor or above; without a floor nothing is promised, and nothing holds. */
export function holds({ measured, floor }: Check): boolean {
  return floor !== null && measured !== null && measured >= floor;
}

/** Compares figures with floors; a floor without a figure is among the answers. */
export function checkFloors(floors: Floors, rows: readonly Row[]): Check[] {
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

/** Pages of a set that were measured. */
export type MeasuredSet = Pick<SetSummary, "name" | "pages" | "hash">;

/** The sets whose pages are not those that the floors were measured on. */
export function changedSets({ corpus }: Floors, sets: readonly MeasuredSet[]): string[] {
  return sets.filter(({ name, hash }) => corpus[name]?.hash !== hash).map(({ name }) => name);
}

/** Why floors may be lowered, and when it was said. */
export interface Permission {
  readonly reason: string;
  readonly date: string;
}

/** New floors: raised where more was measured. Lowering one needs a reason, which is kept. */
export function raiseFloors(
  old: Floors,
  measured: { readonly checks: readonly Check[]; readonly sets: readonly MeasuredSet[] },
  permission?: Permission,
): Floors {
  const fallen = measured.checks.filter((check) => check.floor !== null && !holds(check));
  if (fallen.length > 0 && permission === undefined) {
    throw new NewsError(
      "GATE_FAILED",
      `A floor would be lowered (${fallen.map(describe).join("; ")}); give --lower "reason" if that is right`,
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
