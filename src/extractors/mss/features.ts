import { hashText, joinHashes } from "../../text/index.ts";
import { TAG_CLASSES } from "./tag-classes.data.ts";
import { LAST_TAG_KIND, TOKEN, type Tokens, tagForm } from "./tokens.ts";

/**
 * What the classifier knows of a token, by name: the contract between a model and this code.
 * `trigram`: the token with the two after it. `coarse trigram`: the same with every word as one and the same.
 * `class trigram`: the same with words and symbols as one, and tags that do the same as one.
 * `unclosed tag`: the most recent one. `unigram`: the token alone.
 */
export const FEATURES = ["trigram", "coarse trigram", "class trigram", "unclosed tag", "unigram"] as const;
/** The name of a feature of a token. */
export type Feature = (typeof FEATURES)[number];

/** Tokens that a feature may look at: the token itself and those after it. */
export const WINDOW_TOKENS = 3;

/** What every word is taken for in a coarse trigram. */
export const ANY_WORD = hashText("any word");
const ANY_TEXT = hashText("any text");
/** Stands for the tokens before the first one and after the last. */
export const NOTHING = 0;

const CLASS_OF_TAG = classesOfTags();
const OTHER_START = hashText("<box>");
const OTHER_END = hashText("</box>");

/** The features of the tokens of one page, as hashes. */
export class TokenFeatures {
  readonly #count: number;
  readonly #kind: Uint8Array;
  readonly #form: Int32Array;
  readonly #tokens: Tokens;

  constructor(tokens: Tokens) {
    this.#count = tokens.count;
    this.#kind = tokens.kind;
    this.#form = tokens.form;
    this.#tokens = tokens;
  }

  trigram(at: number): number {
    return joinThree(this.unigram(at), this.unigram(at + 1), this.unigram(at + 2));
  }

  coarseTrigram(at: number): number {
    return joinThree(this.#coarse(at), this.#coarse(at + 1), this.#coarse(at + 2));
  }

  classTrigram(at: number): number {
    return joinThree(this.#class(at), this.#class(at + 1), this.#class(at + 2));
  }

  unclosedTag(at: number): number {
    return this.#tokens.openTag[at] ?? NOTHING;
  }

  unigram(at: number): number {
    return at >= 0 && at < this.#count ? this.#form[at]! : NOTHING;
  }

  #coarse(at: number): number {
    if (at >= this.#count) return NOTHING;
    return this.#kind[at] === TOKEN.word ? ANY_WORD : this.#form[at]!;
  }

  #class(at: number): number {
    if (at >= this.#count) return NOTHING;
    const kind = this.#kind[at]!;
    if (kind > LAST_TAG_KIND) return ANY_TEXT;
    return CLASS_OF_TAG.get(this.#form[at]!) ?? (kind === TOKEN.endTag ? OTHER_END : OTHER_START);
  }
}

/** Reads a feature of a token by the feature's name. */
export const FEATURE_READERS: Readonly<Record<Feature, (features: TokenFeatures, at: number) => number>> = {
  trigram: (features, at) => features.trigram(at),
  "coarse trigram": (features, at) => features.coarseTrigram(at),
  "class trigram": (features, at) => features.classTrigram(at),
  "unclosed tag": (features, at) => features.unclosedTag(at),
  unigram: (features, at) => features.unigram(at),
};

/** The hash of a trigram. */
export function joinThree(first: number, second: number, third: number): number {
  return joinHashes(joinHashes(first, second), third);
}

function classesOfTags(): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  for (const [name, tags] of Object.entries(TAG_CLASSES)) {
    const start = hashText(`<${name}>`);
    const end = hashText(`</${name}>`);
    for (const tag of tags) classes.set(tagForm("<", tag), start).set(tagForm("</", tag), end);
  }
  return classes;
}
