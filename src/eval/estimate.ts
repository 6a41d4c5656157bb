import { harmonicMean, seededRandom } from "../sets/index.ts";
import { METRIC_IDS, type MetricId, type PageMetrics } from "./page-score.ts";

/** A mean over pages with its bootstrap 95 % interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
  /** Pages that the mean is over. */
  readonly pages: number;
}

/** Estimates of the metrics that at least one page has. */
export type Estimates = Readonly<Partial<Record<MetricId, Estimate>>>;

const RESAMPLES = 1000;
const SEED = 20_261_115;
const LOW = 0.025;
const HIGH = 0.975;

/** Means of every metric over pages, with percentile intervals from 1000 seeded resamples of the pages. */
export function estimate(pages: readonly PageMetrics[]): Estimates {
  const ids = METRIC_IDS.filter((id) => pages.some((page) => page[id] !== undefined));
  const columns = ids.map((id) => Float64Array.from(pages, (page) => page[id] ?? Number.NaN));
  const all = means(columns, identity(pages.length));
  // One page can only be drawn again.
  const resamples = pages.length === 1 ? 1 : RESAMPLES;
  const samples = columns.map(() => new Float64Array(resamples));
  const random = seededRandom(SEED);
  const drawn = new Int32Array(pages.length);
  for (let round = 0; round < resamples; round++) {
    for (let at = 0; at < drawn.length; at++) drawn[at] = random() * drawn.length;
    means(columns, drawn).forEach((mean, column) => {
      samples[column]![round] = mean;
    });
  }
  const measured = new Map<MetricId, readonly [mean: number, sample: Float64Array, pages: number]>();
  ids.forEach((id, column) => {
    const count = columns[column]!.reduce((sum, value) => sum + Number(!Number.isNaN(value)), 0);
    measured.set(id, [all[column]!, samples[column]!, count]);
  });
  addShingleF1(measured);
  const ordered = METRIC_IDS.filter((id) => measured.has(id));
  return Object.fromEntries(ordered.map((id) => [id, interval(...measured.get(id)!)]));
}

/** The benchmark's F1 is that of the two means, not a mean of F1s; so is each resample's. */
function addShingleF1(measured: Map<MetricId, readonly [number, Float64Array, number]>): void {
  const precision = measured.get("shinglePrecision");
  const recall = measured.get("shingleRecall");
  if (precision === undefined || recall === undefined) return;
  const sample = precision[1].map((value, round) => harmonicMean(value, recall[1][round]!));
  measured.set("shingleF1", [
    harmonicMean(precision[0], recall[0]),
    sample,
    Math.max(precision[2], recall[2]),
  ]);
}

function interval(mean: number, sample: Float64Array, pages: number): Estimate {
  const sorted = sample.filter((value) => !Number.isNaN(value)).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? mean;
  return { mean, low: at(LOW), high: at(HIGH), pages };
}

/** The mean of each column over the drawn rows; NaN rows are left out. */
function means(columns: readonly Float64Array[], rows: Int32Array): number[] {
  return columns.map((column) => {
    let sum = 0;
    let count = 0;
    for (let at = 0; at < rows.length; at++) {
      const value = column[rows[at]!]!;
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
    }
    return sum / count;
  });
}

function identity(length: number): Int32Array {
  return Int32Array.from({ length }, (_, at) => at);
}
