import { createHash } from "node:crypto";
import { basename, resolve } from "node:path";
import { NewsError } from "../../errors/index.ts";
import { type MssModel, makeForms, tokenise } from "../../extractors/index.ts";
import type { TrainingSet } from "../../model/index.ts";
import type { Page } from "../../page/index.ts";
import { domainOf, hashPage, type Label, loadPage, readLabels } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";
import { augmentPage } from "../augment-page.ts";
import { describeSkips, LabelCheck, type SkipCounts, type SkipReason, sumSkips } from "../check-labels.ts";
import { judgeSize, type LabelLimits } from "../label/rule.ts";
import { type PageFacts, readPage } from "../read-page.ts";
import { DEFAULT_PRUNING, type Example, MssCounter, type PruneOptions } from "./mss-counter.ts";
import { alignTruth } from "./truth-spans.ts";

/** How a model is trained. */
export interface TrainMssOptions extends PruneOptions, LabelLimits {
  /** Draws augmentations: with the same pages, options and seed the model comes out the same. */
  readonly seed: number;
  /** Whether every page counts alike, inside and outside of its article, or every token, as in the paper. */
  readonly balance: "pages" | "tokens";
  /** Augmented copies of each page that are learned from as well; see `augmentPage`. */
  readonly augmentations: number;
  /** The command that the model names as its maker. */
  readonly command: string;
  /** Of two labels for one page: an error, or the first one counts. */
  readonly conflicts: "refuse" | "keep first";
  /** Which pages to learn from; all by default. */
  readonly choose: (label: Label) => boolean;
  /** Entries of each table while counting. */
  readonly maxEntries?: number;
  /** Called with the number of pages read so far. */
  readonly onProgress?: (pages: number) => void;
}

/** What became of the pages of a set. */
interface SetReport extends TrainingSet {
  readonly dropped: SkipCounts;
}

/** A trained model and what it was made from. */
export interface TrainedMss {
  readonly model: MssModel;
  readonly sets: readonly SetReport[];
  readonly sites: number;
  /** Entries that full tables have forgotten while counting. */
  readonly forgotten: number;
}

/** One page has no other to agree with. */
const MIN_PAGES = 2;

/** Default options of training. */
export const TRAIN_DEFAULTS: TrainMssOptions = {
  ...DEFAULT_PRUNING,
  minTokens: 1,
  maxTagShare: 1,
  seed: 1,
  balance: "pages",
  augmentations: 0,
  command: "trainMss",
  conflicts: "refuse",
  choose: () => true,
};

/** Trains supervised MSS (6.2.3) on folders of labelled sets: one pass over the pages, each of which is then let go. */
export async function trainMss(
  folders: readonly string[],
  options: Partial<TrainMssOptions> = {},
): Promise<TrainedMss> {
  const training = new MssTraining({ ...TRAIN_DEFAULTS, ...options });
  for (const folder of folders) await training.addSet(folder);
  return training.finish();
}

class MssTraining {
  readonly #options: TrainMssOptions;
  readonly #counter: MssCounter;
  readonly #forms = makeForms();
  readonly #check: LabelCheck;
  readonly #domains = new Set<string>();
  readonly #sets: SetReport[] = [];
  #pages = 0;

  constructor(options: TrainMssOptions) {
    this.#options = options;
    this.#counter = new MssCounter({ maxEntries: options.maxEntries });
    this.#check = new LabelCheck(options.conflicts);
  }

