import { ANCESTOR_FACTORS } from "../../model/index.ts";
import { ClassTokens, type Page } from "../../page/index.ts";
import { CONTENT_SHARE } from "../roles/block-truth.ts";
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

/** Weights of words: pages count alike whatever their length, and no block is lost. */
const WORDS_PER_PAGE = 300;
const MIN_PAGE_WORDS = 100;
const MAX_ROW_WEIGHT = 100;
const MIN_ROW_WEIGHT = 0.3;

/** Reads names around every block that has words: of its own element and of those above it. */
export function readLexiconPage(page: Page, labels: BlockLabels, domain: string): LexiconPage {
  const { document, blocks } = page;
  const tokens = new ClassTokens(document);
  const rows = Array.from(labels.words.keys()).filter((block) => labels.words[block]! > 0);
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
    weight: rowWeights(labels, rows),
  };
}

function rowWeights({ words, share }: BlockLabels, rows: readonly number[]): Float32Array {
  const truthWords = rows.reduce((sum, block) => sum + words[block]! * share[block]!, 0);
  const perWord = WORDS_PER_PAGE / Math.max(MIN_PAGE_WORDS, truthWords);
  return Float32Array.from(
    rows,
    (block) => Math.min(MAX_ROW_WEIGHT, words[block]! * perWord) + MIN_ROW_WEIGHT,
  );
}
