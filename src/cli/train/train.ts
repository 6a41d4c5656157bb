import { Command, InvalidArgumentError, Option } from "commander";
import { FEATURES, packFusedModel, packMssModel } from "../../extractors/index.ts";
import {
  DEFAULT_PRUNING,
  describeSkips,
  FUSED_DEFAULTS,
  makeFusedCard,
  makeMssCard,
  sumSkips,
  TRAIN_DEFAULTS,
  type TrainedMss,
  type TrainMssOptions,
  trainFused,
  trainMss,
} from "../../train/index.ts";
import { findSets, SETS_ARGUMENT } from "../input.ts";
import { percent, wholeNumber } from "../options.ts";
import { counted, startProgress } from "../progress.ts";
import {
  labelChoice,
  MODEL_OUTPUT,
  prepareModelOutput,
  recordedCommand,
  writeModel,
} from "./model-output.ts";
import { trainMssSiteCommand } from "./train-mss-site.ts";
import { trainWrapperCommand } from "./train-wrapper.ts";

/** `galley train`: models from pages, one sub-command a method. */
export function makeCommand(): Command {
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
    .option("-q, --quiet", "no summary and no progress")
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

interface MssOptions {
  readonly output: string;
  readonly minSites: number;
  readonly maxFeatures: number;
  readonly augment: number;
  readonly minTokens: number;
  readonly maxTags: number;
  readonly balance: TrainMssOptions["balance"];
  readonly seed: number;
  readonly pageType?: string;
  readonly keepFirst?: boolean;
  readonly licence?: Readonly<Record<string, string>>;
}

const PERCENT = 100;

function trainMssCommand(): Command {
  return new Command("mss")
    .summary("supervised maximum subsequence segmentation, from labelled sets")
    .description("Trains supervised MSS on labelled sets, in one pass; writes the model and its model card.")
    .argument(...SETS_ARGUMENT)
    .requiredOption(...MODEL_OUTPUT)
    .option(
      "--min-sites <count>",
      "leave out features seen on fewer sites, 1 to 3",
      siteCount,
      DEFAULT_PRUNING.minSites,
    )
    .option(
      "--max-features <count>",
      "number of features to keep in each table, the most frequent first",
      wholeNumber,
      DEFAULT_PRUNING.maxFeatures,
    )
    .option(
      "--augment <count>",
      "copies of each page to add, rewritten in the markup of older pages",
      count,
      TRAIN_DEFAULTS.augmentations,
    )
    .option(
      "--min-tokens <count>",
      "leave out bodies with fewer words and symbols",
      wholeNumber,
      TRAIN_DEFAULTS.minTokens,
    )
    .option(
      "--max-tags <percent>",
      "leave out bodies with more tags among their tokens",
      percent,
      TRAIN_DEFAULTS.maxTagShare * PERCENT,
    )
    .addOption(
      new Option("--balance <what>", "what has equal weight: every page, or every token as in the paper")
        .choices(["pages", "tokens"])
        .default(TRAIN_DEFAULTS.balance),
    )
    .option("--seed <number>", "seed of the random choices", wholeNumber, TRAIN_DEFAULTS.seed)
    .option("--page-type <type>", "only pages of this type, and pages without a type")
    .option("--keep-first", "if a page is labelled twice, use the first label instead of failing")
    .option("--licence <set=name>", "the licence of a set, for the model card; may be repeated", addLicence)
    .addHelpText(
      "after",
      `
A site is the registrable domain of a page's url, else the label's site. The model lists the domains it was trained on.
The same pages and options give the same file.

Examples:
  galley train mss my-set -o my-mss.json.gz --min-sites 1
  galley train mss wcxb-dev fundus-a --page-type article --keep-first -o my-mss.json.gz
  galley eval other-set --model my-mss.json.gz`,
    )
    .action(runTrainMss);
}

function siteCount(text: string): number {
  if (!/^[123]$/.test(text)) throw new InvalidArgumentError("It must be 1, 2 or 3.");
  return Number(text);
}

function count(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 0 to 999.");
  return Number(text);
}

function addLicence(text: string, before: MssOptions["licence"]): MssOptions["licence"] {
  const [, set, name] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (set === undefined || name === undefined) throw new InvalidArgumentError("It must be SET=NAME.");
  return { ...before, [set]: name };
}

async function runTrainMss(names: readonly string[], options: MssOptions): Promise<void> {
  const { output, seed, minSites, maxFeatures, augment, balance, minTokens, maxTags } = options;
  const folders = await findSets(names);
  prepareModelOutput(output);
  const progress = await startProgress();
  const trained = await trainMss(folders, {
    seed,
    minSites,
    maxFeatures,
    augmentations: augment,
    balance,
    minTokens,
    maxTagShare: maxTags / PERCENT,
    onProgress: (count) => progress.show("pages", count),
    command: recordedCommand("mss", folders, {
      "min-sites": minSites,
      "max-features": maxFeatures,
      "min-tokens": minTokens,
      "max-tags": maxTags,
      augment,
      balance,
      seed,
      "page-type": options.pageType,
      "keep-first": options.keepFirst || undefined,
    }),
    ...labelChoice(options),
  }).finally(progress.stop);
  const { model } = trained;
  const written = await writeModel(output, {
    packed: packMssModel(model),
    makeCard: (facts) => makeMssCard(model, { ...facts, pruning: options, licences: options.licence ?? {} }),
    summary: summaryOf(trained),
  });
  process.stderr.write(written);
}

function summaryOf({ model, sets, sites, forgotten }: TrainedMss): string {
  const pages = sets.reduce((sum, set) => sum + set.pages, 0);
  const drops = sumSkips(sets.map(({ dropped }) => dropped));
  const features = FEATURES.reduce((sum, feature) => sum + model.tables[feature].size, 0);
  const parts = [`${counted(pages, "page")} of ${counted(sites, "site")}`];
  if (drops.size > 0) parts.push(`dropped ${describeSkips(drops)}`);
  parts.push(`${features} features`);
  if (forgotten > 0) parts.push(`${forgotten} rare features were dropped as the tables were full`);
  return parts.join("; ");
}
