import { contains, tagTable } from "../../html/index.ts";
import { type Page, TEXT_LEAF } from "../../page/index.ts";
import { countInk } from "../../text/index.ts";
import { type Extractor, judgeLeaves } from "../extractor.ts";
import { judgeSpan, type SpanOptions } from "./judge-span.ts";
import { maximumSubsequence } from "./subsequences.ts";
import { Tokeniser } from "./tokenise.ts";
import { LAST_TAG_KIND, PAPER } from "./tokens.ts";

const CELLS = tagTable("td", "th", "div");

/**
 * The longest table cell or `div`, the paper's first baseline (6.2.1).
 *
 * Reading: what a cell contains is everything below it. Of cells with the same text the innermost is taken.
 */
export const longestCell: Extractor = {
  id: "longest-cell",
  paper: PAPER,
  needs: [],
  extract(page) {
    const cell = findLongest(page);
    const verdict = judgeLeaves(page, (node) => {
      const keep = cell >= 0 && contains(page.document, cell, node);
      return { keep, reason: keep ? "inside the body" : "outside the body" };
    });
    return cell < 0 ? verdict : { ...verdict, bodyRoot: cell };
  },
};

function findLongest({ document, leaves }: Page): number {
  const { size, tag, end, text, textStart, textEnd } = document;
  const before = new Int32Array(size + 1);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = leaves.node[leaf]!;
    if (leaves.visible[leaf] === 0 || leaves.kind[leaf] !== TEXT_LEAF) continue;
    before[node + 1] = countInk(text, textStart[node]!, textEnd[node]!);
  }
  for (let node = 1; node <= size; node++) before[node]! += before[node - 1]!;
  let longest = -1;
  let most = 1;
  for (let node = 0; node < size; node++) {
    if (CELLS[tag[node]!] !== 1) continue;
    const length = before[end[node]!]! - before[node]!;
    if (length < most) continue;
    // An equal one that is not inside the longest so far comes too late.
    if (length === most && longest >= 0 && !contains(document, longest, node)) continue;
    most = length;
    longest = node;
  }
  return longest;
}

/** The scores of simple MSS and how its span becomes leaves. */
export interface SimpleMssOptions extends SpanOptions {
  /** The score of a tag; -3.25 is the paper's, every value from -4.99 to -2.14 does nearly as well there. */
  readonly tagScore: number;
  /** The score of a word or symbol. */
  readonly textScore: number;
}

const DEFAULTS: SimpleMssOptions = { tagScore: -3.25, textScore: 1, edges: "tokens", clean: false };

/** Simple maximum subsequence segmentation, the paper's second baseline (6.2.2): tags cost, words and symbols gain. */
export function makeSimpleMss(options: Partial<SimpleMssOptions> = {}): Extractor {
  const settings = { ...DEFAULTS, ...options };
  // Made for the first page: importing the package makes this extractor, and few programs use it.
  let tokeniser: Tokeniser | undefined;
  return {
    id: "mss-simple",
    paper: PAPER,
    needs: [],
    extract(page) {
      tokeniser ??= new Tokeniser();
      const tokens = tokeniser.read(page);
      const scores = new Float64Array(tokens.count);
      for (let at = 0; at < tokens.count; at++) {
        scores[at] = tokens.kind[at]! <= LAST_TAG_KIND ? settings.tagScore : settings.textScore;
      }
      return judgeSpan(page, tokens, maximumSubsequence(scores), settings);
    },
  };
}
