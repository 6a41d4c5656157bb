import { type MssOptions, makeMss } from "../../../src/extractors/index.ts";
import { seededRandom } from "../../../src/sets/index.ts";
import { MssCounter } from "../../../src/train/index.ts";
import { scoreBlock } from "./block-scores.ts";
import type { Example } from "./corpus.ts";

/** Numbers of training sources; the paper goes to 12 with 2,000 pages each. */
const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128];
/** Drawings of sources for each number. The paper tries all 4,095 subsets of its 12. */
const DRAWS = 3;
const SEED = 20_091;
/** Every so manieth domain is measured on and never trained on. */
const TEST_SHARE = 5;

/** The mean F1 against short extractions of models trained on so many sources (figure 2). */
export interface SourcePoint {
  readonly sources: number;
  readonly f1: number;
}

/** Figure 2: F1 on domains kept apart, for growing numbers of training sources. */
export function sourceCurve(examples: readonly Example[], options: Partial<MssOptions>): SourcePoint[] {
  const random = seededRandom(SEED);
  const domains = Map.groupBy(examples, ({ domain }) => domain);
  const names = shuffled([...domains.keys()].toSorted(), random);
  const testNames = names.filter((_, at) => at % TEST_SHARE === 0);
  const trainNames = names.filter((_, at) => at % TEST_SHARE !== 0);
  const test = testNames.flatMap((name) => domains.get(name)!);
  return COUNTS.filter((count) => count <= trainNames.length).map((sources) => {
    const means = Array.from({ length: DRAWS }, () => {
      const drawn = shuffled(trainNames, random).slice(0, sources);
      return measure(
        drawn.flatMap((name) => domains.get(name)!),
        test,
        options,
      );
    });
    return { sources, f1: means.reduce((sum, mean) => sum + mean, 0) / DRAWS };
  });
}

function measure(train: readonly Example[], test: readonly Example[], options: Partial<MssOptions>): number {
  const counter = new MssCounter({ maxEntries: 1_000_000 });
  for (const { page, tokens, extractions, domain } of train) {
    counter.add({ page, tokens, span: extractions[0] }, { site: domain });
  }
  const training = { command: "figure 2", seed: SEED, sets: [], domains: [] };
  const model = counter.finish({ minSites: 1, maxFeatures: Number.POSITIVE_INFINITY, training });
  const extractor = makeMss("mss", () => model, options);
  const sum = test.reduce((total, example) => total + scoreBlock("", extractor, example).short.f1, 0);
  return sum / test.length;
}

function shuffled(names: readonly string[], random: () => number): string[] {
  const order = names.map((name) => [random(), name] as const);
  return order.toSorted(([a], [b]) => a - b).map(([, name]) => name);
}
