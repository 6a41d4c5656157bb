import { Floats } from "./floats.ts";

/** How a box that is open came to its place, and what it does to the flow when it closes. */
export const ENTRY = { block: 0, float: 1, absolute: 2, atom: 3, item: 4 } as const;

/** A box that is open: what has been laid out of it so far. Frames are used again at the same depth. */
export class Frame {
  node = 0;
  /** One past the last node inside. */
  end = 0;
  entry: number = ENTRY.block;
  /** Content box. */
  left = 0;
  width = 0;
  top = 0;
  /** Where the next block or line begins. */
  cursor = 0;
  /** Whether the top is known: until then margins may move it. */
  isSettled = true;
  /** Whether children have been given their places, so that only heights are to be found. */
  isPlaced = false;
  /** The row of items that is being laid out, where it began and how far down it reaches. */
  row = 0;
  rowTop = 0;
  rowBottom = 0;
  /** Gap between rows. */
  rowGap = 0;
  /** First item of the row. */
  rowStart = -1;
  /** Rows of a table that are done. */
  rowsDone = 0;
  /** Cells that go on over rows of a table: the count of rows when they end, and how far down they need. */
  readonly spanEnds: number[] = [];
  readonly spanBottoms: number[] = [];
  isLineOpen = false;
  lineTop = 0;
  lineLeft = 0;
  lineRight = 0;
  lineX = 0;
  lineHeight = 0;
  firstItem = 0;
  endsWithSpace = false;
  /** Depth of the nearest frame, this or outside, that absolute boxes refer to. */
  positionedDepth = 0;
  /** Floats of the flow that this frame is part of. */
  floats = new Floats();
  /** Whether the floats are this frame's alone. */
  ownsFloats = true;
  /** Margins of the flow outside, where this frame interrupts it. */
  outerPositive = 0;
  outerNegative = 0;
}
