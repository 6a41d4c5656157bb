import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import {
  layoutFor,
  type Manner,
  MeasuredPage,
  WRAPPER_DEFAULTS,
  type WrapperModel,
  type WrapperSettings,
} from "../../extractors/index.ts";
import type { Training, TrainingSet } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { domainOf, type Label, loadPage, readLabels } from "../../sets/index.ts";
import { seededRandom } from "../../text/index.ts";
import {
  describeSkips,
  LabelCheck,
  openParsed,
  type ParsedPage,
  parseLabelled,
  refuseSameName,
  type SetReport,
  SetTally,
  type SkipCounts,
  type SkipReason,
  sumSkips,
} from "../labelled-pages.ts";
import { makeExample, type WrapperExample } from "./examples.ts";
import { inDrawnOrder, type Studied, studyPages } from "./study-pages.ts";
import { learnJudges, type MannerReport, type TrainingPage } from "./train-judges.ts";

interface TrainWrapperOptions {
  /** Settings other than the defaults; a model that is trained on keeps its own. */
  readonly settings: Partial<WrapperSettings>;
  /** Draws pages, candidates and folds: with the same pages, options and seed the model comes out the same. */
  readonly seed: number;
  /** A model to continue from: its support vectors are trained on again together with the new pages. */
  readonly from?: WrapperModel;
  /** Pages of each set, drawn at random where there are more. */
  readonly maxPages: number;
  /** Pages of each set that noise and kinds of pages are learned from, whatever their type. */
  readonly maxStudied: number;
  /** The command that the model names as its maker. */
  readonly command: string;
  /** Whether two labels of one page are an error, or the first one counts. */
  readonly conflicts: "refuse" | "keep first";
  /** Which pages to learn from; all by default. */
  readonly choose: (label: Label) => boolean;
  /** Called with the number of pages read so far. */
  readonly onProgress?: (pages: number) => void;
}

/** A trained model and what it was made from. */
export interface TrainedWrapper {
  readonly model: WrapperModel;
  readonly sets: readonly SetReport[];
  readonly manners: readonly MannerReport[];
  /** How many pages have a body or title that a rule leaves out, by rule; each manner counts for itself. */
  readonly failed: Readonly<Record<Manner, ReadonlyMap<string, number>>>;
}

/** Default options of training a wrapper. */
export const TRAIN_WRAPPER_DEFAULTS: TrainWrapperOptions = {
  settings: {},
  seed: 1,
  maxPages: Number.POSITIVE_INFINITY,
  maxStudied: 500,
  command: "trainWrapper",
  conflicts: "refuse",
  choose: () => true,
};

/** Trains the learned wrapper on folders of labelled sets. */
export async function trainWrapper(
  folders: readonly string[],
  options: Partial<TrainWrapperOptions> = {},
): Promise<TrainedWrapper> {
  const training = new WrapperTraining({ ...TRAIN_WRAPPER_DEFAULTS, ...options });
  for (const folder of folders) await training.addSet(folder);
  return training.finish();
}

class WrapperTraining {
  readonly #options: TrainWrapperOptions;
  readonly #settings: WrapperSettings;
  readonly #check: LabelCheck;
  readonly #pages: TrainingPage[] = [];
  readonly #domains = new Set<string>();
  readonly #sets: SetReport[] = [];
  /** The drawn pages that noise and page types are learned from. */
  readonly #studied = new Set<Label>();
  readonly #parsed = new Map<Label, ParsedPage>();
  readonly #trainedOn = new Set<Label>();
  readonly #failed = { strict: new Map<string, number>(), soft: new Map<string, number>() };
  #read = 0;

  constructor(options: TrainWrapperOptions) {
    this.#options = options;
    this.#settings = options.from?.settings ?? { ...WRAPPER_DEFAULTS, ...options.settings };
    this.#check = new LabelCheck(options.conflicts);
  }

