import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { FUSED_FEATURES, fusedRows, type RowParts } from "../../extractors/index.ts";
import type { TrainingSet } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { domainOf, hashPage, type Label, type LabelledPage, readSet } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";
import { augmentPage } from "../augment-page.ts";
import { readPage } from "../read-page.ts";
import { CONTENT_SHARE } from "../roles/block-roles.ts";
import { type BlockLabels, blocksWithWords, blockWeights, labelBlocks } from "../roles/label-blocks.ts";
import { pageTypeOf } from "../verdict/verdict-examples.ts";
import { type LexiconPage, readLexiconPage } from "./lexicon.ts";

/** A training example: a labelled page. */
export interface PageExample extends LabelledPage {
  readonly site: string;
  /** The cross-validation fold of its site. */
  readonly fold: number;
  readonly isArticle: boolean;
  /** Whether it shows enough of its body for blocks to be learned from it; of others only the kind is. */
  readonly hasBlocks: boolean;
}

/** The names of classes on a page. */
export interface NamesExample extends LexiconPage {
  readonly isArticle: boolean;
}

/** What the learned extractor learns from. */
export interface TrainingExamples {
  readonly pages: readonly PageExample[];
  /** The names of classes on the pages with blocks. */
  readonly names: readonly NamesExample[];
  readonly sets: readonly TrainingSet[];
}

