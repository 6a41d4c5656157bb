import { basename } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { readModelJson } from "../../archive/index.ts";
import { NewsError } from "../../errors/index.ts";
import {
  FEATURE_CHOICES,
  type FeatureChoice,
  PARAGRAPH_CHOICES,
  type ParagraphChoice,
  packWrapperModel,
  readWrapperModel,
  SCREEN_CHOICES,
  type ScreenChoice,
  TITLE_CHOICES,
  type TitleChoice,
  WRAPPER_DEFAULTS,
  WRAPPER_PAPER,
  type WrapperSettings,
} from "../../extractors/index.ts";
import type { Screen } from "../../page/index.ts";
import {
  describeSkips,
  makeWrapperCard,
  sumSkips,
  TRAIN_WRAPPER_DEFAULTS,
  type TrainedWrapper,
  trainWrapper,
} from "../../train/index.ts";
import { findSets, SETS_ARGUMENT } from "../input.ts";
import { given, wholeNumber } from "../options.ts";
import { counted, startProgress } from "../progress.ts";
import {
  labelChoice,
  MODEL_OUTPUT,
  prepareModelOutput,
  recordedCommand,
  writeModel,
} from "./model-output.ts";

const SETTINGS = { default: {}, paper: WRAPPER_PAPER } as const;
type SettingsName = keyof typeof SETTINGS;

interface Options {
  readonly output: string;
  readonly from?: string;
  readonly pages?: number;
  readonly study?: number;
  readonly screen?: Screen;
  readonly firstScreens?: ScreenChoice;
  readonly minArea?: number;
  readonly minWords?: number;
  readonly maxTitleWords?: number;
  readonly features?: FeatureChoice;
  readonly paragraphs?: ParagraphChoice;
  readonly titles?: TitleChoice;
  readonly settings?: SettingsName;
  readonly seed: number;
  readonly pageType?: string;
  readonly keepFirst?: boolean;
}

/** `galley train wrapper`: a model of the learned wrapper. */
export function trainWrapperCommand(): Command {
  const command = new Command("wrapper")
    .summary("the learned wrapper, from a few labelled pages")
    .description("Trains the learned wrapper on labelled sets; writes the model and its model card.")
    .argument(...SETS_ARGUMENT)
    .requiredOption(...MODEL_OUTPUT)
    .option("--from <model>", "a model to continue from, with its settings and training pages")
    .option("--pages <count>", "random sample of this many pages from each set (default: all)", wholeNumber)
    .option(
      "--study <count>",
      `pages of each set, of any type, to learn page types and, from up to 500, noise from (default: ${TRAIN_WRAPPER_DEFAULTS.maxStudied})`,
      wholeNumber,
    );
  return addSettings(command)
    .option("--seed <number>", "seed of the random choices", wholeNumber, TRAIN_WRAPPER_DEFAULTS.seed)
    .option(
      "--page-type <type>",
      "learn bodies and titles only from pages of this type, and pages without a type",
    )
    .option("--keep-first", "if a page is labelled twice, use the first label instead of failing")
    .addHelpText(
      "after",
      `
Labels point at nodes by titlePath and bodyPath; where they do not, the smallest subtrees with the label's title and body
are taken. The same pages and options give the same file. The model lists the domains it was trained on.

Examples:
  galley train wrapper my-set -o my-wrapper.json.gz
  galley train wrapper my-site --settings paper -o as-printed.json.gz
  galley train wrapper corrections --from my-wrapper.json.gz -o better.json.gz
  galley eval other-set --model my-wrapper.json.gz`,
    )
    .action(runTrainWrapper);
}

function addSettings(command: Command): Command {
  const { screen, firstScreens, minBodyArea, minBodyWords, maxTitleWords } = WRAPPER_DEFAULTS;
  return command
    .addOption(
      new Option(
        "--settings <name>",
        "what the options below start from; paper: as the paper has them, and neither noise nor page types are learned (default: default)",
      ).choices(Object.keys(SETTINGS)),
    )
    .option(
      "--screen <size>",
      `the screen that pages are laid out for (default: ${screen.width}x${screen.height})`,
      screenSize,
    )
    .addOption(
      new Option(
        "--first-screens <count>",
        `screens within which a body starts and a title ends, on complete layouts; one in the paper; order: only the vertical order counts (default: ${firstScreens})`,
      ).choices(SCREEN_CHOICES),
    )
    .option(
      "--min-area <pixels>",
      `smallest area of a body, in square pixels (default: ${minBodyArea})`,
      wholeNumber,
    )
    .option("--min-words <count>", `fewest words of a body (default: ${minBodyWords})`, wholeNumber)
    .option("--max-title-words <count>", `most words of a title (default: ${maxTitleWords})`, wholeNumber)
    .addOption(new Option("--features <which>", "features to use (default: all)").choices(FEATURE_CHOICES))
    .addOption(
      new Option(
        "--paragraphs <which>",
        "tags: only p, br, i, b and strong are formatting elements, as in the paper; boxes: all that is shown as a paragraph (default: boxes)",
      ).choices(PARAGRAPH_CHOICES),
    )
    .addOption(
      new Option(
        "--titles <which>",
        "looks: titles are chosen by look and place alone, as in the paper; stated: candidates that the page states as its title come first (default: stated)",
      ).choices(TITLE_CHOICES),
    );
}

