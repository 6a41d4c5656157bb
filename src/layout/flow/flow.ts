import { NODE_KIND, TAG } from "../../html/index.ts";
import type { Screen } from "../../page/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import {
  AbsolutePlaces,
  heightOf,
  REPLACED_TAGS,
  replacedSize,
  setBlockWidth,
  shrinkToFit,
  statesHeight,
} from "./box-sizes.ts";
import { type Boxes, isFlex, isGrid, isInlineLevel, isTable } from "./boxes.ts";
import { ENTRY, type Frame, FrameStack, type Strip } from "./frame-stack.ts";
import { Lines } from "./lines.ts";
import { endSpans, finishRow, placeFlexItems, placeGridItems } from "./rows.ts";
import { CellPlaces, spanOf, type TableColumns } from "./tables.ts";

const COLUMN = 2;
const RELATIVE = 1;
const LEFT = 1;
const BOTH = 3;
/** Open row-spanning cells per table; more are ignored. */
const MAX_SPANS = 64;

/**
 * Walks a page in document order with a stack of open boxes: left and width are known when a box opens, its height when it
 * closes. What moves later (centred lines, stretched rows) is recorded as a shift.
 */
export class Flow {
  readonly #boxes: Boxes;
  readonly #screen: Screen;
  readonly #stack: FrameStack;
  readonly #lines: Lines;
  readonly #cells: CellPlaces;
  readonly #absolutes: AbsolutePlaces;
  readonly #strip: Strip = { left: 0, right: 0 };
  readonly #float: Uint8Array;
  readonly #clear: Uint8Array;
  readonly #position: Uint8Array;
  /** Open inline elements with margins or padding, and the stack depth of each. */
  readonly #inlines: { readonly node: number; readonly depth: number }[] = [];

  constructor(boxes: Boxes, tables: ReadonlyMap<number, TableColumns>, screen: Screen) {
    const { styles } = boxes;
    this.#boxes = boxes;
    this.#screen = screen;
    this.#stack = new FrameStack(boxes);
    this.#lines = new Lines(boxes);
    this.#cells = new CellPlaces(boxes, tables);
    this.#absolutes = new AbsolutePlaces(boxes, screen);
    this.#float = styles.codes("float");
    this.#clear = styles.codes("clear");
    this.#position = styles.codes("position");
  }

  /** Lays out the whole page. */
  run(): void {
    const { document, kind } = this.#boxes;
    this.#stack.pushRoot(this.#screen.width);
    for (let node = 1; node < document.size; ) {
      this.#closeUntil(node);
      if (document.kind[node] === NODE_KIND.text) {
        this.#addText(node);
        node++;
      } else if (kind[node] === BOX.none) node = document.end[node]!;
      else node = this.#enter(node);
    }
    this.#closeUntil(document.size);
    this.#absolutes.settleAtScreen();
  }

