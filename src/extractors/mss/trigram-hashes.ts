import { joinHashes } from "../../text/index.ts";
import { ANY_WORD, NOTHING } from "./features.ts";
import { TOKEN, type Tokens } from "./tokens.ts";

/**
 * The trigrams of all tokens as `TokenFeatures` gives them. All tokens of every page go through the loops here, and
 * calls are dear there, so hashes are joined in place.
 */
export function putTrigrams({ count, form }: Tokens, hashes: Int32Array): void {
  // So an engine knows that this is a whole number, and need not look at each token whether it is.
  const nothing = NOTHING | 0;
  let second = count > 0 ? form[0]! : nothing;
  let third = count > 1 ? form[1]! : nothing;
  for (let at = 0; at < count; at++) {
    const first = second;
    second = third;
    third = at + 2 < count ? form[at + 2]! : nothing;
    hashes[at] = joinHashes(joinHashes(first, second), third);
  }
}

/** What is known of tokens: parallel arrays. */
interface Found {
  /** The index of every token's trigram, 0 where it was never seen; then the coarse trigrams of those tokens, one after another. */
  readonly features: Int32Array;
  /** Takes the tokens whose coarse trigrams these are. */
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/**
 * Puts down the coarse trigrams of the tokens whose own was never seen, and gives how many there are. Many of them are
 * words among words, which share one coarse trigram: they get its value at once, where it has one.
 */
export function putCoarse(
  { count, kind, form }: Tokens,
  { features, places, values }: Found,
  amongWords: number | undefined,
): number {
  const anyWord = ANY_WORD | 0;
  const nothing = NOTHING | 0;
  let found = 0;
  let second = nothing;
  let third = nothing;
  for (let at = -2; at < count; at++) {
    const first = second;
    second = third;
    third = at + 2 >= count ? nothing : kind[at + 2] === TOKEN.word ? anyWord : form[at + 2]!;
    if (at < 0 || features[at] !== 0) continue;
    if (amongWords !== undefined && first === anyWord && second === anyWord && third === anyWord) {
      values[at] = amongWords;
      continue;
    }
    places[found] = at;
    features[found++] = joinHashes(joinHashes(first, second), third);
  }
  return found;
}
