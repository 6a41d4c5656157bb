import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { parsePage } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { FUSED_FEATURES, fusedRows, type RowParts } from "../../extractors/index.ts";
import type { TrainingSet } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { domainOf, hashPage, type Label, loadPage, readLabels } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";
import { augmentPage } from "../augment-page.ts";
import type { LabelLimits } from "../label/rule.ts";
import {
  type BlockLabels,
  blocksWithWords,
  blockWeights,
  CONTENT_SHARE,
  labelBlocks,
} from "../label-blocks.ts";
import {
  LabelCheck,
  openParsed,
  type ParsedPage,
  parseLabelled,
  refuseSameName,
  unlessUnreadable,
} from "../labelled-pages.ts";
import { type MssPage, makeReadExample, TRAIN_DEFAULTS } from "../mss/train-mss.ts";
import { type LexiconPage, readLexiconPage } from "./lexicon.ts";
import { pageTypeOf } from "./train-verdict.ts";

/** A labelled page as training keeps it: parsed once; each step makes its own views of the Page. */
export interface PageExample {
  readonly label: Label;
  /** Absent where the page cannot be read: then only its kind is known. */
  readonly parsed?: ParsedPage;
  readonly site: string;
  /** The cross-validation fold of its site. */
  readonly fold: number;
  readonly isArticle: boolean;
  /** Absent where the page shows too little of its body for blocks to be learned from it. */
  readonly labels?: BlockLabels;
  /** The input of MSS for an article with labelled blocks. */
  readonly mss?: MssPage;
}

/** The names of classes on a page. */
export interface NamesExample extends LexiconPage {
  readonly fold: number;
  readonly isArticle: boolean;
}

/** The training data of the learned extractor. */
export interface TrainingExamples {
  readonly pages: readonly PageExample[];
  /** The names of classes on the pages with blocks. */
  readonly names: readonly NamesExample[];
  readonly sets: readonly TrainingSet[];
}

interface ExampleOptions {
  readonly seed: number;
  readonly folds: number;
  /** What the MSS models of the folds learn from. */
  readonly mss: Partial<LabelLimits>;
  readonly choose: (label: Label) => boolean;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** A page that shows less of its body is not learned from. */
const MIN_FOUND = 0.5;

/** Reads labelled sets, each page once; every site is in one fold. */
export async function readExamples(
  folders: readonly string[],
  options: ExampleOptions,
): Promise<TrainingExamples> {
  const reader = new ExampleReader(options);
  const sets: TrainingSet[] = [];
  for (const folder of folders) {
    const name = basename(resolve(folder));
    refuseSameName(sets, name);
    options.onStep?.(`reading ${name}`);
    sets.push(await reader.readSet(folder, name));
  }
  checkSites(reader.pages);
  return { pages: reader.pages, names: reader.names, sets };
}

/** Every fold needs articles of another one to learn from; checked before minutes are spent on learning. */
function checkSites(pages: readonly PageExample[]): void {
  const articles = pages.filter(({ isArticle, labels }) => isArticle && labels);
  if (new Set(articles.map(({ fold }) => fold)).size < 2)
    throw new NewsError("BAD_SET", "The articles come from too few sites; label pages of more sites.");
}

class ExampleReader {
  readonly pages: PageExample[] = [];
  readonly names: NamesExample[] = [];
  readonly #options: ExampleOptions;
  readonly #limits: LabelLimits;
  readonly #check = new LabelCheck("keep first");
  readonly #readMss = makeReadExample();

  constructor(options: ExampleOptions) {
    this.#options = options;
    this.#limits = { ...TRAIN_DEFAULTS, ...options.mss };
  }

