import {
  bodyRow,
  bodyRule,
  findBodyCandidates,
  findCategoryNames,
  findTitleCandidates,
  type MeasuredPage,
  titleRow,
  titleRule,
} from "../../extractors/index.ts";
import type { Label } from "../../sets/index.ts";
import type { DropReason } from "../drops.ts";
import { findTruthNodes } from "./truth-nodes.ts";

/** The candidates of one page for one judge: their features, which of them are right, and which is the truth itself. */
export interface Candidates {
  readonly nodes: readonly number[];
  readonly rows: readonly Float64Array[];
  /** The place of the truth among them. */
  readonly truth: number;
  /** 1 for the truth and for its wrappers, which hold the same text. */
  readonly isRight: Uint8Array;
}

/** What one page teaches, read in one manner. */
export interface PageLesson {
  readonly body: Candidates | undefined;
  readonly title: Candidates | undefined;
  /** The rules that the page's own body and title fail, as `body: too small for the body`. */
  readonly failed: readonly string[];
}

/** What a labelled page teaches; the features of titles refer to the true body. */
export function makeLesson(reading: MeasuredPage, label: Label): PageLesson | DropReason {
  const truth = findTruthNodes(reading, label);
  if (typeof truth === "string") return truth;
  const { body, title } = truth;
  const bodies = findBodyCandidates(reading).nodes;
  const lesson = {
    body: gather(reading, bodies, body, (node) => bodyRow(reading, node)),
    title:
      title === undefined
        ? undefined
        : gather(reading, findTitleCandidates(reading, body), title, (node) => titleRow(reading, node, body)),
  };
  const failed: string[] = [];
  if (lesson.body === undefined)
    failed.push(`body: ${bodyRule(reading, body) ?? "inside what a rule leaves out"}`);
  if (title !== undefined && lesson.title === undefined) {
    const rule = titleRule(reading, title, findCategoryNames(reading, body));
    failed.push(`title: ${rule ?? "inside what a rule leaves out"}`);
  }
  return { ...lesson, failed };
}

/** The candidates with their features; undefined where the truth is none of them. */
function gather(
  reading: MeasuredPage,
  nodes: readonly number[],
  truth: number,
  rowOf: (node: number) => Float64Array,
): Candidates | undefined {
  const isRight = Uint8Array.from(nodes, (node) =>
    Number(node === truth || holdsSameLeaves(reading, node, truth)),
  );
  // A label may point at a wrapper without a box; whoever holds the same text is as good.
  const at = nodes.includes(truth) ? nodes.indexOf(truth) : isRight.lastIndexOf(1);
  return at < 0 ? undefined : { nodes, rows: nodes.map(rowOf), truth: at, isRight };
}

function holdsSameLeaves(reading: MeasuredPage, node: number, other: number): boolean {
  const outer = Math.min(node, other);
  const inner = Math.max(node, other);
  if (inner >= reading.document.end[outer]!) return false;
  return reading.inkIn(outer) === reading.inkIn(inner);
}
