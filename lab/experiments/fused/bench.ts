import { createHash } from "node:crypto";
import { SHIPPED_FUSED, SHIPPED_SETS, writeOldNewsroom } from "../../../scripts/shipped-recipe.ts";
import { assemble } from "../../../src/assemble/index.ts";
import { parsePage } from "../../../src/default-extract.ts";
import type { SetSummary } from "../../../src/eval/index.ts";
import {
  type Extractor,
  type FusedModel,
  makeFused,
  shippedBaseLearners,
  shippedFused,
} from "../../../src/extractors/index.ts";
import { readMetadata } from "../../../src/metadata/index.ts";
import type { TreeEnsemble } from "../../../src/model/index.ts";
import type { Extraction, Page } from "../../../src/page/index.ts";
import {
  type DataPlaces,
  domainOf,
  econClass,
  findSet,
  findSets,
  hashPage,
  type Label,
  loadPage,
  readLabels,
  wordOverlap,
} from "../../../src/sets/index.ts";
import { hashText, words } from "../../../src/text/index.ts";
import { siteOf } from "../../../src/train/fused/examples.ts";
import { pageTypeOf, type TrainedFused, type TreeChange, trainFused } from "../../../src/train/index.ts";
import { unlessUnreadable } from "../../../src/train/labelled-pages.ts";
import { publicSuffixes } from "../../../src/url/public-suffixes.ts";
import { report } from "../experiment.ts";

/**
 * How many trees are grown, one in how many sites is learned from and one in how many pages measured on. The shipped
 * model has more trees; these keep the run at half an hour, and the shipped ones are measured beside them.
 */
const FULL = { trees: 60, learnedFrom: 1, measuredOn: 1 } as const;
/** The same for trying the experiment out. */
const QUICK = { trees: 5, learnedFrom: 5, measuredOn: 20 } as const;

/** Where a bench finds its pages, and whether it is only tried out. */
interface BenchOptions {
  readonly places: DataPlaces;
  /** An empty folder for made-up pages. */
  readonly folder: string;
  readonly isQuick: boolean;
  /** Writes more sets to learn from into the folder. */
  readonly writeMore?: (folder: string) => readonly string[];
}

/** The rows of the shipped recipe, grown into trees again and again, and the pages that the trees are measured on. */
export class Bench {
  readonly #trained: TrainedFused;
  /** The pages of each site that is learned from. */
  readonly sites: ReadonlyMap<string, number>;
  /** The pages to measure on. */
  readonly pages: readonly Label[];

  private constructor(trained: TrainedFused, sites: ReadonlyMap<string, number>, pages: readonly Label[]) {
    this.#trained = trained;
    this.sites = sites;
    this.pages = pages;
  }

  static async open({ places, folder, isQuick, writeMore }: BenchOptions): Promise<Bench> {
    const folders = await findSets(Object.keys(SHIPPED_SETS), places);
    folders.push(await writeOldNewsroom(folder), ...(writeMore?.(folder) ?? []));
    const { trees, learnedFrom, measuredOn } = isQuick ? QUICK : FULL;
    // Trees of articles learn nothing from other pages.
    const choose = (label: Label) => isArticle(label) && (hashText(siteOf(label)) >>> 0) % learnedFrom === 0;
    const trained = await trainFused(folders, {
      ...SHIPPED_FUSED,
      boosting: { trees },
      choose,
      onStep: report,
    });
    const pages = await readUnseen(places, shippedFused(), measuredOn);
    return new Bench(trained, await countSites(folders, choose), pages);
  }

  /** Measures the model that is shipped: its trees alone, as the others are, and with its verdict. */
  measureShipped(): readonly Measured[] {
    const shipped = shippedFused();
    return measureModels([withTrees(shipped.trees), shipped], this.pages);
  }

