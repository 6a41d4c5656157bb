/**
 * `npm run train:context`: learns the context trees of the shipped `fused` again, after `train:fused`, and puts them into its
 * model file. Takes about twelve minutes on one core: trees are grown once without each fold of sites.
 */

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { SHIPPED_FUSED, SHIPPED_SETS, writeOldNewsroom } from "../../scripts/shipped-recipe.ts";
import { shippedFile, shippedJson, writeModels } from "../../scripts/write-models.ts";
import { packContext } from "../../src/extractors/fused/context.ts";
import type { TreeEnsemble } from "../../src/model/index.ts";
import { dataPlaces, findSets, type Label } from "../../src/sets/index.ts";
import { readExamples } from "../../src/train/fused/examples.ts";
import { FUSED_DEFAULTS, pageTypeOf } from "../../src/train/index.ts";
import { report } from "../experiments/experiment.ts";
import { learnContext } from "./learn-context.ts";

const OPTIONS = { ...FUSED_DEFAULTS, ...SHIPPED_FUSED, onStep: report, choose: isArticle };

function isArticle(label: Label): boolean {
  return (pageTypeOf(label) ?? "article") === "article";
}

async function train(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "galley-context-"));
  try {
    const folders = await findSets(Object.keys(SHIPPED_SETS), dataPlaces(report));
    folders.push(await writeOldNewsroom(folder));
    addToModel(learnContext(await readExamples(folders, OPTIONS), OPTIONS));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the trees into the model file, and what changes by that on its card. */
function addToModel(contextTrees: TreeEnsemble): void {
  const file = relative("", shippedFile("fused"));
  // The old ones may be of other features, with which the model could not be read.
  const { context: _, ...rest } = JSON.parse(shippedJson("fused")) as Record<string, unknown>;
  const packed = { ...rest, context: packContext(contextTrees) };
  writeFileSync(file, gzipSync(`${JSON.stringify(packed)}\n`, { level: 9 }));
  const card = file.replace(".json.gz", ".md");
  const lines = readFileSync(card, "utf8")
    .replace(/^\| context trees .*\n/m, "")
    .replace(/^\| size .*/m, `| size | ${statSync(file).size} bytes |`)
    .replace(/^\| trees .*/m, `$&\n| context trees | ${contextTrees.size}, by \`npm run train:context\` |`);
  writeFileSync(card, lines);
  writeModels();
}

await train();
