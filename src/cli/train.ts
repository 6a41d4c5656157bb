import { Command } from "commander";
import { packFusedModel } from "../extractors/index.ts";
import { FUSED_DEFAULTS, makeFusedCard, trainFused } from "../train/index.ts";
import { findSets, SETS_ARGUMENT } from "./input.ts";
import { MODEL_OUTPUT, prepareModelOutput, recordedCommand, writeModel } from "./model-output.ts";
import { wholeNumber } from "./options.ts";
import { trainMssCommand } from "./train-mss.ts";
import { trainMssSiteCommand } from "./train-mss-site.ts";
import { trainWrapperCommand } from "./train-wrapper.ts";

/** `galley train`: models from pages, one sub-command a method. */
export function trainCommand(): Command {
  return new Command("train")
    .description("Trains a model; each extractor has its own sub-command.")
    .addCommand(trainFusedCommand())
    .addCommand(trainMssCommand())
    .addCommand(trainMssSiteCommand())
    .addCommand(trainWrapperCommand())
    .addHelpText(
      "after",
      `
Examples:
  galley train fused SET OTHER-SET -o my-fused.json.gz
  galley train mss SET OTHER-SET -o my-mss.json.gz
  galley train mss-site pages/ -o site.json.gz
  galley train wrapper SET -o my-wrapper.json.gz
  galley help train`,
    );
}

interface FusedOptions {
  readonly output: string;
  readonly trees: number;
  readonly folds: number;
  readonly seed: number;
  readonly quiet?: boolean;
}

const DEFAULT_TREES = FUSED_DEFAULTS.boosting.trees ?? 100;

/** `galley train fused`: a model of the learned extractor. */
function trainFusedCommand(): Command {
  return new Command("fused")
    .summary("fused, the default extractor, from labelled sets")
    .description(
      "Trains fused, the default extractor, on labelled sets; writes the model and its model card.",
    )
    .argument(...SETS_ARGUMENT)
    .requiredOption(...MODEL_OUTPUT)
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

async function runTrainFused(names: readonly string[], options: FusedOptions): Promise<void> {
  const { output, trees, folds, seed, quiet } = options;
  const folders = await findSets(names);
  prepareModelOutput(output);
  const { model, rows, pages } = await trainFused(folders, {
    seed,
    folds,
    boosting: { trees },
    command: recordedCommand("fused", folders, { trees, folds, seed }),
    onStep: (step) => {
      if (!quiet) process.stderr.write(`galley: ${step}\n`);
    },
  });
  const written = await writeModel(output, {
    packed: packFusedModel(model),
    makeCard: (facts) => makeFusedCard(model, { ...facts, rows }),
    summary: `${pages} pages, ${rows} blocks`,
  });
  if (!quiet) process.stderr.write(written);
}
