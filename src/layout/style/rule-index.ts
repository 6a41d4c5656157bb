import { attribute, type Document, NODE_KIND, TAG, tagName } from "../../html/index.ts";
import {
  type AttributeTest,
  COMBINATOR,
  type Compound,
  type ElementNames,
  type PseudoClass,
  readSelector,
  type Selector,
  unescaped,
} from "./selector.ts";
import type { Sheet } from "./style-sheets.ts";
import { splitOutside } from "./values.ts";

/** A selector of a rule, parsed when an element first needs it. */
interface Candidate {
  readonly text: string;
  readonly body: string;
  /** Source order, which decides between rules of the same specificity. */
  readonly order: number;
  readonly isLayered: boolean;
  /** Undefined until it is parsed. */
  selector: Selector | undefined;
}

/** A rule that matches an element. */
export interface Match {
  readonly priority: number;
  readonly body: string;
}

/** The tag of a compound, then its first class or id. */
const KEY = /^(\*|(?:[\w-]|[^\x00-\x7f])*)(?:([#.])((?:[\w-]|[^\x00-\x7f]|\\[\s\S])+))?/;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const MAX_SELECTOR_LENGTH = 400;
/** Selectors per rule; more are ignored. */
const MAX_SELECTORS = 200;
/** Matching rules per element; more are ignored. */
const MAX_MATCHES = 100;
/** Above any specificity: rules outside cascade layers beat all rules inside. */
const UNLAYERED = 1e9;
/** More than there are rules, so that the source order only breaks ties. */
const ORDERS = 2 ** 21;

/** Indexes rules by the id, class or tag of their last compound, so that an element is tested against few rules. */
export class RuleIndex {
  readonly #names: ElementNames;
  readonly #matcher: Matcher;
  readonly #document: Document;
  readonly #byName = new Map<number, Candidate[]>();
  readonly #byTag = new Map<number, Candidate[]>();
  readonly #others: Candidate[] = [];
  readonly #found: Match[] = [];
  #order = 0;

  constructor(document: Document, names: ElementNames) {
    this.#document = document;
    this.#names = names;
    this.#matcher = new Matcher(document, names);
  }

  /** Appends the rules of a sheet. */
  add({ selectors, bodies, isLayered }: Sheet): void {
    for (const [at, list] of selectors.entries()) {
      const order = ++this.#order;
      const body = bodies[at] ?? "";
      const layered = isLayered[at] ?? false;
      let count = 0;
      for (const text of selectorsOf(list)) {
        if (text.length > MAX_SELECTOR_LENGTH || ++count > MAX_SELECTORS) continue;
        this.#file({ text, body, order, isLayered: layered, selector: undefined });
      }
    }
  }

  /** The rules that match an element, weakest first; scratch array, valid until the next call. */
  matching(node: number): readonly Match[] {
    this.#found.length = 0;
    if (this.#matcher.isExhausted) return this.#found;
    const id = this.#names.id(node);
    if (id !== 0) this.#collect(node, this.#byName.get(-id));
    const classes = this.#names.classes(node);
    for (let at = 0; at < classes.length; at++) this.#collect(node, this.#byName.get(classes[at]!));
    this.#collect(node, this.#byTag.get(this.#document.tag[node]!));
    this.#collect(node, this.#others);
    return this.#found;
  }

  #file(candidate: Candidate): void {
    const [, tag = "", sign, name = ""] = KEY.exec(lastCompound(candidate.text)) ?? [];
    if (sign !== undefined) {
      const known = this.#names.known(unescaped(name));
      if (known !== 0) listOf(this.#byName, sign === "#" ? -known : known).push(candidate);
    } else if (tag === "" || tag === "*") this.#others.push(candidate);
    else {
      const known = this.#names.tag(tag.toLowerCase());
      if (known !== undefined) listOf(this.#byTag, known).push(candidate);
    }
  }

  #collect(node: number, candidates: Candidate[] | undefined): void {
    if (candidates === undefined) return;
    for (let at = 0; at < candidates.length && this.#found.length < MAX_MATCHES; at++) {
      const candidate = candidates[at]!;
      candidate.selector ??= readSelector(candidate.text, this.#names);
      const { selector } = candidate;
      if (selector === undefined) {
        // It can never match: drop it, so that no other element tests it again.
        const last = candidates.pop()!;
        if (last !== candidate) candidates[at--] = last;
        continue;
      }
      if (this.#matcher.isExhausted) return;
      if (!this.#matcher.matches(node, selector)) continue;
      const weight = selector.specificity + (candidate.isLayered ? 0 : UNLAYERED);
      this.#insert({ priority: weight * ORDERS + candidate.order, body: candidate.body });
    }
  }

  #insert(match: Match): void {
    const found = this.#found;
    let at = found.length;
    found.push(match);
    for (; at > 0 && found[at - 1]!.priority > match.priority; at--) found[at] = found[at - 1]!;
    found[at] = match;
  }
}

function listOf(lists: Map<number, Candidate[]>, key: number): Candidate[] {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const fresh: Candidate[] = [];
  lists.set(key, fresh);
  return fresh;
}

function selectorsOf(list: string): readonly string[] {
  if (!list.includes(",")) return [list];
  const parts =
    list.includes("(") || list.includes("[") ? splitOutside(list, (code) => code === COMMA) : list.split(",");
  return parts.map((part) => part.trim());
}

const OPENING = new Set(["(", "["].map((sign) => sign.charCodeAt(0)));
const CLOSING = new Set([")", "]"].map((sign) => sign.charCodeAt(0)));
const BETWEEN = new Set([" ", ">", "+", "~", "\t", "\n", "\r", "\f"].map((sign) => sign.charCodeAt(0)));

function lastCompound(selector: string): string {
  let depth = 0;
  for (let at = selector.length - 1; at >= 0; at--) {
    const code = selector.charCodeAt(at);
    if (CLOSING.has(code)) depth++;
    else if (OPENING.has(code)) depth--;
    else if (depth === 0 && BETWEEN.has(code) && selector.charCodeAt(at - 1) !== BACKSLASH) {
      return selector.slice(at + 1);
    }
  }
  return selector;
}

/** Matching budget per page, against hostile style sheets: when it is used up, nothing matches. Real pages need a fraction. */
const MAX_STEPS = 5_000_000;
/** Characters or names that cost as much as one step. */
const PER_STEP = 16;

/** Matches selectors against elements, right to left. */
class Matcher {
  readonly #document: Document;
  readonly #names: ElementNames;
  /** The previous element sibling of each element, or -1. */
  readonly #previous: Int32Array;
  #stepsLeft = MAX_STEPS;

  constructor(document: Document, names: ElementNames) {
    this.#document = document;
    this.#names = names;
    this.#previous = previousElements(document);
  }

  matches(node: number, { compounds, combinators }: Selector): boolean {
    if (!this.#isCompound(node, compounds[0]!)) return false;
    let at = 0;
    let element = node;
    // If a later step fails, retry above the last element that a descendant combinator took.
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

  /** The nearest element that a combinator leads to and that matches the compound, or -1. */
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
      compound.pseudoClasses.every((test) => this.#hasPseudoClass(node, test))
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

  #hasPseudoClass(node: number, test: PseudoClass): boolean {
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

  /** Whether the matching budget is used up. */
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
