import type { Forecast } from "./auc.ts";

/** Forecasts of nearly one chance, and what came of them. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The mean chance; the share of the true ones. */
  readonly chance: number;
  readonly share: number;
}

/** Bins of one tenth, as reliability diagrams have them. */
const BINS = 10;

/** What became of forecasts, by their chance; bins without any are left out. */
export function reliability(forecasts: readonly Forecast[]): readonly ReliabilityBin[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const own = forecasts.filter(({ chance }) => Math.min(BINS - 1, Math.floor(chance * BINS)) === bin);
    return {
      from: bin / BINS,
      to: (bin + 1) / BINS,
      count: own.length,
      chance: own.reduce((sum, { chance }) => sum + chance, 0) / own.length,
      share: own.filter(({ isTrue }) => isTrue).length / own.length,
    };
  }).filter(({ count }) => count > 0);
}

/** The expected calibration error: how far chance and share are apart, a forecast in the mean; null without any. */
export function calibrationError(forecasts: readonly Forecast[]): number | null {
  if (forecasts.length === 0) return null;
  const sum = reliability(forecasts).reduce(
    (total, { count, chance, share }) => total + count * Math.abs(chance - share),
    0,
  );
  return sum / forecasts.length;
}
