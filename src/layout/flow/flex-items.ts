import { childNodes, NODE_KIND } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import type { Boxes } from "./boxes.ts";

/** An item of a flex box that is a row. */
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

/** Gives the items of a flex row their left edges, widths and rows, in `boxes`. */
export function placeFlexItems(boxes: Boxes, node: number, left: number, width: number): void {
  const gap = boxes.lengthOrZero(node, PROPERTY["column-gap"], width);
  const wraps = boxes.styles.codes("flex-wrap")[node] === 1;
  const items = [...itemsOf(boxes, node, width)];
  let from = 0;
  for (let row = 0; from < items.length; row++) {
    const to = wraps ? endOfRow(items, from, width, gap) : items.length;
    placeRow(boxes, node, items.slice(from, to), { left, width, gap, row });
    from = to;
  }
}

function* itemsOf(boxes: Boxes, node: number, width: number): Generator<Item> {
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
  const content = Number.isNaN(stated) ? boxes.mostWidth[node]! : stated;
  const base = Number.isNaN(basis) ? content : Math.max(basis + boxes.addedToWidth(node, whole), 0);
  const marginLeft = boxes.length(node, PROPERTY["margin-left"], whole);
  const marginRight = boxes.length(node, PROPERTY["margin-right"], whole);
  const hides = boxes.styles.codes("overflow")[node] !== 0;
  const statedLeast = boxes.lengthOrZero(node, PROPERTY["min-width"], whole);
  return {
    node,
    width: boxes.clampWidth(node, base, whole),
    least: hides ? statedLeast : Math.min(boxes.leastWidth[node]!, Number.isNaN(stated) ? whole : stated),
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

function grow(items: readonly Item[], room: number): void {
  const total = items.reduce((sum, item) => sum + item.grow, 0);
  if (total === 0) return;
  const share = room / Math.max(1, total);
  for (const item of items)
    item.width = Math.min(item.width + share * item.grow, Math.max(item.most, item.width));
}

/** Twice round: what an item cannot give up, others give. */
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
