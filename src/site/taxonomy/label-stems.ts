import { rememberWords, stopWords } from "../../text/index.ts";
import { makeStem, type Stem } from "../../text/stem.ts";
import { labelWords } from "./label-text.ts";

/** With fewer words left a label has lost what it says: "About us" is not "US". */
const MIN_TELLING_WORDS = 2;

/** The stems of a label's words in its language, sorted, each once; stop words are left out of labels that are long enough. */
export type LabelStems = (text: string, language: string | undefined) => string[];

/** Makes a reader of stems that sets each language up once. */
export function makeLabelStems(): LabelStems {
  const known = new Map<string, { readonly stem: Stem; readonly skipped: ReadonlySet<string> }>();
  return (text, language) => {
    const code = language ?? "";
    const reader = known.get(code) ?? {
      stem: rememberWords(makeStem(language)),
      skipped: new Set(stopWords(language)),
    };
    known.set(code, reader);
    const all = labelWords(text);
    const telling = all.filter((word) => !reader.skipped.has(word));
    return [...new Set((telling.length >= MIN_TELLING_WORDS ? telling : all).map(reader.stem))].sort();
  };
}

/** Jaccard's coefficient of two sets of stems. */
export function jaccard(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((stem) => b.includes(stem)).length;
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}
