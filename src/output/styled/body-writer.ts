import { escapeText, escapeValue, linkAddress } from "../../assemble/index.ts";
import {
  attribute,
  BLOCK_TAGS,
  childNodes,
  type Document,
  NODE_KIND,
  TAG,
  tagTable,
} from "../../html/index.ts";
import { dropUnseen } from "../../text/index.ts";
import type { Addresses } from "./addresses.ts";
import type { BodySource } from "./body-source.ts";
import type { StyleValues } from "./captured-article.ts";
import { elementTag } from "./element-tag.ts";
import { mediaMarkup } from "./media-markup.ts";

/** What is around an element as it is written. */
interface Around {
  readonly open: readonly string[];
  readonly values: StyleValues;
}

/** Deeper elements are written as if they were not there; browsers themselves stop at 512. */
const MAX_DEPTH = 200;
const VOID = tagTable("br", "hr", "wbr");
const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;
const NUMBER = /^\d{1,4}$/;

/** The markup of an element and of what is kept inside of it. */
export function writeElement(source: BodySource, node: number): string {
  return elementMarkup(source, node, { open: [], values: source.look.initial });
}

function elementMarkup(source: BodySource, node: number, around: Around): string {
  const { page, look, styles } = source;
  const { document } = page;
  const known = look.elements.get(node);
  // The root of a shadow tree is no element; what a frame or `noscript` would show has no look.
  if (document.tag[node] === TAG.template) return childrenMarkup(source, node, around);
  if (around.open.length > MAX_DEPTH) return leavesMarkup(source, node, around);
  const name = elementTag(document, node, around.open);
  const attributes = [...attributesOf(document, node, name, source.addresses)];
  const className = styles.classOf(node, { name, around: around.values });
  if (className !== undefined) attributes.unshift(["class", className]);
  const written = attributes.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join("");
  if (VOID[document.tag[node]!] === 1) return `<${name}${written}>`;
  const values = known === undefined ? around.values : look.styles[known.style]!;
  const inside = childrenMarkup(source, node, { open: [...around.open, name], values });
  // A parser takes the first line end inside of `pre` away.
  return `<${name}${written}>${name === "pre" ? "\n" : ""}${inside}</${name}>`;
}

function childrenMarkup(source: BodySource, node: number, around: Around): string {
  const { page, parts } = source;
  const { document } = page;
  let markup = "";
  for (const child of childNodes(document, node)) {
    if (document.kind[child] === NODE_KIND.text) markup += textMarkup(source, child);
    else if (parts.leaves.has(child)) markup += mediaMarkup(source, child, around.values);
    else if (parts.elements.has(child)) markup += elementMarkup(source, child, around);
    // Words beside a box that has gone must not run together.
    else if (BLOCK_TAGS[document.tag[child]!] === 1) markup += " ";
    if (child === source.line?.after) markup += source.line.markup;
  }
  return markup;
}

/** What is kept inside of an element, however deep, without the elements around it: scripts nest deeper than calls may. */
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

function* attributesOf(
  document: Document,
  node: number,
  name: string,
  { base }: Addresses,
): Generator<readonly [name: string, value: string]> {
  const lang = attribute(document, node, "lang");
  if (lang !== undefined && LANGUAGE.test(lang)) yield ["lang", lang];
  const read = (key: string, pattern: RegExp) => {
    const value = attribute(document, node, key);
    return value !== undefined && pattern.test(value) ? [[key, value] as const] : [];
  };
  if (name === "a") {
    const href = linkAddress(attribute(document, node, "href") ?? "", base);
    if (href !== undefined) yield ["href", href];
  }
  if (name === "td" || name === "th") {
    yield* read("colspan", NUMBER);
    yield* read("rowspan", NUMBER);
  }
  if (name === "ol") yield* read("start", NUMBER);
  if (name === "abbr" || name === "dfn") yield* read("title", /./);
  if (name === "time") yield* read("datetime", /^[\w:.+ -]{1,40}$/);
}
