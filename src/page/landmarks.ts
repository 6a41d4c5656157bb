import { attribute, type Document, NODE_FLAG, TAG } from "../html/index.ts";

/** The nodes that say what a page is about, each list in document order; what stands in a `template` is left out. */
export interface Landmarks {
  /** The root element, or -1. */
  readonly html: number;
  readonly body: number;
  readonly bases: readonly number[];
  readonly metas: readonly number[];
  /** `link` elements. */
  readonly relations: readonly number[];
  readonly titles: readonly number[];
  /** Scripts of JSON-LD. */
  readonly jsonLdScripts: readonly number[];
  /** `a` and `area` elements with an address. */
  readonly anchors: readonly number[];
  readonly times: readonly number[];
  /** h1, h2 and h3. */
  readonly headings: readonly number[];
  /** Elements with microdata (`itemscope`, `itemprop`) or RDFa Lite (`typeof`, `property`). */
  readonly annotated: readonly number[];
  /** Anchors that `rel=author` marks. */
  readonly authors: readonly number[];
  /** Anchors that `rel=tag` marks. */
  readonly tags: readonly number[];
}

type Lists = { -readonly [Name in keyof Landmarks]: Landmarks[Name] extends number ? number : number[] };

const SLOT_OF_TAG: ReadonlyMap<number, Exclude<keyof Lists, "html" | "body">> = new Map([
  [TAG.base, "bases"],
  [TAG.meta, "metas"],
  [TAG.link, "relations"],
  [TAG.title, "titles"],
  [TAG.time, "times"],
  [TAG.h1, "headings"],
  [TAG.h2, "headings"],
  [TAG.h3, "headings"],
]);
const SLOTTED = tableOf(SLOT_OF_TAG.keys());

/** Finds the landmarks in one pass over the arrays, so that no other view scans the whole page. */
export function findLandmarks(document: Document): Landmarks {
  const lists = emptyLists();
  const { size, tag, flags, attributeStart, attributeNames } = document;
  for (let node = 1; node < size; node++) {
    const id = tag[node]!;
    const from = attributeStart[node]!;
    const to = attributeStart[node + 1]!;
    if (from === to) {
      // Without attributes only headings, titles, times and the roots say anything.
      if (SLOTTED[id] === 0 && id !== TAG.html && id !== TAG.body) continue;
    } else if ((flags[node]! & NODE_FLAG.template) === 0) {
      sortByAttributes(document, lists, node, isAnnotated(attributeNames, from, to));
    }
    if ((flags[node]! & NODE_FLAG.template) !== 0) continue;
    if (SLOTTED[id] === 1) lists[SLOT_OF_TAG.get(id)!].push(node);
    else if (id === TAG.html && lists.html < 0) lists.html = node;
    else if (id === TAG.body && lists.body < 0) lists.body = node;
  }
  return lists;
}

function sortByAttributes(document: Document, lists: Lists, node: number, annotated: boolean): void {
  if (annotated) lists.annotated.push(node);
  const id = document.tag[node];
  if (id === TAG.a || id === TAG.area) {
    const isLink = attribute(document, node, "href") !== undefined;
    if (isLink) lists.anchors.push(node);
    const rel = attribute(document, node, "rel");
    if (rel === undefined) return;
    if (hasToken(rel, "author")) lists.authors.push(node);
    if (isLink && hasToken(rel, "tag")) lists.tags.push(node);
  } else if (id === TAG.script && isJsonLd(attribute(document, node, "type"))) {
    lists.jsonLdScripts.push(node);
  }
}

// Lengths first: the comparison of most names ends there.
function isAnnotated(names: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const name = names[at]!;
    const { length } = name;
    if (length === 8 && (name === "itemprop" || name === "property")) return true;
    if ((length === 9 && name === "itemscope") || (length === 6 && name === "typeof")) return true;
  }
  return false;
}

function isJsonLd(type: string | undefined): boolean {
  return type?.toLowerCase().includes("ld+json") ?? false;
}

/** Whether a space-separated attribute names a token, in any case. */
export function hasToken(list: string | undefined, token: string): boolean {
  if (list === undefined || list.length < token.length) return false;
  const lower = list.toLowerCase();
  return lower === token || (lower.includes(token) && lower.split(/\s+/).includes(token));
}

function tableOf(ids: Iterable<number>): Uint8Array {
  const table = new Uint8Array(256);
  for (const id of ids) table[id] = 1;
  return table;
}

function emptyLists(): Lists {
  return {
    html: -1,
    body: -1,
    bases: [],
    metas: [],
    relations: [],
    titles: [],
    jsonLdScripts: [],
    anchors: [],
    times: [],
    headings: [],
    annotated: [],
    authors: [],
    tags: [],
  };
}
