import type { Contribution } from "../../article/index.ts";
import { mixTrees, rankContributions, toProbability, type Weighing } from "../../model/index.ts";
import { type Extraction, type Page, reasonCode } from "../../page/index.ts";
import type { FusedModel } from "./fused-model.ts";
import type { BlockRows } from "./rows.ts";
import { PLAIN_THRESHOLD, toScore } from "./weigh-blocks.ts";

/** Leaves with other reasons got their score from the text around them, or are hidden. */
const WEIGHED: ReadonlySet<number> = new Set([
  reasonCode("scored as body"),
  reasonCode("likeliest of the page"),
  reasonCode("scored as not body"),
]);

/** Values are single precision: more digits than these say nothing. */
const DIGITS = 7;
/** Scores and chances are single precision, and the order of the sums differs; a step that changes scores changes them by far more. */
const MAX_ROUNDING = 1e-6;

/** A page whose blocks are described, and the model that weighed them. */
interface DescribedPage {
  readonly page: Page;
  /** The page whose blocks were weighed. */
  readonly weighed: Page;
  /** The weighed block that stands for each block of the page, where not all are weighed. */
  readonly standIn?: Int32Array | undefined;
  readonly rows: BlockRows;
  readonly model: Pick<FusedModel, "trees" | "otherTrees" | "otherLexicon">;
}

/** What each weighed leaf's score is made of, by the paths that the block it was weighed by takes through the trees. */
export function explainLeaves(
  described: DescribedPage,
  { scores, reasons, notes }: Extraction,
): (leaf: number) => readonly Contribution[] {
  const { page, standIn } = described;
  const { trees, rows } = weighingOf(described, notes?.otherPagesWeight ?? 0);
  const values = new Float32Array(trees.names.length);
  // A sentence with links is many leaves of one block.
  let known: readonly Contribution[] = [];
  let knownBlock = -1;
  return (leaf) => {
    if (!WEIGHED.has(reasons[leaf]!)) return [];
    const own = page.blocks.ofLeaf[leaf]!;
    const block = standIn === undefined ? own : standIn[own]!;
    if (block !== knownBlock) {
      rows.write(block, values, 0);
      const threshold = notes?.threshold ?? PLAIN_THRESHOLD;
      known = withThreshold(contributionsOf(trees, values), threshold, scores[leaf]!);
      knownBlock = block;
    }
    return known;
  };
}

/** The trees that weighed a page, and the rows that they read. */
function weighingOf(
  { weighed, rows, model }: DescribedPage,
  otherWeight: number,
): { readonly trees: Weighing; readonly rows: BlockRows } {
  const otherTrees = otherWeight === 0 ? undefined : model.otherTrees;
  if (otherTrees === undefined) return { trees: model.trees, rows };
  return {
    trees: mixTrees(model.trees, otherTrees, otherWeight),
    rows: rows.withOtherNames(weighed, model.otherLexicon),
  };
}

function contributionsOf(trees: Weighing, values: Float32Array): readonly Contribution[] {
  const features = rankContributions(trees, values, 0);
  return [
    { feature: "base", value: null, weight: trees.expected },
    ...features.map(({ name, value, logOdds }) => ({
      feature: name,
      value: Number.isNaN(value) ? null : Number(value.toPrecision(DIGITS)),
      weight: logOdds,
    })),
  ];
}

/** With what the page's own threshold adds, where it is not the usual one; nothing where the score is not from the trees. */
function withThreshold(
  [base, ...features]: readonly Contribution[],
  threshold: number,
  score: number,
): readonly Contribution[] {
  if (base === undefined) return [];
  const logOdds = features.reduce((sum, { weight }) => sum + weight, base.weight);
  if (Math.abs(toScore(toProbability(logOdds), threshold) - score) > MAX_ROUNDING) return [];
  const weight = Math.log(score / (1 - score)) - logOdds;
  if (threshold === PLAIN_THRESHOLD || !Number.isFinite(weight)) return [base, ...features];
  const moved = { feature: "threshold", value: threshold, weight };
  return [base, ...[...features, moved].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))];
}
