import { TAG } from "../../html/index.ts";
import { FEATURE_UNITS, type Page, UNIT } from "../../page/index.ts";
import { HASH_START, HASH_STEP, type ScratchArena } from "../../text/index.ts";
import type { BlockMeasures } from "./block-measures.ts";

/** Longer blocks are no headlines. */
const MAX_WORDS = 40;
const MIN_WORDS = 2;
/** A block whose words are the title's to this share may be the headline. */
const MIN_SIMILARITY = 0.4;
/** A heading is the headline rather than a line of the same words. */
const HEADING_GAIN = 0.25;

/** Finds the headline among the blocks, -1 where none is; `similarity` gets how alike each short block is to the title in the head. */
export function findTitleBlock(
  { document, leaves, blocks }: Page,
  measures: BlockMeasures,
  title: number,
  similarity: Float32Array,
): number {
  const stated = new Set<number>();
  if (title >= 0) readWords(document.text, document.textStart[title]!, document.textEnd[title]!, stated);
  let best = -1;
  let most = 0;
  let heading = -1;
  for (let at = 0; at < measures.count; at++) {
    if (heading < 0 && measures.tag[at] === TAG.h1) heading = at;
    const count = measures.words[at]!;
    if (stated.size === 0 || count > MAX_WORDS || count < MIN_WORDS) continue;
    let words = 0;
    let common = 0;
    const block = measures.block[at]!;
    for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
      const node = leaves.node[leaf]!;
      const found = countCommon(document.text, document.textStart[node]!, document.textEnd[node]!, stated);
      words += found >>> COMMON_BITS;
      common += found & COMMON_MASK;
    }
    const own = common / Math.max(words, stated.size);
    similarity[at] = own;
    const weighed = own + (measures.isHeading[at] === 1 ? HEADING_GAIN : 0);
    if (own < MIN_SIMILARITY || weighed <= most) continue;
    most = weighed;
    best = at;
  }
  return best >= 0 ? best : heading;
}

const KIND_SHIFT = 16;
const LOWER_MASK = 0xffff;
const COMMON_BITS = 12;
const COMMON_MASK = 0xfff;
/** Longer ranges are mostly white space. */
const MAX_UNITS = 2_000;

/** How many words a range has, and in the low bits how many of them are stated. */
function countCommon(text: string, start: number, end: number, stated: ReadonlySet<number>): number {
  const units = FEATURE_UNITS.table;
  const stop = Math.min(end, start + MAX_UNITS);
  let found = 0;
  let hash = HASH_START;
  for (let at = start; at <= stop; at++) {
    const entry = at < stop ? units[text.charCodeAt(at)]! : UNIT.space << KIND_SHIFT;
    const kind = entry >>> KIND_SHIFT;
    if (kind <= UNIT.unspaced) hash = Math.imul(hash ^ (entry & LOWER_MASK), HASH_STEP);
    if (kind < UNIT.unspaced || hash === HASH_START) continue;
    found += stated.has(hash) ? (1 << COMMON_BITS) + 1 : 1 << COMMON_BITS;
    hash = HASH_START;
  }
  return found;
}

function readWords(text: string, start: number, end: number, into: Set<number>): void {
  const units = FEATURE_UNITS.table;
  const stop = Math.min(end, start + MAX_UNITS);
  let hash = HASH_START;
  for (let at = start; at <= stop; at++) {
    const entry = at < stop ? units[text.charCodeAt(at)]! : UNIT.space << KIND_SHIFT;
    const kind = entry >>> KIND_SHIFT;
    if (kind <= UNIT.unspaced) hash = Math.imul(hash ^ (entry & LOWER_MASK), HASH_STEP);
    if (kind < UNIT.unspaced || hash === HASH_START) continue;
    into.add(hash);
    hash = HASH_START;
  }
}

/** A block with this many words is nearly always prose. */
export const LONG_WORDS = 25;
/** Short blocks that a run of long ones goes on over. */
const MAX_GAP = 3;

/** Distances to headings and long blocks, and the words of runs of long blocks, short gaps allowed. */
export function findPlaces({ count, words, isHeading }: BlockMeasures, scratch: ScratchArena) {
  const headingBefore = scratch.floats(count);
  const headingAfter = scratch.floats(count);
  const longBefore = scratch.floats(count);
  const longAfter = scratch.floats(count);
  const runWords = scratch.floats(count);
  let heading = -1;
  let long = -1;
  let runFrom = -1;
  let sum = 0;
  const endRun = () => {
    if (runFrom >= 0) runWords.fill(sum, runFrom, long + 1);
  };
  for (let at = 0; at < count; at++) {
    headingBefore[at] = heading < 0 ? Number.NaN : at - heading;
    longBefore[at] = long < 0 ? Number.NaN : at - long;
    if (isHeading[at] === 1) heading = at;
    if (words[at]! < LONG_WORDS) continue;
    if (runFrom < 0 || at - long > MAX_GAP + 1) {
      endRun();
      runFrom = at;
      sum = 0;
    }
    sum += words[at]!;
    long = at;
  }
  endRun();
  let nextHeading = -1;
  let nextLong = -1;
  for (let at = count - 1; at >= 0; at--) {
    headingAfter[at] = nextHeading < 0 ? Number.NaN : nextHeading - at;
    longAfter[at] = nextLong < 0 ? Number.NaN : nextLong - at;
    if (isHeading[at] === 1) nextHeading = at;
    if (words[at]! >= LONG_WORDS) nextLong = at;
  }
  return { headingBefore, headingAfter, longBefore, longAfter, runWords };
}
