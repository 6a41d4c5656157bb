import { hashText, joinHashes } from "../../text/index.ts";
import { TOKEN, type Tokens } from "./tokens.ts";

/**
 * What the classifier knows of a token, by name: the contract between a model and this code.
 * `trigram`: the token with the two after it. `coarse trigram`: the same with every word as one and the same.
 * `unclosed tag`: the most recent one. `unigram`: the token alone.
 */
export const FEATURES = ["trigram", "coarse trigram", "unclosed tag", "unigram"] as const;
/** The name of a feature of a token. */
export type Feature = (typeof FEATURES)[number];

/** Tokens that a feature may look at: the token itself and those after it. */
export const WINDOW_TOKENS = 3;

const ANY_WORD = hashText("any word");
/** Stands for the tokens after the last one. */
const NOTHING = 0;

/** The features of the tokens of one page, as hashes; read in order, each trigram costs two joins. */
export class TokenFeatures {
  readonly #tokens: Tokens;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  trigram(at: number): number {
    const { form } = this.#tokens;
    return joinHashes(joinHashes(form[at] ?? NOTHING, form[at + 1] ?? NOTHING), form[at + 2] ?? NOTHING);
  }

  coarseTrigram(at: number): number {
    return joinHashes(joinHashes(this.#coarse(at), this.#coarse(at + 1)), this.#coarse(at + 2));
  }

  unclosedTag(at: number): number {
    return this.#tokens.openTag[at] ?? NOTHING;
  }

  unigram(at: number): number {
    return this.#tokens.form[at] ?? NOTHING;
  }

  #coarse(at: number): number {
    const { kind, form, count } = this.#tokens;
    if (at >= count) return NOTHING;
    return kind[at] === TOKEN.word ? ANY_WORD : form[at]!;
  }
}

/** Reads a feature of a token by the feature's name. */
export const FEATURE_READERS: Readonly<Record<Feature, (features: TokenFeatures, at: number) => number>> = {
  trigram: (features, at) => features.trigram(at),
  "coarse trigram": (features, at) => features.coarseTrigram(at),
  "unclosed tag": (features, at) => features.unclosedTag(at),
  unigram: (features, at) => features.unigram(at),
};
