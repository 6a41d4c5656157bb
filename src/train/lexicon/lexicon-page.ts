import { ANCESTOR_FACTORS } from "../../model/index.ts";
import { ClassTokens, type Page } from "../../page/index.ts";
import { CONTENT_SHARE } from "../roles/block-truth.ts";
import { blocksWithWords, blockWeights } from "../roles/block-weights.ts";
import type { BlockLabels } from "../roles/label-blocks.ts";

/** The blocks of a labelled page as a lexicon learns from them. */
export interface LexiconPage {
  /** The site, so that no page is judged by what its own site taught. */
  readonly domain: string;
  /** Tokens of a row are `[firstToken[row], firstToken[row + 1])`. */
  readonly firstToken: Int32Array;
  readonly hashes: Int32Array;
  /** How much a token counts: names of farther elements say less. */
  readonly factors: Float32Array;
  /** 1 where a block is content, else 0. */
  readonly target: Float32Array;
  readonly weight: Float32Array;
}

/** Reads names around every block that has words: of its own element and of those above it. */
export function readLexiconPage(page: Page, labels: BlockLabels, domain: string): LexiconPage {
  const { document, blocks } = page;
  const tokens = new ClassTokens(document);
  const rows = blocksWithWords(labels);
  const firstToken = new Int32Array(rows.length + 1);
  const hashes: number[] = [];
  const factors: number[] = [];
  rows.forEach((block, row) => {
    let node = blocks.container[block]!;
    for (const factor of ANCESTOR_FACTORS) {
      if (node < 0) break;
      const count = tokens.read(node);
      for (let at = 0; at < count; at++) {
        hashes.push(tokens.hashes[at]!);
        factors.push(factor);
      }
      node = document.parent[node]!;
    }
    firstToken[row + 1] = hashes.length;
  });
  return {
    domain,
    firstToken,
    hashes: Int32Array.from(hashes),
    factors: Float32Array.from(factors),
    target: Float32Array.from(rows, (block) => (labels.share[block]! > CONTENT_SHARE ? 1 : 0)),
    weight: blockWeights(labels, rows),
  };
}
