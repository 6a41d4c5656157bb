import { type Document, NODE_FLAG, NODE_KIND, TAG, tagTable } from "../../html/index.ts";
import type { Link, Page } from "../../page/index.ts";
import { foldSpaces, hasInk, languageCode } from "../../text/index.ts";
import type { SemanticLabel, SemanticNode } from "../partition/semantic-tree.ts";
import type { SitePage } from "../source/page-source.ts";
import { ownDomain, readAddress } from "./addresses.ts";
import { isLabel, type LabelNode } from "./label-words.ts";

/** Limits per page, so that a link farm costs no more than a front page. */
const MAX_LABELS = 3000;
/** Longer than headlines; what follows does not distinguish titles. */
const MAX_TITLE_CHARACTERS = 160;
/** Deeper parts of a tree are read as one list, so that no page can overflow the stack. */
const MAX_DEPTH = 200;

/** What taxonomy mining keeps of a page, as plain JSON. */
export interface PageLabels {
  readonly id: string;
  readonly url?: string;
  /** The code of the language that the page declares. */
  readonly language?: string;
  readonly labels: readonly LabelNode[];
  /** The menus, shown or hidden until opened: one tree per list, whose root has no text. */
  readonly menus?: readonly LabelNode[];
}

/** The pages of one site that a taxonomy is mined from; the home page is the first. */
export interface SiteLabels {
  readonly site: string;
  readonly pages: readonly PageLabels[];
}

/** Calls `see` for every label of a tree, parents first. */
export function eachLabel(nodes: readonly LabelNode[], see: (node: LabelNode) => void): void {
  for (const node of nodes) {
    see(node);
    eachLabel(node.children, see);
  }
}

/** Reduces a partitioned page to its labels and links, without references to the page. */
export function readPageLabels({ id, url, page }: SitePage, tree: SemanticNode): PageLabels {
  const address = url ?? page.canonicalUrl ?? page.baseUrl;
  const language = languageCode(page.declared.language);
  const reader = new LabelReader(page, address);
  const read: PageLabels = {
    id,
    ...(address === undefined ? {} : { url: address }),
    ...(language === undefined ? {} : { language }),
    labels: reader.read(tree, 0),
    menus: readMenus(page, (link) => reader.isPlace(link)),
  };
  // String slices would keep the whole text of the page in memory.
  return structuredClone(read);
}

/** Walks the semantic tree of one page; labels in unlabelled parts, which are only layout, move up. */
class LabelReader {
  readonly #page: Page;
  readonly #domain: string | undefined;
  readonly #own: string | undefined;
  readonly #links: ReadonlyMap<number, LabelNode>;
  #left = MAX_LABELS;
  #lastAnchor = -1;

