import { TAG } from "../../html/index.ts";
import { HashIds, type ScratchArena } from "../../text/index.ts";
import type { Page } from "../page.ts";
import { plainText } from "../plain-text.ts";
import { valuesOf } from "../structured-data.ts";
import {
  type BlockTexts,
  type FamilyWriter,
  type FeatureContext,
  LONG_WORDS,
  type RowBatch,
  share,
  skip,
} from "./feature-context.ts";
import { hashFours, hashPairs, hashWords } from "./text-scan.ts";

/** Writes the family `page`: the same values in every row. */
export function describePage(context: FeatureContext): FamilyWriter {
  const own = Float32Array.from([...amounts(context), ...shares(context), ...statements(context)]);
  return ({ count, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const at = row * width + column;
      for (let index = 0; index < own.length; index++) values[at + index] = own[index]!;
    }
    return column + own.length;
  };
}

function amounts({ count, texts, sums, scratch }: FeatureContext): readonly number[] {
  const shown = sums.shown[count]!;
  const characters = sums.characters[count]!;
  const words = scratch.floats(shown);
  let longBlocks = 0;
  for (let index = 0; index < shown; index++) {
    words[index] = texts.words[sums.shownBlocks[index]!]!;
    if (words[index]! >= LONG_WORDS) longBlocks++;
  }
  words.sort();
  return [
    shown,
    sums.words[count]!,
    share(sums.linkCharacters[count]!, characters),
    total(texts.isParagraph),
    share(sums.paragraphCharacters[count]!, characters),
    words[words.length >> 1] ?? 0,
    share(sums.words[count]!, shown),
    words.at(-1) ?? 0,
    longBlocks,
    sums.headings[count]!,
    total(texts.media),
  ];
}

function shares({ count, page, texts, sums }: FeatureContext): readonly number[] {
  const { document, blocks } = page;
  const characters = sums.characters[count]!;
  const hidden = total(texts.hidden);
  let inLists = 0;
  let inTables = 0;
  for (let block = 0; block < count; block++) {
    const tag = document.tag[blocks.container[block]!]!;
    if (tag === TAG.li) inLists += texts.characters[block]!;
    else if (tag === TAG.td || tag === TAG.th) inTables += texts.characters[block]!;
  }
  return [
    share(100 * sums.marks[count]!, characters),
    share(total(texts.unspaced), characters),
    share(inLists, characters),
    share(inTables, characters),
    share(hidden, hidden + characters),
    characters / document.size,
  ];
}

function statements({ page, sums, skeleton }: FeatureContext): readonly number[] {
  const { document, mainThings } = page;
  let articles = 0;
  for (let place = 0; place < skeleton.count; place++) {
    if (document.tag[skeleton.node[place]!] !== TAG.article) continue;
    if (sums.shown[skeleton.endBlock[place]!]! > sums.shown[skeleton.firstBlock[place]!]!) articles++;
  }
  const hasData = mainThings.article !== undefined || mainThings.item !== undefined;
  return [articles, hasData ? 1 : 0, statedBodyText(page) === undefined ? 0 : 1];
}

function total(values: Int32Array | Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < values.length; index++) sum += values[index]!;
  return sum;
}

const TITLE_COLUMNS = 9;

/** Writes the family `title`. */
export function describeTitle(context: FeatureContext): FamilyWriter {
  const { sums, skeleton } = context;
  const { title, similarity, overlap } = matchTitle(context);
  if (title < 0) return skipTitle;
  const characters = sums.characters[context.count]!;
  const titleDepth = skeleton.depth[skeleton.ofBlock[title]!]!;
  const common = commonDepths(context, skeleton.ofBlock[title]!);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const place = skeleton.ofBlock[block]!;
      const at = row * width + column;
      values[at] = Number(block === title);
      values[at + 1] = similarity[block]!;
      values[at + 2] = overlap[block]!;
      values[at + 3] = sums.shown[block]! - sums.shown[title]!;
      values[at + 4] = share(sums.characters[block]! - sums.characters[title]!, characters);
      values[at + 5] = sums.words[block]! - sums.words[title]!;
      values[at + 6] = common[place]!;
      values[at + 7] = skeleton.depth[place]! - common[place]!;
      values[at + 8] = titleDepth - common[place]!;
    }
    return column + TITLE_COLUMNS;
  };
}

function skipTitle({ count, values, width }: RowBatch, column: number): number {
  for (let row = 0; row < count; row++)
    skip(values, row * width + column, row * width + column + TITLE_COLUMNS);
  return column + TITLE_COLUMNS;
}

/** For every place the depth of the nearest ancestor that it shares with another. */
function commonDepths({ skeleton, scratch }: FeatureContext, other: number): Int32Array {
  const { count, parent, depth } = skeleton;
  const holdsOther = scratch.bytes(count);
  for (let place = other; place >= 0; place = parent[place]!) holdsOther[place] = 1;
  const common = scratch.ints(count);
  for (let place = 1; place < count; place++) {
    common[place] = holdsOther[place] === 1 ? depth[place]! : common[parent[place]!]!;
  }
  return common;
}

