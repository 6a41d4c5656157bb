import { basename, resolve } from "node:path";
import { parsePage } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import { type MssModel, makeForms, type Tokens, tokenise } from "../../extractors/index.ts";
import { Page } from "../../page/index.ts";
import { domainOf, hashPage, type Label, loadPage, readLabels } from "../../sets/index.ts";
import { hashText } from "../../text/index.ts";
import { augmentPage } from "../augment-page.ts";
import { judgeSize, type LabelLimits } from "../label/rule.ts";
import {
  describeSkips,
  LabelCheck,
  refuseSameName,
  type SetReport,
  SetTally,
  type SkipCounts,
  type SkipReason,
  sumSkips,
  unlessUnreadable,
} from "../labelled-pages.ts";
import { DEFAULT_PRUNING, MssCounter, type MssExample, type PruneOptions } from "./mss-counter.ts";
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
  const settings = { ...TRAIN_DEFAULTS, ...options };
  const readExample = makeReadExample();
  const training = new MssTraining(settings, readExample);
  const check = new LabelCheck(settings.conflicts);
  for (const folder of folders) {
    training.startSet(basename(resolve(folder)));
    for await (const label of readLabels(folder)) {
      check.id(label);
      if (settings.choose(label)) training.add(readMssPage(label, settings, readExample));
    }
    training.endSet();
  }
  return training.finish();
}

function readMssPage(label: Label, limits: LabelLimits, readExample: ReadMssExample): MssPage | SkipReason {
  const { body, bodyIsPrefix } = label.truth;
  if (body === null || body.trim() === "") return "without a body";
  if (bodyIsPrefix) return "labelled only in part";
  const html = loadPage(label);
  return {
    label,
    content: html,
    hash: () => hashPage(label, html),
    readExample: () => {
      const page = unlessUnreadable(() => parsePage(html, label));
      return page === undefined ? "unreadable" : readExample(page, body, limits);
    },
  };
}

/** A labelled page to learn from. */
export interface MssPage {
  readonly label: Label;
  /** What two copies of the page have in common: its bytes, its markup or a hash of either. */
  readonly content: Uint8Array | string;
  /** The hash of the page with its label. */
  readonly hash: () => string;
  /** Called where the page was not seen before. */
  readonly readExample: () => MssExample | SkipReason;
}

/** Reads a page and where its labelled body lies, or why it is not learned from; without limits any size is. */
export type ReadMssExample = (page: Page, body: string, limits?: LabelLimits) => MssExample | SkipReason;

/** A reader of pages that stems every word once. */
export function makeReadExample(): ReadMssExample {
  const forms = makeForms();
  return (page, body, limits) => {
    const tokens = tokenise(page, forms);
    const span = alignTruth(page, tokens, body);
    if (span === undefined) return "without the labelled body";
    const skip = limits && judgeSize(tokens, span, limits);
    return skip ?? { document: page.document, tokens: compactTokens(tokens), span };
  };
}

const NO_PLACES = new Int32Array(0);

/** What counting reads of tokens, 13 bytes each: the page's views can go. */
function compactTokens({ count, kind, form, openTag, node }: Tokens): Tokens {
  return {
    count,
    kind: kind.slice(0, count),
    form: form.slice(0, count),
    openTag: openTag.slice(0, count),
    node: node.slice(0, count),
    start: NO_PLACES,
    end: NO_PLACES,
  };
}

/** Learns from labelled pages, set after set. */
export class MssTraining {
  readonly #options: TrainMssOptions;
  readonly #readExample: ReadMssExample;
  readonly #counter: MssCounter;
  readonly #check: LabelCheck;
  readonly #domains = new Set<string>();
  readonly #sets: SetReport[] = [];
  #set = new SetTally("");
  #pages = 0;

  constructor(options: TrainMssOptions, readExample: ReadMssExample) {
    this.#options = options;
    this.#readExample = readExample;
    this.#counter = new MssCounter({ maxEntries: options.maxEntries });
    this.#check = new LabelCheck(options.conflicts);
  }

  startSet(name: string): void {
    refuseSameName(this.#sets, name);
    this.#set = new SetTally(name);
  }

  add(page: MssPage | SkipReason): void {
    const skip = typeof page === "string" ? page : this.#learn(page);
    if (skip !== undefined) this.#set.skip(skip);
    this.#options.onProgress?.(++this.#pages);
  }

  #learn({ label, content, hash, readExample }: MssPage): SkipReason | undefined {
    if (this.#check.isKnown(label, content)) return "seen before";
    const example = readExample();
    if (typeof example === "string") return example;
    const domain = domainOf(label);
    if (domain !== undefined) this.#domains.add(domain);
    // Pages of unknown sites may all be of one; what they share must not count as shared by many.
    const site = domain ?? label.set;
    this.#count(example, site);
    this.#countAugmented(example, label.truth.body ?? "", site);
    this.#set.use(hash());
    return undefined;
  }

  endSet(): void {
    const set = this.#set.finish();
    if (set.pages === 0) throw nothingIn(set);
    this.#sets.push(set);
  }

  finish(): TrainedMss {
    const { seed, command, minSites } = this.#options;
    const pages = this.#sets.reduce((sum, set) => sum + set.pages, 0);
    if (pages < MIN_PAGES) throw tooFew(pages, sumSkips(this.#sets.map(({ dropped }) => dropped)));
    const sites = this.#counter.sites;
    const sets = this.#sets.map(({ dropped: _, ...set }) => set);
    const model = this.#counter.finish({
      ...this.#options,
      training: { command, seed, sets, domains: [...this.#domains].sort() },
    });
    checkModel(model, { sites, minSites });
    return { model, sets: this.#sets, sites, forgotten: this.#counter.forgotten };
  }

  #count(example: MssExample, site: string): void {
    const weight = this.#options.balance === "pages" ? pageWeight(example) : undefined;
    this.#counter.add(example, { site, weight });
  }

  #countAugmented({ document, tokens, span }: MssExample, body: string, site: string): void {
    const nodes = { first: tokens.node[span.first]!, last: tokens.node[span.last]! };
    for (let copy = 1; copy <= this.#options.augmentations; copy++) {
      const seed = hashText(`${this.#options.seed} ${copy} ${this.#pages}`);
      // A page of a million boxes can become one of more elements than are read.
      const page = unlessUnreadable(() => parsePage(augmentPage(new Page(document), seed, nodes)));
      if (page === undefined) continue;
      const example = this.#readExample(page, body);
      if (typeof example !== "string") this.#count(example, site);
    }
  }
}

function tooFew(pages: number, skips: SkipCounts): NewsError {
  const lost = skips.size === 0 ? "" : `; dropped ${describeSkips(skips)}`;
  return new NewsError(
    "BAD_SET",
    `There is ${pages} page to learn from; at least ${MIN_PAGES} are needed${lost}.`,
  );
}

function nothingIn({ name, dropped }: SetReport): NewsError {
  const why = dropped.size === 0 ? "none was chosen" : describeSkips(dropped);
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
export function pageWeight({ tokens, span }: Pick<MssExample, "tokens" | "span">): {
  readonly inside: number;
  readonly outside: number;
} {
  const inside = span.last - span.first + 1;
  return { inside: weightOf(inside), outside: weightOf(tokens.count - inside) };
}

function weightOf(tokens: number): number {
  return Math.max(1, Math.round(SIDE_WEIGHT / Math.max(MIN_TOKENS, tokens)));
}
