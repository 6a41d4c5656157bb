import { TAG } from "../../html/index.ts";
import { classIds, type Extraction, type Page } from "../../page/index.ts";
import { ScratchArena } from "../../text/index.ts";
import { ANSWER_COLUMNS, describeAnswer } from "../fused/index.ts";
import { type BlockMeasures, measureBlocks } from "./block-measures.ts";
import { INSIDE_WIDTH, type PlacedBlocks } from "./lean-context.ts";
import {
  AROUND_GROUPS,
  type Frame,
  findPlaces,
  findTitleBlock,
  frameOf,
  groupByPath,
  LONG_WORDS,
  NodesAbove,
  type Sums,
  sumMeasures,
} from "./places.ts";

/** Ancestors that are described: the nearest whose blocks grow in number. */
const LEVELS = 4;
/** Blocks to each side that are described. */
const REACH = 3;
/** Blocks to each side that are summed up. */
const WIDE_REACH = 10;
const HUNDRED = 100;

const OWN = [
  "characters",
  "words",
  "sentences",
  "commas",
  "punctuation",
  "linkShare",
  "links",
  "digitShare",
  "capitalShare",
  "unspacedShare",
  "quotes",
  "signShare",
  "starts",
  "ends",
  "media",
  "tag",
  "depth",
] as const;
const POSITION = [
  "index",
  "fromEnd",
  "indexShare",
  "charactersBefore",
  "charactersAfter",
  "headingBefore",
  "headingAfter",
  "longBefore",
  "longAfter",
  "runWords",
] as const;
const TITLE = ["similarity", "blocksAfter", "charactersAfter", "commonDepth", "stepsUp"] as const;
const PAGE = [
  "blocks",
  "characters",
  "linkShare",
  "paragraphShare",
  "listShare",
  "meanWords",
  "mostWords",
  "longBlocks",
  "headings",
  "punctuation",
] as const;
const ANCESTOR = ["textShare", "linkShare", "blocks", "meanWords", "punctuation", "paragraphShare"] as const;
const PATH = ["blocks", "textShare", "meanWords", "linkShare", "punctuation"] as const;
const NEIGHBOUR = ["words", "linkShare", "isSamePath"] as const;
const WIDE = ["wordsBefore", "wordsAfter", "linkShare", "punctuation"] as const;

/** The names of all columns: the contract between a model and this code. */
export const LEAN_FEATURES: readonly string[] = [
  ...named("own", OWN),
  ...AROUND_GROUPS.map(([name]) => `in.${name}`),
  ...named("position", POSITION),
  ...named("title", TITLE),
  ...named("page", PAGE),
  ...steps(LEVELS).flatMap((level) => named(`ancestor${level}`, ANCESTOR)),
  ...named("path", PATH),
  ...steps(REACH).flatMap((reach) => [
    ...named(`before${reach}`, NEIGHBOUR),
    ...named(`after${reach}`, NEIGHBOUR),
  ]),
  ...named("wide", WIDE),
];

/** The names of all columns of `quick`, which asks `mss` too. */
export const QUICK_FEATURES: readonly string[] = [...LEAN_FEATURES, ...named("mss", ANSWER_COLUMNS)];

