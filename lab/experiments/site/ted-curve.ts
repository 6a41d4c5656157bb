import { formatShare } from "../../../src/eval/index.ts";
import type { Page } from "../../../src/page/index.ts";
import type { LabelledPage } from "../../../src/sets/index.ts";
import { learnTed } from "../../../src/site/index.ts";
import { curveChart } from "../curve-chart.ts";
import { plainTable } from "../plain-table.ts";
import { ask, meanOf } from "./answers.ts";

/** Pages learned from; every group of pages has as many lessons. */
const SIZES = [2, 3, 4, 5] as const;

/** What can be learned from, and what it is tried on. */
interface Lessons {
  readonly lessons: readonly Page[];
  readonly rest: readonly LabelledPage[];
}

/** F1 of a set by the pages of a site learned from. */
export interface TedCurve {
  readonly set: string;
  readonly f1: readonly number[];
}

/** Learns each group from a few of its lessons. */
export function learnCurve(set: string, groups: readonly Lessons[]): TedCurve {
  const f1 = SIZES.map((size) => {
    const answers = groups.flatMap(({ lessons, rest }) => {
      const ted = learnTed(lessons.slice(0, size));
      return rest.map((page) => ask(ted, page));
    });
    return meanOf(answers, "wordF1");
  });
  return { set, f1 };
}

/** The curves as a table. */
export function curveTable(curves: readonly TedCurve[]): string {
  const rows = curves.map(({ set, f1 }) => [`\`${set}\``, ...f1.map(formatShare)]);
  return plainTable(["set", ...SIZES.map((size) => `${size} pages`)], rows, 1);
}

/** The curves as a picture. */
export function drawCurves(curves: readonly TedCurve[]): string {
  const ends = curves.map(
    ({ set, f1 }) => `${set} from ${formatShare(f1[0]!)} to ${formatShare(f1.at(-1)!)}`,
  );
  return curveChart(
    {
      title: "Word F1 of ted, by pages of a site learned from",
      description: `Lines over ${SIZES.join(", ")} pages: ${ends.join("; ")}.`,
      x: "pages learned from (log scale)",
      y: "word F1 on other pages of the site",
    },
    curves.map(({ set, f1 }) => ({ name: set, points: f1.map((y, at) => ({ x: SIZES[at]!, ys: [y] })) })),
  );
}
