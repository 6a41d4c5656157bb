/**
 * `node lab/attention/export-rows.ts FOLDER`: writes the rows that the trees of articles learn from, for the network that is
 * trained beside them. Class names and MSS are scored by models that have not seen a page's site, as for the trees.
 */

import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { SHIPPED_FUSED, SHIPPED_SETS, writeOldNewsroom } from "../../scripts/shipped-recipe.ts";
import { FUSED_FEATURES, OTHER_NAME_FEATURES, shippedFused } from "../../src/extractors/index.ts";
import type { TreeEnsemble } from "../../src/model/index.ts";
import { dataPlaces, domainOf, findSets, type Label } from "../../src/sets/index.ts";
import { type ExampleRows, readExampleRows, readExamples } from "../../src/train/fused/examples.ts";
import { dropFamilies, regrowTrees } from "../../src/train/fused/grow-forest.ts";
import { learnFoldParts } from "../../src/train/fused/train-fused.ts";
import { pageTypeOf } from "../../src/train/fused/train-verdict.ts";
import { FUSED_DEFAULTS } from "../../src/train/index.ts";
import { report } from "../experiments/experiment.ts";

/** How many features are exported, the most influential first. */
const FEATURES = 160;
/** One row in this many is sampled to measure how much each feature matters. */
const SAMPLE_STEP = 40;
/** The fold whose sites the trees of `held-out-trees.f32` have not seen. */
const HELD_OUT_FOLD = 0;

const OPTIONS = { ...FUSED_DEFAULTS, ...SHIPPED_FUSED, onStep: report };

/** Whether the trees of articles learn from a page. */
function isArticle(label: Label): boolean {
  const type = pageTypeOf(label);
  return type === null || type === "article";
}

async function exportRows(folder: string): Promise<void> {
  const made = join(folder, "made-up");
  mkdirSync(made, { recursive: true });
  const folders = await findSets(Object.keys(SHIPPED_SETS), dataPlaces(report));
  folders.push(await writeOldNewsroom(made));
  const examples = await readExamples(folders, { ...OPTIONS, choose: isArticle });
  const parts = learnFoldParts(examples, OPTIONS);
  report("computing the features of blocks");
  const rows = examples.pages.flatMap(
    (example) => readExampleRows(example, { ...OPTIONS, parts: parts[example.fold]! }) ?? [],
  );
  const columns = rankFeatures(rows, shippedFused().trees).slice(0, FEATURES);
  writeRows(folder, rows, columns);
  const domains = new Set(examples.pages.flatMap(({ label }) => domainOf(label) ?? []));
  const training = { seed: OPTIONS.seed, sets: examples.sets, domains: [...domains].sort() };
  const features = columns.map((column) => FUSED_FEATURES[column]);
  writeFileSync(join(folder, "rows.json"), JSON.stringify({ features, pages: pagesOf(rows), training }));
  writeHeldOut(folder, rows);
}

/** The columns by how much they move the log-odds of the shipped trees, in the mean over a sample of rows. */
function rankFeatures(rows: readonly ExampleRows[], trees: TreeEnsemble): number[] {
  const width = FUSED_FEATURES.length;
  const moved = new Float64Array(width);
  let count = 0;
  for (const { own } of rows) {
    for (let row = 0; row < own.labels.length; row++) {
      if (count++ % SAMPLE_STEP !== 0) continue;
      const weight = own.weights[row]!;
      trees.contributions(own.values, row * width).forEach((logOdds, column) => {
        moved[column]! += weight * Math.abs(logOdds);
      });
    }
  }
  return [...FUSED_FEATURES.keys()]
    .filter((column) => !OTHER_NAME_FEATURES.includes(FUSED_FEATURES[column]!))
    .sort((a, b) => moved[b]! - moved[a]!);
}

/** A page and its augmented copies, one after the other, as the trees learn from them. */
function copiesOf({ own, augmented }: ExampleRows) {
  return [
    own,
    ...augmented.map((rows) => ({ ...rows, values: dropFamilies(rows.values, rows.seed, OPTIONS.dropped) })),
  ];
}

function writeRows(folder: string, rows: readonly ExampleRows[], columns: readonly number[]): void {
  const width = FUSED_FEATURES.length;
  const files = ["values", "labels", "weights"].map((name) => openSync(join(folder, `${name}.f32`), "w"));
  for (const { values, labels, weights } of rows.flatMap(copiesOf)) {
    const chosen = new Float32Array(labels.length * columns.length);
    for (let row = 0; row < labels.length; row++) {
      for (const [at, column] of columns.entries())
        chosen[row * columns.length + at] = values[row * width + column]!;
    }
    for (const [at, numbers] of [chosen, labels, weights].entries()) writeSync(files[at]!, numbers);
  }
  files.forEach(closeSync);
}

/** For each page the number of its rows, the fold of its site, and whether it is an augmented copy. */
function pagesOf(rows: readonly ExampleRows[]) {
  return rows.flatMap((page) =>
    copiesOf(page).map(({ labels }, copy) => [labels.length, page.example.fold, Number(copy > 0)]),
  );
}

/** Writes the log-odds that trees of the other folds give the pages of one, for choosing the network's weight. */
function writeHeldOut(folder: string, rows: readonly ExampleRows[]): void {
  report("growing trees without one fold");
  const foldOf = new Map(rows.map(({ example }) => [example.label, example.fold]));
  const trees = regrowTrees(rows, OPTIONS, { choose: (label) => foldOf.get(label) !== HELD_OUT_FOLD });
  const file = openSync(join(folder, "held-out-trees.f32"), "w");
  for (const { example, own } of rows) {
    if (example.fold !== HELD_OUT_FOLD) continue;
    const logOdds = new Float64Array(own.labels.length);
    trees.scoreRows(own.values, own.labels.length, logOdds);
    writeSync(file, Float32Array.from(logOdds));
  }
  closeSync(file);
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name a folder for the rows");
await exportRows(folder);