  /** Grows trees with each change and measures the whole extractor with them. */
  measure(changes: readonly (readonly [name: string, change: TreeChange])[]): readonly Measured[] {
    const forests = changes.map(([name, change], at) => {
      report(`growing trees, ${at + 1} of ${changes.length}: ${name}`);
      return this.#trained.regrow(change);
    });
    report(`measuring ${forests.length} on ${this.pages.length} pages`);
    return measureModels(forests.map(withTrees), this.pages);
  }
}

/**
 * The shipped model with other trees, without its verdict, which was trained on the shipped trees: it
 * would reject articles where other trees are less sure, and have them answered by trees with all features.
 */
function withTrees(trees: TreeEnsemble): FusedModel {
  const { training, lexicon } = shippedFused();
  return { training, lexicon, trees };
}

/** Labelled held-out sets, and one in how many pages of each is taken. */
const UNSEEN_SETS = {
  "l3s-gn1-a": 1,
  big9: 1,
  "daniel-en-zh-pl": 4,
  "multi2023-en-fr-de-zh": 1,
  "czech-sites": 1,
  evan2021: 1,
  "cleaneval-dev": 1,
} as const;

/** The scores of some trees, page by page in the order of the pages. */
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
  const seen = new Set(makeFused(() => model, shippedBaseLearners()).trainedOn?.());
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
function measureModels(models: readonly FusedModel[], pages: readonly Label[]): readonly Measured[] {
  const baseLearners = shippedBaseLearners();
  const asked = Object.fromEntries(
    Object.entries(baseLearners).map(([id, learner]) => [id, rememberAnswers(learner)]),
  ) as typeof baseLearners;
  const extractors = models.map((model) => makeFused(() => model, asked));
  return measureExtractors(pages, extractors.length, () => extractors);
}

/** Measures `count` extractors on all pages; which they are may depend on the page. */
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
    const page = unlessUnreadable(() => parsePage(loadPage(label), label));
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
  const text = unlessUnreadable(() => {
    const extraction = extractor.extract(page, {});
    const metadata = readMetadata(page, extraction, { suffixes: publicSuffixes });
    return assemble(page, extraction, metadata, { extractor: extractor.id }).text;
  });
  return text ?? "";
}

/** How many pages the points of the learning curve are learned from. */
export const SIZES: readonly number[] = [25, 50, 100, 200, 400];
/** Samples of each size: which sites are drawn matters much where they are few. */
export const DRAWS: readonly number[] = [1, 2, 3];

/** Whether the trees of articles learn from a page. */
function isArticle(label: Label): boolean {
  const { body, bodyIsPrefix } = label.truth;
  if (body === null || body.trim() === "" || bodyIsPrefix) return false;
  return label.pageType === null || pageTypeOf(label) === "article";
}

/** The chosen pages of each site. */
async function countSites(
  folders: readonly string[],
  choose: (label: Label) => boolean,
): Promise<ReadonlyMap<string, number>> {
  const pages = new Map<string, number>();
  for (const folder of folders) {
    for await (const label of readLabels(folder)) {
      if (!choose(label)) continue;
      const site = siteOf(label);
      pages.set(site, (pages.get(site) ?? 0) + 1);
    }
  }
  return pages;
}

/** Whole sites with about as many pages as asked for; of one draw, smaller samples are within larger ones. */
export function drawSites(
  pagesOf: ReadonlyMap<string, number>,
  size: number,
  draw: number,
): ReadonlySet<string> {
  const order = (site: string) => hashText(`${draw} ${site}`) >>> 0;
  const sites = [...pagesOf.keys()].sort((a, b) => order(a) - order(b));
  const drawn = new Set<string>();
  let pages = 0;
  for (const site of sites) {
    if (pages >= size) break;
    drawn.add(site);
    pages += pagesOf.get(site)!;
  }
  return drawn;
}

/** An extractor that runs once for each page, for trials that need its answer several times. */
export function rememberAnswers(extractor: Extractor): Extractor {
  const known = new WeakMap<Page, Extraction>();
  return {
    ...extractor,
    extract(page, hints) {
      const answer = known.get(page) ?? extractor.extract(page, hints);
      known.set(page, answer);
      return answer;
    },
  };
}