/** Titles that are compared with every block: as many as a byte has bits. */
const MAX_TITLES = 8;
/** A block that shares less with every title is not the headline. */
const MIN_SIMILARITY = 0.5;
/** Among similar blocks the heading is the headline, not the breadcrumb or the teaser. */
const HEADING_BONUS = { h1: 0.3, h2: 0.15 } as const;

/** Compares every block with the stated titles: `similarity` to the most similar one, `overlap` with the words of all. */
function matchTitle({ count, page, texts, scratch }: FeatureContext) {
  const similarity = scratch.floats(count);
  const overlap = scratch.floats(count);
  const { lengths, words, holders } = readTitles(page, scratch);
  const shared = scratch.ints(MAX_TITLES);
  const { hashes } = texts.scan;
  for (let block = 0; block < count; block++) {
    const first = texts.firstHash[block]!;
    const last = texts.firstHash[block + 1]!;
    let known = 0;
    for (let at = first; at < last; at++) {
      const word = words.find(hashes[at]!);
      if (word < 0) continue;
      known++;
      for (let title = 0; title < lengths.length; title++) shared[title]! += (holders[word]! >> title) & 1;
    }
    if (known === 0) continue;
    overlap[block] = known / (last - first);
    similarity[block] = bestDice(shared, lengths, last - first);
    shared.fill(0);
  }
  return { title: chooseBlock(page, texts, similarity), similarity, overlap };
}

/** The words of all titles; `holders` has a bit for every title that holds a word. */
function readTitles({ titleCandidates }: Page, scratch: ScratchArena) {
  const stated = titleCandidates.filter(({ source }) => source !== "h1");
  const titles = (stated.length > 0 ? stated : titleCandidates).slice(0, MAX_TITLES);
  const hashes = titles.map(({ text }) => hashWords(text));
  const lengths = hashes.map(({ length }) => length);
  const most = lengths.reduce((sum, length) => sum + length, 0);
  const words = new HashIds(most, scratch);
  const holders = scratch.bytes(most);
  for (const [title, own] of hashes.entries()) {
    for (const hash of own) holders[words.idOf(hash)]! |= 1 << title;
  }
  return { lengths, words, holders };
}

function bestDice(shared: Int32Array, lengths: readonly number[], words: number): number {
  let best = 0;
  for (let title = 0; title < lengths.length; title++) {
    const length = lengths[title]!;
    best = Math.max(best, (2 * Math.min(shared[title]!, length)) / (words + length));
  }
  return best;
}

/** The block that shows the title, -1 where none does. */
function chooseBlock({ document, blocks }: Page, texts: BlockTexts, similarity: Float32Array): number {
  let chosen = -1;
  let firstHeading = -1;
  let best = 0;
  for (let block = 0; block < blocks.count; block++) {
    if (texts.characters[block] === 0) continue;
    const tag = document.tag[blocks.container[block]!]!;
    if (tag === TAG.h1 && firstHeading < 0) firstHeading = block;
    if (similarity[block]! < MIN_SIMILARITY) continue;
    const bonus = tag === TAG.h1 ? HEADING_BONUS.h1 : tag === TAG.h2 ? HEADING_BONUS.h2 : 0;
    if (similarity[block]! + bonus > best) {
      best = similarity[block]! + bonus;
      chosen = block;
    }
  }
  return chosen >= 0 ? chosen : firstHeading;
}

const DESCRIPTIONS = ["description", "og:description", "twitter:description"] as const;
const STATED_COLUMNS = 3;

/** Writes the family `stated`: how much of a block the description and the stated body repeat. */
export function describeStated({ page, texts, pairs, fours, scratch }: FeatureContext): FamilyWriter {
  const description = readDescription(page);
  const words = description && HashIds.setOf(description, scratch);
  const wordPairs = description && HashIds.setOf(hashPairs(description, scratch), scratch);
  const body = statedBodyText(page);
  const bodyFours =
    body === undefined
      ? undefined
      : HashIds.setOf(hashFours(hashPairs(hashWords(body), scratch), scratch), scratch);
  return ({ count, blocks, values, width }, column) => {
    for (let row = 0; row < count; row++) {
      const block = blocks[row]!;
      const at = row * width + column;
      const first = texts.firstHash[block]!;
      const last = texts.firstHash[block + 1]!;
      values[at] = shareIn(words, texts.scan.hashes, first, last);
      values[at + 1] = shareIn(wordPairs, pairs, first, last - 1);
      values[at + 2] = shareIn(bodyFours, fours, first, last - 3);
    }
    return column + STATED_COLUMNS;
  };
}

function statedBodyText({ mainThings }: Page): string | undefined {
  for (const thing of [mainThings.article, mainThings.item]) {
    for (const value of valuesOf(thing, "articleBody")) {
      if (typeof value === "string" && value.length > 0) return value;
    }
  }
  return undefined;
}

function readDescription({ meta }: Page): Int32Array | undefined {
  for (const name of DESCRIPTIONS) {
    const hashes = hashWords(plainText(meta.get(name)?.[0] ?? ""));
    if (hashes.length > 0) return hashes;
  }
  return undefined;
}

function shareIn(set: HashIds | undefined, hashes: Int32Array, first: number, end: number): number {
  if (set === undefined) return Number.NaN;
  return share(set.countKnown(hashes, first, end), end - first);
}
