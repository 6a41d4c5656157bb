import {
  badModel,
  checkFeatures,
  type ModelFile,
  modelHead,
  readModelHead,
  type Training,
  TreeEnsemble,
  toProbability,
} from "../../model/index.ts";
import {
  type Extraction,
  KEEP_SCORE,
  leafAt,
  leafWords,
  namedCommentSections,
  type Page,
  reasonCode,
} from "../../page/index.ts";
import type { Extractor } from "../extractor.ts";
import {
  type BareTally,
  type BareVerdict,
  BLOCK_KIND,
  completeText,
  giveBareVerdict,
  judgeEmptyPage,
  judgeStructures,
  keepLongText,
  keepProse,
  LINKED,
  type PackedBareVerdict,
  packBareVerdict,
  readBareVerdict,
  trimEnds,
  useStatedBody,
  warnOfHidden,
} from "../fused/index.ts";
import { chooseThreshold, scoreLeaves } from "../score-leaves.ts";
import type { BlockMeasures } from "./block-measures.ts";
import { type PackedPasses, packPasses, readPasses, weighInContext } from "./lean-context.ts";
import { LEAN_FEATURES, LeanRows, QUICK_FEATURES } from "./lean-rows.ts";
import { LONG_WORDS } from "./places.ts";

/** Blocks that are weighed together; a multiple of what trees take at once, and few enough for their rows to stay in cache. */
const BATCH_ROWS = 16;

/** The corrections of `fused` that take next to no time on most pages, or that the text of tables and lists needs. */
const CORRECTIONS: readonly ((page: Page, answer: Extraction) => Extraction)[] = [
  useStatedBody,
  judgeStructures,
  keepLongText,
  completeText,
  trimEnds,
  keepProse,
  judgeEmptyPage,
  warnOfHidden,
];

const ROWS = new Float32Array(BATCH_ROWS * QUICK_FEATURES.length);
const LOG_ODDS = new Float64Array(BATCH_ROWS);

/** The cheapest learned extractor: a few trees over what a few passes tell of every block, and few corrections after them. */
export function makeLean(model: () => LeanModel): Extractor {
  return makeCheap("lean", model);
}

/** The same with the answer of `mss` among what the trees see: better on pages unlike those that they were learned from. */
export function makeQuick(model: () => LeanModel, mss: Extractor): Extractor {
  return makeCheap("quick", model, mss);
}

function makeCheap(id: "lean" | "quick", model: () => LeanModel, mss?: Extractor): Extractor {
  return {
    id,
    needs: [],
    trainedOn: () => [...new Set([...model().training.domains, ...(mss?.trainedOn?.() ?? [])])].sort(),
    extract(given, hints) {
      const page = given.revealed;
      const { verdict, ...trees } = model();
      const { tally, ofBlock, headline } = weighBlocks(page, trees, mss?.extract(page, hints));
      const scored = scoreLeaves(page, ofBlock, chooseThreshold(tally, true));
      dropComments(page, scored);
      const judged = verdict ? { ...scored, verdict: giveBareVerdict(page, tally, verdict) } : scored;
      const answer = CORRECTIONS.reduce<Extraction>((before, correct) => correct(given, before), judged);
      return isOut(page, headline, answer) ? { ...answer, isHeadlineOut: true } : answer;
    },
  };
}

/** How likely each block is part of the article: of those that show text, and of every block of the page. */
export function weighBlocks(
  page: Page,
  { method, trees, passes }: Pick<LeanModel, "method" | "trees" | "passes">,
  mss?: Extraction,
) {
  const rows = new LeanRows(page, mss);
  const { width } = rows;
  if (width !== METHODS[method].features.length)
    throw badModel(`the model of ${method} weighs other features than these of its blocks`);
  const { count, block, words } = rows.measures;
  const chances = new Float32Array(count);
  for (let from = 0; from < count; from += BATCH_ROWS) {
    const taken = Math.min(BATCH_ROWS, count - from);
    for (let row = 0; row < taken; row++) rows.write(from + row, ROWS, row * width);
    trees.scoreRows(ROWS, taken, LOG_ODDS);
    for (let row = 0; row < taken; row++) chances[from + row] = toProbability(LOG_ODDS[row]!);
  }
  weighInContext(rows.placed, chances, passes, METHODS[method].firstCounts);
  const ofBlock = new Float32Array(page.blocks.count);
  for (let at = 0; at < count; at++) ofBlock[block[at]!] = chances[at]!;
  const headline = dropHeadline(rows, chances, ofBlock);
  const first = rows.title < 0 ? -1 : chances.findIndex((chance) => chance >= KEEP_SCORE);
  const tally: BareTally = {
    count,
    words: words.slice(0, count),
    chances,
    kinds: kindsOf(rows.measures),
    titleDistance: first < 0 ? Number.NaN : first - rows.title,
  };
  rows.release();
  return { tally, ofBlock, headline };
}

