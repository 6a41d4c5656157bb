import { joinHashes } from "../../text/index.ts";
import { ANY_WORD, NOTHING } from "./features.ts";
import { UNSEEN } from "./odds-table.ts";
import { TOKEN, type Tokens } from "./tokens.ts";

/**
 * The trigrams of all tokens as `TokenFeatures` gives them. All tokens of every page go through the loops here, and
 * calls are dear there, so hashes are joined in place.
 */
export function putTrigrams({ count, form }: Tokens, hashes: Int32Array): void {
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

/** Where tokens stand that were not told yet, and their coarse trigrams: parallel arrays with room for all tokens. */
export interface Untold {
  readonly places: Int32Array;
  readonly hashes: Int32Array;
}

/**
 * Puts down the tokens whose value is `UNSEEN`, and gives how many there are. Much of what has no trigram of its own are
 * words among words, which share one coarse trigram: they get its value here, unless that is unseen too.
 */
export function putUntold(
  { count, kind, form }: Tokens,
  values: Float64Array,
  amongWords: number,
  { places, hashes }: Untold,
): number {
  const anyWord = ANY_WORD | 0;
  const nothing = NOTHING | 0;
  let untold = 0;
  let second = count > 0 && kind[0] !== TOKEN.word ? form[0]! : anyWord;
  let third = count > 1 && kind[1] !== TOKEN.word ? form[1]! : anyWord;
  if (count === 1) third = nothing;
  for (let at = 0; at < count; at++) {
    const first = second;
    second = third;
    third = at + 2 >= count ? nothing : kind[at + 2] === TOKEN.word ? anyWord : form[at + 2]!;
    if (values[at] !== UNSEEN) continue;
    values[at] = amongWords;
    if (amongWords !== UNSEEN && first === anyWord && second === anyWord && third === anyWord) continue;
    places[untold] = at;
    hashes[untold++] = joinHashes(joinHashes(first, second), third);
  }
  return untold;
}
