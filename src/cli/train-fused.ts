import { statSync } from "node:fs";
import { basename } from "node:path";
import { Command } from "commander";
import { writeWhole } from "../archive/index.ts";
import { describeBytes } from "../errors/index.ts";
import { packageVersion } from "../eval/index.ts";
import { packFusedModel } from "../extractors/index.ts";
import { FUSED_DEFAULTS, makeFusedCard, trainFused } from "../train/index.ts";
import { cardPath, prepareModelOutput } from "./model-output.ts";
import { findSets, SETS_ARGUMENT } from "./named-sets.ts";
import { wholeNumber } from "./option-values.ts";

interface Options {
  readonly output: string;
  readonly trees: number;
  readonly folds: number;
  readonly seed: number;
  readonly quiet?: boolean;
}

const DEFAULT_TREES = FUSED_DEFAULTS.boosting.trees ?? 100;

/** `galley train fused`: a model of the learned extractor. */
export function trainFusedCommand(): Command {
  return new Command("fused")
    .summary("fused, the default extractor, from labelled sets")
    .description(
      "Trains fused, the default extractor, on labelled sets; writes the model and its model card.",
    )
    .argument(...SETS_ARGUMENT)
    .requiredOption(
      "-o, --output <file>",
      "the model, a .json.gz or .json file; its model card goes next to it as .md",
    )
    .option("--trees <count>", "number of boosted trees", wholeNumber, DEFAULT_TREES)
    .option("--folds <count>", "cross-validation folds by site, 2 or more", wholeNumber, FUSED_DEFAULTS.folds)
    .option("--seed <number>", "seed of the random choices", wholeNumber, FUSED_DEFAULTS.seed)
    .option("-q, --quiet", "no progress and no summary")
    .addHelpText(
      "after",
      `
The same pages and options give the same file. The model lists the domains it was trained on.

Examples:
  galley train fused wcxb-dev fundus-a -o fused.json.gz
  galley eval other-set --model fused.json.gz`,
    )
    .action(runTrainFused);
}

async function runTrainFused(names: readonly string[], options: Options): Promise<void> {
  const { output, trees, folds, seed, quiet } = options;
  const folders = await findSets(names);
  prepareModelOutput(output);
  const sets = folders.map((folder) => basename(folder)).join(" ");
  const trained = await trainFused(folders, {
    ...{ seed, folds, boosting: { trees } },
    command: `galley train fused ${sets} --trees ${trees} --folds ${folds} --seed ${seed}`,
    onStep: (step) => {
      if (!quiet) process.stderr.write(`galley: ${step}\n`);
    },
  });
  await writeWhole(output, `${JSON.stringify(packFusedModel(trained.model))}\n`);
  const sizeBytes = statSync(output).size;
  const card = cardPath(output);
  const facts = { file: basename(output), sizeBytes, version: packageVersion(), rows: trained.rows };
  await writeWhole(card, makeFusedCard(trained.model, facts));
  if (quiet) return;
  const size = describeBytes(sizeBytes);
  process.stderr.write(`galley: ${trained.pages} pages, ${trained.rows} blocks; ${output} has ${size}, its model card is ${card}
galley: measure it on unseen sites: galley eval SET --model ${output}\n`);
}
