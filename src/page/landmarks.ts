import {
  ATTRIBUTE,
  attribute,
  type Document,
  HEADING_TAGS,
  hasAttribute,
  NODE_FLAG,
  TAG,
  tagTable,
} from "../html/index.ts";
import { isHttp, resolveUrl } from "../url/index.ts";
import { plainText } from "./plain-text.ts";

/** The nodes that say what a page is about, each list in document order; what is in a `template` is left out. */
export type Landmarks = {
  readonly [Name in keyof Lists]: Lists[Name] extends number ? number : readonly number[];
};

/** The lists while they are filled. */
class Lists {
  /** The root element, or -1. */
  html = -1;
  body = -1;
  readonly bases: number[] = [];
  readonly metas: number[] = [];
  /** `link` elements. */
  readonly relations: number[] = [];
  readonly titles: number[] = [];
  readonly jsonLdScripts: number[] = [];
  /** `a` and `area` elements with an address. */
  readonly anchors: number[] = [];
  readonly times: number[] = [];
  /** h1, h2 and h3. */
  readonly headings: number[] = [];
  /** Elements with microdata (`itemscope`, `itemprop`) or RDFa Lite (`typeof`, `property`). */
  readonly annotated: number[] = [];
  /** Anchors that `rel=author` marks. */
  readonly authors: number[] = [];
  /** Anchors with an address that `rel=tag` marks. */
  readonly tags: number[] = [];
}

const LIST_OF_TAG: ReadonlyMap<number, keyof Landmarks> = new Map([
  [TAG.base, "bases"],
  [TAG.meta, "metas"],
  [TAG.link, "relations"],
  [TAG.title, "titles"],
  [TAG.script, "jsonLdScripts"],
  [TAG.time, "times"],
  [TAG.h1, "headings"],
  [TAG.h2, "headings"],
  [TAG.h3, "headings"],
  [TAG.html, "html"],
  [TAG.body, "body"],
]);
const IS_LANDMARK_TAG = Uint8Array.from({ length: 256 }, (_, tag) => Number(LIST_OF_TAG.has(tag)));
const JSON_LD = /ld\+json/i;
const LANDMARK_ATTRIBUTES: readonly number[] = [
  ATTRIBUTE.href,
  ATTRIBUTE.rel,
  ATTRIBUTE.itemprop,
  ATTRIBUTE.itemscope,
  ATTRIBUTE.property,
  ATTRIBUTE.typeof,
];
const IS_LANDMARK_ATTRIBUTE = Uint8Array.from({ length: Math.max(...LANDMARK_ATTRIBUTES) + 1 }, (_, name) =>
  Number(LANDMARK_ATTRIBUTES.includes(name)),
);

/** Finds the landmarks in one pass over the tags and one over the attributes, so that no other view scans the whole page. */
export function findLandmarks(document: Document): Landmarks {
  const lists = new Lists();
  const { size, tag } = document;
  for (let node = 1; node < size; node++)
    if (IS_LANDMARK_TAG[tag[node]!] === 1) sortByTag(document, node, lists);
  sortByAttributes(document, lists);
  return lists;
}

function sortByTag(document: Document, node: number, lists: Lists): void {
  if ((document.flags[node]! & NODE_FLAG.template) !== 0) return;
  const name = LIST_OF_TAG.get(document.tag[node]!)!;
  if (name === "html" || name === "body") {
    if (lists[name] < 0) lists[name] = node;
  } else if (name !== "jsonLdScripts" || JSON_LD.test(attribute(document, node, "type") ?? ""))
    lists[name].push(node);
}

