import { attribute, type Document, NODE_KIND, TAG, TAGS, type TagName, tagTable } from "../../html/index.ts";
import type { Screen } from "../../page/index.ts";
import { CascadedValues, customProperties, Declarations, PresentationalHints } from "./declarations.ts";
import {
  BOX,
  BOX_PROPERTY_COUNT,
  KEYWORD_PROPERTY_END,
  PROPERTY,
  RELATIVE_WEIGHT,
  UNIT,
} from "./properties.ts";
import { RuleIndex } from "./rule-index.ts";
import { ElementNames } from "./selector.ts";
import { findSheets } from "./style-sheets.ts";
import { Styles } from "./styles.ts";
import { USER_AGENT_STYLES } from "./user-agent.data.ts";
import { bounded } from "./values.ts";

const CELLS = tagTable("td", "th");
const TABLE_PARTS = tagTable("table", "thead", "tbody", "tfoot", "tr");
const FIRST_FAMILY = '"Times New Roman"';
const SMALLEST_FONT = 1;
const LARGEST_FONT = 2000;

/** Computes the styles of all displayed elements; complete if all style sheets were available. */
export function computeStyles(
  document: Document,
  screen: Screen,
): { readonly styles: Styles; readonly isComplete: boolean } {
  const { sheets, isComplete } = findSheets(document, screen);
  const declarations = new Declarations(screen, customProperties(sheets));
  declarations.familyCode(FIRST_FAMILY);
  let rules: RuleIndex | undefined;
  if (sheets.some(({ selectors }) => selectors.length > 0)) {
    rules = new RuleIndex(document, new ElementNames(document));
    for (const sheet of sheets) rules.add(sheet);
  }
  const computer = new StyleComputer(document, declarations, rules);
  return { styles: computer.compute(), isComplete };
}

class StyleComputer {
  readonly #document: Document;
  readonly #declarations: Declarations;
  readonly #rules: RuleIndex | undefined;
  readonly #cascaded = new CascadedValues();
  readonly #hints: PresentationalHints;
  readonly #styles: Styles;
  readonly #display: Uint8Array;
  readonly #inherited: readonly Uint8Array[];
  #rootSize = 16;

