import { NewsError } from "../../errors/index.ts";
import {
  type AnswerParts,
  type FusedModel,
  type MssModel,
  makeMss,
  type RowParts,
  shippedBaseLearners,
  type VerdictModel,
} from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import { domainOf, type Label } from "../../sets/index.ts";
import type { BoostingOptions } from "../boosting/options.ts";
import { openParsed } from "../labelled-pages.ts";
import { MssTraining, makeReadExample, TRAIN_DEFAULTS, type TrainMssOptions } from "../mss/train-mss.ts";
import {
  foldOf,
  type NamesExample,
  type PageExample,
  readExampleRows,
  readExamples,
  siteOf,
  type TrainingExamples,
} from "./examples.ts";
import { growForest, regrowTrees, type TreeChange } from "./grow-forest.ts";
import { trainLexicon } from "./lexicon.ts";
import { readVerdictExample, trainVerdict, type VerdictExample } from "./train-verdict.ts";

/** How the learned extractor is trained. */
export interface TrainFusedOptions {
  /** Draws augmentations, folds, and the rows and columns of each tree. */
  readonly seed: number;
  /** The command that the model names as its maker. */
  readonly command: string;
  /** Cross-validation folds by site; the base learners for a page are trained on the other folds. */
  readonly folds: number;
  /** Augmented copies of each article that are learned from as well. */
  readonly augmentations: number;
  /** How likely each family of features is to be missing on an augmented page. */
  readonly dropped: number;
  readonly boosting: Partial<BoostingOptions>;
  /** How the MSS models of the folds are trained. */
  readonly mss: Partial<TrainMssOptions>;
  /** Which pages to learn from; all by default. */
  readonly choose: (label: Label) => boolean;
  /** Called with each step. */
  readonly onStep?: (step: string) => void;
}

/** Default options of training the learned extractor. */
export const FUSED_DEFAULTS: TrainFusedOptions = {
  seed: 1,
  command: "trainFused",
  folds: 5,
  augmentations: 1,
  dropped: 0.15,
  boosting: { trees: 200 },
  // The recipe of the shipped MSS model, so that the base learner in training is like the one in use.
  mss: { conflicts: "keep first", minTokens: 100, maxTagShare: 0.2, maxFeatures: 30_000 },
  choose: () => true,
};

/** The model, and what cross-validation needs: for each fold of sites a model that has not seen it. */
export interface TrainedFused {
  readonly model: FusedModel;
  readonly pages: number;
  readonly rows: number;
  /** The extractor without verdict, trained on the sites of other folds. */
  readonly partsFor: (label: Label) => AnswerParts;
  /** The verdict, trained on the sites of other folds than a page's. */
  readonly verdictFor: (label: Label) => VerdictModel | undefined;
  /** Trees of articles grown from the same rows with something changed: for experiments. */
  readonly regrow: (change: TreeChange) => TreeEnsemble;
}

/** Trains the learned extractor on folders of labelled sets. */
export async function trainFused(
  folders: readonly string[],
  options: Partial<TrainFusedOptions> = {},
): Promise<TrainedFused> {
  const settings = { ...FUSED_DEFAULTS, ...options };
  if (settings.folds < 2)
    throw new NewsError("BAD_OPTION", "The sites must be in 2 groups or more; see --folds.");
  return learn(await readExamples(folders, settings), settings);
}

function learn(examples: TrainingExamples, options: TrainFusedOptions): TrainedFused {
  const { seed, command, onStep } = options;
  const foldParts = learnFoldParts(examples, options);
  onStep?.("computing the features of blocks");
  const rows = examples.pages.flatMap(
    (example) => readExampleRows(example, { ...options, parts: foldParts[example.fold]! }) ?? [],
  );
  onStep?.("growing trees");
  const forest = growForest(rows, options);
  const forestOf = remember((fold) => growForest(rows, options, (example) => example.fold !== fold));
  const foldFor = (label: Label) => foldOf(siteOf(label), options);
  const partsOf = (fold: number): AnswerParts => ({ ...foldParts[fold]!, ...forestOf(fold) });
  const judged = judgePages(examples.pages, partsOf, options);
  const verdict = learnVerdict(judged, options);
  const verdictOf = remember((fold) =>
    learnVerdict(
      judged.filter(({ site }) => foldOf(site, options) !== fold),
      options,
    ),
  );
  const domains = new Set(examples.pages.flatMap(({ label }) => domainOf(label) ?? []));
  return {
    model: {
      training: { command, seed, sets: examples.sets, domains: [...domains].sort() },
      ...trainLexica(examples.names),
      ...forest,
      ...(verdict && { verdict }),
    },
    pages: examples.pages.length,
    rows: rows.reduce((sum, { own }) => sum + own.labels.length, 0),
    partsFor: (label) => partsOf(foldFor(label)),
    verdictFor: (label) => verdictOf(foldFor(label)),
    regrow: (change) => regrowTrees(rows, options, change),
  };
}

