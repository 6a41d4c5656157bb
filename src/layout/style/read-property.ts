import type { Screen } from "../../page/index.ts";
import {
  BOX_PROPERTIES,
  FONT_SIZES,
  KEYWORD_PROPERTIES,
  LOGICAL_NAMES,
  OTHER_PROPERTIES,
  SIDES,
} from "./properties.data.ts";
import { PROPERTY, type Property, RELATIVE_WEIGHT, UNIT } from "./properties.ts";
import {
  commaParts,
  LengthReader,
  plainNumber,
  readColor,
  type Track,
  trackSizes,
  wordsOf,
} from "./values.ts";

/** A declaration of a block. */
export interface Declaration {
  readonly property: number;
  readonly unit: number;
  readonly value: number;
  readonly percent: number;
  readonly isImportant: boolean;
}

/** The declarations of one block, and what all blocks of a page share. */
export class DeclarationList {
  /** Those of the block that is read. */
  block: Declaration[] = [];
  readonly families: string[] = [];
  readonly templates: (readonly Track[])[] = [];
  readonly lengths: LengthReader;
  /** Whether declarations being added are `!important`. */
  isImportant = false;
  readonly #familyCodes = new Map<string, number>();

  constructor(screen: Screen) {
    this.lengths = new LengthReader(screen);
  }

  add(property: number, unit: number, value = 0, percent = 0): void {
    this.block.push({ property, unit, value, percent, isImportant: this.isImportant });
  }

  /** Adds a length or `auto`; other texts are ignored. */
  addLength(property: number, text: string): void {
    const length = this.lengths.read(text);
    if (length !== undefined) this.add(property, length.unit, length.value, length.percent);
    else if (text === "auto" || text === "none") this.add(property, UNIT.auto);
  }

  /** Adds a colour; other texts are ignored. */
  addColor(property: number, text: string): void {
    const color = readColor(text);
    if (color !== undefined) this.add(property, UNIT.code, color);
  }

  /** The index of a font stack in `families`. */
  familyCode(stack: string): number {
    const known = this.#familyCodes.get(stack);
    if (known !== undefined) return known;
    const code = this.families.push(stack) - 1;
    this.#familyCodes.set(stack, code);
    return code;
  }

  /** Adds the columns of a grid. */
  addTracks(property: number, text: string): void {
    const tracks = trackSizes(text, this.lengths);
    if (tracks.length > 0) this.add(property, UNIT.code, this.templates.push(tracks) - 1);
    else this.add(property, UNIT.initial);
  }
}

type ValueReader = (declarations: DeclarationList, property: number, text: string) => void;

/** The factor that browsers use for `larger`. */
const LARGER = 1.2;
const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ["normal", 400],
  ["bold", 700],
  ["bolder", RELATIVE_WEIGHT.bolder],
  ["lighter", RELATIVE_WEIGHT.lighter],
]);
const MAX_SPAN = 100;

const READERS: readonly ValueReader[] = [
  ...BOX_PROPERTIES.map((name) =>
    name.endsWith("-width") && name.startsWith("border") ? readBorder : readBox,
  ),
  ...Object.values(KEYWORD_PROPERTIES).map(keywordReader),
  ...OTHER_PROPERTIES.map(otherReader),
];

/** Parses and adds one declaration; unsupported properties and invalid values are ignored. */
export function readProperty(declarations: DeclarationList, name: string, text: string): void {
  if (!Object.hasOwn(PROPERTY, name)) return;
  const property = PROPERTY[name as Property];
  const lower = text.toLowerCase();
  if (lower === "inherit") declarations.add(property, UNIT.inherit);
  else if (lower === "initial" || lower === "unset" || lower === "revert") {
    declarations.add(property, UNIT.initial);
  } else READERS[property]?.(declarations, property, text);
}

function readBox(declarations: DeclarationList, property: number, text: string): void {
  declarations.addLength(property, text.toLowerCase());
}

const BORDER_WIDTHS: ReadonlyMap<string, string> = new Map([
  ["thin", "1px"],
  ["medium", "3px"],
  ["thick", "5px"],
]);

