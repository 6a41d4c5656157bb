import { ATTRIBUTE, attribute, type Document, hasAttribute, NODE_FLAG, TAG } from "../html/index.ts";

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
  /** Anchors with an address that `rel=tag` marks. */
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
const TOLD_BY_TAG = tableOf([...SLOT_OF_TAG.keys(), TAG.script, TAG.html, TAG.body]);
const JSON_LD = /ld\+json/i;
const TOLD_BY_ATTRIBUTE = tableOf([
  ...[ATTRIBUTE.href, ATTRIBUTE.rel],
  ...[ATTRIBUTE.itemprop, ATTRIBUTE.itemscope, ATTRIBUTE.property, ATTRIBUTE.typeof],
]);

/** Finds the landmarks in one pass over the tags and one over the attributes, so that no other view scans the whole page. */
export function findLandmarks(document: Document): Landmarks {
  const lists = emptyLists();
  const { size, tag } = document;
  for (let node = 1; node < size; node++) if (TOLD_BY_TAG[tag[node]!] === 1) sortByTag(document, node, lists);
  sortByAttributes(document, lists);
  return lists;
}

function sortByTag(document: Document, node: number, lists: Lists): void {
  if ((document.flags[node]! & NODE_FLAG.template) !== 0) return;
  const id = document.tag[node]!;
  const slot = SLOT_OF_TAG.get(id);
  if (slot !== undefined) lists[slot].push(node);
  else if (id === TAG.html && lists.html < 0) lists.html = node;
  else if (id === TAG.body && lists.body < 0) lists.body = node;
  else if (id === TAG.script && isJsonLd(attribute(document, node, "type"))) lists.jsonLdScripts.push(node);
}

function sortByAttributes(document: Document, lists: Lists): void {
  const { flags, tag, attributeStart, attributes } = document;
  const { name } = attributes;
  let node = 0;
  for (let at = 0; at < name.length; at++) {
    if (TOLD_BY_ATTRIBUTE[name[at]!] !== 1) continue;
    while (attributeStart[node + 1]! <= at) node++;
    if ((flags[node]! & NODE_FLAG.template) !== 0) continue;
    const isAnchor = tag[node] === TAG.a || tag[node] === TAG.area;
    if (name[at] === ATTRIBUTE.href) {
      if (isAnchor) lists.anchors.push(node);
    } else if (name[at] === ATTRIBUTE.rel) {
      if (isAnchor) sortByRelation(document, node, attributes.valueAt(at), lists);
    } else if (lists.annotated.at(-1) !== node) {
      lists.annotated.push(node);
    }
  }
}

function sortByRelation(document: Document, node: number, relation: string, lists: Lists): void {
  if (hasToken(relation, "author")) lists.authors.push(node);
  if (hasToken(relation, "tag") && hasAttribute(document, node, "href")) lists.tags.push(node);
}

function isJsonLd(type: string | undefined): boolean {
  return type !== undefined && JSON_LD.test(type);
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
