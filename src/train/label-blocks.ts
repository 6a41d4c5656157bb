import { type Document, NODE_FLAG, TAG } from "../html/index.ts";
import { type Page, TEXT_LEAF } from "../page/index.ts";
import { hashText, joinHashes, words } from "../text/index.ts";

/** The labels of every block of a page. */
export interface BlockLabels {
  /** Which text was read: hidden text counts only where the body is not in the visible one. */
  readonly scope: TextScope;
  /** How many words a block has. */
  readonly words: Int32Array;
  /** The share of them that belongs to the truth's body; a repeated copy does not. */
  readonly share: Float32Array;
  /** The share of the body's words that the page has. */
  readonly found: number;
}

/** A page that shows less of its body than this keeps it until a script runs: of 793 modern articles, one in a hundred. */
const MIN_VISIBLE = 0.75;

/** A block is content if a larger share of it belongs to the body. */
export const CONTENT_SHARE = 0.5;

/** Labels every block of a page with its share of the true body, in time that is linear in both. */
export function labelBlocks(page: Page, body: string | null): BlockLabels {
  const truth = Int32Array.from(words(body ?? ""), hashText);
  const visible = findShares(page, truth, "visible");
  if (truth.length === 0 || visible.found >= MIN_VISIBLE) return visible;
  const revealed = findShares(page, truth, "revealed");
  return revealed.found > visible.found ? revealed : visible;
}

function findShares(page: Page, body: Int32Array, scope: TextScope): BlockLabels {
  const { count } = page.blocks;
  const { hashes, firstWord } = readPageWords(page, scope);
  const truthOf = alignWords(hashes, body);
  const blockWords = new Int32Array(count);
  const share = new Float32Array(count);
  let found = 0;
  for (let block = 0; block < count; block++) {
    blockWords[block] = firstWord[block + 1]! - firstWord[block]!;
    let matched = 0;
    for (let at = firstWord[block]!; at < firstWord[block + 1]!; at++) if (truthOf[at]! >= 0) matched++;
    found += matched;
    share[block] = matched / Math.max(1, blockWords[block]!);
  }
  return { scope, words: blockWords, share, found: found / Math.max(1, body.length) };
}

/** Weights of words: pages count alike whatever the length of their article, and no block is lost. */
const WORDS_PER_PAGE = 300;
const MIN_PAGE_WORDS = 100;
const MAX_WEIGHT = 100;
const MIN_WEIGHT = 0.3;

/** The blocks of a page that have words. */
export function blocksWithWords({ words }: BlockLabels): number[] {
  return Array.from(words.keys()).filter((block) => words[block]! > 0);
}

/** How much each of the given blocks of a page counts in training. */
export function blockWeights({ words, share }: BlockLabels, blocks: readonly number[]): Float32Array {
  const truthWords = blocks.reduce((sum, block) => sum + words[block]! * share[block]!, 0);
  const perWord = WORDS_PER_PAGE / Math.max(MIN_PAGE_WORDS, truthWords);
  return Float32Array.from(blocks, (block) => Math.min(MAX_WEIGHT, words[block]! * perWord) + MIN_WEIGHT);
}

/** Which text of a page counts: the visible text, or also what a script may reveal. */
type TextScope = "visible" | "revealed";

interface PageWords {
  readonly hashes: Int32Array;
  /** Words of a block are `[firstWord[block], firstWord[block + 1])`. */
  readonly firstWord: Int32Array;
}

/** Text that no script of the page reveals. */
const NEVER_SHOWN = NODE_FLAG.noscript | NODE_FLAG.template | NODE_FLAG.foreign;

function readPageWords(page: Page, scope: TextScope): PageWords {
  const { count } = page.blocks;
  const firstWord = new Int32Array(count + 1);
  const hashes: number[] = [];
  for (let block = 0; block < count; block++) {
    for (const word of words(blockText(page, block, scope))) hashes.push(hashText(word));
    firstWord[block + 1] = hashes.length;
  }
  return { hashes: Int32Array.from(hashes), firstWord };
}

