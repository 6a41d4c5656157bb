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
