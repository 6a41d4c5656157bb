import { ATTRIBUTE, type Document, TAG, tagTable } from "../../html/index.ts";
import type { Screen } from "../../page/index.ts";
import { HINTED_ELEMENTS, SIZED_ELEMENTS } from "./elements.data.ts";
import { KEYWORD_PROPERTIES } from "./properties.data.ts";
import { PROPERTY, PROPERTY_COUNT, UNIT } from "./properties.ts";
import { type Declaration, DeclarationList, readProperty, readShorthand } from "./read-property.ts";
import type { Sheet } from "./style-sheets.ts";
import { readLegacyColor, splitOutside } from "./values.ts";

const SEMICOLON = 0x3b;
const COLON = ":";
const IMPORTANT = /!\s*important\s*$/i;
/** Real rules have far fewer; more is an attack. */
const MAX_DECLARATIONS = 500;

/** Parses declaration blocks; each distinct text is parsed once. */
export class Declarations extends DeclarationList {
  readonly #variables: CustomProperties;
  readonly #blocks = new Map<string, readonly Declaration[]>();

  constructor(screen: Screen, variables: CustomProperties) {
    super(screen);
    this.#variables = variables;
  }

  /** The block for the text between the braces of a rule, or of a `style` attribute. */
  blockOf(text: string): readonly Declaration[] {
    const known = this.#blocks.get(text);
    if (known !== undefined) return known;
    this.block = [];
    for (const part of splitOutside(text, (code) => code === SEMICOLON).slice(0, MAX_DECLARATIONS)) {
      this.#readDeclaration(part);
    }
    this.#blocks.set(text, this.block);
    return this.block;
  }

  #readDeclaration(text: string): void {
    const colon = text.indexOf(COLON);
    if (colon < 0) return;
    const name = text.slice(0, colon).trim().toLowerCase();
    let value = text.slice(colon + 1);
    this.isImportant = value.includes("!") && IMPORTANT.test(value);
    if (this.isImportant) value = value.replace(IMPORTANT, "");
    value = value.trim();
    if (value.includes("var(")) {
      const resolved = substituteVariables(value, this.#variables);
      if (resolved === undefined) return;
      value = resolved;
    }
    if (!readShorthand(this, name, value)) readProperty(this, name, value);
  }
}

type CustomProperties = ReadonlyMap<string, string>;

/** Nesting depth of `var()`; real pages stay well below. */
const MAX_ROUNDS = 8;
/** A value that grows past this is an attack; one substitution may contain an inline image. */
const MAX_VALUE_LENGTH = 1000;
const MAX_SUBSTITUTED = 100_000;
const INNERMOST = /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/g;

