import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { domainOf, hashPage, type Label, type LabelledPage, readSet } from "../../eval/index.ts";
import {
  FUSED_FEATURES,
  type FusedModel,
  makeMss,
  type RowParts,
  shippedWitnesses,
} from "../../extractors/index.ts";
import type { Lexicon, TrainingSet } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { hashText } from "../../text/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { type LexiconPage, readLexiconPage } from "../lexicon/lexicon-page.ts";
import { trainLexicon } from "../lexicon/train-lexicon.ts";
import { clothePage } from "../mss/clothes.ts";
import { type TrainMssOptions, trainMss } from "../mss/train-mss.ts";
import { readPage } from "../read-page.ts";
import { type BlockLabels, labelBlocks } from "../roles/label-blocks.ts";
import { type FusedRows, joinRows, readFusedRows } from "./fused-rows.ts";

/** How the learned extractor is trained. */
export interface TrainFusedOptions {
  /** Draws clothes, folds, and the rows and columns of each tree. */
  readonly seed: number;
  /** The command that the model names as its maker. */
  readonly command: string;
  /** Parts of the sites; what is learned as evidence for a page comes from the other parts. */
  readonly folds: number;
  /** How often each article is learned again in the clothes of another time. */
  readonly clothes: number;
  readonly boosting: Partial<BoostingOptions>;
  /** How the MSS models of the folds are trained. */
  readonly mss: Partial<TrainMssOptions>;
  /** Which pages to learn from; all by default. */
  readonly choose: (label: Label) => boolean;
  /** Hears what is being done. */
  readonly onStep?: (step: string) => void;
}

/** A page that shows less of its body is not learned from. */
const MIN_FOUND = 0.5;
/** Pages that are no articles count less: the article is what users come for. */
const OTHER_TYPE_WEIGHT = 0.5;
const CLOTHED_WEIGHT = 0.5;
const ARTICLE = "article";
/** What fewer sites share may be one publisher's; where there are fewer, all must do. */
const MIN_SITES = 3;

/** How the learned extractor is trained where nothing else is said. */
export const FUSED_DEFAULTS: TrainFusedOptions = {
  seed: 1,
  command: "trainFused",
  folds: 3,
  clothes: 1,
  boosting: { trees: 150 },
  // The recipe of the shipped MSS model: what is evidence in training is like what will be evidence later.
  mss: { conflicts: "keep first", minTokens: 100, maxTagShare: 0.2, maxFeatures: 30_000 },
  choose: () => true,
};

/** What was learned, and what a fair measurement needs: each part of the sites with a model that has not seen it. */
export interface TrainedFused {
  readonly model: FusedModel;
  readonly pages: number;
  readonly rows: number;
  /** What rows of a page are made with, learned from the sites of other folds. */
  readonly partsFor: (label: Label) => RowParts;
  /** Trees learned from the sites of other folds than a page's. */
  readonly treesFor: (label: Label) => FusedModel["trees"];
}

interface Lesson extends LabelledPage {
  readonly fold: number;
}

/** Trains the learned extractor on folders of labelled sets. */
export async function trainFused(
  folders: readonly string[],
  options: Partial<TrainFusedOptions> = {},
): Promise<TrainedFused> {
  return new FusedTraining({ ...FUSED_DEFAULTS, ...options }).run(folders);
}

class FusedTraining {
  readonly #options: TrainFusedOptions;
  readonly #lessons: Lesson[] = [];
  readonly #names: LexiconPage[] = [];
  readonly #sets: TrainingSet[] = [];

  constructor(options: TrainFusedOptions) {
    this.#options = options;
  }

