import { TAG } from "../../html/index.ts";
import type { Page } from "../../page/index.ts";
import { boxAround } from "./box.ts";
import { dividePiece, type Rated } from "./divide.ts";
import { Looks } from "./looks.ts";
import { MAX_DEGREE, type VipsOptions, withDefaults } from "./options.ts";
import { type Parting, partPieces } from "./part.ts";
import { pieceOf } from "./piece.ts";
import type { VisualBlock } from "./visual-block.ts";

/** A block whose parts are still to be found. */
interface OpenBlock extends VisualBlock {
  degree: number;
  readonly children: OpenBlock[];
  /** How its pieces lie, where there are several. */
  readonly parting: Parting | undefined;
  /** How many blocks are around it. */
  readonly depth: number;
}

/** Deeper than the blocks of real pages go; bounds the time that hostile ones take. */
const MAX_DEPTH = 50;

/**
 * VIPS (Cai et al., 2003): a page as a tree of visual blocks, of which none that has the permitted degree of coherence is
 * divided.
 */
export function segmentPage(page: Page, options: Partial<VipsOptions> = {}): VisualBlock {
  return segment(new Looks(page), withDefaults(options));
}

/** The same of a page that has been looked at. */
export function segment(looks: Looks, { granularity }: VipsOptions): VisualBlock {
  const body = Math.max(0, looks.document.tag.indexOf(TAG.body));
  const root = openBlock(looks, [{ ...pieceOf(looks, body), degree: 1 }]);
  const waiting = [root];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block.degree >= granularity || block.depth === MAX_DEPTH) continue;
    for (const group of divideBlock(looks, block)) {
      const child = openBlock(looks, group, block);
      block.children.push(child);
      waiting.push(child);
    }
  }
  return root;
}

/** A block is as coherent as its only piece, or as the heaviest separator in it allows. */
function openBlock(looks: Looks, pieces: readonly Rated[], around?: OpenBlock): OpenBlock {
  const [only, second] = pieces;
  const parting = second && partPieces(looks, pieces);
  const degree = Math.max(around?.degree ?? 1, parting?.degree ?? only?.degree ?? MAX_DEGREE);
  const depth = around === undefined ? 0 : around.depth + 1;
  return { pieces, box: boxAround(pieces), degree, children: [], parting, depth };
}

/** The groups of pieces that a block consists of: as they lie or, of one piece, after another round of the rules. */
function divideBlock(looks: Looks, block: OpenBlock): Parting["groups"] {
  if (block.parting !== undefined) return block.parting.groups;
  const pool = block.pieces.flatMap((piece) => dividePiece(looks, piece));
  const [only, second] = pool;
  if (second !== undefined) return partPieces(looks, pool).groups;
  // Nothing is left to divide: it is as coherent as text is.
  block.degree = Math.max(block.degree, only?.degree ?? MAX_DEGREE);
  return [];
}
