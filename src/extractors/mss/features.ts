import {
  badModel,
  CountTable,
  isRecord,
  type ModelFile,
  modelHead,
  readHeadOf,
  type Training,
} from "../../model/index.ts";
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

/** Tokens that a feature can look at: the token itself and those after it. */
export const WINDOW_TOKENS = 3;

/** The hash of any word in a coarse trigram. */
export const ANY_WORD = hashText("any word");
const ANY_TEXT = hashText("any text");
/** Represents the tokens before the first one and after the last. */
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

/** The trigrams of all tokens as `TokenFeatures` gives them, in one loop over every token of a page. */
export function putTrigrams({ count, form }: Tokens, hashes: Int32Array): void {
  // `| 0` tells the JIT that this is an integer, so that it need not check at each token.
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
  /** In: the index of every token's trigram, 0 if never seen. Out: the coarse trigrams of the tokens never seen. */
  readonly features: Int32Array;
  /** Out: the tokens whose coarse trigrams these are. */
  readonly places: Int32Array;
  readonly values: Float64Array;
}

/**
 * Writes the coarse trigrams of the tokens whose own was never seen, and returns how many there are. Many of them are
 * words among words, which share one coarse trigram: they get its value at once if it has one.
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

function classesOfTags(): ReadonlyMap<number, number> {
  const classes = new Map<number, number>();
  for (const [name, tags] of Object.entries(TAG_CLASSES)) {
    const start = hashText(`<${name}>`);
    const end = hashText(`</${name}>`);
    for (const tag of tags) classes.set(tagForm("<", tag), start).set(tagForm("</", tag), end);
  }
  return classes;
}

/** The result of supervised training: how often each feature was seen inside and outside articles. */
export interface MssModel {
  readonly training: Training;
  /** Tags of more than one source; all others are one unknown tag. */
  readonly tags: readonly string[];
  /** Tokens inside and outside articles. */
  readonly totals: { readonly inside: number; readonly outside: number };
  readonly tables: Readonly<Record<Feature, CountTable>>;
}

/** The method's name in model files. */
const MSS_METHOD = "mss";

/** A model as the value that its file holds as JSON. */
export function packMssModel(model: MssModel): ModelFile & Readonly<Record<string, unknown>> {
  const tables = FEATURES.map((feature) => {
    const table = model.tables[feature];
    return [feature, { size: table.size, counts: table.encode() }] as const;
  });
  return {
    ...modelHead(MSS_METHOD, FEATURES, model.training),
    tags: model.tags,
    totals: model.totals,
    tables: Object.fromEntries(tables),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readMssModel(value: unknown): MssModel {
  const head = readHeadOf(MSS_METHOD, FEATURES, value);
  return {
    training: head.training,
    tags: readTags(head.tags),
    totals: readTotals(head.totals),
    tables: readTables(head.tables),
  };
}

function readTables(stored: unknown): MssModel["tables"] {
  return {
    trigram: readTable(stored, "trigram"),
    "coarse trigram": readTable(stored, "coarse trigram"),
    "class trigram": readTable(stored, "class trigram"),
    "unclosed tag": readTable(stored, "unclosed tag"),
    unigram: readTable(stored, "unigram"),
  };
}

/** A list of tag names in a model file. */
export function readTags(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((name) => typeof name === "string")) return value;
  throw badModel("it has no list of tags");
}

/** Numbers of tokens in a model file. */
export function readTotals(value: unknown): MssModel["totals"] {
  const { inside, outside } = isRecord(value) ? value : {};
  if (isTokenCount(inside) && isTokenCount(outside)) return { inside, outside };
  throw badModel("it does not say how many tokens it saw");
}

function isTokenCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** A table of counts in a model file. */
export function readTable(tables: unknown, feature: Feature): CountTable {
  const stored = isRecord(tables) ? tables[feature] : undefined;
  const { size, counts } = isRecord(stored) ? stored : {};
  const table =
    typeof size === "number" && typeof counts === "string" ? CountTable.decode(counts, size) : undefined;
  if (table === undefined) throw badModel(`its table of "${feature}" is damaged`);
  return table;
}
