import { BLOCK_TAGS, childNodes, NODE_KIND } from "../../html/index.ts";
import type { Addresses, CapturedArticle, KeyFrame, StyleValues } from "./captured-article.ts";
import { cleanList, cleanValue, readName } from "./clean-css.ts";
import type { KeptParts } from "./kept-parts.ts";
import { adjustStyle, freeTablePart, isArranged, ownStyle, type Place, styleValue } from "./own-style.ts";
import { FOUR_SIDED, PSEUDO_ELEMENTS, type PseudoElement, type StyleProperty } from "./styled.data.ts";

/** The children of an element that are seen. */
interface Children {
  /** How many are in the article, and how many are not. */
  readonly kept: number;
  readonly gone: number;
  /** The first and the last that are in the article and in the flow of text, -1 where there is none. */
  readonly first: number;
  readonly last: number;
}

/** State of an element while it is written. */
interface Written {
  /** Its name in the article. */
  readonly name: string;
  readonly around: StyleValues;
}

const SIZES: readonly StyleProperty[] = ["display", "width", "height", "min-width", "min-height", "content"];

/** Positions outside of the flow of text. */
const OUT_OF_FLOW: ReadonlySet<string> = new Set(["absolute", "fixed"]);

/** The class of each element of an article, and the fonts and animations that its classes ask for. */
export class ElementStyles {
  readonly #source: CapturedArticle;
  readonly #parts: KeptParts;
  readonly #addresses: Addresses;
  readonly #classes = new StyleClasses();
  readonly #families = new Set<string>();
  readonly #animations = new Map<string, string>();
  /** Counted once: every child asks for those of its parent. */
  readonly #children = new Map<number, Children>();

  constructor(source: CapturedArticle, parts: KeptParts, addresses: Addresses) {
    this.#source = source;
    this.#parts = parts;
    this.#addresses = addresses;
  }

  /** Font stacks that are used, as style sheets state them. */
  get families(): ReadonlySet<string> {
    return this.#families;
  }

  /** The animations that are used, with their names in the article. */
  get animations(): ReadonlyMap<string, string> {
    return this.#animations;
  }

  sheet(): string {
    return this.#classes.sheet();
  }

