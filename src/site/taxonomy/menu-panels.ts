import { attribute, type Document, NODE_KIND, TAG, tagName, tagTable } from "../../html/index.ts";
import { foldSpaces, hasInk } from "../../text/index.ts";
import { isLabel } from "./label-words.ts";

/** With fewer panels, equal numbers of heads and panels are chance. */
const MIN_PANELS = 3;
/** Fewer panels without a sign of their heads may be columns that happen to be as many. */
const MIN_UNSIGNED_PANELS = 5;
/** A bar of heads stands right before its panels, whatever elements wrap either. */
const MAX_CLIMB = 4;
const MAX_SIBLINGS = 3;
/** What is inside one of these belongs to it, not to a bar before it: columns of a menu that opens below its entry. */
const HOLDERS = tagTable("li", "dd", "nav", "footer");
/** The share of a panel's links that are entries. */
const MIN_ENTRY_SHARE = 0.6;
/** Bars and rows of panels are short; a longer one is a list of stories. */
const MAX_HEADS = 60;
const MAX_HEAD_CHARACTERS = 60;

/** Larger elements have no bar: looking for one must not cost the square of a page. */
const MAX_BAR_NODES = 3000;

/** Rows of panels that are read on a page; real menus have a few. */
const MAX_ROWS = 100;

/** What finding the panels of a page asks of its links. */
export interface PanelLinks {
  /** The number of entries, and of links, inside a node. */
  readonly entriesIn: (node: number) => number;
  readonly linksIn: (node: number) => number;
  /** The keys of the addresses of the links inside a node. */
  readonly addressesIn: (node: number) => ReadonlySet<string>;
  /** The first link inside a node, or the node. */
  readonly lineIn: (node: number) => number;
}

/** A head in a bar: its element, and the key of its address. */
interface Head {
  readonly item: number;
  readonly address: string | undefined;
}

/**
 * The heads of lists that stand apart from them: a bar of heads, and after it a row of panels, one for each head that opens one. Gives the
 * head's link for each panel. They are paired by the names of their elements (`aria-controls`, `data-target`, `id="tab3"` and
 * `id="subtab3"`), else by order where there are as many heads as panels, else by a panel's link to the address of its head.
 */
export function findPanels(document: Document, links: PanelLinks): Map<number, number> {
  const found = new Map<number, number>();
  let rows = 0;
  for (let node = 0; node < document.size; node++) {
    if (document.kind[node] !== NODE_KIND.element || links.entriesIn(node) < 2 * MIN_PANELS) continue;
    for (const panels of rowsOf(document, node, links)) {
      if (rows++ >= MAX_ROWS) return found;
      const bar = barBefore(document, panels[0]!, links);
      for (const [panel, head] of bar === undefined ? [] : pair(document, bar, panels, links))
        if (!found.has(panel)) found.set(panel, links.lineIn(head.item));
    }
  }
  return found;
}

/** The children of an element that are built alike and are lists; empty ones count, since their heads do. */
function rowsOf(document: Document, node: number, links: PanelLinks): number[][] {
  const children = elementsIn(document, node).filter((child) => document.tag[child] !== TAG.li);
  const rows = Map.groupBy(children, (child) => `${tagName(document, child)} ${firstClass(document, child)}`);
  return [...rows.values()].filter((row) => {
    const lists = row.filter(
      (child) =>
        links.entriesIn(child) >= 2 && links.entriesIn(child) >= MIN_ENTRY_SHARE * links.linksIn(child),
    );
    return row.length <= MAX_HEADS && lists.length >= MIN_PANELS && 2 * lists.length >= row.length;
  });
}

function firstClass(document: Document, node: number): string {
  return attribute(document, node, "class")?.trim().split(/\s+/)[0] ?? "";
}

function elementsIn({ firstChild, nextSibling, kind }: Document, node: number): number[] {
  const found: number[] = [];
  for (let at = firstChild[node]!; at >= 0; at = nextSibling[at]!)
    if (kind[at] === NODE_KIND.element) found.push(at);
  return found;
}

/** The heads of the bar that is nearest before a panel; farther ones are more often wrong than right. */
function barBefore(document: Document, panel: number, links: PanelLinks): Head[] | undefined {
  const { parent } = document;
  for (let at = panel, step = 0; parent[at]! > 0 && step < MAX_CLIMB; at = parent[at]!, step++) {
    const before = elementsIn(document, parent[at]!).filter(
      (other) => other < at && document.end[other]! - other <= MAX_BAR_NODES,
    );
    for (const other of before.reverse().slice(0, MAX_SIBLINGS)) {
      const heads = headsIn(document, other, links);
      if (heads !== undefined) return heads;
    }
    if (HOLDERS[document.tag[parent[at]!]!] === 1) return undefined;
  }
  return undefined;
}

/** The lines of the last bar in an element: neighbours of one tag with a link or a short text each. */
function headsIn(document: Document, node: number, links: PanelLinks): Head[] | undefined {
  const bars: number[][] = [];
  for (let at = node; at < document.end[node]!; at++) {
    if (document.kind[at] !== NODE_KIND.element) continue;
    const items = elementsIn(document, at).filter((child) => isLine(document, child, links));
    const kinds = Map.groupBy(items, (child) => document.tag[child]!);
    const [bar = []] = [...kinds.values()].sort((a, b) => b.length - a.length);
    // Some heads open their panel and lead nowhere; a bar of such texts alone is no bar unless they are buttons.
    const live = bar.filter((item) => links.linksIn(item) > 0 || hasButton(document, item));
    if (live.length >= MIN_PANELS && 2 * live.length >= bar.length && bar.length <= MAX_HEADS) bars.push(bar);
  }
  const longest = bars.reduce((most, bar) => Math.max(most, bar.length), 0);
  const bar = bars.findLast(({ length }) => length === longest);
  return bar?.map((item) => ({ item, address: [...links.addressesIn(item)][0] }));
}

