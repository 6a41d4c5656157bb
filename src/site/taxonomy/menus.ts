import { type Document, NODE_FLAG, NODE_KIND, TAG, tagTable } from "../../html/index.ts";
import type { Link, Page } from "../../page/index.ts";
import { foldSpaces, hasInk } from "../../text/index.ts";
import { readAddress } from "./addresses.ts";
import { isLabel, type LabelNode } from "./label-words.ts";
import { MarkReader } from "./menu-marks.ts";
import { findPanels } from "./menu-panels.ts";

/** A list of at least this many short links is a menu. */
const MIN_LINKS = 3;
/** The share of a menu's links that are short: a menu may promote a story or two. */
const MIN_LABEL_SHARE = 0.6;
/** Menus are not nested deeper, with all the elements that wrap them. */
const MAX_CLIMB = 14;
/** Siblings that are searched for the head of a list. */
const MAX_SIBLINGS = 6;
/** Longer texts are sentences, not the heads of lists. */
const MAX_HEAD_CHARACTERS = 60;
/** The largest menus of real sites have a few hundred entries. */
const MAX_ENTRIES = 1500;

/** Elements that name the list after them; the first-level heading names the page. */
const LIST_HEADS = tagTable("h2", "h3", "h4", "h5", "h6", "dt", "summary");
/** What readers never see, menus or not; menus that a click opens are hidden. */
const NEVER_SHOWN = NODE_FLAG.noscript | NODE_FLAG.template;

/** An entry of a menu; its children are those of the list below it. */
interface Entry {
  readonly text: string;
  readonly url?: string;
  readonly marks: number;
  readonly children: Entry[];
}

/**
 * The menus of a page as trees of labels, shown or hidden until opened: lists of short links to the site, nested as their elements are.
 * Each list is one tree whose root has no text.
 */
export function readMenus(page: Page, isOwn: (url: string) => boolean): LabelNode[] {
  return new MenuReader(page, isOwn).read();
}

class MenuReader {
  readonly #document: Document;
  readonly #links: readonly Link[];
  readonly #marks: MarkReader;
  readonly #isLink: Uint8Array;
  /** Short links to another page of the site. */
  readonly #isEntry: Uint8Array;
  /** By node: links, and short links to sections, before it. */
  readonly #linksBefore: Int32Array;
  readonly #entriesBefore: Int32Array;
  readonly #entries = new Map<number, Entry>();
  readonly #roots = new Map<number, Entry>();
  /** By node: the children with text, and the keys of addresses, that were asked for. */
  readonly #content = new Map<number, readonly number[]>();
  readonly #keys = new Map<number, string>();
  /** By lists that stand apart from their heads. */
  readonly #panels: ReadonlyMap<number, number>;