/** The training pages of the verdict: answered by models that have not seen their site. */
function judgePages(
  pages: readonly PageExample[],
  partsOf: (fold: number) => AnswerParts,
  { onStep }: TrainFusedOptions,
): readonly VerdictExample[] {
  if (new Set(pages.map(({ isArticle }) => isArticle)).size < 2) return [];
  onStep?.("predicting held-out sites");
  return pages.flatMap(({ label, parsed, site, fold }) => {
    if (parsed === undefined) return [];
    return readVerdictExample(openParsed(parsed, label), label, { parts: partsOf(fold), site }) ?? [];
  });
}

/** Undefined where no example has a page type, or none a known answer: all pages may be made up. */
function learnVerdict(
  examples: readonly VerdictExample[],
  { seed, onStep }: TrainFusedOptions,
): VerdictModel | undefined {
  const hasLabels =
    examples.some(({ pageType }) => pageType !== null) &&
    examples.some(({ isCorrect }) => isCorrect !== null);
  return hasLabels ? trainVerdict(examples, { seed, onStep }) : undefined;
}

/** Memoizes a function of a number. */
function remember<Value>(make: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

/** Features of fewer sites may be one publisher's; with fewer sites in total, all of them are needed. */
const MIN_SITES = 3;

/** The base learners for each fold's pages, trained on the other folds: on pages they have seen, trees would trust them too much. */
export function learnFoldParts(
  examples: TrainingExamples,
  { folds, mss, onStep }: Pick<TrainFusedOptions, "folds" | "mss" | "onStep">,
): readonly RowParts[] {
  return Array.from({ length: folds }, (_, fold) => {
    onStep?.(`training base learners, fold ${fold + 1} of ${folds}`);
    const others = examples.pages.filter((example) => example.fold !== fold);
    const model = trainFoldMss(others, mss);
    return {
      ...trainLexica(examples.names.filter((names) => names.fold !== fold)),
      baseLearners: { ...shippedBaseLearners(), mss: makeMss("mss", () => model) },
    };
  });
}

function trainFoldMss(pages: readonly PageExample[], options: Partial<TrainMssOptions>): MssModel {
  const articles = pages.filter(({ mss }) => mss !== undefined);
  const minSites = Math.min(MIN_SITES, new Set(articles.map(({ site }) => site)).size);
  try {
    const training = new MssTraining({ ...TRAIN_DEFAULTS, minSites, ...options }, makeReadExample());
    for (const [set, own] of Map.groupBy(articles, ({ label }) => label.set)) {
      training.startSet(set);
      for (const { mss } of own) if (mss) training.add(mss);
      training.endSet();
    }
    return training.finish().model;
  } catch (error) {
    if (!(error instanceof NewsError) || error.code !== "BAD_SET") throw error;
    // A set that is large enough may be too small in a fold.
    throw new NewsError(
      "BAD_SET",
      `Cross-validation leaves too few pages to train on; label more pages of more sites. ${error.message}`,
      { cause: error },
    );
  }
}

/** The lexica of class names: of articles and, where there are other pages, of pages of all kinds. */
function trainLexica(names: readonly NamesExample[]): Pick<RowParts, "lexicon" | "otherLexicon"> {
  const articles = names.filter(({ isArticle }) => isArticle);
  const lexicon = trainLexicon(articles);
  return articles.length === names.length ? { lexicon } : { lexicon, otherLexicon: trainLexicon(names) };
}
