import { ATTRIBUTE, type Document, NODE_KIND, tagId } from "../../html/index.ts";

/** How a compound selector relates to the one on its left. */
export const COMBINATOR = { none: 0, descendant: 1, child: 2, next: 3, later: 4 } as const;

/** A condition on an attribute. */
export interface AttributeTest {
  readonly name: string;
  /** Empty for a presence test, else `=`, `~=`, `|=`, `^=`, `$=` or `*=`. */
  readonly operator: string;
  readonly value: string;
}

/** A supported pseudo-class. */
export type PseudoClass =
  | { readonly kind: "root" | "first-child" | "last-child" | "link" }
  | { readonly kind: "nth-child"; readonly step: number; readonly offset: number }
  | { readonly kind: "not" | "is"; readonly any: readonly Compound[] };

/** A compound selector: all conditions on one element. */
export interface Compound {
  /** -1 for any tag, 0 for that of `name`. */
  readonly tag: number;
  readonly name: string;
  readonly id: number;
  readonly classes: readonly number[];
  readonly attributes: readonly AttributeTest[];
  readonly pseudoClasses: readonly PseudoClass[];
}

/** Compounds from right to left; `combinators[i]` leads from compound `i` to the one on its left. */
export interface Selector {
  readonly compounds: readonly Compound[];
  readonly combinators: readonly number[];
  /** Ids weigh 1,000,000, classes 1,000, tags 1. */
  readonly specificity: number;
}

/** Longer selectors are attacks. */
const MAX_COMPOUNDS = 16;
const ID_WEIGHT = 1_000_000;
const CLASS_WEIGHT = 1000;
const NAME = String.raw`(?:[\w-]|[^\x00-\x7f]|\\[\s\S])+`;
const PIECE = new RegExp(
  [
    String.raw`(\*|${NAME})`,
    `#(${NAME})`,
    String.raw`\.(${NAME})`,
    String.raw`\[\s*(${NAME})\s*(?:([~|^$*]?=)\s*("[^"]*"|'[^']*'|[^\]\s]*)\s*[is]?\s*)?\]`,
    String.raw`:(${NAME})(?:\(([^()]*)\))?`,
    String.raw`\s*([>+~])\s*`,
    String.raw`(\s+)`,
  ].join("|"),
  "y",
);
const COMBINATORS: ReadonlyMap<string, number> = new Map([
  [">", COMBINATOR.child],
  ["+", COMBINATOR.next],
  ["~", COMBINATOR.later],
]);
const FORMULA = /^([+-]?\d*)n\s*(?:([+-])\s*(\d+))?$/;

/** Parses a selector; undefined where it is unsupported or cannot match any element of the page. */
export function readSelector(text: string, names: ElementNames): Selector | undefined {
  return new SelectorReader(names).read(text.trim());
}

class CompoundDraft implements Compound {
  isEmpty = true;
  tag = -1;
  name = "";
  id = 0;
  readonly classes: number[] = [];
  readonly attributes: AttributeTest[] = [];
  readonly pseudoClasses: PseudoClass[] = [];
}

class SelectorReader {
  readonly #names: ElementNames;
  readonly #compounds: Compound[] = [];
  readonly #combinators: number[] = [];
  #specificity = 0;
  #current = new CompoundDraft();

  constructor(names: ElementNames) {
    this.#names = names;
  }

  read(text: string): Selector | undefined {
    let end = 0;
    while (end < text.length) {
      PIECE.lastIndex = end;
      const piece = PIECE.exec(text);
      if (piece === null || this.#compounds.length > MAX_COMPOUNDS) return undefined;
      end = PIECE.lastIndex;
      if (!this.#take(piece)) return undefined;
    }
    if (this.#current.isEmpty) return undefined;
    this.#compounds.push(this.#current);
    return {
      compounds: this.#compounds.toReversed(),
      combinators: this.#combinators.toReversed(),
      specificity: this.#specificity,
    };
  }

  #take(piece: RegExpExecArray): boolean {
    const [, tag, id, className, attribute, operator = "", value = "", pseudo, inner, sign, space] = piece;
    if (tag !== undefined) return this.#takeTag(tag);
    if (id !== undefined) return this.#takeName(id, ID_WEIGHT);
    if (className !== undefined) return this.#takeName(className, CLASS_WEIGHT);
    if (attribute !== undefined) {
      this.#current.isEmpty = false;
      this.#current.attributes.push({ name: attribute.toLowerCase(), operator, value: unquoted(value) });
      this.#specificity += CLASS_WEIGHT;
      return true;
    }
    if (pseudo !== undefined) return this.#takePseudo(pseudo.toLowerCase(), inner);
    return this.#combine(
      sign === undefined && space !== undefined ? COMBINATOR.descendant : (COMBINATORS.get(sign ?? "") ?? 0),
    );
  }

  #takeTag(name: string): boolean {
    if (!this.#current.isEmpty) return false;
    this.#current.isEmpty = false;
    if (name === "*") return true;
    const lower = name.toLowerCase();
    const tag = this.#names.tag(lower);
    if (tag === undefined) return false;
    this.#current.tag = tag;
    this.#current.name = lower;
    this.#specificity += 1;
    return true;
  }

  #takeName(written: string, weight: number): boolean {
    const number = this.#names.known(unescaped(written));
    if (number === 0) return false;
    this.#current.isEmpty = false;
    this.#specificity += weight;
    if (weight === ID_WEIGHT) this.#current.id = number;
    else this.#current.classes.push(number);
    return true;
  }

