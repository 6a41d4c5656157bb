import type { StyleValues } from "./captured-article.ts";
import { IS_INHERITED, STYLE_PROPERTIES, type StyleProperty } from "./properties.data.ts";

/** Values by property; those that are left out are as they would be without a style sheet. */
export type Declared = ReadonlyMap<StyleProperty, string>;

/** What decides which values of an element's style are said. */
export interface Surroundings {
  /** What properties are where nothing sets them. */
  readonly initial: StyleValues;
  /** The values of the element around it. */
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
/** Properties that mean something only inside of an element that arranges its children. */
export const OF_ITEMS: readonly StyleProperty[] = [
  "flex-grow",
  "flex-shrink",
  "flex-basis",
  "order",
  "align-self",
  "justify-self",
  "grid-row-start",
  "grid-row-end",
  "grid-column-start",
  "grid-column-end",
];

/** The value of a property among others. */
export function styleValue(values: StyleValues, name: StyleProperty): string {
  return values[INDEX.get(name)!] ?? "";
}

/** What of an element's style must be said, given what is around it, so that it looks as it did. */
export function ownStyle(values: StyleValues, { initial, around }: Surroundings): Map<StyleProperty, string> {
  const own = new Map<StyleProperty, string>();
  STYLE_PROPERTIES.forEach((name, index) => {
    const value = values[index] ?? "";
    const before = (IS_INHERITED.has(name) ? around : initial)[index];
    if (value !== "" && value !== before) own.set(name, value);
  });
  for (const [names, on, isMeaningful] of DEPENDENT) {
    if (!isMeaningful(styleValue(values, on))) for (const name of names) own.delete(name);
  }
  if (!isArranged(styleValue(around, "display"))) for (const name of OF_ITEMS) own.delete(name);
  // Every browser isolates blocks, and no style sheet of ours undoes it.
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

function isSet(value: string): boolean {
  return value !== "none" && value !== "hidden" && value !== "";
}