function hasButton({ tag, end }: Document, node: number): boolean {
  for (let at = node; at < end[node]!; at++) if (tag[at] === TAG.button) return true;
  return false;
}

function isLine(document: Document, node: number, links: PanelLinks): boolean {
  const { text, textStart, textEnd } = document;
  const [from, to] = [textStart[node]!, textEnd[node]!];
  if (!hasInk(text, from, to) || links.linksIn(node) > 1 || to - from > 4 * MAX_HEAD_CHARACTERS) return false;
  const line = foldSpaces(text.slice(from, to));
  return line.length <= MAX_HEAD_CHARACTERS && isLabel(line);
}

/** Pairs panels with heads, the surest signs first. */
function pair(
  document: Document,
  heads: readonly Head[],
  panels: readonly number[],
  links: PanelLinks,
): [number, Head][] {
  const named = byNames(document, heads, panels);
  if (named.length >= MIN_PANELS) return named;
  const signed = byAddress(heads, panels, links);
  const least = signed.size >= 2 ? MIN_PANELS : MIN_UNSIGNED_PANELS;
  if (panels.length < least) return [];
  const choices = [heads, ...(signed.size > 0 ? markedHeads(document, heads) : [])];
  for (const choice of choices) {
    const paired = byOrder(choice, panels, signed);
    if (paired !== undefined) return paired;
  }
  return signed.size >= MIN_PANELS && 2 * signed.size >= panels.length ? [...signed] : [];
}

/** By words of their attributes that only one head and one panel have. */
function byNames(document: Document, heads: readonly Head[], panels: readonly number[]): [number, Head][] {
  const ofHeads = ownersOf(
    heads.map(({ item }) => [item, ...innerElements(document, item)]),
    document,
  );
  const ofPanels = ownersOf(
    panels.map((panel) => [panel]),
    document,
  );
  const found = new Map<number, number>();
  const clashing = new Set<number>();
  for (const [word, [head, ...others]] of ofHeads) {
    const [panel, ...more] = ofPanels.get(word) ?? [];
    if (head === undefined || panel === undefined || others.length + more.length > 0) continue;
    if (found.has(panel) && found.get(panel) !== head) clashing.add(panel);
    found.set(panel, head);
  }
  const isOnce = new Set(found.values()).size === found.size;
  if (!isOnce) return [];
  return [...found]
    .filter(([panel]) => !clashing.has(panel))
    .map(([panel, head]) => [panels[panel]!, heads[head]!]);
}

/** By word, which of some groups of elements have it in their attributes. */
function ownersOf(groups: readonly (readonly number[])[], document: Document): Map<string, number[]> {
  const owners = new Map<string, number[]>();
  for (const [at, nodes] of groups.entries())
    for (const word of new Set(nodes.flatMap((node) => attributeWords(document, node))))
      owners.set(word, [...(owners.get(word) ?? []), at]);
  return owners;
}

function innerElements(document: Document, node: number): number[] {
  const found: number[] = [];
  for (let at = node + 1; at < document.end[node]!; at++)
    if (document.kind[at] === NODE_KIND.element) found.push(at);
  return found;
}

/** Attributes that say how an element looks, or where it leads. */
const OTHER_ATTRIBUTES = new Set(["style", "title", "alt", "src", "target", "tabindex"]);

function attributeWords({ attributes, attributeStart }: Document, node: number): string[] {
  const found: string[] = [];
  for (let at = attributeStart[node]!; at < attributeStart[node + 1]!; at++) {
    const name = attributes.nameAt(at);
    if (OTHER_ATTRIBUTES.has(name)) continue;
    const value = attributes.valueAt(at).slice(0, 200);
    if (name === "href" && !value.startsWith("#")) continue;
    found.push(...(value.toLowerCase().match(/\p{L}+|\d+/gu) ?? []));
  }
  return found;
}

/** By links of panels to the address of one head, which that of no other panel has. */
function byAddress(heads: readonly Head[], panels: readonly number[], links: PanelLinks): Map<number, Head> {
  const found = new Map<number, Head>();
  const inside = panels.map((panel) => links.addressesIn(panel));
  for (const [at, panel] of panels.entries()) {
    const own = heads.filter(({ address }) => address !== undefined && inside[at]!.has(address));
    const [head] = own;
    if (own.length !== 1 || head === undefined) continue;
    if (inside.filter((each) => each.has(head.address!)).length === 1) found.set(panel, head);
  }
  return found;
}

/** The heads whose elements are marked: those that open a panel have an arrow, or a class that says so. */
function markedHeads(document: Document, heads: readonly Head[]): Head[][] {
  const marks = new Map<string, Head[]>();
  for (const head of heads) {
    const words = [head.item, ...innerElements(document, head.item)].map(
      (node) => `${tagName(document, node)} ${attribute(document, node, "class") ?? ""}`,
    );
    for (const mark of new Set(words)) marks.set(mark, [...(marks.get(mark) ?? []), head]);
  }
  return [...marks.values()].filter(({ length }) => length >= MIN_PANELS && length < heads.length);
}

/** By order, if there are as many heads as panels and no sign is against it. */
function byOrder(
  heads: readonly Head[],
  panels: readonly number[],
  signed: ReadonlyMap<number, Head>,
): [number, Head][] | undefined {
  if (heads.length !== panels.length) return undefined;
  const pairs = panels.map((panel, at): [number, Head] => [panel, heads[at]!]);
  const isRight = pairs.every(([panel, head]) => (signed.get(panel) ?? head).item === head.item);
  return isRight ? pairs : undefined;
}
