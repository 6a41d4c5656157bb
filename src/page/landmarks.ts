import { ATTRIBUTE, type Document, hasAttribute, NODE_FLAG, TAG, tagTable } from "../html/index.ts";

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

const TOLD_BY_TAG = tagTable(
  ...(["base", "meta", "link", "title", "time", "h1", "h2", "h3", "script", "html", "body"] as const),
);
const JSON_LD = /ld\+json/i;
const PLUS = 0x2b;
const TOLD_RELATION = /author|tag/i;
const TOLD_BY_ATTRIBUTE = new Set<number>([
  ...[ATTRIBUTE.href, ATTRIBUTE.rel],
  ...[ATTRIBUTE.itemprop, ATTRIBUTE.itemscope, ATTRIBUTE.property, ATTRIBUTE.typeof],
]);
const IS_TOLD = Uint8Array.from({ length: Math.max(...TOLD_BY_ATTRIBUTE) + 1 }, (_, name) =>
  Number(TOLD_BY_ATTRIBUTE.has(name)),
);

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
  switch (document.tag[node]!) {
    case TAG.meta:
      lists.metas.push(node);
      break;
    case TAG.link:
      lists.relations.push(node);
      break;
    case TAG.script:
      if (isJsonLd(document, node)) lists.jsonLdScripts.push(node);
      break;
    case TAG.base:
      lists.bases.push(node);
      break;
    case TAG.title:
      lists.titles.push(node);
      break;
    case TAG.time:
      lists.times.push(node);
      break;
    case TAG.html:
      if (lists.html < 0) lists.html = node;
      break;
    case TAG.body:
      if (lists.body < 0) lists.body = node;
      break;
    case TAG.h1:
    case TAG.h2:
    case TAG.h3:
      lists.headings.push(node);
  }
}

function sortByAttributes(document: Document, lists: Lists): void {
  const { flags, tag, attributeStart, attributes } = document;
  const { name } = attributes;
  let node = 0;
  for (let at = 0; at < name.length; at++) {
    // Other names have numbers without end, and to read past a table's end takes long.
    if (name[at]! >= IS_TOLD.length || IS_TOLD[name[at]!] === 0) continue;
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
  // Most relations are orders to browsers and robots.
  if (!TOLD_RELATION.test(relation)) return;
  if (hasToken(relation, "author")) lists.authors.push(node);
  if (hasToken(relation, "tag") && hasAttribute(document, node, "href")) lists.tags.push(node);
}

function isJsonLd({ attributes, attributeStart }: Document, script: number): boolean {
  const type = attributes.find("type", attributeStart[script]!, attributeStart[script + 1]!);
  if (type < 0) return false;
  // Most scripts are of other types, whose names need not be cut out to tell.
  const { text, from, to } = attributes.rangeAt(type);
  for (let at = from; at < to; at++) {
    if (text.charCodeAt(at) === PLUS) return JSON_LD.test(text.slice(from, to));
  }
  return false;
}

/** Whether a space-separated attribute names a token, in any case. */
export function hasToken(list: string | undefined, token: string): boolean {
  if (list === undefined || list.length < token.length) return false;
  const lower = list.toLowerCase();
  return lower === token || (lower.includes(token) && lower.split(/\s+/).includes(token));
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
