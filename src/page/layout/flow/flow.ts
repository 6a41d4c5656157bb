import { NODE_KIND, TAG } from "../../../html/index.ts";
import type { Screen } from "../layout.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import { AbsolutePlaces } from "./absolute-places.ts";
import { type Boxes, isFlex, isGrid, isInlineLevel, isTable } from "./boxes.ts";
import { placeFlexItems } from "./flex-items.ts";
import type { Strip } from "./floats.ts";
import { Floats } from "./floats.ts";
import { ENTRY, Frame } from "./frame.ts";
import { placeGridItems } from "./grid-items.ts";
import { Lines } from "./lines.ts";
import { Margins } from "./margins.ts";
import { REPLACED_TAGS, replacedSize } from "./replaced.ts";
import { finishRow } from "./rows.ts";
import { columnWidths, spanOf, type TableColumns } from "./table-columns.ts";

const COLUMN = 2;
const RELATIVE = 1;
const SPREAD_CENTER = 5;
const RIGHT = 2;

/**
 * Walks a page in document order with the boxes that are open on a stack: widths and left edges are known when a box opens, its
 * height when it closes. What moves later (lines that are centred, rows that are stretched) is noted as a shift.
 */
export class Flow {
  readonly #boxes: Boxes;
  readonly #tables: ReadonlyMap<number, TableColumns>;
  readonly #screen: Screen;
  readonly #lines: Lines;
  readonly #margins = new Margins();
  readonly #frames: Frame[] = [];
  readonly #absolutes: AbsolutePlaces;
  readonly #strip: Strip = { left: 0, right: 0 };
  readonly #float: Uint8Array;
  readonly #clear: Uint8Array;
  readonly #overflow: Uint8Array;
  readonly #position: Uint8Array;
  /** Inline elements whose right padding is still to come, and the depth that they stand at. */
  readonly #inlineNodes: number[] = [];
  readonly #inlineDepths: number[] = [];
  #depth = -1;

  constructor(boxes: Boxes, tables: ReadonlyMap<number, TableColumns>, screen: Screen) {
    const { styles } = boxes;
    this.#boxes = boxes;
    this.#tables = tables;
    this.#screen = screen;
    this.#lines = new Lines(boxes);
    this.#absolutes = new AbsolutePlaces(boxes, screen);
    this.#float = styles.codes("float");
    this.#clear = styles.codes("clear");
    this.#overflow = styles.codes("overflow");
    this.#position = styles.codes("position");
  }

  /** Lays out the whole page; gives which inline elements have boxes. */
  run(): Uint8Array {
    const { document, kind } = this.#boxes;
    this.#openRoot();
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
    return this.#lines.hasBox;
  }