/** The text of a block; words whose letters are marked up one by one stay whole. */
function blockText({ document, leaves, blocks }: Page, block: number, scope: TextScope): string {
  let text = "";
  let last = -1;
  for (let leaf = blocks.firstLeaf[block]!; leaf < blocks.firstLeaf[block + 1]!; leaf++) {
    const node = leaves.node[leaf]!;
    const counts =
      leaves.visible[leaf] === 1 || (scope === "revealed" && (document.flags[node]! & NEVER_SHOWN) === 0);
    if (!counts || leaves.kind[leaf] !== TEXT_LEAF) continue;
    if (last >= 0 && isApart(document, last, node)) text += " ";
    text += document.text.slice(document.textStart[node], document.textEnd[node]);
    last = node;
  }
  return text;
}

/** Whether white space, a line break or something unseen lies between two text nodes. */
function isApart(document: Document, from: number, to: number): boolean {
  if (document.textEnd[from]! < document.textStart[to]!) return true;
  for (let at = from + 1; at < to; at++) if (document.tag[at] === TAG.br) return true;
  return false;
}

/**
 * The word of the truth that each word of the page is, or -1; none is given twice, so what a page repeats is found once:
 * in the order of both and in the longest runs first, then runs of four and more words out of order.
 */
export function alignWords(page: Int32Array, truth: Int32Array): Int32Array {
  const truthOf = new Int32Array(page.length).fill(-1);
  const runs = findSharedRuns(page, truth);
  chainRuns(runs, truth.length, truthOf);
  fillGaps(page, truth, truthOf);
  matchLeftovers(runs, truthOf, truth.length);
  return truthOf;
}

/** Matches the remaining words of truth and page, in any order. */
function matchLeftovers(runs: readonly SharedRun[], truthOf: Int32Array, truthLength: number): void {
  const isFound = new Uint8Array(truthLength);
  for (const place of truthOf) if (place >= 0) isFound[place] = 1;
  for (const run of runs.toSorted((a, b) => b.length - a.length)) {
    let free = 0;
    for (let step = 0; step <= run.length; step++) {
      const isFree = step < run.length && truthOf[run.page + step]! < 0 && isFound[run.truth + step] === 0;
      if (isFree) {
        free++;
        continue;
      }
      if (free >= MIN_RUN_WORDS) {
        for (let at = step - free; at < step; at++) {
          truthOf[run.page + at] = run.truth + at;
          isFound[run.truth + at] = 1;
        }
      }
      free = 0;
    }
  }
}

/** Words in a row that a page and a truth share: at `page` and at `truth`, `length` of them. */
interface SharedRun {
  readonly page: number;
  readonly truth: number;
  readonly length: number;
}

/** Fewer words in a row are shared by any two texts of a language. */
const MIN_RUN_WORDS = 4;
/**
 * Where the copies of a run on the page times those in the truth are more, each is compared with its own number only:
 * a chorus of a thousand lines would otherwise ask for a million comparisons.
 */
const MAX_COPY_PAIRS = 256;

/** The longest possible runs of four and more words that both have, in any order, sorted by their place on the page. */
function findSharedRuns(page: Int32Array, truth: Int32Array): SharedRun[] {
  const places = placesOf(runHashes(truth, MIN_RUN_WORDS));
  const starts = runHashes(page, MIN_RUN_WORDS);
  const copies = placesOf(starts);
  const seen = new Map<number, number>();
  const found: { page: number; truth: number; length: number }[] = [];
  /** The run that was found last for each distance between page and truth. */
  const latest = new Map<number, { page: number; truth: number; length: number }>();
  for (let at = 0; at < starts.length; at++) {
    const hash = starts[at]!;
    const all = places.get(hash);
    if (all === undefined) continue;
    const number = seen.get(hash) ?? 0;
    seen.set(hash, number + 1);
    const isCrowded = all.length * copies.get(hash)!.length > MAX_COPY_PAIRS;
    for (const place of isCrowded ? all.slice(number, number + 1) : all) {
      const run = latest.get(at - place);
      if (run !== undefined && run.page + run.length === at + MIN_RUN_WORDS - 1) {
        run.length++;
        continue;
      }
      const fresh = { page: at, truth: place, length: MIN_RUN_WORDS };
      latest.set(at - place, fresh);
      found.push(fresh);
    }
  }
  return found;
}

