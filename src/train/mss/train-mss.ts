import { basename, resolve } from "node:path";
import { parsePage } from "../../default-extract.ts";
import { NewsError } from "../../errors/index.ts";
import {
  coverMarks,
  type MssModel,
  makeForms,
  maximumSubsequence,
  type Span,
  TOKEN,
  type Tokens,
  tokenise,
} from "../../extractors/index.ts";
import { Page } from "../../page/index.ts";
import { domainOf, hashPage, type Label, loadPage, readLabels } from "../../sets/index.ts";
import { hashText, words } from "../../text/index.ts";
import { augmentPage } from "../augment-page.ts";
import { judgeSize, type LabelLimits } from "../label/rule.ts";
import { runHashes } from "../label-blocks.ts";
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
  /** Whether two labels of one page are an error, or the first one counts. */
  readonly conflicts: "refuse" | "keep first";
  /** Which pages to learn from; all by default. */
  readonly choose: (label: Label) => boolean;
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

/** Trains supervised MSS (6.2.3) on folders of labelled sets: one pass over the pages, each of which is then released. */
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
  /** The key of copies of a page: its bytes, its markup or a hash of either. */
  readonly content: Uint8Array | string;
  /** The hash of the page with its label. */
  readonly hash: () => string;
  /** Called where the page was not seen before. */
  readonly readExample: () => MssExample | SkipReason;
}

/** Reads a page and where its labelled body lies, or why it is not learned from; without limits any size is. */
type ReadMssExample = (page: Page, body: string, limits?: LabelLimits) => MssExample | SkipReason;

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

/** The parts of tokens that counting reads, 13 bytes each: the page's views can be freed. */
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
  readonly #counter = new MssCounter();
  readonly #check: LabelCheck;
  readonly #domains = new Set<string>();
  readonly #sets: SetReport[] = [];
  #set = new SetTally("");
  #pages = 0;

  constructor(options: TrainMssOptions, readExample: ReadMssExample) {
    this.#options = options;
    this.#readExample = readExample;
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
    // Pages of unknown sites may all be of one site; their features must not count as shared by many.
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
      // Augmentation can add elements beyond the parser's limit.
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

/** The total weight of a page's tokens inside its article, and of those outside; high, as counts are whole numbers. */
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

/** Words in a row that must be the same for all of them to count as the article's. */
const RUN_WORDS = 4;
/** Two are enough in bodies of fewer than `SHORT_BODY_WORDS` words. */
const SHORT_RUN_WORDS = 2;
const SHORT_BODY_WORDS = 8;
const PLAIN_WORD = /^[a-z0-9]+$/i;

/**
 * Where a labelled body lies in a page's tokens, or undefined where the page does not hold it: the span with the most
 * words in runs that the body has too, less the words in none, with the marks of its first and last word. Linear in page
 * and body. Both are compared in the words of `words()`, so a segmenter's word of several Han characters counts as several.
 */
export function alignTruth(page: Page, tokens: Tokens, body: string): Span | undefined {
  const truth = Int32Array.from(words(body), hashText);
  const run = Math.min(truth.length, truth.length < SHORT_BODY_WORDS ? SHORT_RUN_WORDS : RUN_WORDS);
  if (run === 0) return undefined;
  const { hashes, owners } = wordsOf(page, tokens);
  const wanted = new Set(runHashes(truth, run));
  const scores = new Int8Array(hashes.length).fill(-1);
  runHashes(Int32Array.from(hashes), run).forEach((hash, at) => {
    if (wanted.has(hash)) scores.fill(1, at, at + run);
  });
  const best = maximumSubsequence(scores);
  if (best === undefined || best.value <= 0) return undefined;
  return coverMarks(page.document, tokens, { first: owners[best.first]!, last: owners[best.last]! });
}

interface PageWords {
  readonly hashes: readonly number[];
  /** The token that each word is of. */
  readonly owners: readonly number[];
}

function wordsOf({ document }: Page, { count, kind, start, end }: Tokens): PageWords {
  const hashes: number[] = [];
  const owners: number[] = [];
  for (let at = 0; at < count; at++) {
    if (kind[at] !== TOKEN.word) continue;
    const text = document.text.slice(start[at], end[at]);
    for (const word of PLAIN_WORD.test(text) ? [text.toLowerCase()] : words(text)) {
      hashes.push(hashText(word));
      owners.push(at);
    }
  }
  return { hashes, owners };
}
