import { readColor } from "./color.ts";
import type { DeclarationList } from "./declaration-list.ts";
import { plainNumber } from "./length.ts";
import { FONT_SIZES, LOGICAL_NAMES, SIDES } from "./properties.data.ts";
import { PROPERTY, UNIT } from "./properties.ts";
import { readProperty } from "./values.ts";
import { commaParts, wordsOf } from "./words.ts";

type Shorthand = (declarations: DeclarationList, value: string) => void;

const SHORTHANDS: ReadonlyMap<string, Shorthand> = new Map<string, Shorthand>([
  ["margin", (to, value) => fourSides(to, value, (side) => `margin-${side}`)],
  ["padding", (to, value) => fourSides(to, value, (side) => `padding-${side}`)],
  ["border-width", (to, value) => fourSides(to, value, (side) => `border-${side}-width`)],
  ["inset", (to, value) => fourSides(to, value, (side) => side)],
  ["margin-inline", (to, value) => twoSides(to, value, ["margin-left", "margin-right"])],
  ["margin-block", (to, value) => twoSides(to, value, ["margin-top", "margin-bottom"])],
  ["padding-inline", (to, value) => twoSides(to, value, ["padding-left", "padding-right"])],
  ["padding-block", (to, value) => twoSides(to, value, ["padding-top", "padding-bottom"])],
  ["gap", (to, value) => twoSides(to, value, ["row-gap", "column-gap"])],
  ["grid-gap", (to, value) => twoSides(to, value, ["row-gap", "column-gap"])],
  ["border-spacing", (to, value) => twoSides(to, value, ["column-gap", "row-gap"])],
  ["border-collapse", borderCollapse],
  ...Object.entries(LOGICAL_NAMES).map(([name, meant]): [string, Shorthand] => [
    name,
    (to, value) => readProperty(to, meant, value),
  ]),
  ["border", (to, value) => border(to, value, SIDES)],
  ...SIDES.map((side): [string, Shorthand] => [`border-${side}`, (to, value) => border(to, value, [side])]),
  ["border-style", borderStyle],
  ["background", background],
  ["font", font],
  ["flex", flex],
  ["flex-flow", flexFlow],
  ["grid-template", gridTemplate],
  ["grid", gridTemplate],
]);

/** Takes a shorthand apart into its properties; false where the name is none. */
export function readShorthand(declarations: DeclarationList, name: string, value: string): boolean {
  const shorthand = SHORTHANDS.get(name);
  if (shorthand === undefined) return false;
  shorthand(declarations, value);
  return true;
}

function fourSides(to: DeclarationList, value: string, nameOf: (side: string) => string): void {
  const words = wordsOf(value);
  const [top = "", right = top, bottom = top, left = right] = words;
  for (const [at, word] of [top, right, bottom, left].entries()) readProperty(to, nameOf(SIDES[at]!), word);
}

function twoSides(to: DeclarationList, value: string, names: readonly [string, string]): void {
  const [first = "", second = first] = wordsOf(value);
  readProperty(to, names[0], first);
  readProperty(to, names[1], second);
}

const NO_BORDER = new Set(["none", "hidden", "0"]);
const BORDER_WORDS = new Set(["thin", "medium", "thick"]);

function border(to: DeclarationList, value: string, sides: readonly string[]): void {
  const words = wordsOf(value.toLowerCase());
  const stated = words.find((word) => BORDER_WORDS.has(word) || to.lengths.read(word) !== undefined);
  const width = words.some((word) => NO_BORDER.has(word)) ? "0" : (stated ?? "medium");
  for (const side of sides) readProperty(to, `border-${side}-width`, width);
}

function borderStyle(to: DeclarationList, value: string): void {
  if (NO_BORDER.has(value.toLowerCase())) border(to, "none", SIDES);
}

function borderCollapse(to: DeclarationList, value: string): void {
  if (value === "collapse") twoSides(to, "0", ["column-gap", "row-gap"]);
}

/** Of a background only its colour counts; a layer of a picture alone is as clear as none. */
function background(to: DeclarationList, value: string): void {
  const property = PROPERTY["background-color"];
  const last = commaParts(value).at(-1) ?? "";
  const color = wordsOf(last)
    .map(readColor)
    .find((found) => found !== undefined);
  to.add(property, UNIT.code, color ?? 0);
}

const SIZE_START = /^[\d.+-]|^calc|^clamp/;

function font(to: DeclarationList, value: string): void {
  const parts = value.split("/").map((part) => part.trim());
  const words = wordsOf(parts.join("/"));
  const at = words.findIndex((word) => {
    const size = word.split("/")[0] ?? "";
    return FONT_SIZES.has(size) || (SIZE_START.test(size) && !/^\d00$/.test(size));
  });
  if (at < 0) return;
  const [size = "", lineHeight = "normal"] = (words[at] ?? "").split("/");
  readProperty(to, "font-size", size);
  readProperty(to, "line-height", lineHeight);
  readProperty(to, "font-weight", words.slice(0, at).find((word) => /^(?:bold|\d00)/.test(word)) ?? "normal");
  if (words.length > at + 1) readProperty(to, "font-family", words.slice(at + 1).join(" "));
}

function flex(to: DeclarationList, value: string): void {
  const lower = value.toLowerCase();
  const [grow, shrink, basis] = flexParts(lower, to);
  to.add(PROPERTY["flex-grow"], UNIT.px, grow);
  to.add(PROPERTY["flex-shrink"], UNIT.px, shrink);
  to.addLength(PROPERTY["flex-basis"], basis);
}

function flexParts(
  value: string,
  { lengths }: DeclarationList,
): [grow: number, shrink: number, basis: string] {
  if (value === "none") return [0, 0, "auto"];
  if (value === "auto") return [1, 1, "auto"];
  if (value === "initial") return [0, 1, "auto"];
  const words = wordsOf(value);
  const numbers = words.map(plainNumber).filter((number) => number !== undefined);
  const sized = words.find(
    (word) => word === "auto" || (plainNumber(word) === undefined && lengths.read(word) !== undefined),
  );
  return [numbers[0] ?? 1, numbers[1] ?? 1, sized ?? "0px"];
}

function flexFlow(to: DeclarationList, value: string): void {
  readProperty(to, "flex-direction", value);
  readProperty(to, "flex-wrap", value);
}

function gridTemplate(to: DeclarationList, value: string): void {
  const columns = value.split("/")[1];
  if (columns !== undefined) readProperty(to, "grid-template-columns", columns.trim());
}
