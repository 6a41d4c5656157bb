import { hashText, joinHashes } from "../../text/index.ts";
import { tagForm } from "./forms.ts";
import { TAG_CLASSES } from "./tag-classes.data.ts";
import { LAST_TAG_KIND, TOKEN, type Tokens } from "./tokens.ts";

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

const ANY_WORD = hashText("any word");
const ANY_TEXT = hashText("any text");
/** Stands for the tokens after the last one. */
const NOTHING = 0;

const CLASS_OF_TAG = classesOfTags();
const OTHER_START = hashText("<box>");
const OTHER_END = hashText("</box>");

/** The features of the tokens of one page, as hashes. */
export class TokenFeatures {
  readonly #tokens: Tokens;
  #coarse: Int32Array | undefined;
  #classes: Int32Array | undefined;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  trigram(at: number): number {
    return trigramOf(this.#tokens.form, at);
  }

  coarseTrigram(at: number): number {
    this.#coarse ??= coarseForms(this.#tokens);
    return trigramOf(this.#coarse, at);
  }

  classTrigram(at: number): number {
    this.#classes ??= classForms(this.#tokens);
    return trigramOf(this.#classes, at);
  }

  unclosedTag(at: number): number {
    return this.#tokens.openTag[at] ?? NOTHING;
  }

  unigram(at: number): number {
    return this.#tokens.form[at] ?? NOTHING;
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

function trigramOf(forms: Int32Array, at: number): number {
  return joinHashes(joinHashes(forms[at] ?? NOTHING, forms[at + 1] ?? NOTHING), forms[at + 2] ?? NOTHING);
}

function coarseForms({ count, kind, form }: Tokens): Int32Array {
  const coarse = new Int32Array(count);
  for (let at = 0; at < count; at++) coarse[at] = kind[at] === TOKEN.word ? ANY_WORD : form[at]!;
  return coarse;
}

function classForms({ count, kind, form }: Tokens): Int32Array {
  const classes = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    if (kind[at]! > LAST_TAG_KIND) classes[at] = ANY_TEXT;
    else classes[at] = CLASS_OF_TAG.get(form[at]!) ?? (kind[at] === TOKEN.endTag ? OTHER_END : OTHER_START);
  }
  return classes;
}

function classesOfTags(): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  for (const [name, tags] of Object.entries(TAG_CLASSES)) {
    for (const tag of tags) {
      classes.set(tagForm("<", tag), hashText(`<${name}>`));
      classes.set(tagForm("</", tag), hashText(`</${name}>`));
    }
  }
  return classes;
}
