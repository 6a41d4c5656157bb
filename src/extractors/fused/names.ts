import { ANCESTOR_FACTORS, type Lexicon } from "../../model/index.ts";
import { ClassTokens, type Page } from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";

/** The names of the columns that hold what class names and ids say. */
export const NAME_FEATURES: readonly string[] = ["names", "own names", "strongest names"];
/** The same by the lexicon of pages of all kinds; for trees of other pages alone. */
export const OTHER_NAME_FEATURES: readonly string[] = NAME_FEATURES.map((name) => `other ${name}`);

/** How much the names of an element count, by its level above the block. */
const FACTORS = Float64Array.from(ANCESTOR_FACTORS);

/** What the names of a block's element and of those above it say for its being the article's, by a lexicon. */
export function readNames({ document, blocks }: Page, lexicon: Lexicon): Float32Array {
  const { parent } = document;
  const width = NAME_FEATURES.length;
  const values = new Float32Array(blocks.count * width);
  const scratch = new ScratchArena();
  const scores = scoreElements({ document, blocks }, lexicon, scratch);
  // What the elements above the last block say: neighbours often have them in common.
  const above = new Float64Array(FACTORS.length);
  let levels = 1;
  let lastParent = -1;
  for (let block = 0; block < blocks.count; block++) {
    const own = scores[blocks.container[block]!]!;
    let node = parent[blocks.container[block]!]!;
    if (node !== lastParent) {
      lastParent = node;
      for (levels = 1; levels < FACTORS.length && node >= 0; levels++) {
        above[levels] = scores[node]!;
        node = parent[node]!;
      }
    }
    let sum = lexicon.bias + own;
    let strongest = own;
    for (let level = 1; level < levels; level++) {
      const score = above[level]!;
      sum += score * FACTORS[level]!;
      if (Math.abs(score) > Math.abs(strongest)) strongest = score;
    }
    const at = block * width;
    values[at] = sum;
    values[at + 1] = own;
    values[at + 2] = strongest;
  }
  scratch.release();
  return values;
}

/** What the names of each element around a block say, by node; neighbours have nearly all elements above them in common. */
function scoreElements(
  { document, blocks }: Pick<Page, "document" | "blocks">,
  lexicon: Lexicon,
  scratch: ScratchArena,
): Float64Array {
  const tokens = new ClassTokens(document);
  const scores = scratch.doubles(document.size).fill(Number.NaN);
  // Most elements are named by nothing but a class, and most classes come again.
  const ofClass: number[] = [];
  for (let block = 0; block < blocks.count; block++) {
    let node = blocks.container[block]!;
    for (; node >= 0 && Number.isNaN(scores[node]); node = document.parent[node]!) {
      const id = tokens.onlyClass(node);
      let score = id < ofClass.length && id >= 0 ? ofClass[id] : undefined;
      if (score === undefined) {
        score = lexicon.scoreTokens(tokens.hashes, tokens.read(node));
        if (id >= 0) ofClass[id] = score;
      }
      scores[node] = score;
    }
  }
  return scores;
}
