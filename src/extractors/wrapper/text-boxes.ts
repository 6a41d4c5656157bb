import { type Document, HEADING_TAGS } from "../../html/index.ts";
import type { Layout } from "../../page/index.ts";
import { MAKES_BOX } from "../shown.ts";

/** A page with sums over its subtrees. */
export interface SummedPage {
  readonly document: Document;
  readonly layout: Layout;
  isElement(node: number): boolean;
  wordsIn(node: number): number;
  linkWordsIn(node: number): number;
  inkIn(node: number): number;
}

/**
 * The elements that are shown as paragraphs, whatever they are called: boxes that hold lines of text and no other box
 * with text, and boxes around one such box alone. Headings and boxes of which half is links are none.
 */
export function findTextBoxes(page: SummedPage): Uint8Array {
  const { document, layout } = page;
  const { size, parent, tag } = document;
  const isTextBox = new Uint8Array(size);
  // The boxes with text that stand next below each node: how many, their text, and whether the last of them is plain lines.
  const count = new Int32Array(size);
  const ink = new Int32Array(size);
  const isPlain = new Uint8Array(size);
  for (let node = size - 1; node > 0; node--) {
    const words = page.wordsIn(node);
    if (words === 0 || !page.isElement(node)) continue;
    const above = parent[node]!;
    if (MAKES_BOX[layout.display[node]!] === 1) {
      const isAroundOne = count[node] === 1 && isPlain[node] === 1 && ink[node] === page.inkIn(node);
      const holdsLines = HEADING_TAGS[tag[node]!] === 0 && (count[node] === 0 || isAroundOne);
      isTextBox[node] = Number(holdsLines && page.linkWordsIn(node) * 2 < words);
      count[above]! += 1;
      ink[above]! += page.inkIn(node);
      isPlain[above] = Number(holdsLines);
    } else if (count[node]! > 0) {
      count[above]! += count[node]!;
      ink[above]! += ink[node]!;
      isPlain[above] = isPlain[node]!;
    }
  }
  return isTextBox;
}