const STATED = /(?:^|[;{\s])(--[^\s:;]+)\s*:([^;]*)/g;
const ROOTS = /^(?::root|:host|html|body|\*)(?:$|[\s,:])/i;

/** Custom properties of a page: those of the root win, those of other elements are the fallback. */
export function customProperties(sheets: readonly Sheet[]): CustomProperties {
  const rooted = new Map<string, string>();
  const others = new Map<string, string>();
  for (const { selectors, bodies } of sheets) {
    for (const [at, body] of bodies.entries()) {
      if (!body.includes("--")) continue;
      const isRoot = ROOTS.test(selectors[at] ?? "");
      for (const [, name = "", value = ""] of body.matchAll(STATED)) {
        if (isRoot) rooted.set(name, value.trim());
        else if (!others.has(name)) others.set(name, value.trim());
      }
    }
  }
  return new Map([...others, ...rooted]);
}

/** Substitutes every `var()`; undefined where one is not defined. */
function substituteVariables(value: string, variables: CustomProperties): string | undefined {
  let text = value;
  for (let round = 0; round < MAX_ROUNDS && text.includes("var("); round++) {
    if (text.length > MAX_VALUE_LENGTH) return undefined;
    let isKnown = true;
    let substituted = 0;
    const next = text.replace(INNERMOST, (_, name: string, fallback: string | undefined) => {
      const stated = variables.get(name) ?? fallback?.trim();
      substituted += stated?.length ?? 0;
      isKnown &&= stated !== undefined && substituted <= MAX_SUBSTITUTED;
      return isKnown ? (stated ?? "") : "";
    });
    if (!isKnown || next === text) return undefined;
    text = next;
  }
  return text.includes("var(") ? undefined : text.trim();
}

/** The cascaded values of one element: per property, the last value set wins. */
export class CascadedValues {
  readonly units = new Uint8Array(PROPERTY_COUNT);
  readonly values = new Float64Array(PROPERTY_COUNT);
  readonly percents = new Float64Array(PROPERTY_COUNT);
  /** The first `count` entries are the properties that are set. */
  readonly properties = new Uint8Array(PROPERTY_COUNT);
  count = 0;
  readonly #setFor = new Int32Array(PROPERTY_COUNT).fill(-1);
  #element = 0;

  /** Starts the next element. */
  begin(element: number): void {
    this.#element = element;
    this.count = 0;
  }

  has(property: number): boolean {
    return this.#setFor[property] === this.#element;
  }

  set(property: number, unit: number, value = 0, percent = 0): void {
    if (this.#setFor[property] !== this.#element) {
      this.#setFor[property] = this.#element;
      this.properties[this.count++] = property;
    }
    this.units[property] = unit;
    this.values[property] = value;
    this.percents[property] = percent;
  }

  /** Sets the declarations of a block that are important, or those that are not. */
  apply(block: readonly Declaration[], importance: "normal" | "important"): void {
    for (const { property, unit, value, percent, isImportant } of block) {
      if (isImportant === (importance === "important")) this.set(property, unit, value, percent);
    }
  }
}

const HINTED_TAGS = tagTable(...HINTED_ELEMENTS);
const SIZED = tagTable(...SIZED_ELEMENTS);
const CELLS = tagTable("td", "th");
/** Elements that float where `align` is left or right. */
const FLOATING = tagTable("img", "iframe", "object", "embed", "table", "applet", "input");
const SIZE = /^\s*\+?(\d+(?:\.\d+)?)\s*(%|px)?/;
/** Pixels of `<font size>` 1 to 7. */
const FONT_STEPS = [10, 13, 16, 18, 24, 32, 48] as const;
const USUAL_STEP = 3;

/** Applies presentational attributes, which style sheets override. */
export class PresentationalHints {
  readonly #document: Document;
  readonly #cascaded: CascadedValues;
  readonly #declarations: Declarations;

  constructor(document: Document, cascaded: CascadedValues, declarations: Declarations) {
    this.#document = document;
    this.#cascaded = cascaded;
    this.#declarations = declarations;
  }

  /** Reads the attributes of an element; returns its `style`, if any. */
  read(node: number): string | undefined {
    const { attributeStart, attributes, tag } = this.#document;
    const id = tag[node]!;
    const isHinted = HINTED_TAGS[id] === 1;
    let style: string | undefined;
    for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
      if (isHinted) this.#readAttribute(id, attributes.nameAt(at), attributes.valueAt(at));
      const name = attributes.name[at]!;
      if (name === ATTRIBUTE.style) style = attributes.valueAt(at);
      else if (name === ATTRIBUTE.dir) this.#keyword("direction", attributes.valueAt(at));
      else if (name === ATTRIBUTE.hidden) this.#cascaded.set(PROPERTY.display, UNIT.code, 0);
    }
    return style;
  }

  #readAttribute(tag: number, name: string, value: string): void {
    switch (name) {
      case "width":
        if (SIZED[tag] === 1) this.#size(PROPERTY.width, value);
        break;
      case "height":
        if (SIZED[tag] === 1 || tag === TAG.tr) this.#size(PROPERTY.height, value);
        break;
      case "align":
        this.#align(tag, value.toLowerCase());
        break;
      case "valign":
        this.#keyword("vertical-align", value);
        break;
      case "bgcolor":
        this.#color(PROPERTY["background-color"], value);
        break;
      case "nowrap":
        if (CELLS[tag] === 1) this.#keyword("white-space", "nowrap");
        break;
      case "cellspacing":
        this.#sizes(["column-gap", "row-gap"], value);
        break;
      case "border":
        this.#border(tag, value);
        break;
      default:
        if (tag === TAG.font) this.#fontAttribute(name, value);
        else if (tag === TAG.body) this.#bodyAttribute(name, value);
        else if (name === "hspace") this.#sizes(["margin-left", "margin-right"], value);
        else if (name === "vspace") this.#sizes(["margin-top", "margin-bottom"], value);
    }
  }

  #border(tag: number, value: string): void {
    if (tag !== TAG.table && tag !== TAG.img) return;
    const width = value === "" ? "1" : value;
    this.#sizes(
      ["border-top-width", "border-right-width", "border-bottom-width", "border-left-width"],
      width,
    );
  }

  #bodyAttribute(name: string, value: string): void {
    if (name === "text") this.#color(PROPERTY.color, value);
    else if (name === "topmargin" || name === "marginheight")
      this.#sizes(["margin-top", "margin-bottom"], value);
    else if (name === "leftmargin" || name === "marginwidth")
      this.#sizes(["margin-left", "margin-right"], value);
  }

  #fontAttribute(name: string, value: string): void {
    if (name === "color") this.#color(PROPERTY.color, value);
    else if (name === "face") {
      this.#cascaded.set(PROPERTY["font-family"], UNIT.code, this.#declarations.familyCode(value));
    } else if (name === "size") {
      const number = Number.parseInt(value, 10);
      if (Number.isNaN(number)) return;
      const step = /^\s*[+-]/.test(value) ? USUAL_STEP + number : number;
      const pixels = FONT_STEPS[Math.max(1, Math.min(FONT_STEPS.length, step)) - 1]!;
      this.#cascaded.set(PROPERTY["font-size"], UNIT.px, pixels);
    }
  }

  #align(tag: number, value: string): void {
    if (FLOATING[tag] === 1) {
      if (value === "left" || value === "right") this.#keyword("float", value);
      else if (tag === TAG.table && (value === "center" || value === "middle")) this.#center();
    } else if (tag === TAG.hr) {
      if (value === "center") this.#center();
    } else {
      const isSpread = tag === TAG.div && value !== "justify";
      this.#keyword("text-align", isSpread ? `-webkit-${value === "middle" ? "center" : value}` : value);
    }
  }

  #center(): void {
    this.#cascaded.set(PROPERTY["margin-left"], UNIT.auto);
    this.#cascaded.set(PROPERTY["margin-right"], UNIT.auto);
  }

  #keyword(property: keyof typeof KEYWORD_PROPERTIES, value: string): void {
    const codes: Readonly<Record<string, number>> = KEYWORD_PROPERTIES[property];
    const word = value.trim().toLowerCase();
    if (Object.hasOwn(codes, word)) this.#cascaded.set(PROPERTY[property], UNIT.code, codes[word]!);
  }

  #color(property: number, value: string): void {
    const color = readLegacyColor(value);
    if (color !== undefined) this.#cascaded.set(property, UNIT.code, color);
  }

  #sizes(names: readonly (keyof typeof PROPERTY)[], value: string): void {
    for (const name of names) this.#size(PROPERTY[name], value);
  }

  #size(property: number, value: string): void {
    const [, number, unit] = SIZE.exec(value) ?? [];
    if (number === undefined) return;
    if (unit === "%") this.#cascaded.set(property, UNIT.px, 0, Number(number));
    else this.#cascaded.set(property, UNIT.px, Number(number));
  }
}
