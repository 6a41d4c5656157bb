import type { StyleValues } from "./captured-article.ts";
import { IS_INHERITED, OF_ITEMS, OUTER, STYLE_PROPERTIES, type StyleProperty } from "./styled.data.ts";

/** The context that decides which declarations an element needs. */
interface Surroundings {
  readonly initial: StyleValues;
  readonly around: StyleValues;
}

const INDEX: ReadonlyMap<StyleProperty, number> = new Map(
  STYLE_PROPERTIES.map((name, index) => [name, index]),
);
const SIDES = ["top", "right", "bottom", "left"] as const;

/** Properties that mean something only where another one has a certain value. */
const DEPENDENT: readonly (readonly [
  names: readonly StyleProperty[],
  on: StyleProperty,
  isMeaningful: (value: string) => boolean,
])[] = [
  ...SIDES.map(
    (side) => [[`border-${side}-width`, `border-${side}-color`], `border-${side}-style`, isSet] as const,
  ),
  [["outline-width", "outline-color", "outline-offset"], "outline-style", isSet],
  [["column-rule-width", "column-rule-color"], "column-rule-style", isSet],
  [
    ["text-decoration-style", "text-decoration-color", "text-decoration-thickness"],
    "text-decoration-line",
    isSet,
  ],
  [
    ["background-position", "background-size", "background-repeat", "background-origin"],
    "background-image",
    isSet,
  ],
  [["top", "right", "bottom", "left", "z-index"], "position", (value) => value !== "static"],
  [["transform-origin"], "transform", isSet],
  [
    STYLE_PROPERTIES.filter((name) => name.startsWith("animation-") && name !== "animation-name"),
    "animation-name",
    isSet,
  ],
  [
    STYLE_PROPERTIES.filter((name) => name.startsWith("grid-template") || name.startsWith("grid-auto")),
    "display",
    isGrid,
  ],
  [["flex-direction", "flex-wrap"], "display", isFlex],
  [["align-content", "align-items", "justify-content", "justify-items"], "display", isArranged],
];

/** The value of a property among others. */
export function styleValue(values: StyleValues, name: StyleProperty): string {
  return values[INDEX.get(name)!] ?? "";
}

/** The declarations that an element needs in its context to look as it did. */
export function ownStyle(values: StyleValues, { initial, around }: Surroundings): Map<StyleProperty, string> {
  const own = new Map<StyleProperty, string>();
  STYLE_PROPERTIES.forEach((name, index) => {
    const value = values[index] ?? "";
    const before = (IS_INHERITED.has(name) ? around : initial)[index];
    if (value !== "" && value !== before) own.set(name, value);
  });
  for (const [names, on, isMeaningful] of DEPENDENT) {
    if (!isMeaningful(styleValue(values, on))) drop(own, names);
  }
  if (!isArranged(styleValue(around, "display"))) drop(own, OF_ITEMS);
  // Every browser isolates blocks, and our style sheet does not change that.
  if (own.get("unicode-bidi") === "isolate") own.delete("unicode-bidi");
  if (styleValue(values, "text-decoration-color") === styleValue(values, "color"))
    own.delete("text-decoration-color");
  return own;
}

/** Whether a `display` arranges children beside each other by rules of its own. */
export function isArranged(display: string): boolean {
  return isFlex(display) || isGrid(display);
}

function isFlex(display: string): boolean {
  return display.endsWith("flex");
}

function isGrid(display: string): boolean {
  return display.endsWith("grid");
}

function drop(own: Map<StyleProperty, string>, names: readonly StyleProperty[]): void {
  for (const name of names) own.delete(name);
}

function isSet(value: string): boolean {
  return value !== "none" && value !== "hidden" && value !== "";
}

/** The place of an element in the article. */
export interface Place {
  /** Whether it holds the whole body, or is title or byline outside of it. */
  readonly isRoot: boolean;
  /** Whether it contains the margins of its content, as grid items, floats and cells do. */
  readonly holdsMargins: boolean;
  readonly isBlock: boolean;
  /** Whether its content was wider than itself. */
  readonly isCutOff: boolean;
  /** Whether it shows pictures or films and no text. */
  readonly isMedia: boolean;
  /** Whether it is the only remaining child of a flex or grid container. */
  readonly isLeftAlone: boolean;
  /** Whether all but one of its arranged children are gone. */
  readonly hasOneLeft: boolean;
  /** Whether some of its content is gone. */
  readonly hasGaps: boolean;
  /** Sides on which the browser's own margin vanished, as at the edges of cells of pages without a doctype. */
  readonly vanished: readonly ("margin-top" | "margin-bottom")[];
  /** How wide it was, in pixels. */
  readonly width: number;
}

const HEIGHTS: readonly StyleProperty[] = ["height", "max-height", "min-height"];
const OVERFLOWS: readonly StyleProperty[] = ["overflow-x", "overflow-y", "text-overflow"];
/** Displays of table parts outside of their table. */
const TABLE_PART = /^table-/;
const TITLE_MARGINS: readonly StyleProperty[] = ["margin-top", "margin-bottom"];

/** Changes an element's own style so that the article can be read without the page around it. */
export function adjustStyle(own: Map<StyleProperty, string>, place: Place): void {
  showKept(own, place);
  if (place.isRoot) freeRoot(own, place);
  const position = own.get("position");
  if (position === "fixed" || position === "sticky") {
    drop(own, ["position", "top", "right", "bottom", "left", "z-index"]);
  }
  // Text takes the space that it needs; removed content takes none.
  if (!place.isMedia || place.hasGaps) drop(own, HEIGHTS);
  if (place.isCutOff) drop(own, OVERFLOWS);
  drop(own, place.vanished);
  if (place.hasOneLeft) own.set("display", "flow-root");
  if (place.isLeftAlone) {
    drop(own, [...OF_ITEMS, "float", "width"]);
    own.set("max-width", `${Math.ceil(place.width)}px`);
  }
}

/** Kept content is visible, even if a script was to reveal it. */
function showKept(own: Map<StyleProperty, string>, { isBlock }: Place): void {
  const display = own.get("display");
  if (display === "none") own.delete("display");
  if ((display === "none" && isBlock) || display?.startsWith("-webkit-")) own.set("display", "block");
}

function freeRoot(own: Map<StyleProperty, string>, { holdsMargins }: Place): void {
  const margins = TITLE_MARGINS.map((name) => [name, own.get(name)] as const);
  drop(own, OUTER);
  for (const [name, margin] of margins) if (margin !== undefined) own.set(name, margin);
  const display = own.get("display") ?? "inline";
  if (display === "inline") own.set("display", "block");
  if (holdsMargins && !isArranged(display) && display !== "table") own.set("display", "flow-root");
  own.set("box-sizing", "border-box");
}

/** Makes a part of a table that is outside of one an ordinary box. */
export function freeTablePart(own: Map<StyleProperty, string>): void {
  if (TABLE_PART.test(own.get("display") ?? "")) own.set("display", "block");
}
