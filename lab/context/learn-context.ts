import {
  type AnswerParts,
  answerPage,
  CONTEXT_FEATURES,
  type ContextRows,
  contextRows,
} from "../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../src/model/index.ts";
import type { BoostingOptions } from "../../src/train/boosting/options.ts";
import { growTrees } from "../../src/train/boosting/train-trees.ts";
import {
  foldOf,
  type PageExample,
  readExampleRows,
  type TrainingExamples,
} from "../../src/train/fused/examples.ts";
import { regrowTrees } from "../../src/train/fused/grow-forest.ts";
import { learnFoldParts, type TrainFusedOptions } from "../../src/train/fused/train-fused.ts";
import { isMadeUp, MADE_UP_WEIGHT } from "../../src/train/fused/train-verdict.ts";
import { blockWeights, CONTENT_SHARE } from "../../src/train/label-blocks.ts";
import { openParsed } from "../../src/train/labelled-pages.ts";

/** Small trees, as there are some ten thousand unsure blocks; chosen by cross-validation over sites. */
const CONTEXT_BOOSTING: Partial<BoostingOptions> = {
  trees: 100,
  maxDepth: 4,
  learningRate: 0.06,
  minChildWeight: 40,
  columnShare: 0.4,
  lambda: 3,
};

/** The unsure blocks of a labelled article, scored by trees that have not seen its site. */
export interface ContextExample extends ContextRows {
  /** 1 where a block is of the article, else 0. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

/** Trains the context trees on unsure blocks, whose probabilities come from trees grown on other sites. */
export function learnContext(examples: TrainingExamples, options: TrainFusedOptions): TreeEnsemble {
  const parts = learnFoldParts(examples, options);
  options.onStep?.("computing the features of blocks");
  const rows = examples.pages.flatMap(
    (example) => readExampleRows(example, { ...options, parts: parts[example.fold]! }) ?? [],
  );
  const read = parts.flatMap((own, fold) => {
    options.onStep?.(`growing trees without fold ${fold + 1}`);
    const choose = (_: unknown, site: string) => foldOf(site, options) !== fold;
    const trees = regrowTrees(rows, options, { choose });
    const held = examples.pages.filter((example) => example.fold === fold);
    return held.flatMap((example) => readContextExample(example, { ...own, trees }) ?? []);
  });
  return growContextTrees(read, options.seed);
}

/** Grows the context trees. */
export function growContextTrees(examples: readonly ContextExample[], seed: number): TreeEnsemble {
  const width = CONTEXT_FEATURES.length;
  const rows = examples.flatMap(({ values, labels, weights }) =>
    Array.from(labels, (label, row) => ({
      row: values.subarray(row * width, (row + 1) * width),
      label,
      weight: weights[row]!,
    })),
  );
  return growTrees(CONTEXT_FEATURES, rows, { ...CONTEXT_BOOSTING, seed });
}

/** Scores the blocks of a labelled article with the given parts; undefined where it has no labelled blocks or too many. */
function readContextExample(
  { label, parsed, labels, site }: PageExample,
  parts: AnswerParts,
): ContextExample | undefined {
  if (parsed === undefined || labels === undefined) return undefined;
  const { tally } = answerPage(openParsed(parsed, label), {}, parts, true);
  if (tally.ofBlock.length !== labels.words.length) return undefined;
  const rows = contextRows(tally);
  const blocks = Array.from(rows.places, (place) => tally.blocks[place]!);
  const all = Array.from(labels.words.keys());
  const weights = blockWeights(labels, all);
  const ofPage = isMadeUp(site) ? MADE_UP_WEIGHT : 1;
  return {
    ...rows,
    labels: Float32Array.from(blocks, (block) => Number(labels.share[block]! > CONTENT_SHARE)),
    weights: Float32Array.from(blocks, (block) => weights[block]! * ofPage),
  };
}
