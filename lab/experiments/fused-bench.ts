import { SHIPPED_FUSED, SHIPPED_SETS, writeOldNewsroom } from "../../scripts/shipped-recipe.ts";
import { shippedFused } from "../../src/extractors/fused/index.ts";
import type { FusedModel } from "../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../src/model/index.ts";
import { type DataPlaces, findSet, type Label } from "../../src/sets/index.ts";
import { hashText } from "../../src/text/index.ts";
import { type TrainedFused, type TreeChange, trainFused } from "../../src/train/index.ts";
import { type Measured, measureModels, readUnseen } from "./fused-pages.ts";
import { countSites, isArticle, siteOf } from "./fused-samples.ts";

/**
 * How many trees are grown, one in how many sites is learned from and one in how many pages measured on. The shipped
 * model has more trees; these keep the run at half an hour, and the shipped ones are measured beside them.
 */
const FULL = { trees: 60, learnedFrom: 1, measuredOn: 1 } as const;
/** The same for trying the experiment out. */
const QUICK = { trees: 5, learnedFrom: 5, measuredOn: 20 } as const;

/** Where a bench finds its pages, and whether it is only tried out. */
export interface BenchOptions {
  readonly places: DataPlaces;
  /** An empty folder for made-up pages. */
  readonly folder: string;
  readonly isQuick: boolean;
}

/** The rows of the shipped recipe, grown into trees again and again, and the pages that the trees are measured on. */
export class Bench {
  readonly #trained: TrainedFused;
  /** The pages of each site that is learned from. */
  readonly sites: ReadonlyMap<string, number>;
  /** What is measured on. */
  readonly pages: readonly Label[];

  private constructor(trained: TrainedFused, sites: ReadonlyMap<string, number>, pages: readonly Label[]) {
    this.#trained = trained;
    this.sites = sites;
    this.pages = pages;
  }

  static async open({ places, folder, isQuick }: BenchOptions): Promise<Bench> {
    const folders: string[] = [];
    for (const name of Object.keys(SHIPPED_SETS)) folders.push(await findSet(name, places));
    folders.push(await writeOldNewsroom(folder));
    const { trees, learnedFrom, measuredOn } = isQuick ? QUICK : FULL;
    // Pages that are no articles teach the trees of articles nothing.
    const choose = (label: Label) => isArticle(label) && (hashText(siteOf(label)) >>> 0) % learnedFrom === 0;
    const trained = await trainFused(folders, { ...SHIPPED_FUSED, boosting: { trees }, choose, onStep: say });
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
      say(`growing trees, ${at + 1} of ${changes.length}: ${name}`);
      return this.#trained.regrow(change);
    });
    say(`measuring ${forests.length} on ${this.pages.length} pages`);
    return measureModels(forests.map(withTrees), this.pages);
  }
}

/**
 * The shipped model with other trees. Without its verdict, which learned from how sure the shipped trees are: it would
 * take pages for no articles where others are less sure, and have them answered by trees that lack nothing.
 */
function withTrees(trees: TreeEnsemble): FusedModel {
  const { training, lexicon } = shippedFused();
  return { training, lexicon, trees };
}

function say(step: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${step}\n`);
}
