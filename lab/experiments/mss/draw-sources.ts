import { formatShare } from "../../../src/eval/index.ts";
import { curveChart } from "../curve-chart.ts";
import type { SourcePoint } from "./sources.ts";

/** How a method grows with the sources it learns from. */
export interface SourceCurve {
  readonly name: string;
  readonly points: readonly SourcePoint[];
}

/** The curves as a picture. */
export function drawSources(curves: readonly SourceCurve[]): string {
  const lines = curves.map(({ name, points }) => ({
    name,
    points: points.map(({ sources, f1 }) => ({ x: sources, ys: [f1] })),
  }));
  const ends = lines.map(({ name, points }) => {
    const [first, last] = [points[0]!, points.at(-1)!].map(({ ys }) => formatShare(ys[0]!));
    return `${name} from ${first} to ${last}`;
  });
  return curveChart(
    {
      title: "F1 and training sources",
      description: `Lines over the number of training sources: ${ends.join("; ")}.`,
      x: "training sources (log scale)",
      y: "F1 (short)",
    },
    lines,
  );
}