/** The hash of every run of `run` words. */
export function runHashes(hashes: Int32Array, run: number): Int32Array {
  const found = new Int32Array(Math.max(0, hashes.length - run + 1));
  for (let at = 0; at < found.length; at++) {
    let hash = hashes[at]!;
    for (let next = at + 1; next < at + run; next++) hash = joinHashes(hash, hashes[next]!);
    found[at] = hash;
  }
  return found;
}

function placesOf(hashes: Int32Array): Map<number, number[]> {
  const places = new Map<number, number[]>();
  hashes.forEach((hash, at) => {
    const known = places.get(hash);
    if (known === undefined) places.set(hash, [at]);
    else known.push(at);
  });
  return places;
}

/** The cost of beginning another run, in matched words: low enough for a single word. */
const RUN_COST = 0.9;

/** The best end so far of a chain that stays before a place in the truth: a tree of prefix maxima. */
class BestBefore {
  readonly #scores: Float64Array;
  readonly #pairs: Int32Array;
  score = 0;
  pair = -1;

  constructor(size: number) {
    this.#scores = new Float64Array(size + 1);
    this.#pairs = new Int32Array(size + 1).fill(-1);
  }

  /** Sets `score` and `pair` to the best of the places before `place`. */
  find(place: number): void {
    this.score = 0;
    this.pair = -1;
    for (let at = place; at > 0; at -= at & -at) {
      if (this.#scores[at]! <= this.score) continue;
      this.score = this.#scores[at]!;
      this.pair = this.#pairs[at]!;
    }
  }

  note(place: number, score: number, pair: number): void {
    for (let at = place + 1; at < this.#scores.length; at += at & -at) {
      if (this.#scores[at]! >= score) continue;
      this.#scores[at] = score;
      this.#pairs[at] = pair;
    }
  }
}

/**
 * Matches words of the page with words of the truth in the order of both, so that as many as possible match in as few
 * runs as possible. `truthOf` gets the truth's word of each page word that is matched.
 */
function chainRuns(runs: readonly SharedRun[], truthLength: number, truthOf: Int32Array): void {
  const size = runs.reduce((sum, { length }) => sum + length, 0);
  const scores = new Float64Array(size);
  const previous = new Int32Array(size);
  const firstPair = new Int32Array(runs.length + 1);
  runs.forEach(({ length }, run) => {
    firstPair[run + 1] = firstPair[run]! + length;
  });
  const best = new BestBefore(truthLength);
  let open: number[] = [];
  let next = 0;
  for (let at = runs[0]?.page ?? 0; open.length > 0 || next < runs.length; at++) {
    if (open.length === 0) at = runs[next]!.page;
    while (next < runs.length && runs[next]!.page === at) open.push(next++);
    for (const run of open) {
      const step = at - runs[run]!.page;
      const pair = firstPair[run]! + step;
      best.find(runs[run]!.truth + step);
      scores[pair] = best.score + 1 - RUN_COST;
      previous[pair] = best.pair;
      if (step > 0 && scores[pair - 1]! + 1 >= scores[pair]!) {
        scores[pair] = scores[pair - 1]! + 1;
        previous[pair] = pair - 1;
      }
    }
    // After the shared runs: two words of the truth must not share one of the page.
    for (const run of open) {
      const step = at - runs[run]!.page;
      const pair = firstPair[run]! + step;
      best.note(runs[run]!.truth + step, scores[pair]!, pair);
    }
    open = open.filter((run) => runs[run]!.page + runs[run]!.length > at + 1);
  }
  best.find(truthLength);
  for (let pair = best.pair; pair >= 0; pair = previous[pair]!) {
    const run = runOf(firstPair, pair);
    const step = pair - firstPair[run]!;
    truthOf[runs[run]!.page + step] = runs[run]!.truth + step;
  }
}

/** The run that a pair is of, by halving. */
function runOf(firstPair: Int32Array, pair: number): number {
  let low = 0;
  let high = firstPair.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (firstPair[middle]! <= pair) low = middle;
    else high = middle;
  }
  return low;
}

/** Larger gaps hold other texts, and their table would take long: about 1,000 words against 1,000. */
const MAX_CELLS = 1_000_000;
const FROM_PAGE = 1;
const FROM_TRUTH = 2;
const MATCHED = 3;
/** Set together with `MATCHED` where the words before are of the same run. */
const RUNS_ON = 4;

/** Words of page and truth between two matches. */
interface Gap {
  readonly page: Int32Array;
  readonly truth: Int32Array;
  readonly pageStart: number;
  readonly truthStart: number;
}

/** Matches what lies between the matches so far, down to single words. */
function fillGaps(page: Int32Array, truth: Int32Array, truthOf: Int32Array): void {
  const matched: number[] = [];
  truthOf.forEach((place, at) => {
    if (place >= 0) matched.push(at);
  });
  matched.push(page.length);
  let pageStart = 0;
  let truthStart = 0;
  for (const at of matched) {
    const truthEnd = at < page.length ? truthOf[at]! : truth.length;
    const gap = {
      page: page.subarray(pageStart, at),
      truth: truth.subarray(truthStart, truthEnd),
      pageStart,
      truthStart,
    };
    if (gap.page.length * gap.truth.length <= MAX_CELLS) fill(gap, truthOf);
    pageStart = at + 1;
    truthStart = truthEnd + 1;
  }
}

function fill(gap: Gap, truthOf: Int32Array): void {
  const { page, truth } = gap;
  if (page.length === 0 || truth.length === 0) return;
  const width = truth.length + 1;
  const moves = new Uint8Array((page.length + 1) * width);
  // Rows of the best score up to here, and of the best whose last words match.
  let best = new Float64Array(width);
  let ending = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  let nextBest = new Float64Array(width);
  let nextEnding = new Float64Array(width).fill(Number.NEGATIVE_INFINITY);
  for (let row = 1; row <= page.length; row++) {
    for (let column = 1; column < width; column++) {
      let score = best[column]!;
      let move = FROM_PAGE;
      if (nextBest[column - 1]! > score) {
        score = nextBest[column - 1]!;
        move = FROM_TRUTH;
      }
      nextEnding[column] = Number.NEGATIVE_INFINITY;
      if (page[row - 1] === truth[column - 1]) {
        const apart = best[column - 1]! + 1 - RUN_COST;
        const together = ending[column - 1]! + 1;
        nextEnding[column] = Math.max(apart, together);
        const runsOn = together >= apart ? RUNS_ON : 0;
        moves[row * width + column] = runsOn;
        if (nextEnding[column]! > score) {
          score = nextEnding[column]!;
          move = MATCHED;
        }
      }
      moves[row * width + column]! |= move;
      nextBest[column] = score;
    }
    [best, nextBest] = [nextBest, best];
    [ending, nextEnding] = [nextEnding, ending];
  }
  trace(gap, moves, truthOf);
}

function trace({ page, truth, pageStart, truthStart }: Gap, moves: Uint8Array, truthOf: Int32Array): void {
  const width = truth.length + 1;
  let [row, column] = [page.length, truth.length];
  let isInRun = false;
  while (row > 0 && column > 0) {
    const move = moves[row * width + column]!;
    if (isInRun || (move & MATCHED) === MATCHED) {
      truthOf[pageStart + --row] = truthStart + --column;
      isInRun = (move & RUNS_ON) !== 0;
    } else if ((move & MATCHED) === FROM_PAGE) row--;
    else column--;
  }
}
