import { type Curve, curveChart } from "../curve-chart.ts";
import { accuracyOf, percent } from "./accuracy.ts";
import type { StudyRun } from "./accuracy-tables.ts";

/** News accuracy over the pages that wrappers learned from, a dot for every site that they are of. */
export function drawSizes(runs: readonly StudyRun[]): string {
  const curves = runs.map(curveOf);
  const ends = curves.map(({ name, points }) => {
    const [first, last] = [points[0]!, points.at(-1)!].map(({ ys }) =>
      percent(ys.reduce((sum, y) => sum + y, 0) / ys.length),
    );
    return `${name} from ${first} to ${last}`;
  });
  return curveChart(
    {
      title: "News accuracy and training pages",
      description: `Lines over the pages of one site that wrappers learned from: ${ends.join("; ")}.`,
      x: "training pages of one site (log scale)",
      y: "news accuracy on all other sites",
    },
    curves,
  );
}

function curveOf({ set, trials }: StudyRun): Curve {
  const points = set.sizes.map((size) => {
    const own = trials.filter((trial) => trial.size === size);
    const sites = [...Map.groupBy(own, ({ from }) => from).values()];
    return {
      x: size,
      ys: sites.map((site) => accuracyOf(site.flatMap(({ outcomes }) => outcomes)).news),
    };
  });
  return { name: `${set.name}, ${set.layout}`, points };
}
