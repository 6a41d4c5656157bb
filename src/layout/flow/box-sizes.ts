import { BOX, PROPERTY } from "../style/properties.ts";
import { type Boxes, isFlex, isTable } from "./boxes.ts";
import type { Strip } from "./floats.ts";
import type { Frame } from "./frame.ts";
import { REPLACED_TAGS, replacedSize } from "./replaced.ts";

const SPREAD_CENTER = 5;
const RIGHT = 2;
const ALIGN = { stretch: 0, center: 2, end: 3 } as const;

/** Sets the width and left edge of a block in the room of its container. */
export function setBlockWidth(boxes: Boxes, frame: Frame, node: number, strip: Strip): void {
  const { left, width, styles } = boxes;
  const room = strip.right - strip.left;
  const marginLeft = boxes.length(node, PROPERTY["margin-left"], frame.width);
  const marginRight = boxes.length(node, PROPERTY["margin-right"], frame.width);
  const fills = Math.max(0, room - (marginLeft || 0) - (marginRight || 0));
  const own = boxes.clampWidth(node, blockWidth(boxes, frame, node, fills), frame.width);
  const free = Math.max(0, fills - own);
  const align = styles.codes("text-align")[frame.node]!;
  const isMirrored = styles.codes("direction")[frame.node] === 1;
  const across = isFlex(boxes.kind[frame.node]!) ? styles.codes("align-items")[frame.node]! : ALIGN.stretch;
  let shift = 0;
  if (Number.isNaN(marginLeft)) shift = Number.isNaN(marginRight) ? free / 2 : free;
  else if (align === SPREAD_CENTER || across === ALIGN.center) shift = free / 2;
  else if ((isMirrored && align !== RIGHT) || across === ALIGN.end) shift = free;
  width[node] = own;
  left[node] = strip.left + (marginLeft || 0) + shift;
}

function blockWidth(boxes: Boxes, frame: Frame, node: number, fills: number): number {
  const { kind, styles, document } = boxes;
  if (REPLACED_TAGS[document.tag[node]!] === 1) return replacedWidth(boxes, node, frame.width);
  const stated = boxes.statedWidth(node, frame.width);
  if (!Number.isNaN(stated)) return isTable(kind[node]!) ? Math.max(boxes.leastWidth[node]!, stated) : stated;
  // Items of a flex column are as wide as they need where they are not stretched.
  const isLoose = isFlex(kind[frame.node]!) && styles.codes("align-items")[frame.node] !== ALIGN.stretch;
  return isTable(kind[node]!) || isLoose ? boxes.fitWidth(node, fills) : fills;
}

/** The border-box width of a box that is only as wide as it needs. */
export function shrunkWidth(boxes: Boxes, node: number, room: number): number {
  if (REPLACED_TAGS[boxes.document.tag[node]!] === 1) return replacedWidth(boxes, node, room);
  const stated = boxes.statedWidth(node, room);
  const own = Number.isNaN(stated)
    ? boxes.fitWidth(node, Math.max(0, room - boxes.marginsAcross(node, room)))
    : Math.max(stated, isTable(boxes.kind[node]!) ? boxes.leastWidth[node]! : 0);
  return boxes.clampWidth(node, own, room);
}

function replacedWidth(boxes: Boxes, node: number, room: number): number {
  const { width } = replacedSize(boxes.document, boxes.styles, node, room);
  const isStated = !Number.isNaN(boxes.length(node, PROPERTY.width, room));
  return width + (isStated ? boxes.addedToWidth(node, room) : boxes.edgesAcross(node, room));
}

/** Whether an element states a height, so that no margin goes through it. */
export function statesHeight(boxes: Boxes, node: number): boolean {
  const record = boxes.styles.record[node]!;
  if (record === 0) return false;
  const { boxes: lengths } = boxes.styles;
  return (
    !Number.isNaN(lengths.pixels(record, PROPERTY.height)) ||
    lengths.pixels(record, PROPERTY["min-height"]) > 0
  );
}

/** A border-box height: that of the content where none is stated, or one in percent of what is not known. */
export function heightOf(boxes: Boxes, node: number, room: number, content: number): number {
  const record = boxes.styles.record[node]!;
  if (record === 0) return content;
  const added = boxes.addedToHeight(node, room);
  const stated = fixedLength(boxes, record, PROPERTY.height) + added;
  const grows = boxes.kind[node] === BOX.cell || isTable(boxes.kind[node]!);
  const own = Number.isNaN(stated) || (grows && content > stated) ? content : stated;
  const most = fixedLength(boxes, record, PROPERTY["max-height"]) + added;
  const least = fixedLength(boxes, record, PROPERTY["min-height"]);
  return Math.max(Number.isNaN(most) ? own : Math.min(most, own), least > 0 ? least + added : 0);
}

/** A length that is no percentage; NaN where it is. */
function fixedLength({ styles }: Boxes, record: number, property: number): number {
  return styles.boxes.percent(record, property) === 0 ? styles.boxes.pixels(record, property) : Number.NaN;
}
