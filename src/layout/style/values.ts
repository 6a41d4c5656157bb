import type { DeclarationList } from "./declaration-list.ts";
import { plainNumber } from "./length.ts";
import { BOX_PROPERTIES, FONT_SIZES, KEYWORD_PROPERTIES, OTHER_PROPERTIES } from "./properties.data.ts";
import { PROPERTY, type Property, RELATIVE_WEIGHT, UNIT } from "./properties.ts";
import { commaParts } from "./words.ts";

type ValueReader = (declarations: DeclarationList, property: number, text: string) => void;

/** Font size of `larger`, as browsers have it. */
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

/** Adds the declaration of a property by its text; of one that layouts do not read, or a text that says nothing, none. */
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
    // `overflow: hidden auto` and `align-items: safe center`: the last known word decides.
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
    // A percentage of the parent's size is what an em is here.
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

/** Of the place of an item only the number of its columns counts. */
function readGridColumn(declarations: DeclarationList, property: number, text: string): void {
  const [from = "", to = ""] = text.split("/").map((part) => part.trim());
  const span = /^span\s+(\d+)$/.exec(to)?.[1] ?? /^span\s+(\d+)$/.exec(from)?.[1];
  const columns = span === undefined ? Number(to) - Number(from) : Number(span);
  if (to === "-1") declarations.add(property, UNIT.code, MAX_SPAN);
  else if (columns >= 1) declarations.add(PROPERTY["grid-column"], UNIT.code, Math.min(columns, MAX_SPAN));
}
