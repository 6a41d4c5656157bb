import type { MssModel } from "../../../src/extractors/index.ts";
import type { DataPlaces } from "../../../src/sets/index.ts";
import { hashText } from "../../../src/text/index.ts";
import { MssCounter } from "../../../src/train/index.ts";
import { readExamples } from "./corpus.ts";

const FOLDS = 5;

/** A model for every domain that has not seen the domain. */
export type ModelFor = (domain: string) => MssModel;

/** Trains a model for each fifth of the domains on the other four: nothing is pruned, as these models stay here. */
export async function crossValidate(places: DataPlaces, sets: readonly string[]): Promise<ModelFor> {
  const counters = Array.from({ length: FOLDS }, () => new MssCounter());
  for await (const { domain, page, tokens, extractions } of readExamples(places, sets)) {
    const own = foldOf(domain);
    counters.forEach((counter, fold) => {
      if (fold !== own) counter.add({ page, tokens, span: extractions[0] }, { site: domain });
    });
  }
  const training = { command: "cross-validation", seed: 1, sets: [], domains: [] };
  const models = counters.map((counter) =>
    counter.finish({ minSites: 1, maxFeatures: Number.POSITIVE_INFINITY, training }),
  );
  return (domain) => models[foldOf(domain)]!;
}

function foldOf(domain: string): number {
  return (hashText(domain) >>> 0) % FOLDS;
}