  async addSet(folder: string): Promise<void> {
    const name = basename(resolve(folder));
    if (this.#sets.some((set) => set.name === name))
      throw new NewsError("BAD_OPTION", `Two sets are called ${name}; rename the folder of one.`);
    const hash = createHash("sha256");
    const dropped = new Map<SkipReason, number>();
    let pages = 0;
    for await (const label of readLabels(folder)) {
      this.#check.id(label, folder);
      if (!this.#options.choose(label)) continue;
      const outcome = await this.#learn(label);
      if (outcome.isUsed) {
        pages++;
        hash.update(outcome.hash);
      } else dropped.set(outcome.reason, (dropped.get(outcome.reason) ?? 0) + 1);
      this.#options.onProgress?.(++this.#pages);
    }
    if (pages === 0) throw nothingIn(name, dropped);
    this.#sets.push({ name, pages, hash: hash.digest("hex"), dropped });
  }

  finish(): TrainedMss {
    const { seed, command, minSites } = this.#options;
    const pages = this.#sets.reduce((sum, set) => sum + set.pages, 0);
    if (pages < MIN_PAGES) throw tooFew(pages, sumSkips(this.#sets.map(({ dropped }) => dropped)));
    const sites = this.#counter.sites;
    const model = this.#counter.finish({
      ...this.#options,
      training: {
        command,
        seed,
        sets: this.#sets.map(({ name, pages: used, hash }) => ({ name, pages: used, hash })),
        domains: [...this.#domains].sort(),
      },
    });
    checkModel(model, { sites, minSites });
    return { model, sets: this.#sets, sites, forgotten: this.#counter.forgotten };
  }

  async #learn(label: Label): Promise<Outcome> {
    const { body, bodyIsPrefix } = label.truth;
    if (body === null || body.trim() === "") return skip("without a body");
    if (bodyIsPrefix) return skip("labelled only in part");
    const html = loadPage(label);
    if (await this.#check.isKnown(label, html)) return skip("seen before");
    const example = this.#readExample(label, html, body);
    if (typeof example === "string") return skip(example);
    const domain = domainOf(label);
    if (domain !== undefined) this.#domains.add(domain);
    // Pages of unknown sites may all be of one; what they share must not count as shared by many.
    const site = domain ?? label.set;
    this.#count(example, site);
    this.#countAugmented(example, body, site);
    return { isUsed: true, hash: hashPage(label, html) };
  }

  #count(example: Example, site: string): void {
    const weight = this.#options.balance === "pages" ? pageWeight(example) : undefined;
    this.#counter.add(example, { site, weight });
  }

  #countAugmented({ page }: Example, body: string, site: string): void {
    for (let copy = 1; copy <= this.#options.augmentations; copy++) {
      const seed = hashText(`${this.#options.seed} ${copy} ${this.#pages}`);
      const augmented = readablePage(augmentPage(page, seed));
      // A page of a million boxes can become one of more elements than are read.
      if (augmented === undefined) continue;
      const tokens = tokenise(augmented, this.#forms);
      const span = alignTruth(augmented, tokens, body);
      if (span !== undefined) this.#count({ page: augmented, tokens, span }, site);
    }
  }

  #readExample(label: Label, html: Uint8Array | string, body: string): Example | SkipReason {
    const page = readablePage(html, label);
    if (page === undefined) return "unreadable";
    const tokens = tokenise(page, this.#forms);
    const span = alignTruth(page, tokens, body);
    if (span === undefined) return "without the labelled body";
    return judgeSize(tokens, span, this.#options) ?? { page, tokens, span };
  }
}

type Outcome =
  | { readonly isUsed: true; readonly hash: string }
  | { readonly isUsed: false; readonly reason: SkipReason };

function readablePage(html: Uint8Array | string, facts: PageFacts = {}): Page | undefined {
  try {
    return readPage(html, facts);
  } catch (error) {
    if (error instanceof NewsError) return undefined;
    throw error;
  }
}

function skip(reason: SkipReason): Outcome {
  return { isUsed: false, reason };
}

function tooFew(pages: number, skips: SkipCounts): NewsError {
  const lost = skips.size === 0 ? "" : `; dropped ${describeSkips(skips)}`;
  return new NewsError(
    "BAD_SET",
    `There is ${pages} page to learn from; at least ${MIN_PAGES} are needed${lost}.`,
  );
}

function nothingIn(name: string, skips: SkipCounts): NewsError {
  const why = skips.size === 0 ? "none was chosen" : describeSkips(skips);
  return new NewsError("BAD_SET", `The set ${name} has no page to learn from: ${why}.`);
}

function checkModel(
  { tables }: MssModel,
  { sites, minSites }: { readonly sites: number; readonly minSites: number },
): void {
  if (tables.trigram.size > 0) return;
  const advice = "label pages of more sites or use --min-sites 1 (in code: minSites)";
  throw new NewsError(
    "BAD_SET",
    `No feature was seen on ${minSites} sites, as the pages are of ${sites}; ${advice}.`,
  );
}

/** What all tokens of a page inside its article count together, and all outside; high, as counts are whole numbers. */
const SIDE_WEIGHT = 20_000;
/** A side of fewer tokens does not count in full: a stub should not outweigh an article. */
const MIN_TOKENS = 100;

/** Weights of a page's tokens with which every page counts alike, however long its article or its menus. */
export function pageWeight({ tokens, span }: Pick<Example, "tokens" | "span">): {
  readonly inside: number;
  readonly outside: number;
} {
  const inside = span.last - span.first + 1;
  return { inside: weightOf(inside), outside: weightOf(tokens.count - inside) };
}

function weightOf(tokens: number): number {
  return Math.max(1, Math.round(SIDE_WEIGHT / Math.max(MIN_TOKENS, tokens)));
}
