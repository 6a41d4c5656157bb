import { HashIds } from "../../text/index.ts";
import { plainText } from "../plain-text.ts";
import { valuesOf } from "../structured-data.ts";
import { type FamilyWriter, type FeatureContext, share } from "./feature-context.ts";
import type { FeatureSource } from "./feature-source.ts";
import { hashFours, hashPairs, hashWords } from "./text-scan.ts";

const DESCRIPTIONS = ["description", "og:description", "twitter:description"] as const;
const COLUMNS = 3;

/** Writes the family `stated`; `pairs` and `fours` are those of the page's word hashes. */
export function describeStated(
  { source, texts, scratch }: FeatureContext,
  pairs: Int32Array,
  fours: Int32Array,
): FamilyWriter {
  const description = readDescription(source);
  const words = description && HashIds.setOf(description, scratch);
  const wordPairs = description && HashIds.setOf(hashPairs(description, scratch), scratch);
  const body = statedBody(source);
  const bodyFours =
    body === undefined
      ? undefined
      : HashIds.setOf(hashFours(hashPairs(hashWords(body), scratch), scratch), scratch);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const first = texts.firstHash[block]!;
      const last = texts.firstHash[block + 1]!;
      values[at] = shareIn(words, texts.scan.hashes, first, last);
      values[at + 1] = shareIn(wordPairs, pairs, first, last - 1);
      values[at + 2] = shareIn(bodyFours, fours, first, last - 3);
    }
    return column + COLUMNS;
  };
}

/** The article's body as structured data states it. */
export function statedBody({ mainThings }: FeatureSource): string | undefined {
  for (const thing of [mainThings.article, mainThings.item]) {
    for (const value of valuesOf(thing, "articleBody")) {
      if (typeof value === "string" && value.length > 0) return value;
    }
  }
  return undefined;
}

function readDescription({ meta }: FeatureSource): Int32Array | undefined {
  for (const name of DESCRIPTIONS) {
    const hashes = hashWords(plainText(meta.get(name)?.[0] ?? ""));
    if (hashes.length > 0) return hashes;
  }
  return undefined;
}

function shareIn(set: HashIds | undefined, hashes: Int32Array, first: number, end: number): number {
  if (set === undefined) return Number.NaN;
  return share(set.countKnown(hashes, first, end), end - first);
}
