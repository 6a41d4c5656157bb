import { type AnswerParts, FUSED_FEATURES, OTHER_NAME_FEATURES } from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import type { Label } from "../../sets/index.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { dropColumns, dropFamilies } from "./drop-families.ts";
import { type FusedRows, joinRows, weighRows } from "./fused-rows.ts";
import type { LessonRows } from "./lesson-rows.ts";
import type { Lesson } from "./lessons.ts";

/** What weighs blocks: trees of articles and, where there were enough other pages, trees of those. */
export type Forest = Pick<AnswerParts, "trees" | "otherTrees">;

/** How trees are grown. */
export interface ForestOptions {
  readonly seed: number;
  /** How likely each family of features is to be missing on a page in other clothes. */
  readonly dropped: number;
  readonly boosting: Partial<BoostingOptions>;
}

/** What may be left out when trees are grown again. */
export interface TreeChange {
  /** Features that the trees must do without. */
  readonly without?: ((feature: string) => boolean) | undefined;
  /** The pages that they learn from; all by default. */
  readonly choose?: ((label: Label, site: string) => boolean) | undefined;
  /** Whether they learn from pages in other clothes; they do by default. */
  readonly clothes?: boolean | undefined;
  /** How likely each family of features is missing on those. */
  readonly dropped?: number | undefined;
  /** Draws the rows and columns of each tree; the training's own by default. */
  readonly seed?: number | undefined;
}

/** Articles among the pages that the trees of other pages learn from: some articles look like other pages. */
const ARTICLE_AMONG_OTHERS_WEIGHT = 0.5;
/** Many trees learn slowly and few learn fast, so that all together learn as much. */
const LEARNED = 10;
const MAX_LEARNING_RATE = 0.3;
/** Fewer pages that are no articles teach nothing of such pages. */
const MIN_OTHERS = 20;

/** Grows the trees of the chosen lessons. */
export function growForest(
  rows: readonly LessonRows[],
  options: ForestOptions,
  choose: (lesson: Lesson) => boolean = () => true,
): Forest {
  const chosen = rows.filter(({ lesson }) => choose(lesson));
  const articles = chosen.filter(({ lesson }) => lesson.isArticle);
  const others = chosen.filter(({ lesson }) => !lesson.isArticle);
  const articleRows = articles.flatMap((page) => allRows(page, options.dropped));
  const trees = train(articleRows, options, isAskedOfOthers);
  if (others.length < MIN_OTHERS) return { trees };
  const among = articleRows.map((rows) => weighRows(rows, ARTICLE_AMONG_OTHERS_WEIGHT));
  return { trees, otherTrees: train([...others.map(({ own }) => own), ...among], options) };
}

/** Articles are weighed without what other pages are asked besides. */
function isAskedOfOthers(feature: string): boolean {
  return OTHER_NAME_FEATURES.includes(feature);
}

/** Grows the trees of articles again with something changed. */
export function regrowTrees(
  rows: readonly LessonRows[],
  options: ForestOptions,
  { without, choose, clothes = true, dropped = options.dropped, seed = options.seed }: TreeChange,
): TreeEnsemble {
  const articles = rows.filter(
    ({ lesson }) => lesson.isArticle && (choose?.(lesson.label, lesson.site) ?? true),
  );
  return train(
    articles.flatMap((page) => (clothes ? allRows(page, dropped) : [page.own])),
    { ...options, seed },
    (feature) => isAskedOfOthers(feature) || without?.(feature) === true,
  );
}

function allRows({ own, clothed }: LessonRows, dropped: number): FusedRows[] {
  return [
    own,
    ...clothed.map((rows) => ({ ...rows, values: dropFamilies(rows.values, rows.seed, dropped) })),
  ];
}

function train(
  rows: readonly FusedRows[],
  { seed, boosting }: ForestOptions,
  without?: (feature: string) => boolean,
): TreeEnsemble {
  const matrix = joinRows(rows);
  if (without) dropColumns(matrix.values, without);
  const settings = { ...BOOSTING_DEFAULTS, ...boosting, seed };
  const learningRate = boosting.learningRate ?? Math.min(MAX_LEARNING_RATE, LEARNED / settings.trees);
  return trainTrees({ names: FUSED_FEATURES, ...matrix }, { ...settings, learningRate }).trees;
}
