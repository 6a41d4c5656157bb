import { ATTRIBUTE, type Document, TAG, tagTable } from "../../html/index.ts";
import type { CascadedValues, Declarations } from "./declarations.ts";
import { KEYWORD_PROPERTIES } from "./properties.data.ts";
import { PROPERTY, UNIT } from "./properties.ts";
import { readLegacyColor } from "./values.ts";

/** Elements with presentational attributes, apart from `dir` and `hidden`. */
const HINTED_TAGS = tagTable(
  "body",
  "table",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "td",
  "th",
  "caption",
  "img",
  "iframe",
  "object",
  "embed",
  "video",
  "canvas",
  "font",
  "hr",
  "p",
  "div",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "center",
  "input",
  "applet",
  "marquee",
  "legend",
);
const CELLS = tagTable("td", "th");
/** Elements that float where `align` is left or right. */
const FLOATING = tagTable("img", "iframe", "object", "embed", "table", "applet", "input");
const SIZED = tagTable(
  "table",
  "td",
  "th",
  "img",
  "iframe",
  "object",
  "embed",
  "video",
  "canvas",
  "hr",
  "applet",
  "marquee",
);
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