  #takePseudo(name: string, inner: string | undefined): boolean {
    const pseudoClass = this.#pseudoClass(name, inner);
    if (pseudoClass === undefined) return false;
    this.#current.isEmpty = false;
    this.#current.pseudoClasses.push(pseudoClass);
    if (name !== "where") this.#specificity += CLASS_WEIGHT;
    return true;
  }

  #pseudoClass(name: string, inner: string | undefined): PseudoClass | undefined {
    switch (name) {
      case "root":
      case "first-child":
      case "last-child":
      case "link":
        return { kind: name };
      case "any-link":
        return { kind: "link" };
      case "nth-child":
        return nthChild(inner?.trim().toLowerCase() ?? "");
      case "not":
      case "is":
      case "where":
      case "matches":
        return this.#alternatives(name === "not" ? "not" : "is", inner ?? "");
      default:
        return undefined;
    }
  }

  /** Alternatives of one compound each; those that cannot match are left out. */
  #alternatives(kind: "not" | "is", inner: string): PseudoClass | undefined {
    const any: Compound[] = [];
    for (const part of inner.split(",")) {
      if (/\S[\s>+~]+\S/.test(part.trim()) || part.includes(":")) return undefined;
      const [compound] = readSelector(part, this.#names)?.compounds ?? [];
      if (compound !== undefined) any.push(compound);
    }
    return kind === "is" && any.length === 0 ? undefined : { kind, any };
  }

  #combine(combinator: number): boolean {
    if (this.#current.isEmpty) return false;
    this.#compounds.push(this.#current);
    this.#combinators.push(combinator);
    this.#current = new CompoundDraft();
    return true;
  }
}

function nthChild(formula: string): PseudoClass | undefined {
  if (formula === "odd") return { kind: "nth-child", step: 2, offset: 1 };
  if (formula === "even") return { kind: "nth-child", step: 2, offset: 0 };
  if (/^\d+$/.test(formula)) return { kind: "nth-child", step: 0, offset: Number(formula) };
  const parts = FORMULA.exec(formula);
  if (parts === null) return undefined;
  const [, factor = "", sign = "+", offset = "0"] = parts;
  const step = factor === "" || factor === "+" ? 1 : factor === "-" ? -1 : Number(factor);
  return { kind: "nth-child", step, offset: sign === "-" ? -Number(offset) : Number(offset) };
}

function unquoted(value: string): string {
  return value.startsWith('"') || value.startsWith("'") ? value.slice(1, -1) : value;
}

/** Removes CSS escapes: `w-1\/2` is `w-1/2`. */
export function unescaped(name: string): string {
  return name.includes("\\") ? name.replace(/\\([\s\S])/g, "$1") : name;
}

const NONE: readonly number[] = [];

/** Classes and ids of a page as small numbers; each distinct `class` value is split once. */
export class ElementNames {
  readonly #numbers = new Map<string, number>();
  readonly #split = new Map<string, readonly number[]>();
  readonly #classes: (readonly number[] | undefined)[] = [];
  readonly #ids: Int32Array;
  readonly #otherNames: ReadonlySet<string>;

  constructor(document: Document) {
    const { size, kind, attributeStart, attributes } = document;
    this.#ids = new Int32Array(size);
    this.#otherNames = new Set(document.otherNames.values());
    for (let node = 0; node < size; node++) {
      this.#classes.push(undefined);
      if (kind[node] !== NODE_KIND.element) continue;
      for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
        const name = attributes.name[at]!;
        if (name === ATTRIBUTE.class) this.#classes[node] = this.#tokens(attributes.valueAt(at));
        else if (name === ATTRIBUTE.id) this.#ids[node] = this.#numberOf(attributes.valueAt(at));
      }
    }
  }

  /** The number of a class or id, 0 where no element has it. */
  known(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  /** The number of an element's id, 0 where it has none. */
  id(node: number): number {
    return this.#ids[node] ?? 0;
  }

  classes(node: number): readonly number[] {
    return this.#classes[node] ?? NONE;
  }

  /** The tag id of a type selector, 0 for a custom element of the page, undefined for one that cannot match. */
  tag(name: string): number | undefined {
    const id = tagId(name);
    if (id > 0) return id;
    return this.#otherNames.has(name) ? 0 : undefined;
  }

  #tokens(value: string): readonly number[] {
    const known = this.#split.get(value);
    if (known !== undefined) return known;
    const tokens = value
      .split(/\s+/)
      .filter((token) => token !== "")
      .map((token) => this.#numberOf(token));
    this.#split.set(value, tokens);
    return tokens;
  }

  #numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return number;
  }
}
