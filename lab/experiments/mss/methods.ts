import {
  EXTRACTORS,
  type Extractor,
  type MssModel,
  type MssOptions,
  makeMss,
  PAPER_OPTIONS,
} from "../../../src/extractors/index.ts";
import type { ModelFor } from "./fold-models.ts";

/** A method as it reads pages of a domain that its model has not seen. */
export interface Method {
  readonly name: string;
  extractorFor(domain: string): Extractor;
}

/** The two baselines (6.2.1 and 6.2.2). */
export const BASELINES: readonly Method[] = [
  { name: "longest cell", extractorFor: () => EXTRACTORS["longest-cell"] },
  { name: "simple MSS", extractorFor: () => EXTRACTORS["mss-simple"] },
];

/** The paper's CleanEval variant (7.7). */
export const CLEANEVAL_OPTIONS: Partial<MssOptions> = { ...PAPER_OPTIONS, lookUp: "unigram", bias: 0.14 };

/** Supervised MSS with the given options. */
export function supervised(name: string, modelFor: ModelFor, options: Partial<MssOptions>): Method {
  const made = new Map<MssModel, Extractor>();
  return {
    name,
    extractorFor(domain) {
      const model = modelFor(domain);
      const extractor = made.get(model) ?? makeMss(name, () => model, options);
      made.set(model, extractor);
      return extractor;
    },
  };
}

/** The paper's settings, what each change to them brings, and what other settings would. */
export function optionMethods(modelFor: ModelFor): readonly Method[] {
  const backOff = { ...PAPER_OPTIONS, backOff: true, unclosedTag: false };
  const variants: Readonly<Record<string, Partial<MssOptions>>> = {
    "as the paper": PAPER_OPTIONS,
    "clamp 1e-9": { ...PAPER_OPTIONS, clamp: 1e-9 },
    "back-off, unclosed tag": { ...backOff, unclosedTag: true },
    "back-off": backOff,
    "back-off, tags 2.5: the default": {},
    "default, unclosed tag": { unclosedTag: true },
    "default, prior": { prior: true },
    "default, tags 1.5": { tagWeight: 1.5 },
    "default, tags 4": { tagWeight: 4 },
    "default, cleaned": { clean: true },
  };
  return Object.entries(variants).map(([name, options]) => supervised(name, modelFor, options));
}
