import type { Contribution } from "../../article/index.ts";
import { rankContributions, toProbability, type Weighing } from "../../model/index.ts";
import { type Extraction, reasonCode } from "../../page/index.ts";
import type { PageRows } from "./rows.ts";
import { PLAIN_THRESHOLD, toScore } from "./threshold.ts";

/** Leaves with other reasons got their score from elsewhere: from the text around them, or for being hidden. */
const WEIGHED: ReadonlySet<number> = new Set([
  reasonCode("scored as body"),
  reasonCode("likeliest of the page"),
  reasonCode("scored as not body"),
]);

/** Values are single precision: more digits than these say nothing. */
const DIGITS = 7;
/** Scores and chances are single precision, and the order of the sums differs; a step that changes scores changes them by far more. */
const MAX_ROUNDING = 1e-6;

/** What each weighed leaf's score is made of, by the paths that the block it was weighed by takes through the trees. */
export function explainLeaves(
  blockOf: Int32Array,
  { scores, reasons, notes }: Extraction,
  { trees, rows }: { readonly trees: Weighing; readonly rows: PageRows },
): (leaf: number) => readonly Contribution[] {
  const values = new Float32Array(trees.names.length);
  // A sentence with links is many leaves of one block.
  let known: readonly Contribution[] = [];
  let knownBlock = -1;
  return (leaf) => {
    if (!WEIGHED.has(reasons[leaf]!)) return [];
    const block = blockOf[leaf]!;
    if (block !== knownBlock) {
      rows.write(block, values, 0);
      known = withThreshold(
        contributionsOf(trees, values),
        notes?.threshold ?? PLAIN_THRESHOLD,
        scores[leaf]!,
      );
      knownBlock = block;
    }
    return known;
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

/** With what the page's own threshold adds, where it is not the usual one; nothing where the score is not the trees' at all. */
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