function readBorder(declarations: DeclarationList, property: number, text: string): void {
  declarations.addLength(property, BORDER_WIDTHS.get(text) ?? text);
}

function keywordReader(words: Readonly<Record<string, number>>): ValueReader {
  const codes = new Map(Object.entries(words));
  return (declarations, property, text) => {
    // `overflow: hidden auto` and `align-items: safe center`: the last known keyword wins.
    for (const word of text.toLowerCase().split(" ")) {
      const code = codes.get(word);
      if (code !== undefined) declarations.add(property, UNIT.code, code);
    }
  };
}

function otherReader(name: (typeof OTHER_PROPERTIES)[number]): ValueReader {
  switch (name) {
    case "font-size":
      return readFontSize;
    case "line-height":
      return readLineHeight;
    case "font-weight":
      return readFontWeight;
    case "font-family":
      return (declarations, property, text) =>
        declarations.add(property, UNIT.code, declarations.familyCode(commaParts(text).join(", ")));
    case "color":
    case "background-color":
      return (declarations, property, text) => declarations.addColor(property, text);
    case "opacity":
      return (declarations, property, text) =>
        declarations.add(property, UNIT.number, Number.parseFloat(text) || 0);
    case "grid-template-columns":
      return (declarations, property, text) => declarations.addTracks(property, text);
    case "grid-column":
      return readGridColumn;
  }
}

function readFontSize(declarations: DeclarationList, property: number, text: string): void {
  const lower = text.toLowerCase();
  const named = FONT_SIZES.get(lower);
  if (named !== undefined) declarations.add(property, UNIT.px, named);
  else if (lower === "larger") declarations.add(property, UNIT.em, LARGER);
  else if (lower === "smaller") declarations.add(property, UNIT.em, 1 / LARGER);
  else {
    const length = declarations.lengths.read(lower);
    if (length === undefined) return;
    const { value, unit, percent } = length;
    // For font sizes, 100 % is one em of the parent.
    if (value === 0 && percent !== 0) declarations.add(property, UNIT.em, percent / 100);
    else declarations.add(property, unit, value);
  }
}

function readLineHeight(declarations: DeclarationList, property: number, text: string): void {
  const factor = plainNumber(text);
  if (text === "normal") declarations.add(property, UNIT.auto);
  else if (factor !== undefined) declarations.add(property, UNIT.number, factor);
  else {
    const length = declarations.lengths.read(text);
    if (length === undefined) return;
    if (length.percent !== 0) declarations.add(property, UNIT.em, length.percent / 100);
    else declarations.add(property, length.unit, length.value);
  }
}

function readFontWeight(declarations: DeclarationList, property: number, text: string): void {
  const weight = WEIGHTS.get(text.toLowerCase()) ?? Number(text);
  if (weight >= 1 && weight <= 1000) declarations.add(property, UNIT.code, weight);
}

/** Only the number of columns is used, not the position. */
function readGridColumn(declarations: DeclarationList, property: number, text: string): void {
  const [from = "", to = ""] = text.split("/").map((part) => part.trim());
  const span = /^span\s+(\d+)$/.exec(to)?.[1] ?? /^span\s+(\d+)$/.exec(from)?.[1];
  const columns = span === undefined ? Number(to) - Number(from) : Number(span);
  if (to === "-1") declarations.add(property, UNIT.code, MAX_SPAN);
  else if (columns >= 1) declarations.add(PROPERTY["grid-column"], UNIT.code, Math.min(columns, MAX_SPAN));
}

type Shorthand = (declarations: DeclarationList, value: string) => void;

const NO_BORDER = new Set(["none", "hidden", "0"]);
const BORDER_WORDS = new Set(["thin", "medium", "thick"]);

const SIZE_START = /^[\d.+-]|^calc|^clamp/;

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

/** Expands a shorthand into its properties; false where the name is not a shorthand. */
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

/** Only the colour of a background is used; a layer with just an image counts as transparent. */
function background(to: DeclarationList, value: string): void {
  const property = PROPERTY["background-color"];
  const last = commaParts(value).at(-1) ?? "";
  const color = wordsOf(last)
    .map(readColor)
    .find((found) => found !== undefined);
  to.add(property, UNIT.code, color ?? 0);
}

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