  classOf(node: number, { name, around }: Written): string | undefined {
    const { look, page } = this.#source;
    const known = look.elements.get(node);
    if (known === undefined) {
      const isBlock = BLOCK_TAGS[page.document.tag[node]!] === 1;
      return this.#classes.nameOf({
        own: new Map<StyleProperty, string>(isBlock ? [["display", "block"]] : []),
        parts: new Map(),
      });
    }
    const values = look.styles[known.style]!;
    const own = ownStyle(values, { initial: look.initial, around });
    own.delete("content");
    adjustStyle(own, this.#placeOf(node));
    this.#revealTransparent(own);
    if (name === "div" || name === "span") freeTablePart(own);
    const parts = new Map<PseudoElement, Map<StyleProperty, string>>();
    for (const part of PSEUDO_ELEMENTS) {
      const style = known.parts[part];
      if (style === undefined) continue;
      const partStyle = ownStyle(look.styles[style]!, { initial: look.initial, around: values });
      const isAdded = part === "before" || part === "after";
      // Letters and markers follow their font size; the browser reports the resulting size.
      if (!isAdded) for (const name of SIZES) partStyle.delete(name);
      const cleaned = this.#clean(partStyle);
      if (isAdded ? cleaned.has("content") : cleaned.size > 0) parts.set(part, cleaned);
    }
    return this.#classes.nameOf({ own: this.#clean(own), parts });
  }

  /** Elements that are transparent until a script or an animation shows them; only an animation that ends visible is kept. */
  #revealTransparent(own: Map<StyleProperty, string>): void {
    // Scripts pause animations until the element is scrolled to.
    own.delete("animation-play-state");
    if (Number(own.get("opacity") ?? 1) !== 0) return;
    const fills = (own.get("animation-fill-mode") ?? "none").split(",");
    const isShown = (own.get("animation-name") ?? "none").split(",").some((name, at) => {
      const frames = this.#source.look.keyframes.findLast((rule) => rule.name === readName(name))?.frames;
      return frames !== undefined && STAYS.test(fills[at % fills.length]!) && frames.some(isVisibleEnd);
    });
    if (!isShown) own.delete("opacity");
  }

  #placeOf(node: number): Place {
    const { document, layout } = this.#source.page;
    const { root, title, bylines } = this.#parts;
    const isRoot =
      node === root ||
      bylines.includes(node) ||
      (node === title && root >= 0 && !(title >= root && title < document.end[root]!));
    const parent = document.parent[node]!;
    const display = this.#styleOf(node, "display");
    const isPlaced =
      this.#styleOf(node, "position") === "absolute" || this.#styleOf(node, "float") !== "none";
    const around = this.#styleOf(parent, "display");
    const children = this.#childrenOf(node);
    const siblings = this.#childrenOf(parent);
    return {
      isRoot,
      holdsMargins: isPlaced || isArranged(around) || /^(?:inline-block|flow-root|table-.+)$/.test(display),
      isBlock: BLOCK_TAGS[document.tag[node]!] === 1,
      isCutOff: (layout?.scrollWidth[node] ?? 0) > (layout?.width[node] ?? 0) + 1,
      isMedia: this.#isMedia(node),
      isLeftAlone: !isRoot && isBeside(around) && isOneLeft(siblings),
      hasOneLeft: isBeside(display) && isOneLeft(children),
      hasGaps: children.gone > 0,
      vanished: vanishedMargins(this.#source, node, siblings),
      width: layout?.width[node] ?? 0,
    };
  }

  #childrenOf(node: number): Children {
    const known = this.#children.get(node);
    if (known !== undefined) return known;
    const { document, layout } = this.#source.page;
    const { elements, leaves } = this.#parts;
    const children = { kept: 0, gone: 0, first: -1, last: -1 };
    for (const child of childNodes(document, node)) {
      if (leaves.has(child) || elements.has(child)) {
        children.kept++;
        if (!this.#isInFlow(child)) continue;
        if (children.first < 0) children.first = child;
        children.last = child;
      } else if (document.kind[child] === NODE_KIND.element && layout?.visible[child] === 1) children.gone++;
    }
    this.#children.set(node, children);
    return children;
  }

  #isInFlow(node: number): boolean {
    return this.#styleOf(node, "float") === "none" && !OUT_OF_FLOW.has(this.#styleOf(node, "position"));
  }

  #styleOf(node: number, name: StyleProperty): string {
    const { elements, styles } = this.#source.look;
    const known = elements.get(node);
    return known === undefined ? "" : styleValue(styles[known.style]!, name);
  }

  #isMedia(node: number): boolean {
    const { document } = this.#source.page;
    for (let at = node; at < document.end[node]!; at++) {
      if (document.kind[at] === NODE_KIND.text && this.#parts.leaves.has(at)) return false;
    }
    return true;
  }

  #clean(own: ReadonlyMap<StyleProperty, string>): Map<StyleProperty, string> {
    const cleaned = new Map<StyleProperty, string>();
    for (const [name, value] of own) {
      const safe = name === "animation-name" ? this.#rename(value) : this.#cleanValue(name, value);
      if (safe === undefined) continue;
      if (name === "font-family") this.#families.add(safe);
      cleaned.set(name, safe);
    }
    return cleaned;
  }

  #cleanValue(name: StyleProperty, value: string): string | undefined {
    if (name !== "background-image") return cleanValue(value, this.#addresses.picture);
    const layers = cleanList(value, this.#addresses.picture);
    if (layers.every((layer) => layer === undefined)) return undefined;
    return layers.map((layer) => layer ?? "none").join(",");
  }

  #rename(value: string): string | undefined {
    const names = value.split(",").map((name) => {
      const read = readName(name);
      if (read === "none" || !this.#source.look.keyframes.some((rule) => rule.name === read)) return "none";
      const known = this.#animations.get(read) ?? `a${this.#animations.size + 1}`;
      this.#animations.set(read, known);
      return known;
    });
    return names.every((name) => name === "none") ? undefined : names.join(",");
  }
}

