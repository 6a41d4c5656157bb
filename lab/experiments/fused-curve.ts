import { formatShare } from "../../src/eval/index.ts";
import type { Label } from "../../src/sets/index.ts";
import { type Curve, curveChart } from "./curve-chart.ts";
import type { Bench } from "./fused-bench.ts";
import { meanOf, type Scope } from "./fused-effects.ts";
import type { Measured } from "./fused-pages.ts";
import { DRAWS, drawSites, SIZES } from "./fused-samples.ts";
import { plainTable } from "./plain-table.ts";

/** Trees that were grown from so many pages, one run for each draw. */
export interface CurvePoint {
  readonly pages: number;
  readonly runs: readonly Measured[];
}

/** Trees of more and more pages; `whole` are those of all pages. */
export function learnCurve(bench: Bench, whole: readonly Measured[]): readonly CurvePoint[] {
  const counts: number[] = [];
  let all = 0;
  const changes = SIZES.flatMap((size) =>
    DRAWS.map((draw) => {
      const drawn = drawSites(bench.sites, size, draw);
      const index = counts.push(0) - 1;
      const choose = (_: Label, site: string) => {
        const isDrawn = drawn.has(site);
        if (index === 0) all++;
        if (isDrawn) counts[index]!++;
        return isDrawn;
      };
      return [`${size} pages, draw ${draw}`, { choose }] as const;
    }),
  );
  const measured = bench.measure(changes);
  const points = SIZES.map((_, at) => {
    const own = <Value>(values: readonly Value[]) => values.slice(at * DRAWS.length, (at + 1) * DRAWS.length);
    return { pages: Math.round(mean(own(counts))), runs: own(measured) };
  });
  return [...points, { pages: all, runs: whole }];
}

/** The curve as a table: means over the draws, of the largest sample over seeds, and the spread. */
export function curveTable(points: readonly CurvePoint[], scopes: readonly Scope[], main: Scope): string {
  const rows = points.map(({ pages, runs }) => {
    const overall = runs.map(({ f1 }) => meanOf(main, f1));
    return [
      String(pages),
      formatShare(mean(overall)),
      `${formatShare(Math.min(...overall))}-${formatShare(Math.max(...overall))}`,
      formatShare(mean(runs.map(({ correctly }) => meanOf(main, correctly)))),
      ...scopes.map((scope) => formatShare(mean(runs.map(({ f1 }) => meanOf(scope, f1))))),
    ];
  });
  const columns = ["pages", "F1", "of the runs", "correctly", ...scopes.map(({ name }) => `F1, ${name}`)];
  return plainTable(columns, rows, 0);
}

/** The curve as a picture. */
export function drawCurve(points: readonly CurvePoint[], scopes: readonly Scope[]): string {
  const curves: Curve[] = scopes.map((scope) => ({
    name: scope.name === "mean" ? "mean of the sets" : scope.name,
    points: points.map(({ pages, runs }) => ({ x: pages, ys: runs.map(({ f1 }) => meanOf(scope, f1)) })),
  }));
  const ends = curves.map(({ name, points: own }) => {
    const [first, last] = [own[0]!, own.at(-1)!].map(({ ys }) => formatShare(mean(ys)));
    return `${name} from ${first} to ${last}`;
  });
  return curveChart(
    {
      title: "Word F1 on sets not trained on, by pages learned from",
      description: `Lines over ${points.map(({ pages }) => pages).join(", ")} pages: ${ends.join("; ")}. A dot is one draw of sites.`,
      x: "pages that the trees are grown from (log scale)",
      y: "word F1",
    },
    curves,
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
