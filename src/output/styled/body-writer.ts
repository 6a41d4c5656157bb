import { escapeText, escapeValue, imageOf, linkAddress, readMedia } from "../../assemble/index.ts";
import {
  attribute,
  BLOCK_TAGS,
  childNodes,
  type Document,
  NODE_KIND,
  TAG,
  type TagName,
  tagTable,
} from "../../html/index.ts";
import { dropUnseen } from "../../text/index.ts";
import { LANGUAGE_TAG } from "../article-head.ts";
import type { Addresses, CapturedArticle, StyleValues } from "./captured-article.ts";
import type { ElementStyles } from "./element-styles.ts";
import type { KeptParts } from "./kept-parts.ts";
import { KEPT_ELEMENTS, PARENTS } from "./styled.data.ts";

/** The inputs of the elements of an article. */
export interface BodySource extends CapturedArticle {
  readonly parts: KeptParts;
  readonly styles: ElementStyles;
  readonly addresses: Addresses;
  /** Class names for the backgrounds of title and byline, by their declarations; filled while these are written. */
  readonly backgrounds: Map<string, string>;
  /** An added line that is not on the page: its markup, and the element that it comes after. */
  readonly line?: { readonly markup: string; readonly after: number };
}

/** The context of an element as it is written. */
interface Around {
  readonly open: readonly string[];
  readonly values: StyleValues;
}

/** Deeper elements are transparent; browsers themselves stop at 512. */
const MAX_DEPTH = 200;
const VOID = tagTable("br", "hr", "wbr");
const NUMBER = /^\d{1,4}$/;

/** The markup of an element and of its kept content. */
export function writeElement(source: BodySource, node: number): string {
  return elementMarkup(source, node, { open: [], values: source.look.initial });
}

function elementMarkup(source: BodySource, node: number, around: Around): string {
  const { page, look, styles } = source;
  const { document } = page;
  const known = look.elements.get(node);
  // The root of a shadow tree is not an element; frames and `noscript` have no captured styles.
  if (document.tag[node] === TAG.template) return childrenMarkup(source, node, around);
  if (around.open.length > MAX_DEPTH) return leavesMarkup(source, node, around);
  const name = elementTag(document, node, around.open);
  const tag = startTag(name, {
    class: styles.classOf(node, { name, around: around.values }),
    ...attributesOf(document, node, name, source.addresses),
  });
  if (VOID[document.tag[node]!] === 1) return tag;
  const values = known === undefined ? around.values : look.styles[known.style]!;
  const inside = childrenMarkup(source, node, { open: [...around.open, name], values });
  // A parser drops the first line end inside `pre`.
  return `${tag}${name === "pre" ? "\n" : ""}${inside}</${name}>`;
}

function childrenMarkup(source: BodySource, node: number, around: Around): string {
  const { page, parts } = source;
  const { document } = page;
  let markup = "";
  for (const child of childNodes(document, node)) {
    if (document.kind[child] === NODE_KIND.text) markup += textMarkup(source, child);
    else if (parts.leaves.has(child)) markup += mediaMarkup(source, child, around.values);
    else if (parts.elements.has(child)) markup += elementMarkup(source, child, around);
    // Words beside a removed box must not run together.
    else if (BLOCK_TAGS[document.tag[child]!] === 1) markup += " ";
    if (child === source.line?.after) markup += source.line.markup;
  }
  return markup;
}

/** The kept content of an element without the elements around it, iteratively: scripts nest deeper than the call stack. */
function leavesMarkup(source: BodySource, node: number, { values }: Around): string {
  const { document } = source.page;
  let markup = "";
  for (let at = node + 1; at < document.end[node]!; at++) {
    if (document.kind[at] === NODE_KIND.text) markup += textMarkup(source, at);
    else if (source.parts.leaves.has(at)) {
      markup += mediaMarkup(source, at, values);
      at = document.end[at]! - 1;
    } else if (BLOCK_TAGS[document.tag[at]!] === 1) markup += " ";
  }
  return markup;
}

function textMarkup({ page: { document }, parts }: BodySource, node: number): string {
  const text = document.text.slice(document.textStart[node], document.textEnd[node]);
  if (!parts.leaves.has(node)) return text.trim() === "" ? text : " ";
  const pieces = parts.leaves.get(node);
  return escapeText(dropUnseen(pieces?.join(" ") ?? text));
}

type Attributes = Readonly<Record<string, string | undefined>>;

function attributesOf(document: Document, node: number, name: string, { base }: Addresses): Attributes {
  const read = (isMeant: boolean, key: string, pattern: RegExp) => {
    const value = isMeant ? attribute(document, node, key) : undefined;
    return value !== undefined && pattern.test(value) ? value : undefined;
  };
  const isCell = name === "td" || name === "th";
  return {
    lang: read(true, "lang", LANGUAGE_TAG),
    href: name === "a" ? linkAddress(attribute(document, node, "href") ?? "", base) : undefined,
    colspan: read(isCell, "colspan", NUMBER),
    rowspan: read(isCell, "rowspan", NUMBER),
    start: read(name === "ol", "start", NUMBER),
    title: read(name === "abbr" || name === "dfn", "title", /./),
    datetime: read(name === "time", "datetime", /^[\w:.+ -]{1,40}$/),
  };
}

