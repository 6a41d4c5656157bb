import { type AnswerParts, FUSED_FEATURES, OTHER_NAME_FEATURES } from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import { BLOCK_FEATURES } from "../../page/index.ts";
import type { Label } from "../../sets/index.ts";
import { seededRandom } from "../../text/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { type ExampleRows, joinRows, type PageExample, type TrainingRows, weighRows } from "./examples.ts";

/** The trees that score blocks: of articles and, with enough other pages, of those. */
type Forest = Pick<AnswerParts, "trees" | "otherTrees">;

interface ForestOptions {
  readonly seed: number;
  /** How likely each family of features is to be missing on an augmented page. */
  readonly dropped: number;
  readonly boosting: Partial<BoostingOptions>;
}

/** The parts that may be left out when trees are grown again. */
export interface TreeChange {
  /** Features that the trees must not use. */
  readonly without?: ((feature: string) => boolean) | undefined;
  /** The pages that they learn from; all by default. */
  readonly choose?: ((label: Label, site: string) => boolean) | undefined;
  /** Whether they learn from augmented pages; they do by default. */
  readonly augmented?: boolean | undefined;
  /** How likely each family of features is missing on those. */
  readonly dropped?: number | undefined;
  /** Draws the rows and columns of each tree; the training's own by default. */
  readonly seed?: number | undefined;
}

/** Articles among the pages that the trees of other pages learn from: some articles look like other pages. */
const ARTICLE_AMONG_OTHERS_WEIGHT = 0.5;
/** The learning rate times the number of trees: many trees learn slowly, few learn fast. */
const LEARNED = 10;
const MAX_LEARNING_RATE = 0.3;
/** With fewer other pages they have no trees of their own. */
const MIN_OTHERS = 20;

/** Grows the trees of the chosen training examples. */
export function growForest(
  rows: readonly ExampleRows[],
  options: ForestOptions,
  choose: (example: PageExample) => boolean = () => true,
): Forest {
  const chosen = rows.filter(({ example }) => choose(example));
  const articles = chosen.filter(({ example }) => example.isArticle);
  const others = chosen.filter(({ example }) => !example.isArticle);
  const articleRows = articles.flatMap((page) => allRows(page, options.dropped));
  const trees = train(articleRows, options, isForOtherPages);
  if (others.length < MIN_OTHERS) return { trees };
  const among = articleRows.map((rows) => weighRows(rows, ARTICLE_AMONG_OTHERS_WEIGHT));
  return { trees, otherTrees: train([...others.map(({ own }) => own), ...among], options) };
}

/** The features that only other pages need; trees of articles leave them out. */
function isForOtherPages(feature: string): boolean {
  return OTHER_NAME_FEATURES.includes(feature);
}

/** Grows the trees of articles again with something changed. */
export function regrowTrees(
  rows: readonly ExampleRows[],
  options: ForestOptions,
  { without, choose, augmented = true, dropped = options.dropped, seed = options.seed }: TreeChange,
): TreeEnsemble {
  const articles = rows.filter(
    ({ example }) => example.isArticle && (choose?.(example.label, example.site) ?? true),
  );
  return train(
    articles.flatMap((page) => (augmented ? allRows(page, dropped) : [page.own])),
    { ...options, seed },
    (feature) => isForOtherPages(feature) || without?.(feature) === true,
  );
}

function allRows({ own, augmented }: ExampleRows, dropped: number): TrainingRows[] {
  return [
    own,
    ...augmented.map((rows) => ({ ...rows, values: dropFamilies(rows.values, rows.seed, dropped) })),
  ];
}

function train(
  rows: readonly TrainingRows[],
  { seed, boosting }: ForestOptions,
  without?: (feature: string) => boolean,
): TreeEnsemble {
  const matrix = joinRows(rows);
  if (without) dropColumns(matrix.values, without);
  const settings = { ...BOOSTING_DEFAULTS, ...boosting, seed };
  const learningRate = boosting.learningRate ?? Math.min(MAX_LEARNING_RATE, LEARNED / settings.trees);
  return trainTrees({ names: FUSED_FEATURES, ...matrix }, { ...settings, learningRate });
}

const FAMILY_OF = new Map<string, string>(BLOCK_FEATURES.map(({ name, family }) => [name, family]));

/** The columns of each family of features; the lexica of class names are a family, and so is each base learner. */
const FAMILIES: readonly (readonly number[])[] = [
  ...Map.groupBy(FUSED_FEATURES.keys(), (column) => familyOf(FUSED_FEATURES[column]!)).values(),
];

function familyOf(name: string): string {
  return FAMILY_OF.get(name) ?? (name.endsWith("names") ? "names" : name.slice(0, name.lastIndexOf(" ")));
}

/** The rows of a page, each family of features missing from all of them with the given chance. */
export function dropFamilies(rows: Float32Array, seed: number, chance: number): Float32Array {
  const random = seededRandom(seed);
  const dropped = FAMILIES.filter(() => random() < chance).flat();
  const left = rows.slice();
  makeMissing(left, dropped);
  return left;
}

/** Makes the named features missing from all rows. */
export function dropColumns(rows: Float32Array, without: (feature: string) => boolean): void {
  makeMissing(
    rows,
    [...FUSED_FEATURES.keys()].filter((column) => without(FUSED_FEATURES[column]!)),
  );
}

function makeMissing(rows: Float32Array, columns: readonly number[]): void {
  for (let at = 0; at < rows.length; at += FUSED_FEATURES.length) {
    for (const column of columns) rows[at + column] = Number.NaN;
  }
}
