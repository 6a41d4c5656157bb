import { NewsError } from "../../errors/index.ts";
import type { AnswerParts, FusedModel, RowParts, VerdictModel } from "../../extractors/index.ts";
import type { TreeEnsemble } from "../../model/index.ts";
import { domainOf, type Label } from "../../sets/index.ts";
import type { BoostingOptions } from "../boosting/options.ts";
import type { TrainMssOptions } from "../mss/train-mss.ts";
import { trainVerdict } from "../verdict/train-verdict.ts";
import { readVerdictExample, type VerdictExample } from "../verdict/verdict-examples.ts";
import { learnFoldParts, trainLexica } from "./base-learners.ts";
import { foldOf, readExampleRows, readExamples, siteOf, type TrainingExamples } from "./examples.ts";
import { growForest, regrowTrees, type TreeChange } from "./grow-forest.ts";

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
  /** What a page is answered with, the verdict left out, learned from the sites of other folds. */
  readonly partsFor: (label: Label) => AnswerParts;
  /** The verdict learned from the sites of other folds than a page's. */
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
  return new FusedTraining(await readExamples(folders, settings), settings).run(folders);
}

class FusedTraining {
  readonly #examples: TrainingExamples;
  readonly #options: TrainFusedOptions;
  #parts: readonly RowParts[] = [];

  constructor(examples: TrainingExamples, options: TrainFusedOptions) {
    this.#examples = examples;
    this.#options = options;
  }

  async run(folders: readonly string[]): Promise<TrainedFused> {
    const { seed, command, onStep } = this.#options;
    this.#parts = await learnFoldParts(folders, this.#examples, this.#options);
    onStep?.("computing the features of blocks");
    const rows = this.#examples.pages.flatMap((example) => {
      const settings = { ...this.#options, parts: this.#parts[example.fold]! };
      return readExampleRows(example, settings) ?? [];
    });
    onStep?.("growing trees");
    const forest = growForest(rows, this.#options);
    const forestOf = remember((fold) => growForest(rows, this.#options, (example) => example.fold !== fold));
    const foldFor = (label: Label) => foldOf(siteOf(label), this.#options);
    const partsOf = (fold: number): AnswerParts => ({ ...this.#parts[fold]!, ...forestOf(fold) });
    const judged = this.#judgePages(partsOf);
    const verdict = this.#trainVerdict(judged);
    const verdictOf = remember((fold) =>
      this.#trainVerdict(judged.filter(({ site }) => foldOf(site, this.#options) !== fold)),
    );
    const domains = new Set(this.#examples.pages.flatMap(({ label }) => domainOf(label) ?? []));
    return {
      model: {
        training: { command, seed, sets: this.#examples.sets, domains: [...domains].sort() },
        ...trainLexica(this.#examples.names),
        trees: forest.trees,
        ...(forest.otherTrees && { otherTrees: forest.otherTrees }),
        ...(verdict && { verdict }),
      },
      pages: this.#examples.pages.length,
      rows: rows.reduce((sum, { own }) => sum + own.labels.length, 0),
      partsFor: (label) => partsOf(foldFor(label)),
      verdictFor: (label) => verdictOf(foldFor(label)),
      regrow: (change) => regrowTrees(rows, this.#options, change),
    };
  }

  /** Pages as the verdict learns from them: answered by what has not seen their site. */
  #judgePages(partsOf: (fold: number) => AnswerParts): readonly VerdictExample[] {
    const kinds = new Set(this.#examples.pages.map(({ isArticle }) => isArticle));
    if (kinds.size < 2) return [];
    this.#options.onStep?.("predicting held-out sites");
    return this.#examples.pages.flatMap(
      ({ label, html, site, fold }) => readVerdictExample({ label, html }, partsOf(fold), site) ?? [],
    );
  }

  /** Undefined where no example has a page type, or none a known answer: all pages may be made up. */
  #trainVerdict(examples: readonly VerdictExample[]): VerdictModel | undefined {
    const { seed, onStep } = this.#options;
    const canTeach =
      examples.some(({ pageType }) => pageType !== null) &&
      examples.some(({ isCorrect }) => isCorrect !== null);
    return canTeach ? trainVerdict(examples, { seed, onStep }) : undefined;
  }
}

/** What a function gives for a number, made once for each. */
function remember<Value>(make: (key: number) => Value): (key: number) => Value {
  const known = new Map<number, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