/** The tag that opens an element; attributes that are undefined are left out, empty ones have no value. */
function startTag(name: string, attributes: Attributes): string {
  const written = Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return value === "" && key !== "alt" ? [` ${key}`] : [` ${key}="${escapeValue(value)}"`];
  });
  return `<${name}${written.join("")}>`;
}

/** Sides up to this are spacers and counting pixels. */
const MAX_PIXEL_SIDE = 3;

/** A picture, film or sound as it is shown; nothing for frames, drawings and pixels that count readers. */
function mediaMarkup(source: BodySource, leaf: number, around: StyleValues): string {
  const { page, addresses } = source;
  const shown = readMedia(page.document, leaf, addresses.base);
  const tag = page.document.tag[leaf]!;
  if (tag === TAG.img || tag === TAG.picture) {
    const image = imageOf(page.document, leaf);
    return pictureMarkup(source, image < 0 ? leaf : image, { around, stated: shown?.src });
  }
  if (shown?.kind !== "video" && shown?.kind !== "audio") return "";
  const poster = shown.poster === null ? undefined : addresses.picture(shown.poster);
  const isLooped = attribute(page.document, leaf, "loop") !== undefined;
  return startTag(shown.kind, {
    class: source.styles.classOf(leaf, { name: shown.kind, around }),
    src: shown.src,
    poster,
    title: shown.alt ?? undefined,
    controls: "",
    loop: isLooped ? "" : undefined,
    preload: "none",
  }).concat(`</${shown.kind}>`);
}

function pictureMarkup(
  { page, look, addresses, styles }: BodySource,
  node: number,
  { around, stated }: { readonly around: StyleValues; readonly stated: string | undefined },
): string {
  const { width, height } = page.layout ?? { width: [], height: [] };
  const isSeen = (width[node] ?? 0) > 0 && (height[node] ?? 0) > 0;
  if (isSeen && Math.min(width[node]!, height[node]!) <= MAX_PIXEL_SIDE) return "";
  const loaded = look.elements.get(node)?.picture;
  const src = (loaded && addresses.picture(loaded)) ?? (stated && addresses.picture(stated));
  if (!src) return "";
  return startTag("img", {
    class: styles.classOf(node, { name: "img", around }),
    src,
    alt: attribute(page.document, node, "alt") ?? "",
  });
}

const KEPT = new Map<number, TagName>(KEPT_ELEMENTS.map((name) => [TAG[name], name]));

const TABLE_PARTS: Readonly<Record<string, Uint8Array>> = {
  table: tagTable("caption", "colgroup", "thead", "tbody", "tfoot"),
  thead: tagTable("tr"),
  tbody: tagTable("tr"),
  tfoot: tagTable("tr"),
  tr: tagTable("td", "th"),
};
/** Elements that a parser would end where they begin again inside of themselves. */
const NEVER_NESTED: ReadonlySet<string> = new Set(["a", "p", "h1", "h2", "h3", "h4", "h5", "h6"]);
const HEADING = /^h[1-6]$/;

/**
 * The name that an element has in an article: its own where a parser would read it back at the same place, else
 * that of a box. `open` names the elements around it, the nearest last.
 */
function elementTag(document: Document, node: number, open: readonly string[]): string {
  const id = document.tag[node]!;
  const inParagraph = open.includes("p");
  const box = inParagraph || BLOCK_TAGS[id] !== 1 ? "span" : "div";
  const name = KEPT.get(id);
  if (name === undefined) return box;
  // A paragraph ends where a block begins; a box with the look of a block stays inside.
  if (inParagraph && BLOCK_TAGS[id] === 1) return "span";
  if (PARENTS[name]?.has(open.at(-1) ?? "") === false) return box;
  if (NEVER_NESTED.has(name) && open.includes(name)) return box;
  if (HEADING.test(name) && open.some((outer) => HEADING.test(outer))) return box;
  return isTableOfParts(document, node, name) ? name : box;
}

/** Whether a table, or a part of one, holds only what a parser leaves inside of it. */
function isTableOfParts(document: Document, node: number, name: string): boolean {
  const parts = TABLE_PARTS[name];
  if (parts === undefined) return true;
  for (const child of childNodes(document, node)) {
    const isText = document.kind[child] === NODE_KIND.text;
    if (isText && document.text.slice(document.textStart[child], document.textEnd[child]).trim() !== "")
      return false;
    if (!isText && parts[document.tag[child]!] !== 1) return false;
  }
  return true;
}