  constructor({ document, links }: Page, isOwn: (url: string) => boolean) {
    this.#document = document;
    this.#links = links;
    this.#marks = new MarkReader(document);
    this.#isEntry = new Uint8Array(document.size);
    for (const link of links) if (isEntry(document, link, isOwn)) this.#isEntry[link.node] = 1;
    this.#isLink = new Uint8Array(document.size);
    for (const { node } of links) this.#isLink[node] = 1;
    this.#linksBefore = sumsOf(this.#isLink);
    this.#entriesBefore = sumsOf(this.#isEntry);
    this.#panels = findPanels(document, {
      entriesIn: (node) => this.#count(this.#entriesBefore, node),
      linksIn: (node) => this.#count(this.#linksBefore, node),
      addressesIn: (node) => this.#addressesIn(node),
      lineIn: (node) => this.#lineIn(node) ?? node,
    });
  }

  read(): LabelNode[] {
    for (const { node, href } of this.#links) {
      if (this.#isEntry[node] === 0 || this.#entries.size >= MAX_ENTRIES) continue;
      const entry = this.#entryAt(node, href);
      const head = this.#headOf(node);
      const list = this.#listOf(node);
      const above = head === undefined ? this.#rootAt(list) : this.#headEntry(head, list);
      if (above !== undefined && above !== entry) above.children.push(entry);
    }
    return [...this.#roots.values()].filter(({ children }) => children.length > 0);
  }

  #entryAt(node: number, url: string | undefined): Entry {
    const document = this.#document;
    const text = foldSpaces(document.text.slice(document.textStart[node], document.textEnd[node]));
    const marks = this.#marks.of(node);
    const entry = this.#entries.get(node) ?? {
      text,
      ...(url === undefined ? {} : { url }),
      marks,
      children: [],
    };
    this.#entries.set(node, entry);
    return entry;
  }

  /** The entry of a head; one without link, which is not an entry yet, goes into the menu itself. */
  #headEntry(head: number, list: number | undefined, depth = 0): Entry {
    const known = this.#entries.get(head);
    if (known !== undefined) return known;
    const link = this.#isEntry[head] === 1 ? this.#links.find(({ node }) => node === head) : undefined;
    const entry = this.#entryAt(head, link?.href);
    const outer = this.#headOf(head);
    const isTop = outer === undefined || depth === MAX_CLIMB;
    const above = isTop ? this.#rootAt(list) : this.#headEntry(outer, list, depth + 1);
    above?.children.push(entry);
    return entry;
  }

  #rootAt(list: number | undefined): Entry | undefined {
    if (list === undefined) return undefined;
    const root = this.#roots.get(list) ?? { text: "", marks: 0, children: [] };
    this.#roots.set(list, root);
    return root;
  }

  /** The largest element around an entry whose links are mostly entries. */
  #listOf(node: number): number | undefined {
    const { parent } = this.#document;
    let list: number | undefined;
    for (let at = parent[node]!, step = 0; at > 0 && step < MAX_CLIMB; at = parent[at]!, step++) {
      if (!this.#isList(at)) break;
      if (this.#count(this.#entriesBefore, at) >= MIN_LINKS) list = at;
    }
    return list;
  }

  /** The text above the list that an entry is in: the first link of the list item around it, or a heading before the list. */
  #headOf(node: number): number | undefined {
    const { parent, tag } = this.#document;
    let child = node;
    for (let step = 0; step < MAX_CLIMB; step++) {
      const around = parent[child]!;
      if (around <= 0) return undefined;
      const head = child === node ? undefined : this.#headBefore(child, around);
      if (head !== undefined) return head;
      const apart = this.#panels.get(child);
      if (apart !== undefined) return apart;
      if (tag[child] === TAG.nav) return undefined;
      child = around;
    }
    return undefined;
  }

  #headBefore(child: number, around: number): number | undefined {
    const before = this.#contentBefore(child, around);
    const [nearest] = before;
    if (nearest === undefined) return undefined;
    if (this.#document.tag[around] === TAG.li) return this.#lineIn(before.at(-1)!) ?? this.#lineIn(nearest);
    const line = this.#lineIn(nearest);
    if (line === undefined) return undefined;
    const heading = this.#headingIn(nearest);
    // A list of headings has none of them above the others.
    if (heading !== undefined)
      return this.#isList(child) && this.#headingIn(child) !== heading ? line : undefined;
    const isPair = before.length === 1 && this.#count(this.#entriesBefore, child) >= 2;
    return isPair && this.#hasTwin(around) ? line : undefined;
  }

  /** The siblings before a child that have text, the nearest first. */
  #contentBefore(child: number, around: number): number[] {
    const siblings = this.#contentIn(around);
    const place = firstFrom(siblings, child);
    return siblings.slice(Math.max(0, place - MAX_SIBLINGS), place).reverse();
  }

  /** The children of an element that have text; kept, since all entries of a menu ask for those around them. */
  #contentIn(around: number): readonly number[] {
    const known = this.#content.get(around);
    if (known !== undefined) return known;
    const { firstChild, nextSibling, text, textStart, textEnd } = this.#document;
    const found: number[] = [];
    for (let at = firstChild[around]!; at >= 0; at = nextSibling[at]!)
      if (hasInk(text, textStart[at]!, textEnd[at]!)) found.push(at);
    this.#content.set(around, found);
    return found;
  }

  /** The link or text of an element that is one short line; undefined if it is more. */
  #lineIn(node: number): number | undefined {
    const document = this.#document;
    const text = foldSpaces(
      document.text.slice(
        document.textStart[node],
        Math.min(document.textEnd[node]!, document.textStart[node]! + 200),
      ),
    );
    if (text.length > MAX_HEAD_CHARACTERS || !isLabel(text) || this.#count(this.#linksBefore, node) > 1)
      return undefined;
    if ((document.flags[node]! & NEVER_SHOWN) !== 0) return undefined;
    for (let at = node; at < document.end[node]!; at++) if (this.#isLink[at] === 1) return at;
    return node;
  }

  /** The tag of the first heading in an element. */
  #headingIn(node: number): number | undefined {
    const { tag, end } = this.#document;
    for (let at = node; at < end[node]!; at++) if (LIST_HEADS[tag[at]!] === 1) return tag[at]!;
    return undefined;
  }

  /** Whether the links of an element are mostly entries. */
  #isList(node: number): boolean {
    return this.#count(this.#entriesBefore, node) >= MIN_LABEL_SHARE * this.#count(this.#linksBefore, node);
  }

  /** Whether a neighbour of an element is built like it: one of the columns of a menu. */
  #hasTwin(node: number): boolean {
    const { parent, tag, kind } = this.#document;
    // What has entries has text.
    return this.#contentIn(parent[node]!).some(
      (at) =>
        at !== node &&
        kind[at] === NODE_KIND.element &&
        tag[at] === tag[node] &&
        this.#count(this.#entriesBefore, at) >= 1,
    );
  }

  /** The keys of the addresses of the links in an element. */
  #addressesIn(node: number): ReadonlySet<string> {
    const first = this.#linksBefore[node]!;
    const inside = this.#links.slice(
      first,
      first + Math.min(MAX_ENTRIES, this.#count(this.#linksBefore, node)),
    );
    return new Set(inside.map((link) => this.#keyOf(link)).filter((key) => key !== ""));
  }

  /** The key of a link's address, empty where it has none; kept, since panels may be nested. */
  #keyOf({ node, href }: Link): string {
    const known = this.#keys.get(node);
    if (known !== undefined) return known;
    const key = readAddress(href)?.key ?? "";
    this.#keys.set(node, key);
    return key;
  }

  #count(sums: Int32Array, node: number): number {
    return sums[this.#document.end[node]!]! - sums[node]!;
  }
}

/** Whether a link may be an entry of a menu: a short text that leads to a page of the site. */
function isEntry(
  document: Document,
  { node, href, textStart, textEnd }: Link,
  isOwn: (url: string) => boolean,
): boolean {
  if ((document.flags[node]! & NEVER_SHOWN) !== 0 || textEnd - textStart > 4 * MAX_HEAD_CHARACTERS)
    return false;
  return isLabel(foldSpaces(document.text.slice(textStart, textEnd))) && isOwn(href);
}

/** The index of the first of some ascending numbers that is not below another one. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function sumsOf(marks: Uint8Array): Int32Array {
  const sums = new Int32Array(marks.length + 1);
  for (let at = 0; at < marks.length; at++) sums[at + 1] = sums[at]! + marks[at]!;
  return sums;
}
