import { NODE_KIND } from "../../html/index.ts";
import { BOX, PROPERTY } from "../style/properties.ts";
import type { Boxes } from "./boxes.ts";
import type { Frame } from "./frame.ts";
import { spanOf } from "./table-columns.ts";

const MIDDLE = 2;
const BOTTOM = 3;

/** Makes a row that closes as high as the cells need that began in rows above and end in it. */
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

/** Ends a row of items or cells: they are stretched to its height, or moved inside it. */
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
  const room = frame.rowBottom - frame.rowTop - boxes.height[node]!;
  const align = boxes.styles.codes("vertical-align")[node]!;
  if (align === MIDDLE) boxes.innerShiftY[node]! += room / 2;
  else if (align === BOTTOM) boxes.innerShiftY[node]! += room;
  boxes.height[node]! += room;
}

function finishItem(boxes: Boxes, frame: Frame, node: number): void {
  const { styles, height } = boxes;
  const margins =
    boxes.lengthOrZero(node, PROPERTY["margin-top"], frame.width) +
    boxes.lengthOrZero(node, PROPERTY["margin-bottom"], frame.width);
  const isOnlyRow = frame.row === 0 && styles.codes("flex-wrap")[frame.node] === 0;
  const stated = isOnlyRow ? boxes.lengthOrZero(frame.node, PROPERTY.height, 0) : 0;
  const rowHeight = Math.max(frame.rowBottom - frame.rowTop, stated);
  const room = rowHeight - height[node]! - margins;
  if (room <= 0) return;
  const align = styles.codes("align-items")[frame.node]!;
  if (align === MIDDLE) boxes.shiftY[node]! += room / 2;
  else if (align === BOTTOM) boxes.shiftY[node]! += room;
  else if (align === 0 && Number.isNaN(boxes.length(node, PROPERTY.height, 0))) height[node]! += room;
}