  #closeUntil(node: number): void {
    const { end } = this.#boxes.document;
    for (;;) {
      const inline = this.#inlines.at(-1);
      const frame = this.#stack.top;
      if (inline?.depth === this.#stack.depth && end[inline.node]! <= node) {
        this.#inlines.pop();
        if (frame.isLineOpen) frame.lineX += this.#inlineEdge(frame, inline.node, "right");
      } else if (frame.end <= node) this.#close(frame);
      else return;
    }
  }

  #inlineEdge(frame: Frame, node: number, side: "left" | "right"): number {
    const margin = this.#boxes.lengthOrZero(node, PROPERTY[`margin-${side}`], frame.width);
    return margin + this.#boxes.edge(node, side, frame.width);
  }

  #addText(node: number): void {
    const { texts, document, kind } = this.#boxes;
    const frame = this.#stack.top;
    const isBlank = texts.words[node] === 0;
    if (frame.isPlaced) {
      const isItem = isFlex(kind[frame.node]!) || isGrid(kind[frame.node]!);
      if (isItem && !isBlank) this.#addTextItem(frame, node);
    } else if (!isBlank) {
      this.#openLine(frame, texts.width[node]! / texts.words[node]!);
      this.#lines.addText(frame, node);
    } else if (frame.isLineOpen) this.#lines.addSpace(frame, document.parent[node]!);
  }

  /** Text directly inside a flex or grid container is an anonymous item. */
  #addTextItem(frame: Frame, node: number): void {
    const { width, texts, styles } = this.#boxes;
    this.#enterRow(frame, node);
    const lines = Math.ceil(texts.width[node]! / Math.max(1, width[node]!));
    const height = Math.max(1, Math.min(lines, texts.words[node]!)) * styles.lineHeight(frame.node);
    frame.rowBottom = Math.max(frame.rowBottom, frame.rowTop + height);
  }

  #openLine(frame: Frame, needed: number): void {
    if (frame.isLineOpen) return;
    this.#stack.settle();
    this.#lines.open(frame, needed);
  }

  /** Opens a displayed element; returns the node to continue with. */
  #enter(node: number): number {
    const { document, kind } = this.#boxes;
    const own = kind[node]!;
    const isReplaced = REPLACED_TAGS[document.tag[node]!] === 1;
    const frame = this.#stack.top;
    if (this.#boxes.isAbsolute(node)) this.#openAbsolute(frame, node);
    else if (frame.isPlaced) this.#openItem(frame, node);
    else if (this.#float[node] !== 0) this.#openFloat(frame, node);
    else if (own === BOX.inline && !isReplaced) {
      this.#openInline(frame, node);
      return node + 1;
    } else if (isInlineLevel(own) || own === BOX.cell) this.#openAtom(frame, node);
    else this.#openBlock(frame, node);
    if (!isReplaced) return node + 1;
    const opened = this.#stack.top;
    opened.cursor += replacedSize(document, this.#boxes.styles, node, frame.width).height;
    return document.end[node]!;
  }

  #openInline(frame: Frame, node: number): void {
    const { document, styles } = this.#boxes;
    if (document.tag[node] === TAG.br) {
      this.#openLine(frame, 0);
      this.#lines.close(frame);
      frame.cursor = Math.max(frame.cursor, frame.floats.clearance(this.#clear[node]!));
    } else if (styles.record[node] !== 0) {
      const before = this.#inlineEdge(frame, node, "left");
      if (before !== 0) this.#openLine(frame, 0);
      frame.lineX += before;
      this.#inlines.push({ node, depth: this.#stack.depth });
    }
  }

  /** Opens the content of a box whose left, top and width are set. */
  #openBox(node: number, entry: number, whole: number): Frame {
    const frame = this.#stack.push(node, entry, whole);
    this.#placeChildren(frame);
    if (this.#position[node] === RELATIVE) this.#absolutes.shiftRelative(node, whole);
    return frame;
  }

  #placeChildren(frame: Frame): void {
    const { kind, styles } = this.#boxes;
    const { node, left, width } = frame;
    const own = kind[node]!;
    if (isFlex(own) && styles.codes("flex-direction")[node] !== COLUMN) {
      placeFlexItems(this.#boxes, node, left, width);
    } else if (isGrid(own)) placeGridItems(this.#boxes, node, left, width);
    else if (own === BOX.row || (isTable(own) && this.#cells.holdsCells(node))) this.#cells.place(frame);
    else {
      if (!isTable(own)) return;
      frame.rowGap = this.#boxes.lengthOrZero(node, PROPERTY["row-gap"], 0);
      frame.cursor += frame.rowGap;
      return;
    }
    frame.isPlaced = true;
    frame.rowGap = this.#boxes.lengthOrZero(node, PROPERTY["row-gap"], width);
  }

  #openBlock(frame: Frame, node: number): void {
    const boxes = this.#boxes;
    if (frame.isLineOpen) this.#lines.close(frame);
    this.#stack.margins.add(boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width));
    if (this.#clear[node] !== 0) this.#clearFloats(frame, node);
    const isFormattingContext = boxes.isFormattingContext(node);
    const hasEdge =
      isFormattingContext || isFlex(boxes.kind[frame.node]!) || boxes.edge(node, "top", frame.width) > 0;
    if (hasEdge) this.#stack.settle();
    this.#strip.left = frame.left;
    this.#strip.right = frame.left + frame.width;
    if (isFormattingContext) {
      const stated = boxes.statedWidth(node, frame.width);
      const needed = Number.isNaN(stated) ? boxes.minContent[node]! : stated;
      frame.cursor = frame.floats.findSpace(this.#strip, frame.cursor, needed);
    }
    setBlockWidth(boxes, frame, node, this.#strip);
    boxes.top[node] = frame.cursor;
    this.#openBox(node, ENTRY.block, frame.width).isSettled = hasEdge;
  }

  #clearFloats(frame: Frame, node: number): void {
    const below = frame.floats.clearance(this.#clear[node]!);
    if (below <= frame.cursor + this.#stack.margins.sum) return;
    this.#stack.settle();
    frame.cursor = below;
  }

  #openFloat(frame: Frame, node: number): void {
    const boxes = this.#boxes;
    const own = shrinkToFit(boxes, node, frame.width);
    const outer = own + boxes.marginsAcross(node, frame.width);
    let y = frame.isLineOpen ? frame.lineTop : frame.cursor + this.#stack.margins.sum;
    if (frame.isLineOpen && frame.lineX + outer > frame.lineRight) y += frame.lineHeight;
    y = Math.max(y, frame.floats.clearance(this.#clear[node]!));
    const strip = this.#strip;
    strip.left = frame.left;
    strip.right = frame.left + frame.width;
    y = frame.floats.findSpace(strip, y, outer);
    const start = this.#float[node] === LEFT ? strip.left : strip.right - outer;
    boxes.width[node] = own;
    boxes.left[node] = start + boxes.lengthOrZero(node, PROPERTY["margin-left"], frame.width);
    boxes.top[node] = y + boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width);
    this.#openBox(node, ENTRY.float, frame.width);
  }

  #openAtom(frame: Frame, node: number): void {
    const boxes = this.#boxes;
    const own = shrinkToFit(boxes, node, frame.width);
    const outer = own + boxes.marginsAcross(node, frame.width);
    this.#openLine(frame, outer);
    this.#lines.wrapFor(frame, node, outer);
    boxes.width[node] = own;
    boxes.left[node] = frame.lineX + boxes.lengthOrZero(node, PROPERTY["margin-left"], frame.width);
    boxes.top[node] = frame.lineTop + boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width);
    this.#openBox(node, ENTRY.atom, frame.width);
  }

  #openAbsolute(frame: Frame, node: number): void {
    const container = this.#stack.at(frame.positionedDepth);
    const y = frame.isLineOpen ? frame.lineTop : frame.cursor + this.#stack.margins.sum;
    this.#absolutes.place(node, container, frame, y);
    this.#openBox(node, ENTRY.absolute, container.width);
  }

  #openItem(frame: Frame, node: number): void {
    const { top, left, width, kind } = this.#boxes;
    const isInTable = kind[frame.node] === BOX.row || isTable(kind[frame.node]!);
    if (isInTable && kind[node] !== BOX.cell) {
      left[node] = frame.left;
      width[node] = frame.width;
    }
    this.#enterRow(frame, node);
    top[node] = frame.rowTop + this.#boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width);
    this.#openBox(node, ENTRY.item, frame.width);
  }

  #enterRow(frame: Frame, node: number): void {
    const { place } = this.#boxes;
    if (frame.rowStart >= 0 && place[node] === frame.row) return;
    if (frame.rowStart >= 0) {
      finishRow(this.#boxes, frame, node);
      frame.rowTop = frame.rowBottom + frame.rowGap;
      frame.rowBottom = frame.rowTop;
    }
    frame.rowStart = node;
    frame.row = place[node]!;
  }

  /** Closes the innermost box, whose height is now known. */
  #close(frame: Frame): void {
    const boxes = this.#boxes;
    const { node, entry } = frame;
    const { depth, margins } = this.#stack;
    const outer = this.#stack.at(depth - 1);
    if (frame.isLineOpen) this.#lines.close(frame);
    if (boxes.kind[node] === BOX.row) endSpans(frame, this.#stack.tableFrame());
    if (frame.isPlaced && frame.rowStart >= 0) finishRow(boxes, frame, frame.end);
    if (frame.isPlaced) frame.cursor = Math.max(frame.cursor, frame.rowBottom);
    const below = boxes.edge(node, "bottom", outer.width);
    const letsMarginsOut =
      entry === ENTRY.block && !frame.ownsFloats && below === 0 && !statesHeight(boxes, node);
    if (!letsMarginsOut) this.#stack.settle();
    if (!frame.isSettled) boxes.top[node] = frame.cursor + margins.sum;
    if (frame.ownsFloats) frame.cursor = Math.max(frame.cursor, frame.floats.clearance(BOTH));
    const start = frame.isSettled ? boxes.top[node]! : frame.cursor;
    boxes.height[node] = heightOf(boxes, node, outer.width, frame.cursor - start + below);
    this.#absolutes.settleBottoms(depth, node);
    const gap = boxes.kind[node] === BOX.row ? (this.#stack.tableFrame()?.rowGap ?? 0) : 0;
    this.#stack.pop();
    if (entry === ENTRY.block) this.#rejoinBlock(outer, node, start + boxes.height[node]! + gap);
    else this.#rejoin(frame, outer);
  }

  #rejoinBlock(outer: Frame, node: number, bottom: number): void {
    outer.cursor = bottom;
    this.#stack.margins.add(this.#boxes.lengthOrZero(node, PROPERTY["margin-bottom"], outer.width));
  }

  /** Applies a closed float, item or atomic inline box to the flow around it. */
  #rejoin({ node, entry, outerPositive, outerNegative }: Frame, outer: Frame): void {
    const boxes = this.#boxes;
    const { margins } = this.#stack;
    margins.positive = outerPositive;
    margins.negative = outerNegative;
    const marginTop = boxes.lengthOrZero(node, PROPERTY["margin-top"], outer.width);
    const marginBottom = boxes.lengthOrZero(node, PROPERTY["margin-bottom"], outer.width);
    const top = boxes.top[node]! - marginTop;
    const bottom = boxes.top[node]! + boxes.height[node]! + marginBottom;
    if (entry === ENTRY.float) this.#addFloat(outer, node, top, bottom);
    else if (entry === ENTRY.item) this.#extendRow(outer, node, bottom);
    else if (entry === ENTRY.atom) {
      const width = boxes.width[node]! + boxes.marginsAcross(node, outer.width);
      this.#lines.addBox(outer, node, width, Math.max(0, bottom - top));
    }
  }

  #extendRow(outer: Frame, node: number, bottom: number): void {
    const { kind } = this.#boxes;
    if (kind[node] !== BOX.cell || spanOf(this.#boxes, node, "rowspan") === 1) {
      outer.rowBottom = Math.max(outer.rowBottom, bottom);
      return;
    }
    const table = this.#stack.tableFrame();
    if (table === undefined || table.spanEnds.length >= MAX_SPANS) return;
    table.spanEnds.push(table.rowsDone + spanOf(this.#boxes, node, "rowspan"));
    table.spanBottoms.push(bottom);
  }

  #addFloat(outer: Frame, node: number, top: number, bottom: number): void {
    const boxes = this.#boxes;
    const isLeft = this.#float[node] === LEFT;
    const edge = isLeft
      ? boxes.left[node]! +
        boxes.width[node]! +
        boxes.lengthOrZero(node, PROPERTY["margin-right"], outer.width)
      : boxes.left[node]! - boxes.lengthOrZero(node, PROPERTY["margin-left"], outer.width);
    outer.floats.add({ side: isLeft ? "left" : "right", top, bottom, edge });
    if (!outer.isLineOpen || outer.lineTop < top) return;
    // The open line makes way.
    if (!isLeft) outer.lineRight = Math.min(outer.lineRight, edge);
    else if (edge > outer.lineLeft) {
      outer.lineX += edge - outer.lineLeft;
      outer.lineLeft = edge;
    }
  }
}