  get #frame(): Frame {
    return this.#frames[this.#depth]!;
  }

  #openRoot(): void {
    const frame = this.#push(0, ENTRY.block);
    frame.end = this.#boxes.document.size + 1;
    frame.left = 0;
    frame.top = 0;
    frame.cursor = 0;
    frame.width = this.#screen.width;
    frame.positionedDepth = 0;
    frame.isSettled = true;
    frame.isPlaced = false;
    frame.floats = new Floats();
    frame.ownsFloats = true;
  }

  #closeUntil(node: number): void {
    const { end } = this.#boxes.document;
    for (;;) {
      const inline = this.#inlineNodes.at(-1);
      if (inline !== undefined && this.#inlineDepths.at(-1) === this.#depth && end[inline]! <= node) {
        this.#inlineNodes.pop();
        this.#inlineDepths.pop();
        if (this.#frame.isLineOpen) this.#frame.lineX += this.#inlineEdge(inline, "right");
      } else if (this.#frame.end <= node) this.#close();
      else return;
    }
  }

  #inlineEdge(node: number, side: "left" | "right"): number {
    const margin = this.#boxes.lengthOrZero(node, PROPERTY[`margin-${side}`], this.#frame.width);
    return margin + this.#boxes.edge(node, side, this.#frame.width);
  }

  #addText(node: number): void {
    const { texts, document, kind } = this.#boxes;
    const frame = this.#frame;
    const isBlank = texts.words[node] === 0;
    if (frame.isPlaced) {
      if (!isBlank && kind[frame.node] !== BOX.row && !isTable(kind[frame.node]!))
        this.#addTextItem(frame, node);
      return;
    }
    if (isBlank) {
      if (frame.isLineOpen) this.#lines.addSpace(frame, document.parent[node]!);
      return;
    }
    this.#openLine(frame, texts.width[node]! / texts.words[node]!);
    this.#lines.addText(frame, node);
  }

  /** Text that stands in a flex box or grid is an item of its own. */
  #addTextItem(frame: Frame, node: number): void {
    const { left, width, texts, styles } = this.#boxes;
    this.#enterRow(frame, node);
    const room = Math.max(1, width[node]!);
    const lines = Math.max(1, Math.ceil(texts.width[node]! / room));
    const height = Math.min(lines, texts.words[node]!) * styles.lineHeight(frame.node);
    frame.rowBottom = Math.max(frame.rowBottom, frame.rowTop + height);
    left[node] = 0;
    width[node] = 0;
  }

  #openLine(frame: Frame, needed: number): void {
    if (frame.isLineOpen) return;
    this.#settle();
    this.#lines.open(frame, needed);
  }

  /** Gives all open boxes whose tops waited for margins their place. */
  #settle(): void {
    const y = this.#frame.cursor + this.#margins.sum;
    this.#margins.clear();
    this.#frame.cursor = y;
    for (let depth = this.#depth; depth > 0 && !this.#frames[depth]!.isSettled; depth--) {
      const frame = this.#frames[depth]!;
      frame.isSettled = true;
      frame.top = y;
      frame.cursor = y;
      this.#boxes.top[frame.node] = y;
    }
  }

  /** Opens an element that is displayed; gives the node to go on with. */
  #enter(node: number): number {
    const { document, kind } = this.#boxes;
    const own = kind[node]!;
    const isReplaced = REPLACED_TAGS[document.tag[node]!] === 1;
    const after = isReplaced ? document.end[node]! : node + 1;
    const frame = this.#frame;
    if (this.#boxes.isAbsolute(node)) this.#openAbsolute(node);
    else if (frame.isPlaced) this.#openItem(frame, node);
    else if (this.#float[node] !== 0) this.#openFloat(frame, node);
    else if (own === BOX.inline && !isReplaced) {
      this.#openInline(frame, node);
      return after;
    } else if (isInlineLevel(own) || own === BOX.cell) this.#openAtom(frame, node);
    else this.#openBlock(frame, node);
    if (isReplaced) this.#setReplacedHeight(node);
    return after;
  }

  #openInline(frame: Frame, node: number): void {
    const { document, styles } = this.#boxes;
    if (document.tag[node] === TAG.br) {
      this.#openLine(frame, 0);
      this.#lines.close(frame);
      const below = frame.floats.clearance(this.#clear[node]!);
      if (below > frame.cursor) frame.cursor = below;
    } else if (styles.record[node] !== 0) {
      const before = this.#inlineEdge(node, "left");
      if (before !== 0) this.#openLine(frame, 0);
      frame.lineX += before;
      this.#inlineNodes.push(node);
      this.#inlineDepths.push(this.#depth);
    }
  }

  /** Puts a frame on the stack whose content box is inside the border box that has been set. */
  #push(node: number, entry: number): Frame {
    const outer = this.#frames[this.#depth];
    this.#depth++;
    if (this.#depth === this.#frames.length) this.#frames.push(new Frame());
    const frame = this.#frame;
    frame.node = node;
    frame.end = this.#boxes.document.end[node]!;
    frame.entry = entry;
    frame.isLineOpen = false;
    frame.isPlaced = false;
    frame.isSettled = true;
    frame.row = 0;
    frame.rowStart = -1;
    frame.spanBottom = 0;
    frame.outerPositive = this.#margins.positive;
    frame.outerNegative = this.#margins.negative;
    if (outer === undefined) return frame;
    const isPositioned = this.#position[node] !== 0;
    frame.positionedDepth = isPositioned ? this.#depth : outer.positionedDepth;
    return frame;
  }

  /** Opens the content of a box whose border box is at a place. */
  #openBox(node: number, entry: number, containerWidth: number): void {
    const { left, top, width } = this.#boxes;
    const outer = this.#frame;
    const frame = this.#push(node, entry);
    const edgeTop = this.#boxes.edge(node, "top", containerWidth);
    frame.left = left[node]! + this.#boxes.edge(node, "left", containerWidth);
    frame.width = Math.max(0, width[node]! - this.#boxes.edgesAcross(node, containerWidth));
    frame.top = top[node]! + edgeTop;
    frame.cursor = frame.top;
    const isFlow = entry === ENTRY.block && !this.#isApart(node);
    frame.ownsFloats = !isFlow;
    if (isFlow) frame.floats = outer.floats;
    else {
      frame.floats = new Floats();
      this.#margins.clear();
    }
    this.#placeChildren(frame);
    if (this.#position[node] === RELATIVE) this.#absolutes.shiftRelative(node, containerWidth);
  }

  /** Whether a block keeps its floats and margins to itself. */
  #isApart(node: number): boolean {
    const own = this.#boxes.kind[node]!;
    if (this.#boxes.document.parent[node] === 0) return true;
    return (
      this.#overflow[node] !== 0 ||
      isFlex(own) ||
      isGrid(own) ||
      isTable(own) ||
      own === BOX.row ||
      own === BOX.rowGroup ||
      own === BOX.caption
    );
  }

  #placeChildren(frame: Frame): void {
    const { kind, styles } = this.#boxes;
    const { node, left, width } = frame;
    const own = kind[node]!;
    frame.rowTop = frame.top;
    frame.rowBottom = frame.top;
    frame.rowGap = 0;
    if (isFlex(own) && styles.codes("flex-direction")[node] !== COLUMN)
      placeFlexItems(this.#boxes, node, left, width);
    else if (isGrid(own)) placeGridItems(this.#boxes, node, left, width);
    else if (own === BOX.row || isTable(own)) {
      this.#placeCells(frame);
      if (own !== BOX.row) {
        frame.rowGap = this.#boxes.lengthOrZero(node, PROPERTY["row-gap"], 0);
        frame.cursor += frame.rowGap;
        return;
      }
    } else return;
    frame.isPlaced = true;
    frame.rowGap = this.#boxes.lengthOrZero(node, PROPERTY["row-gap"], width);
  }

  /** Cells have the columns of the nearest table around their row. */
  #placeCells({ node, left, width }: Frame): void {
    const { document, kind, place } = this.#boxes;
    let table = node;
    for (let up = 0; up < 3 && !isTable(kind[table]!); up++) table = Math.max(0, document.parent[table]!);
    const columns = this.#tables.get(table);
    if (columns === undefined) return;
    const widths = this.#columnsOf(table, columns, width);
    const isMirrored = this.#boxes.styles.codes("direction")[node] === 1;
    for (let cell = document.firstChild[node]!; cell >= 0; cell = document.nextSibling[cell]!) {
      if (kind[cell] !== BOX.cell) continue;
      const from = place[cell]!;
      const to = Math.min(widths.length - 1, from + spanOf(this.#boxes, cell, "colspan"));
      const start = widths[from] ?? 0;
      const own = Math.max(0, (widths[to] ?? start) - start - columns.gap);
      this.#boxes.left[cell] = isMirrored ? left + width - start - own : left + start;
      this.#boxes.width[cell] = own;
      place[cell] = 0;
    }
  }

  readonly #columnStarts = new Map<number, readonly number[]>();

  /** Left edges of a table's columns, with one more past the last. */
  #columnsOf(table: number, columns: TableColumns, width: number): readonly number[] {
    const known = this.#columnStarts.get(table);
    if (known !== undefined) return known;
    const starts = [columns.gap];
    for (const own of columnWidths(columns, width)) starts.push(starts.at(-1)! + own + columns.gap);
    this.#columnStarts.set(table, starts);
    return starts;
  }

  #openBlock(frame: Frame, node: number): void {
    const { top } = this.#boxes;
    if (frame.isLineOpen) this.#lines.close(frame);
    this.#margins.add(this.#boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width));
    if (this.#clear[node] !== 0) this.#clearFloats(frame, node);
    const isApart = this.#isApart(node);
    const isColumn = isFlex(this.#boxes.kind[frame.node]!);
    const hasEdge = isApart || isColumn || this.#boxes.edge(node, "top", frame.width) > 0;
    if (hasEdge) this.#settle();
    const strip = this.#strip;
    strip.left = frame.left;
    strip.right = frame.left + frame.width;
    if (isApart && !frame.floats.isEmpty) this.#besideFloats(frame, node);
    this.#setBlockWidth(frame, node, strip);
    top[node] = frame.cursor;
    this.#openBox(node, ENTRY.block, frame.width);
    this.#frame.isSettled = hasEdge;
  }

  #clearFloats(frame: Frame, node: number): void {
    const below = frame.floats.clearance(this.#clear[node]!);
    if (below <= frame.cursor + this.#margins.sum) return;
    this.#settle();
    frame.cursor = below;
  }

  /** A block that keeps to itself stands beside floats where it fits, and below them where not. */
  #besideFloats(frame: Frame, node: number): void {
    const stated = this.#boxes.statedWidth(node, frame.width);
    const needed = Number.isNaN(stated) ? this.#boxes.leastWidth[node]! : stated;
    const strip = this.#strip;
    for (;;) {
      strip.left = frame.left;
      strip.right = frame.left + frame.width;
      frame.floats.narrow(strip, frame.cursor);
      if (strip.right - strip.left >= needed - 1) return;
      const next = frame.floats.nextBottom(frame.cursor);
      if (next <= frame.cursor) return;
      frame.cursor = next;
    }
  }

  #setBlockWidth(frame: Frame, node: number, strip: Strip): void {
    const { left, width, kind, styles } = this.#boxes;
    const room = strip.right - strip.left;
    const marginLeft = this.#boxes.length(node, PROPERTY["margin-left"], frame.width);
    const marginRight = this.#boxes.length(node, PROPERTY["margin-right"], frame.width);
    const margins = (marginLeft || 0) + (marginRight || 0);
    const stated = this.#boxes.statedWidth(node, frame.width);
    const fills = Math.max(0, room - margins);
    let own = stated;
    if (REPLACED_TAGS[this.#boxes.document.tag[node]!] === 1) own = this.#replacedWidth(node, frame.width);
    else if (isTable(kind[node]!)) own = this.#tableWidth(node, fills, stated);
    else if (Number.isNaN(stated))
      own = this.#isShrunk(frame, node) ? this.#boxes.fitWidth(node, fills) : fills;
    own = this.#boxes.clampWidth(node, own, frame.width);
    width[node] = own;
    const free = Math.max(0, room - margins - own);
    const isMirrored = styles.codes("direction")[frame.node] === 1;
    const align = styles.codes("text-align")[frame.node]!;
    const alignItems = isFlex(kind[frame.node]!) ? styles.codes("align-items")[frame.node]! : 0;
    let shift = 0;
    if (Number.isNaN(marginLeft)) shift = Number.isNaN(marginRight) ? free / 2 : free;
    else if (align === SPREAD_CENTER || alignItems === 2) shift = free / 2;
    else if ((isMirrored && align !== RIGHT) || alignItems === 3) shift = free;
    left[node] = strip.left + (marginLeft || 0) + shift;
  }

  /** Items of a flex column are as wide as they need where they are not stretched. */
  #isShrunk(frame: Frame, node: number): boolean {
    const { kind, styles } = this.#boxes;
    if (kind[node] === BOX.caption) return false;
    return isFlex(kind[frame.node]!) && styles.codes("align-items")[frame.node] !== 0;
  }

  #tableWidth(node: number, room: number, stated: number): number {
    const least = this.#boxes.leastWidth[node]!;
    return Number.isNaN(stated) ? this.#boxes.fitWidth(node, room) : Math.max(least, stated);
  }

  #replacedWidth(node: number, room: number): number {
    const { document, styles } = this.#boxes;
    const { width } = replacedSize(document, styles, node, room);
    const stated = this.#boxes.length(node, PROPERTY.width, room);
    return (
      width +
      (Number.isNaN(stated) ? this.#boxes.edgesAcross(node, room) : this.#boxes.addedToWidth(node, room))
    );
  }

  #setReplacedHeight(node: number): void {
    // The frame of the element itself is open: its content is as high as the replaced thing.
    const frame = this.#frame;
    const { height } = replacedSize(this.#boxes.document, this.#boxes.styles, node, frame.width);
    frame.cursor = frame.top + height;
  }

  #shrunkWidth(node: number, room: number): number {
    if (REPLACED_TAGS[this.#boxes.document.tag[node]!] === 1) return this.#replacedWidth(node, room);
    const stated = this.#boxes.statedWidth(node, room);
    const isGrowing = isTable(this.#boxes.kind[node]!);
    const own = Number.isNaN(stated)
      ? this.#boxes.fitWidth(node, Math.max(0, room - this.#marginsAcross(node, room)))
      : Math.max(stated, isGrowing ? this.#boxes.leastWidth[node]! : 0);
    return this.#boxes.clampWidth(node, own, room);
  }

  #marginsAcross(node: number, room: number): number {
    const { boxes } = { boxes: this.#boxes };
    return (
      boxes.lengthOrZero(node, PROPERTY["margin-left"], room) +
      boxes.lengthOrZero(node, PROPERTY["margin-right"], room)
    );
  }

  #openFloat(frame: Frame, node: number): void {
    const { left, top, width } = this.#boxes;
    const own = this.#shrunkWidth(node, frame.width);
    const outer = own + this.#marginsAcross(node, frame.width);
    let y = frame.isLineOpen ? frame.lineTop : frame.cursor + this.#margins.sum;
    if (frame.isLineOpen && frame.lineX + outer > frame.lineRight) y += frame.lineHeight;
    y = Math.max(y, frame.floats.clearance(this.#clear[node]!));
    const strip = this.#strip;
    for (;;) {
      strip.left = frame.left;
      strip.right = frame.left + frame.width;
      frame.floats.narrow(strip, y);
      if (strip.right - strip.left >= outer - 1) break;
      const next = frame.floats.nextBottom(y);
      if (next <= y) break;
      y = next;
    }
    const marginLeft = this.#boxes.lengthOrZero(node, PROPERTY["margin-left"], frame.width);
    width[node] = own;
    left[node] = (this.#float[node] === 1 ? strip.left : strip.right - outer) + marginLeft;
    top[node] = y + this.#boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width);
    this.#openBox(node, ENTRY.float, frame.width);
  }

  #openAtom(frame: Frame, node: number): void {
    const { left, top, width } = this.#boxes;
    const own = this.#shrunkWidth(node, frame.width);
    const outer = own + this.#marginsAcross(node, frame.width);
    this.#openLine(frame, outer);
    const x = this.#lines.roomFor(frame, node, outer);
    width[node] = own;
    left[node] = x + this.#boxes.lengthOrZero(node, PROPERTY["margin-left"], frame.width);
    top[node] = frame.lineTop + this.#boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width);
    this.#openBox(node, ENTRY.atom, frame.width);
  }

  #openAbsolute(node: number): void {
    const frame = this.#frame;
    const container = this.#frames[frame.positionedDepth]!;
    const own = this.#boxes.statedWidth(node, container.width);
    const isStated = !Number.isNaN(own) || REPLACED_TAGS[this.#boxes.document.tag[node]!] === 1;
    this.#absolutes.place(node, container, frame, {
      width: isStated ? this.#shrunkWidth(node, container.width) : Number.NaN,
      y: frame.isLineOpen ? frame.lineTop : frame.cursor + this.#margins.sum,
      depth: frame.positionedDepth,
    });
    this.#openBox(node, ENTRY.absolute, container.width);
  }

  #openItem(frame: Frame, node: number): void {
    const { top, kind } = this.#boxes;
    if (kind[frame.node] === BOX.row && kind[node] !== BOX.cell) {
      this.#boxes.left[node] = frame.left;
      this.#boxes.width[node] = frame.width;
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

  /** Closes the innermost box: its height is known now. */
  #close(): void {
    const frame = this.#frame;
    const { node, entry } = frame;
    const { top, height } = this.#boxes;
    const outer = this.#frames[this.#depth - 1]!;
    if (frame.isLineOpen) this.#lines.close(frame);
    if (frame.isPlaced) {
      if (frame.rowStart >= 0) finishRow(this.#boxes, frame, frame.end);
      frame.cursor = Math.max(frame.cursor, frame.rowBottom);
    }
    frame.cursor = Math.max(frame.cursor, frame.spanBottom);
    const below = this.#boxes.edge(node, "bottom", outer.width);
    const isOpenBelow =
      entry === ENTRY.block && !frame.ownsFloats && below === 0 && !this.#statesHeight(node);
    if (!isOpenBelow) this.#settle();
    if (!frame.isSettled) top[node] = frame.cursor + this.#margins.sum;
    if (frame.ownsFloats) frame.cursor = Math.max(frame.cursor, frame.floats.clearance(3));
    const start = frame.isSettled ? top[node]! : frame.cursor;
    height[node] = this.#heightOf(node, outer.width, frame.cursor - start + below);
    this.#absolutes.settleBottoms(this.#depth, node);
    this.#depth--;
    this.#rejoin(frame, outer, start);
  }

  #statesHeight(node: number): boolean {
    const { boxes, record } = this.#boxes.styles;
    const own = record[node]!;
    if (own === 0) return false;
    return !Number.isNaN(boxes.pixels(own, PROPERTY.height)) || boxes.pixels(own, PROPERTY["min-height"]) > 0;
  }

  /** A border-box height: as stated, in percent only of what is not known, else that of the content. */
  #heightOf(node: number, whole: number, content: number): number {
    const { boxes, record } = this.#boxes.styles;
    const own = record[node]!;
    if (own === 0) return content;
    const added = this.#boxes.addedToHeight(node, whole);
    const isShare = boxes.percent(own, PROPERTY.height) !== 0;
    const stated = isShare ? Number.NaN : boxes.pixels(own, PROPERTY.height) + added;
    const grows = this.#boxes.kind[node] === BOX.cell || isTable(this.#boxes.kind[node]!);
    let height = Number.isNaN(stated) || (grows && content > stated) ? content : stated;
    const most =
      boxes.percent(own, PROPERTY["max-height"]) === 0
        ? boxes.pixels(own, PROPERTY["max-height"]) + added
        : Number.NaN;
    if (most < height) height = most;
    return Math.max(
      height,
      boxes.pixels(own, PROPERTY["min-height"]) + (boxes.pixels(own, PROPERTY["min-height"]) > 0 ? added : 0),
    );
  }

  /** Gives a closed box its effect on the flow around it. */
  #rejoin(frame: Frame, outer: Frame, start: number): void {
    const { node, entry } = frame;
    const { top, height, width, kind } = this.#boxes;
    const marginBottom = this.#boxes.lengthOrZero(node, PROPERTY["margin-bottom"], outer.width);
    if (entry === ENTRY.block) {
      outer.cursor = start + height[node]!;
      if (kind[node] === BOX.row) outer.cursor += this.#rowGapOf(outer);
      this.#margins.add(marginBottom);
      return;
    }
    this.#margins.positive = frame.outerPositive;
    this.#margins.negative = frame.outerNegative;
    const bottom = top[node]! + height[node]! + marginBottom;
    if (entry === ENTRY.float) this.#addFloat(outer, node, bottom);
    else if (entry === ENTRY.atom) {
      const outerWidth = width[node]! + this.#marginsAcross(node, outer.width);
      const marginTop = this.#boxes.lengthOrZero(node, PROPERTY["margin-top"], outer.width);
      this.#lines.addBox(outer, node, outerWidth, Math.max(0, height[node]! + marginTop + marginBottom));
    } else if (entry === ENTRY.item) this.#extendRow(outer, node, bottom);
  }

  #rowGapOf(outer: Frame): number {
    if (isTable(this.#boxes.kind[outer.node]!)) return outer.rowGap;
    return this.#frames[this.#depth - 1]?.rowGap ?? 0;
  }

  #extendRow(outer: Frame, node: number, bottom: number): void {
    if (this.#boxes.kind[node] === BOX.cell && spanOf(this.#boxes, node, "rowspan") > 1) {
      for (let depth = this.#depth; depth > 0 && depth > this.#depth - 3; depth--) {
        const frame = this.#frames[depth]!;
        if (isTable(this.#boxes.kind[frame.node]!)) frame.spanBottom = Math.max(frame.spanBottom, bottom);
      }
    } else outer.rowBottom = Math.max(outer.rowBottom, bottom);
  }

  #addFloat(outer: Frame, node: number, bottom: number): void {
    const { left, width, top } = this.#boxes;
    const side = this.#float[node] === 1 ? "left" : "right";
    const marginTop = this.#boxes.lengthOrZero(node, PROPERTY["margin-top"], outer.width);
    const edge =
      side === "left"
        ? left[node]! + width[node]! + this.#boxes.lengthOrZero(node, PROPERTY["margin-right"], outer.width)
        : left[node]! - this.#boxes.lengthOrZero(node, PROPERTY["margin-left"], outer.width);
    outer.floats.add({ side, top: top[node]! - marginTop, bottom, edge });
    if (outer.isLineOpen && outer.lineTop >= top[node]! - marginTop) {
      if (side === "left" && edge > outer.lineLeft) {
        outer.lineX += edge - outer.lineLeft;
        outer.lineLeft = edge;
      } else if (side === "right") outer.lineRight = Math.min(outer.lineRight, edge);
    }
  }
}
