import { formatShare } from "../../src/eval/index.ts";
import { type Baseline, type Effect, meanOf, type Scope } from "./fused-effects.ts";
import type { Measured } from "./fused-pages.ts";
import { countLeftOut, type Variant } from "./fused-variants.ts";
import { plainTable } from "./plain-table.ts";

/** A variant and what was measured of its trees. */
export interface Tried {
  readonly variant: Variant;
  readonly measured: Measured;
}

/** What variants are compared with. */
export interface Baselines {
  readonly f1: Baseline;
  readonly correctly: Baseline;
}

/** F1 and correctly in one scope with what was left out, and the change. */
export function changeTable(scope: Scope, tried: readonly Tried[], { f1, correctly }: Baselines): string {
  const whole = ["nothing", "", formatShare(meanOf(scope, f1.values)), ""];
  const rows = tried.map(({ variant, measured }) => [
    variant.name,
    countLeftOut(variant) === 0 ? "" : String(countLeftOut(variant)),
    formatShare(meanOf(scope, measured.f1)),
    formatEffect(f1.compare(scope, measured.f1)),
    formatShare(meanOf(scope, measured.correctly)),
    formatEffect(correctly.compare(scope, measured.correctly)),
  ]);
  return plainTable(
    ["left out", "features", "F1", "change", "correctly", "change"],
    [[...whole, formatShare(meanOf(scope, correctly.values)), ""], ...rows],
    1,
  );
}

/** The change of one measure in every scope. */
export function scopeTable(
  scopes: readonly Scope[],
  tried: readonly Tried[],
  pick: (measured: Measured) => Float64Array,
  baseline: Baseline,
): string {
  const whole = ["nothing", ...scopes.map((scope) => formatShare(meanOf(scope, baseline.values)))];
  const rows = tried.map(({ variant, measured }) => [
    variant.name,
    ...scopes.map((scope) => formatEffect(baseline.compare(scope, pick(measured)))),
  ]);
  const pages = ["pages", ...scopes.map(({ strata }) => String(strata.flat().length))];
  return plainTable(["left out", ...scopes.map(({ name }) => name)], [pages, whole, ...rows], 1);
}

/** A change with its margin, in bold where it is more than chance. */
export function formatEffect({ mean, margin }: Effect): string {
  const size = `${mean < 0 ? "−" : "+"}${formatShare(Math.abs(mean))}`;
  return `${Math.abs(mean) > margin ? `**${size}**` : size} ± ${formatShare(margin)}`;
}
