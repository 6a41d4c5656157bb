import type { Contribution } from "../../article/index.ts";
import { rankContributions, toProbability, type Weighing } from "../../model/index.ts";
import { type Extraction, type Page, reasonCode } from "../../page/index.ts";
import type { PageRows } from "./rows.ts";

/** Leaves with other reasons got their score from elsewhere: from the text around them, or for being hidden. */
const WEIGHED: ReadonlySet<number> = new Set([
  reasonCode("weighed as body"),
  reasonCode("likeliest of the page"),
  reasonCode("weighed as no body"),
]);

/** Values are single precision: more digits than these say nothing. */
const DIGITS = 7;

/** What each weighed leaf's score is made of, by the paths that its block takes through the trees. */
export function explainLeaves(
  { blocks }: Page,
  { scores, reasons }: Extraction,
  { trees, rows }: { readonly trees: Weighing; readonly rows: PageRows },
): (leaf: number) => readonly Contribution[] {
  const values = new Float32Array(trees.names.length);
  // A sentence with links is many leaves of one block.
  let known: readonly Contribution[] = [];
  let knownBlock = -1;
  return (leaf) => {
    if (!WEIGHED.has(reasons[leaf]!)) return [];
    const block = blocks.ofLeaf[leaf]!;
    if (block !== knownBlock) {
      rows.write(block, values, 0);
      known = withThreshold(contributionsOf(trees, values), scores[leaf]!);
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
function withThreshold([base, ...features]: readonly Contribution[], score: number): readonly Contribution[] {
  if (base === undefined) return [];
  const logOdds = features.reduce((sum, { weight }) => sum + weight, base.weight);
  if (Math.fround(toProbability(logOdds)) === score) return [base, ...features];
  const weight = Math.log(score / (1 - score)) - logOdds;
  if (!Number.isFinite(weight)) return [];
  const threshold = { feature: "threshold", value: null, weight };
  return [base, ...[...features, threshold].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight))];
}
