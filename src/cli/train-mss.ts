import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import {
  findInput,
  type PageRecord,
  readFileBytes,
  readInputs,
  readModelJson,
  readRecord,
  writeWhole,
} from "../archive/index.ts";
import { parsePage } from "../default-extract.ts";
import { asNewsError } from "../errors/index.ts";
import { FEATURES, packMssModel, packSiteModel, readMssModel, type SiteModel } from "../extractors/index.ts";
import {
  DEFAULT_PRUNING,
  describeSkips,
  LEARN_DEFAULTS,
  LEARN_PAPER,
  type LearnOptions,
  makeMssCard,
  type RoundReport,
  SiteLearner,
  sumSkips,
  TRAIN_DEFAULTS,
  type TrainedMss,
  type TrainMssOptions,
  trainMss,
} from "../train/index.ts";
import { findSets, SETS_ARGUMENT } from "./input.ts";
import {
  labelChoice,
  MODEL_OUTPUT,
  prepareModelOutput,
  recordedCommand,
  writeModel,
} from "./model-output.ts";
import { percent, wholeNumber } from "./options.ts";
import { counted, startProgress } from "./progress.ts";

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

/** `galley train mss`: a model of supervised maximum subsequence segmentation. */
export function trainMssCommand(): Command {
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
    .option("--licence <set=name>", "the licence of a set, for the model card; can be repeated", addLicence)
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

/** The settings to start from, by name. */
const SETTINGS = { default: LEARN_DEFAULTS, paper: LEARN_PAPER } as const;

interface SiteLearningOptions
  extends Partial<
    Pick<LearnOptions, "rounds" | "share" | "window" | "cutoff" | "constant" | "margin" | "minPages">
  > {
  readonly from?: string;
  readonly output: string;
  readonly settings: keyof typeof SETTINGS;
  readonly quiet?: boolean;
}

/** `galley train mss-site`: a model for one site, from its own pages without labels. */
export function trainMssSiteCommand(): Command {
  return new Command("mss-site")
    .summary("learn one site from its own pages, without labels")
    .description("Learns one site from its own pages, without labels: a model for mss-site.")
    .argument(
      "<input...>",
      "article pages of the site: a folder of .html files, a .jsonl file of {url?, html | htmlPath, encoding?}, an .html file (each also as .gz), or - for JSONL on standard input",
    )
    .option("--from <model>", "the supervised model that makes the first predictions (default: galley's own)")
    .requiredOption("-o, --output <model>", "the file to write, a .json.gz or .json file")
    .addOption(
      new Option("--settings <name>", "what the options below start from")
        .choices(Object.keys(SETTINGS))
        .default("default"),
    )
    .option("--rounds <count>", "most rounds of training (default: 10)", wholeNumber)
    .option(
      "--share <share>",
      "share of the pages used in each round, the surest first (default: 0.6)",
      Number,
    )
    .option(
      "--window <tokens>",
      "tokens on each side of a span's ends that measure how sure it is (default: 10)",
      wholeNumber,
    )
    .option(
      "--cutoff <tokens>",
      "distance from a span's end, in tokens, up to which it counts (default: 64)",
      wholeNumber,
    )
    .option(
      "--constant <number>",
      "added to the score of tokens near a span's end (default: 0; the paper: 24)",
      Number,
    )
    .option(
      "--margin <score>",
      "how much better a span must be to replace the supervised one (default: 8)",
      Number,
    )
    .option("--min-pages <count>", "ignore features seen on fewer pages (default: 2)", wholeNumber)
    .option("-q, --quiet", "no summary and no progress")
    .addHelpText(
      "after",
      `
Ten article pages with the same layout are enough. Leave out home and section pages: they make the model worse.

Examples:
  galley train mss-site pages/ -o site.json.gz
  galley train mss-site pages.jsonl --from my-model.json.gz -o site.json.gz --settings paper
  galley extract page.html --model site.json.gz`,
    )
    .action(trainMssSite);
}

async function trainMssSite(names: readonly string[], options: SiteLearningOptions): Promise<void> {
  const { from, output, settings, quiet, ...changes } = options;
  const inputs = names.map(findInput);
  prepareModelOutput(output);
  const reports: RoundReport[] = [];
  const reading = { pages: 0, failed: 0, hash: createHash("sha256") };
  const learner = new SiteLearner({
    ...SETTINGS[settings],
    ...changes,
    ...(from !== undefined && { from: readMssModel(readModelJson(from)) }),
    onRound: (report) => {
      reports.push(report);
      if (!quiet && process.stderr.isTTY) process.stderr.write(`galley: ${describeRound(report)}\n`);
    },
  });
  for await (const raw of readInputs(inputs)) {
    const record = readRecord(raw);
    if (!("error" in record) && addPage(learner, record, reading.hash)) reading.pages++;
    else reading.failed++;
  }
  const learnt = learner.learn({
    command: "galley train mss-site",
    set: {
      name: names.map((name) => basename(resolve(name))).join(", "),
      pages: reading.pages,
      hash: reading.hash.digest("hex"),
    },
  });
  await writeWhole(output, `${JSON.stringify(packSiteModel(learnt))}\n`);
  if (!quiet) process.stderr.write(`galley: ${describeModel(learnt, { ...reading, reports, output })}\n`);
}

/** Whether the page could be read; one that cannot stops nothing. */
function addPage(
  learner: SiteLearner,
  { content, url, encoding }: PageRecord,
  hash: ReturnType<typeof createHash>,
): boolean {
  try {
    const html = "path" in content ? readFileBytes(content.path) : content.html;
    learner.add(parsePage(html, { url, encoding }));
    hash.update(html);
    return true;
  } catch (error) {
    if (asNewsError(error).code === "INTERNAL") throw error;
    return false;
  }
}

function describeRound({ round, changed, confidence }: RoundReport): string {
  const sureness = `confidence ${confidence.toFixed(3)}`;
  return round === 0
    ? `supervised, ${sureness}`
    : `round ${round}, ${counted(changed, "page")} changed, ${sureness}`;
}

interface Work {
  readonly pages: number;
  readonly failed: number;
  readonly reports: readonly RoundReport[];
  readonly output: string;
}

function describeModel({ tables }: SiteModel, { pages, failed, reports, output }: Work): string {
  const { trigram, "coarse trigram": coarse } = tables;
  const rounds = reports.length - 1;
  return [
    `${counted(pages, "page")}${failed === 0 ? "" : `, ${failed} more could not be read`}`,
    counted(rounds, "round"),
    `${trigram.counts.size} trigrams and ${coarse.counts.size} coarse ones`,
    `confidence ${reports[0]!.confidence.toFixed(3)} to ${reports.at(-1)!.confidence.toFixed(3)}`,
    `next: galley extract PAGE --model ${output}`,
  ].join("; ");
}
