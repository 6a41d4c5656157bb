import { childNodes, NODE_KIND } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import { type Track, trackPixels } from "../style/values.ts";
import type { Boxes } from "./boxes.ts";
import type { Frame } from "./frame-stack.ts";
import { spanOf } from "./tables.ts";

/** An item of a flex row. */
interface Item {
  readonly node: number;
  /** Border-box width, without margins. */
  width: number;
  readonly least: number;
  readonly most: number;
  readonly margins: number;
  readonly marginLeft: number;
  readonly hasAutoLeft: boolean;
  readonly hasAutoRight: boolean;
  readonly grow: number;
  readonly shrink: number;
}

const JUSTIFY = { start: 0, center: 1, end: 2, between: 3, around: 4 } as const;

/** Sets left, width and row of the items of a flex row, in `boxes`. */
export function placeFlexItems(boxes: Boxes, node: number, left: number, width: number): void {
  const gap = boxes.lengthOrZero(node, PROPERTY["column-gap"], width);
  const wraps = boxes.styles.codes("flex-wrap")[node] === 1;
  const items = [...flexItems(boxes, node, width)];
  let from = 0;
  for (let row = 0; from < items.length; row++) {
    const to = wraps ? endOfRow(items, from, width, gap) : items.length;
    placeRow(boxes, node, items.slice(from, to), { left, width, gap, row });
    from = to;
  }
}

function* flexItems(boxes: Boxes, node: number, width: number): Generator<Item> {
  const { document, kind, texts } = boxes;
  for (const child of childNodes(document, node)) {
    if (document.kind[child] === NODE_KIND.text) {
      if (texts.words[child] !== 0) yield textItem(child, texts.width[child]!, texts.longestWord[child]!);
    } else if (kind[child] !== BOX.none && !boxes.isAbsolute(child)) yield boxItem(boxes, child, width);
  }
}

function textItem(node: number, width: number, least: number): Item {
  const loose = { hasAutoLeft: false, hasAutoRight: false, grow: 0, shrink: 1 };
  return { node, width, least, most: width, margins: 0, marginLeft: 0, ...loose };
}

function boxItem(boxes: Boxes, node: number, whole: number): Item {
  const basis = boxes.length(node, PROPERTY["flex-basis"], whole);
  const stated = boxes.statedWidth(node, whole);
  const content = Number.isNaN(stated) ? boxes.maxContent[node]! : stated;
  const base = Number.isNaN(basis) ? content : Math.max(basis + boxes.addedToWidth(node, whole), 0);
  const marginLeft = boxes.length(node, PROPERTY["margin-left"], whole);
  const marginRight = boxes.length(node, PROPERTY["margin-right"], whole);
  const hides = boxes.styles.codes("overflow")[node] !== 0;
  const statedLeast = boxes.lengthOrZero(node, PROPERTY["min-width"], whole);
  return {
    node,
    width: boxes.clampWidth(node, base, whole),
    least: hides ? statedLeast : Math.min(boxes.minContent[node]!, Number.isNaN(stated) ? whole : stated),
    most: boxes.clampWidth(node, Number.POSITIVE_INFINITY, whole),
    margins: (marginLeft || 0) + (marginRight || 0),
    marginLeft: marginLeft || 0,
    hasAutoLeft: Number.isNaN(marginLeft),
    hasAutoRight: Number.isNaN(marginRight),
    grow: boxes.length(node, PROPERTY["flex-grow"], 0),
    shrink: boxes.length(node, PROPERTY["flex-shrink"], 0),
  };
}

function endOfRow(items: readonly Item[], from: number, width: number, gap: number): number {
  let used = 0;
  for (let at = from; at < items.length; at++) {
    const { width: own, margins } = items[at]!;
    used += own + margins + (at > from ? gap : 0);
    if (used > width + 0.5 && at > from) return at;
  }
  return items.length;
}

interface Row {
  readonly left: number;
  readonly width: number;
  readonly gap: number;
  readonly row: number;
}

function placeRow(boxes: Boxes, node: number, items: readonly Item[], { left, width, gap, row }: Row): void {
  const rest = width - outerSum(items, gap);
  if (rest > 0) grow(items, rest);
  else shrink(items, -rest);
  const free = Math.max(0, width - outerSum(items, gap));
  const autos = items.reduce((sum, item) => sum + Number(item.hasAutoLeft) + Number(item.hasAutoRight), 0);
  const code = boxes.styles.codes("justify-content")[node]!;
  const [before, between] = autos > 0 ? [0, 0] : justified(code, free, items.length);
  const isMirrored =
    (boxes.styles.codes("direction")[node] === 1) !== (boxes.styles.codes("flex-direction")[node] === 1);
  let x = before;
  for (const item of items) {
    if (item.hasAutoLeft) x += free / autos;
    const start = x + item.marginLeft;
    boxes.left[item.node] = isMirrored ? left + width - start - item.width : left + start;
    boxes.width[item.node] = item.width;
    boxes.place[item.node] = row;
    x += item.width + item.margins + gap + between;
    if (item.hasAutoRight) x += free / autos;
  }
}