function sortByAttributes(document: Document, lists: Lists): void {
  const { flags, tag, attributeStart, attributes } = document;
  const { name } = attributes;
  let node = 0;
  for (let at = 0; at < name.length; at++) {
    // Reading past a table's end is slow, and the codes of other names have no bound.
    if (name[at]! >= IS_LANDMARK_ATTRIBUTE.length || IS_LANDMARK_ATTRIBUTE[name[at]!] === 0) continue;
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

/** Names of elements are read up to here: a hostile page can name every element with a megabyte. */
const MAX_NAME_CHARACTERS = 200;

/** The beginning of an attribute that names an element, such as its class; undefined if the element does not have it. */
export function shortAttribute(document: Document, node: number, name: string): string | undefined {
  return attribute(document, node, name)?.slice(0, MAX_NAME_CHARACTERS);
}

/** Whether a space-separated attribute names a token, in any case. */
export function hasToken(list: string | undefined, token: string): boolean {
  if (list === undefined || list.length < token.length) return false;
  const lower = list.toLowerCase();
  return lower === token || (lower.includes(token) && lower.split(/\s+/).includes(token));
}

/** What the `meta` elements say: lower-case name to every non-empty content, in document order. */
export type Meta = ReadonlyMap<string, readonly string[]>;

const NAMING_ATTRIBUTES = ["name", "property", "http-equiv", "itemprop"] as const;

/** Reads every `meta`; one that has several names is listed under each of them. */
export function readMeta(document: Document, { metas }: Landmarks): Meta {
  const meta = new Map<string, string[]>();
  for (const node of metas) {
    const content = attribute(document, node, "content")?.trim();
    if (!content) continue;
    for (const naming of NAMING_ATTRIBUTES) {
      const name = attribute(document, node, naming)?.trim().toLowerCase();
      if (!name) continue;
      const contents = meta.get(name);
      if (contents === undefined) meta.set(name, [content]);
      else if (contents.at(-1) !== content) contents.push(content);
    }
  }
  return meta;
}

/** No page names more authors, tags or images than this under one name. */
const MAX_CONTENTS = 100;
const NONE: readonly string[] = [];

/** The contents of these metas, in the order of the names; `most` of them at most. */
export function metaTexts(
  { meta }: { readonly meta: Meta },
  names: readonly string[],
  most?: number,
): readonly string[] {
  const texts: string[] = [];
  for (const name of names) {
    const contents = meta.get(name) ?? NONE;
    for (let at = 0; at < contents.length && at < MAX_CONTENTS; at++) {
      if (texts.length === most) return texts;
      const text = plainText(contents[at]!);
      if (text !== "") texts.push(text);
    }
  }
  return texts;
}

/** The page's language as the root elements state it. */
export interface Declared {
  readonly language: string | undefined;
  readonly direction: "ltr" | "rtl" | undefined;
}

/** Reads `lang` and `dir` from `html`, else from `body`. */
export function readDeclared(document: Document, { html, body }: Landmarks): Declared {
  const first = (...names: readonly string[]) => {
    for (const node of [html, body]) {
      for (const name of names) {
        const value = node < 0 ? "" : attribute(document, node, name)?.trim();
        if (value) return value;
      }
    }
    return undefined;
  };
  const direction = first("dir")?.toLowerCase();
  return {
    language: first("lang", "xml:lang"),
    direction: direction === "ltr" || direction === "rtl" ? direction : undefined,
  };
}

/** The address that relative ones on the page refer to: the first `base` in it, resolved against the page's own. */
export function findBaseUrl(
  document: Document,
  { bases }: Landmarks,
  url: string | undefined,
): string | undefined {
  for (const node of bases) {
    const href = attribute(document, node, "href");
    if (href === undefined) continue;
    const resolved = URL.parse(href.trim(), url);
    return resolved && isHttp(resolved) ? resolved.href : url;
  }
  return url;
}

/** The address that `link rel=canonical` states, absolute. */
export function findCanonicalUrl(
  document: Document,
  { relations }: Landmarks,
  baseUrl: string | undefined,
): string | undefined {
  for (const node of relations) {
    if (!hasToken(attribute(document, node, "rel"), "canonical")) continue;
    const url = resolveUrl(attribute(document, node, "href") ?? "", baseUrl);
    if (url?.startsWith("http")) return url;
  }
  return undefined;
}

/** An anchor of the page. */
export interface Link {
  readonly node: number;
  /** Absolute; http, https or mailto. */
  readonly href: string;
  /** The `rel` attribute, lower case, empty where there is none. */
  readonly rel: string;
  /** Its text is `document.text.slice(textStart, textEnd)`. */
  readonly textStart: number;
  readonly textEnd: number;
}

/** Every anchor whose address can be resolved to a safe one, in document order. */
export function findLinks(
  document: Document,
  { anchors }: Landmarks,
  baseUrl: string | undefined,
): readonly Link[] {
  const links: Link[] = [];
  for (const node of anchors) {
    const href = resolveUrl(attribute(document, node, "href") ?? "", baseUrl);
    if (href === undefined) continue;
    links.push({
      node,
      href,
      rel: (attribute(document, node, "rel") ?? "").toLowerCase(),
      textStart: document.textStart[node]!,
      textEnd: document.textEnd[node]!,
    });
  }
  return links;
}

/** More text than this in one cell of a table without header cells is a page laid out in columns. */
const MAX_CELL_CHARACTERS = 600;
/** Two of these in one cell are running text or a part of the page, not data. */
const PROSE_TAGS = tagTable("p", "article", "section", "blockquote", "form", "hr", "iframe", "aside", "nav");
const MIN_PROSE = 2;

/** Why a table holds data: it has header cells, or it is a plain grid of short cells. */
export type TableForm = "headed" | "plain";

/** Counts of a table while the pass is inside it. */
class Survey {
  readonly node: number;
  isLayout: boolean;
  rows = 0;
  cells = 0;
  widestRow = 0;
  rowCells = 0;
  cellProse = 0;
  hasHeader = false;
  hasProse = false;

  constructor(document: Document, node: number) {
    const role = attribute(document, node, "role");
    this.node = node;
    this.isLayout = role === "presentation" || role === "none";
  }
}

/**
 * The tables that hold data, by one pass over the document. A table is layout where it says so (`role=presentation`),
 * or holds another table or the page's heading. Without header cells or a caption it is also layout where it has a
 * single row or column, or cells of running text. In the HTML of an article (`isOfArticle`) layout tables are gone already.
 */
export function findDataTables(document: Document, isOfArticle = false): ReadonlyMap<number, TableForm> {
  const found = new Map<number, TableForm>();
  const open: Survey[] = [];
  const close = () => {
    const survey = open.pop()!;
    const form = isOfArticle && !survey.isLayout ? "plain" : formOf(survey);
    if (form) found.set(survey.node, form);
  };
  for (let at = 0; at < document.size; at++) {
    while (open.length > 0 && at >= document.end[open.at(-1)!.node]!) close();
    const tag = document.tag[at]!;
    if (tag === 0) continue;
    const around = open.at(-1);
    if (tag === TAG.table) {
      if (around) around.isLayout = true;
      open.push(new Survey(document, at));
    } else if (around) {
      look(document, at, around);
    }
  }
  while (open.length > 0) close();
  return found;
}

function look(document: Document, node: number, survey: Survey): void {
  const tag = document.tag[node]!;
  if (tag === TAG.tr) {
    survey.rows++;
    survey.rowCells = 0;
  } else if (tag === TAG.td || tag === TAG.th) {
    survey.cells++;
    survey.widestRow = Math.max(survey.widestRow, ++survey.rowCells);
    survey.cellProse = 0;
    if (tag === TAG.th) survey.hasHeader = true;
    if (document.textEnd[node]! - document.textStart[node]! > MAX_CELL_CHARACTERS) survey.hasProse = true;
  } else if (tag === TAG.caption || tag === TAG.thead) {
    survey.hasHeader = true;
  } else if (tag === TAG.h1) {
    survey.isLayout = true;
  } else if (HEADING_TAGS[tag] === 1 || (PROSE_TAGS[tag] === 1 && ++survey.cellProse >= MIN_PROSE)) {
    survey.hasProse = true;
  }
}

function formOf(survey: Survey): TableForm | undefined {
  if (survey.isLayout) return undefined;
  if (!survey.hasProse && survey.rows >= 2 && survey.widestRow >= 2) return "plain";
  return survey.hasHeader && survey.cells >= 2 ? "headed" : undefined;
}
