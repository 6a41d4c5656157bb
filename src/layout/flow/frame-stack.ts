import { type Boxes, isTable } from "./boxes.ts";
import { Floats } from "./floats.ts";
import { ENTRY, Frame } from "./frame.ts";
import { Margins } from "./margins.ts";

/** A row stands in a group, that in a table. */
const LEVELS_TO_TABLE = 2;

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