function named(family: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${family}.${name}`);
}

function steps(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

/** Kinds of containers, ordered from prose to menus so that one split of a tree can separate them. */
const TAG_ORDER = tagOrder();

function tagOrder(): Uint8Array {
  const order = new Uint8Array(256).fill(5);
  const groups = [
    ["p"],
    ["blockquote", "pre"],
    ["h2", "h3", "h4", "h5", "h6"],
    ["h1"],
    ["article", "section", "main"],
    ["div", "body", "center"],
    ["td", "th", "dd", "dt"],
    ["figcaption", "caption"],
    ["li"],
    ["header", "footer", "aside", "nav", "address"],
  ] as const;
  for (const [place, names] of groups.entries()) for (const name of names) order[TAG[name]] = place;
  return order;
}

/** What is known of every block of a page that shows text. */
export class LeanRows {
  readonly measures: BlockMeasures;
  readonly #page: Page;
  readonly #scratch = new ScratchArena();
  readonly #sums: Sums;
  readonly #frame: Frame;
  readonly #similarity: Float32Array;
  /** The headline among the blocks, or -1. */
  readonly title: number;
  readonly #pathOf: Int32Array;
  readonly #paths: Float32Array;
  readonly #places: ReturnType<typeof findPlaces>;
  readonly #ofPage: Float32Array;
  /** What another method keeps of each block of the page. */
  readonly #evidence: Float32Array | undefined;
  readonly #ancestors = new Float32Array(LEVELS * ANCESTOR.length);
  /** The blocks inside of each of the described ancestors of each block, -1 where there is none; of the rows that were written. */
  readonly #inside: Int32Array;
  readonly #above: NodesAbove;
  #grown = -1;
  #lastRead = -1;
  #titleContainer = -1;
  #commonDepth = 0;
  #commonOf = -1;

  constructor(page: Page, answer?: Extraction) {
    this.#page = page;
    const scratch = this.#scratch;
    this.measures = measureBlocks(page, scratch);
    this.#sums = sumMeasures(this.measures, scratch);
    this.#frame = frameOf(page.document, this.measures, scratch);
    this.#similarity = scratch.floats(this.measures.count).fill(Number.NaN);
    this.title = findTitleBlock(page, this.measures, this.#frame.title, this.#similarity);
    if (this.title >= 0) this.#titleContainer = this.measures.container[this.title]!;
    this.#above = new NodesAbove(page.document, this.#frame, this.#titleContainer, scratch);
    const { ofBlock, groups } = groupByPath(page.document, this.measures, classIds(page), scratch);
    this.#pathOf = ofBlock;
    this.#paths = describePaths(this.measures, ofBlock, groups, scratch);
    this.#places = findPlaces(this.measures, scratch);
    this.#ofPage = this.#describePage();
    this.#inside = scratch.ints(this.measures.count * INSIDE_WIDTH);
    this.#evidence = answer && describeAnswer(page, answer);
  }

  /** Where the blocks are, for a second look at them; of those whose rows were written. */
  get placed(): PlacedBlocks {
    const { count, words } = this.measures;
    return { count, words, paths: this.#pathOf, inside: this.#inside };
  }

  /** Leaves the scratch arrays to the next page. */
  release(): void {
    this.#scratch.release();
  }

  /** How many columns a row has. */
  get width(): number {
    return this.#evidence === undefined ? LEAN_FEATURES.length : QUICK_FEATURES.length;
  }

  /** Writes the row of a block; fastest for blocks in order. */
  write(at: number, values: Float32Array, offset: number): void {
    let to = this.#writeOwn(at, values, offset);
    to = this.#writePlace(at, values, to);
    to = this.#writeTitle(at, values, to);
    values.set(this.#ofPage, to);
    to += PAGE.length;
    this.#readAncestors(at);
    values.set(this.#ancestors, to);
    to += this.#ancestors.length;
    const path = this.#pathOf[at]! * PATH.length;
    for (let column = 0; column < PATH.length; column++) values[to++] = this.#paths[path + column]!;
    to = this.#writeAround(at, values, to);
    if (this.#evidence === undefined) return;
    const from = this.measures.block[at]! * ANSWER_COLUMNS.length;
    for (let column = 0; column < ANSWER_COLUMNS.length; column++)
      values[to++] = this.#evidence[from + column]!;
  }

  #writeOwn(at: number, values: Float32Array, from: number): number {
    const own = this.measures;
    const characters = own.characters[at]!;
    const sentences = own.sentences[at]!;
    const commas = own.commas[at]!;
    let to = from;
    values[to++] = characters;
    values[to++] = own.words[at]!;
    values[to++] = sentences;
    values[to++] = commas;
    values[to++] = (HUNDRED * (sentences + commas)) / characters;
    values[to++] = own.linked[at]! / characters;
    values[to++] = own.links[at]!;
    values[to++] = own.digits[at]! / characters;
    values[to++] = own.capitals[at]! / characters;
    values[to++] = own.unspaced[at]! / characters;
    values[to++] = own.quotes[at]!;
    values[to++] = own.signs[at]! / characters;
    values[to++] = own.starts[at]!;
    values[to++] = own.ends[at]!;
    values[to++] = own.media[at]!;
    values[to++] = TAG_ORDER[own.tag[at]!]!;
    const container = own.container[at]!;
    values[to++] = this.#frame.depth[container]!;
    const around = this.#frame.around[own.node[at]!]!;
    for (let bit = 0; bit < AROUND_GROUPS.length; bit++) values[to++] = (around >>> bit) & 1;
    return to;
  }

  #writePlace(at: number, values: Float32Array, from: number): number {
    const { count } = this.measures;
    const { characters } = this.#sums;
    const all = characters[count]!;
    const { headingBefore, headingAfter, longBefore, longAfter, runWords } = this.#places;
    let to = from;
    values[to++] = at;
    values[to++] = count - 1 - at;
    values[to++] = at / count;
    values[to++] = characters[at]! / all;
    values[to++] = (all - characters[at + 1]!) / all;
    values[to++] = headingBefore[at]!;
    values[to++] = headingAfter[at]!;
    values[to++] = longBefore[at]!;
    values[to++] = longAfter[at]!;
    values[to++] = runWords[at]!;
    return to;
  }

  #writeTitle(at: number, values: Float32Array, from: number): number {
    let to = from;
    values[to++] = this.#similarity[at]!;
    if (this.title < 0) {
      for (let column = 1; column < TITLE.length; column++) values[to++] = Number.NaN;
      return to;
    }
    const { characters } = this.#sums;
    const container = this.measures.container[at]!;
    const common = this.#commonWithTitle(container);
    values[to++] = at - this.title;
    values[to++] = (characters[at]! - characters[this.title]!) / characters[this.measures.count]!;
    values[to++] = common;
    values[to++] = this.#frame.depth[container]! - common;
    return to;
  }

  /** The depth of the nearest element that holds a container and the headline's. */
  #commonWithTitle(container: number): number {
    // Neighbours mostly have the same parent.
    const up = this.#page.document.parent[container]!;
    if (container !== this.#titleContainer && up === this.#commonOf) return this.#commonDepth;
    const node = this.#above.commonWithTitle(container);
    if (node === container) return this.#frame.depth[node]!;
    this.#commonOf = up;
    this.#commonDepth = this.#frame.depth[node]!;
    return this.#commonDepth;
  }

  #describePage(): Float32Array {
    const { count, words } = this.measures;
    const sums = this.#sums;
    const characters = sums.characters[count]!;
    let most = 0;
    let long = 0;
    for (let at = 0; at < count; at++) {
      if (words[at]! > most) most = words[at]!;
      if (words[at]! >= LONG_WORDS) long++;
    }
    return Float32Array.of(
      count,
      characters,
      sums.linked[count]! / characters,
      sums.inParagraphs[count]! / characters,
      sums.inLists[count]! / characters,
      sums.words[count]! / count,
      most,
      long,
      sums.headings[count]!,
      (HUNDRED * sums.marks[count]!) / characters,
    );
  }

  #readAncestors(at: number): void {
    const { end } = this.#page.document;
    const { before } = this.#frame;
    const { characters, words, marks, linked, inParagraphs } = this.#sums;
    const all = characters[this.measures.count]!;
    let node = this.measures.container[at]!;
    for (let level = 0, to = 0; level < LEVELS; level++) {
      node = this.#above.withMore(node);
      if (level === 0) {
        // Neighbours mostly have the same ancestors.
        const last = this.#lastRead * INSIDE_WIDTH;
        this.#lastRead = at;
        if (node === this.#grown && node >= 0) {
          this.#inside.copyWithin(at * INSIDE_WIDTH, last, last + INSIDE_WIDTH);
          return;
        }
        this.#grown = node;
      }
      if (node < 0) {
        this.#ancestors.fill(Number.NaN, to);
        this.#inside.fill(-1, at * INSIDE_WIDTH + 2 * level, (at + 1) * INSIDE_WIDTH);
        return;
      }
      const from = before[node]!;
      const until = before[end[node]!]!;
      const inside = until - from;
      this.#inside[at * INSIDE_WIDTH + 2 * level] = from;
      this.#inside[at * INSIDE_WIDTH + 2 * level + 1] = until;
      const own = characters[until]! - characters[from]!;
      this.#ancestors[to++] = own / all;
      this.#ancestors[to++] = (linked[until]! - linked[from]!) / own;
      this.#ancestors[to++] = inside;
      this.#ancestors[to++] = (words[until]! - words[from]!) / inside;
      this.#ancestors[to++] = (HUNDRED * (marks[until]! - marks[from]!)) / own;
      this.#ancestors[to++] = (inParagraphs[until]! - inParagraphs[from]!) / own;
    }
  }

  #writeAround(at: number, values: Float32Array, start: number): number {
    const { count, words, linked, characters } = this.measures;
    const path = this.#pathOf[at]!;
    let to = start;
    for (let reach = 1; reach <= REACH; reach++) {
      for (let other = at - reach; other <= at + reach; other += 2 * reach) {
        const isThere = other >= 0 && other < count;
        values[to++] = isThere ? words[other]! : Number.NaN;
        values[to++] = isThere ? linked[other]! / characters[other]! : Number.NaN;
        values[to++] = isThere && this.#pathOf[other] === path ? 1 : 0;
      }
    }
    const sums = this.#sums;
    const from = Math.max(0, at - WIDE_REACH);
    const until = Math.min(count, at + 1 + WIDE_REACH);
    const own = characters[at]!;
    const around = sums.characters[until]! - sums.characters[from]! - own;
    const marks = sums.marks[until]! - sums.marks[from]! - (sums.marks[at + 1]! - sums.marks[at]!);
    values[to++] = sums.words[at]! - sums.words[from]!;
    values[to++] = sums.words[until]! - sums.words[at + 1]!;
    values[to++] = (sums.linked[until]! - sums.linked[from]! - linked[at]!) / around;
    values[to++] = (HUNDRED * marks) / around;
    return to;
  }
}

function describePaths(
  measures: BlockMeasures,
  ofBlock: Int32Array,
  groups: number,
  scratch: ScratchArena,
): Float32Array {
  const width = PATH.length;
  const values = scratch.floats(groups * width);
  let all = 0;
  for (let at = 0; at < measures.count; at++) {
    const to = ofBlock[at]! * width;
    values[to]! += 1;
    values[to + 1]! += measures.characters[at]!;
    values[to + 2]! += measures.words[at]!;
    values[to + 3]! += measures.linked[at]!;
    values[to + 4]! += measures.sentences[at]! + measures.commas[at]!;
    all += measures.characters[at]!;
  }
  for (let to = 0; to < groups * width; to += width) {
    const characters = values[to + 1]!;
    values[to + 1] = characters / all;
    values[to + 2]! /= values[to]!;
    values[to + 3]! /= characters;
    values[to + 4] = (HUNDRED * values[to + 4]!) / characters;
  }
  return values;
}
