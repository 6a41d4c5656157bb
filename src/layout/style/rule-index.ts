import type { Document } from "../../html/index.ts";
import type { ElementNames } from "./element-names.ts";
import { Matcher } from "./matcher.ts";
import { readSelector, type Selector, unescaped } from "./selector.ts";
import type { Sheet } from "./sheet.ts";
import { splitOutside } from "./words.ts";

/** A selector of a rule; it is read when an element first asks for it. */
interface Candidate {
  readonly text: string;
  readonly body: string;
  /** What decides between rules of the same specificity. */
  readonly order: number;
  readonly isLayered: boolean;
  /** Undefined until it is read. */
  selector: Selector | undefined;
}

/** A rule that matches an element. */
export interface Match {
  readonly priority: number;
  readonly body: string;
}

/** The last compound's tag, then the sign and name of its first class or id. */
const KEY = /^(\*|(?:[\w-]|[^\x00-\x7f])*)(?:([#.])((?:[\w-]|[^\x00-\x7f]|\\[\s\S])+))?/;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const MAX_SELECTOR_LENGTH = 400;
/** More selectors in one rule are generated; those past it are left out. */
const MAX_SELECTORS = 200;
/** Rules that match one element; past them a page is not written for readers. */
const MAX_MATCHES = 100;
/** Specificity reaches some millions; a rule outside layers beats all inside. */
const UNLAYERED = 1e9;
/** More than there are rules, so that the order only decides between equals. */
const ORDERS = 2 ** 21;

/** Rules of a page by the name that their last compound asks for, so that an element meets only those that may match. */
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

  /** Adds the rules of a sheet after those that are there. */
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

  /** The rules that match an element, the weakest first; the list is the index's own until the next call. */
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
        // It matches nothing, and would be met again at every element.
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