function outerSum(items: readonly Item[], gap: number): number {
  return items.reduce((sum, { width, margins }) => sum + width + margins, gap * (items.length - 1));
}

function grow(items: readonly Item[], free: number): void {
  const total = items.reduce((sum, item) => sum + item.grow, 0);
  if (total === 0) return;
  const share = free / Math.max(1, total);
  for (const item of items)
    item.width = Math.min(item.width + share * item.grow, Math.max(item.most, item.width));
}

/** Two rounds: what an item at its minimum cannot give up, the others do. */
function shrink(items: readonly Item[], excess: number): void {
  let left = excess;
  for (let round = 0; round < 2 && left > 0.5; round++) {
    const able = items.filter((item) => item.shrink > 0 && item.width > item.least);
    const weight = able.reduce((sum, item) => sum + item.shrink * item.width, 0);
    if (weight === 0) return;
    let given = 0;
    for (const item of able) {
      const cut = Math.min((left * item.shrink * item.width) / weight, item.width - item.least);
      item.width -= cut;
      given += cut;
    }
    left -= given;
  }
}

function justified(code: number, free: number, count: number): [before: number, between: number] {
  switch (code) {
    case JUSTIFY.center:
      return [free / 2, 0];
    case JUSTIFY.end:
      return [free, 0];
    case JUSTIFY.between:
      return count > 1 ? [0, free / (count - 1)] : [0, 0];
    case JUSTIFY.around:
      return [free / (2 * count), free / count];
    default:
      return [0, 0];
  }
}

/** Limit of `repeat(auto-fill, …)`. */
const MAX_REPEATS = 64;
/** Assumed size of a repeated track without a length. */
const USUAL_TRACK = 200;

/** Sets left, width and row of the items of a grid, in `boxes`. */
export function placeGridItems(boxes: Boxes, node: number, left: number, width: number): void {
  const gap = boxes.lengthOrZero(node, PROPERTY["column-gap"], width);
  const items = gridItems(boxes, node);
  const tracks = repeated(boxes.styles.tracks(node) ?? [], width, gap);
  const widths = trackWidths(boxes, tracks, items, width - gap * (tracks.length - 1));
  const starts = startsOf(widths, gap);
  const isMirrored = boxes.styles.codes("direction")[node] === 1;
  let column = 0;
  let row = 0;
  for (const item of items) {
    const span = Math.min(boxes.styles.gridSpan[item] || 1, widths.length);
    if (column + span > widths.length) {
      column = 0;
      row++;
    }
    const start = starts[column]!;
    const available = starts[column + span]! - gap - start;
    const own = itemWidth(boxes, item, available);
    boxes.width[item] = own;
    boxes.left[item] = isMirrored ? left + width - start - own : left + start;
    boxes.place[item] = row;
    column += span;
  }
}

function gridItems(boxes: Boxes, node: number): number[] {
  const { document, kind, texts } = boxes;
  return [...childNodes(document, node)].filter((child) =>
    document.kind[child] === NODE_KIND.text
      ? texts.words[child] !== 0
      : kind[child] !== BOX.none && !boxes.isAbsolute(child),
  );
}

function itemWidth(boxes: Boxes, item: number, available: number): number {
  if (boxes.document.kind[item] === NODE_KIND.text) return available;
  const stated = boxes.statedWidth(item, available);
  const margins = boxes.marginsAcross(item, available);
  return boxes.clampWidth(item, Number.isNaN(stated) ? Math.max(0, available - margins) : stated, available);
}

/** Left edges of columns, with one more past the last. */
function startsOf(widths: readonly number[], gap: number): readonly number[] {
  const starts = [0];
  for (const width of widths) starts.push(starts.at(-1)! + width + gap);
  return starts;
}

/** Expands `repeat(auto-fill, …)` to the available width; a grid without columns has one. */
function repeated(tracks: readonly Track[], width: number, gap: number): readonly Track[] {
  if (tracks.length === 0) return [{ fraction: 1, length: undefined, isRepeated: false }];
  const pattern = tracks.filter(({ isRepeated }) => isRepeated);
  if (pattern.length === 0) return tracks;
  const size = ({ length }: Track) => (length === undefined ? USUAL_TRACK : trackPixels(length, width));
  const fixed = tracks
    .filter(({ isRepeated }) => !isRepeated)
    .reduce((sum, track) => sum + size(track) + gap, 0);
  const once = pattern.reduce((sum, track) => sum + size(track) + gap, 0);
  const times = Math.max(1, Math.min(MAX_REPEATS, Math.floor((width - fixed + gap) / Math.max(1, once))));
  return tracks.flatMap((track) => (track.isRepeated ? Array.from({ length: times }, () => track) : [track]));
}

