import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  SHIPPED_FUSED,
  SHIPPED_KINDS,
  SHIPPED_SETS,
  writeOldNewsroom,
} from "../../scripts/shipped-recipe.ts";
import type { PageScore } from "../../src/eval/index.ts";
import { scorePage } from "../../src/eval/score-page.ts";
import { type Extractor, makeFused } from "../../src/extractors/index.ts";
import { type DataPlaces, domainOf, findSet, type Label, readSet } from "../../src/sets/index.ts";
import { pageTypeOf, type TrainedFused, trainFused } from "../../src/train/index.ts";
import type { Experiment } from "./experiment.ts";
import {
  calibrationTable,
  type JudgedPage,
  kindsTable,
  reliabilityTable,
  separationTable,
  warningTable,
} from "./verdict-tables.ts";

/** Sets with kinds of pages, and sets with bodies, of sites that nothing was trained on. */
const UNSEEN_SETS = [
  ...["sites2020", "l3s-gn1-a", "big9", "daniel-en-zh-pl", "multi2023-en-fr-de-zh", "czech-sites"],
  ...["evan2021", "frontpages-de"],
];
const SETTINGS = { titleHint: "none", nodes: false, texts: false } as const;

/** How well the verdict tells kinds of pages apart and knows its own errors: by cross-validation, and on unseen sets. */
export const verdict: Experiment = async function* ({ places, provenance }) {
  const own = await findAll(Object.keys(SHIPPED_SETS), places);
  const trained = await train([...own, ...(await findAll(Object.keys(SHIPPED_KINDS), places))]);
  const whole = makeFused(() => trained.model);
  const seen = new Set(whole.trainedOn?.());
  const judged = [
    ...(await judgeSets(own, (label) => fairExtractor(trained, label))),
    ...(await judgeSets(await findAll(UNSEEN_SETS, places), (label) =>
      seen.has(domainOf(label) ?? "") ? undefined : whole,
    )),
  ];
  yield `Measured on ${provenance.date} with galley ${provenance.version}: \`${provenance.command}\``;
  yield `### Articles and other pages\n\n${separationTable(judged)}`;
  yield `### Kinds of pages\n\n${kindsTable(judged)}`;
  yield `### Confidence\n\n${calibrationTable(judged)}`;
  yield `### Reliability\n\n${reliabilityTable(judged)}`;
  yield `### The warning LOW_CONFIDENCE\n\n${warningTable(judged)}`;
};

/** Trains as the shipped model is trained. */
async function train(folders: readonly string[]): Promise<TrainedFused> {
  const made = mkdtempSync(join(tmpdir(), "galley-verdict-"));
  try {
    const onStep = (step: string) => process.stderr.write(`${step}\n`);
    return await trainFused([...folders, await writeOldNewsroom(made)], { ...SHIPPED_FUSED, onStep });
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

async function judgeSets(
  folders: readonly string[],
  extractorFor: (label: Label) => Extractor | undefined,
): Promise<JudgedPage[]> {
  const judged: JudgedPage[] = [];
  for (const folder of folders) {
    for await (const labelled of readSet(folder)) {
      const extractor = extractorFor(labelled.label);
      if (extractor === undefined) continue;
      for (const score of scorePage(labelled, [extractor], SETTINGS)) {
        judged.push(...judgedPage(score, labelled.label));
      }
    }
  }
  return judged;
}

/** The extractor as it would be if a page's site were not among those it was trained on. */
function fairExtractor({ model, partsFor, verdictFor }: TrainedFused, label: Label): Extractor {
  const { baseLearners, ...parts } = partsFor(label);
  const verdict = verdictFor(label);
  const { training } = model;
  return makeFused(() => ({ training, ...parts, ...(verdict && { verdict }) }), baseLearners);
}

/** A page with what was said of it; one without a body has no right answer. */
function judgedPage({ verdict, metrics }: PageScore, label: Label): JudgedPage[] {
  if (verdict === undefined) return [];
  const hasBody = (label.truth.body ?? "").trim() !== "" && metrics.correctly !== undefined;
  const isCorrect = hasBody ? metrics.correctly === 1 : null;
  return [{ set: label.set, pageType: pageTypeOf(label), isCorrect, verdict }];
}

async function findAll(names: readonly string[], places: DataPlaces): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) found.push(await findSet(name, places));
  return found;
}
