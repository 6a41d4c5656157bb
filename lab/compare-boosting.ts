/**
 * `npm run compare:boosting`: our boosted trees and XGBoost's on the same rows with the same options. Needs Python with
 * xgboost (`PYTHON` names it, python3 otherwise); fails where our log loss is over 1 % higher.
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TreeEnsemble } from "../src/model/index.ts";
import { seededRandom } from "../src/text/index.ts";
import {
  BOOSTING_DEFAULTS,
  type BoostingOptions,
  type TrainingMatrix,
  trainTrees,
} from "../src/train/index.ts";
import { mean } from "./experiments/experiment.ts";

const WIDTH = 40;
const TREES = 100;
const MAX_RATIO = 1.01;
const SAMPLED = { ...BOOSTING_DEFAULTS, trees: TREES };
/** Sampling differs between the two, so that means over runs are compared. */
const RUNS: Readonly<Record<string, readonly BoostingOptions[]>> = {
  "all rows and columns": [{ ...SAMPLED, rowShare: 1, columnShare: 1 }],
  "sampled, five seeds": [1, 2, 3, 4, 5].map((seed) => ({ ...SAMPLED, seed })),
};

function makeMatrix(rows: number, seed: number): TrainingMatrix {
  const random = seededRandom(seed);
  const values = new Float32Array(rows * WIDTH);
  const labels = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const at = row * WIDTH;
    for (let column = 0; column < WIDTH; column++) values[at + column] = draw(column, random);
    labels[row] = random() < 1 / (1 + Math.exp(-logOdds(values.subarray(at, at + WIDTH)))) ? 1 : 0;
  }
  const names = Array.from({ length: WIDTH }, (_, column) => `column ${column}`);
  return { names, values, labels, weights: Float32Array.from(labels, () => 0.5 + 2 * random()) };
}

/** Counts, shares with gaps, long tails and flags, as pages have them. */
function draw(column: number, random: () => number): number {
  if (column % 4 === 0) return Math.floor(12 * random() * random());
  if (column % 4 === 1) return random() < 0.15 ? Number.NaN : random();
  if (column % 4 === 2) return -Math.log(1 - random()) * 40;
  return random() < 0.2 ? 1 : 0;
}

function logOdds(row: Float32Array): number {
  const value = (column: number) => row[column]!;
  const gap = Number.isNaN(value(1)) ? 1.2 : 3 * value(1) - 1;
  const both = value(3) === 1 ? value(2) / 20 - 2 : (value(0) - 3) / 2;
  return gap + both + Math.sin(value(6) / 15) + (value(5) > 0.5 && value(10) < 30 ? 1 : -0.5) - 0.3;
}

function parametersOf(options: BoostingOptions): Readonly<Record<string, number>> {
  return {
    max_depth: options.maxDepth,
    eta: options.learningRate,
    subsample: options.rowShare,
    colsample_bytree: options.columnShare,
    min_child_weight: options.minChildWeight,
    lambda: options.lambda,
    gamma: options.gamma,
    seed: options.seed,
  };
}

interface PeerResult {
  readonly version: string;
  /** One a run. */
  readonly losses: readonly number[];
}

function runXgboost(matrices: Readonly<Record<string, TrainingMatrix>>): PeerResult {
  const folder = mkdtempSync(join(tmpdir(), "galley-boosting-"));
  try {
    for (const [name, { values, labels, weights }] of Object.entries(matrices)) {
      for (const [part, floats] of Object.entries({ values, labels, weights }))
        writeFileSync(join(folder, `${name}.${part}`), new Uint8Array(floats.buffer));
    }
    const runs = Object.values(RUNS).flat().map(parametersOf);
    writeFileSync(join(folder, "task.json"), JSON.stringify({ width: WIDTH, trees: TREES, runs }));
    const script = join(import.meta.dirname, "compare-boosting.py");
    const output = execFileSync(process.env.PYTHON ?? "python3", [script, folder], { encoding: "utf8" });
    return JSON.parse(output) as PeerResult;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The mean weighted log loss. */
function logLoss(trees: TreeEnsemble, { values, labels, weights }: TrainingMatrix): number {
  const losses = Array.from(labels, (label, row) => {
    const logOdds = trees.scoreRow(values, row * WIDTH);
    return (
      weights[row]! * (Math.log1p(Math.exp(-Math.abs(logOdds))) + Math.max(logOdds, 0) - logOdds * label)
    );
  });
  return mean(losses) / mean([...weights]);
}

const matrices = { train: makeMatrix(20_000, 1), test: makeMatrix(20_000, 2) };
const peer = runXgboost(matrices);
const theirs = [...peer.losses];
process.stdout.write(`Test log loss after ${TREES} trees, galley and xgboost ${peer.version}\n`);
for (const [name, runs] of Object.entries(RUNS)) {
  const losses = runs.map((options) => logLoss(trainTrees(matrices.train, options), matrices.test));
  const [our, their] = [mean(losses), mean(theirs.splice(0, runs.length))];
  const ratio = our / their;
  process.stdout.write(
    `${name}: galley ${our.toFixed(5)} xgboost ${their.toFixed(5)} ratio ${ratio.toFixed(4)}\n`,
  );
  if (!(ratio <= MAX_RATIO)) process.exitCode = 1;
}
