import { ANCESTOR_FACTORS, type Lexicon } from "../../model/index.ts";
import { ClassTokens, type Page } from "../../page/index.ts";

/** The names of the columns that hold what class names and ids say. */
export const NAME_FEATURES: readonly string[] = ["names", "own names", "strongest names"];

/** What the names of a block's element and of those above it say for its being the article's, by a lexicon. */
export function readNames({ document, blocks }: Page, lexicon: Lexicon): Float32Array {
  const tokens = new ClassTokens(document);
  const width = NAME_FEATURES.length;
  const values = new Float32Array(blocks.count * width);
  const known = new Map<number, number>();
  const scoreOf = (node: number) => {
    let score = known.get(node);
    if (score === undefined) {
      score = lexicon.scoreTokens(tokens.hashes, tokens.read(node));
      known.set(node, score);
    }
    return score;
  };
  for (let block = 0; block < blocks.count; block++) {
    let node = blocks.container[block]!;
    let sum = lexicon.bias;
    let strongest = 0;
    const own = scoreOf(node);
    for (const factor of ANCESTOR_FACTORS) {
      if (node < 0) break;
      const score = scoreOf(node);
      sum += score * factor;
      if (Math.abs(score) > Math.abs(strongest)) strongest = score;
      node = document.parent[node]!;
    }
    values.set([sum, own, strongest], block * width);
  }
  return values;
}
