import { stopWords } from "../../text/index.ts";
import { makeStem, type Stem } from "../../text/stem.ts";
import { labelWords } from "./label-text.ts";

/** The stems of a label's words in its language, sorted, each once; all words count where every one is a stop word. */
export type LabelStems = (text: string, language: string | undefined) => string[];

/** Makes a reader of stems that sets each language up once. */
export function makeLabelStems(): LabelStems {
  const known = new Map<string, { readonly stem: Stem; readonly skipped: ReadonlySet<string> }>();
  return (text, language) => {
    const code = language ?? "";
    const reader = known.get(code) ?? { stem: makeStem(language), skipped: new Set(stopWords(language)) };
    known.set(code, reader);
    const all = labelWords(text);
    const telling = all.filter((word) => !reader.skipped.has(word));
    return [...new Set((telling.length > 0 ? telling : all).map(reader.stem))].sort();
  };
}

/** Jaccard's coefficient of two sets of stems. */
export function jaccard(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((stem) => b.includes(stem)).length;
  const all = a.length + b.length - shared;
  return all === 0 ? 0 : shared / all;
}