/** Which blocks are links or headings. */
function kindsOf({ count, linked, characters, isHeading }: BlockMeasures): Uint8Array {
  const kinds = new Uint8Array(count);
  for (let at = 0; at < count; at++) {
    if (linked[at]! >= LINKED * characters[at]!) kinds[at]! |= BLOCK_KIND.link;
    if (isHeading[at] === 1) kinds[at]! |= BLOCK_KIND.heading;
  }
  return kinds;
}

/** Drops the headline; returns its block, or -1 where none is found or it is below kept prose. */
function dropHeadline({ title, measures }: LeanRows, chances: Float32Array, ofBlock: Float32Array): number {
  if (title < 0) return -1;
  for (let at = 0; at < title; at++)
    if (chances[at]! >= KEEP_SCORE && measures.words[at]! >= LONG_WORDS) return -1;
  const block = measures.block[title]!;
  chances[title] = 0;
  ofBlock[block] = 0;
  return block;
}

/** Whether an answer leaves the headline out: it may be a part of a structure that is kept as a whole. */
function isOut({ blocks }: Page, headline: number, { scores }: Extraction): boolean {
  if (headline < 0) return false;
  const own = scores.subarray(blocks.firstLeaf[headline], blocks.firstLeaf[headline + 1]);
  return own.every((score) => score < KEEP_SCORE);
}

const COMMENT = reasonCode("a reader's comment");
/** A story of fewer words may itself be marked up as a comment. */
const MIN_STORY_WORDS = 10;

/** Drops what is in elements that are named as readers' comments, unless next to nothing else is kept. */
function dropComments(page: Page, { scores, reasons }: Extraction): void {
  const { count } = page.leaves;
  const isKept = new Uint8Array(count);
  for (let leaf = 0; leaf < count; leaf++) isKept[leaf] = Number(scores[leaf]! >= KEEP_SCORE);
  const sections = namedCommentSections(page, isKept);
  if (sections.length === 0) return;
  const isDropped = new Uint8Array(count);
  for (const { from, to } of sections) isDropped.fill(1, leafAt(page.leaves, from), leafAt(page.leaves, to));
  let story = 0;
  for (let leaf = 0; leaf < count && story < MIN_STORY_WORDS; leaf++) {
    if (isKept[leaf] === 1 && isDropped[leaf] === 0) story += leafWords(page, leaf);
  }
  if (story < MIN_STORY_WORDS) return;
  for (let leaf = 0; leaf < count; leaf++) {
    if (isKept[leaf] === 0 || isDropped[leaf] === 0) continue;
    scores[leaf] = 0;
    reasons[leaf] = COMMENT;
  }
}

/**
 * What differs between the methods, by their names in model files. That the first weighing of `quick` always counts was chosen in trials on
 * the sets of docs/extractors/quick.md: of old pages it keeps what the context takes away.
 */
const METHODS = {
  lean: { features: LEAN_FEATURES, firstCounts: "where nothing is kept" },
  quick: { features: QUICK_FEATURES, firstCounts: "always" },
} as const;

/** A trained model. */
export interface LeanModel {
  readonly method: keyof typeof METHODS;
  readonly training: Training;
  /** Weigh the blocks of a page. */
  readonly trees: TreeEnsemble;
  /** Weigh unsure blocks again, one after the other, by how the blocks around them were weighed. */
  readonly passes: readonly TreeEnsemble[];
  /** Judges pages as a whole. */
  readonly verdict?: BareVerdict | undefined;
}

/** A model as the value that its file holds as JSON. */
export function packLeanModel({ method, training, trees, passes, verdict }: LeanModel): ModelFile & {
  readonly trees: string;
  readonly passes: PackedPasses;
  readonly verdict?: PackedBareVerdict;
} {
  return {
    ...modelHead(method, METHODS[method].features, training),
    trees: trees.encode(),
    passes: packPasses(passes),
    ...(verdict && { verdict: packBareVerdict(verdict) }),
  };
}

/** The model that a file's JSON holds; throws BAD_MODEL where it is another, of other features or damaged. */
export function readLeanModel(method: LeanModel["method"], value: unknown): LeanModel {
  const head = readModelHead(value);
  if (head.method !== method) throw badModel(`it is of the method ${head.method}, not ${method}`);
  const names = METHODS[method].features;
  checkFeatures(head, names);
  const trees = typeof head.trees === "string" ? TreeEnsemble.decode(head.trees, names) : undefined;
  if (trees === undefined) throw badModel("its trees are damaged");
  const verdict = head.verdict == null ? undefined : readBareVerdict(head.verdict);
  return {
    method,
    training: head.training,
    trees,
    passes: readPasses(head.passes),
    ...(verdict && { verdict }),
  };
}