  async run(folders: readonly string[]): Promise<TrainedFused> {
    if (this.#options.folds < 2)
      throw new NewsError("BAD_OPTION", "The sites must be in 2 groups or more; see --folds.");
    for (const folder of folders) await this.#readSet(folder);
    const { seed, command, boosting, onStep } = this.#options;
    const parts = await this.#foldParts(folders);
    onStep?.("describing blocks");
    const rows = this.#lessons.map((lesson) => this.#rowsOf(lesson, parts[lesson.fold]!));
    const settings = { ...BOOSTING_DEFAULTS, ...boosting, seed };
    const train = (chosen: readonly FusedRows[][]) =>
      trainTrees({ names: FUSED_FEATURES, ...joinRows(chosen.flat()) }, settings).trees;
    onStep?.("growing trees");
    const trees = train(rows);
    const foldTrees = new Map<number, FusedModel["trees"]>();
    const domains = new Set(this.#lessons.flatMap(({ label }) => domainOf(label) ?? []));
    return {
      model: {
        training: { command, seed, sets: this.#sets, domains: [...domains].sort() },
        lexicon: trainLexicon(this.#names),
        trees,
      },
      pages: this.#lessons.length,
      rows: rows.flat().reduce((sum, { labels }) => sum + labels.length, 0),
      partsFor: (label) => parts[this.#foldOf(siteOf(label))]!,
      treesFor: (label) => {
        const fold = this.#foldOf(siteOf(label));
        const grown = foldTrees.get(fold) ?? train(rows.filter((_, at) => this.#lessons[at]!.fold !== fold));
        foldTrees.set(fold, grown);
        return grown;
      },
    };
  }

  async #readSet(folder: string): Promise<void> {
    const name = basename(resolve(folder));
    this.#options.onStep?.(`reading ${name}`);
    const hash = createHash("sha256");
    let pages = 0;
    for await (const { label, html } of readSet(folder)) {
      if (!this.#options.choose(label) || label.truth.body === null || label.truth.bodyIsPrefix) continue;
      const read = readLabelled({ label, html });
      if (read === undefined) continue;
      const site = siteOf(label);
      this.#lessons.push({ label, html, fold: this.#foldOf(site) });
      this.#names.push(readLexiconPage(read.page, read.labels, site));
      hash.update(hashPage(label, html));
      pages++;
    }
    if (pages === 0) throw new NewsError("BAD_SET", `The set ${name} has no page to learn from.`);
    this.#sets.push({ name, pages, hash: hash.digest("hex") });
  }

  #foldOf(site: string): number {
    return (hashText(`${this.#options.seed} ${site}`) >>> 0) % this.#options.folds;
  }

  /** What is evidence for the pages of a fold must not have seen them: else trees would trust it too much. */
  async #foldParts(folders: readonly string[]): Promise<RowParts[]> {
    const parts: RowParts[] = [];
    for (let fold = 0; fold < this.#options.folds; fold++) {
      this.#options.onStep?.(`learning evidence, part ${fold + 1} of ${this.#options.folds}`);
      const lexicon = trainLexicon(this.#names.filter(({ domain }) => this.#foldOf(domain) !== fold));
      parts.push(await this.#partsOf(folders, fold, lexicon));
    }
    return parts;
  }

  async #partsOf(folders: readonly string[], fold: number, lexicon: Lexicon): Promise<RowParts> {
    const { mss, choose } = this.#options;
    const others = this.#lessons.filter((lesson) => lesson.fold !== fold && isArticle(lesson.label));
    const names = new Set(others.map(({ label }) => label.set));
    if (names.size === 0)
      throw new NewsError(
        "BAD_SET",
        "The articles are of too few sites to learn across; label pages of more sites.",
      );
    const sites = new Set(others.map(({ label }) => siteOf(label))).size;
    const outside = folders.filter((folder) => names.has(basename(resolve(folder))));
    const { model } = await trainMss(outside, {
      minSites: Math.min(MIN_SITES, sites),
      ...mss,
      choose: (label) => choose(label) && isArticle(label) && this.#foldOf(siteOf(label)) !== fold,
    });
    return { lexicon, witnesses: { ...shippedWitnesses(), mss: makeMss("mss", () => model) } };
  }

  #rowsOf({ label, html }: Lesson, parts: RowParts): FusedRows[] {
    const read = readLabelled({ label, html });
    if (read === undefined) return [];
    const seed = hashText(`${this.#options.seed} ${label.set} ${label.id}`);
    // Every other page is told its title, as some users will tell it and some will not.
    const title = seed % 2 === 0 ? label.truth.title : null;
    const rows = [readFusedRows(read, { parts, title, weight: isArticle(label) ? 1 : OTHER_TYPE_WEIGHT })];
    if (!isArticle(label)) return rows;
    for (let copy = 1; copy <= this.#options.clothes; copy++) {
      const clothed = readLabelled({ label, html: clothePage(read.page, seed + copy) });
      if (clothed) rows.push(readFusedRows(clothed, { parts, title, weight: CLOTHED_WEIGHT }));
    }
    return rows;
  }
}

/** A page with its blocks labelled, or nothing where it cannot be read or shows too little of its body. */
function readLabelled({ label, html }: LabelledPage): { page: Page; labels: BlockLabels } | undefined {
  let page: Page;
  try {
    page = readPage(html, typeof html === "string" ? {} : label);
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
  const labels = labelBlocks(page, label.truth);
  return labels.found < MIN_FOUND ? undefined : { page, labels };
}

/** Pages of unknown sites are in folds of their own, so that no fold is without them. */
function siteOf(label: Label): string {
  return domainOf(label) ?? `${label.set} ${label.id}`;
}

function isArticle({ pageType }: Label): boolean {
  return pageType === null || pageType === ARTICLE;
}
