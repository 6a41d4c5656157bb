import type { PageType } from "../../article/index.ts";
import { VERDICT_FEATURE_NAMES, VERDICT_TYPES, type VerdictModel } from "../../extractors/index.ts";
import type { CalibratedTrees } from "../../model/index.ts";
import { hashText } from "../../text/index.ts";
import type { TrainingMatrix } from "../boosting/matrix.ts";
import { BOOSTING_DEFAULTS, type BoostingOptions } from "../boosting/options.ts";
import { trainTrees } from "../boosting/train-trees.ts";
import { drawTo, fitLine, logOddsOf } from "./calibrate.ts";
import type { VerdictLesson } from "./verdict-lesson.ts";

/** How the verdict is learned. */
export interface TrainVerdictOptions {
  readonly seed: number;
  /** Parts of the sites; what is said of one is straightened by what trees of the others said. */
  readonly folds: number;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** Small trees: there are some thousand pages at most. Chosen by cross-validation over sites. */
const ARTICLE_BOOSTING: Partial<BoostingOptions> = {
  ...{ trees: 300, maxDepth: 3, learningRate: 0.05, minChildWeight: 3, columnShare: 0.15, lambda: 3 },
};
const OTHER_TYPE_BOOSTING: Partial<BoostingOptions> = {
  ...{ trees: 120, maxDepth: 3, learningRate: 0.08, minChildWeight: 3, columnShare: 0.3, lambda: 3 },
};
const CONFIDENCE_BOOSTING: Partial<BoostingOptions> = {
  ...{ trees: 100, maxDepth: 3, learningRate: 0.06, minChildWeight: 5, columnShare: 0.3, lambda: 5 },
};
/**
 * Pages of other sets are stranger than pages of other sites in the same sets, and what is known of them says less: their
 * confidence is drawn so far to what is usual for articles. Chosen on the sets that were not trained on.
 */
const STRANGENESS = 0.25;
/**
 * Every page is learned again as if its address were not known: of the training sets, nearly all pages without one are
 * articles, and a page that is read from a file is not.
 */
const NO_ADDRESS_WEIGHT = 0.2;
const ADDRESS = VERDICT_FEATURE_NAMES.flatMap((name, at) => (name.startsWith("address") ? [at] : []));

/** How the verdict is learned where nothing else is said. */
export const VERDICT_DEFAULTS: TrainVerdictOptions = { seed: 1, folds: 5 };

/** Learns kinds of pages, and how likely an answer is right, from pages whose blocks were weighed fairly. */
export function trainVerdict(
  pages: Iterable<VerdictLesson>,
  options: Partial<TrainVerdictOptions> = {},
): VerdictModel {
  const settings = { ...VERDICT_DEFAULTS, ...options };
  const lessons = [...pages];
  const typed = lessons.filter(({ pageType }) => pageType !== null);
  const types = VERDICT_TYPES.map((type) => {
    settings.onStep?.(`training the classifier for pages of type ${type}`);
    const boosting = type === "article" ? ARTICLE_BOOSTING : OTHER_TYPE_BOOSTING;
    return [type, learn(typed, (lesson) => lesson.pageType === type, boosting, settings)] as const;
  });
  settings.onStep?.("training the confidence model");
  const judged = lessons.filter(({ isCorrect }) => isCorrect !== null);
  const isRight = ({ isCorrect }: VerdictLesson) => isCorrect === true;
  const learned = learn(judged, isRight, CONFIDENCE_BOOSTING, settings);
  const articles = judged.filter(({ pageType }) => pageType === null || pageType === "article");
  const usual = logOddsOf(articles.filter(isRight).length, articles.length);
  const confidence = { trees: learned.trees, ...drawTo(usual, learned, STRANGENESS) };
  return { types: Object.fromEntries(types) as Record<PageType, CalibratedTrees>, confidence };
}

type Question = (lesson: VerdictLesson) => boolean;

/** Trees over all lessons, with the line that straightens what trees of other sites said of each. */
function learn(
  lessons: readonly VerdictLesson[],
  question: Question,
  boosting: Partial<BoostingOptions>,
  { seed, folds }: TrainVerdictOptions,
): CalibratedTrees {
  const grow = (chosen: readonly VerdictLesson[]) =>
    trainTrees(toMatrix(chosen, question), { ...BOOSTING_DEFAULTS, ...boosting, seed }).trees;
  const foldOf = ({ site }: VerdictLesson) => (hashText(`verdict ${seed} ${site}`) >>> 0) % folds;
  const outcomes = [...Map.groupBy(lessons, foldOf)].flatMap(([fold, held]) => {
    const others = lessons.filter((lesson) => foldOf(lesson) !== fold);
    if (others.length === 0) return [];
    const trees = grow(others);
    return held.map((lesson) => ({
      logOdds: trees.scoreRow(lesson.row, 0),
      label: Number(question(lesson)),
      weight: lesson.weight,
    }));
  });
  return { trees: grow(lessons), ...fitLine(outcomes) };
}

function toMatrix(lessons: readonly VerdictLesson[], question: Question): TrainingMatrix {
  const width = VERDICT_FEATURE_NAMES.length;
  const copies = lessons.flatMap((lesson) => [
    lesson,
    { ...lesson, row: withoutAddress(lesson.row), weight: lesson.weight * NO_ADDRESS_WEIGHT },
  ]);
  const values = new Float32Array(copies.length * width);
  for (const [at, { row }] of copies.entries()) values.set(row, at * width);
  return {
    names: VERDICT_FEATURE_NAMES,
    values,
    labels: Float32Array.from(copies, (lesson) => Number(question(lesson))),
    weights: Float32Array.from(copies, ({ weight }) => weight),
  };
}

function withoutAddress(row: Float32Array): Float32Array {
  const bare = row.slice();
  for (const column of ADDRESS) bare[column] = Number.NaN;
  return bare;
}