  async addSet(folder: string): Promise<void> {
    const set = new SetTally(basename(resolve(folder)));
    refuseSameName(this.#sets, set.name);
    for (const label of await this.#draw(folder)) {
      if (set.pages >= this.#options.maxPages) break;
      const skip = this.#learn(label, set);
      this.#options.onProgress?.(++this.#read);
      if (skip !== undefined) set.skip(skip);
    }
    this.#sets.push(set.finish());
  }

  finish(): TrainedWrapper {
    const { seed, from } = this.#options;
    const random = seededRandom(seed);
    const learned = learnJudges(this.#pages, { random, ...(from && { from }) });
    if (learned === undefined)
      throw tooFew(this.#pages.length, sumSkips(this.#sets.map(({ dropped }) => dropped)));
    const { judges, manners } = learned;
    const classifiers = { ...judges, settings: this.#settings, training: this.#training() };
    const { noise, verdict } = from ?? {};
    const studied = from ? undefined : this.#study(classifiers);
    const beyond = studied?.beyond ?? { ...(noise && { noise }), ...(verdict && { verdict }) };
    const training = studied ? this.#training(studied) : classifiers.training;
    return {
      model: { ...classifiers, ...beyond, training },
      sets: this.#sets,
      manners,
      failed: this.#failed,
    };
  }

  #study(classifiers: WrapperModel): Studied {
    const { seed, onProgress } = this.#options;
    const parse = (label: Label) => this.#parsed.get(label) ?? parseLabelled(label);
    return studyPages(classifiers, [...this.#studied], {
      seed,
      parse,
      isTrainedOn: (label) => this.#trainedOn.has(label),
      onPage: () => onProgress?.(++this.#read),
    });
  }

  /** The labels of a set; where only some of the pages are wanted, in an order that the seed draws. */
  async #draw(folder: string): Promise<readonly Label[]> {
    const all: Label[] = [];
    for await (const label of readLabels(folder)) {
      this.#check.id(label);
      all.push(label);
    }
    const { maxPages, maxStudied, seed, from, choose } = this.#options;
    // A few corrections are too little to learn noise and page types from: the old trees stay.
    const studied = from ? [] : inDrawnOrder(all, `study ${seed}`).slice(0, maxStudied);
    for (const label of studied) this.#studied.add(label);
    const labels = all.filter(choose);
    return labels.length <= maxPages ? labels : inDrawnOrder(labels, `${seed}`);
  }

  /** Learns from a page, or returns why not. */
  #learn(label: Label, set: SetTally): SkipReason | undefined {
    const { body, bodyIsPrefix } = label.truth;
    if ((body === null || body.trim() === "") && label.nodes?.body === undefined) return "without a body";
    if (bodyIsPrefix) return "labelled only in part";
    const html = loadPage(label);
    if (this.#check.isKnown(label, html)) return "seen before";
    const parsed = parseLabelled(label, html);
    if (parsed === undefined) return "unreadable";
    if (this.#studied.has(label)) this.#parsed.set(label, parsed);
    const examples = this.#readExamples(label, openParsed(parsed, label));
    if (typeof examples === "string") return examples;
    const domain = domainOf(label);
    if (domain !== undefined) this.#domains.add(domain);
    this.#pages.push({ site: domain ?? label.id, examples });
    this.#trainedOn.add(label);
    set.use(parsed.hash + JSON.stringify(label.nodes ?? {}));
    return undefined;
  }

  /** The examples of a page: softly read always, strictly read where its layout is complete and screens count. */
  #readExamples(label: Label, page: Page): TrainingPage["examples"] | SkipReason {
    const layout = layoutFor(page, this.#settings.screen);
    const examples: Partial<Record<Manner, WrapperExample>> = {};
    const isStrict = layout.complete && this.#settings.firstScreens !== "order";
    for (const manner of isStrict ? (["soft", "strict"] as const) : (["soft"] as const)) {
      const example = makeExample(new MeasuredPage(page, layout, this.#settings, manner), label);
      if (typeof example === "string") return example;
      examples[manner] = example;
      for (const rule of example.failed)
        this.#failed[manner].set(rule, (this.#failed[manner].get(rule) ?? 0) + 1);
    }
    return examples;
  }

  #training(studied?: Studied): Training {
    const { command, seed, from } = this.#options;
    const before = from?.training;
    const sets = this.#sets.map((set) => withStudied(set, studied?.hashes.get(set.name)));
    return {
      command,
      seed,
      sets: [...(before?.sets ?? []), ...sets],
      domains: [
        ...new Set([...(before?.domains ?? []), ...this.#domains, ...(studied?.domains ?? [])]),
      ].sort(),
    };
  }
}

function withStudied({ name, pages, hash }: TrainingSet, more: readonly string[] = []): TrainingSet {
  if (more.length === 0) return { name, pages, hash };
  const joined = createHash("sha256").update(hash);
  for (const one of more) joined.update(one);
  return { name, pages: pages + more.length, hash: joined.digest("hex") };
}

function tooFew(pages: number, skips: SkipCounts): NewsError {
  const lost = skips.size === 0 ? "" : `; dropped ${describeSkips(skips)}`;
  return new NewsError(
    "BAD_SET",
    `Too few of the ${pages} pages have both a title and a body; label at least 2 with both${lost}.`,
  );
}
