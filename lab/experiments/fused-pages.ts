import { createHash } from "node:crypto";
import { assemble } from "../../src/assemble/index.ts";
import { NewsError } from "../../src/errors/index.ts";
import type { SetSummary } from "../../src/eval/index.ts";
import {
  type Extractor,
  type FusedModel,
  makeFused,
  shippedBaseLearners,
} from "../../src/extractors/index.ts";
import { readMetadata } from "../../src/metadata/index.ts";
import type { Page } from "../../src/page/index.ts";
import {
  type DataPlaces,
  domainOf,
  econClass,
  findSet,
  hashPage,
  type Label,
  loadPage,
  readLabels,
  wordOverlap,
} from "../../src/sets/index.ts";
import { words } from "../../src/text/index.ts";
import { readPage } from "../../src/train/index.ts";
import { publicSuffixes } from "../../src/url/public-suffixes.ts";
import { rememberAnswers } from "./remember-answers.ts";

/** Labelled sets that nothing was trained on, and of how many pages one is taken. */
const UNSEEN_SETS = {
  "l3s-gn1-a": 1,
  big9: 1,
  "daniel-en-zh-pl": 4,
  "multi2023-en-fr-de-zh": 1,
  "czech-sites": 1,
  evan2021: 1,
  "cleaneval-dev": 1,
} as const;

/** What was measured of some trees, page by page in the order of the pages. */
export interface Measured {
  readonly f1: Float64Array;
  /** 1 where ECON's class is *correctly*, else 0. */
  readonly correctly: Float64Array;
}

/** Reads the pages to measure on, less those of sites that the model has seen; of every set one page in `thin`. */
export async function readUnseen(
  places: DataPlaces,
  model: FusedModel,
  thin: number,
): Promise<readonly Label[]> {
  const seen = new Set(makeFused(() => model).trainedOn?.());
  const chosen: Label[] = [];
  for (const [name, step] of Object.entries(UNSEEN_SETS)) {
    let count = 0;
    for await (const label of readLabels(await findSet(name, places))) {
      const { body, bodyIsPrefix } = label.truth;
      if (body === null || bodyIsPrefix || seen.has(domainOf(label) ?? "")) continue;
      if (count++ % (step * thin) === 0) chosen.push(label);
    }
  }
  return chosen;
}

/** The pages of each set, with a hash that tells whether they are the same. */
export function summarisePages(pages: readonly Label[]): Pick<SetSummary, "name" | "pages" | "hash">[] {
  return [...Map.groupBy(pages, ({ set }) => set)].map(([name, labels]) => {
    const hash = createHash("sha256");
    for (const label of labels) hash.update(hashPage(label, loadPage(label)));
    return { name, pages: labels.length, hash: hash.digest("hex") };
  });
}

/** Measures the whole extractor with each of some models, on all pages, without a title hint. */
export function measureModels(models: readonly FusedModel[], pages: readonly Label[]): readonly Measured[] {
  const baseLearners = shippedBaseLearners();
  const asked = Object.fromEntries(
    Object.entries(baseLearners).map(([id, learner]) => [id, rememberAnswers(learner)]),
  ) as typeof baseLearners;
  const extractors = models.map((model) => makeFused(() => model, asked));
  return measureExtractors(pages, extractors.length, () => extractors);
}

/** Measures so many extractors on all pages; which they are may depend on the page. */
export function measureExtractors(
  pages: readonly Label[],
  count: number,
  extractorsFor: (label: Label) => readonly Extractor[],
): readonly Measured[] {
  const measured = Array.from({ length: count }, () => ({
    f1: new Float64Array(pages.length),
    correctly: new Float64Array(pages.length),
  }));
  for (const [at, label] of pages.entries()) {
    const page = unlessNews(() => readPage(loadPage(label), label));
    if (page === undefined) continue;
    const truth = words(label.truth.body ?? "");
    for (const [index, extractor] of extractorsFor(label).entries()) {
      const { f1, precision, recall } = wordOverlap(truth, words(textOf(page, extractor)));
      measured[index]!.f1[at] = f1;
      measured[index]!.correctly[at] = Number(econClass(precision, recall) === "correctly");
    }
  }
  return measured;
}

/** The text that the one-call function would give: the same steps over a page that is read once for all models. */
function textOf(page: Page, extractor: Extractor): string {
  const text = unlessNews(() => {
    const extraction = extractor.extract(page, {});
    const metadata = readMetadata(page, extraction, { suffixes: publicSuffixes });
    return assemble(page, extraction, metadata, { extractor: extractor.id }).text;
  });
  return text ?? "";
}

/** Nothing where a page cannot be read or answered. */
function unlessNews<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}
