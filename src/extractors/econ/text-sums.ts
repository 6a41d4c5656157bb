import { NODE_KIND } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { INK, PUNCTUATION, textUnits } from "./text-units.ts";

/** Running sums over nodes in document order: a subtree's sum is `sums[end[node]] - sums[node]`. */
export interface TextSums {
  readonly punctuation: Int32Array;
  /** Characters of shown text. Reading: white space is none, as the source's indentation is no text of the page. */
  readonly length: Int32Array;
}

/** Punctuation and length of all shown text, so that any subtree's is one subtraction. */
export function sumText({ document, leaves }: Page): TextSums {
  const { size, kind, text, textStart, textEnd } = document;
  const punctuation = new Int32Array(size + 1);
  const length = new Int32Array(size + 1);
  const units = textUnits();
  const { count, node: nodes, visible } = leaves;
  for (let leaf = 0; leaf < count; leaf++) {
    const node = nodes[leaf]!;
    if (visible[leaf] === 0 || kind[node] !== NODE_KIND.text) continue;
    const end = textEnd[node]!;
    let marks = 0;
    let ink = 0;
    for (let at = textStart[node]!; at < end; at++) {
      const unit = units[text.charCodeAt(at)]!;
      ink += unit & INK;
      marks += unit & PUNCTUATION;
    }
    punctuation[node + 1] = marks / PUNCTUATION;
    length[node + 1] = ink;
  }
  for (let node = 1; node <= size; node++) {
    punctuation[node]! += punctuation[node - 1]!;
    length[node]! += length[node - 1]!;
  }
  return { punctuation, length };
}
