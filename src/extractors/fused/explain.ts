import type { Contribution, ExtractionNotes } from "../../article/index.ts";
import { mixTrees, type RowScorer, rankContributions, scaleTrees, toProbability } from "../../model/index.ts";
import { type Extraction, type Page, reasonCode } from "../../page/index.ts";
import { PLAIN_THRESHOLD, toScore } from "../score-leaves.ts";
import type { AttentionWeigher } from "./attention.ts";
import type { FusedModel } from "./fused-model.ts";
import type { BlockRows } from "./rows.ts";

/** Leaves with other reasons got their score from the text around them, or are hidden. */
const WEIGHED: ReadonlySet<number> = new Set([
  reasonCode("scored as body"),
  reasonCode("likeliest of the page"),
  reasonCode("scored as not body"),
]);

/** Values are single precision: more digits are noise. */
const DIGITS = 7;
/** Weights of the context for each log-odd: half of the units of trees. */
const CONTEXT_UNITS = 2 ** 14;
/** Digits of the context's log-odds, which follow from a score in single precision. */
const CONTEXT_DIGITS = 4;
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
  /** The chance of every weighed block after its context was added; absent where it was not. */
  readonly inContext?: Float32Array | undefined;
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
      const contributions = contributionsOf(trees, values, network(block));
      const inContext = described.inContext?.[block];
      known = withPage(contributions, notes ?? {}, { score: scores[leaf]!, inContext });
      knownBlock = block;
    }
    return known;
  };
}

/** The trees that weighed a page, and the rows that they read. */
function weighingOf(
  { weighed, rows, model }: DescribedPage,
  { otherPagesWeight = 0, networkWeight = 0 }: ExtractionNotes,
): { readonly trees: RowScorer; readonly rows: BlockRows } {
  const otherTrees = otherPagesWeight === 0 ? undefined : model.otherTrees;
  const trees = networkWeight === 0 ? model.trees : scaleTrees(model.trees, 1 - networkWeight);
  if (otherTrees === undefined) return { trees, rows };
  return {
    trees: mixTrees(trees, otherTrees, otherPagesWeight),
    rows: rows.withOtherNames(weighed, model.otherLexicon),
  };
}

/** What the network adds to the log-odds of each block; nothing where it was not run. */
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
  trees: RowScorer,
  values: Float32Array,
  network: readonly Contribution[],
): readonly Contribution[] {
  const features = rankContributions(trees, values, 0).map(({ name, value, logOdds }) => ({
    feature: name,
    value: Number.isNaN(value) ? null : Number(value.toPrecision(DIGITS)),
    weight: logOdds,
  }));
  return ranked({ feature: "base", value: null, weight: trees.expected }, [...features, ...network]);
}

/** Adds the contribution of the block's context or of the page's own threshold; nothing where the score is not from the trees. */
function withPage(
  [base, ...features]: readonly Contribution[],
  { threshold = PLAIN_THRESHOLD, contextWeight = 0, networkWeight = 0 }: ExtractionNotes,
  { score, inContext }: { readonly score: number; readonly inContext: number | undefined },
): readonly Contribution[] {
  if (base === undefined) return [];
  const logOdds = features.reduce((sum, { weight }) => sum + weight, base.weight);
  const isAsTreesSay = Math.abs(toScore(toProbability(logOdds), threshold) - score) <= MAX_ROUNDING;
  if (!isAsTreesSay && score === inContext) {
    const rest = Math.log(score / (1 - score)) - logOdds;
    // Trees score in whole units: rounding to these undoes the rounding of the score.
    const weight = networkWeight > 0 ? rest : Math.round(rest * CONTEXT_UNITS) / CONTEXT_UNITS;
    // What the context trees said: the score is the weighted mean of both.
    const value = Number((logOdds + weight / contextWeight).toPrecision(CONTEXT_DIGITS));
    return ranked(base, [...features, { feature: "context", value, weight }]);
  }
  if (!isAsTreesSay) return [];
  const weight = Math.log(score / (1 - score)) - logOdds;
  if (threshold === PLAIN_THRESHOLD || !Number.isFinite(weight)) return [base, ...features];
  const moved = { feature: "threshold", value: threshold, weight };
  return ranked(base, [...features, moved]);
}

/** The strongest first, after the base. */
function ranked(base: Contribution, others: readonly Contribution[]): readonly Contribution[] {
  return [base, ...others.toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))];
}
