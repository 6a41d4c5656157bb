import { type Document, NODE_KIND } from "../html/index.ts";
import { DISPLAYS, type Layout, type Page, type Screen } from "../page/index.ts";
import { Boxes } from "./flow/boxes.ts";
import { measureContent } from "./flow/content-widths.ts";
import { Flow } from "./flow/flow.ts";
import { TextSizes } from "./flow/text-sizes.ts";
import { computeStyles } from "./style/compute-styles.ts";
import { BOX } from "./style/properties.ts";

/** The screen size that estimates use by default. */
export const DEFAULT_SCREEN: Screen = { width: 1280, height: 1024 };

/** The layout that a browser measured, or else an estimate, computed once per page. */
export function layoutOf(page: Page): Layout {
  return page.layout ?? page.view(estimateOnce);
}

function estimateOnce({ document }: Page): Layout {
  return estimateLayout(document, DEFAULT_SCREEN);
}

/** Maps the computed `display` (`BOX`) to the coarser codes of `Layout.display`. */
const LAYOUT_DISPLAY = Uint8Array.from([
  ...DISPLAYS.keys(),
  BOX.inlineBlock,
  BOX.inlineBlock,
  BOX.inlineBlock,
  BOX.block,
  BOX.block,
]);

/** Estimates where a browser would draw each element, from the markup and the inline style sheets alone. */
export function estimateLayout(document: Document, screen: Screen): Layout {
  const { styles, isComplete } = computeStyles(document, screen);
  const boxes = new Boxes(document, styles, new TextSizes(document, styles));
  const tables = measureContent(boxes);
  new Flow(boxes, tables, screen).run();
  settleBoxes(boxes);
  const { left, top, width, height } = boxes;
  return {
    source: "estimate",
    complete: isComplete,
    screen,
    left,
    top,
    width,
    height,
    ...scrollSizes(boxes),
    fontSize: styles.fontSize,
    fontWeight: styles.fontWeight,
    fontFamily: styles.fontFamily,
    families: styles.families,
    color: styles.color,
    background: styles.background,
    display: styles.codes("display").map((code) => LAYOUT_DISPLAY[code]!),
    visible: visibleBoxes(boxes),
  };
}

/** Adds the shifts of all ancestors to each box, and extends inline boxes around the inline boxes inside them. */
function settleBoxes(boxes: Boxes): void {
  applyShifts(boxes);
  const { document, kind, hasBox, left, top, width, height } = boxes;
  for (let node = document.size - 1; node > 0; node--) {
    if (kind[node] !== BOX.inline || hasBox[node] === 0) continue;
    if (boxes.styles.record[node] !== 0) addEdges(boxes, node);
    const around = document.parent[node]!;
    if (kind[around] !== BOX.inline) continue;
    const right = left[node]! + width[node]!;
    boxes.cover(around, { left: left[node]!, top: top[node]!, right, bottom: top[node]! + height[node]! });
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

/** Content sizes including overflow; an element that clips its overflow adds only its own box to its parent. */
function scrollSizes({
  document,
  styles,
  left,
  top,
  width,
  height,
}: Boxes): Pick<Layout, "scrollWidth" | "scrollHeight"> {
  const { size, parent, kind } = document;
  const overflow = styles.codes("overflow");
  const scrollWidth = width.slice();
  const scrollHeight = height.slice();
  for (let node = size - 1; node > 0; node--) {
    if (kind[node] !== NODE_KIND.element || width[node] === 0) continue;
    const holder = parent[node]!;
    const isClipped = overflow[node] !== 0;
    const right = left[node]! - left[holder]! + (isClipped ? width[node]! : scrollWidth[node]!);
    const bottom = top[node]! - top[holder]! + (isClipped ? height[node]! : scrollHeight[node]!);
    if (right > scrollWidth[holder]!) scrollWidth[holder] = right;
    if (bottom > scrollHeight[holder]!) scrollHeight[holder] = bottom;
  }
  return { scrollWidth, scrollHeight };
}

function visibleBoxes({ document, styles, width, height }: Boxes): Uint8Array {
  const visible = new Uint8Array(document.size);
  const visibility = styles.codes("visibility");
  for (let node = 1; node < document.size; node++) {
    const hasSize = width[node]! > 0 && height[node]! > 0;
    if (hasSize && visibility[node] === 0 && styles.isTransparent[node] === 0) visible[node] = 1;
  }
  return visible;
}

const CONTENTS = DISPLAYS.indexOf("contents");
/** Displays that are part of a line of text instead of a box of their own. */
const IN_LINES = new Set(["none", "inline", "inline-block", "contents"]);

/** By the number of a display: 1 where it makes a box that begins a line of its own. */
export const MAKES_BOX = Uint8Array.from(DISPLAYS, (display) => Number(!IN_LINES.has(display)));

/** Whether a reader sees a leaf: by the markup and, where a browser has measured the page, by its styles. */
export function isLeafShown({ document, leaves }: Page, layout: Layout, leaf: number): boolean {
  if (leaves.visible[leaf] === 0 || layout.source === "estimate") return leaves.visible[leaf] === 1;
  const { kind, parent } = document;
  let at = leaves.node[leaf]!;
  if (kind[at] === NODE_KIND.text) at = parent[at]!;
  while (at > 0 && layout.display[at] === CONTENTS) at = parent[at]!;
  return layout.visible[at] === 1;
}
