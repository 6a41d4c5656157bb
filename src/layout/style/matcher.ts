import { attribute, type Document, NODE_KIND, TAG, tagName } from "../../html/index.ts";
import type { ElementNames } from "./element-names.ts";
import { type AttributeTest, COMBINATOR, type Compound, type PlaceTest, type Selector } from "./selector.ts";

/**
 * Steps that matching may take on a page, so that no style sheet can make a page slow; real pages ask for a small part of
 * them. Past them nothing matches.
 */
const MAX_STEPS = 5_000_000;
/** Characters or names that are looked through in the time of a step. */
const PER_STEP = 16;

/** Matches selectors against elements of one page, right to left. */
export class Matcher {
  readonly #document: Document;
  readonly #names: ElementNames;
  /** The element before each element among its siblings, or -1. */
  readonly #previous: Int32Array;
  #stepsLeft = MAX_STEPS;

  constructor(document: Document, names: ElementNames) {
    this.#document = document;
    this.#names = names;
    this.#previous = previousElements(document);
  }

  /** Whether an element is what the whole selector asks for. */
  matches(node: number, { compounds, combinators }: Selector): boolean {
    if (!this.#isCompound(node, compounds[0]!)) return false;
    let at = 0;
    let element = node;
    // Where a later step fails, the search goes on above the last element that a descendant combinator took.
    let retryAt = -1;
    let retryElement = -1;
    while (at < combinators.length) {
      const combinator = combinators[at]!;
      if (combinator === COMBINATOR.descendant) {
        retryAt = at;
        retryElement = element;
      }
      element = this.#step(element, combinator, compounds[at + 1]!);
      if (element > 0) at++;
      else if (retryAt < 0 || combinator === COMBINATOR.descendant) return false;
      else {
        at = retryAt;
        element = this.#document.parent[retryElement]!;
        if (element <= 0) return false;
      }
    }
    return true;
  }

  /** The element that a combinator leads to and that is what the compound asks for, or -1. */
  #step(from: number, combinator: number, compound: Compound): number {
    const { parent } = this.#document;
    const isRepeated = combinator === COMBINATOR.descendant || combinator === COMBINATOR.later;
    const next = combinator <= COMBINATOR.child ? parent : this.#previous;
    for (let at = next[from]!; at > 0; at = next[at]!) {
      if (this.#isCompound(at, compound)) return at;
      if (!isRepeated || this.#stepsLeft <= 0) return -1;
    }
    return -1;
  }

  #isCompound(node: number, compound: Compound): boolean {
    this.#stepsLeft--;
    const { tag, id, classes } = compound;
    if (tag >= 0 && this.#document.tag[node] !== tag) return false;
    if (tag === 0 && tagName(this.#document, node) !== compound.name) return false;
    if (id !== 0 && this.#names.id(node) !== id) return false;
    if (classes.length > 0) {
      const own = this.#names.classes(node);
      this.#stepsLeft -= own.length / PER_STEP;
      for (let at = 0; at < classes.length; at++) if (!own.includes(classes[at]!)) return false;
    }
    return (
      compound.attributes.every((test) => this.#hasAttribute(node, test)) &&
      compound.places.every((test) => this.#isPlace(node, test))
    );
  }

  #hasAttribute(node: number, { name, operator, value }: AttributeTest): boolean {
    const { attributeStart } = this.#document;
    this.#stepsLeft -= (attributeStart[node + 1]! - attributeStart[node]!) / PER_STEP;
    const own = attribute(this.#document, node, name);
    if (own === undefined) return false;
    this.#stepsLeft -= own.length / PER_STEP;
    switch (operator) {
      case "":
        return true;
      case "=":
        return own === value;
      case "~=":
        return own.split(/\s+/).includes(value);
      case "|=":
        return own === value || own.startsWith(`${value}-`);
      case "^=":
        return value !== "" && own.startsWith(value);
      case "$=":
        return value !== "" && own.endsWith(value);
      default:
        return value !== "" && own.includes(value);
    }
  }

  #isPlace(node: number, test: PlaceTest): boolean {
    const { tag } = this.#document;
    switch (test.kind) {
      case "root":
        return tag[node] === TAG.html;
      case "first-child":
        return this.#previous[node] === -1;
      case "last-child":
        return this.#isLast(node);
      case "link":
        return tag[node] === TAG.a && attribute(this.#document, node, "href") !== undefined;
      case "nth-child":
        return isNth(this.#ordinal(node), test.step, test.offset);
      default:
        return test.any.some((compound) => this.#isCompound(node, compound)) === (test.kind === "is");
    }
  }

  #isLast(node: number): boolean {
    const { nextSibling, kind } = this.#document;
    for (let at = nextSibling[node]!; at >= 0 && this.#stepsLeft > 0; at = nextSibling[at]!) {
      if (kind[at] === NODE_KIND.element) return false;
      this.#stepsLeft--;
    }
    return true;
  }

  #ordinal(node: number): number {
    let ordinal = 1;
    for (let at = this.#previous[node]!; at >= 0 && this.#stepsLeft-- > 0; at = this.#previous[at]!)
      ordinal++;
    return ordinal;
  }

  /** Whether the page has used up its steps. */
  get isExhausted(): boolean {
    return this.#stepsLeft <= 0;
  }
}

function isNth(ordinal: number, step: number, offset: number): boolean {
  if (step === 0) return ordinal === offset;
  const times = (ordinal - offset) / step;
  return times >= 0 && Number.isInteger(times);
}

function previousElements({ size, kind, parent }: Document): Int32Array {
  const previous = new Int32Array(size).fill(-1);
  const lastChild = new Int32Array(size).fill(-1);
  for (let node = 1; node < size; node++) {
    if (kind[node] !== NODE_KIND.element) continue;
    const holder = parent[node]!;
    previous[node] = lastChild[holder]!;
    lastChild[holder] = node;
  }
  return previous;
}
