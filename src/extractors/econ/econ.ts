import { type Document, TAG } from "../../html/index.ts";
import type { Extractor } from "../extractor.ts";
import { type Judgement, judgeLeaves } from "../verdict.ts";
import { findBigNodes } from "./big-nodes.ts";
import { jointParas } from "./joint-para.ts";
import { sumText, type TextSums } from "./text-sums.ts";

const KEEP: Judgement = { keep: true, reason: "inside the body" };
const OUTSIDE: Judgement = { keep: false, reason: "outside the body" };
const NOISE: Judgement = { keep: false, reason: "no punctuation" };

/** Choices that the damaged tag list of the paper leaves open. */
export interface EconOptions {
  /** Whether `tbody tr td th center` are big-nodes. Off: decided on news of 2008 and Chinese pages, see docs/extractors/econ.md. */
  readonly tableTags?: boolean;
}

/** ECON (Guo et al., 2010): from the longest punctuated text up the tree until no punctuation is gained. */
export function makeEcon({ tableTags = false }: EconOptions = {}): Extractor {
  return {
    id: "econ",
    paper: "Guo et al., ECON: An Approach to Extract Content from Web News Page, APWeb 2010",
    needs: [],
    extract(page) {
      const { document } = page;
      const sums = sumText(page);
      const { pruned, snippet } = jointParas(document, sums, findBigNodes(page, tableTags));
      const start = snippet >= 0 ? snippet : bareBody(document, sums);
      if (start < 0) return judgeLeaves(page, () => OUTSIDE);
      const summary = backtrack(document, sums, start);
      const noise = inherit(document, pruned, summary);
      const verdict = judgeLeaves(page, (node) => {
        if (node < summary || node >= document.end[summary]!) return OUTSIDE;
        return noise[node - summary] === 1 ? NOISE : KEEP;
      });
      return { ...verdict, bodyRoot: summary };
    },
  };
}

/** The body where all punctuated text stands in it directly: there it is the big-node that the paper says it is; else -1. */
function bareBody({ size, tag }: Document, { punctuation }: TextSums): number {
  return punctuation[size] === 0 ? -1 : tag.indexOf(TAG.body);
}

/** Extract-news (III.B): up from the snippet-node until the distance is 0 for the first time; the child is the summary-node. */
function backtrack({ parent, end }: Document, { punctuation }: TextSums, snippet: number): number {
  let node = snippet;
  for (let above = parent[node]!; above >= 0; above = parent[node]!) {
    const gained =
      punctuation[end[above]!]! - punctuation[above]! - (punctuation[end[node]!]! - punctuation[node]!);
    if (gained === 0) return node;
    node = above;
  }
  return node;
}

/** For the summary-node's subtree: 1 for nodes at or under a pruned one. */
function inherit({ parent, end }: Document, pruned: Uint8Array, summary: number): Uint8Array {
  const noise = new Uint8Array(end[summary]! - summary);
  for (let node = summary + 1; node < end[summary]!; node++) {
    noise[node - summary] = pruned[node]! | noise[parent[node]! - summary]!;
  }
  return noise;
}