  constructor(document: Document, declarations: Declarations, rules: RuleIndex | undefined) {
    this.#document = document;
    this.#declarations = declarations;
    this.#rules = rules;
    this.#hints = new PresentationalHints(document, this.#cascaded, declarations);
    this.#styles = new Styles(document, declarations);
    this.#display = this.#styles.codes("display");
    this.#inherited = (["visibility", "text-align", "white-space", "direction"] as const).map((name) =>
      this.#styles.codes(name),
    );
  }

  compute(): Styles {
    const { size, kind, end, tag } = this.#document;
    this.#display[0] = BOX.block;
    for (let node = 1; node < size; ) {
      if (kind[node] !== NODE_KIND.element) {
        node++;
        continue;
      }
      this.#computeElement(node);
      if (tag[node] === TAG.html) this.#rootSize = this.#styles.fontSize[node]!;
      node = this.#display[node] === BOX.none ? end[node]! : node + 1;
    }
    return this.#styles;
  }

  #computeElement(node: number): void {
    const parent = this.#document.parent[node]!;
    this.#inherit(node, parent);
    this.#cascade(node);
    this.#computeFont(node, parent);
    this.#computeOthers(node, parent);
    this.#settleDisplay(node, parent);
  }

  #inherit(node: number, parent: number): void {
    const styles = this.#styles;
    for (let at = 0; at < this.#inherited.length; at++) {
      const codes = this.#inherited[at]!;
      codes[node] = codes[parent]!;
    }
    styles.fontSize[node] = styles.fontSize[parent]!;
    styles.fontWeight[node] = styles.fontWeight[parent]!;
    styles.fontFamily[node] = styles.fontFamily[parent]!;
    styles.color[node] = styles.color[parent]!;
    styles.isTransparent[node] = styles.isTransparent[parent]!;
    styles.cellPadding[node] = styles.cellPadding[parent]!;
    styles.inheritLineHeight(node, parent);
    this.#display[node] = BOX.inline;
  }

  #cascade(node: number): void {
    const cascaded = this.#cascaded;
    const declarations = this.#declarations;
    const tag = this.#document.tag[node]!;
    cascaded.begin(node);
    cascaded.apply(declarations.blockOf(USER_AGENT_STYLES[TAGS[tag] as TagName] ?? ""), "normal");
    this.#readOwnAttributes(node, tag);
    const style = this.#hints.read(node);
    const blocks = (this.#rules?.matching(node) ?? []).map(({ body }) => declarations.blockOf(body));
    if (style !== undefined) blocks.push(declarations.blockOf(style));
    for (const block of blocks) cascaded.apply(block, "normal");
    for (const block of blocks) cascaded.apply(block, "important");
  }

  /** Attributes with effects beyond their own element or property: `cellpadding`, `open`, `type=hidden`. */
  #readOwnAttributes(node: number, tag: number): void {
    const { cellPadding } = this.#styles;
    if (tag === TAG.table) {
      const stated = Number.parseFloat(attribute(this.#document, node, "cellpadding") ?? "");
      cellPadding[node] = stated >= 0 ? stated : -1;
    } else if (CELLS[tag] === 1 && cellPadding[node]! >= 0) {
      for (const side of ["padding-top", "padding-right", "padding-bottom", "padding-left"] as const) {
        this.#cascaded.set(PROPERTY[side], UNIT.px, cellPadding[node]!);
      }
    } else if (tag === TAG.dialog && attribute(this.#document, node, "open") !== undefined) {
      this.#cascaded.set(PROPERTY.display, UNIT.code, BOX.block);
    } else if (tag === TAG.input && attribute(this.#document, node, "type")?.toLowerCase() === "hidden") {
      this.#cascaded.set(PROPERTY.display, UNIT.code, BOX.none);
    }
  }

  #computeFont(node: number, parent: number): void {
    const cascaded = this.#cascaded;
    const styles = this.#styles;
    const property = PROPERTY["font-size"];
    if (cascaded.has(property) && cascaded.units[property]! <= UNIT.rem) {
      const size = this.#pixels(property, styles.fontSize[parent]!);
      styles.fontSize[node] = Math.max(SMALLEST_FONT, Math.min(LARGEST_FONT, size));
    }
    const line = PROPERTY["line-height"];
    if (!cascaded.has(line)) return;
    const unit = cascaded.units[line]!;
    if (unit === UNIT.number) styles.setLineHeight(node, bounded(cascaded.values[line]!), "factor");
    else if (unit <= UNIT.rem)
      styles.setLineHeight(node, this.#pixels(line, styles.fontSize[node]!), "pixels");
    else if (unit !== UNIT.inherit) styles.setLineHeight(node, 0, "normal");
  }

  #pixels(property: number, fontSize: number): number {
    const value = this.#cascaded.values[property]!;
    const unit = this.#cascaded.units[property]!;
    const scale = unit === UNIT.em ? fontSize : unit === UNIT.rem ? this.#rootSize : 1;
    return bounded(value * scale);
  }

  #computeOthers(node: number, parent: number): void {
    const { properties, count } = this.#cascaded;
    for (let at = 0; at < count; at++) {
      const property = properties[at]!;
      if (property < BOX_PROPERTY_COUNT) this.#computeBox(node, parent, property);
      else if (property < KEYWORD_PROPERTY_END) this.#computeKeyword(node, parent, property);
      else this.#computeLook(node, parent, property);
    }
  }

  #computeBox(node: number, parent: number, property: number): void {
    const { record, boxes, fontSize } = this.#styles;
    const unit = this.#cascaded.units[property]!;
    if (unit === UNIT.initial) return;
    if (record[node] === 0) record[node] = boxes.add();
    if (unit === UNIT.inherit) boxes.copy(record[node]!, property, record[parent]!);
    else if (unit === UNIT.auto) boxes.setAuto(record[node]!, property);
    else {
      const percent = bounded(this.#cascaded.percents[property]!);
      boxes.set(record[node]!, property, this.#pixels(property, fontSize[node]!), percent);
    }
  }

  #computeKeyword(node: number, parent: number, property: number): void {
    const codes = this.#styles.keywords[property - BOX_PROPERTY_COUNT]!;
    const unit = this.#cascaded.units[property]!;
    if (unit === UNIT.code) codes[node] = this.#cascaded.values[property]!;
    else if (unit === UNIT.inherit) codes[node] = codes[parent]!;
    else if (unit === UNIT.initial) codes[node] = property === PROPERTY.display ? BOX.inline : 0;
  }

  #computeLook(node: number, parent: number, property: number): void {
    const styles = this.#styles;
    const unit = this.#cascaded.units[property]!;
    const value = this.#cascaded.values[property]!;
    if (unit === UNIT.number && property === PROPERTY.opacity) {
      if (value <= 0) styles.isTransparent[node] = 1;
      return;
    }
    if (property === PROPERTY["background-color"] && unit === UNIT.inherit) {
      styles.background[node] = styles.background[parent]!;
    }
    if (unit !== UNIT.code) return;
    if (property === PROPERTY.color) styles.color[node] = value;
    else if (property === PROPERTY["background-color"]) styles.background[node] = value;
    else if (property === PROPERTY["font-family"]) styles.fontFamily[node] = value;
    else if (property === PROPERTY["font-weight"])
      styles.fontWeight[node] = weightOf(value, styles.fontWeight[parent]!);
    else if (property === PROPERTY["grid-template-columns"]) styles.gridTemplate[node] = value + 1;
    else if (property === PROPERTY["grid-column"]) styles.gridSpan[node] = value;
  }

  /** Blockifies floats, flex and grid items and absolute boxes (CSS Display, 2.7). */
  #settleDisplay(node: number, parent: number): void {
    const display = this.#display;
    const around = display[parent]!;
    const float = this.#styles.codes("float");
    const position = this.#styles.codes("position")[node]!;
    const isItem = isFlexible(around);
    if (isItem || position >= 2) float[node] = 0;
    if (isItem || position >= 2 || float[node] !== 0 || parent === 0)
      display[node] = blockified(display[node]!);
    if (this.#document.tag[node] === TAG.form && TABLE_PARTS[this.#document.tag[parent]!] === 1) {
      // Old markup opens forms between table rows; browsers do not render a box for them.
      display[node] = BOX.none;
    }
    if (this.#document.tag[parent] === TAG.details && this.#document.tag[node] !== TAG.summary) {
      if (attribute(this.#document, parent, "open") === undefined) display[node] = BOX.none;
    }
  }
}

function weightOf(stated: number, parent: number): number {
  if (stated === RELATIVE_WEIGHT.bolder) return parent < 350 ? 400 : parent < 550 ? 700 : 900;
  if (stated === RELATIVE_WEIGHT.lighter) return parent < 550 ? 100 : parent < 750 ? 400 : 700;
  return stated;
}

function isFlexible(display: number): boolean {
  return (
    display === BOX.flex || display === BOX.grid || display === BOX.inlineFlex || display === BOX.inlineGrid
  );
}

function blockified(display: number): number {
  switch (display) {
    case BOX.inline:
    case BOX.inlineBlock:
    case BOX.cell:
    case BOX.row:
    case BOX.rowGroup:
      return BOX.block;
    case BOX.inlineFlex:
      return BOX.flex;
    case BOX.inlineGrid:
      return BOX.grid;
    case BOX.inlineTable:
      return BOX.table;
    default:
      return display;
  }
}
