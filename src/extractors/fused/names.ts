import { ANCESTOR_FACTORS, type Lexicon } from "../../model/index.ts";
import { ClassTokens, type Page } from "../../page/index.ts";

/** The names of the columns that hold what class names and ids say. */
export const NAME_FEATURES: readonly string[] = ["names", "own names", "strongest names"];
/** The same by the lexicon of pages of all kinds; for trees of other pages alone. */
export const OTHER_NAME_FEATURES: readonly string[] = NAME_FEATURES.map((name) => `other ${name}`);

/** What the names of a block's element and of those above it say for its being the article's, by a lexicon. */
export function readNames({ document, blocks }: Page, lexicon: Lexicon): Float32Array {
  const tokens = new ClassTokens(document);
  const width = NAME_FEATURES.length;
  const values = new Float32Array(blocks.count * width);
  // By node, NaN for those not asked for yet: neighbours have nearly all elements above them in common.
  const scores = new Float64Array(document.size).fill(Number.NaN);
  for (let block = 0; block < blocks.count; block++) {
    let node = blocks.container[block]!;
    let sum = lexicon.bias;
    let strongest = 0;
    let own = 0;
    for (let level = 0; level < ANCESTOR_FACTORS.length && node >= 0; level++) {
      let score = scores[node]!;
      if (Number.isNaN(score)) {
        score = lexicon.scoreTokens(tokens.hashes, tokens.read(node));
        scores[node] = score;
      }
      if (level === 0) own = score;
      sum += score * ANCESTOR_FACTORS[level]!;
      if (Math.abs(score) > Math.abs(strongest)) strongest = score;
      node = document.parent[node]!;
    }
    const at = block * width;
    values[at] = sum;
    values[at + 1] = own;
    values[at + 2] = strongest;
  }
  return values;
}
