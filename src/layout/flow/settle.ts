import { NODE_KIND } from "../../html/index.ts";
import { BOX } from "../style/properties.ts";
import type { Boxes } from "./boxes.ts";

/** Moves boxes by all shifts of what they stand in, and makes inline elements hold those inside them. */
export function settleBoxes(boxes: Boxes, hasBox: Uint8Array): void {
  applyShifts(boxes);
  const { document, kind } = boxes;
  for (let node = document.size - 1; node > 0; node--) {
    if (kind[node] !== BOX.inline || hasBox[node] === 0) continue;
    if (boxes.styles.record[node] !== 0) addEdges(boxes, node);
    const around = document.parent[node]!;
    if (kind[around] === BOX.inline) hold(boxes, hasBox, around, node);
  }
}

function applyShifts({ document, left, top, shiftX, shiftY, innerShiftY, width, height }: Boxes): void {
  const { size, parent, kind } = document;
  for (let node = 1; node < size; node++) {
    const holder = parent[node]!;
    shiftX[node]! += shiftX[holder]!;
    shiftY[node]! += shiftY[holder]! + innerShiftY[holder]!;
    if (kind[node] === NODE_KIND.element) {
      left[node]! += shiftX[node]!;
      top[node]! += shiftY[node]!;
    } else {
      left[node] = 0;
      width[node] = 0;
      top[node] = 0;
      height[node] = 0;
    }
  }
}

function addEdges(boxes: Boxes, node: number): void {
  const { left, top, width, height } = boxes;
  const edgeTop = boxes.edge(node, "top", 0);
  left[node]! -= boxes.edge(node, "left", 0);
  top[node]! -= edgeTop;
  width[node]! += boxes.edgesAcross(node, 0);
  height[node]! += edgeTop + boxes.edge(node, "bottom", 0);
}

function hold({ left, top, width, height }: Boxes, hasBox: Uint8Array, outer: number, inner: number): void {
  if (hasBox[outer] === 0) {
    hasBox[outer] = 1;
    left[outer] = left[inner]!;
    top[outer] = top[inner]!;
    width[outer] = width[inner]!;
    height[outer] = height[inner]!;
    return;
  }
  const right = Math.max(left[outer]! + width[outer]!, left[inner]! + width[inner]!);
  const bottom = Math.max(top[outer]! + height[outer]!, top[inner]! + height[inner]!);
  left[outer] = Math.min(left[outer]!, left[inner]!);
  top[outer] = Math.min(top[outer]!, top[inner]!);
  width[outer] = right - left[outer]!;
  height[outer] = bottom - top[outer]!;
}
