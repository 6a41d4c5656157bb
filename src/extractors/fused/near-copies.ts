import { rawText } from "../../html/index.ts";
import { type Extraction, KEEP_SCORE, type Page, TEXT_LEAF } from "../../page/index.ts";
import { HASH_START, hashText, joinHashes, words } from "../../text/index.ts";
import { keptTexts, withoutLeaves } from "./kept.ts";

/** Shorter blocks have too few runs of words to tell. This and the others were chosen on half of the sites: docs/experiments/fused.md. */
const MIN_WORDS = 15;
const RUN = 4;
/** The share of a copy's runs that came before: copies differ in links, dashes and what a script replaces. */
const MIN_SHARED = 0.7;
/** Fewer words are a quotation or a refrain. */
const MIN_COPIED_WORDS = 50;
/** How many characters of two beginnings are compared; blocks with fewer than `least` are labels. */
const BEGINNING = { units: 12, least: 80 } as const;

/** What an answer keeps of a block. */
interface KeptBlock {
  /** The element around the block's. */
  readonly around: number;
  readonly leaves: readonly number[];
  readonly wordCount: number;
  readonly isCopy: boolean;
}

/**
 * An answer without near copies of its paragraphs: pages hold a story a second time for print or for another width, with small
 * differences. Repetitions in one element are the article's own: terms, refrains, lists.
 */
export function dropNearCopies(given: Page, answer: Extraction): Extraction {
  const page = given.revealed;
  const { scores } = answer;
  // Documentation and products say the same of many things.
  const isArticle = (answer.notes?.otherPagesWeight ?? 0) === 0;
  if (!isArticle || answer.statedBody !== undefined || !beginsTwice(page, scores)) return answer;
  const isDropped = new Uint8Array(scores.length);
  const kept = readKept(page, scores);
  // The elements of the paragraphs so far.
  const known = new Set<number>();
  for (let at = 0; at < kept.length; ) {
    const end = endOfCopy(kept, at);
    const copy = kept.slice(at, end);
    const size = copy.reduce((sum, block) => sum + block.wordCount, 0);
    if (size >= MIN_COPIED_WORDS && !copy.some(({ around }) => known.has(around))) {
      const first = startOfCopy(kept, at, known);
      for (const { leaves } of kept.slice(first, end)) for (const leaf of leaves) isDropped[leaf] = 1;
    }
    const next = Math.max(end, at + 1);
    for (const { around, wordCount } of kept.slice(at, next)) if (wordCount >= MIN_WORDS) known.add(around);
    at = next;
  }
  return isDropped.includes(1) ? withoutLeaves(answer, isDropped, "a copy of what was kept") : answer;
}

/** Where a copy begins, with the short lines before it that are in no element of the story: its headline and date. */
function startOfCopy(kept: readonly KeptBlock[], from: number, known: ReadonlySet<number>): number {
  let start = from;
  while (start > 0 && kept[start - 1]!.wordCount < MIN_WORDS && !known.has(kept[start - 1]!.around)) start--;
  return start;
}

/** Whether two blocks of the answer in different elements begin alike: on nearly all pages none do, and no words need to be read. */
function beginsTwice(page: Page, scores: Float32Array): boolean {
  const { document, leaves, blocks } = page;
  const known = new Map<number, number>();
  let last = -1;
  for (let leaf = 0; leaf < scores.length; leaf++) {
    const block = blocks.ofLeaf[leaf]!;
    if (block === last || scores[leaf]! < KEEP_SCORE || leaves.kind[leaf] !== TEXT_LEAF) continue;
    last = block;
    const node = leaves.node[leaf]!;
    if (document.textEnd[node]! - document.textStart[node]! < BEGINNING.least) continue;
    const around = document.parent[blocks.container[block]!]!;
    const hash = hashBeginning(document.text, document.textStart[node]!);
    const other = known.get(hash);
    if (other !== undefined && other !== around) return true;
    known.set(hash, around);
  }
  return false;
}

/** Skips ASCII punctuation, white space, dashes and quotation marks, which copies write differently. */
function hashBeginning(text: string, start: number): number {
  let hash = HASH_START;
  let count = 0;
  for (let at = start; at < text.length && count < BEGINNING.units; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x30 || unit === 0xa0 || (unit >= 0x2010 && unit <= 0x201f)) continue;
    hash = joinHashes(hash, unit);
    count++;
  }
  return hash;
}

function readKept(page: Page, scores: Float32Array): readonly KeptBlock[] {
  const { document, leaves: all, blocks } = page;
  const seen = new Set<number>();
  const found: KeptBlock[] = [];
  for (let block = 0; block < blocks.count; block++) {
    const leaves = keptTexts(page, scores, block);
    if (leaves.length === 0) continue;
    const own = words(leaves.map((leaf) => rawText(document, all.node[leaf]!)).join(" "));
    const runs = hashRuns(own);
    const shared = runs.filter((run) => seen.has(run)).length;
    const isCopy = own.length >= MIN_WORDS && shared >= runs.length * MIN_SHARED;
    for (const run of runs) seen.add(run);
    found.push({ around: document.parent[blocks.container[block]!]!, leaves, wordCount: own.length, isCopy });
  }
  return found;
}

/** A hash of every run of `RUN` words; as strings they took a tenth of the time of such a page. */
function hashRuns(own: readonly string[]): readonly number[] {
  const hashes = own.map(hashText);
  return hashes.slice(RUN - 1).map((_, at) => hashes.slice(at, at + RUN).reduce(joinHashes));
}

/** Where the copy that begins at a block ends, with short lines in it; at the block where there is none. */
function endOfCopy(kept: readonly KeptBlock[], from: number): number {
  let end = from;
  if (!kept[from]!.isCopy) return end;
  for (let at = from; at < kept.length && (kept[at]!.isCopy || kept[at]!.wordCount < MIN_WORDS); at++) {
    if (kept[at]!.isCopy) end = at + 1;
  }
  return end;
}