/** How sets become training examples. */
interface ExampleOptions {
  readonly seed: number;
  readonly folds: number;
  readonly choose: (label: Label) => boolean;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** A page that shows less of its body is not learned from. */
const MIN_FOUND = 0.5;

/** Reads labelled sets; every site is in one part of the sites. */
export async function readExamples(
  folders: readonly string[],
  options: ExampleOptions,
): Promise<TrainingExamples> {
  const pages: PageExample[] = [];
  const names: NamesExample[] = [];
  const sets: TrainingSet[] = [];
  for (const folder of folders) {
    const name = basename(resolve(folder));
    options.onStep?.(`reading ${name}`);
    const hash = createHash("sha256");
    let count = 0;
    for await (const labelled of readSet(folder)) {
      if (!options.choose(labelled.label)) continue;
      const example = readExample(labelled, options, names);
      if (example === undefined) continue;
      pages.push(example);
      hash.update(hashPage(labelled.label, labelled.html));
      count++;
    }
    if (count === 0) throw new NewsError("BAD_SET", `The set ${name} has no page to learn from.`);
    sets.push({ name, pages: count, hash: hash.digest("hex") });
  }
  checkSites(pages);
  return { pages, names, sets };
}

/** Every part of the sites needs articles of another one to learn from; seen here, before minutes are spent on learning. */
function checkSites(pages: readonly PageExample[]): void {
  const articles = pages.filter(({ isArticle, hasBlocks }) => isArticle && hasBlocks);
  if (new Set(articles.map(({ fold }) => fold)).size < 2)
    throw new NewsError("BAD_SET", "The articles come from too few sites; label pages of more sites.");
}

function readExample(
  { label, html }: LabelledPage,
  options: ExampleOptions,
  names: NamesExample[],
): PageExample | undefined {
  const site = siteOf(label);
  const pageType = pageTypeOf(label);
  // As for the verdict: a page of no known kind is an article, whatever its set calls it.
  const isArticle = pageType === null || pageType === "article";
  const read = hasBody(label) ? readLabelled({ label, html }) : undefined;
  if (read === undefined && pageType === null) return undefined;
  if (read) names.push({ ...readLexiconPage(read.page, read.labels, site), isArticle });
  return { label, html, site, fold: foldOf(site, options), isArticle, hasBlocks: read !== undefined };
}

/** The part of the sites that a site is in. */
export function foldOf(site: string, { seed, folds }: Pick<ExampleOptions, "seed" | "folds">): number {
  return (hashText(`${seed} ${site}`) >>> 0) % folds;
}

/** Pages of unknown sites are in folds of their own, so that no fold is without them. */
export function siteOf(label: Label): string {
  return domainOf(label) ?? `${label.set} ${label.id}`;
}

function hasBody({ truth }: Label): boolean {
  return truth.body !== null && truth.body.trim() !== "" && !truth.bodyIsPrefix;
}

/** A page with its blocks labelled, or nothing where it cannot be read or shows too little of its body. */
export function readLabelled({
  label,
  html,
}: LabelledPage): { readonly page: Page; readonly labels: BlockLabels } | undefined {
  let page: Page;
  try {
    page = readPage(html, typeof html === "string" ? {} : label).revealed;
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
  const labels = labelBlocks(page, label.truth);
  return labels.found < MIN_FOUND ? undefined : { page, labels };
}

/** The rows of a training example: of the page itself and of its augmented copies. */
export interface ExampleRows {
  readonly example: PageExample;
  readonly own: FusedRows;
  readonly augmented: readonly AugmentedRows[];
}

/** The rows of an augmented page. */
interface AugmentedRows extends FusedRows {
  /** Draws the families of features that the page misses. */
  readonly seed: number;
}

/** What the rows of a training example are made with. */
interface ExampleRowSettings {
  readonly parts: RowParts;
  readonly seed: number;
  /** Augmented copies of an article. */
  readonly augmentations: number;
}

const AUGMENTED_WEIGHT = 0.5;

/** The rows of a training example; undefined where it has no labelled blocks. */
export function readExampleRows(example: PageExample, settings: ExampleRowSettings): ExampleRows | undefined {
  const { label, html, isArticle } = example;
  const read = example.hasBlocks ? readLabelled({ label, html }) : undefined;
  if (read === undefined) return undefined;
  const seed = hashText(`${settings.seed} ${label.set} ${label.id}`);
  // Every other page gets its title as a hint, as some users will give it and some will not.
  const title = seed % 2 === 0 ? label.truth.title : null;
  const { parts } = settings;
  const augmented: AugmentedRows[] = [];
  for (let copy = 1; isArticle && copy <= settings.augmentations; copy++) {
    const augmentedPage = readLabelled({ label, html: augmentPage(read.page, seed + copy) });
    if (augmentedPage === undefined) continue;
    augmented.push({
      ...readFusedRows(augmentedPage, { parts, title, weight: AUGMENTED_WEIGHT }),
      seed: seed + copy,
    });
  }
  return { example, own: readFusedRows(read, { parts, title, weight: 1 }), augmented };
}

/** Blocks as trees learn from them. */
export interface FusedRows {
  /** Row after row, with the columns of `FUSED_FEATURES`. */
  readonly values: Float32Array;
  /** 1 where a block is of the article, else 0. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

/** What rows are made with, apart from the page. */
interface RowSettings {
  readonly parts: RowParts;
  /** The collected title, if the page gets one as a hint. */
  readonly title: string | null;
  /** How much the page counts. */
  readonly weight: number;
}

/** The rows of a labelled page; blocks without words are left out. */
function readFusedRows(
  { page, labels }: { readonly page: Page; readonly labels: BlockLabels },
  { parts, title, weight }: RowSettings,
): FusedRows {
  const width = FUSED_FEATURES.length;
  const hints = title === null ? {} : { collectedTitle: title };
  const rows = fusedRows(page, hints, parts).withOtherNames(page, parts.otherLexicon);
  const blocks = blocksWithWords(labels);
  const values = new Float32Array(blocks.length * width);
  for (const [row, block] of blocks.entries()) rows.write(block, values, row * width);
  return {
    values,
    labels: Float32Array.from(blocks, (block) => Number(labels.share[block]! > CONTENT_SHARE)),
    weights: blockWeights(labels, blocks).map((own) => own * weight),
  };
}

/** The same rows, counting more or less. */
export function weighRows(rows: FusedRows, weight: number): FusedRows {
  return { ...rows, weights: rows.weights.map((own) => own * weight) };
}

/** Many rows as one matrix. */
export function joinRows(parts: readonly FusedRows[]): FusedRows {
  const join = (name: keyof FusedRows) => {
    const joined = new Float32Array(parts.reduce((sum, part) => sum + part[name].length, 0));
    let at = 0;
    for (const part of parts) {
      joined.set(part[name], at);
      at += part[name].length;
    }
    return joined;
  };
  return { values: join("values"), labels: join("labels"), weights: join("weights") };
}
