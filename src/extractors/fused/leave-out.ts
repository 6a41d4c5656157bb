import { TAG } from "../../html/index.ts";
import {
  type Extraction,
  findDataTables,
  KEEP_SCORE,
  leafAt,
  type Page,
  type Reason,
  reasonCode,
  TEXT_LEAF,
} from "../../page/index.ts";

/** How far a caption's words are from its figure. */
const MAX_CLIMB = 5;

/** An answer without the leaves that are marked, which have this reason then. A table stays or goes as a whole. */
export function leaveOut(
  page: Page,
  extraction: Extraction,
  { isDropped: marked, reason }: { readonly isDropped: Uint8Array; readonly reason: Reason },
): Extraction {
  const code = reasonCode(reason);
  const isDropped = withWholeTables(page, extraction.scores, marked);
  return {
    ...extraction,
    scores: extraction.scores.map((score, leaf) => (isDropped[leaf] === 1 ? 0 : score)),
    reasons: extraction.reasons.map((own, leaf) => (isDropped[leaf] === 1 ? code : own)),
  };
}

/** The marks, each table of data marked as most of its kept text is. */
function withWholeTables(page: Page, scores: Float32Array, marked: Uint8Array): Uint8Array {
  const { document, leaves } = page;
  const isDropped = marked.slice();
  for (const table of findDataTables(document).keys()) {
    const first = leafAt(leaves, table);
    const end = leafAt(leaves, document.end[table]!);
    // Characters left over when the dropped are taken from the kept.
    let rest = 0;
    for (let leaf = first; leaf < end; leaf++) {
      if (leaves.kind[leaf] !== TEXT_LEAF || scores[leaf]! < KEEP_SCORE) continue;
      const node = leaves.node[leaf]!;
      const characters = document.textEnd[node]! - document.textStart[node]!;
      rest += marked[leaf] === 1 ? -characters : characters;
    }
    isDropped.fill(rest < 0 ? 1 : 0, first, end);
  }
  return isDropped;
}

/** The texts of a block that an answer keeps, by leaf. */
export function keptTexts({ leaves, blocks }: Page, scores: Float32Array, block: number): number[] {
  const kept: number[] = [];
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    if (leaves.kind[leaf] === TEXT_LEAF && scores[leaf]! >= KEEP_SCORE) kept.push(leaf);
  }
  return kept;
}

/** Whether a block is a figure's: captions and credits are alike all over a site, and are the picture's. */
export function isInFigure({ document, blocks }: Page, block: number): boolean {
  let element = blocks.container[block]!;
  for (let climbed = 0; climbed < MAX_CLIMB && element > 0; climbed++) {
    if (document.tag[element] === TAG.figure) return true;
    element = document.parent[element]!;
  }
  return false;
}
