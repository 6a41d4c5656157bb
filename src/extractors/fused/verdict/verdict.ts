import { PAGE_TYPES, type PageType } from "../../../article/index.ts";
import { TAG } from "../../../html/index.ts";
import {
  badModel,
  type CalibratedTrees,
  chanceOf,
  isRecord,
  type PackedTrees,
  packTrees,
  readTrees,
  restoreTrees,
  storeTrees,
  type TableReader,
  type TableWriter,
} from "../../../model/index.ts";
import { headlineKey, isOfType, type Page, typesOf, type Verdict } from "../../../page/index.ts";
import { addressParts } from "../../../url/index.ts";
import { BASE_LEARNERS } from "../rows.ts";
import {
  type BareTally,
  type BlockTally,
  describeAgreement,
  describeDoubt,
  describeKept,
  describeTeasers,
  type KeptBlocks,
  type KeptTally,
  type Values,
} from "./block-tally.ts";
import {
  ADDRESS,
  ADDRESS_WORDS,
  AGREEMENT,
  BARE_VERDICT_FEATURES,
  COUNTED_TAGS,
  DOUBT,
  KEPT,
  OPEN_GRAPH_TYPES,
  STATED,
  STATED_METAS,
  STATED_TYPES,
  TEASERS,
  VERDICT_FEATURE_NAMES,
} from "./verdict-features.data.ts";

/** The trained verdict on a page: trees for every kind of page, and for whether the answer is right. */
export interface VerdictModel {
  readonly types: Readonly<Record<PageType, CalibratedTrees>>;
  readonly confidence: CalibratedTrees;
}

/** The trained verdict by a page's `bareVerdictRow`: whether it is an article, and whether its answer is right. */
export interface BareVerdict {
  readonly article: CalibratedTrees;
  readonly confidence: CalibratedTrees;
}

/** Every kind of page, in the order in which ties are decided. */
export const VERDICT_TYPES = Object.keys(PAGE_TYPES) as readonly PageType[];

/** Probabilities are rounded to this many decimals. */
const DECIMALS = 3;

/** What kind of page it is, and how likely its answer is the whole article and nothing else, by its `verdictRow`. */
export function giveVerdict(row: Float32Array, { types, confidence }: VerdictModel): Verdict {
  const chances = VERDICT_TYPES.map((type) => chanceOf(types[type], row));
  return {
    isArticle: round(chances[VERDICT_TYPES.indexOf("article")]!),
    // The likeliest kind, though it may be less likely than all others together.
    pageType: VERDICT_TYPES[chances.indexOf(Math.max(...chances))]!,
    confidence: round(chanceOf(confidence, row)),
  };
}

/** How likely an answer is the whole article and nothing else, where its blocks were scored again since its page was judged. */
export function giveConfidence(row: Float32Array, answer: KeptTally, { confidence }: VerdictModel): number {
  const again = row.slice();
  addAnswer(new RowWriter(again), answer);
  return round(chanceOf(confidence, again));
}

function round(chance: number): number {
  return Number(chance.toFixed(DECIMALS));
}

/** What is known of a page once its blocks are weighed, in the order of `VERDICT_FEATURE_NAMES`; NaN where nothing is. */
export function verdictRow(page: Page, tally: BlockTally): Float32Array {
  const row = new RowWriter(new Float32Array(VERDICT_FEATURE_NAMES.length));
  const kept = addAnswer(row, tally);
  row.addAll(tally.keptMeans, kept.words);
  row.addAll(tally.pageMeans, kept.all);
  row.addAll(tally.pageSums);
  row.addAll(tally.whole);
  row.addFamily(TEASERS, describeTeasers(tally));
  row.addAll(countElements(page));
  row.addFamily(STATED, describeStated(page));
  row.addAll(flagStated(page));
  row.addAll(flagMetas(page));
  addAddress(page, row);
  return row.finish();
}

/** Whether a page is an article, and how likely its answer is right; other kinds are not told apart. */
export function giveBareVerdict(page: Page, tally: BareTally, { article, confidence }: BareVerdict): Verdict {
  const row = bareVerdictRow(page, tally);
  const isArticle = round(chanceOf(article, row));
  return {
    isArticle,
    ...(isArticle >= IS_ARTICLE && { pageType: "article" }),
    confidence: round(chanceOf(confidence, row)),
  };
}

/** From this probability on a page is an article. */
const IS_ARTICLE = 0.5;

/** What is known of a page without its structured data and the features of its blocks, in the order of `BARE_VERDICT_FEATURES`. */
export function bareVerdictRow(page: Page, tally: BareTally): Float32Array {
  const row = new RowWriter(new Float32Array(BARE_VERDICT_FEATURES.length));
  const kept = describeKept(tally);
  row.addFamily(KEPT, kept.features);
  row.addFamily(DOUBT, describeDoubt(tally, kept));
  row.addFamily(TEASERS, describeTeasers(tally));
  row.addAll(countElements(page));
  row.addAll(flagMetas(page));
  addAddress(page, row);
  return row.finish();
}

