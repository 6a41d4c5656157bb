import { packNodes, TreeEnsemble, toUnits } from "../../model/index.ts";
import { seededRandom } from "../../sets/index.ts";
import { binMatrix, type ColumnEdges, findEdges, Gradients, logLoss } from "./bins.ts";
import { addTree, type GrownNode, growTree, type Sample } from "./grow-tree.ts";
import {
  BOOSTING_DEFAULTS,
  type BoostingOptions,
  type BoostingProgress,
  checkBoostingOptions,
  checkMatrix,
  type TrainingMatrix,
} from "./options.ts";

/** Trees and how the loss fell while they grew. */
export interface TrainedTrees {
  /** The trees up to the best validation loss; all without validation rows. */
  readonly trees: TreeEnsemble;
  /** Losses after each tree that was grown. */
  readonly progress: readonly BoostingProgress[];
}

/** Labels that are all alike would have infinite log-odds. */
const LEAST_SHARE = 1e-6;

/**
 * Grows boosted trees for the logistic loss: histograms of at most 255 bins and one for missing values, second-order
 * splits and leaves; the same rows, options and seed give the same trees to the last bit.
 */
export function trainTrees(
  matrix: TrainingMatrix,
  options: BoostingOptions,
  validation?: TrainingMatrix,
): TrainedTrees {
  checkBoostingOptions(options);
  checkMatrix(matrix);
  if (validation !== undefined) checkMatrix(validation, matrix.names);
  const edges = findEdges(matrix);
  const base = toUnits(meanLogOdds(matrix));
  const seen = follow(matrix, edges, base);
  const held = validation === undefined ? undefined : follow(validation, edges, base);
  const gradients = new Gradients(matrix);
  const random = seededRandom(options.seed);
  const grown: (readonly GrownNode[])[] = [];
  const progress: BoostingProgress[] = [];
  let best = 0;
  while (grown.length < options.trees && !(held !== undefined && grown.length - best >= options.patience)) {
    gradients.update(seen.margins);
    const sample = drawSample(matrix, options, random);
    const tree = growTree(seen.binned, gradients, { ...options, sample });
    grown.push(tree);
    const trainLoss = seen.add(tree);
    const validationLoss = held?.add(tree) ?? Number.NaN;
    progress.push({ trees: grown.length, trainLoss, validationLoss });
    if (best === 0 || !(validationLoss >= progress[best - 1]!.validationLoss)) best = grown.length;
    options.onTree?.(progress.at(-1)!);
  }
  return { trees: assemble(matrix.names, grown.slice(0, best), { edges, base }), progress };
}

/** One row to learn from. */
export interface TrainingRow {
  readonly row: Float32Array;
  /** From 0 to 1. */
  readonly label: number;
  readonly weight: number;
}

/** Grows trees from single rows; options that are not given are the defaults. */
export function growTrees(
  names: readonly string[],
  rows: readonly TrainingRow[],
  options: Partial<BoostingOptions>,
): TreeEnsemble {
  const values = new Float32Array(rows.length * names.length);
  for (const [at, { row }] of rows.entries()) values.set(row, at * names.length);
  const labels = Float32Array.from(rows, ({ label }) => label);
  const weights = Float32Array.from(rows, ({ weight }) => weight);
  return trainTrees({ names, values, labels, weights }, { ...BOOSTING_DEFAULTS, ...options }).trees;
}

/** Rows and the output of the trees so far. */
function follow(matrix: TrainingMatrix, edges: ColumnEdges, base: number) {
  const binned = binMatrix(matrix, edges);
  const margins = new Int32Array(binned.rows).fill(base);
  const add = (tree: readonly GrownNode[]): number => {
    addTree(margins, tree, binned);
    return logLoss(margins, matrix);
  };
  return { binned, margins, add };
}

function meanLogOdds({ labels, weights }: TrainingMatrix): number {
  let sum = 0;
  let total = 0;
  for (let row = 0; row < labels.length; row++) {
    sum += weights[row]! * labels[row]!;
    total += weights[row]!;
  }
  const share = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, sum / total));
  return Math.log(share / (1 - share));
}

function drawSample(
  { names, weights }: TrainingMatrix,
  options: BoostingOptions,
  random: () => number,
): Sample {
  const rows = new Int32Array(weights.length);
  let count = 0;
  for (let row = 0; row < weights.length; row++) {
    if (random() < options.rowShare && weights[row]! > 0) rows[count++] = row;
  }
  const columns = Array.from(names.keys());
  const width = Math.max(1, Math.floor(options.columnShare * names.length));
  for (let at = 0; at < width; at++) {
    const other = at + Math.floor(random() * (columns.length - at));
    [columns[at], columns[other]] = [columns[other]!, columns[at]!];
  }
  return { rows: rows.subarray(0, count), columns: columns.slice(0, width).sort((a, b) => a - b) };
}

function assemble(
  names: readonly string[],
  grown: readonly (readonly GrownNode[])[],
  { edges, base }: { readonly edges: ColumnEdges; readonly base: number },
): TreeEnsemble {
  const nodes = grown.flat();
  const starts = grown.map(() => 0);
  for (let tree = 1; tree < grown.length; tree++) starts[tree] = starts[tree - 1]! + grown[tree - 1]!.length;
  const packed = packNodes({
    roots: starts,
    right: grown.flatMap((tree, at) => tree.map(({ right }) => (right === 0 ? 0 : starts[at]! + right))),
    feature: nodes.map(({ split }) => split?.column ?? 0),
    threshold: nodes.map(({ split }) => (split === undefined ? 0 : edges[split.column]![split.bin]!)),
    missingLeft: nodes.map(({ split }) => (split?.missingLeft === true ? 1 : 0)),
    units: nodes.map(({ units }) => units),
  });
  return new TreeEnsemble(names, packed, base);
}
