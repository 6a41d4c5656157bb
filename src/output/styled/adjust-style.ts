import { isArranged, OF_ITEMS } from "./own-style.ts";
import type { StyleProperty } from "./properties.data.ts";

/** What is known of the place of an element in the article. */
export interface Place {
  /** Whether it holds the whole body, or is title or byline outside of it. */
  readonly isRoot: boolean;
  /** Whether it kept the margins of what is inside to itself, as the items of a grid, floats and cells do. */
  readonly holdsMargins: boolean;
  readonly isBlock: boolean;
  /** Whether what it holds was wider than itself. */
  readonly isCutOff: boolean;
  /** Whether it shows pictures or films and no text. */
  readonly isMedia: boolean;
  /** Whether it is alone in the article of all that its parent arranged. */
  readonly isLeftAlone: boolean;
  /** Whether all but one of what it arranged have gone. */
  readonly hasOneLeft: boolean;
  /** Whether something of it has gone. */
  readonly hasGaps: boolean;
  /** Sides on which a browser's own margin vanished, as it does at the edges of cells of pages without a doctype. */
  readonly vanished: readonly ("margin-top" | "margin-bottom")[];
  /** How wide it was, in pixels. */
  readonly width: number;
}

/** What the room around an article gave to its root. */
const OUTER: readonly StyleProperty[] = [
  "position",
  "top",
  "right",
  "bottom",
  "left",
  "z-index",
  "float",
  "clear",
  "transform",
  "width",
  "height",
  "min-width",
  "max-width",
  "min-height",
  "max-height",
  "margin-left",
  "margin-right",
  "margin-top",
  "margin-bottom",
  "column-span",
];
const HEIGHTS: readonly StyleProperty[] = ["height", "max-height", "min-height"];
const OVERFLOWS: readonly StyleProperty[] = ["overflow-x", "overflow-y", "text-overflow"];
/** Displays of elements that cannot be what they were outside of their table. */
const TABLE_PART = /^table-/;
const TITLE_MARGINS: readonly StyleProperty[] = ["margin-top", "margin-bottom"];

/** Changes an element's own style so that the article can be read without the page around it. */
export function adjustStyle(own: Map<StyleProperty, string>, place: Place): void {
  showKept(own, place);
  if (place.isRoot) freeRoot(own, place);
  const position = own.get("position");
  if (position === "fixed" || position === "sticky") {
    for (const name of ["position", "top", "right", "bottom", "left", "z-index"] as const) own.delete(name);
  }
  // Text needs the room that it takes, and what has gone needs none.
  if (!place.isMedia || place.hasGaps) for (const name of HEIGHTS) own.delete(name);
  if (place.isCutOff) for (const name of OVERFLOWS) own.delete(name);
  for (const name of place.vanished) own.delete(name);
  if (place.hasOneLeft) own.set("display", "flow-root");
  if (place.isLeftAlone) {
    for (const name of [...OF_ITEMS, "float", "width"] as const) own.delete(name);
    own.set("max-width", `${Math.ceil(place.width)}px`);
  }
}

/** What is kept is seen, whatever a script was to do about it. */
function showKept(own: Map<StyleProperty, string>, { isBlock }: Place): void {
  const display = own.get("display");
  if (display === "none") own.delete("display");
  if ((display === "none" && isBlock) || display?.startsWith("-webkit-")) own.set("display", "block");
  const opacity = own.get("opacity");
  if (opacity !== undefined && Number(opacity) === 0 && !own.has("animation-name")) own.delete("opacity");
}

function freeRoot(own: Map<StyleProperty, string>, { holdsMargins }: Place): void {
  const margins = TITLE_MARGINS.map((name) => [name, own.get(name)] as const);
  for (const name of OUTER) own.delete(name);
  for (const [name, margin] of margins) if (margin !== undefined) own.set(name, margin);
  const display = own.get("display") ?? "inline";
  if (display === "inline") own.set("display", "block");
  if (holdsMargins && !isArranged(display) && display !== "table") own.set("display", "flow-root");
  own.set("box-sizing", "border-box");
}

/** Makes a part of a table that stands outside of one an ordinary box. */
export function freeTablePart(own: Map<StyleProperty, string>): void {
  if (TABLE_PART.test(own.get("display") ?? "")) own.set("display", "block");
}
