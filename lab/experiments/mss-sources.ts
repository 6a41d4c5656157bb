import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Estimate, formatShare } from "../../src/eval/index.ts";
import { estimate } from "../../src/eval/rows.ts";
import {
  EXTRACTORS,
  type Extractor,
  type MssModel,
  type MssOptions,
  makeMss,
  PAPER_OPTIONS,
} from "../../src/extractors/index.ts";
import { seededRandom } from "../../src/text/index.ts";
import { MssCounter } from "../../src/train/index.ts";
import { curveChart } from "./charts.ts";
import { type Experiment, plainTable, provenanceLines } from "./experiment.ts";
import { describeSets, type Example, listExamples, scoreBlock } from "./mss/corpus.ts";

const SETS = ["l3s-gn1-a", "big9"];
/** Numbers of training sources; the paper goes to 12 with 2,000 pages each. */
const COUNTS = [1, 2, 4, 8, 12, 16, 32, 64, 128];
/** Drawings of sources for each number, a sample of the subsets. The paper tries all 4,095 of its 12. */
const DRAWS = { whole: 10, quick: 2 } as const;
const SEED = 20_091;
/** Every nth domain is measured on and never trained on. */
const TEST_SHARE = 5;
const CHART = join("docs", "images", "mss-sources.svg");

/** How the supervised classifier is set. */
const VARIANTS: Readonly<Record<string, Partial<MssOptions>>> = {
  supervised: {},
  "as the paper": PAPER_OPTIONS,
};

/** Figure 2 of the MSS paper: F1 against short extractions on domains kept apart, for growing numbers of training sources. */
export const mssSources: Experiment = async function* ({ places, provenance, isQuick }) {
  const examples = await listExamples(places, SETS);
  yield provenanceLines(provenance, describeSets(examples));
  const { test, domains, trainNames, random } = splitDomains(examples);
  const draws = isQuick ? DRAWS.quick : DRAWS.whole;
  const points = COUNTS.map((sources) => {
    const models = Array.from({ length: draws }, () =>
      train(
        shuffled(trainNames, random)
          .slice(0, sources)
          .flatMap((name) => domains.get(name)!),
      ),
    );
    return { sources, estimates: variantsOf(models).map((own) => meanOver(own, test)) };
  });
  const names = Object.keys(VARIANTS);
  if (!isQuick) writeFileSync(CHART, drawSources(names, points));
  const simple = meanOver([EXTRACTORS["mss-simple"]], test);
  const rows = names.map((name, at) => [name, ...points.map(({ estimates }) => describe(estimates[at]!))]);
  yield `## Figure 2\n\nMean of ${draws} drawings of sources each, on ${test.length} pages of other sites; simple MSS has ${describe(simple)} there.`;
  yield plainTable(["sources", ...COUNTS.map(String)], rows, 1);
};

interface SourcePoint {
  readonly sources: number;
  readonly estimates: readonly Estimate[];
}

function splitDomains(examples: readonly Example[]) {
  const random = seededRandom(SEED);
  const domains = Map.groupBy(examples, ({ domain }) => domain);
  const names = shuffled([...domains.keys()].toSorted(), random);
  const test = names.filter((_, at) => at % TEST_SHARE === 0).flatMap((name) => domains.get(name)!);
  return { random, domains, test, trainNames: names.filter((_, at) => at % TEST_SHARE !== 0) };
}

function shuffled(names: readonly string[], random: () => number): string[] {
  const order = names.map((name) => [random(), name] as const);
  return order.toSorted(([a], [b]) => a - b).map(([, name]) => name);
}

function train(examples: readonly Example[]): MssModel {
  const counter = new MssCounter(1_000_000);
  for (const { page, tokens, extractions, domain } of examples) {
    counter.add({ document: page.document, tokens, span: extractions[0] }, { site: domain });
  }
  const training = { command: "figure 2", seed: SEED, sets: [], domains: [] };
  return counter.finish({ minSites: 1, maxFeatures: Number.POSITIVE_INFINITY, training });
}

/** The extractors of all models, variant by variant. */
function variantsOf(models: readonly MssModel[]): Extractor[][] {
  return Object.values(VARIANTS).map((options) =>
    models.map((model) => makeMss("mss", () => model, options)),
  );
}

/** The mean of several extractors on each page, and over the pages the mean with its interval. */
function meanOver(extractors: readonly Extractor[], test: readonly Example[]): Estimate {
  const pages = test.map((example) => {
    const sum = extractors.reduce((total, own) => total + scoreBlock("", own, example).short.f1, 0);
    return { wordF1: sum / extractors.length };
  });
  return estimate(pages).wordF1!;
}

function describe({ mean, low, high }: Estimate): string {
  return `${formatShare(mean)} (${formatShare(low)}-${formatShare(high)})`;
}

/** The curves as a picture. */
function drawSources(names: readonly string[], points: readonly SourcePoint[]): string {
  const lines = names.map((name, at) => ({
    name,
    points: points.map(({ sources, estimates }) => ({ x: sources, ys: [estimates[at]!.mean] })),
  }));
  const ends = lines.map(({ name, points: own }) => {
    const [first, last] = [own[0]!, own.at(-1)!].map(({ ys }) => formatShare(ys[0]!));
    return `${name} from ${first} to ${last}`;
  });
  return curveChart(
    {
      title: "F1 and training sources",
      description: `Lines over the number of training sources: ${ends.join("; ")}.`,
      x: "training sources (log scale)",
      y: "F1 (short)",
    },
    lines,
  );
}
