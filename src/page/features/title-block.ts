import { TAG } from "../../html/index.ts";
import { HashIds, type ScratchArena } from "../../text/index.ts";
import type { BlockTexts } from "./block-texts.ts";
import type { FeatureSource } from "./feature-source.ts";
import { hashWords } from "./text-scan.ts";

/** Titles that are compared with every block: as many as bits of a byte. */
const MAX_TITLES = 8;
/** A block that shares less with every title is not the headline. */
const MIN_SIMILARITY = 0.5;
/** Among similar blocks the heading is the headline, not the breadcrumb or the teaser. */
const HEADING_BONUS = { h1: 0.3, h2: 0.15 } as const;

/** How the blocks of a page relate to the titles it states. */
export interface TitleMatch {
  /** The block that shows the title, -1 where none does. */
  readonly block: number;
  /** How far a block's words are those of the most similar title, 0 to 1. */
  readonly similarity: Float32Array;
  /** Share of a block's words that stand in some title. */
  readonly overlap: Float32Array;
}

/** Compares every block with the stated titles. */
export function matchTitle(source: FeatureSource, texts: BlockTexts, scratch: ScratchArena): TitleMatch {
  const { count } = source.blocks;
  const similarity = scratch.floats(count);
  const overlap = scratch.floats(count);
  const { lengths, words, holders } = readTitles(source, scratch);
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
  return { block: chooseBlock(source, texts, similarity), similarity, overlap };
}

interface Titles {
  /** Words of every title. */
  readonly lengths: readonly number[];
  /** The words of all titles; `holders` has a bit for every title that holds a word. */
  readonly words: HashIds;
  readonly holders: Uint8Array;
}

function readTitles({ titleCandidates }: FeatureSource, scratch: ScratchArena): Titles {
  const stated = titleCandidates.filter(({ source }) => source !== "h1");
  const titles = (stated.length > 0 ? stated : titleCandidates).slice(0, MAX_TITLES);
  const hashes = titles.map(({ text }) => hashWords(text));
  const lengths = hashes.map(({ length }) => length);
  const most = lengths.reduce((sum, length) => sum + length, 0);
  const words = HashIds.sparse(most, scratch);
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

function chooseBlock(
  { document, blocks }: FeatureSource,
  texts: BlockTexts,
  similarity: Float32Array,
): number {
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
