import type { Contribution, ExtractionNotes } from "../../article/index.ts";
import { mixTrees, rankContributions, scaleTrees, toProbability, type Weighing } from "../../model/index.ts";
import { type Extraction, type Page, reasonCode } from "../../page/index.ts";
import type { AttentionWeigher } from "./attention.ts";
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
  readonly network?: (() => AttentionWeigher) | undefined;
}

/** What each weighed leaf's score is made of: by the paths that its block takes through the trees, and what the network says of it. */
export function explainLeaves(
  described: DescribedPage,
  { scores, reasons, notes }: Extraction,
): (leaf: number) => readonly Contribution[] {
  const { page, standIn } = described;
  const { trees, rows } = weighingOf(described, notes ?? {});
  const network = networkOf(described, notes ?? {});
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
      const contributions = contributionsOf(trees, values, network(block));
      known = withThreshold(contributions, threshold, scores[leaf]!);
      knownBlock = block;
    }
    return known;
  };
}

/** The trees that weighed a page, and the rows that they read. */
function weighingOf(
  { weighed, rows, model }: DescribedPage,
  { otherPagesWeight = 0, networkWeight = 0 }: ExtractionNotes,
): { readonly trees: Weighing; readonly rows: BlockRows } {
  const otherTrees = otherPagesWeight === 0 ? undefined : model.otherTrees;
  const trees = networkWeight === 0 ? model.trees : scaleTrees(model.trees, 1 - networkWeight);
  if (otherTrees === undefined) return { trees, rows };
  return {
    trees: mixTrees(trees, otherTrees, otherPagesWeight),
    rows: rows.withOtherNames(weighed, model.otherLexicon),
  };
}

/** What the network adds to the log-odds of each block; nothing where it was not asked. */
function networkOf(
  { weighed, rows, network }: DescribedPage,
  { otherPagesWeight = 0, networkWeight = 0 }: ExtractionNotes,
): (block: number) => readonly Contribution[] {
  const logOdds = networkWeight === 0 ? undefined : network?.().weigh(weighed, rows);
  if (logOdds === undefined) return () => [];
  const weight = (1 - otherPagesWeight) * networkWeight;
  return (block) => [
    {
      feature: "network",
      value: Number(logOdds[block]!.toPrecision(DIGITS)),
      weight: weight * logOdds[block]!,
    },
  ];
}

function contributionsOf(
  trees: Weighing,
  values: Float32Array,
  network: readonly Contribution[],
): readonly Contribution[] {
  const features = rankContributions(trees, values, 0).map(({ name, value, logOdds }) => ({
    feature: name,
    value: Number.isNaN(value) ? null : Number(value.toPrecision(DIGITS)),
    weight: logOdds,
  }));
  const ranked = [...features, ...network].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return [{ feature: "base", value: null, weight: trees.expected }, ...ranked];
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
