import { type Boxes, isTable } from "./boxes.ts";

/** A row stands in a group, that in a table. */
const LEVELS_TO_TABLE = 2;

/** Margins that meet: the largest and the most negative of them count, together. */
class Margins {
  positive = 0;
  negative = 0;

  /** Adds a margin to those that meet here. */
  add(margin: number): void {
    if (margin > this.positive) this.positive = margin;
    else if (margin < this.negative) this.negative = margin;
  }

  /** How far they move what comes next. */
  get sum(): number {
    return this.positive + this.negative;
  }

  /** Forgets them: what they were to move has its place. */
  clear(): void {
    this.positive = 0;
    this.negative = 0;
  }
}

/** The boxes that are open, the innermost last, and the margins that meet where the flow stands. */
export class FrameStack {
  readonly margins = new Margins();
  readonly #boxes: Boxes;
  readonly #frames: Frame[] = [];
  readonly #position: Uint8Array;
  #depth = -1;

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#position = boxes.styles.codes("position");
  }

  /** How many frames stand around the innermost. */
  get depth(): number {
    return this.#depth;
  }

  /** The innermost frame. */
  get top(): Frame {
    return this.#frames[this.#depth]!;
  }

  /** The frame at a depth. */
  at(depth: number): Frame {
    return this.#frames[depth]!;
  }

  /** The frame of the table around the innermost frame, a row of it; undefined where there is none. */
  tableFrame(): Frame | undefined {
    for (let depth = this.#depth - 1; depth > 0 && depth >= this.#depth - LEVELS_TO_TABLE; depth--) {
      const frame = this.#frames[depth]!;
      if (isTable(this.#boxes.kind[frame.node]!)) return frame;
    }
    return undefined;
  }

  /** Opens a frame for the whole page. */
  pushRoot(width: number): void {
    const frame = this.#next(0, ENTRY.block);
    frame.end = this.#boxes.document.size + 1;
    frame.width = width;
    frame.positionedDepth = 0;
    frame.ownsFloats = true;
    frame.floats = new Floats();
  }

  /** Opens a frame inside the border box of an element; `room` is what percentages refer to. */
  push(node: number, entry: number, room: number): Frame {
    const boxes = this.#boxes;
    const outer = this.top;
    const frame = this.#next(node, entry);
    frame.positionedDepth = this.#position[node] === 0 ? outer.positionedDepth : this.#depth;
    frame.left = boxes.left[node]! + boxes.edge(node, "left", room);
    frame.width = Math.max(0, boxes.width[node]! - boxes.edgesAcross(node, room));
    frame.top = boxes.top[node]! + boxes.edge(node, "top", room);
    frame.cursor = frame.top;
    frame.rowTop = frame.top;
    frame.rowBottom = frame.top;
    frame.ownsFloats = entry !== ENTRY.block || boxes.isApart(node);
    frame.floats = frame.ownsFloats ? new Floats() : outer.floats;
    if (frame.ownsFloats) this.margins.clear();
    return frame;
  }

  /** Leaves the innermost frame. */
  pop(): void {
    this.#depth--;
  }

  /** Lets margins take effect: all open boxes whose tops waited for them get their place. */
  settle(): void {
    const y = this.top.cursor + this.margins.sum;
    this.margins.clear();
    this.top.cursor = y;
    for (let depth = this.#depth; depth > 0 && !this.#frames[depth]!.isSettled; depth--) {
      const frame = this.#frames[depth]!;
      frame.isSettled = true;
      frame.top = y;
      frame.cursor = y;
      this.#boxes.top[frame.node] = y;
    }
  }

  #next(node: number, entry: number): Frame {
    this.#depth++;
    if (this.#depth === this.#frames.length) this.#frames.push(new Frame());
    const frame = this.top;
    frame.node = node;
    frame.end = this.#boxes.document.end[node]!;
    frame.entry = entry;
    frame.isLineOpen = false;
    frame.isPlaced = false;
    frame.isSettled = true;
    frame.row = 0;
    frame.rowGap = 0;
    frame.rowStart = -1;
    frame.rowsDone = 0;
    frame.spanEnds.length = 0;
    frame.spanBottoms.length = 0;
    frame.outerPositive = this.margins.positive;
    frame.outerNegative = this.margins.negative;
    return frame;
  }
}

/** How a box that is open came to its place, and what it does to the flow when it closes. */
export const ENTRY = { block: 0, float: 1, absolute: 2, atom: 3, item: 4 } as const;

/** The floats that lines and blocks of one flow must go around. */
class Floats {
  readonly #floats: Float[] = [];

  /** Adds a float that has its place. */
  add(float: Float): void {
    if (this.#floats.length >= MAX_FLOATS) this.#floats.shift();
    this.#floats.push(float);
  }

  /** Makes `strip`, which has the edges of a container, the first one from `y` down that is `needed` wide; gives its height. */
  findRoom(strip: Strip, y: number, needed: number): number {
    if (this.#floats.length === 0) return y;
    const { left, right } = strip;
    for (let height = y; ; ) {
      strip.left = left;
      strip.right = right;
      this.#narrow(strip, height);
      const next = this.#nextBottom(height);
      if (strip.right - strip.left >= needed - CLOSE_ENOUGH || next <= height) return height;
      height = next;
    }
  }

  /** The height below all floats of the sides that `clear` names: 1 left, 2 right, 3 both. */
  clearance(clear: number): number {
    let below = Number.NEGATIVE_INFINITY;
    for (const { side, bottom } of this.#floats) {
      if ((clear & (side === "left" ? 1 : 2)) !== 0) below = Math.max(below, bottom);
    }
    return below;
  }

  #narrow(strip: Strip, y: number): void {
    for (const { side, top, bottom, edge } of this.#floats) {
      if (top > y || bottom <= y) continue;
      if (side === "left") strip.left = Math.max(strip.left, edge);
      else strip.right = Math.min(strip.right, edge);
    }
  }

  /** The first height below `y` where a float ends, or `y` where none does. */
  #nextBottom(y: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { top, bottom } of this.#floats) if (top <= y && bottom > y && bottom < next) next = bottom;
    return next === Number.POSITIVE_INFINITY ? y : next;
  }
}

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

/** Floats that are kept at a time; where more stand beside each other, the oldest are forgotten. */
const MAX_FLOATS = 32;
const CLOSE_ENOUGH = 1;

/** A strip of free room between floats. */
export interface Strip {
  left: number;
  right: number;
}

interface Float {
  readonly side: "left" | "right";
  readonly top: number;
  readonly bottom: number;
  /** The edge that text must keep from. */
  readonly edge: number;
}