/** Adds the features of the answer, the first columns of a row. */
function addAnswer(row: RowWriter, tally: KeptTally): KeptBlocks {
  const kept = describeKept(tally);
  row.addFamily(KEPT, kept.features);
  row.addFamily(DOUBT, describeDoubt(tally, kept));
  BASE_LEARNERS.forEach((_, learner) => {
    row.addFamily(AGREEMENT, describeAgreement(tally, learner));
  });
  return kept;
}

/** Writes the values of a row one after the other; joining lists of them takes four times as long. */
class RowWriter {
  readonly #row: Float32Array;
  #count = 0;

  constructor(row: Float32Array) {
    this.#row = row;
  }

  addFamily<Family extends object>(family: Family, values: Values<Family>): void {
    for (const name in family) this.#add(values[name]);
  }

  /** Adds values, each divided by `each`. */
  addAll(values: ArrayLike<number>, each = 1): void {
    for (let at = 0; at < values.length; at++) this.#add(values[at]! / each);
  }

  finish(): Float32Array {
    if (this.#count !== this.#row.length)
      throw new RangeError(`Write ${this.#row.length} values a page, not ${this.#count}.`);
    return this.#row;
  }

  #add(value: number): void {
    // A share of nothing is NaN or infinite.
    this.#row[this.#count++] = Number.isFinite(value) ? value : Number.NaN;
  }
}

const COUNTED = COUNTED_TAGS.map((name) => TAG[name]);

/** How often the page has each of `COUNTED_TAGS`. */
function countElements({ document: { size, tag } }: Page): readonly number[] {
  const counts = new Uint32Array(256);
  for (let node = 0; node < size; node++) counts[tag[node]!]!++;
  return COUNTED.map((own) => counts[own]!);
}

const SPACES = /\s+/;
/** A page can describe thousands of things; kinds of pages show in the first. */
const MAX_THINGS = 200;
const ARTICLES: ReadonlySet<string> = new Set(["newsarticle", "article", "blogposting"]);

/** What the head and the structured data say. */
function describeStated(page: Page): Values<typeof STATED> {
  const { jsonLd, microdata, mainThings, titleCandidates } = page;
  const title = titleCandidates.find(({ source }) => source === "title")?.text ?? "";
  const key = headlineKey(title);
  const isHeading = titleCandidates.some(({ source, text }) => {
    const own = source === "h1" ? headlineKey(text) : "";
    return own !== "" && (key.includes(own) || own.includes(key));
  });
  return {
    article: Number(mainThings.article !== undefined),
    articleItem: Number(mainThings.item !== undefined),
    articles: jsonLd.things.slice(0, MAX_THINGS).filter((thing) => isOfType(thing, ARTICLES)).length,
    things: jsonLd.things.length,
    items: microdata.items.length,
    titleWords: title === "" ? 0 : title.split(SPACES).length,
    titleInHeading: Number(key !== "" && isHeading),
  };
}

/** Flags for `STATED_TYPES`, in this order. */
function flagStated({ jsonLd, microdata }: Page): readonly number[] {
  const types = new Set<string>();
  for (const thing of [...jsonLd.things.slice(0, MAX_THINGS), ...microdata.items.slice(0, MAX_THINGS)]) {
    for (const type of typesOf(thing)) types.add(type.toLowerCase());
  }
  return STATED_TYPES.map((type) => Number(types.has(type)));
}

/** Flags for `OPEN_GRAPH_TYPES` and `STATED_METAS`, in this order. */
function flagMetas({ meta }: Page): readonly number[] {
  const openGraph = meta.get("og:type")?.[0]?.trim().toLowerCase();
  return [
    ...OPEN_GRAPH_TYPES.map((type) => Number(openGraph === type)),
    ...STATED_METAS.map((name) => Number(meta.has(name))),
  ];
}

/** Longer paths hold data. */
const MAX_PATH = 500;
const WORD_GAP = /[-_+.]|%20/;
const NUMBERS = /\d+/g;
const DATED = /\/(?:19|20)\d\d[/-]?(?:0?[1-9]|1[0-2])(?:[/-]|\d\d)/;
const EXTENSION = /\.[a-z]{2,5}$/i;
const ADDRESS_KINDS: readonly (readonly string[])[] = Object.values(ADDRESS_WORDS);
const NO_ADDRESS = Array.from([...Object.keys(ADDRESS), ...ADDRESS_KINDS], () => Number.NaN);
/** Most parts of addresses are none of these words; one look-up here saves a search of every list. */
const KNOWN_WORDS: ReadonlySet<string> = new Set(ADDRESS_KINDS.flat());

