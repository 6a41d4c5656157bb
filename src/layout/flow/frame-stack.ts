import { type Boxes, isTable } from "./boxes.ts";

/** A row can be inside a row group inside the table. */
export const LEVELS_TO_TABLE = 2;

/** The open boxes, innermost last, and the margins that collapse at the current position. */
export class FrameStack {
  readonly margins = new Margins();
  readonly #boxes: Boxes;
  readonly #frames: Frame[] = [];
  readonly #position: Uint8Array;

  constructor(boxes: Boxes) {
    this.#boxes = boxes;
    this.#position = boxes.styles.codes("position");
  }

  /** How many frames are around the innermost. */
  get depth(): number {
    return this.#frames.length - 1;
  }

  get top(): Frame {
    return this.#frames.at(-1)!;
  }

  at(depth: number): Frame {
    return this.#frames[depth]!;
  }

  /** The table that the innermost frame is a row of, if any. */
  tableFrame(): Frame | undefined {
    for (let depth = this.depth - 1; depth > 0 && depth >= this.depth - LEVELS_TO_TABLE; depth--) {
      const frame = this.#frames[depth]!;
      if (isTable(this.#boxes.kind[frame.node]!)) return frame;
    }
    return undefined;
  }

  pushRoot(width: number): void {
    const frame = this.#open(0, ENTRY.block, new Floats());
    frame.end = this.#boxes.document.size + 1;
    frame.width = width;
  }

  /** Opens a frame inside the border box of an element; percentages refer to `whole`. */
  push(node: number, entry: number, whole: number): Frame {
    const boxes = this.#boxes;
    const outer = this.top;
    const ownsFloats = entry !== ENTRY.block || boxes.isFormattingContext(node);
    const frame = this.#open(node, entry, ownsFloats ? new Floats() : outer.floats);
    frame.ownsFloats = ownsFloats;
    frame.positionedDepth = this.#position[node] === 0 ? outer.positionedDepth : this.depth;
    frame.left = boxes.left[node]! + boxes.edge(node, "left", whole);
    frame.width = Math.max(0, boxes.width[node]! - boxes.edgesAcross(node, whole));
    frame.top = boxes.top[node]! + boxes.edge(node, "top", whole);
    frame.cursor = frame.top;
    frame.rowTop = frame.top;
    frame.rowBottom = frame.top;
    if (ownsFloats) this.margins.clear();
    return frame;
  }

  /** Leaves the innermost frame. */
  pop(): void {
    this.#frames.pop();
  }

  /** Applies the collapsed margins: every open box whose top was waiting for them gets its position. */
  settle(): void {
    const y = this.top.cursor + this.margins.sum;
    this.margins.clear();
    this.top.cursor = y;
    for (let depth = this.depth; depth > 0 && !this.#frames[depth]!.isSettled; depth--) {
      const frame = this.#frames[depth]!;
      frame.isSettled = true;
      frame.top = y;
      frame.cursor = y;
      this.#boxes.top[frame.node] = y;
    }
  }

  #open(node: number, entry: number, floats: Floats): Frame {
    const frame = new Frame(node, entry, floats);
    frame.end = this.#boxes.document.end[node]!;
    frame.outerPositive = this.margins.positive;
    frame.outerNegative = this.margins.negative;
    this.#frames.push(frame);
    return frame;
  }
}

/** Collapsing margins (CSS 2.1, 8.3.1): the largest positive plus the most negative. */
class Margins {
  positive = 0;
  negative = 0;

  add(margin: number): void {
    if (margin > this.positive) this.positive = margin;
    else if (margin < this.negative) this.negative = margin;
  }

  /** The collapsed margin. */
  get sum(): number {
    return this.positive + this.negative;
  }

  /** Starts a new set. */
  clear(): void {
    this.positive = 0;
    this.negative = 0;
  }
}

/** How an open box was positioned, which decides how it rejoins the flow when it closes. */
export const ENTRY = { block: 0, float: 1, absolute: 2, atom: 3, item: 4 } as const;

/** The state of an open box. */
export class Frame {
  readonly node: number;
  /** One past the last node inside. */
  end = 0;
  readonly entry: number;
  /** Content box. */
  left = 0;
  width = 0;
  top = 0;
  /** Where the next block or line begins. */
  cursor = 0;
  /** Whether the top is final: until then collapsing margins can move it. */
  isSettled = true;
  /** Whether children already have their horizontal positions, so that only heights are missing. */
  isPlaced = false;
  /** The current row of items and its vertical extent. */
  row = 0;
  rowTop = 0;
  rowBottom = 0;
  rowGap = 0;
  /** First item of the row. */
  rowStart = -1;
  rowsDone = 0;
  /** Open row-spanning cells: the row count at which each ends, and the bottom it needs. */
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
  /** Depth of the containing block for absolute boxes: this frame or the nearest positioned one around it. */
  positionedDepth = 0;
  /** Floats of the formatting context that this frame is part of. */
  readonly floats: Floats;
  /** Whether this frame starts its own formatting context. */
  ownsFloats = true;
  /** Collapsing margins of the outer flow, restored when this frame closes. */
  outerPositive = 0;
  outerNegative = 0;

  constructor(node: number, entry: number, floats: Floats) {
    this.node = node;
    this.entry = entry;
    this.floats = floats;
  }
}

/** Floats kept at a time; the oldest is dropped beyond that. */
const MAX_FLOATS = 32;
const CLOSE_ENOUGH = 1;

/** The horizontal span that is free between floats. */
export interface Strip {
  left: number;
  right: number;
}

interface Float {
  readonly side: "left" | "right";
  readonly top: number;
  readonly bottom: number;
  /** The edge that text must stay clear of. */
  readonly edge: number;
}

/** The floats that lines and blocks of one formatting context must avoid. */
class Floats {
  readonly #floats: Float[] = [];

  add(float: Float): void {
    if (this.#floats.length >= MAX_FLOATS) this.#floats.shift();
    this.#floats.push(float);
  }

  /** Narrows `strip` (the container's edges) to the first span at or below `y` that is `needed` wide; returns that y. */
  findSpace(strip: Strip, y: number, needed: number): number {
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

  /** The y below all floats of the sides that `clear` names: 1 left, 2 right, 3 both. */
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

  /** The first y below `y` where a float ends, or `y` itself. */
  #nextBottom(y: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { top, bottom } of this.#floats) if (top <= y && bottom > y && bottom < next) next = bottom;
    return next === Number.POSITIVE_INFINITY ? y : next;
  }
}