  async readSet(folder: string, name: string): Promise<TrainingSet> {
    const hash = createHash("sha256");
    const before = this.pages.length;
    for await (const label of readLabels(folder)) {
      this.#check.id(label);
      if (!this.#options.choose(label)) continue;
      const html = loadPage(label);
      const example = this.#read(label, html);
      if (example === undefined) continue;
      this.pages.push(example);
      hash.update(example.parsed?.hash ?? hashPage(label, html));
    }
    const pages = this.pages.length - before;
    if (pages === 0) throw new NewsError("BAD_SET", `The set ${name} has no page to learn from.`);
    return { name, pages, hash: hash.digest("hex") };
  }

  #read(label: Label, html: Uint8Array | string): PageExample | undefined {
    const site = siteOf(label);
    const fold = foldOf(site, this.#options);
    const pageType = pageTypeOf(label);
    // As for the verdict: a page of unknown type is an article, whatever type its set gives it.
    const isArticle = pageType === null || pageType === "article";
    const parsed = parseLabelled(label, html);
    const page = parsed && openParsed(parsed, label);
    const labels = page && hasBody(label) ? labelPage(page, label) : undefined;
    if (labels === undefined && pageType === null) return undefined;
    if (page && labels) this.names.push({ ...readLexiconPage(page.revealed, labels, site), fold, isArticle });
    return {
      label,
      site,
      fold,
      isArticle,
      ...(parsed && { parsed }),
      ...(labels && { labels }),
      ...(page && labels && isArticle && { mss: this.#mssPage(page, label, html) }),
    };
  }

  #mssPage(page: Page, label: Label, html: Uint8Array | string): MssPage {
    const example = this.#readMss(page, label.truth.body ?? "", this.#limits);
    const content = createHash("sha256").update(html).digest("hex");
    return { label, content, hash: () => content, readExample: () => example };
  }
}

/** The fold that a site is in. */
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

/** The labels of a page's blocks, or undefined where it shows too little of its body. */
export function labelPage(page: Page, { truth }: Label): BlockLabels | undefined {
  const labels = labelBlocks(page.revealed, truth.body);
  return labels.found < MIN_FOUND ? undefined : labels;
}

/** The rows of a training example: of the page itself and of its augmented copies. */
export interface ExampleRows {
  readonly example: PageExample;
  readonly own: TrainingRows;
  readonly augmented: readonly AugmentedRows[];
}

interface AugmentedRows extends TrainingRows {
  /** Draws the families of features that the page misses. */
  readonly seed: number;
}

interface ExampleRowSettings {
  readonly parts: RowParts;
  readonly seed: number;
  /** Augmented copies of an article. */
  readonly augmentations: number;
}

const AUGMENTED_WEIGHT = 0.5;

/** The rows of a training example; undefined where it has no labelled blocks. */
export function readExampleRows(example: PageExample, settings: ExampleRowSettings): ExampleRows | undefined {
  const { label, parsed, labels, isArticle } = example;
  if (parsed === undefined || labels === undefined) return undefined;
  const page = openParsed(parsed, label);
  const seed = hashText(`${settings.seed} ${label.set} ${label.id}`);
  // Every other page gets its title as a hint, since only some users will give one.
  const title = seed % 2 === 0 ? label.truth.title : null;
  const { parts } = settings;
  const augmented: AugmentedRows[] = [];
  for (let copy = 1; isArticle && copy <= settings.augmentations; copy++) {
    const augmentedPage = unlessUnreadable(() => parsePage(augmentPage(page.revealed, seed + copy)));
    const augmentedLabels = augmentedPage && labelPage(augmentedPage, label);
    if (augmentedPage === undefined || augmentedLabels === undefined) continue;
    const rows = readFusedRows(augmentedPage, augmentedLabels, { parts, title, weight: AUGMENTED_WEIGHT });
    augmented.push({ ...rows, seed: seed + copy });
  }
  return { example, own: readFusedRows(page, labels, { parts, title, weight: 1 }), augmented };
}

/** Blocks as trees learn from them. */
export interface TrainingRows {
  /** Row after row, with the columns of `FUSED_FEATURES`. */
  readonly values: Float32Array;
  /** 1 where a block is of the article, else 0. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

/** The inputs of rows, apart from the page. */
interface RowSettings {
  readonly parts: RowParts;
  /** The collected title, if the page gets one as a hint. */
  readonly title: string | null;
  /** How much the page counts. */
  readonly weight: number;
}

/** The rows of a labelled page; blocks without words are left out. */
function readFusedRows(page: Page, labels: BlockLabels, { parts, title, weight }: RowSettings): TrainingRows {
  const width = FUSED_FEATURES.length;
  const hints = title === null ? {} : { collectedTitle: title };
  const rows = fusedRows(page.revealed, hints, parts).withOtherNames(page.revealed, parts.otherLexicon);
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
export function weighRows(rows: TrainingRows, weight: number): TrainingRows {
  return { ...rows, weights: rows.weights.map((own) => own * weight) };
}

/** Many rows as one matrix. */
export function joinRows(parts: readonly TrainingRows[]): TrainingRows {
  const join = (name: keyof TrainingRows) => {
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