/** Fixed lengths first, then content widths, then `fr` shares of the rest. */
function trackWidths(
  boxes: Boxes,
  tracks: readonly Track[],
  items: readonly number[],
  available: number,
): number[] {
  const fractions = tracks.reduce((sum, { fraction }) => sum + fraction, 0);
  const widths = tracks.map(({ length, fraction }, at) => {
    if (length !== undefined && fraction === 0) return trackPixels(length, available);
    return fraction > 0 ? 0 : contentWidth(boxes, items, at, tracks.length);
  });
  const used = widths.reduce((sum, width) => sum + width, 0);
  const rest = Math.max(0, available - used);
  if (fractions > 0) return widths.map((width, at) => width + (rest * tracks[at]!.fraction) / fractions);
  const autos = tracks.filter(({ length }) => length === undefined).length;
  return widths.map((width, at) => (tracks[at]!.length === undefined ? width + rest / autos : width));
}

function contentWidth(boxes: Boxes, items: readonly number[], column: number, columns: number): number {
  let widest = 0;
  for (let at = column; at < items.length; at += columns) {
    const item = items[at]!;
    const isText = boxes.document.kind[item] === NODE_KIND.text;
    widest = Math.max(widest, isText ? boxes.texts.width[item]! : boxes.maxContent[item]!);
  }
  return widest;
}

const MIDDLE = 2;
const BOTTOM = 3;

/** Makes a closing row high enough for the row-spanning cells that end in it. */
export function endSpans(row: Frame, table: Frame | undefined): void {
  if (table === undefined) return;
  const { spanEnds, spanBottoms } = table;
  table.rowsDone++;
  let kept = 0;
  for (let at = 0; at < spanEnds.length; at++) {
    if (spanEnds[at]! <= table.rowsDone) row.rowBottom = Math.max(row.rowBottom, spanBottoms[at]!);
    else {
      spanEnds[kept] = spanEnds[at]!;
      spanBottoms[kept++] = spanBottoms[at]!;
    }
  }
  spanEnds.length = kept;
  spanBottoms.length = kept;
}

/** Ends a row of items or cells: stretches them to its height, or aligns them inside it. */
export function finishRow(boxes: Boxes, frame: Frame, until: number): void {
  const { document, kind } = boxes;
  const stated = kind[frame.node] === BOX.row ? boxes.lengthOrZero(frame.node, PROPERTY.height, 0) : 0;
  frame.rowBottom = Math.max(frame.rowBottom, frame.rowTop + stated);
  for (let node = frame.rowStart; node >= 0 && node < until; node = document.nextSibling[node]!) {
    if (document.kind[node] !== NODE_KIND.element || kind[node] === BOX.none || boxes.isAbsolute(node))
      continue;
    if (kind[node] === BOX.cell) finishCell(boxes, frame, node);
    else finishItem(boxes, frame, node);
  }
}

function finishCell(boxes: Boxes, frame: Frame, node: number): void {
  if (spanOf(boxes, node, "rowspan") > 1) return;
  const free = frame.rowBottom - frame.rowTop - boxes.height[node]!;
  const align = boxes.styles.codes("vertical-align")[node]!;
  if (align === MIDDLE) boxes.innerShiftY[node]! += free / 2;
  else if (align === BOTTOM) boxes.innerShiftY[node]! += free;
  boxes.height[node]! += free;
}

function finishItem(boxes: Boxes, frame: Frame, node: number): void {
  const { styles, height } = boxes;
  const margins =
    boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width) +
    boxes.lengthOrZero(node, PROPERTY["margin-bottom"], frame.width);
  const isOnlyRow = frame.row === 0 && styles.codes("flex-wrap")[frame.node] === 0;
  const stated = isOnlyRow ? boxes.lengthOrZero(frame.node, PROPERTY.height, 0) : 0;
  const rowHeight = Math.max(frame.rowBottom - frame.rowTop, stated);
  const free = rowHeight - height[node]! - margins;
  if (free <= 0) return;
  const align = styles.codes("align-items")[frame.node]!;
  if (align === MIDDLE) boxes.shiftY[node]! += free / 2;
  else if (align === BOTTOM) boxes.shiftY[node]! += free;
  else if (align === 0 && Number.isNaN(boxes.length(node, PROPERTY.height, 0))) height[node]! += free;
}
