import { blocksIn, type VisualBlock } from "../../src/extractors/index.ts";
import { type Page, TEXT_LEAF } from "../../src/page/index.ts";
import { countItems, harmonicMean } from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";

/** A visual block with its score over words as a bag. */
export interface PickedBlock {
  readonly block: VisualBlock;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The perfect picker of the MSS paper (7.6): of a tree of visual blocks the one with the best word F1, the first on ties. */
export function bestBlock(page: Page, root: VisualBlock, truth: readonly string[]): PickedBlock {
  const asked = countItems(truth);
  const wordsAt = shownWords(page);
  let best: PickedBlock = { block: root, precision: 0, recall: 0, f1: 0 };
  for (const block of blocksIn(root)) {
    const found = new Map<string, number>();
    let total = 0;
    for (const word of wordsIn(page, block, wordsAt)) {
      total++;
      if (asked.has(word)) found.set(word, (found.get(word) ?? 0) + 1);
    }
    let shared = 0;
    for (const [word, count] of found) shared += Math.min(count, asked.get(word) ?? 0);
    if (shared === 0) continue;
    const precision = shared / total;
    const recall = shared / truth.length;
    const f1 = harmonicMean(precision, recall);
    if (f1 > best.f1) best = { block, precision, recall, f1 };
  }
  return best;
}

/** The words of every leaf that is shown. */
function shownWords({ document, leaves }: Page): readonly (readonly string[])[] {
  return Array.from(leaves.node, (node, leaf) => {
    if (leaves.kind[leaf] !== TEXT_LEAF || leaves.visible[leaf] !== 1) return [];
    return words(document.text.slice(document.textStart[node], document.textEnd[node]));
  });
}

function* wordsIn(
  { leaves }: Page,
  { pieces }: VisualBlock,
  wordsAt: readonly (readonly string[])[],
): Generator<string> {
  for (const { from, to } of pieces) {
    for (let leaf = firstFrom(leaves.node, from); leaf < leaves.count && leaves.node[leaf]! < to; leaf++) {
      yield* wordsAt[leaf]!;
    }
  }
}

/** The first leaf at or after a node. */
function firstFrom(leafNodes: Int32Array, node: number): number {
  let from = 0;
  let to = leafNodes.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (leafNodes[middle]! < node) from = middle + 1;
    else to = middle;
  }
  return from;
}