function screenSize(text: string): Screen {
  const [, width, height] = /^([1-9]\d{1,4})x([1-9]\d{1,4})$/.exec(text) ?? [];
  if (width === undefined || height === undefined)
    throw new InvalidArgumentError("It must be WIDTHxHEIGHT in pixels, such as 1280x1024.");
  return { width: Number(width), height: Number(height) };
}

async function runTrainWrapper(names: readonly string[], options: Options): Promise<void> {
  const { output, from, seed, pages, study } = options;
  const settings = settingsOf(options);
  if (from !== undefined && Object.keys(settings).length > 0)
    throw new NewsError("BAD_OPTION", "With --from the model keeps its settings; leave these options out.");
  if (from !== undefined && study !== undefined)
    throw new NewsError("BAD_OPTION", "The options --from and --study exclude each other.");
  const folders = await findSets(names);
  prepareModelOutput(output);
  const progress = await startProgress();
  const trained = await trainWrapper(folders, {
    seed,
    settings,
    onProgress: (count) => progress.show("pages", count),
    command: commandOf(folders, options),
    ...given({
      from: from === undefined ? undefined : readWrapperModel(readModelJson(from)),
      maxPages: pages,
      maxStudied: study ?? (options.settings === "paper" ? 0 : undefined),
    }),
    ...labelChoice(options),
  }).finally(progress.stop);
  const { model, manners } = trained;
  const written = await writeModel(output, {
    packed: packWrapperModel(model),
    makeCard: (facts) => makeWrapperCard(model, { ...facts, manners }),
    summary: summaryOf(trained),
  });
  process.stderr.write(written);
}

/** The settings that were asked for; the others keep their defaults. */
function settingsOf(options: Options): Partial<WrapperSettings> {
  const { screen, firstScreens, minArea, minWords, maxTitleWords, features, paragraphs, titles } = options;
  const chosen = given({
    screen,
    firstScreens,
    minBodyArea: minArea,
    minBodyWords: minWords,
    maxTitleWords,
    features,
    paragraphs,
    titles,
  });
  return { ...SETTINGS[options.settings ?? "default"], ...chosen };
}

function commandOf(folders: readonly string[], options: Options): string {
  const { from, screen } = options;
  return recordedCommand("wrapper", folders, {
    from: from && basename(from),
    pages: options.pages,
    study: options.study,
    settings: options.settings,
    screen: screen && `${screen.width}x${screen.height}`,
    "first-screens": options.firstScreens,
    "min-area": options.minArea,
    "min-words": options.minWords,
    "max-title-words": options.maxTitleWords,
    features: options.features,
    paragraphs: options.paragraphs,
    titles: options.titles,
    seed: options.seed,
    "page-type": options.pageType,
    "keep-first": options.keepFirst || undefined,
  });
}

function summaryOf({ model, sets, failed }: TrainedWrapper): string {
  const pages = sets.reduce((sum, set) => sum + set.pages, 0);
  const drops = sumSkips(sets.map(({ dropped }) => dropped));
  const parts = [counted(pages, "page")];
  if (drops.size > 0) parts.push(`dropped ${describeSkips(drops)}`);
  for (const manner of ["soft", "strict"] as const) {
    if (failed[manner].size === 0) continue;
    const layout = manner === "strict" ? "on complete layouts" : "on any layout";
    parts.push(`no candidates ${layout}: ${describeSkips(failed[manner])}`);
  }
  if (model.strict === undefined && model.settings.firstScreens !== "order")
    parts.push("no pages with complete layouts to learn from");
  if (model.noise === undefined) parts.push("too few sites or pages to learn noise from");
  if (model.verdict === undefined) parts.push("too few other pages to learn page types from");
  return parts.join("; ");
}
