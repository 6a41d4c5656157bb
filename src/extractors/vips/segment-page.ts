import { NewsError } from "../../errors/index.ts";
import { TAG } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { dividePiece, MAX_DEGREE, pieceOf, type RatedPiece } from "./divide.ts";
import { type Split, splitPieces } from "./separators.ts";
import { type Box, boxAround, VisualPage } from "./visual-page.ts";

/** Options of the segmentation. */
export interface VipsOptions {
  /** The permitted degree of coherence, 1 (the whole page) to 10: blocks that reach it are not divided. */
  readonly granularity: number;
}

/** The coarsest granularity with the best F1 on two labelled sets; docs/extractors/vips.md. */
const DEFAULT_OPTIONS: VipsOptions = { granularity: 9 };

/** A region that a reader sees as one block, and its sub-blocks. */
export interface VisualBlock {
  /** What it shows, in document order. */
  readonly pieces: readonly RatedPiece[];
  readonly box: Box;
  /** The degree of coherence, 1 to 10; never lower than that of the parent. */
  readonly degree: number;
  readonly children: readonly VisualBlock[];
}

/** A block under construction. */
interface OpenBlock extends VisualBlock {
  degree: number;
  readonly children: OpenBlock[];
  /** How its pieces are separated, if there are several. */
  readonly split: Split | undefined;
  /** How many blocks are around it. */
  readonly depth: number;
}

/** Deeper than any real page; bounds the time on hostile ones. */
const MAX_DEPTH = 50;

/** VIPS (Cai et al., 2003): a page as a tree of visual blocks, divided until each has the permitted degree of coherence. */
export function segmentPage(page: Page, options: Partial<VipsOptions> = {}): VisualBlock {
  return segment(new VisualPage(page), withDefaults(options));
}

/** The same for an existing view of the page. */
export function segment(view: VisualPage, { granularity }: VipsOptions): VisualBlock {
  const body = Math.max(0, view.document.tag.indexOf(TAG.body));
  const root = openBlock(view, [{ ...pieceOf(view, body), degree: 1 }]);
  const waiting = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.degree >= granularity || block.depth === MAX_DEPTH) continue;
    for (const group of divideBlock(view, block)) {
      const child = openBlock(view, group, block);
      block.children.push(child);
      waiting.push(child);
    }
  }
  return root;
}

/** The degree of a block is that of its only piece, or follows from its heaviest separator. */
function openBlock(view: VisualPage, pieces: readonly RatedPiece[], around?: OpenBlock): OpenBlock {
  const [only, second] = pieces;
  const split = second && splitPieces(view, pieces);
  const degree = Math.max(around?.degree ?? 1, split?.degree ?? only?.degree ?? MAX_DEGREE);
  const depth = around === undefined ? 0 : around.depth + 1;
  return { pieces, box: boxAround(pieces), degree, children: [], split, depth };
}

/** The groups of pieces that become sub-blocks; a single piece first goes through another round of the rules. */
function divideBlock(view: VisualPage, block: OpenBlock): Split["groups"] {
  if (block.split !== undefined) return block.split.groups;
  const pool = block.pieces.flatMap((piece) => dividePiece(view, piece));
  const [only, second] = pool;
  if (second !== undefined) return splitPieces(view, pool).groups;
  // Nothing is left to divide.
  block.degree = Math.max(block.degree, only?.degree ?? MAX_DEGREE);
  return [];
}

/** A block and its descendants in pre-order. */
export function* blocksIn(root: VisualBlock): Generator<VisualBlock> {
  const waiting = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    yield block;
    for (const child of block.children.toReversed()) waiting.push(child);
  }
}

/** Fills in the defaults and checks the range. */
export function withDefaults(options: Partial<VipsOptions>): VipsOptions {
  const chosen = { ...DEFAULT_OPTIONS, ...options };
  const { granularity } = chosen;
  if (Number.isInteger(granularity) && granularity >= 1 && granularity <= MAX_DEGREE) return chosen;
  throw new NewsError("BAD_OPTION", "The option granularity must be a whole number from 1 to 10.");
}