/** Adds what the page's address is like, in the order of `ADDRESS`, and flags for `ADDRESS_WORDS`. */
function addAddress(page: Page, row: RowWriter): void {
  const url = addressParts(page.url ?? page.canonicalUrl ?? page.meta.get("og:url")?.[0] ?? "");
  if (!url) {
    row.addAll(NO_ADDRESS);
    return;
  }
  const path = url.pathname.slice(0, MAX_PATH).toLowerCase();
  const parts = path.split("/").filter((part) => part !== "");
  const numbers = path.match(NUMBERS) ?? [];
  const words = parts.map((part) => part.split(WORD_GAP).filter((word) => word !== "").length);
  row.addFamily(ADDRESS, {
    depth: parts.length,
    length: path.length,
    words: Math.max(0, ...words),
    lastWords: words.at(-1) ?? 0,
    digits: numbers.reduce((sum, number) => sum + number.length, 0),
    longestNumber: Math.max(0, ...numbers.map((number) => number.length)),
    isDated: Number(DATED.test(path)),
    parameters: url.search === "" ? 0 : new URLSearchParams(url.search).size,
    hasExtension: Number(EXTENSION.test(path)),
    endsInSlash: Number(path.endsWith("/")),
    subdomains: url.hostname.split(".").filter((part) => part !== "www").length - 2,
  });
  const stems = [...parts, ...url.hostname.split(".")].map((part) => part.replace(EXTENSION, ""));
  const known = stems.filter((stem) => KNOWN_WORDS.has(stem));
  row.addAll(ADDRESS_KINDS.map((kind) => Number(known.some((stem) => kind.includes(stem)))));
}

/** A model as its file holds it. */
export interface PackedVerdict {
  readonly features: readonly string[];
  readonly types: Readonly<Record<string, PackedTrees>>;
  readonly confidence: PackedTrees;
}

/** A model as the value that its file holds as JSON. */
export function packVerdictModel({ types, confidence }: VerdictModel): PackedVerdict {
  return {
    features: VERDICT_FEATURE_NAMES,
    types: Object.fromEntries(VERDICT_TYPES.map((type) => [type, packTrees(types[type])])),
    confidence: packTrees(confidence),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is of other features or damaged. */
export function readVerdictModel(value: unknown): VerdictModel {
  const { types, confidence } = checkedFeatures(value, VERDICT_FEATURE_NAMES);
  const ofTypes = isRecord(types) ? types : {};
  const read = (packed: unknown) => readTrees(packed, VERDICT_FEATURE_NAMES);
  const ofEach = Object.fromEntries(VERDICT_TYPES.map((type) => [type, read(ofTypes[type])]));
  return { types: ofEach as Record<PageType, CalibratedTrees>, confidence: read(confidence) };
}

/** A bare verdict as its file holds it. */
export interface PackedBareVerdict {
  readonly features: readonly string[];
  readonly article: PackedTrees;
  readonly confidence: PackedTrees;
}

/** A bare verdict as the value that its file holds as JSON. */
export function packBareVerdict({ article, confidence }: BareVerdict): PackedBareVerdict {
  return {
    features: BARE_VERDICT_FEATURES,
    article: packTrees(article),
    confidence: packTrees(confidence),
  };
}

/** The bare verdict that a file's JSON holds; throws BAD_MODEL where it is of other features or damaged. */
export function readBareVerdict(value: unknown): BareVerdict {
  const packed = checkedFeatures(value, BARE_VERDICT_FEATURES);
  return {
    article: readTrees(packed.article, BARE_VERDICT_FEATURES),
    confidence: readTrees(packed.confidence, BARE_VERDICT_FEATURES),
  };
}

function checkedFeatures(value: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const { features } = isRecord(value) ? value : {};
  if (!isRecord(value) || !Array.isArray(features) || features.join("\n") !== names.join("\n"))
    throw badModel("its verdict is of other features of pages than this galley computes");
  return value;
}

/** Writes a model in its memory layout. */
export function storeVerdict({ types, confidence }: VerdictModel, file: TableWriter): void {
  for (const trees of [...VERDICT_TYPES.map((type) => types[type]), confidence]) storeTrees(trees, file);
}

/** The model that `storeVerdict` wrote. */
export function restoreVerdict(file: TableReader): VerdictModel {
  const read = () => restoreTrees(file, VERDICT_FEATURE_NAMES);
  const types = Object.fromEntries(VERDICT_TYPES.map((type) => [type, read()]));
  return { types: types as Record<PageType, CalibratedTrees>, confidence: read() };
}