  constructor(page: Page, address: string | undefined) {
    this.#page = page;
    this.#domain = address === undefined ? undefined : ownDomain(address);
    this.#own = readAddress(address)?.key;
    const text = page.document.text;
    this.#links = new Map(
      page.links.map(({ node, href, textStart, textEnd }) => [
        node,
        this.#label(text.slice(textStart, textEnd), href),
      ]),
    );
  }

  read(node: SemanticNode, depth: number): LabelNode[] {
    const own = node.label === undefined ? undefined : this.#readLabel(node.label);
    const isList = node.children.length === 0 || depth >= MAX_DEPTH;
    const children = isList
      ? this.#readLeaves(node.from, node.to)
      : node.children.flatMap((child) => this.read(child, depth + 1));
    if (own === undefined || own.text === "") return children;
    return own.url === undefined && children.length === 0 ? [] : [{ ...own, children }];
  }

  /** In a short link the whole link text is the label; in a long one, such as a card, only the title. */
  #readLabel({ leaf, text, url }: SemanticLabel): LabelNode {
    this.#lastAnchor = this.#page.leaves.anchor[leaf] ?? -1;
    const link = this.#links.get(this.#lastAnchor);
    return link !== undefined && isLabel(link.text) ? link : this.#label(text, url);
  }

  #readLeaves(from: number, to: number): LabelNode[] {
    const { anchor } = this.#page.leaves;
    const found: LabelNode[] = [];
    for (let leaf = from; leaf < to && this.#left > 0; leaf++) {
      const node = anchor[leaf] ?? -1;
      // The leaves of one link are one label.
      if (node < 0 || node === this.#lastAnchor) continue;
      this.#lastAnchor = node;
      const link = this.#links.get(node);
      if (link?.url === undefined || link.text === "") continue;
      found.push(link);
      this.#left--;
    }
    return found;
  }

  /** Whether a link leads to another page of the site; a fragment of the same page is a button. */
  isPlace(url: string): boolean {
    if (this.#domain === undefined || ownDomain(url) !== this.#domain) return false;
    return !url.includes("#") || readAddress(url)?.key !== this.#own;
  }

  #label(text: string, url: string | undefined): LabelNode {
    const shown = foldSpaces(text.slice(0, 2 * MAX_TITLE_CHARACTERS)).slice(0, MAX_TITLE_CHARACTERS);
    return url !== undefined && this.isPlace(url)
      ? { text: shown, url, children: [] }
      : { text: shown, children: [] };
  }
}

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
  readonly #isLink: Uint8Array;
  /** Short links to another page of the site. */
  readonly #isEntry: Uint8Array;
  /** By node: links, and short links to sections, before it. */
  readonly #linksBefore: Int32Array;
  readonly #entriesBefore: Int32Array;
  readonly #entries = new Map<number, Entry>();
  readonly #roots = new Map<number, Entry>();

  constructor({ document, links }: Page, isOwn: (url: string) => boolean) {
    this.#document = document;
    this.#links = links;
    this.#isEntry = new Uint8Array(document.size);
    for (const link of links) if (isEntry(document, link, isOwn)) this.#isEntry[link.node] = 1;
    this.#isLink = new Uint8Array(document.size);
    for (const { node } of links) this.#isLink[node] = 1;
    this.#linksBefore = sumsOf(this.#isLink);
    this.#entriesBefore = sumsOf(this.#isEntry);
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
    const entry = this.#entries.get(node) ?? { text, ...(url === undefined ? {} : { url }), children: [] };
    this.#entries.set(node, entry);
    return entry;
  }

  /** The entry of a head; one without link, which is not an entry yet, goes into the menu itself. */
  #headEntry(head: number, list: number | undefined): Entry {
    const known = this.#entries.get(head);
    if (known !== undefined) return known;
    const link = this.#isEntry[head] === 1 ? this.#links.find(({ node }) => node === head) : undefined;
    const entry = this.#entryAt(head, link?.href);
    const outer = this.#headOf(head);
    const above = outer === undefined ? this.#rootAt(list) : this.#entries.get(outer);
    above?.children.push(entry);
    return entry;
  }

  #rootAt(list: number | undefined): Entry | undefined {
    if (list === undefined) return undefined;
    const root = this.#roots.get(list) ?? { text: "", children: [] };
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
    const { firstChild, nextSibling, text, textStart, textEnd } = this.#document;
    const found: number[] = [];
    for (let at = firstChild[around]!; at >= 0 && at < child; at = nextSibling[at]!)
      if (hasInk(text, textStart[at]!, textEnd[at]!)) found.push(at);
    return found.reverse().slice(0, MAX_SIBLINGS);
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
    const { parent, firstChild, nextSibling, tag, kind } = this.#document;
    for (let at = firstChild[parent[node]!]!; at >= 0; at = nextSibling[at]!) {
      if (at === node || kind[at] !== NODE_KIND.element || tag[at] !== tag[node]) continue;
      if (this.#count(this.#entriesBefore, at) >= 1) return true;
    }
    return false;
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

function sumsOf(marks: Uint8Array): Int32Array {
  const sums = new Int32Array(marks.length + 1);
  for (let at = 0; at < marks.length; at++) sums[at + 1] = sums[at]! + marks[at]!;
  return sums;
}