const STAYS = /forwards|both/;
const END = /(?:^|,\s*)(?:to|100%)$/;

function isVisibleEnd({ at, values }: KeyFrame): boolean {
  return (
    END.test(at) && values.some(([property, value]) => property === "opacity" && Number.parseFloat(value) > 0)
  );
}

/** Whether a `display` puts children beside each other. */
function isBeside(display: string): boolean {
  return isArranged(display) || display === "table-row";
}

function isOneLeft({ kept, gone }: Children): boolean {
  return kept === 1 && gone > 0;
}

/** Margins that browsers give to paragraphs, lists and headings of the six levels, in sizes of their own font. */
const BROWSER_MARGINS = [1, 0.67, 0.83, 1.33, 1.67, 2.33];
const TOLERANCE = 0.01;

/**
 * The sides of an element on which its margin vanishes in the layout of pages without a doctype: the browser's own margins do so
 * at the edges of table cells. The article's margins are no longer the browser's own, and would stay.
 */
function vanishedMargins(
  { page, look }: CapturedArticle,
  node: number,
  { first, last }: Children,
): ("margin-top" | "margin-bottom")[] {
  const { document } = page;
  const parent = document.parent[node]!;
  const own = look.elements.get(node);
  const around = look.elements.get(parent);
  if (look.mode !== "quirks" || own === undefined || around === undefined) return [];
  if (styleValue(look.styles[around.style]!, "display") !== "table-cell") return [];
  const values = look.styles[own.style]!;
  const fontSize = Number.parseFloat(styleValue(values, "font-size"));
  const sides = [
    ...(first === node ? (["margin-top"] as const) : []),
    ...(last === node ? (["margin-bottom"] as const) : []),
  ];
  return sides.filter((side) => {
    const margin = Number.parseFloat(styleValue(values, side)) / fontSize;
    return BROWSER_MARGINS.some((known) => Math.abs(known - margin) < TOLERANCE);
  });
}

/** The declarations of an element and of the parts that style sheets add to it, cleaned. */
interface ClassRules {
  readonly own: ReadonlyMap<StyleProperty, string>;
  readonly parts: ReadonlyMap<PseudoElement, ReadonlyMap<StyleProperty, string>>;
}

/** Gives elements with equal styles one class, and writes the style sheet of all classes. */
export class StyleClasses {
  readonly #names = new Map<string, string>();

  /** The class for this style; undefined where none is needed. */
  nameOf({ own, parts }: ClassRules): string | undefined {
    const rules = [rule("", own), ...[...parts].map(([part, values]) => rule(`::${part}`, values))]
      .filter((text) => text !== "")
      .join("\n");
    if (rules === "") return undefined;
    const known = this.#names.get(rules);
    if (known !== undefined) return known;
    const name = `g${this.#names.size + 1}`;
    this.#names.set(rules, name);
    return name;
  }

  /** The rules of all classes, a line each. */
  sheet(): string {
    return [...this.#names].map(([rules, name]) => rules.replaceAll(/^/gm, `.${name}`)).join("\n");
  }
}

function rule(selector: string, values: ReadonlyMap<StyleProperty, string>): string {
  if (values.size === 0) return "";
  const declarations = shortened(values).map(([name, value]) => `${name}:${value}`);
  return `${selector}{${declarations.join(";")}}`;
}

/** Four stated sides become one declaration. */
function shortened(values: ReadonlyMap<StyleProperty, string>): [name: string, value: string][] {
  const rest = new Map<string, string>(values);
  for (const [short, ...sides] of FOUR_SIDED) {
    const four = sides.map((side) => rest.get(side));
    // A radius can be two lengths, which the short form writes otherwise.
    if (!four.every((value) => value !== undefined && !/ (?![^(]*\))/.test(value))) continue;
    for (const side of sides) rest.delete(side);
    if (four.every((value) => value === four[0])) rest.set(short, four[0]!);
    else rest.set(short, four.join(" "));
  }
  return [...rest];
}
